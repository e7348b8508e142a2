//! What the messages say to write instead is accepted: one function for each `help:`, with a gradient from
//! its closed form. The refusals themselves stand in `tests/ui`.
use approx::assert_relative_eq;
use grad_runtime::{Differentiable, derive_grad};

#[test]
fn a_copy_without_const() {
    const fn square(x: f64) -> f64 {
        x * x
    }
    #[derive_grad]
    fn square_at_run_time(x: f64) -> f64 {
        x * x
    }
    const NINE: f64 = square(3.0);
    assert_relative_eq!(square_at_run_time_grad(3.0).0, NINE);
    assert_relative_eq!(square_at_run_time_grad(3.0).1, 6.0);
}

#[test]
fn a_plain_function_called_from_the_async_one() {
    #[derive_grad]
    fn square(x: f64) -> f64 {
        x * x
    }
    async fn later(x: f64) -> f64 {
        square(x)
    }
    drop(later(3.0));
    assert_relative_eq!(square_grad(3.0).1, 6.0);
}

#[test]
fn a_plain_function_called_from_the_exported_one() {
    #[derive_grad]
    fn square(x: f64) -> f64 {
        x * x
    }
    extern "C" fn exported(x: f64) -> f64 {
        square(x)
    }
    assert_relative_eq!(exported(3.0), 9.0);
    assert_relative_eq!(square_grad(3.0).1, 6.0);
}

#[test]
fn a_function_for_f32_in_place_of_a_type_parameter() {
    #[derive_grad]
    fn square(x: f32) -> f32 {
        x * x
    }
    assert_relative_eq!(square_grad(3.0).1, 6.0_f32);
}

mod alternatives {
    use grad_runtime::derive_grad;

    #[cfg(test)]
    #[derive_grad]
    pub fn step(x: f64) -> f64 {
        2.0 * x
    }

    #[cfg(not(test))]
    #[derive_grad]
    pub fn step(x: f64) -> f64 {
        3.0 * x
    }

    #[derive_grad]
    #[cfg(test)]
    pub fn other(x: f64) -> f64 {
        5.0 * x
    }

    #[derive_grad]
    #[cfg(not(test))]
    pub fn other(x: f64) -> f64 {
        7.0 * x
    }
}

#[test]
fn alternatives_in_functions_of_their_own() {
    #[derive_grad]
    fn both(x: f64) -> f64 {
        alternatives::step(x) * alternatives::other(x)
    }
    assert_relative_eq!(both_grad(3.0).1, 60.0);
}

#[test]
fn a_free_function_with_the_parts_of_self() {
    struct Spring {
        k: f64,
    }
    #[derive_grad]
    fn energy(k: f64, x: f64) -> f64 {
        0.5 * k * x * x
    }
    impl Spring {
        fn force(&self, x: f64) -> f64 {
            -energy_grad(self.k, x).2
        }
    }
    assert_relative_eq!(Spring { k: 2.0 }.force(3.0), -6.0);
}

#[test]
fn a_free_function_with_the_name_of_the_type() {
    struct Spring;
    impl Spring {
        const K: f64 = 2.0;
    }
    #[derive_grad]
    fn energy(x: f64) -> f64 {
        0.5 * Spring::K * x * x
    }
    assert_relative_eq!(energy_grad(3.0).1, 6.0);
}

#[test]
fn each_function_of_a_module() {
    mod energies {
        use grad_runtime::derive_grad;

        #[derive_grad]
        pub fn spring(x: f64) -> f64 {
            x * x
        }
    }
    assert_relative_eq!(energies::spring_grad(3.0).1, 6.0);
}

#[test]
fn a_value_written_to_a_mut_parameter() {
    #[derive_grad]
    fn store(x: f64, out: &mut f64) {
        *out = x * x;
    }
    let mut out = 0.0;
    let ((), pullback) = store_vjp(3.0, &mut out);
    let (mut dx, mut d_out) = (0.0, 1.0);
    pullback(&mut dx, &mut d_out);
    assert_relative_eq!(out, 9.0);
    assert_relative_eq!(dx, 6.0);
}

