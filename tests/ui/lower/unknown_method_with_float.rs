//! A method of something inactive that takes an active argument.
use grad_runtime::derive_grad;

struct Table {
    slope: f64,
}

impl Table {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

#[derive_grad(no_grad(table))]
fn looked_up(x: f64, table: &Table) -> f64 {
    table.at(x)
}

fn main() {}
