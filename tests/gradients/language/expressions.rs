//! Literals, casts, constants, fields, indices, references, operators.

use grad_runtime::derive_grad;

mod literals {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = 1. * x + 1e-3 * x + 2f64 * x + 1_000.0 * x;
        let b = 0.5_f64 * x + 1E2 * x + 3e+1 * x + 2.5e-1_f64 * x;
        a + b + 0x10 as f64 * x + 0b11 as f64 * x + 1_0usize as f64 * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [1003.001 + 130.75 + 29.0];
    }
}

mod single_literals {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f32 {
        let a = 1. * x + 2f32 * x + 1_000.0 * x;
        a + 0.5_f32 * x * 2.0
    }

    check! {
        |v| (v[0] as f32) -> (x);
        smooth [1.5] => [1004.0];
    }
}

mod double_to_single_and_back {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let y = x as f32;
        let z = y * y;
        z as f64 * x
    }

    check! {
        |v| (v[0]) -> (x);
        single [1.5] => [6.75];
        single [-0.5] => [0.75];
    }
}

mod single_to_double {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f64 {
        let y = x as f64;
        y * y * 0.5
    }

    check! {
        |v| (v[0] as f32) -> (x);
        smooth [1.5] => [1.5];
    }
}

mod double_to_single_result {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f32) -> f32 {
        (x * x) as f32 * y
    }

    check! {
        |v| (v[0], v[1] as f32) -> (x, y);
        smooth [1.5, -2.0] => [-6.0, 2.25];
    }
}

mod cast_to_its_own_type {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        (x as f64) * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0];
    }
}

mod integer_to_float {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize, k: i32) -> f64 {
        let scale = n as f64 / (k as f64 + 0.5);
        scale * x * x + (n as i32 - k) as f64
    }

    check! {
        |v| (v[0], 3, -2) -> (x);
        smooth [1.5] => [-6.0];
    }
}

/// What goes through an integer has slope 0.
mod float_to_integer_to_float {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let whole = x as i64;
        whole as f64 * x + (x as u8) as f64
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.5] => [2.0];
        kink [3.0] => [3.0];
    }
}

mod float_to_index {
    use super::*;

    #[derive_grad]
    fn f(table: &[f64], t: f64) -> f64 {
        let i = t as usize;
        let part = t - i as f64;
        table[i] * (1.0 - part) + table[i + 1] * part
    }

    check! {
        |v| (&v[..3], v[3]) -> (table, t);
        smooth [1.0, 3.0, 10.0, 1.25] => [0.0, 0.75, 0.25, 7.0];
        smooth [1.0, 3.0, 10.0, 0.5] => [0.5, 0.5, 0.0, 2.0];
    }
}

mod constants {
    use super::*;

    const GAIN: f64 = 1.75;
    static OFFSET: f64 = 0.25;
    const WEIGHTS: [f64; 3] = [1.0, 2.0, 3.0];
    static TABLE: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];

    #[derive_grad]
    fn f(x: f64, i: usize) -> f64 {
        const LOCAL: f64 = 0.5;
        (GAIN * x + OFFSET) * LOCAL * x + WEIGHTS[i] * x * TABLE[1][i]
    }

    check! {
        |v| (v[0], 1) -> (x);
        smooth [1.5] => [1.75 * 1.5 + 0.125 + 8.0];
    }
}

mod constants_by_path {
    use super::*;

    mod units {
        pub const SCALE: f64 = 2.5;
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = std::f64::consts::PI * x;
        a * units::SCALE + f64::EPSILON * x + std::f64::consts::LN_2.max(x)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [std::f64::consts::PI * 2.5 + 1.0];
    }
}

mod constant_of_the_type {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let least = f64::MIN_POSITIVE;
        (x + least).min(f64::INFINITY).max(f64::MIN) * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0];
    }
}

mod tuple_fields {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let p = (x * y, (y, x));
        p.0 * (p.1).0 + p.1.1
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [5.0, -6.0];
    }
}

mod array_literals {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, i: usize) -> f64 {
        let a = [x, x * y, y];
        let b = [y; 3];
        a[i] * b[2] + a[0] * [x, 1.0][1]
    }

    check! {
        |v| (v[0], v[1], 1) -> (x, y);
        smooth [1.5, -2.0] => [5.0, -6.0];
    }
}

mod repeated_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = [x * x; 4];
        a[0] + a[1] + a[2] * a[3]
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [2.0 * 2.0 * 1.5 + 4.0 * 1.5 * 1.5 * 1.5];
    }
}

mod three_dimensions {
    use super::*;

    #[derive_grad]
    fn f(x: &[[[f64; 2]; 2]], i: usize, j: usize) -> f64 {
        x[i][j][0] * x[i][j][1] + x[0][0][i] * x[j][i][j]
    }