#[test]
fn a_copy_in_place_of_a_reference() {
    #[derive_grad]
    fn tail(x: &[f64]) -> Vec<f64> {
        x[1..].to_vec()
    }
    #[derive_grad]
    fn first(x: &[f64]) -> f64 {
        x[0]
    }
    let (_, pullback) = tail_vjp(&[1.0, 2.0, 3.0]);
    let mut dx = [0.0; 3];
    pullback(&[5.0, 7.0], &mut dx);
    assert_eq!(dx, [0.0, 5.0, 7.0]);
    assert_eq!(first_grad(&[1.0, 2.0]).1, [1.0, 0.0]);
}

#[test]
fn no_attribute_on_a_function_without_a_float_result() {
    fn count(x: &[f64]) -> usize {
        x.len()
    }
    fn level(x: f64) -> i32 {
        x as i32
    }
    #[derive_grad]
    fn scaled(x: &[f64], y: f64) -> f64 {
        let n: usize = count(x);
        let power: i32 = level(y);
        x[0] * n as f64 + y.powi(power)
    }
    let (_, dx, dy) = scaled_grad(&[3.0, 4.0], 3.0);
    assert_eq!(dx, [2.0, 0.0]);
    assert_relative_eq!(dy, 27.0);
}

#[test]
fn no_attribute_on_a_function_without_a_float_parameter() {
    fn ratio(n: usize, m: usize) -> f64 {
        n as f64 / m as f64
    }
    #[derive_grad]
    fn scaled(x: f64) -> f64 {
        x * x * ratio(1, 2)
    }
    assert_relative_eq!(scaled_grad(3.0).1, 3.0);
}

#[test]
fn one_flat_vec_or_an_output_beside_the_result() {
    #[derive_grad]
    fn flat(x: f64) -> Vec<f64> {
        let mut all = vec![x; 2];
        all.push(x * x);
        all
    }
    #[derive_grad]
    fn beside(x: f64, more: &mut [f64]) -> f64 {
        more[0] = x * x;
        x
    }
    let mut dx = 0.0;
    flat_vjp(3.0).1(&[1.0, 2.0, 5.0], &mut dx);
    assert_relative_eq!(dx, 33.0);
    let (mut dx, mut d_more) = (0.0, [5.0]);
    beside_vjp(3.0, &mut [0.0]).1(1.0, &mut dx, &mut d_more);
    assert_relative_eq!(dx, 31.0);
}

#[test]
fn floats_and_integers_in_tuples_arrays_and_vectors() {
    #[derive_grad]
    fn parts(x: f64) -> (f64, [f64; 2], usize) {
        (x, [x * x, 1.0], 2)
    }
    let (_, pullback) = parts_vjp(3.0);
    let mut dx = 0.0;
    pullback(&(1.0, [5.0, 7.0], ()), &mut dx);
    assert_relative_eq!(dx, 31.0);
}

#[test]
fn one_list_of_names() {
    #[derive_grad(wrt(x, w))]
    fn scaled(x: f64, w: f64, y: f64) -> f64 {
        x * w * y
    }
    #[derive_grad(no_grad(y))]
    fn other(x: f64, w: f64, y: f64) -> f64 {
        x * w * y
    }
    assert_eq!(scaled_grad(2.0, 3.0, 5.0), (30.0, 15.0, 10.0));
    assert_eq!(other_grad(2.0, 3.0, 5.0), (30.0, 15.0, 10.0));
}

mod reexported {
    pub use grad_runtime;
}

#[test]
fn the_path_of_the_runtime() {
    #[derive_grad(crate = crate::reexported::grad_runtime)]
    fn square(x: f64) -> f64 {
        x * x
    }
    #[derive_grad(crate = grad_runtime, wrt(x))]
    fn cube(x: f64) -> f64 {
        x * x * x
    }
    assert_relative_eq!(square_grad(3.0).1, 6.0);
    assert_relative_eq!(cube_grad(3.0).1, 27.0);
}

