//! How each of the functions is called: a macro takes the module that holds it and an input.
//!
//! Another spelling with the same parameters stands beside the same gradient by hand.

/// Rows live as long as the program, and so do their inputs.
pub fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// A buffer of any length.
pub fn slice(buffer: &mut [f64]) -> &mut [f64] {
    buffer
}

/// A buffer as an array of its length.
///
/// # Panics
///
/// Where the lengths differ.
pub fn array<const N: usize>(buffer: &mut [f64]) -> &mut [f64; N] {
    buffer.try_into().expect("a buffer of this length")
}

/// The function, its gradients as generated, and that by hand, from the arguments and the buffers
/// with their lengths and kinds.
macro_rules! row {
    ($m:ident, $hand:path; $($arg:expr),+; $($buffer:ident: $length:expr => $kind:ident),+) => {{
        use $crate::row::{Kind, Row};
        let lengths = [$($length),+];
        let mut tape = grad_runtime::Tape::new();
        Row::default()
            .primal(move || $m::primal($($arg),+))
            .gradient(Kind::Ours, lengths, move |[$($buffer),+]| {
                $m::primal_grad_into($($arg),+, $($crate::rows::$kind($buffer)),+)
            })
            .gradient(Kind::Kept, lengths, move |[$($buffer),+]| {
                $m::primal_grad_with(&mut tape, $($arg),+, $($crate::rows::$kind($buffer)),+)
            })
            .gradient(Kind::Hand, lengths, move |[$($buffer),+]| {
                $hand($($arg),+, $($crate::rows::$kind($buffer)),+)
            })
    }};
}

macro_rules! rosenbrock {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!($m, $crate::functions::rosenbrock::grad_by_hand; &i.x; dx: i.x.len() => slice)
    }};
}

macro_rules! logsumexp {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!($m, $crate::functions::logsumexp::grad_by_hand; &i.x; dx: i.x.len() => slice)
    }};
}

macro_rules! mlp {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::mlp::grad_by_hand;
            &i.p, &i.x, i.nh, i.no, i.label; dp: i.p.len() => slice
        )
    }};
}

macro_rules! rnn {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::rnn::grad_by_hand;
            &i.p, &i.xs, &i.ys, i.nx, i.nh, i.nt; dp: i.p.len() => slice
        )
    }};
}

macro_rules! matmul_chain {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::matmul_chain::grad_by_hand;
            &i.p, i.n; dp: i.p.len() => slice
        )
    }};
}

macro_rules! lotka_volterra {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::lotka_volterra::grad_by_hand;
            &i.p, i.nt, i.dt; dp: i.p.len() => array
        )
    }};
}

macro_rules! heat {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::heat::grad_by_hand;
            &i.u0, i.n, i.nt, i.k; du0: i.u0.len() => slice
        )
    }};
}

macro_rules! black_scholes {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::black_scholes::grad_by_hand;
            &i.p, &i.z; dp: i.p.len() => array
        )
    }};
}

macro_rules! gmm {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::gmm::grad_by_hand;
            i.d, i.k, i.n, &i.alpha, &i.mu, &i.q, &i.l, &i.x, i.gamma, i.m;
            dalpha: i.alpha.len() => slice, dmu: i.mu.len() => slice,
            dq: i.q.len() => slice, dl: i.l.len() => slice
        )
    }};
}

macro_rules! lstm {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!(
            $m, $crate::functions::lstm::grad_by_hand;
            i.l, i.c, i.b, &i.weights, &i.extra, &i.state, &i.seq;
            dweights: i.weights.len() => slice, dextra: i.extra.len() => slice
        )
    }};
}

macro_rules! llsq {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!($m, $crate::functions::llsq::grad_by_hand; i.n, &i.x; dx: i.x.len() => slice)
    }};
}

macro_rules! lse {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!($m, $crate::functions::lse::grad_by_hand; &i.x; dx: i.x.len() => slice)
    }};
}

macro_rules! det {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!($m, $crate::functions::det::grad_by_hand; &i.a, i.n; da: i.a.len() => slice)
    }};
}

macro_rules! ode {
    ($m:ident, $input:expr) => {{
        let i = $crate::rows::leak($input);
        row!($m, $crate::functions::ode::grad_by_hand; &i.x, i.s; dx: i.x.len() => slice)
    }};
}

/// All residuals, and all blocks of the Jacobian: a pullback is used up by its call, so each of
/// the two rows of a block has a forward sweep of its own.
macro_rules! ba {
    ($residual:path, $vjp:path, $input:expr) => {{
        use $crate::functions::ba;
        use $crate::row::{Kind, Row};
        let i: &ba::Inputs = $crate::rows::leak($input);
        let count = i.obs.len();
        let report = |results: Option<&mut Vec<f64>>, err: &[[f64; 2]], jac: &[[[f64; 15]; 2]]| {
            if let Some(results) = results {
                results.extend(err.as_flattened());
                results.extend(jac.as_flattened().as_flattened());
            }
        };
        let mut err = vec![[f64::NAN; 2]; count];
        let (mut our_err, mut our_jac) = (err.clone(), vec![[[f64::NAN; 15]; 2]; count]);
        let (mut hand_err, mut hand_jac) = (err.clone(), our_jac.clone());
        Row::default()
            .with(Kind::Primal, move |results| {
                for (k, &(c, p)) in i.obs.iter().enumerate() {
                    err[k] = $residual(&i.cams[c], &i.points[p], i.weights[k], &i.feats[k]);
                }
                report(results, std::hint::black_box(&err), &[]);
            })
            .with(Kind::Ours, move |results| {
                for (k, &(c, p)) in i.obs.iter().enumerate() {
                    for (row, seed) in our_jac[k].iter_mut().zip([[1.0, 0.0], [0.0, 1.0]]) {
                        let (value, pullback) =
                            $vjp(&i.cams[c], &i.points[p], i.weights[k], &i.feats[k]);
                        let (mut d_cam, mut d_x, mut d_w) = ([0.0; 11], [0.0; 3], 0.0);
                        pullback(&seed, &mut d_cam, &mut d_x, &mut d_w);
                        row[..11].copy_from_slice(&d_cam);
                        row[11..14].copy_from_slice(&d_x);
                        row[14] = d_w;
                        our_err[k] = value;
                    }
                }
                report(results, &our_err, std::hint::black_box(&our_jac));
            })
            .with(Kind::Hand, move |results| {
                ba::blocks_by_hand(i, &mut hand_err, &mut hand_jac);
                report(results, &hand_err, std::hint::black_box(&hand_jac));
            })
    }};
}
