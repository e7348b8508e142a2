//! Worked examples of reverse mode, as a textbook would go through them by hand.

use grad_runtime::derive_grad;

/// As `check!` at one point, with the value and the slopes given to three decimals.
macro_rules! worked {
    (|$v:ident| $args:tt -> $buffers:tt; $x:tt = $value:literal => $slopes:tt) => {
        #[test]
        fn worked() {
            let f = generated! { f f_grad f_grad_into f_grad_with f_vjp; |$v| $args -> $buffers };
            let found = (f.grad)(&$x);
            crate::support::assert_close("value", &[found.value], &[$value], 6e-4);
            crate::support::assert_close("slopes", &found.grad, &$slopes, 6e-4);
            crate::support::all("f", &f, crate::support::Kind::Smooth, &$x, None);
        }
    };
}

mod square_and_itself {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        x * x + x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [3.0] => [7.0];
        smooth [-0.5] => [0.0];
    }

    /// The third derivative is zero, so a centred difference has no error but rounding, and with
    /// these numbers not even that.
    #[test]
    fn centred_difference_is_exact() {
        assert_eq!(f_grad(3.0), (12.0, 7.0));
        for h in [1.0, 0.5, 0.125] {
            assert_eq!((f(3.0 + h) - f(3.0 - h)) / (2.0 * h), 7.0);
        }
    }
}

mod product_and_one_factor {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        x * y + x
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [3.0, 4.0] => [5.0, 3.0];
    }
}

mod weight_used_twice {
    use super::*;

    #[derive_grad]
    fn f(w: f64, x: f64) -> f64 {
        let p = w * x;
        p * p + w
    }

    check! {
        |v| (v[0], v[1]) -> (w, x);
        smooth [0.5, 3.0] => [10.0, 1.5];
    }
}

/// Slopes along a chain multiply: 7 at 3, then 2.
mod chain {
    use super::*;

    #[derive_grad]
    fn inner(x: f64) -> f64 {
        x * x + x
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        2.0 * inner(x)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [3.0] => [14.0];
    }
}

/// Slopes of paths that meet add.
mod two_paths {
    use super::*;

    #[derive_grad]
    fn f(w1: f64, w2: f64, x: f64) -> f64 {
        w1 * x + w2 * x
    }

    check! {
        |v| (v[0], v[1], v[2]) -> (w1, w2, x);
        smooth [0.3, -1.2, 2.0] => [2.0, 2.0, -0.9];
    }
}

/// The parts of the small networks below.
mod parts {
    use super::*;

    pub const W2: [[f64; 2]; 2] = [[1.0, 1.0], [-1.0, 0.5]];
    pub const B1: [f64; 2] = [0.5, -0.5];
    pub const B2: [f64; 2] = [-0.5, 0.0];

    #[derive_grad]
    pub fn affine(w: &[[f64; 2]; 2], x: &[f64; 2], b: &[f64; 2]) -> [f64; 2] {
        [
            w[0][0] * x[0] + w[0][1] * x[1] + b[0],
            w[1][0] * x[0] + w[1][1] * x[1] + b[1],
        ]
    }

    #[derive_grad]
    pub fn relu(x: &[f64; 2]) -> [f64; 2] {
        [x[0].max(0.0), x[1].max(0.0)]
    }

    /// The larger logit is subtracted before the exponential, as one does.
    #[derive_grad]
    pub fn cross_entropy(logits: &[f64; 2], class: usize) -> f64 {
        let largest = logits[0].max(logits[1]);
        let sum = (logits[0] - largest).exp() + (logits[1] - largest).exp();
        largest + sum.ln() - logits[class]
    }

    #[derive_grad]
    pub fn head_a(a: &[f64; 2]) -> f64 {
        let logits = affine(&W2, a, &B2);
        cross_entropy(&logits, 1)
    }

    #[derive_grad]
    pub fn head_b(a: &[f64; 2], target: f64) -> f64 {
        let error = a[0] - a[1] - target;
        error * error
    }
}

mod one_head {
    use super::*;
    use parts::{head_a, head_a_vjp};

    #[derive_grad]
    fn f(a: &[f64; 2]) -> f64 {
        head_a(a)
    }

    worked! { |v| (&[v[0], v[1]]) -> (a); [0.5, 1.0] = 1.313 => [1.462, 0.366] }
}