#[test]
fn a_name_in_place_of_a_pattern() {
    #[derive_grad(wrt(point))]
    fn product(point: (f64, f64), x: f64) -> f64 {
        let (a, b) = point;
        a * b * x
    }
    assert_eq!(product_grad((2.0, 3.0), 5.0), (30.0, (15.0, 10.0)));
}

struct Settings {
    power: i32,
}

#[test]
fn a_type_that_is_not_seen_is_excluded_by_name() {
    #[derive_grad(no_grad(settings))]
    fn power(x: f64, settings: &Settings) -> f64 {
        x.powi(settings.power)
    }
    #[derive_grad(no_grad(p))]
    fn taken_apart(x: f64, p: &Settings) -> f64 {
        let Settings { power } = p;
        x.powi(*power)
    }
    let settings = Settings { power: 2 };
    assert_eq!(power_grad(3.0, &settings), (9.0, 6.0));
    assert_eq!(taken_apart_grad(3.0, &settings), (9.0, 6.0));
}

#[test]
fn so_is_one_that_is_seen_in_part() {
    #[derive_grad(no_grad(all))]
    fn power(x: f64, all: &[(usize, Settings)]) -> f64 {
        x.powi(all[0].1.power)
    }
    #[derive_grad(wrt(x))]
    fn either(x: f64, y: Option<f64>) -> f64 {
        x * y.unwrap_or(2.0)
    }
    #[derive_grad(no_grad(weight))]
    fn weighed(x: f64, weight: impl Fn(usize) -> f64) -> f64 {
        x * weight(2)
    }
    #[derive_grad(no_grad(weight))]
    fn weighed_by_reference(x: f64, weight: &dyn Fn(usize) -> f64) -> f64 {
        x * weight(2)
    }
    assert_eq!(power_grad(3.0, &[(0, Settings { power: 2 })]), (9.0, 6.0));
    assert_eq!(either_grad(3.0, Some(5.0)), (15.0, 5.0));
    assert_eq!(weighed_grad(3.0, |n| n as f64), (6.0, 2.0));
    assert_eq!(weighed_by_reference_grad(3.0, &|n| n as f64), (6.0, 2.0));
}

#[test]
fn the_parts_as_parameters_of_their_own() {
    #[derive_grad]
    fn energy(a: &mut f64, b: f64) -> f64 {
        *a *= 2.0;
        *a * b
    }
    #[derive_grad]
    fn store(x: f64, n: usize, out: &mut [f64]) {
        out[n] = x * x;
    }
    assert_eq!(energy_grad(&mut 3.0, 5.0), (30.0, 10.0, 6.0));
    let (mut dx, mut d_out) = (0.0, [0.0, 1.0]);
    store_vjp(3.0, 1, &mut [0.0; 2]).1(&mut dx, &mut d_out);
    assert_eq!((dx, d_out), (6.0, [0.0; 2]));
}

#[test]
fn one_reference() {
    #[derive_grad]
    fn square(x: &f64) -> f64 {
        x * x
    }
    assert_eq!(square_grad(&3.0), (9.0, 6.0));
}

/// No advice, but close by: the name made for a pattern is none that the function has.
#[test]
fn a_pattern_beside_a_parameter_named_like_ours() {
    #[derive_grad]
    fn sum(_: f64, arg_1: f64, (a, b): (f64, f64), arg_3_1: f64) -> f64 {
        let arg_3 = 2.0;
        arg_1 * arg_3 + a * b + arg_3_1
    }
    let (mut d1, mut d2, mut d3, mut d4) = (0.0, 0.0, (0.0, 0.0), 0.0);
    sum_grad_into(
        1.0,
        2.0,
        (3.0, 5.0),
        7.0,
        &mut d1,
        &mut d2,
        &mut d3,
        &mut d4,
    );
    assert_eq!((d1, d2, d3, d4), (0.0, 2.0, (5.0, 3.0), 1.0));
}