    check! {
        |v| (&[[[v[0], v[1]], [v[2], v[3]]], [[v[4], v[5]], [v[6], v[7]]]], 1, 0) -> (x);
        smooth [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0] =>
            [0.0, 3.0, 2.0, 0.0, 6.0, 5.0, 0.0, 0.0];
    }
}

mod computed_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        x[n * n - 1] * x[n % 2] + x[x.len() - 1] * x[n >> 1]
    }

    check! {
        |v| (v, 2) -> (x);
        smooth [1.5, -2.0, 0.5, 3.0] => [3.0, 3.0, 0.0, -0.5];
    }
}

mod same_element_by_two_indices {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize, j: usize) -> f64 {
        x[i] * x[j] * x[i]
    }

    check! {
        |v| (v, 1, 1) -> (x);
        smooth [1.5, -2.0] => [0.0, 12.0];
    }
}

mod references {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let p = &x;
        let q = &y;
        let product = p * q;
        *p * product + &product * *q
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [2.0 * 1.5 * -2.0 + 4.0, 2.25 + 2.0 * 1.5 * -2.0];
    }
}

mod reference_to_an_element {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        let e = &x[i];
        let row = &x[1..3];
        e * *e + row[0] * row[1]
    }

    check! {
        |v| (v, 1) -> (x);
        smooth [1.5, -2.0, 0.5] => [0.0, -3.5, -2.0];
    }
}

mod unary_minus {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        -x.powi(2) - -y * -x - (-(-y)).abs()
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-3.0 + 2.0, -1.5 + 1.0];
    }
}

mod precedence {
    use super::*;

    #[derive_grad]
    fn f(a: f64, b: f64, c: f64) -> f64 {
        let p = a - b - c;
        let q = a - (b - c);
        let r = a / b / c;
        let s = a / (b / c);
        let t = a / b * c;
        p * q + r + s + t + a * b % c
    }

    // a / b c, a c / b, a c / b; at the point a b % c = a b - 3 c.
    check! {
        |v| (v[0], v[1], v[2]) -> (a, b, c);
        smooth [3.0, 2.0, 1.75] => [
            2.0 * (3.0 - 2.0) + 1.0 / 3.5 + 2.0 * 0.875 + 2.0,
            -2.0 * (3.0 - 2.0) - 3.0 / (4.0 * 1.75) - 2.0 * 3.0 * 1.75 / 4.0 + 3.0,
            -2.0 * 1.75 - 3.0 / (2.0 * 1.75 * 1.75) + 3.0 - 3.0,
        ];
    }
}

mod comparison_as_a_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let larger = x > y;
        let either = larger | (x == y);
        let count = larger as usize + !either as usize;
        if either && !(y < 0.0) {
            x * count as f64
        } else {
            x * y * count as f64
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-2.0, 1.5];
        smooth [1.5, 0.5] => [1.0, 0.0];
    }
}

#[rustfmt::skip]
mod block_as_a_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let y = {
            let x = x * x;
            let t = x + 1.0;
            t * x
        };
        y + { x } * { { 2.0 } }
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [4.0 * 1.5 * 1.5 * 1.5 + 3.0 + 2.0];
    }
}

mod conditional_as_an_operand {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        2.0 * if x > 0.0 { x * y } else { y }
            + match y > 0.0 {
                true => x,
                false => y * y,
            }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [-4.0, -1.0];
        smooth [-1.5, 2.0] => [1.0, 2.0];
    }
}

#[rustfmt::skip]
mod parentheses {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        (((x)) * (((x + 1.0))));
        ((x) * ((x)))
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0];
    }
}

mod result_is_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(x: f64, _y: f64) -> f64 {
        x
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, 2.0] => [1.0, 0.0];
    }
}

mod result_is_an_element {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x[1]
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0] => [0.0, 1.0];
    }
}

mod result_is_a_constant {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.len() as f64
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0] => [0.0, 0.0];
    }
}

/// NaN in dead code never shows.
mod dead_code {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let nan = (x - x).ln() * 0.0 + (-x * x).sqrt();
        let _also = nan / (x - x);
        x * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [1.5] => [3.0];
    }
}

/// Both zero and infinite values where only finite slopes meet.
mod finite_slope_of_infinite_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        if x.exp().is_finite() {
            y * x.exp()
        } else {
            y * x
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1000.0, 2.0] => [2.0, 1000.0];
    }
}

mod single_array_to_double {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f64 {
        let mut a = [x, 2.0];
        a[1] *= a[0];
        a[1] as f64
    }

    check! { |v| (v[0] as f32) -> (x); smooth [1.5] => [2.0]; }
}

mod single_vector_to_double_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f32, y: f64, n: usize) -> f64 {
        let mut a = vec![x, 0.5];
        let mut s = y;
        for i in 0..n {
            a.push(a[i] * x + 0.5);
            s *= a[i + 2] as f64;
            a[1] += s as f32;
        }
        s * f64::from(a[0])
    }

    trips! { |v| (v[0] as f32, v[1], N) -> (x, y); at [0.75, 0.5] }
}
