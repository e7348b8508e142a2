//! Methods whose arguments call methods of the same variable: the receiver is borrowed, not moved to the front.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Debug, Differentiable)]
struct Line {
    a: f64,
    b: f64,
}

#[derive_grad]
impl Line {
    fn at(&self, t: f64) -> f64 {
        self.a * t + self.b
    }

    fn shift(&mut self, t: f64) -> f64 {
        self.a += t;
        self.a * self.b
    }
}

mod in_the_argument {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut w = Line { a: x, b: k.sin() };
        w.a += w.at(w.at(w.at(k)));
        w.a * w.b
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [0.8, 0.5];
    }
}

mod of_one_that_writes {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut w = Line { a: x, b: k.sin() };
        let first = w.shift(w.at(k));
        first * w.shift(w.at(first))
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [0.8, 0.5];
    }
}

mod behind_a_loop_in_the_argument {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut w = Line { a: x, b: k.sin() };
        let mut n = 0;
        let d = w.shift(loop {
            n += 1;
            if n > 2 {
                break k * x;
            }
        });
        w.a += d;
        w.at(x)
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [0.8, 0.5];
    }
}

mod in_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: f64, list: &[f64]) -> f64 {
        let w = Line { a: x, b: x.sin() };
        let mut e = 0.0;
        let k: f64 = list
            .windows(2)
            .map(|p| w.at(w.at(p[1])) * p[0])
            .map(|hi| {
                e += w.b * hi;
                hi.sin()
            })
            .sum();
        k + e
    }

    check! {
        |v| (v[0], &v[1..]) -> (x, list);
        smooth [0.8, 0.5, 1.3, -0.4];
    }
}

mod copied_by_value {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Pair {
        a: f64,
        b: f64,
    }

    #[derive_grad]
    impl Pair {
        fn taken(self, t: f64) -> f64 {
            self.a * t + self.b
        }
    }

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut w = Pair { a: x, b: k };
        let y = w.taken({
            w.a *= 3.0;
            w.taken(w.a)
        });
        y + w.a
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [0.8, 0.5];
    }
}
