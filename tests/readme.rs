//! The code in the README: what it calls is compiled and run here, and the halves that it shows are
//! those that are generated.
//!
//! `BLESS=1 cargo test --test readme` rewrites the halves; read the difference in review.
use std::ops::Sub;
use std::path::PathBuf;

use approx::assert_relative_eq;
use grad_runtime::Differentiable;
use grad_runtime::check;
use grad_runtime::{Tape, derive_grad, diff_fn, grad_rule};

#[path = "../examples/support/halves.rs"]
mod halves;

mod reexported {
    pub use grad_runtime;
}

/// The energy of a chain of springs.
#[derive_grad]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        let stretch = x[i] - x[i - 1];
        sum += 0.5 * k * stretch * stretch;
    }
    sum
}

#[derive_grad]
fn running_sum(x: &[f64], out: &mut [f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i];
        out[i] = sum;
    }
}

#[derive_grad(wrt(w, b))]
fn square_error(w: f64, b: f64, x: f64, y: f64) -> f64 {
    let miss = w * x + b - y;
    miss * miss
}

struct Settings {
    power: i32,
}

#[derive_grad(no_grad(settings))]
fn power(x: f64, settings: &Settings) -> f64 {
    x.powi(settings.power)
}

#[derive_grad(crate = crate::reexported::grad_runtime)]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[derive_grad(wrt(w), test(w = [0.5, -0.5], x = [1.0, 2.0]), test(w = [], x = vec![]))]
fn square_error_at(w: &[f64], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.len() {
        sum += (w[i] - x[i]) * (w[i] - x[i]);
    }
    sum
}

mod loss {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn softplus(x: f64) -> f64 {
        if x > 0.0 {
            x + (-x).exp().ln_1p()
        } else {
            x.exp().ln_1p()
        }
    }
}

use loss::{softplus, softplus_vjp};

#[derive_grad]
fn logistic(margin: f64, scale: f64) -> f64 {
    softplus(-margin * scale) + loss::softplus(scale)
}

#[derive_grad]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / (2 * n) as f64;
    let mut sum = f(a) + f(b);
    for i in 1..2 * n {
        let weight = if i % 2 == 1 { 4.0 } else { 2.0 };
        sum += weight * f(a + i as f64 * h);
    }
    sum * h / 3.0
}

#[derive_grad]
fn work(k: f64, rest: &[f64], end: f64) -> f64 {
    simpson(|x| k * (x - rest[0]), 0.0, end, 4)
}

#[test]
fn functions_as_arguments() {
    // The integral is k (end²/2 - rest end).
    let (value, d_k, d_rest, d_end) = work_grad(2.0, &[0.5], 3.0);
    assert_eq!((value, d_k), (6.0, 3.0));
    assert_eq!((d_rest, d_end), (vec![-6.0], 5.0));
    let (area, d_a, d_b) = simpson_grad(diff_fn(cube, cube_vjp), 1.0, 2.0, 4);
    assert_eq!((area, d_a, d_b), (3.75, -1.0, 8.0));
}

/// Stands for that of `num_traits`, which the README's reader has.
trait Float:
    Copy + std::ops::Neg<Output = Self> + std::ops::Mul<Output = Self> + std::ops::Add<Output = Self>
{
    fn zero() -> Self;
    fn exp(self) -> Self;
}

impl Float for f64 {
    fn zero() -> Self {
        0.0
    }
    fn exp(self) -> Self {
        f64::exp(self)
    }
}

#[derive(Differentiable)]
struct Curve<T> {
    rate: T,
    knots: Vec<T>,
    steps: usize,
}

#[derive_grad]
impl<T: Float> Curve<T> {
    fn discount(&self, t: T) -> T {
        (-self.rate * t).exp()
    }

    fn value(&self, t: T) -> T {
        let early = self.knots.iter().take(self.steps);
        early.fold(T::zero(), |sum, &k| sum + k * self.discount(k * t))
    }
}

#[test]
fn structs_and_methods() {
    let curve = Curve {
        rate: 0.0,
        knots: vec![1.0, 2.0, 4.0],
        steps: 2,
    };
    let (value, d_curve, d_t) = curve.value_grad(0.5);
    assert_eq!((value, d_t), (3.0, 0.0));
    assert_eq!(d_curve.knots, [1.0, 1.0, 0.0]);
    assert_eq!(d_curve.rate, -2.5);
}

#[derive(Clone, Copy, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}

#[derive_grad]
impl Sub for Vec2 {
    type Output = Vec2;

    fn sub(self, o: Vec2) -> Vec2 {
        Vec2 {
            x: self.x - o.x,
            y: self.y - o.y,
        }
    }
}

trait Energy {
    fn energy(&self, p: Vec2, q: Vec2) -> f64;
}

