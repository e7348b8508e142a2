//! Sorting and searching in place: what moves is known at run time only.

use grad_runtime::derive_grad;

/// The weighted sum of a sorted list: each element has the weight of its rank.
macro_rules! ranks {
    () => {
        in_out! {
            float |v| { a = v.to_vec() } (&mut a) -> (a);
            smooth [3.0, 1.5, 2.0, 7.0, 0.5] => [[4.0, 2.0, 3.0, 5.0, 1.0]];
            smooth [1.0, 2.0, 3.0] => [[1.0, 2.0, 3.0]];
            smooth [3.0, 2.0, 1.0];
            smooth [1.5] => [[1.0]];
        }
    };
}

#[derive_grad]
fn weighted(a: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * (i as f64 + 1.0);
    }
    s
}

mod bubble {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let mut swapped = true;
        while swapped {
            swapped = false;
            for i in 1..a.len() {
                if a[i - 1] > a[i] {
                    a.swap(i - 1, i);
                    swapped = true;
                }
            }
        }
        weighted(a)
    }

    ranks!();
}

mod selection {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        for i in 0..a.len() {
            let mut least = i;
            for j in i + 1..a.len() {
                if a[j] < a[least] {
                    least = j;
                }
            }
            let t = a[i];
            a[i] = a[least];
            a[least] = t;
        }
        weighted(a)
    }

    ranks!();
}

mod quick {
    use super::*;

    #[derive_grad]
    fn sort(a: &mut [f64]) {
        let n = a.len();
        if n < 2 {
            return;
        }
        let pivot = a[n - 1];
        let mut store = 0;
        for i in 0..n - 1 {
            if a[i] < pivot {
                a.swap(i, store);
                store += 1;
            }
        }
        a.swap(store, n - 1);
        let (left, right) = a.split_at_mut(store);
        sort(left);
        sort(&mut right[1..]);
    }

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        sort(a);
        weighted(a)
    }

    ranks!();
}

mod heap {
    use super::*;

    #[derive_grad]
    fn sift(a: &mut [f64], from: usize, n: usize) {
        let mut root = from;
        loop {
            let mut child = 2 * root + 1;
            if child >= n {
                break;
            }
            if child + 1 < n && a[child + 1] > a[child] {
                child += 1;
            }
            if a[root] >= a[child] {
                return;
            }
            a.swap(root, child);
            root = child;
        }
    }

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let n = a.len();
        for i in (0..n / 2).rev() {
            sift(a, i, n);
        }
        for end in (1..n).rev() {
            a.swap(0, end);
            sift(a, 0, end);
        }
        weighted(a)
    }

    ranks!();
}

mod shell {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let n = a.len();
        let mut gap = n / 2;
        while gap > 0 {
            for i in gap..n {
                let key = a[i];
                let mut j = i;
                while j >= gap && a[j - gap] > key {
                    a[j] = a[j - gap];
                    j -= gap;
                }
                a[j] = key;
            }
            gap /= 2;
        }
        weighted(a)
    }

    ranks!();
}

mod by_a_permutation {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let n = a.len();
        let mut order: Vec<usize> = (0..n).collect();
        for i in 1..n {
            let mut j = i;
            while j > 0 && a[order[j - 1]] > a[order[j]] {
                order.swap(j - 1, j);
                j -= 1;
            }
        }
        let mut sorted = vec![0.0; n];
        for (to, &from) in order.iter().enumerate() {
            sorted[to] = a[from];
        }
        a.copy_from_slice(&sorted);
        weighted(a)
    }

    ranks!();
}

mod by_methods {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        a.sort_by(|x, y| x.total_cmp(y));
        a.reverse();
        a.sort_by(|x, y| x.total_cmp(y));
        weighted(a)
    }

    ranks!();
}

mod linked_list {
    use super::*;

    /// Inserts each element into a list that is linked by indices.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let mut next = vec![n; n + 1];
        for i in 0..n {
            let mut at = n;
            while next[at] != n && x[next[at]] < x[i] {
                at = next[at];
            }
            next[i] = next[at];
            next[at] = i;
        }
        let mut s = 0.0;
        let mut at = next[n];
        let mut rank = 1.0;
        while at != n {
            s += rank * x[at];
            rank += 1.0;
            at = next[at];
        }
        s
    }

    check! { |v| (v) -> (x); smooth [3.0, 1.5, 2.0, 7.0, 0.5] => [4.0, 2.0, 3.0, 5.0, 1.0]; }
}

mod partition_by_two_indices {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], limit: f64) -> f64 {
        let (mut i, mut j) = (0, a.len());
        while i < j {
            if a[i] < limit {
                i += 1;
            } else {
                j -= 1;
                a.swap(i, j);
            }
        }
        let mut s = 1.0;
        for e in &a[..i] {
            s *= e;
        }
        s
    }

    in_out! {
        float |v| { a = v[..4].to_vec() } (&mut a, v[4]) -> (a, limit: 0.0);
        smooth [3.0, 1.5, 2.0, 7.0, 2.5] => [[0.0, 2.0, 1.5, 0.0, 0.0]];
    }
}

mod sieve_of_flags {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let mut struck = vec![false; n];
        let mut s = 1.0;
        for p in 2..n {
            if struck[p] {
                continue;
            }
            s *= x[p];
            let mut k = p * p;
            while k < n {
                struck[k] = true;
                k += p;
            }
        }
        s
    }

    check! { |v| (v) -> (x); smooth [7.0, 7.0, 2.0, 3.0, 7.0, 0.5] => [0.0, 0.0, 1.5, 1.0, 0.0, 6.0]; }
}

mod rows_of_different_lengths {
    use super::*;

    /// The rows keep their lengths where they come to lie.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut rows: Vec<Vec<f64>> = vec![vec![x[0]], vec![x[1], x[2]]];
        rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
        rows[0][1] * rows[1][0]
    }

    check! { |v| (v) -> (x); smooth [3.0, 1.5, 2.0] => [2.0, 0.0, 3.0]; }
}