#[test]
fn an_option_unwrapped_inside_each_arm() {
    #[derive_grad]
    fn end(x: &[f64], first: bool) -> f64 {
        let v = if first {
            *x.first().unwrap()
        } else {
            *x.last().unwrap()
        };
        v * v
    }
    #[derive_grad]
    fn top(x: &mut Vec<f64>, y: &mut Vec<f64>, n: usize) -> f64 {
        let v = match n {
            0 => x.pop().unwrap(),
            _ => y.pop().unwrap(),
        };
        v * v
    }
    assert_eq!(end_grad(&[2.0, 3.0], true).1, [4.0, 0.0]);
    assert_eq!(end_grad(&[2.0, 3.0], false).1, [0.0, 6.0]);
    let (_, dx, dy) = top_grad(&mut vec![2.0], &mut vec![5.0, 3.0], 1);
    assert_eq!((dx, dy), (vec![0.0], vec![0.0, 6.0]));
}

#[test]
fn an_option_unwrapped_in_front_of_the_break() {
    #[derive_grad]
    fn pick(x: &[f64], mut n: usize) -> f64 {
        let v = loop {
            n /= 2;
            if n < 3 {
                break *x.get(n).unwrap();
            }
        };
        v * v
    }
    assert_eq!(pick_grad(&[2.0, 3.0, 5.0], 8).1, [0.0, 0.0, 10.0]);
}

#[test]
fn a_function_in_place_of_a_closure_that_captures() {
    #[derive_grad]
    fn scale(w: f64, n: usize) -> f64 {
        w * n as f64
    }
    #[derive_grad]
    fn scaled(x: f64, w: f64) -> f64 {
        x * scale(w, 2)
    }
    assert_eq!(scaled_grad(3.0, 5.0), (30.0, 10.0, 6.0));
}

#[test]
fn a_match_and_an_early_return_in_place_of_a_question_mark() {
    fn rate(n: usize) -> Option<f64> {
        (n > 0).then_some(2.0)
    }
    #[allow(clippy::question_mark, reason = "the macro refuses `?`")]
    #[derive_grad]
    fn interest(x: f64, n: usize, out: &mut [f64]) -> Option<usize> {
        let rate: f64 = match rate(n) {
            Some(rate) => rate,
            None => return None,
        };
        out[0] = x * rate;
        Some(n)
    }
    let mut out = [0.0];
    let (value, pullback) = interest_vjp(3.0, 1, &mut out);
    let (mut dx, mut d_out) = (0.0, [1.0]);
    pullback(&mut dx, &mut d_out);
    assert_eq!((value, dx, d_out, out), (Some(1), 2.0, [0.0], [6.0]));
    let (value, pullback) = interest_vjp(3.0, 0, &mut out);
    let (mut dx, mut d_out) = (0.0, [1.0]);
    pullback(&mut dx, &mut d_out);
    assert_eq!((value, dx, d_out), (None, 0.0, [1.0]));
}

static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

#[test]
fn a_static_outside_of_the_function() {
    #[derive_grad]
    fn counted(x: f64) -> f64 {
        CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        x * x
    }
    assert_eq!(counted_grad(3.0), (9.0, 6.0));
    assert_eq!(counted(3.0), 9.0);
    assert_eq!(CALLS.load(std::sync::atomic::Ordering::Relaxed), 2);
}

#[test]
fn fields_and_cases_in_variables_of_their_own() {
    #[derive_grad]
    fn norm(x: f64, y: f64) -> f64 {
        let (p_x, p_y) = (x, y);
        p_x * p_x + p_y * p_y
    }
    #[derive_grad]
    fn advance(x: f64, k: usize) -> f64 {
        let fixed = k > 1;
        let h = x;
        if fixed { h * h } else { x }
    }
    assert_eq!(norm_grad(3.0, 4.0), (25.0, 6.0, 8.0));
    assert_eq!(advance_grad(3.0, 2).1, 6.0);
    assert_eq!(advance_grad(3.0, 1).1, 1.0);
}

#[test]
fn a_loop_in_place_of_an_iterator_chain() {
    #[derive_grad]
    fn squares(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for v in x {
            sum += v * v;
        }
        sum
    }
    assert_eq!(squares_grad(&[2.0, 3.0]).1, [4.0, 6.0]);
}