#[derive(Differentiable)]
struct Spring {
    k: f64,
    rest: f64,
}

#[derive_grad]
impl Energy for Spring {
    fn energy(&self, p: Vec2, q: Vec2) -> f64 {
        let r = p - q;
        let stretch = r.x.hypot(r.y) - self.rest;
        0.5 * self.k * stretch * stretch
    }
}

#[test]
fn traits_and_operators() {
    let spring = Spring { k: 2.0, rest: 1.0 };
    let (p, q) = (Vec2 { x: 3.0, y: 4.0 }, Vec2 { x: 0.0, y: 0.0 });
    let (value, d_spring, d_p, d_q) = spring.energy_grad(p, q);
    assert_eq!((value, d_spring.k, d_spring.rest), (16.0, 8.0, -8.0));
    assert_eq!((d_p.x, d_p.y), (-d_q.x, -d_q.y));
}

#[derive_grad]
fn log_mean(x: &[f64]) -> Result<f64, String> {
    if x.is_empty() {
        return Err("no data".to_owned());
    }
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    Ok(mean.ln())
}

#[derive_grad]
fn gap(x: &[f64], y: &[f64]) -> Result<f64, String> {
    Ok((log_mean(x)? - log_mean(y)?).powi(2))
}

#[test]
fn results_and_options() {
    assert_eq!(
        log_mean_grad(&[1.0, 3.0]),
        Ok((2.0_f64.ln(), vec![0.25, 0.25]))
    );
    assert_eq!(gap_grad(&[1.0], &[]), Err("no data".to_owned()));
}

#[derive_grad]
fn steepest(x: &[f64], y: &[f64], least: f64) -> f64 {
    let mut best: Option<f64> = None;
    for i in 1..x.len() {
        let run = x[i] - x[i - 1];
        let slope = (run != 0.0).then(|| (y[i] - y[i - 1]) / run);
        best = match (best, slope) {
            (Some(b), Some(s)) if b > s => Some(b),
            (b, s) => s.or(b),
        };
    }
    best.filter(|b| *b > least).map_or(0.0, |b| b * b)
}

#[test]
fn options_inside() {
    let (value, d_x, d_y, _) = steepest_grad(&[0.0, 1.0, 2.0], &[0.0, 1.0, 4.0], 2.0);
    assert_eq!(value, 9.0);
    assert_eq!((d_x, d_y), (vec![0.0, 18.0, -18.0], vec![0.0, -6.0, 6.0]));
}

#[derive_grad]
fn log_sum_exp(x: &[f64]) -> f64 {
    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shifted = |v: &f64| (v - top).exp();
    top + x.iter().map(shifted).sum::<f64>().ln()
}

/// The positive root of `r² - b r - 1`.
fn root(b: f64) -> f64 {
    (0..60).fold(b.abs() + 1.0, |r, _| (r * r + 1.0) / (2.0 * r - b))
}

#[grad_rule]
fn root_rev(b: f64, out: f64, seed: f64, d_b: &mut f64) {
    *d_b += seed * out / (2.0 * out - b);
}

#[derive_grad]
fn cubed(b: f64) -> f64 {
    root(b).powi(3)
}

#[test]
fn derivatives_of_your_own() {
    // The root is 2 at 1.5, and its derivative 4/5.
    let (value, d_b) = cubed_grad(1.5);
    assert_relative_eq!(value, 8.0, max_relative = 1e-14);
    assert_relative_eq!(d_b, 12.0 * 0.8, max_relative = 1e-13);
}

#[test]
fn chains_and_closures() {
    let (value, d_x) = log_sum_exp_grad(&[0.0, 0.0]);
    assert_eq!((value, d_x), (2.0_f64.ln(), vec![0.5, 0.5]));
}

#[test]
fn the_four_functions() {
    let x = [0.0, 1.0, 3.0];
    assert_eq!(energy(&x, 2.0), 5.0);

    // The value and the gradients by `x` and `k`, owned.
    let (e, d_x, d_k) = energy_grad(&x, 2.0);
    assert_eq!((e, d_x, d_k), (5.0, vec![-2.0, -2.0, 4.0], 2.5));

    // The gradients in buffers, which are overwritten.
    let (mut d_x, mut d_k) = (vec![f64::NAN; 3], f64::NAN);
    let e = energy_grad_into(&x, 2.0, &mut d_x, &mut d_k);
    assert_eq!((e, d_k), (5.0, 2.5));

    // The same on a tape that you keep: calls after the first allocate nothing.
    let mut tape = Tape::new();
    let e = energy_grad_with(&mut tape, &x, 2.0, &mut d_x, &mut d_k);
    assert_eq!((e, d_k), (5.0, 2.5));

    // The value and a pullback, which takes a seed and adds to its buffers.
    let (e, pullback) = energy_vjp(&x, 2.0);
    pullback(10.0, &mut d_x, &mut d_k);
    assert_eq!((e, d_k), (5.0, 2.5 + 10.0 * 2.5));
}

