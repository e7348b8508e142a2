//! Vectors as stacks and queues, in loops and down a recursion.

use grad_runtime::derive_grad;

mod paths_of_a_tree {
    use super::*;

    /// Pushes on the way down, pops on the way up.
    #[derive_grad]
    fn walk(x: &[f64], node: usize, path: &mut Vec<f64>) -> f64 {
        if node >= x.len() {
            let mut p = 1.0;
            for e in path.iter() {
                p *= e;
            }
            return p;
        }
        path.push(x[node]);
        let s = walk(x, 2 * node + 1, path) + walk(x, 2 * node + 2, path);
        path.pop();
        s
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut path: Vec<f64> = Vec::new();
        walk(x, 0, &mut path)
    }

    // 2 x0 x1 + 2 x0 x2
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [10.0, 3.0, 3.0]; smooth [1.5] => [2.0]; }
}

mod pushes_while_popping {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut todo = vec![x];
        let mut s = 0.0;
        while let Some(e) = todo.pop() {
            if e > 1.0 {
                todo.push(e * 0.5);
                todo.push(e * e * 0.25);
            } else {
                s += e * e;
            }
        }
        s
    }

    check! { |v| (v[0]) -> (x); smooth [1.5]; smooth [2.25]; smooth [0.5] => [1.0]; }
}

mod popped_under_if_let {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>, x: f64) -> f64 {
        let mut s = x;
        for _ in 0..2 {
            if let Some(e) = a.pop() {
                s *= e;
            } else {
                s += x;
            }
        }
        s
    }

    in_out! {
        float |v| { a = v[..v.len() - 1].to_vec() } (&mut a, v[v.len() - 1]) -> (a, x: 0.0);
        smooth [7.0, 2.0, 3.0, 1.5] => [[0.0, 4.5, 3.0, 6.0], [1.0, 0.0, 0.0, 0.0]];
        smooth [2.0, 1.5] => [[1.5, 3.0]];
        smooth [1.5] => [[3.0]];
    }
}

mod popped_under_match {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>, x: f64) -> f64 {
        match a.pop() {
            Some(e) if e > 0.0 => e * x,
            Some(e) => e * e,
            None => x * x,
        }
    }

    in_out! {
        float |v| { a = v[..v.len() - 1].to_vec() } (&mut a, v[v.len() - 1]) -> (a, x: 0.0);
        smooth [2.0, 1.5] => [[1.5, 2.0]];
        smooth [-2.0, 1.5] => [[-4.0, 0.0]];
        smooth [1.5] => [[3.0]];
    }
}

mod last_under_if_let {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>, x: f64) {
        let next = if let Some(last) = a.last() {
            last * x
        } else {
            x
        };
        a.push(next);
        let next = match a.first() {
            Some(first) => *first * *first,
            None => 0.0,
        };
        a.push(next);
    }

    in_out! {
        nothing |v| { a = v[..v.len() - 1].to_vec() } (&mut a, v[v.len() - 1]) -> (a, x: 0.0);
        smooth [3.0, 2.0, 1.5] => [
            [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.5, 2.0], [6.0, 0.0, 0.0],
        ];
        smooth [1.5] => [[1.0], [3.0]];
    }
}

mod ring {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], size: usize) -> f64 {
        let mut ring = vec![0.0; size];
        let (mut at, mut total, mut best) = (0, 0.0, 0.0);
        for &e in x {
            total += e - ring[at];
            ring[at] = e;
            at = (at + 1) % size;
            best += total * total;
        }
        best
    }

    // x0^2 + (x0 + x1)^2 + (x1 + x2)^2
    check! { |v| (v, 2) -> (x); smooth [1.5, 2.0, 3.0] => [10.0, 17.0, 10.0]; }
}

mod grown_and_shrunk_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a: Vec<f64> = Vec::new();
        let mut s = 0.0;
        for (i, &e) in x.iter().enumerate() {
            a.resize(i % 3 + 1, e);
            a[0] += e * e;
            a.push(s + e);
            s = a[a.len() - 1] * a[i % a.len()];
            if i % 2 == 1 {
                a.truncate(1);
            }
        }
        s
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75, 0.25, 0.5, 1.25]; smooth []; }
}

mod cleared_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], out: &mut Vec<f64>) -> f64 {
        let mut s = 1.0;
        for i in 1..=x.len() {
            out.clear();
            out.extend_from_slice(&x[..i]);
            out[0] *= s;
            s = out[0] * out[i - 1];
        }
        s
    }

    in_out! {
        float |v| { out = v[3..].to_vec() } (&v[..3], &mut out) -> (x: vec![0.0; 3], out);
        smooth [0.5, 0.75, -0.25, 7.0];
        smooth [0.5, 0.75, -0.25, 7.0, 8.0, 9.0, 9.5];
    }
}

mod pushed_then_left {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], limit: usize) -> f64 {
        let mut a: Vec<f64> = Vec::new();
        'outer: for &e in x {
            for k in 0..3 {
                a.push(e * (k + 1) as f64);
                if a.len() == limit {
                    break 'outer;
                }
                if k == 1 {
                    continue 'outer;
                }
            }
        }
        let mut s = 1.0;
        for e in &a {
            s *= e;
        }
        s
    }

    // 2 x0^2 x1
    check! { |v| (v, 3) -> (x); smooth [1.5, 2.0, 7.0] => [12.0, 4.5, 0.0]; }

    mod to_the_end {
        use super::*;
        // 4 x0^2 x1^2
        check! { |v| (v, 9) -> (x); smooth [1.5, 2.0] => [48.0, 36.0]; }
    }
}

mod of_integers_beside {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], children: &[usize]) -> f64 {
        let mut todo = vec![0];
        let mut scale = vec![1.0];
        let mut s = 0.0;
        while let Some(node) = todo.pop() {
            let k = scale.pop().unwrap() * x[node];
            s += k;
            let (a, b) = (children[2 * node], children[2 * node + 1]);
            if a > 0 {
                todo.push(a);
                scale.push(k);
            }
            if b > 0 {
                todo.push(b);
                scale.push(k * k);
            }
        }
        s
    }

    // x0 + x0 x1 + x0^2 x2
    check! { |v| (v, &[1, 2, 0, 0, 0, 0]) -> (x); smooth [1.5, 2.0, 3.0] => [12.0, 1.5, 2.25]; }
}

mod other_ways_to_grow {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut b = vec![x[0] * x[0]];
        a.append(&mut b);
        let tail = a.split_off(1);
        let removed = a.swap_remove(0);
        removed * tail[0] * tail[tail.len() - 1]
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [13.5, 3.375]; }
}
