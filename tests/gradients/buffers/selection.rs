//! `wrt` and `no_grad` beside `&mut` parameters.

use grad_runtime::derive_grad;

mod unselected_scratch {
    use super::*;

    #[derive_grad(wrt(x))]
    fn f(x: &[f64], s: &mut [f64]) -> f64 {
        s[0] = x[0] * x[1];
        s[1] = s[0] * s[0];
        s[1] * x[0]
    }

    // x0^3 x1^2
    in_out! {
        float |v| { ; s = [7.0, 8.0, 9.0] } (v, &mut s) -> (x: vec![0.0; 2]);
        smooth [1.5, -2.0] => [[27.0, -13.5]];
    }
}

mod excluded_scratch {
    use super::*;

    #[derive_grad(no_grad(s))]
    fn f(s: &mut Vec<f64>, x: f64) -> f64 {
        s.clear();
        s.push(x * x);
        s.push(s[0] * x);
        s[0] * s[1]
    }

    in_out! {
        float |v| { ; s = vec![7.0] } (&mut s, v[0]) -> (x: 0.0);
        smooth [1.5] => [[5.0 * 5.0625]];
    }
}

mod unselected_input {
    use super::*;

    #[derive_grad(wrt(y))]
    fn f(x: f64, y: &mut [f64]) {
        y[0] *= x * y[1];
    }

    in_out! {
        nothing |v| { y = v.to_vec() } (1.5, &mut y) -> (y);
        smooth [2.0, 3.0] => [[4.5, 3.0], [0.0, 1.0]];
    }
}

mod integers_in_a_mutable_buffer {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], order: &mut Vec<usize>) -> f64 {
        order.clear();
        order.push(1);
        order.push(0);
        order.swap(0, 1);
        x[order[0]] * x[order[0]] * x[order[1]]
    }

    check! { |v| (v, &mut vec![7]) -> (x); smooth [1.5, 2.0] => [6.0, 2.25]; }
}

mod scratch_that_is_read_first {
    use super::*;

    #[derive_grad(wrt(x))]
    fn f(x: f64, s: &mut f64) -> f64 {
        *s *= x;
        *s + x * x
    }

    in_out! {
        float |v| { ; s = 2.0 } (v[0], &mut s) -> (x: 0.0);
        smooth [1.5] => [[5.0]];
    }
}

mod selected_output_and_unselected_scratch {
    use super::*;

    #[derive_grad(wrt(x, y))]
    fn f(x: &[f64], s: &mut [f64], y: &mut f64) {
        s[0] = x[0];
        for e in x {
            s[0] *= e;
        }
        *y += s[0];
    }

    in_out! {
        nothing |v| { y = v[2]; s = [7.0] } (&v[..2], &mut s, &mut y) -> (x: vec![0.0; 2], y);
        smooth [1.5, 2.0, 3.0] => [[6.0, 2.25, 1.0]];
    }
}

mod unselected_output {
    use super::*;

    #[derive_grad(wrt(x))]
    fn f(x: f64, y: &mut [f64; 2]) -> f64 {
        *y = [x, x * x];
        y[0] * y[1]
    }

    in_out! {
        float |v| { ; y = [0.0; 2] } (v[0], &mut y) -> (x: 0.0);
        smooth [1.5] => [[6.75]];
    }
}