/// The cotangents of both heads meet at the fork.
mod fork {
    use super::*;
    use parts::{head_a, head_a_vjp, head_b, head_b_vjp};

    #[derive_grad(wrt(a))]
    fn f(a: &[f64; 2], target: f64) -> f64 {
        head_a(a) + head_b(a, target)
    }

    mod both {
        use super::*;
        worked! { |v| (&[v[0], v[1]], 1.0) -> (a); [0.5, 1.0] = 3.563 => [-1.538, 3.366] }
    }

    /// Head B is exactly right and asks for nothing.
    mod head_a_alone {
        use super::*;
        worked! { |v| (&[v[0], v[1]], -0.5) -> (a); [0.5, 1.0] = 1.313 => [1.462, 0.366] }
    }
}

mod two_heads {
    use super::*;
    use parts::{B1, affine, affine_vjp, head_a, head_a_vjp, head_b, head_b_vjp, relu, relu_vjp};

    #[derive_grad]
    fn f(w1: &[[f64; 2]; 2], x: &[f64; 2]) -> f64 {
        let h = affine(w1, x, &B1);
        let a = relu(&h);
        head_a(&a) + head_b(&a, 1.0)
    }

    // The slope by x is the transposed matrix times (-1.538, 3.366).
    worked! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]], &[v[4], v[5]]) -> (w1, x);
        [1.0, -0.5, -0.5, 1.0, 1.0, 2.0] = 3.563 =>
            [-1.538, -3.076, 3.366, 6.731, -3.221, 4.135]
    }
}

/// The same network in one function, scalars only.
mod two_heads_by_hand {
    use super::*;

    #[derive_grad]
    fn f(w: &[f64], x0: f64, x1: f64) -> f64 {
        let a0 = (w[0] * x0 + w[1] * x1 + 0.5).max(0.0);
        let a1 = (w[2] * x0 + w[3] * x1 - 0.5).max(0.0);
        let (l0, l1) = (a0 + a1 - 0.5, 0.5 * a1 - a0);
        let head_a = (l0.exp() + l1.exp()).ln() - l1;
        let error = a0 - a1 - 1.0;
        head_a + error * error
    }

    worked! {
        |v| (&v[..4], v[4], v[5]) -> (w, x0, x1);
        [1.0, -0.5, -0.5, 1.0, 1.0, 2.0] = 3.563 =>
            [-1.538, -3.076, 3.366, 6.731, -3.221, 4.135]
    }
}

/// Around the block the cotangent passes unchanged, through it by the matrix; at `a` they add.
mod residual_block {
    use super::*;
    use parts::{affine, affine_vjp, head_a, head_a_vjp, relu, relu_vjp};

    const V: [[f64; 2]; 2] = [[1.0, -1.0], [0.5, 0.5]];

    mod behind {
        use super::*;

        #[derive_grad]
        fn f(s: &[f64; 2]) -> f64 {
            head_a(s)
        }

        worked! { |v| (&[v[0], v[1]]) -> (s); [0.5, 1.75] = 1.600 => [1.596, 0.399] }
    }

    mod before {
        use super::*;

        #[derive_grad]
        fn f(a: &[f64; 2]) -> f64 {
            let b = relu(&affine(&V, a, &[0.0, 0.0]));
            let s = [a[0] + b[0], a[1] + b[1]];
            head_a(&s)
        }

        worked! { |v| (&[v[0], v[1]]) -> (a); [0.5, 1.0] = 1.600 => [1.796, 0.599] }
    }
}

/// One matrix in both layers: its two gradients add.
mod tied_weights {
    use super::*;
    use parts::{B1, B2, affine, affine_vjp, cross_entropy, cross_entropy_vjp, relu, relu_vjp};

    #[derive_grad]
    fn f(w: &[[f64; 2]; 2], x: &[f64; 2]) -> f64 {
        let h = relu(&affine(w, x, &B1));
        let logits = affine(w, &h, &B2);
        cross_entropy(&logits, 1)
    }

    worked! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]], &[v[4], v[5]]) -> (w, x);
        [1.0, -0.5, -0.5, 1.0, 1.0, 2.0] = 0.252 =>
            [0.445, 0.891, -0.445, -0.891, 0.501, -0.501]
    }
}

