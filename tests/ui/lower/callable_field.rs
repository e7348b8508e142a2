//! A field called with an active argument.
use grad_runtime::derive_grad;

struct Table {
    f: fn(f64) -> f64,
}

#[derive_grad(no_grad(table))]
fn apply(x: f64, table: &Table) -> f64 {
    (table.f)(x)
}

fn main() {}
