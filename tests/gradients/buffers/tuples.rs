//! Vectors, arrays and slices of tuples.

use grad_runtime::derive_grad;

mod items_of_listed_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let v = vec![(x, 1.0), (2.0, y)];
        let mut s = 0.0;
        for (a, b) in &v {
            s += a * b * x;
        }
        for &(a, b) in v.iter() {
            s *= a + b;
        }
        s
    }

    // (x² + 2xy)·(x + 1)·(2 + y)
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.5, 3.0] => [68.75, 12.375]; }
}

mod every_loop_over_pairs {
    use super::*;

    #[derive_grad]
    fn f(points: &[(f64, f64)], w: &[f64]) -> f64 {
        let mut s = 0.0;
        for ((x, y), w) in points.iter().zip(w) {
            s += x * y * w;
        }
        for (i, (a, b)) in points.iter().enumerate() {
            s *= a + b * i as f64;
        }
        for (i, &(a, b)) in points.iter().enumerate().rev() {
            s += a * b * i as f64;
        }
        for p in points {
            let (a, b) = p;
            s += a * b;
            let &(c, d) = p;
            s *= c * d + 1.0;
            let q = *p;
            s += q.0;
        }
        s
    }

    check! {
        |v| (&[(v[0], v[1]), (v[2], v[3])], &v[4..]) -> (points, w);
        smooth [0.3, 0.4, 0.5, 0.6, 0.1, 0.9];
    }
}

mod windows_and_ends_of_points {
    use super::*;

    #[derive_grad]
    fn f(points: &[(f64, f64)]) -> f64 {
        let mut s = 1.0;
        for w in points.windows(2) {
            let dx = w[1].0 - w[0].0;
            s += dx * (w[0].1 + w[1].1);
        }
        let [a, .., b] = points else {
            return s;
        };
        s * a.0 * b.1
    }

    // (1 + (x1 - x0)·(y0 + y1))·x0·y1
    check! {
        |v| (&v.chunks(2).map(|p| (p[0], p[1])).collect::<Vec<_>>()) -> (points);
        smooth [2.0, 0.5, 3.0, 1.5] => [-1.5, 3.0, 6.0, 9.0];
        smooth [0.1, 0.2, 0.4, 0.5, 0.7, 0.3];
        smooth [0.1, 0.2] => [0.0, 0.0];
    }
}

mod pairs_repeated_and_exchanged {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![(x, 3.0 * x); n];
        v[1].0 *= x;
        v[2] = v[1];
        v[0].1 += v[2].0;
        let t = v[1];
        v[1] = (t.1, t.0);
        v[0].1 * v[1].0 * t.0
    }

    // 9x⁴ + 3x⁵
    check! { |v| (v[0], 3) -> (x); smooth [2.0] => [528.0]; }
}

mod arrays_inside_of_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [(x, [1.0, x]), (x * x, [x, 2.0])];
        a[0].1[1] *= a[1].0;
        a.swap(0, 1);
        a[1].1[1] * a[0].1[0]
    }

    // x⁴
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod vectors_inside_of_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut rows: Vec<(f64, Vec<f64>)> = Vec::new();
        for i in 0..n {
            rows.push((x, vec![x * i as f64; i + 1]));
        }
        rows[1].0 * rows[2].1[2]
    }

    // 2x²
    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [6.0]; }
}

mod integers_beside_floats_pushed {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = Vec::new();
        for i in 0..n {
            v.push((x * i as f64, i));
        }
        let mut s = 0.0;
        for p in &v {
            s += p.0 * p.0 * p.1 as f64;
        }
        s + v[1].0 * v.len() as f64
    }

    // 9x² + 3x
    check! { |v| (v[0], 3) -> (x); smooth [0.5] => [12.0]; }
}

mod integers_beside_floats_popped {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut stack: Vec<(usize, f64)> = vec![(0, 1.0)];
        stack.push((1, x * x));
        let mut s = 0.0;
        while let Some((i, v)) = stack.pop() {
            s += v * [x, 2.0][i];
        }
        s
    }

    // 2x² + x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [7.0]; }
}

mod integers_beside_floats_by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let list = vec![(1usize, x), (2, x)];
        let mut s = 0.0;
        for (i, v) in &list {
            s += *i as f64 * v;
        }
        for p in &list {
            s *= p.0 as f64 + p.1;
        }
        for &(k, v) in list.iter() {
            s += v * k as f64;
        }
        for (k, v) in list {
            s += v * k as f64;
        }
        s
    }

    // 3x·(1 + x)·(2 + x) + 6x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [59.25]; }
}

mod flags_and_letters_beside_floats {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let list = vec![(true, 'a', x), (false, 'b', y), (true, 'b', x * y)];
        let mut s = 1.0;
        for (keep, letter, v) in &list {
            if *keep {
                s *= v;
            }
            if *letter == 'b' {
                s += v;
            }
        }
        s
    }

    // (x + y)·x·y + x·y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [2.0, 3.0] => [24.0, 18.0]; }
}