#[test]
fn a_buffer_as_result() {
    let mut out = [0.0; 3];
    let ((), pullback) = running_sum_vjp(&[1.0, 2.0, 3.0], &mut out);
    let (mut d_x, mut d_out) = ([0.0; 3], [1.0, 0.0, 10.0]);
    pullback(&mut d_x, &mut d_out);
    assert_eq!(out, [1.0, 3.0, 6.0]);
    assert_eq!(d_x, [11.0, 10.0, 10.0]);
    assert_eq!(d_out, [0.0; 3]);

    let mut plain = [0.0; 3];
    running_sum(&[1.0, 2.0, 3.0], &mut plain);
    assert_eq!(out, plain);
}

#[test]
fn options_and_calls() {
    assert_eq!(square_error(2.0, 1.0, 3.0, 5.0), 4.0);
    assert_eq!(square_error_grad(2.0, 1.0, 3.0, 5.0), (4.0, 12.0, 4.0));

    let settings = Settings { power: 2 };
    assert_eq!(power(3.0, &settings), 9.0);
    assert_eq!(power_grad(3.0, &settings), (9.0, 6.0));

    assert_eq!(cube(2.0), 8.0);
    assert_eq!(cube_grad(2.0), (8.0, 12.0));

    // ln 2 + ln(1 + e), slopes -1/2 and e / (1 + e)
    let (value, d_margin, d_scale) = logistic_grad(0.0, 1.0);
    let e = 1f64.exp();
    assert_eq!(logistic(0.0, 1.0), value);
    approx::assert_relative_eq!(value, 2f64.ln() + e.ln_1p());
    approx::assert_relative_eq!(d_margin, -0.5);
    approx::assert_relative_eq!(d_scale, e / (1.0 + e));
}

#[test]
fn checks() -> Result<(), check::WrongGradient> {
    let x = [0.0, 1.0, 3.0];
    let (_, d_x, d_k) = energy_grad(&x, 2.0);
    check::gradient(|x| energy(x, 2.0), &x, &d_x)?;
    check::gradient(|(x, k)| energy(x, *k), &(x, 2.0), &(d_x, d_k))?;
    assert!(check::gradient(|x| energy(x, 2.0), &x, &[0.0; 3]).is_err());
    Ok(())
}

#[test]
fn the_halves_are_those_that_are_generated() {
    let readme = readme();
    let blocks = rust_blocks(&readme);
    let function = blocks
        .iter()
        .find(|b| b.contains("fn energy("))
        .expect("the README has the function");
    let shown = shown(&blocks).expect("the README has the halves");
    let generated = halves::halves(function, "energy").expect("the function expands");
    if std::env::var_os("BLESS").is_some() {
        let blessed = readme.replace(shown, &generated);
        std::fs::write(readme_path(), blessed).expect("the README can be written");
    } else {
        assert!(
            one_line(shown) == one_line(&generated),
            "the README shows other code than is generated; BLESS=1 rewrites it. Generated:\n{generated}"
        );
    }
}

/// All other code of the README stands in this file too, which is compiled and run.
#[test]
fn the_other_code_is_compiled() {
    let readme = readme();
    let here = one_line(include_str!("readme.rs"));
    let blocks = rust_blocks(&readme);
    let shown = shown(&blocks);
    for block in blocks.iter().filter(|b| Some(**b) != shown) {
        let code = block.trim_start_matches("use grad_runtime::{Tape, derive_grad};");
        assert!(
            here.contains(&one_line(code)),
            "not in tests/readme.rs:\n{block}"
        );
    }
}

/// Conventions are stated for those who read on the way in and for those who look up.
#[test]
fn one_table_of_conventions() {
    let rows = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .map(|line| line.trim_start_matches("//!").trim());
        lines
            .skip_while(|line| *line != "| function | where | contribution |")
            .take_while(|line| line.starts_with('|'))
            .map(ToOwned::to_owned)
            .collect()
    };
    let documentation = rows(include_str!("../grad-runtime/src/lib.rs"));
    assert!(documentation.len() > 15);
    assert_eq!(rows(&readme()), documentation);
}

fn readme_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

fn readme() -> String {
    std::fs::read_to_string(readme_path()).expect("the README can be read")
}

fn rust_blocks(readme: &str) -> Vec<&str> {
    readme
        .split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

fn shown<'r>(blocks: &[&'r str]) -> Option<&'r str> {
    blocks.iter().find(|b| b.starts_with("impl ")).copied()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
