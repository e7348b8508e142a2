//! Fields of structs where a value is kept, counted with, or moved.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    a: f64,
    n: usize,
    inner: Point,
    w: Vec<f64>,
}

#[derive(Copy, Clone, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
    k: [f64; 2],
}

#[derive(Copy, Clone, Debug, PartialEq, Differentiable)]
struct Counted(f64, usize);

mod fields_in_rows {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let a = [[p.x, p.y]; 2];
        a[0][0] * a[1][1] + p.k[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod rest_of_itself {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let q = Point {
            x: p.y,
            y: p.x,
            ..p
        };
        q.x * q.x * q.y + q.k[0] * q.k[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod integer_by_pattern {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let t = Counted(x[0], 2);
        let Counted(a, n) = t;
        a * n as f64 * a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod integers_in_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let t = Counted(x[0], 2);
        let b = Counted(x[1], 1);
        x[(t.1 + b.1) * 3 % x.len()] * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod integer_in_max {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let t = Counted(x[0], 2);
        x[t.1.max(1)] * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod integer_or_literal {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let t = Counted(x[0], 2);
        let c = x[0] > 0.1;
        let k = if c { t.1 } else { 1 };
        x[k] * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod integer_or_literal_typed {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let t = Counted(x[0], 2);
        let c = x[0] > 0.1;
        let k: usize = if c { t.1 } else { 1 };
        x[k] * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod fields_exchanged_by_tuples {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        (p.x, p.y) = (p.y, p.x * x[1]);
        p.x * p.x * p.y
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod bound_by_pattern_in_rows {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let Point { x: z, .. } = p;
        let acc = [[z, 0.1]; 3];
        acc[0][0] * acc[2][0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod pop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let l = m.w.pop().unwrap();
        l * l * m.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod rows_of_structs_collected {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let v = x
            .iter()
            .map(|v| Point {
                x: *v,
                y: v * v,
                k: [0.5, *v],
            })
            .collect::<Vec<Point>>();
        v[0].x * v[1].y + v[2].k[1] * v[2].x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_assigned {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let a = [x[0] * x[1], x[2]];
        p.k = a;
        p.k[0] * p.k[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_in_array {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let a = [p.k, [x[0], 0.5]];
        a[0][0] * a[1][0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_copied {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let q = p.k;
        let r: [f64; 2] = p.k;
        q[0] * r[1] * q[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod vector_cloned {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let c: Vec<f64> = m.w.clone();
        c[0] * c[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod struct_copied {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let mut q: Point = m.inner;
        q.x *= x[1];
        q.x * q.x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod last_of_a_field {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        m.w.iter().copied().last().unwrap_or(0.5) * m.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod field_in_any {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        x.iter().map(|_| m.a).any(|v| v > 3.0) as usize as f64 + m.a * m.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod field_in_last {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        x.iter().map(|_| m.a).last().unwrap_or(1.0) * m.w[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod field_in_scan {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        x.iter()
            .scan(m.a, |s, v| {
                *s *= v;
                Some(*s)
            })
            .sum::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod struct_assigned_behind_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let r = &mut m;
        r.inner = Point {
            x: x[2],
            y: r.a,
            k: [0.1, r.w[0]],
        };
        m.inner.x * m.inner.y * m.inner.k[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod struct_behind_reference_overwritten {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let q = Point {
            x: x[2],
            y: 1.0,
            k: [x[1]; 2],
        };
        let r = &mut m.inner;
        *r = q;
        r.x *= 2.0;
        m.inner.x * m.inner.k[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod block_in_literal {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let s = Point {
            x: {
                let z = m.a;
                z * z
            },
            y: m.inner.y,
            k: m.inner.k,
        };
        s.x * s.y + s.k[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod integers_compared {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let k = m.n;
        let t: usize = m.n.min(k);
        x[t] * x[m.n - 1] * m.w[m.n % 2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod integer_in_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let y = (if m.n > 1 { m.a } else { m.inner.x }, m.n);
        let mut s = 0.0;
        for i in 0..y.1 {
            s += y.0 * x[i];
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod value_before_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let old = m.a;
        m.a = x[1];
        let z = if x[0] > 0.0 { m.a } else { old };
        z * old * m.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod struct_twice_in_vector {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let v = vec![p, p];
        v[0].x * v[1].y
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod replaced_and_swapped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let a = std::mem::replace(&mut p.x, x[2]);
        std::mem::swap(&mut p.x, &mut p.y);
        a * p.x * p.y * p.y
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod element_and_struct_replaced {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let o = std::mem::replace(&mut m.w[0], x[0] * x[0]);
        let q = std::mem::replace(
            &mut m.inner,
            Point {
                x: 1.0,
                y: x[2],
                k: [o, o],
            },
        );
        q.x * m.inner.y * m.inner.k[0] + m.w[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod vector_taken {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let o = std::mem::take(&mut m.w);
        o[0] * o[1] * m.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod vector_lent {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let r = &mut m.w;
        r[0] *= 2.0;
        let s = r[0];
        s * m.w[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod tuple_of_fields {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let mut t = (m.a, m.n);
        t.0 *= x[1];
        t.1 += 1;
        t.0 * t.1 as f64 * t.0
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod struct_cloned {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        let mut n = m.clone();
        n.a *= x[2];
        n.w[0] *= n.a;
        n.w[0] * m.w[0] * m.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod chosen_by_match {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let mut s = 0.0;
        let mut i = 0;
        while i < 2 {
            let v = p.k[i];
            s += v * v;
            i += 1;
        }
        let r = match x.len() {
            3 => p.x,
            _ => p.y,
        };
        s * r
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod captured {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let f = |a: f64| a * p.x + p.y;
        f(x[2]) * f(2.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_of_fields_written {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        let (a, b) = (p.x, p.y);
        let c = [p.x, p.y, a];
        let mut s = c;
        s[0] = 2.0;
        s[1] * c[0] * b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod best_kept {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut best = Point {
            x: x[0],
            y: x[1],
            k: [x[2], 0.5],
        };
        for i in 0..3 {
            let q = Point {
                x: x[i] * 2.0,
                y: x[i],
                k: [0.0; 2],
            };
            if q.x > best.x {
                best = q;
            }
        }
        best.x * best.y
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod pushed_in_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = Model {
            a: x[0],
            n: 2,
            inner: Point {
                x: x[0],
                y: x[1],
                k: [x[2], 0.5],
            },
            w: vec![x[1], x[2]],
        };
        for i in 0..3 {
            m.w.push(x[i] * m.a);
            m.a = m.w[i] * 0.5;
            m.n += 1;
        }
        m.a * m.w[m.n - 1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod lists_copied_to_vectors {
    use grad_runtime::{Differentiable, derive_grad};

    #[derive(Clone, Differentiable)]
    struct Lists {
        array: [f64; 2],
        list: Vec<f64>,
    }

    /// A vector is exchanged with the copy of an array, and another copy grows.
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut lists = Lists {
            array: [x[0], x[1] * x[1]],
            list: vec![x[1]],
        };
        lists.array[0] += x[1];
        let mut rows = vec![vec![x[0]; 2]; 2];
        let mut row = lists.array.to_vec();
        std::mem::swap(&mut rows[1], &mut row);
        let mut grown = lists.array.to_vec();
        grown.push(x[0].sin());
        let copy = lists.list.to_vec();
        rows[1][0] * row[1] * lists.array[1] + grown[2] * grown[0] * copy[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3];
    }
}
