//! Local arrays that are written.

use grad_runtime::derive_grad;

mod elements {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [0.0; 3];
        a[0] = x * x;
        a[1] = a[0] * y;
        a[2] = a[1] * a[0];
        a[2] + a[1]
    }

    // x^4 y + x^2 y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, -2.0] => [-27.0 - 6.0, 5.0625 + 2.25]; }
}

mod computed_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut a = [1.0; 4];
        for i in 0..n {
            a[(3 * i + 1) % 4] *= x[i] * x[i];
        }
        a[0] * a[1] + a[2] * a[3]
    }

    check! { |v| (v, v.len()) -> (x); smooth [1.5, -2.0] => [12.0, -9.0]; smooth [0.5, 2.0, 3.0, 1.5]; }
}

mod index_from_a_float {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut bins = [0.0; 3];
        for e in x {
            let k = e.floor() as usize;
            bins[k] += e * e;
        }
        bins[0] * bins[1] + bins[2]
    }

    // bins: 0.25, 2.25 + 1.21, 6.25
    check! { |v| (v) -> (x); smooth [0.5, 1.5, 2.5, 1.1] => [3.46, 0.75, 5.0, 0.55]; }
}

mod whole_assignment {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [x, y];
        a[0] *= y;
        let b = a;
        a = [a[1] * a[1], x];
        a[0] * b[0] + a[1]
    }

    // y^3 x + x
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, -2.0] => [-7.0, 18.0]; }
}

mod copy_is_its_own_memory {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = [x, x * x];
        let mut b = a;
        b[0] = 5.0;
        b[1] *= x;
        a[0] * b[0] + a[1] * b[1]
    }

    // 5 x + x^5
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 + 5.0 * 5.0625]; }
}

mod declared_later {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a;
        a = [x, x * x];
        a[0] *= a[1];
        a[0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod declared_on_both_branches {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = if n > 1 { [x, x * x] } else { [x * x, 3.0] };
        a[0] *= a[1];
        a[0]
    }

    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [6.75]; }

    mod the_other {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [9.0]; }
    }
}

mod by_value_array {
    use super::*;

    #[derive_grad]
    fn f(mut a: [f64; 3], k: f64) -> f64 {
        a[1] *= a[0] * k;
        a[2] = a[1] * a[1];
        a[0] = 0.0;
        a[0] + a[2]
    }

    // (a0 a1 k)^2
    check! {
        |v| ([v[0], v[1], v[2]], v[3]) -> (a, k);
        smooth [1.5, -2.0, 7.0, 0.5] => [3.0, -2.25, 0.0, 9.0];
    }
}

mod by_value_vector {
    use super::*;

    #[derive_grad]
    fn f(mut a: Vec<f64>) -> f64 {
        let last = a.pop().unwrap();
        a.push(a[0] * last);
        a[0] *= last;
        a[0] * a[a.len() - 1]
    }

    // (a0 a1)^2
    check! { |v| (v.to_vec()) -> (a); smooth [1.5, -2.0] => [12.0, -9.0]; }
}

mod by_value_rows {
    use super::*;

    #[derive_grad]
    fn f(mut m: [[f64; 2]; 2]) -> f64 {
        m[0][1] *= m[1][0];
        m[1] = m[0];
        m[1][1] * m[0][0]
    }

    // m00 m01 m10
    check! {
        |v| ([[v[0], v[1]], [v[2], v[3]]]) -> (m);
        smooth [1.5, -2.0, 3.0, 7.0] => [-6.0, 4.5, -3.0, 0.0];
    }
}

mod tuple_of_buffers {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut pair = ([0.0; 2], vec![x; 2]);
        pair.0[1] = x * pair.1[0];
        pair.1[0] = pair.0[1] * x;
        pair.0[1] * pair.1[0] + pair.1[1]
    }

    // x^5 + x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625 + 1.0]; }
}

mod tuple_taken_apart {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let (mut a, mut b) = ([x, 1.0], vec![0.0; 2]);
        b[0] = a[0] * a[0];
        a[1] = b[0] * x;
        a[1] * b[0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
}

mod buffer_out_of_a_block {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = {
            let mut t = [x; 3];
            for i in 1..3 {
                t[i] *= t[i - 1];
            }
            t
        };
        a[0] + a[1] * a[2]
    }

    // x + x^5
    check! { |v| (v[0]) -> (x); smooth [1.5] => [1.0 + 5.0 * 5.0625]; }
}

mod shadowed {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x, 2.0];
        a[1] *= x;
        let mut a = [a[1], a[0] * a[1]];
        a[0] *= a[1];
        a[0]
    }

    // 2 x * 2 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [27.0]; }
}

mod constant_table_updated {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [1.0, 2.0, 3.0];
        let before = a[1];
        a[1] *= x;
        before * a[1] * a[2]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [12.0]; }
}

mod never_active {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut seen = [false; 4];
        let mut order = vec![0usize; 3];
        for i in 0..n {
            seen[i] = !seen[i];
            order[i] = n - i;
        }
        if seen[1] { x.powi(order[0] as i32) } else { x }
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [6.75]; }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f32 {
        let mut a = [0.0f32; 2];
        a[0] = x * x;
        a[1] += a[0] * x;
        a[1]
    }

    check! { |v| (v[0] as f32) -> (x); smooth [1.5] => [6.75]; }
}

mod of_computed_length {
    use super::*;

    const N: usize = 2;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [0.0; N + 1];
        a[N] = x * x;
        a[N] * a[N]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod of_generic_length {
    use super::*;

    #[derive_grad]
    fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut a = [0.0; N];
        a[0] = x[0];
        for i in 1..N {
            a[i] = a[i - 1] * x[i] + x[0];
        }
        a[N - 1]
    }

    check! { |v| (&[v[0], v[1], v[2]]) -> (x); smooth [1.5, -2.0, 0.5] => [0.5, 0.75, -1.5]; }
}

mod typed {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a: [f64; 2] = [0.0; 2];
        let mut b: [[f64; 2]; 2] = [[0.0; 2]; 2];
        let mut c: Vec<f64> = vec![0.0; 2];
        a[0] = x;
        b[1][0] = a[0] * x;
        c[1] = b[1][0] * x;
        c[1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod copy_of_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64; 2]) -> f64 {
        let mut a = *x;
        a[0] *= a[1];
        a[1] = x[0];
        a[0] * a[1]
    }

    // x0^2 x1
    check! { |v| (&[v[0], v[1]]) -> (x); smooth [1.5, -2.0] => [-6.0, 2.25]; }
}

mod parameter_shadowed_by_its_element {
    use super::*;

    #[derive_grad]
    fn f(x: f64, v: &mut Vec<f64>) -> f64 {
        let k = 1;
        v[k] *= x;
        {
            let v = v[k] * 2.0;
            let k = v.sin();
            x * k
        }
    }

    in_out! {
        float |v| { a = v[1..].to_vec() } (v[0], &mut a) -> (x: 0.0, a);
        smooth [1.5, 2.0, 0.5];
    }
}
