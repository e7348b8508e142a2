//! Local vectors: made, grown, shrunk.

use grad_runtime::derive_grad;

mod repeated {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x * x; n];
        for i in 1..n {
            a[i] *= a[i - 1];
        }
        a[n - 1]
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [6.0 * 7.59375]; }

    mod once {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [3.0]; }
    }
}

mod listed {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = vec![x, y, 2.0, x * y];
        a[2] *= a[3];
        a[0] * a[2]
    }

    // 2 x^2 y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, -2.0] => [-12.0, 4.5]; }
}

mod pushed {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = Vec::new();
        for e in x {
            a.push(e * e);
        }
        a[0] * a[x.len() - 1]
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [27.0, 0.0, 13.5]; smooth [1.5] => [13.5]; }
}

mod pushed_onto_a_capacity {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a: Vec<f64> = Vec::with_capacity(n);
        a.push(1.0);
        for i in 0..n {
            a.push(a[i] * x);
        }
        a[n]
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [6.75]; }
}

mod pushed_under_a_condition {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut kept: Vec<f64> = Vec::new();
        for &e in x {
            if e > 0.0 {
                kept.push(e);
            }
        }
        let mut s = 1.0;
        for e in &kept {
            s *= e;
        }
        s * kept.len() as f64
    }

    check! { |v| (v) -> (x); smooth [1.5, -2.0, 3.0] => [6.0, 0.0, 3.0]; smooth [-1.0] => [0.0]; }
}

mod stack_machine {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], code: &[u8]) -> f64 {
        let mut stack: Vec<f64> = Vec::new();
        let mut next = 0;
        for op in code {
            match op {
                b'x' => {
                    stack.push(x[next]);
                    next += 1;
                }
                b'+' => {
                    let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                    stack.push(a + b);
                }
                b'*' => {
                    let b = stack.pop().unwrap();
                    let a = stack.pop().unwrap();
                    stack.push(a * b);
                }
                _ => {
                    let a = stack.pop().unwrap();
                    stack.push(a.sin());
                }
            }
        }
        stack.pop().unwrap()
    }

    // sin(x0 x1) + x2
    check! { |v| (v, b"xx*sx+") -> (x); smooth [1.5, 0.5, 3.0]; }

    mod deep {
        use super::*;
        check! { |v| (v, b"xxxx+*+") -> (x); smooth [1.5, 0.5, 3.0, 2.0] => [1.0, 5.0, 0.5, 0.5]; }
    }
}

mod popped_until_empty {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut todo = x.to_vec();
        let mut s = 1.0;
        while let Some(e) = todo.pop() {
            s = s * e + 1.0;
        }
        s
    }

    // ((x1 + 1) x0) + 1
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [3.0, 1.5]; smooth []; }
}

mod listed_and_popped_until_empty {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v: Vec<f64> = vec![x, 1.0, x * x];
        let mut s = 0.0;
        while let Some(t) = v.pop() {
            s += t * t;
        }
        s
    }

    // x^2 + 1 + x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [16.5]; }
}

mod extended {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut a = vec![y[0]];
        a.extend_from_slice(x);
        a.extend_from_slice(&y[1..]);
        for i in 1..a.len() {
            a[i] *= a[i - 1];
        }
        a[a.len() - 1]
    }

    // y0 x0 x1 y1
    check! { |v| (&v[..2], &v[2..]) -> (x, y); smooth [1.5, 2.0, 3.0, 4.0] => [24.0, 18.0, 12.0, 9.0]; }
}

mod truncated_and_cleared {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a.truncate(2);
        let t = a[0] * a[1];
        a.clear();
        a.push(t);
        a.push(t * x[2]);
        a[0] * a[1]
    }

    // x0^2 x1^2 x2
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [36.0, 27.0, 9.0]; }
}

mod from_an_array {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = Vec::from([x, 2.0]);
        a[1] *= a[0];
        a[1] * a[0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.0]; }
}

