//! Names of the user's that generated code uses too.
#![allow(
    non_camel_case_types,
    non_upper_case_globals,
    dead_code,
    missing_copy_implementations,
    clippy::missing_const_for_fn,
    clippy::used_underscore_items,
    reason = "the names are odd on purpose"
)]

/// Items in scope with every name that generated code uses.
pub mod items {
    use grad_runtime::derive_grad;

    struct Option;
    struct Some;
    struct None;
    struct Vec;
    struct Box;
    struct Result;
    struct Ok;
    struct Err;
    struct String;
    struct Tape;
    struct Slot;
    struct Skip;
    struct Tangent;
    struct FnOnce;
    trait Differentiable {}
    trait Iterator {}
    trait Default {}
    trait Clone {}
    trait Copy {}
    trait Into {}
    trait From {}
    mod core {}
    mod std {}
    mod alloc {}
    mod grad_runtime_ {}
    mod __private {}
    mod check {}
    mod f64 {}
    mod f32 {}
    mod usize {}
    mod u64 {}
    fn tape() {}
    fn seed() {}
    fn frame() {}
    fn value() {}
    fn point() {}
    fn d_x() {}
    fn d_y() {}
    fn slot_y() {}
    fn t_1() {}
    fn t_2() {}
    fn trips_1() {}
    fn i_1() {}
    fn pullback() {}

    /// Loops, kept values, branches and a growing vector.
    #[derive_grad(test(x = [1.0, 2.0], y = 3.0, out = [0.5]))]
    pub fn everything(x: &[f64], y: f64, out: &mut ::std::vec::Vec<f64>) -> f64 {
        let mut sum = y;
        for i in 1..x.len() {
            let t = x[i] * (x[i - 1] + sum);
            sum *= t.sin();
            if t > 100.0 {
                return t;
            }
            out.push(sum);
        }
        sum * out[0]
    }

    /// Several results.
    #[derive_grad(test(x = 1.5, y = 2.0))]
    #[must_use]
    pub fn pair(x: f32, y: f64) -> (f32, f64, usize) {
        (x * x, y.max(1.0) * y, 3)
    }
}

/// Legacy imports of modules with the names of types.
pub mod modules {
    use grad_runtime::derive_grad;
    use std::f64;

    /// The area of a circle.
    #[derive_grad(test(r = 2.0))]
    #[must_use]
    pub fn area(r: f64) -> f64 {
        f64::consts::PI * f64::max(r, 0.5) * r
    }
}

/// Variables and parameters with every name that generated code uses.
pub mod variables {
    use grad_runtime::derive_grad;

    /// Parameters.
    #[derive_grad(test(
        tape = 1.0, seed = 2.0, frame = [3.0], value = [4.0], d_seed = 5.0, pullback = 6.0, point = 7.0,
        wrong = 8.0
    ))]
    #[allow(clippy::too_many_arguments, reason = "there are so many names")]
    #[must_use]
    pub fn parameters(
        tape: f64,
        seed: f64,
        frame: &[f64],
        value: [f64; 1],
        d_seed: f64,
        pullback: f64,
        point: f64,
        wrong: f64,
    ) -> f64 {
        let mut trips_1 = tape * seed;
        for row in frame {
            trips_1 *= row + value[0] * d_seed;
        }
        trips_1 * pullback.sin() * point / wrong
    }

    /// Locals; the parameter is called as the function is.
    #[derive_grad(test(locals = [1.0, 2.0], x = 3.0))]
    #[must_use]
    pub fn locals(locals: &[f64], x: f64) -> f64 {
        let d_x = x * x;
        let t_1 = d_x + locals[0];
        let d_t_1 = t_1 * locals[1];
        let frame_1 = d_t_1.sin();
        let slot_x = frame_1 * d_x;
        let x = slot_x + x;
        let x_1 = x * t_1;
        let t_2 = x_1 + x;
        t_2 * d_t_1
    }

    /// A function as a parameter.
    #[derive_grad]
    #[must_use]
    pub fn of(seed: impl Fn(f64, f64) -> f64, tape: f64) -> f64 {
        seed(tape, 2.0) * seed(3.0, tape)
    }

    /// Captures, and arguments of a closure.
    #[derive_grad(test(tape = 1.0, seed = 2.0, frame = [3.0]))]
    #[must_use]
    pub fn captures(tape: f64, seed: f64, frame: &[f64]) -> f64 {
        let (slot_1, d_1, t_1) = (tape * seed, frame[0], seed);
        let product = |arg_1, value| slot_1 * arg_1 * (d_1 - value) * t_1 * tape / frame[0];
        of(product, seed) * tape
    }

    /// A function with the names of companions.
    #[derive_grad(test(f_vjp = 2.0, f_grad = 3.0))]
    #[must_use]
    pub fn f(f_vjp: f64, f_grad: f64) -> f64 {
        f_vjp * f_grad
    }
}

/// What a macro makes is told apart from what it was given.
pub mod macros {
    use grad_runtime::derive_grad;

    /// Both are called `x` after expansion.
    macro_rules! same_name {
        ($name:ident, $x:ident, $times:expr) => {
            /// Twice `x` times the other `x` times itself.
            #[derive_grad]
            #[must_use]
            pub fn $name($x: f64, x: f64) -> f64 {
                let y = $x * $times;
                let $x = y * $x;
                $x * x
            }
        };
    }
    same_name!(two, x, 1.0 + 1.0);

    #[test]
    fn each_keeps_its_own() {
        assert_eq!((two(3.0, 5.0), 60.0, 18.0), two_grad(3.0, 5.0));
        assert_eq!(two_grad(3.0, 5.0), (90.0, 60.0, 18.0));
    }
}