#[test]
fn parts_of_a_deep_expression_with_names() {
    #[derive_grad]
    fn power(x: f64) -> f64 {
        let inner = ((x * x) * x) * x;
        ((inner * x) * x) * x
    }
    assert_relative_eq!(
        power_grad(1.5).1,
        7.0 * 1.5_f64.powi(6),
        max_relative = 1e-12
    );
}

#[test]
fn a_variable_in_lower_case_and_a_constant_by_comparison() {
    const ONE: f64 = 1.0;
    #[derive_grad]
    fn first(x: &[f64]) -> f64 {
        match x {
            [t, ..] if *t == ONE => 3.0 * t * ONE,
            [t, ..] => t * t,
            _ => 0.0,
        }
    }
    assert_eq!(first_grad(&[2.0]).1, [4.0]);
    assert_eq!(first_grad(&[1.0]).1, [3.0]);
}

#[test]
fn what_functions_as_arguments_are_to_be() {
    #[derive_grad]
    fn value(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }
    #[derive_grad]
    fn of_slice(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
        f(x) * f(x)
    }
    #[derive(Differentiable)]
    struct Row {
        k: f64,
    }
    #[derive_grad]
    impl Row {
        fn scale(x: f64) -> f64 {
            x * x
        }
    }
    #[derive_grad]
    fn typed(x: &[f64], k: f64) -> f64 {
        of_slice(|v: &[f64]| v[0] * k, x)
    }
    #[derive_grad]
    fn bound(rows: &[Row], x: f64) -> f64 {
        let mut sum = 0.0;
        for row in rows {
            let k: f64 = row.k;
            sum += value(|v| Row::scale(v) * k, x);
        }
        sum
    }
    #[derive_grad]
    fn copied(k: f64, x: f64) -> f64 {
        let mut c = k * k;
        let f = move |v: f64| v * c;
        c += 1.0;
        value(f, x) * c
    }
    let (_, d_x, d_k) = typed_grad(&[3.0], 2.0);
    assert_eq!((d_x, d_k), (vec![24.0], 36.0));
    let (_, d_rows, d_x) = bound_grad(&[Row { k: 2.0 }, Row { k: 5.0 }], 3.0);
    assert_eq!((d_rows[0].k, d_rows[1].k, d_x), (9.0, 9.0, 42.0));
    // x k² (k² + 1)
    assert_eq!(copied_grad(1.0, 2.0), (4.0, 12.0, 2.0));
}

mod structs {
    use grad_runtime::{Differentiable, derive_grad, stop_gradient};

    #[derive(Clone, Copy, Differentiable)]
    pub struct Scaled {
        pub a: f64,
        #[no_grad]
        pub scale: f64,
    }

    #[derive_grad]
    impl Scaled {
        pub fn len(&self) -> f64 {
            self.a * self.scale
        }
    }

    #[derive_grad]
    pub fn constant_scale(s: &mut Scaled, x: f64) -> f64 {
        s.scale = stop_gradient(x * x);
        s.a * s.scale * x
    }

    #[derive_grad]
    pub fn length(s: &Scaled, x: f64) -> f64 {
        let length: f64 = s.len();
        length * x
    }
}

#[test]
fn a_stopped_value_in_a_field_without_a_gradient() {
    let mut s = structs::Scaled { a: 2.0, scale: 0.0 };
    let (value, d_s, d_x) = structs::constant_scale_grad(&mut s, 3.0);
    assert_relative_eq!(value, 54.0);
    assert_relative_eq!(d_s.a, 27.0);
    assert_relative_eq!(d_x, 18.0);
}

#[test]
fn a_variable_with_its_type_for_a_result_that_looks_like_a_number() {
    let s = structs::Scaled { a: 2.0, scale: 5.0 };
    let (value, d_s, d_x) = structs::length_grad(&s, 3.0);
    assert_relative_eq!(value, 30.0);
    assert_relative_eq!(d_s.a, 15.0);
    assert_relative_eq!(d_x, 10.0);
}

