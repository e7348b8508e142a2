//! A determinant by minors, whose rows and columns stand in lists of indices that are changed on
//! the way.

use grad_runtime::derive_grad;

mod with_index_lists {
    use super::*;

    /// The sign of a minor follows from the columns in their order.
    #[derive_grad]
    fn f(a: &[f64], ell: usize, row: usize, cols: &mut [usize]) -> f64 {
        let n = cols.len();
        if n == 0 {
            return 1.0;
        }
        let mut total = 0.0;
        let mut sign = 1.0;
        for i in 0..n {
            cols[..=i].rotate_right(1);
            total += sign * a[row * ell + cols[0]] * f(a, ell, row + 1, &mut cols[1..]);
            cols[..=i].rotate_left(1);
            sign = -sign;
        }
        total
    }

    check! {
        |v| (v, 2, 0, &mut [0, 1]) -> (a);
        smooth [1.5, 2.0, 3.0, 4.0] => [4.0, -3.0, -2.0, 1.5];
    }

    mod of_three {
        use super::*;
        check! {
            |v| (v, 3, 0, &mut [0, 1, 2]) -> (a);
            smooth [2.0, 0.0, 1.0, 1.0, 3.0, -1.0, 0.0, 5.0, 4.0] => [
                17.0, -4.0, 5.0, 5.0, 8.0, -10.0, -3.0, 3.0, 6.0,
            ];
        }
    }

    mod of_four {
        use super::*;
        check! {
            |v| (v, 4, 0, &mut [0, 1, 2, 3]) -> (a);
            smooth [
                2.0, 0.5, 1.0, -1.0, 1.0, 3.0, -1.0, 0.25, 0.5, 5.0, 4.0, 1.5, -2.0, 0.75, 1.0, 3.0,
            ];
        }
    }
}

mod with_a_list_per_level {
    use super::*;

    #[derive_grad]
    fn f(a: &[f64], ell: usize, rows: &mut [usize], cols: &mut [usize]) -> f64 {
        if rows.len() == 1 {
            return a[rows[0] * ell + cols[0]];
        }
        let mut total = 0.0;
        for i in 0..cols.len() {
            let mut inner_cols: Vec<usize> = Vec::new();
            for (j, &c) in cols.iter().enumerate() {
                if j != i {
                    inner_cols.push(c);
                }
            }
            let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
            let minor = f(a, ell, &mut rows[1..], &mut inner_cols);
            total += sign * a[rows[0] * ell + cols[i]] * minor;
        }
        total
    }

    check! {
        |v| (v, 3, &mut [0, 1, 2], &mut [0, 1, 2]) -> (a);
        smooth [2.0, 0.0, 1.0, 1.0, 3.0, -1.0, 0.0, 5.0, 4.0] => [
            17.0, -4.0, 5.0, 5.0, 8.0, -10.0, -3.0, 3.0, 6.0,
        ];
    }
}