/// The cotangent of a concatenation splits into those of its parts.
mod concatenation {
    use super::*;

    #[derive_grad]
    fn weighted_squares(z: &[f64; 3]) -> f64 {
        z[0] * z[0] + 2.0 * z[1] * z[1] + 3.0 * z[2] * z[2]
    }

    #[derive_grad]
    fn f(x: &[f64; 2], y: f64) -> f64 {
        let z = [x[0], x[1], y];
        weighted_squares(&z)
    }

    check! {
        |v| (&[v[0], v[1]], v[2]) -> (x, y);
        smooth [0.5, -1.0, 2.0] => [1.0, -4.0, 12.0];
    }
}

/// The cotangent of a sum goes to every term.
mod sum {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for &e in x {
            s += e;
        }
        s * s
    }

    check! {
        |v| (v) -> (x);
        smooth [0.5, 1.0, 2.0, -0.25] => [6.5, 6.5, 6.5, 6.5];
    }
}

/// What is used in every trip sums over the trips.
mod bias_over_a_batch {
    use super::*;

    #[derive_grad]
    fn f(x: &[[f64; 2]], w: &[f64; 2], bias: f64) -> f64 {
        let mut loss = 0.0;
        for row in x {
            let error = row[0] * w[0] + row[1] * w[1] + bias;
            loss += 0.5 * error * error;
        }
        loss
    }

    // The errors of the three rows are 0.5, 2 and -0.5.
    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]], &[v[6], v[7]], v[8]) -> (x, w, bias);
        smooth [1.0, 1.0, 2.0, 0.5, 0.0, 1.0, 1.0, -1.0, 0.5] =>
            [0.5, -0.5, 2.0, -2.0, -0.5, 0.5, 4.5, 1.0, 2.0];
    }
}

/// The kernel is used at every position.
mod convolution {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], kernel: &[f64; 3]) -> f64 {
        let mut loss = 0.0;
        for i in 0..x.len() - 2 {
            let mut y = 0.0;
            for k in 0..3 {
                y += kernel[k] * x[i + k];
            }
            loss += 0.5 * y * y;
        }
        loss
    }

    // y = (-2, 1): each cotangent of the kernel is the sum of y[i] * x[i + k], each of the signal
    // that of y[i] * kernel[k].
    check! {
        |v| (&v[..4], &[v[4], v[5], v[6]]) -> (x, kernel);
        smooth [1.0, 2.0, 4.0, 2.0, 2.0, 0.0, -1.0] =>
            [-4.0, 4.0, 2.0, -2.0, 2.0, 4.0, -2.0 * 4.0 + 2.0 * 2.0];
        smooth [0.3, -0.4, 0.8, 0.1, 0.7, -0.2, 0.5];
    }
}

/// The recurrent weight is used at every time.
mod recurrence {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], w: f64, u: f64) -> f64 {
        let mut h: f64 = 0.0;
        for &e in x {
            h = (w * h + u * e).tanh();
        }
        h
    }

    check! {
        |v| (&v[..2], v[2], v[3]) -> (x, w, u);
        smooth [0.5, -0.3, 0.8, 1.2] => [
            slope(0.8, 1.2).0, slope(0.8, 1.2).1, slope(0.8, 1.2).2, slope(0.8, 1.2).3
        ];
        smooth [0.1, -0.7, 0.9, 1.1];
    }

    /// Two times by hand.
    fn slope(w: f64, u: f64) -> (f64, f64, f64, f64) {
        let (x1, x2) = (0.5, -0.3);
        let h1 = (u * x1).tanh();
        let h2 = (w * h1 + u * x2).tanh();
        let (s1, s2) = (1.0 - h1 * h1, 1.0 - h2 * h2);
        (s2 * w * s1 * u, s2 * u, s2 * h1, s2 * (x2 + w * s1 * x1))
    }
}

/// A linear recurrence: the slope by the weight is the sum over its uses.
mod powers {
    use super::*;

    #[derive_grad]
    fn f(w: f64, n: usize) -> f64 {
        let mut h = 1.0;
        for _ in 0..n {
            h = w * h;
        }
        h
    }

    check! {
        |v| (v[0], 3) -> (w);
        smooth [2.0] => [12.0];
    }
}
