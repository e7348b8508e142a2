//! `wrt(self.k, self.w: [f64])`: the gradients by fields of `self` alone.

use grad_runtime::{Differentiable, Tape, check, derive_grad};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Asset {
    spot: f64,
    vol: f64,
    weights: Vec<f64>,
    grid: [f64; 2],
    kind: usize,
    inner: Inner,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Inner {
    rate: f64,
}

#[derive_grad]
impl Asset {
    #[derive_grad(wrt(self.spot, self.vol, t))]
    fn value(&self, t: f64, strike: f64) -> f64 {
        self.spot * (self.vol * t).exp() - strike * self.inner.rate
    }

    #[derive_grad(wrt(x, self.weights: [f64], self.grid: [f64; 2], self.inner: Inner))]
    fn weighted(&self, x: f64) -> f64 {
        let mut sum = self.grid[0] * x;
        for w in &self.weights {
            sum += w * w * self.grid[1] * self.inner.rate;
        }
        sum
    }

    #[derive_grad(wrt(self.vol))]
    fn checked(self, t: f64) -> Result<f64, String> {
        if t < 0.0 {
            return Err("too early".to_owned());
        }
        Ok(self.vol.powi(2) * t)
    }

    #[derive_grad(wrt(self.vol: f64, self.spot: f64))]
    fn both(&self) -> (f64, f64) {
        (self.vol * self.spot, self.spot * self.inner.rate)
    }
}

fn asset() -> Asset {
    Asset {
        spot: 2.0,
        vol: 0.5,
        weights: vec![1.0, -3.0],
        grid: [0.25, 4.0],
        kind: 1,
        inner: Inner { rate: 0.1 },
    }
}

#[test]
fn floats_of_self_beside_a_parameter() {
    let a = asset();
    let (value, d_spot, d_vol, d_t) = a.value_grad(2.0, 10.0);
    let e = 1.0_f64.exp();
    assert_eq!(value, 2.0 * e - 1.0);
    assert_eq!((d_spot, d_vol, d_t), (e, 4.0 * e, e));
    let (mut d_spot, mut d_vol, mut d_t) = (f64::NAN, f64::NAN, f64::NAN);
    a.value_grad_into(2.0, 10.0, &mut d_spot, &mut d_vol, &mut d_t);
    assert_eq!((d_spot, d_vol, d_t), (e, 4.0 * e, e));
    let (_, pullback) = a.value_vjp(2.0, 10.0);
    pullback(10.0, &mut d_spot, &mut d_vol, &mut d_t);
    assert_eq!((d_spot, d_vol, d_t), (11.0 * e, 44.0 * e, 11.0 * e));
}

#[test]
fn vectors_arrays_and_structs_of_self() {
    let a = asset();
    let (_, d_weights, d_grid, d_inner, d_x) = a.weighted_grad(3.0);
    assert_eq!(d_weights, [0.8, -2.4000000000000004]);
    assert_eq!((d_grid, d_x), ([3.0, 1.0], 0.25));
    assert_eq!(d_inner, InnerTangent { rate: 40.0 });
    let mut tape = Tape::new();
    let (mut w, mut g, mut i) = ([f64::NAN; 2], [f64::NAN; 2], InnerTangent { rate: 1.0 });
    let mut d_x = f64::NAN;
    a.weighted_grad_with(&mut tape, 3.0, &mut w, &mut g, &mut i, &mut d_x);
    assert_eq!((w.to_vec(), g, d_x), (d_weights, d_grid, 0.25));
    assert_eq!(i, d_inner);
    check::assert_gradient(
        |w: &Vec<f64>| {
            let weights = w.clone();
            Asset { weights, ..asset() }.weighted(3.0)
        },
        &a.weights,
        &w.to_vec(),
    );
}

#[test]
#[should_panic(expected = "weights")]
fn a_buffer_of_another_length_is_named() {
    let a = asset();
    let (_, pullback) = a.weighted_vjp(3.0);
    pullback(
        1.0,
        &mut [0.0],
        &mut [0.0; 2],
        &mut InnerTangent { rate: 0.0 },
        &mut 0.0,
    );
}

#[test]
fn fields_of_a_consumed_self_and_of_several_results() {
    assert_eq!(asset().checked_grad(3.0), Ok((0.75, 3.0)));
    assert_eq!(asset().checked_grad(-1.0), Err("too early".to_owned()));
    let a = asset();
    let (values, pullback) = a.both_vjp();
    assert_eq!(values, (1.0, 0.2));
    let (mut d_vol, mut d_spot) = (0.0, 0.0);
    pullback(&(1.0, 10.0), &mut d_vol, &mut d_spot);
    assert_eq!((d_vol, d_spot), (2.0, 0.5 + 1.0));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Line<T>(T, T);

#[derive_grad(wrt(self.1))]
impl<T: Copy + std::ops::Add<Output = T> + std::ops::Mul<Output = T>> Line<T> {
    fn at(&self, x: T) -> T {
        self.0 * x + self.1 * self.1
    }
}

#[test]
fn a_field_by_its_number_in_a_generic_type() {
    assert_eq!(Line(2.0, 3.0).at_grad(4.0), (17.0, 6.0));
    assert_eq!(Line(2.0_f32, 3.0).at_grad(4.0), (17.0, 6.0));
}
