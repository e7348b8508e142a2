//! Searching and sorting: what only moves or chooses follows the way that ran.

use grad_runtime::derive_grad;

mod largest_element {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = x.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
        m * m
    }

    check! { |v| (v) -> (x); smooth [0.5, 1.5, 1.0] => [0.0, 3.0, 0.0]; smooth [2.0] => [4.0]; }
}

mod smallest_element_and_its_number {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (i, m) = x
            .iter()
            .enumerate()
            .min_by(|a, b| a.1.total_cmp(b.1))
            .unwrap();
        m * m * i as f64 + x[i]
    }

    // 2 m² + m
    check! { |v| (v) -> (x); smooth [0.5, 1.5, 0.25] => [0.0, 0.0, 2.0]; }
}

mod largest_of_copies_or_none {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: f64) -> f64 {
        let m = x
            .iter()
            .copied()
            .max_by(|a, b| a.partial_cmp(b).unwrap())
            .unwrap_or(y);
        m * m
    }

    check! { |v| (&v[..v.len() - 1], v[v.len() - 1]) -> (x, y); smooth [1.5, 1.0, 0.5] => [3.0, 0.0, 0.0]; smooth [2.0] => [4.0]; }
}

mod row_with_the_largest_head {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut rows = Vec::new();
        for i in 0..n {
            rows.push(vec![x[i], x[i] * x[0]]);
        }
        let r = rows.iter().max_by(|a, b| a[0].total_cmp(&b[0])).unwrap();
        r[0] * r[1]
    }

    // x₁²·x₀
    check! { |v| (v, 3) -> (x); smooth [0.5, 1.5, 1.0] => [2.25, 1.5, 0.0]; }
}

mod answers_about_elements {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], limit: f64) -> f64 {
        let mut s = limit;
        if x.iter().any(|v| *v > limit) {
            s *= x[0];
        }
        if !x.contains(&9.0) && !x.iter().all(|v| *v > 1.0) {
            s *= x[1];
        }
        let at = x.iter().position(|v| *v > 0.75).unwrap_or(0);
        let k = x.partition_point(|v| *v < limit);
        s * x[at] * (k + 1) as f64
    }

    // 2·limit·x₀·x₁²
    check! { |v| (&v[..3], v[3]) -> (x, limit); smooth [0.5, 1.5, 1.0, 0.7] => [3.15, 2.1, 0.0, 2.25]; }
}

mod rows_sorted {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut rows = vec![vec![x[0], x[1]], vec![x[2]], vec![x[1], x[2], x[0]]];
        rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
        rows[0][0] * rows[2][1] + rows[1][0] * rows[1][0]
    }

    // x₀·x₂ + x₂²: in the order 0.5, 1, 1.5
    check! { |v| (v) -> (x); smooth [0.5, 1.5, 1.0] => [1.0, 0.0, 2.5]; }
}

mod pairs_sorted {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut pairs = vec![(x[0], x[1]), (x[2], x[0]), (x[1], x[2])];
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        pairs[0].1 * pairs[1].1 * pairs[2].0
    }

    // x₂·x₀·x₀
    check! { |v| (v) -> (x); smooth [0.5, 1.5, 1.0] => [1.0, 0.0, 0.25]; }
}

mod part_of_a_row_lent_by_name {
    use super::*;

    #[derive_grad]
    fn bump(a: &mut [f64], k: f64) {
        a[0] *= k;
    }

    #[derive_grad]
    fn bump_one(a: &mut f64, k: f64) {
        *a *= k;
    }

    #[derive_grad]
    fn f(k: f64) -> f64 {
        let mut m = vec![vec![k, 0.9, 0.7]];
        let v = &mut m[0];
        bump(&mut v[1..], k);
        bump_one(&mut v[2], k);
        v[1] * v[0] * v[2]
    }

    // 0.63·k³
    check! { |v| (v[0]) -> (k); smooth [2.0] => [7.56]; }
}

mod vector_exchanged_with_an_array {
    use super::*;

    #[derive_grad]
    fn f(k: f64) -> f64 {
        let mut v = vec![k, 2.0];
        let mut q = [k * k, 3.0];
        v.swap_with_slice(&mut q);
        v[0] * q[0] * v[1]
    }

    // 3·k³
    check! { |v| (v[0]) -> (k); smooth [2.0] => [36.0]; }
}

mod parts_of_results_that_change {
    use super::*;

    #[derive_grad]
    fn twice(x: &mut [f64]) -> [f64; 2] {
        x[0] *= 2.0;
        [x[0], x[1] * x[0]]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = [x, 1.0];
        let [w, mut hi] = twice(&mut s);
        let [mut a, b] = twice(&mut s[..]);
        hi += w;
        a *= b;
        hi * a
    }

    // 4 x · 16 x²
    check! { |v| (v[0]) -> (x); smooth [0.5] => [48.0]; }
}
