//! Names that mean something else further in, and writes that do not look like assignments.

use grad_runtime::derive_grad;

mod constant_of_an_inner_block {
    use super::*;

    const C: f64 = 2.0;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = x * C;
        {
            const C: f64 = 3.0;
            a * C
        }
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.0]; }
}

mod import_of_an_inner_block {
    use super::*;

    mod m {
        pub const Z: f64 = 1.5;
    }
    const Z: f64 = 0.5;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = x * Z;
        let b = {
            use m::Z;
            x * Z
        };
        a * b
    }

    check! { |v| (v[0]) -> (x); smooth [2.0] => [3.0]; }
}

mod constants_of_two_arms {
    use super::*;

    #[derive_grad]
    fn f(x: f64, first: bool) -> f64 {
        if first {
            const C: f64 = 3.0;
            x * C
        } else {
            const C: f64 = 5.0;
            x * C
        }
    }

    check! { |v| (v[0], true) -> (x); smooth [1.5] => [3.0]; }
    mod second {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [5.0]; }
    }
}

mod items_that_are_set {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut v = [1.0, 2.0];
        for a in v.iter_mut() {
            *a = x;
        }
        v[0] * y
    }

    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [0.4, 0.7]; }
}

mod items_of_nested_arrays {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [[1.0; 2]; 3];
        for r in &mut a {
            for v in r.iter_mut() {
                *v *= x;
            }
        }
        for [p, q] in &mut a {
            *p *= x;
            *q += y;
        }
        a[0][0] * a[1][1]
    }

    // x²·(x + y)
    check! { |v| (v[0], v[1]) -> (x, y); smooth [2.0, 3.0] => [24.0, 4.0]; }
}

mod items_of_two_buffers {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut v = [x, 1.0];
        let w = [y, x];
        for (a, b) in v.iter_mut().zip(w.iter()) {
            *a *= *b;
        }
        v[0] * v[1]
    }

    // x²·y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [2.0, 3.0] => [12.0, 4.0]; }
}

mod names_of_a_callers_macro {
    use super::*;

    macro_rules! made {
        ($name:ident, |$a:ident| $e:expr) => {
            #[derive_grad]
            fn $name($a: f64) -> f64 {
                let t = $a * 3.0;
                $e * t
            }
        };
    }

    made!(f, |t| t * t);

    // 3·t³
    check! { |v| (v[0]) -> (t); smooth [2.0] => [36.0]; }
}

mod buffer_of_a_plain_function {
    use super::*;

    fn table(n: usize) -> Vec<f64> {
        vec![1.0; n]
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = table(3);
        a[1] += x;
        for v in a.iter_mut() {
            *v *= x;
        }
        a[1] * y
    }

    // (x + x²)·y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.5, 3.0] => [6.0, 0.75]; }
}