mod integer_beside_a_float_repeated {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: usize) -> f64 {
        let list = vec![(k, x); 2];
        list[1].1 * list[0].0 as f64 * list[0].1
    }

    // 3x²
    check! { |v| (v[0], 3) -> (x); smooth [0.5] => [3.0]; }
}

mod integer_beside_a_vector {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p: Vec<(usize, Vec<f64>)> = Vec::new();
        p.push((1, x.to_vec()));
        let mut s = 0.0;
        for (i, v) in p.iter() {
            for w in v {
                s += w * *i as f64;
            }
        }
        for q in &p {
            s *= q.1[0] * q.0 as f64;
        }
        s
    }

    // (x0 + x1)·x0
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [5.0, 1.5]; }
}

mod row_of_a_sparse_matrix {
    use super::*;

    #[derive_grad]
    fn dot(m: &[(usize, f64)], x: &[f64]) -> f64 {
        let mut s = 0.0;
        for (k, w) in m {
            s += x[*k] * *w;
        }
        s
    }

    #[derive_grad]
    fn f(x: &[f64], y: f64) -> f64 {
        let m = [(0, y), (1, 2.0 * y)];
        dot(&m, x)
    }

    // y·(x0 + 2·x1)
    check! { |v| (&v[..2], v[2]) -> (x, y); smooth [1.5, 2.0, 3.0] => [3.0, 6.0, 5.5]; }

    mod as_a_parameter {
        use super::*;

        #[derive_grad]
        fn f(m: &[(usize, f64)], x: &[f64]) -> f64 {
            dot(m, x) * dot(&m[1..], x)
        }

        // (w0·x1 + w1·x0)·w1·x0
        check! {
            |v| (&[(1, v[0]), (0, v[1])], &v[2..]) -> (m, x);
            smooth [1.5, 2.0, 0.5, 4.0] => [4.0, 4.0, 16.0, 1.5];
        }
    }
}

mod pushed_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(m: &mut Vec<(f64, f64)>, x: f64) -> f64 {
        m.push((x, x * x));
        m[0].0 * m[1].1
    }

    in_out! {
        float |v| { m = vec![(v[0], v[1])] } (&mut m, v[2]) -> (m, x: 0.0);
        smooth [0.5, 2.0, 3.0] => [
            [9.0, 0.0, 3.0],
            [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 6.0],
        ];
    }
}

mod filled_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f64, f64)], x: f64) -> f64 {
        let old = m[1].0;
        m.fill((x, 2.0));
        old * m[0].0 * m[1].1
    }

    // 2·m10·x
    in_out! {
        float |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m, v[4]) -> (m, x: 0.0);
        smooth [0.5, 2.0, 3.0, 4.0, 1.5] => [
            [0.0, 0.0, 3.0, 0.0, 6.0],
            [0.0, 0.0, 0.0, 0.0, 1.0], [0.0; 5], [0.0, 0.0, 0.0, 0.0, 1.0], [0.0; 5],
        ];
    }
}

mod popped_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(m: &mut Vec<(f64, f64)>) -> f64 {
        let (a, b) = m.pop().unwrap();
        a * b * m[0].0
    }

    in_out! {
        float |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m) -> (m);
        smooth [0.5, 2.0, 3.0, 4.0] => [
            [12.0, 0.0, 2.0, 1.5], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0],
        ];
    }
}

mod replaced_in_a_slice {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f64, f64)], x: f64) -> f64 {
        let u = std::mem::replace(&mut m[0], (x, 2.0));
        u.0 * u.1 * m[0].0
    }

    in_out! {
        float |v| { m = vec![(v[0], v[1])] } (&mut m, v[2]) -> (m, x: 0.0);
        smooth [0.5, 2.0, 3.0] => [[6.0, 1.5, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]];
    }
}

mod swapped_across_a_split {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f64, f64)]) -> f64 {
        let (l, r) = m.split_at_mut(1);
        std::mem::swap(&mut l[0], &mut r[0]);
        l[0].0 *= r[0].1;
        m[0].0 * m[1].1
    }

    // m10·m01²
    in_out! {
        float |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m) -> (m);
        smooth [0.5, 2.0, 3.0, 4.0] => [
            [0.0, 12.0, 4.0, 0.0],
            [0.0, 3.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0],
        ];
    }
}