/// What the messages about traits and operators say.
mod operators {
    use std::ops::{Add, AddAssign, Mul};

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct V {
        x: f64,
        y: f64,
    }

    #[derive_grad]
    impl V {
        fn both(&self) -> f64 {
            self.x + self.y
        }

        /// In place of an operator that may fail, and of an `Index` that computes.
        fn divided(&self, k: f64) -> Result<f64, String> {
            if k == 0.0 {
                return Err("by zero".to_owned());
            }
            Ok(self.x / k)
        }

        fn larger(&self) -> f64 {
            if self.x > self.y { self.x } else { self.y }
        }
    }

    #[derive_grad]
    impl Add for V {
        type Output = V;

        fn add(self, o: V) -> V {
            V {
                x: self.x + o.x,
                y: self.y + o.y,
            }
        }
    }

    #[derive_grad]
    impl AddAssign for V {
        fn add_assign(&mut self, o: V) {
            *self = *self + o;
        }
    }

    #[derive_grad]
    impl Mul<f64> for V {
        type Output = V;

        fn mul(self, k: f64) -> V {
            V {
                x: self.x * k,
                y: self.y * k,
            }
        }
    }

    fn made() -> V {
        V { x: 1.0, y: 2.0 }
    }

    #[test]
    fn the_type_of_an_operand_and_of_a_sum() {
        #[derive_grad]
        fn shifted(p: V, n: u32) -> f64 {
            let g: V = made();
            let mut sum: V = made();
            sum += p * (n as f64);
            (p + g + sum).both()
        }
        let (value, d) = shifted_grad(V { x: 3.0, y: 4.0 }, 2);
        assert_relative_eq!(value, 7.0 + 3.0 + 3.0 + 14.0);
        assert_relative_eq!(d.x, 3.0);
    }

    #[test]
    fn the_type_of_a_variable_on_the_way() {
        #[derive_grad]
        fn doubled(p: V) -> f64 {
            let p2 = p + p;
            let p4 = p2 + p2;
            let p8 = p4 + p4;
            let p16: V = p8 + p8;
            let p32 = p16 + p16;
            let p64 = p32 + p32;
            let p128 = p64 + p64;
            p128.x
        }
        assert_relative_eq!(doubled_grad(V { x: 1.0, y: 0.0 }).1.x, 128.0);
    }

    #[test]
    fn an_index_in_a_variable() {
        #[derive_grad]
        fn place(p: V, ps: &mut [V]) -> f64 {
            let mut count = 0;
            let mut next = || {
                count += 1;
                count
            };
            let i = next();
            ps[i] += p;
            ps[1].x
        }
        let mut ps = [made(), made()];
        let (_, d_p, _) = place_grad(V { x: 1.0, y: 0.0 }, &mut ps);
        assert_relative_eq!(d_p.x, 1.0);
    }

    #[test]
    fn a_fold_in_place_of_a_sum() {
        #[derive_grad]
        fn total(ps: &[V]) -> f64 {
            let zero = V { x: 0.0, y: 0.0 };
            ps.iter().fold(zero, |sum, p| sum + *p).x
        }
        assert_relative_eq!(total_grad(&[made(), made()]).1[1].x, 1.0);
    }

    #[test]
    fn methods_in_place_of_operators_that_compute() {
        let v = V { x: 3.0, y: 1.0 };
        assert_relative_eq!(v.larger_grad().1.x, 1.0);
        assert_relative_eq!(v.divided_grad(2.0).unwrap().1.x, 0.5);
    }

    /// A trait on a type of another crate.
    trait Length {
        fn length(&self) -> f64;
    }

    #[derive(Differentiable)]
    struct Row(Vec<f64>);

    #[derive_grad]
    impl Length for Row {
        fn length(&self) -> f64 {
            self.0.iter().map(|x| x * x).sum::<f64>().sqrt()
        }
    }

    #[test]
    fn a_struct_around_a_type_of_another_crate() {
        assert_relative_eq!(Row(vec![3.0, 4.0]).length_grad().1.0[1], 0.8);
    }
}
