//! The reverse sweep changes no argument: the caller's buffers hold afterwards what the function
//! itself leaves there, to the bit.

use crate::cases::buffers::*;

/// What the `&mut` parameters of a function hold after each of the calls.
struct Left {
    name: &'static str,
    primal: fn(&[f64]) -> Vec<f64>,
    generated: [(&'static str, fn(&[f64]) -> Vec<f64>); 5],
}

/// `left! { f f_grad f_grad_into f_grad_with f_vjp; |v| y = v.to_vec(); (&mut y, 7) -> (d_y) }`:
/// how the lent buffer is made from the flat list `v`, then the arguments and the gradients.
macro_rules! left {
    (
        $f:ident $grad:ident $grad_into:ident $grad_with:ident $vjp:ident;
        |$v:ident| $lent:ident = $init:expr; ($($arg:expr),*) -> ($($d:ident),*)
    ) => {
        Left {
            name: stringify!($f),
            primal: |$v| left! { @after $lent $init; { $f($($arg),*); } },
            generated: [
                ("_grad", |$v| left! { @after $lent $init; { $grad($($arg),*); } }),
                ("_grad_into", |$v| {
                    left! { @buffers $grad($($arg),*) $lent $init; $($d)* }
                    left! { @after $lent $init; { $grad_into($($arg,)* $(&mut $d),*); } }
                }),
                ("_grad_with", |$v| {
                    left! { @buffers $grad($($arg),*) $lent $init; $($d)* }
                    let tape = &mut grad_runtime::Tape::new();
                    left! { @after $lent $init; { $grad_with(tape, $($arg,)* $(&mut $d),*); } }
                }),
                ("_vjp", |$v| left! { @after $lent $init; { let _ = $vjp($($arg),*).0; } }),
                ("the pullback", |$v| {
                    left! { @buffers $grad($($arg),*) $lent $init; $($d)* }
                    // Of the final content too, so that there is something to sweep.
                    $crate::support::fill(&mut [$(&mut $d),*], 0.5);
                    left! { @after $lent $init; {
                        let (_, pullback) = $vjp($($arg),*);
                        pullback(1.0, $(&mut $d),*);
                    } }
                }),
            ],
        }
    };
    (@after $lent:ident $init:expr; $call:block) => {{
        let mut $lent = $init;
        $call
        $crate::support::flatten(&[&$lent])
    }};
    (@buffers $grad:ident($($arg:expr),*) $lent:ident $init:expr; $($d:ident)*) => {
        let (_, $(mut $d),*) = {
            let mut $lent = $init;
            $grad($($arg),*)
        };
    };
}

fn all() -> [Left; 6] {
    [
        left! {
            c095_runtime_index_distinct
            c095_runtime_index_distinct_grad c095_runtime_index_distinct_grad_into
            c095_runtime_index_distinct_grad_with c095_runtime_index_distinct_vjp;
            |v| a = v.to_vec(); (&mut a, 2, 1) -> (d_a)
        },
        left! {
            c097_true_dependence_squares
            c097_true_dependence_squares_grad c097_true_dependence_squares_grad_into
            c097_true_dependence_squares_grad_with c097_true_dependence_squares_vjp;
            |v| xs = v.to_vec(); (&mut xs) -> (d_xs)
        },
        left! {
            c099_double_write_same_element
            c099_double_write_same_element_grad c099_double_write_same_element_grad_into
            c099_double_write_same_element_grad_with c099_double_write_same_element_vjp;
            |v| y = v[2..].to_vec(); (&v[..2], &mut y) -> (d_x, d_y)
        },
        left! {
            c115_element_multiplied_by_itself
            c115_element_multiplied_by_itself_grad c115_element_multiplied_by_itself_grad_into
            c115_element_multiplied_by_itself_grad_with c115_element_multiplied_by_itself_vjp;
            |v| a = v.to_vec(); (&mut a) -> (d_a)
        },
        left! {
            c117_reference_scalar_param
            c117_reference_scalar_param_grad c117_reference_scalar_param_grad_into
            c117_reference_scalar_param_grad_with c117_reference_scalar_param_vjp;
            |v| out = v[1]; (&v[0], &mut out) -> (d_x, d_out)
        },
        left! {
            c119_insertion_sort_weighted_sum
            c119_insertion_sort_weighted_sum_grad c119_insertion_sort_weighted_sum_grad_into
            c119_insertion_sort_weighted_sum_grad_with c119_insertion_sort_weighted_sum_vjp;
            |v| a = v.to_vec(); (&mut a) -> (d_a)
        },
    ]
}

fn bits(list: &[f64]) -> Vec<u64> {
    list.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn buffers_hold_what_the_primal_leaves() {
    let cases = in_out_cases();
    assert_eq!(
        all().map(|left| left.name).to_vec(),
        cases.iter().map(|case| case.name).collect::<Vec<_>>()
    );
    for (left, case) in all().iter().zip(&cases) {
        let expected = (left.primal)(case.x);
        for (function, after) in &left.generated {
            let found = after(case.x);
            assert_eq!(
                bits(&found),
                bits(&expected),
                "{} after {function}",
                left.name
            );
        }
    }
}