mod grown_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![(x, 1.0)];
        for i in 0..n {
            let (a, b) = v[i];
            v.push((a * x, b + a));
            v[0].1 *= x;
        }
        let mut s = 0.0;
        for (a, b) in &v {
            s += a * b;
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod popped_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![(x, x * x), (2.0 * x, 1.0)];
        for i in 0..n {
            let (a, b) = v.pop().unwrap();
            v.push((b * x, a));
            if i % 2 == 1 {
                v.insert(0, (a * b, x));
            }
        }
        let mut s = 1.0;
        while let Some((a, b)) = v.pop() {
            s *= a + b;
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod parts_written_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut v: Vec<(f64, f64)> = Vec::new();
        for e in x {
            v.push((*e, 1.0));
        }
        for _ in 0..n {
            for (a, b) in v.iter_mut() {
                *b += *a;
                *a *= *b;
            }
            v.rotate_left(1);
            v.swap(0, 1);
        }
        let mut s = 0.0;
        for (i, p) in v.iter().enumerate() {
            s += p.0 * p.1 * (i + 1) as f64;
        }
        s
    }

    check! { |v| (v, 3) -> (x); smooth [0.2, 0.3, 0.25]; }
    mod one_trip {
        use super::*;
        // The sum of x·(1 + x)², times 1, 2 and 3 for x2, x1 and x0.
        check! { |v| (v, 1) -> (x); smooth [1.0, 2.0, 0.5] => [24.0, 42.0, 3.75]; }
    }
    mod no_trips {
        use super::*;
        check! { |v| (v, 0) -> (x); smooth [0.2, 0.3, 0.25] => [1.0, 2.0, 3.0]; }
    }
}

mod changed_in_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut v = vec![(x, y), (y, 2.0)];
        if x > 1.0 {
            v.push((x * y, x));
            v.swap(0, 2);
        } else {
            v[0] = (v[1].1 * y, v[0].0);
            v.truncate(1);
        }
        let [first, ..] = &v[..] else {
            return 0.0;
        };
        first.0 * first.1 * v.len() as f64
    }

    // 3·x²·y or 2·y·x
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 0.5] => [6.0, 12.0];
        smooth [0.5, 3.0] => [6.0, 1.0];
    }
}

mod yielded_by_arms {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: usize) -> f64 {
        let v = match k {
            0 => vec![(x, 1.0)],
            1 => vec![(x, x); 2],
            _ => {
                let mut w = Vec::new();
                w.push((x * x, x));
                w.push((1.0, 2.0 * x));
                w
            }
        };
        let mut s = 0.0;
        for &(a, b) in &v {
            s += a * b;
        }
        s * v[0].0
    }

    mod zero {
        use super::*;
        // x²
        check! { |v| (v[0], 0) -> (x); smooth [1.5] => [3.0]; }
    }
    mod one {
        use super::*;
        // 2x³
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [13.5]; }
    }
    mod two {
        use super::*;
        // x⁵ + 2x³
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [38.8125]; }
    }
}

mod through_calls {
    use super::*;

    #[derive_grad]
    fn grow(v: &mut Vec<(f64, f64)>, x: f64) {
        let (a, b) = v[v.len() - 1];
        v.push((a * x, b + x));
    }

    #[derive_grad]
    fn turned(mut v: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
        for p in v.iter_mut() {
            *p = (p.1, p.0);
        }
        v
    }

    #[derive_grad]
    fn area(v: &[(f64, f64)]) -> f64 {
        let mut s = 0.0;
        for w in v.windows(2) {
            s += w[0].0 * w[1].1 - w[1].0 * w[0].1;
        }
        s
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![(1.0, x)];
        for _ in 0..n {
            grow(&mut v, x);
        }
        let v = turned(v);
        area(&v) + v[0].0 * v[v.len() - 1].1
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod vectors_inside_through_calls_in_a_loop {
    use super::*;

    #[derive_grad]
    fn level(x: f64, i: usize) -> (f64, Vec<f64>) {
        (x.sin(), vec![x; i + 1])
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut rows: Vec<(f64, Vec<f64>)> = vec![level(x, 0)];
        for i in 0..n {
            let next = level(rows[i].0 + x, i);
            rows.push(next);
            rows[i].1[0] *= x;
        }
        let mut s = 0.0;
        for (w, row) in &rows {
            for e in row {
                s += w * e;
            }
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.375] }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f32 {
        let mut v = vec![(x, 1usize), (2.0 * x, 2)];
        v.push((v[0].0 * v[1].0, 3));
        v.reverse();
        let mut s = 0.0;
        for (a, k) in &v {
            s += a.powi(2) * *k as f32;
        }
        s
    }

    // 12x⁴ + 9x²
    check! { |v| (v[0] as f32) -> (x); smooth [0.5] => [15.0]; }
}

mod single_beside_double_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f32, y: f64) -> f64 {
        let mut v = vec![(x, y)];
        v.push((x * x, y * f64::from(v[0].0)));
        let (a, b) = v[1];
        f64::from(a) * b
    }

    // x³·y
    check! { |v| (v[0] as f32, v[1]) -> (x, y); single [0.5, 2.0] => [1.5, 0.125]; }
}

mod single_precision_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f32, f32)], n: usize) -> f32 {
        for i in 0..n {
            let k = i % m.len();
            let (a, b) = m[k];
            m[k] = (a * b, a + 0.5 * b);
        }
        m[0].0 * m[1].1
    }

    in_out! {
        float |v| { m = vec![(v[0] as f32, v[1] as f32), (v[2] as f32, v[3] as f32)] }
            (&mut m, 3) -> (m);
        smooth [0.5, 0.75, 1.0, 0.25];
    }
}
