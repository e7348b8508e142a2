//! A copy keeps what it was made of, whatever is written to the original afterwards: parts of results and of
//! structs, whose types only rustc knows.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Debug, Differentiable)]
struct P2 {
    a: f64,
    b: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct L {
    k: f64,
    u: Vec<f64>,
}

#[derive_grad]
fn vv(x: &[f64]) -> Vec<f64> {
    vec![x[0] * x[0], x[1]]
}

#[derive_grad]
fn aa(x: &[f64]) -> [f64; 2] {
    [x[0] * x[0], x[1]]
}

#[derive_grad]
fn tt(x: &[f64]) -> (f64, f64) {
    (x[0] * x[0], x[1])
}

#[derive_grad]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[derive_grad]
fn tdot(a: &(f64, f64), b: &(f64, f64)) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

#[derive_grad]
fn lmake(x: &[f64]) -> L {
    L {
        k: x[0],
        u: vec![x[1], x[2]],
    }
}

mod vector_that_a_call_replaces {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut st = vv(x);
        let mut s = 0.0;
        for i in 1..3 {
            let prev = st;
            st = vv(&x[i..]);
            s += dot(&prev, &st);
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod array_that_a_call_replaces {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut st = aa(x);
        let mut s = 0.0;
        for i in 1..3 {
            let prev = st;
            st = aa(&x[i..]);
            s += dot(&prev, &st);
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod tuple_that_a_call_replaces {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut st = tt(x);
        let mut s = 0.0;
        for i in 1..3 {
            let prev = st;
            st = tt(&x[i..]);
            s += tdot(&prev, &st);
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod field_that_is_scaled {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut l = lmake(x);
        let k = l.k;
        l.k = k * x[3];
        k * l.k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod element_of_a_field {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut l = lmake(x);
        let r = l.u[1];
        l.u[1] = 3.0 * x[0];
        r * l.u[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod vector_field_that_is_replaced {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut l = lmake(x);
        let r = l.u;
        l.u = vec![x[0], x[0] * x[1]];
        dot(&r, x) + dot(&l.u, x)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod structs_that_change_places {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = P2 { a: x[0], b: x[1] };
        let mut b = P2 { a: x[2], b: x[3] };
        let mut s = 0.0;
        for i in 0..3 {
            let t = a;
            a = b;
            b = t;
            s += a.a * b.b * x[i];
            b.a *= x[1];
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod array_of_a_call_before_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut st = aa(x);
        let p = st;
        st[0] = 5.0 * x[3];
        dot(&p, &st)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod tuple_of_a_call_before_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut st = tt(x);
        let p = st;
        st.0 = 5.0 * x[3];
        tdot(&p, &st)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod copy_that_changes {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let st = aa(x);
        let mut p = st;
        p[0] = 5.0 * x[3];
        dot(&p, &st)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod clone_before_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut st = vv(x);
        st.push(x[2]);
        let p = st.clone();
        st[0] = 3.0 * x[1];
        p[0] * st[0] * p[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod copies_of_structs {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = P2 { a: x[0], b: x[1] };
        let mut b = a;
        b.a *= x[2];
        let c = b;
        b.b = c.a;
        a.a * b.a * c.a * b.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod field_before_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        let r = p.b;
        p.b = 5.0 * x[3];
        p.a * r * p.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod pattern_before_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        let P2 { a, b } = p;
        p.a = b * x[2];
        p.a * a * a * b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fields_before_the_struct_is_replaced {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        let a = p.a;
        let b = p.b;
        p = P2 {
            a: b * 2.0,
            b: a * 3.0,
        };
        p.a * p.b * a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod struct_before_it_is_replaced {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        let a = p.a;
        let q = p;
        p = P2 { a: x[2], b: a };
        p.a * p.b * q.a * a * q.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod field_in_an_operand_that_writes {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        p.a * {
            p.a = x[2];
            p.a
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod sum_of_fields_beside_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        (p.a + p.b) * {
            p.a *= x[2];
            p.a
        } + p.a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod part_of_a_result_before_a_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut t = tt(x);
        let a = t.0;
        t.0 = 5.0 * x[1];
        a * t.0 * t.1
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fields_that_change_places {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        let t = p.a;
        p.a = p.b * 2.0;
        p.b = t;
        p.a * p.b * t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fields_of_a_parameter_that_change_places {
    use super::*;

    #[derive_grad]
    fn bump(p: &mut P2, k: f64) -> f64 {
        let a = p.a;
        p.a = p.b * k;
        let b = p.b;
        p.b = a;
        a * b * p.a
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = P2 { a: x[0], b: x[1] };
        let r = bump(&mut p, x[2]);
        r * p.a * p.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod a_field_with_rows_kept_before_it_is_written {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Filter {
        p: [[f64; 2]; 2],
        rows: Vec<Vec<f64>>,
    }
    #[derive_grad]
    impl Filter {
        fn update(&mut self, k: f64, times: usize) {
            for t in 0..times {
                let p = self.p;
                if t == 1 {
                    continue;
                }
                for i in 0..2 {
                    for j in 0..2 {
                        self.p[i][j] = p[i][j] - k * p[0][j] * p[1][1];
                    }
                }
            }
        }
        fn mix(&mut self) {
            let mut old = self.rows.clone();
            old[0][1] *= self.rows[1][0];
            self.rows[1][1] = old[0][1] * old[1][1];
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = Filter {
            p: [[x[0], x[1]], [x[2], x[3]]],
            rows: vec![vec![x[0], x[1]], vec![x[2], x[3]]],
        };
        s.update(x[1], 3);
        s.mix();
        s.p[0][0] * s.p[0][1] + s.p[1][0] * s.p[1][1] + s.rows[1][1] * s.rows[0][1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}
