//! Writes into the same place twice, compound assignments, places that are also operands.

use grad_runtime::derive_grad;

mod every_compound_assignment {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], x: &[f64]) {
        a[0] += x[0];
        a[1] -= x[0] * x[1];
        a[2] *= x[1];
        a[3] /= x[0];
        a[4] %= x[1];
    }

    in_out! {
        nothing |v| { a = v[..5].to_vec() } (&mut a, &v[5..]) -> (a, x: vec![0.0; 2]);
        smooth [1.0, 2.0, 3.0, 4.0, 5.0, 1.5, 2.0] => [
            [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            [0.0, 1.0, 0.0, 0.0, 0.0, -2.0, -1.5],
            [0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0],
            [0.0, 0.0, 0.0, 1.0 / 1.5, 0.0, -4.0 / 2.25, 0.0],
        ];
        smooth [1.0, 2.0, 3.0, 4.0, 5.0, 1.5, 1.75];
    }
}

mod compound_by_itself {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        a[0] += a[0];
        a[1] *= a[1];
        a[2] -= a[2];
        a[3] /= a[3];
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.5, 3.0, 4.0] => [
            [2.0, 0.0, 0.0, 0.0], [0.0, 5.0, 0.0, 0.0], [0.0; 4], [0.0; 4],
        ];
    }
}

mod compound_by_its_neighbour {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        for i in 1..a.len() {
            a[i] *= a[i - 1];
            a[i - 1] += a[i];
            a[i] -= a[i - 1] * a[i];
            a[i - 1] /= a[i];
        }
        a[0] * a[a.len() - 1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [3.5, 2.5, 4.0];
        smooth [3.5, 2.5];
    }
}

mod index_given_twice {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], i: usize, j: usize) {
        a[i] = a[j] * a[j];
        a[j] = a[i] * a[0];
        a[i] += a[j];
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a, 1, 2) -> (a);
        smooth [1.5, 2.0, 3.0] => [[1.0, 0.0, 0.0], [9.0, 0.0, 15.0], [9.0, 0.0, 9.0]];
    }

    mod the_same {
        use super::*;
        // a1 becomes 2 a1^2 a0
        in_out! {
            nothing |v| { a = v[..2].to_vec() } (&mut a, 1, 1) -> (a);
            smooth [1.5, 2.0] => [[1.0, 0.0], [8.0, 12.0]];
        }
    }

    mod both_the_first {
        use super::*;
        // a0 becomes 2 a0^4
        in_out! {
            nothing |v| { a = v[..1].to_vec() } (&mut a, 0, 0) -> (a);
            smooth [1.5] => [[27.0]];
        }
    }
}

mod index_from_a_list {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], at: &[usize], y: &mut [f64]) {
        for i in 0..x.len() {
            y[at[i]] = y[at[i]] * x[i] + x[i];
        }
    }

    // y0 (x0 x2) + x0 x2 + x2
    in_out! {
        nothing |v| { y = v[3..].to_vec() } (&v[..3], &[0, 1, 0], &mut y) -> (x: vec![0.0; 3], y);
        smooth [1.5, 2.0, 3.0, 0.5, 0.25] => [
            [0.5 * 3.0 + 3.0, 0.0, 0.5 * 1.5 + 2.5, 4.5, 0.0],
            [0.0, 1.25, 0.0, 0.0, 2.0],
        ];
    }
}

mod only_the_last_write_counts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [0.0; 2];
        for i in 0..x.len() {
            a[i % 2] = x[i] * x[i];
        }
        a[0] * a[1]
    }

    check! { |v| (v) -> (x); smooth [9.0, 8.0, 1.5, 2.0] => [0.0, 0.0, 12.0, 9.0]; }
}

mod read_between_writes {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x; 2];
        let first = a[0] * a[0];
        a[0] = first * x;
        let second = a[0] * a[0];
        a[0] = 1.0;
        first + second + a[0] * a[1]
    }

    // x^2 + x^6 + x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [3.0 + 6.0 * 7.59375 + 1.0]; }
}

mod operand_evaluated_before_the_index {
    use super::*;

    fn next(i: &mut usize) -> usize {
        *i += 1;
        *i - 1
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [1.0, 2.0, 3.0, 4.0];
        let mut i = 0;
        a[next(&mut i)] = x[next(&mut i)];
        a[next(&mut i)] *= x[next(&mut i)];
        a[0] + 10.0 * a[1] + 100.0 * a[2] + 1000.0 * a[3]
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0, 4.0]; }
}

mod index_changed_by_the_operand {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [1.0, 2.0, 3.0];
        let mut i = 0;
        a[i] = {
            i = 2;
            x * x
        };
        a[i] += {
            i = 1;
            x
        };
        a[0] + 10.0 * a[1] + 100.0 * a[2] + i as f64
    }

    check! { |v| (v[0]) -> (x); smooth [1.5]; }
}

mod element_read_before_the_operand_writes_it {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x, 1.0];
        let y = a[0] * {
            a[0] = 5.0 * x;
            a[0]
        };
        y * a[0]
    }

    // x * 5 x * 5 x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [75.0 * 2.25]; }
}

mod histogram {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], bin: &[usize], n: usize) -> f64 {
        let mut sums = vec![0.0; n];
        let mut squares = vec![0.0; n];
        for (e, &b) in x.iter().zip(bin) {
            sums[b] += e;
            squares[b] += e * e;
        }
        let mut total = 0.0;
        for b in 0..n {
            total += squares[b] * sums[b];
        }
        total
    }

    check! {
        |v| (v, &[1, 0, 1], 3) -> (x);
        smooth [1.5, 2.0, 3.0] => [3.0 * 4.5 + 11.25, 12.0, 6.0 * 4.5 + 11.25];
    }
}

mod prefix_sums_in_place {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        for i in 1..a.len() {
            a[i] += a[i - 1];
        }
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]];
    }
}

mod products_in_place_backwards {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        for i in (0..a.len() - 1).rev() {
            a[i] *= a[i + 1];
        }
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[6.0, 4.5, 3.0], [0.0, 3.0, 2.0], [0.0, 0.0, 1.0]];
    }
}

mod division_keeps_the_old_value {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64; 2], n: usize) -> f64 {
        for _ in 0..n {
            a[0] /= a[1];
            a[1] /= a[0];
        }
        a[0] + a[1]
    }

    in_out! {
        float |v| { a = [v[0], v[1]] } (&mut a, 2) -> (a);
        smooth [1.5, 2.0];
    }
}

mod negative_zero_and_signs {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        a[0] = -a[0];
        a[1] *= -1.0;
        a[2] = 0.0 - a[2];
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [0.0, 0.0, 0.0] => [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]];
    }
}

mod infinite_slope_overwritten {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        a[1] = a[0].sqrt();
        a[1] = a[0] + 1.0;
        a[1] * 2.0
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        special [0.0, 7.0] => [[2.0, 0.0]];
    }
}

mod nested_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut next = [1usize, 2, 0];
        let mut a = [x[0], x[1], x[2]];
        a[next[next[0]]] *= a[next[0]];
        next[0] = 2;
        a[next[0]] *= a[0];
        a[2]
    }

    // x2 x1 x0
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [6.0, 4.5, 3.0]; }
}
