//! `if` as value and as statement.

use grad_runtime::derive_grad;

mod as_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let a = if x > y {
            let t = x * y;
            t * t
        } else if x > 0.0 {
            x.sin()
        } else {
            y
        };
        a * x
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 0.5] => [3.0 * 2.25 * 0.25, 2.0 * 3.375 * 0.5];
        smooth [1.5, 2.0] => [1.5f64.sin() + 1.5 * 1.5f64.cos(), 0.0];
        smooth [-1.5, 2.0] => [2.0, -1.5];
    }
}

mod as_statement {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x, y);
        if x > 0.0 {
            a *= b;
        } else if y > 0.0 {
            b = a * a;
        } else {
            (a, b) = (b, a);
        }
        a * a + b
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [12.0, 10.0];
        smooth [-1.5, 2.0] => [-6.0, 0.0];
        smooth [-1.5, -2.0] => [1.0, -4.0];
    }
}

mod without_else {
    use super::*;

    #[derive_grad]
    fn f(mut x: f64) -> f64 {
        if x > 1.0 {
            x = x * x;
        }
        if x > 2.0 {
            x += x * x;
        }
        x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0 + 4.0 * 3.375];
        smooth [1.25] => [2.5];
        smooth [0.5] => [1.0];
    }
}

mod nested {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        if x > 0.0 {
            if y > 0.0 { x * y } else { x / y }
        } else {
            let z = if y > 1.0 { y } else { y * y };
            z * x
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [2.0, 1.5];
        smooth [1.5, -2.0] => [-0.5, -0.375];
        smooth [-1.5, 2.0] => [2.0, -1.5];
        smooth [-1.5, 0.5] => [0.25, -1.5];
    }
}

mod several_values {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (a, b) = if x > y { (x * y, 1.0) } else { (y, x * x) };
        let [c, d] = if a > 0.0 { [a, b] } else { [b, a] };
        c * d + c
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 0.5] => [1.0, 3.0];
        smooth [-1.5, 2.0] => [-6.0, 3.25];
        smooth [1.5, -2.0] => [-2.0, 1.5];
    }
}

mod constant_arm {
    use super::*;

    #[derive_grad]
    fn f(x: f64, limit: f64) -> f64 {
        let y = if x > limit { 1.0 } else { x * x };
        y * x
    }

    check! {
        |v| (v[0], v[1]) -> (x, limit);
        smooth [1.5, 1.0] => [1.0, 0.0];
        smooth [0.5, 1.0] => [0.75, 0.0];
    }
}

mod diverging_arm {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let y = if n == 0 {
            return x * x;
        } else if n == 1 {
            x
        } else {
            panic!("only 0 and 1");
        };
        y * 3.0
    }

    mod returns {
        use super::*;
        check! { |v| (v[0], 0) -> (x); smooth [1.5] => [3.0]; }
    }

    mod goes_on {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [3.0]; }
    }
}

mod early_returns {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        if x < 0.0 {
            return y * y;
        }
        let a = x * y;
        if a > 2.0 {
            let b = a * a;
            if b > 16.0 {
                return b;
            }
            return b * x;
        }
        a
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [-1.5, 2.0] => [0.0, 4.0];
        smooth [3.0, 2.0] => [24.0, 36.0];
        smooth [1.5, 2.0] => [3.0 * 2.25 * 4.0, 2.0 * 3.375 * 2.0];
        smooth [1.5, 0.5] => [0.5, 1.5];
    }
}

/// The arm that did not run divides by zero, takes a root of less than nothing, and so on.
mod nothing_leaks_from_the_other_arm {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = if x > 0.0 { x.ln() } else { x };
        let b = if x == 0.0 { x } else { 1.0 / x };
        let c = if x < 500.0 { x } else { (x * x).exp() };
        a + b + c
    }

    check! {
        |v| (v[0]) -> (x);
        kink [0.0] => [3.0];
        smooth [-2.0] => [2.0 - 0.25];
        smooth [2.0] => [0.5 - 0.25 + 1.0];
    }
}

#[rustfmt::skip]
mod empty_arms {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        if x > 1.0 {
        } else {
            x * 2.0;
        }
        x * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0];
        smooth [0.5] => [1.0];
    }
}

mod on_a_flag {
    use super::*;

    #[derive_grad]
    fn f(x: f64, training: bool) -> f64 {
        let mut y = x;
        if training {
            y *= 0.5 * x;
        }
        if !training { y * 3.0 } else { y }
    }

    mod on {
        use super::*;
        check! { |v| (v[0], true) -> (x); smooth [1.5] => [1.5]; }
    }

    mod off {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [3.0]; }
    }
}

mod pair_of_a_buffer_or_a_new_one {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, c: bool) -> f64 {
        let v = [(x, y), (2.0, y)];
        let pair = if c { v[0] } else { (y, 2.0) };
        pair.0 * pair.1 * x
    }

    check! { |v| (v[0], v[1], true) -> (x, y); smooth [0.5, 3.0] => [3.0, 0.25]; }

    mod new {
        use super::*;
        check! { |v| (v[0], v[1], false) -> (x, y); smooth [0.5, 3.0] => [6.0, 1.0]; }
    }
}

mod literals_beside_single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f32, y: f64) -> f64 {
        let b = vec![0.0, x];
        let mut a = [0.0; 3];
        a[1] = x;
        let w = loop {
            if y > 9.0 {
                break 2.0;
            }
            break x;
        };
        let t = if y > 9.0 { (0.0, 1.0) } else { (x, y) };
        let c = if y > 9.0 { [0.0, 1.0] } else { [x; 2] };
        b[1] as f64 * y + (a[1] * w * t.0 * c[1]) as f64 * t.1
    }

    // x·y + x⁴·y
    check! { |v| (v[0] as f32, v[1]) -> (x, y); single [0.5, 3.0] => [4.5, 0.5625]; }
}
