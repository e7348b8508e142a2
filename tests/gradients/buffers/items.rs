//! Loops over items that are written.

use grad_runtime::derive_grad;

mod chunks_mut {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        for part in a.chunks_mut(2) {
            part[0] *= part[part.len() - 1];
        }
        a[0] * a[2]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[18.0, 13.5, 18.0]];
        smooth [1.5, 2.0, 3.0, 0.5] => [[3.0, 2.25, 1.5, 9.0]];
    }
}

mod chunks_zipped_with_chunks {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) {
        for (y, x) in y.chunks_exact_mut(2).zip(x.chunks_exact(3)) {
            y[0] = x[0] * x[1];
            y[1] += x[2] * y[0];
        }
    }

    in_out! {
        nothing |v| { y = v[6..].to_vec() } (&v[..6], &mut y) -> (x: vec![0.0; 6], y);
        smooth [1.5, 2.0, 3.0, 0.5, 0.25, -1.0, 7.0, 8.0, 9.0, 1.0];
    }
}

mod rows_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]]) -> f64 {
        for row in m.iter_mut() {
            row[0] *= row[1];
            row[1] = row[0] * row[0];
        }
        let mut s = 0.0;
        for [a, b] in m.iter() {
            s += a * b;
        }
        s
    }

    // (a b)^3
    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 0.5, 1.0] => [[54.0, 40.5, 0.75, 0.375]];
    }
}

mod rows_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(rows: &mut [Vec<f64>]) {
        for row in rows.iter_mut() {
            row[0] *= row[0];
            row.push(row[0]);
        }
    }

    in_out! {
        nothing |v| { rows = vec![vec![v[0]], vec![v[1], v[2]]] } (&mut rows) -> (rows);
        smooth [1.5, 2.0, 3.0] => [
            [3.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 1.0], [0.0, 4.0, 0.0],
        ];
    }
}
