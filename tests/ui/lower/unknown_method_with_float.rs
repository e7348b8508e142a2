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

fn steep() -> Table {
    Table { slope: 4.0 }
}

#[derive_grad]
fn looked_up(x: f64) -> f64 {
    steep().at(x)
}

fn main() {}