mod cloned {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut b = a.clone();
        a[0] *= b[1];
        b[1] = a[0] * b[0];
        let c = b.to_vec();
        a[1] = 7.0;
        a[0] * c[1]
    }

    // x0 x1 * x0 x1 x0
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [27.0, 13.5]; }
}

mod moved {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x; 2];
        a[0] *= x;
        let mut b = a;
        b[1] *= b[0];
        a = vec![b[1], 1.0];
        a[1] += a[0];
        a[1] * b[0]
    }

    // (x^3 + 1) x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625 + 3.0]; }
}

mod lengths_in_use {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = Vec::new();
        while a.len() < 3 && !(a.len() > 5) {
            a.push(x * a.len() as f64);
        }
        if a.is_empty() {
            x
        } else {
            a[1] * a[2] * a.len() as f64
        }
    }

    // 6 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [18.0]; }
}

mod returned {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> Vec<f64> {
        let mut a = Vec::with_capacity(x.len() + 1);
        a.push(x[0] * x[0]);
        for e in x {
            a.push(a[a.len() - 1] * e);
        }
        a
    }

    several! {
        |v| (v) -> (x: vec![0.0; 2]), seed vec![0.0; 3];
        [1.5, 2.0] => [[3.0, 0.0], [6.75, 0.0], [13.5, 3.375]];
    }
}

mod returned_array {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> [f64; 3] {
        let mut a = [0.0; 3];
        for i in 0..3 {
            a[i] = x.powi(i as i32 + 1);
        }
        a[0] *= a[1];
        a
    }

    several! {
        |v| (v[0]) -> (x: 0.0), seed [0.0; 3];
        [1.5] => [[6.75], [3.0], [6.75]];
    }
}

mod zeros_then_written {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = vec![0.0; x.len()];
        for i in 0..x.len() {
            a[i] = x[i] * x[x.len() - 1 - i];
        }
        let mut s = 0.0;
        for e in &a {
            s += e;
        }
        s
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [6.0, 4.0, 3.0]; smooth []; smooth [2.0] => [4.0]; }
}

mod resized {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x, x * x];
        a.resize(n, x * 3.0);
        a[0] *= 2.0;
        let mut s = 0.0;
        for e in &a {
            s += e;
        }
        s
    }

    mod longer {
        use super::*;
        check! { |v| (v[0], 4) -> (x); smooth [1.5] => [2.0 + 3.0 + 6.0]; }
    }

    mod shorter {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [2.0]; }
    }
}

mod new_without_a_type {
    use super::*;

    #[derive_grad]
    fn grow(v: &mut Vec<f64>, x: f64) {
        v.push(x * x);
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v = Vec::new();
        grow(&mut v, x);
        v[0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [3.0]; }
}

mod popped_with_a_default {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let first = a.pop().unwrap_or(1.0);
        let second = a.pop().unwrap_or(1.0);
        first * second * second
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [6.0, 2.25]; smooth [1.5] => [1.0]; smooth []; }
}

mod moved_from_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(a: Vec<f64>) -> f64 {
        let mut b = a;
        b[0] *= b[1];
        b[0] * b[0]
    }

    check! { |v| (v.to_vec()) -> (a); smooth [1.5, 2.0] => [12.0, 9.0]; }
}

mod returned_early {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> Vec<f64> {
        let mut a = vec![x];
        for i in 0..n {
            if i == 2 {
                return a;
            }
            a.push(a[i] * x);
        }
        a.push(x);
        a
    }

    several! {
        |v| (v[0], 5) -> (x: 0.0), seed vec![0.0; 3];
        [1.5] => [[1.0], [3.0], [6.75]];
    }

    mod at_the_end {
        use super::*;
        several! {
            |v| (v[0], 1) -> (x: 0.0), seed vec![0.0; 3];
            [1.5] => [[1.0], [3.0], [1.0]];
        }
    }
}

mod inserted_and_removed {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a.insert(1, x[0] * x[0]);
        let removed = a.remove(0);
        removed * a[0] * a[1]
    }

    // x0^3 x1
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [13.5, 3.375]; }
}
