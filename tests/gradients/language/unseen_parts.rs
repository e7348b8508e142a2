//! Parts of results and of structs whose types only rustc knows: lent, copied, and of another shape afterwards.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Debug, Differentiable)]
struct L {
    k: f64,
    u: Vec<f64>,
}

#[derive_grad]
fn made(x: &[f64]) -> L {
    L {
        k: x[0] * x[1],
        u: vec![x[1], x[2] * x[2]],
    }
}

#[derive_grad]
fn pair(x: &[f64]) -> (f64, Vec<f64>) {
    (x[0] * x[2], vec![x[1] * x[1], x[0], x[2]])
}

#[derive_grad]
fn scalars(x: &[f64]) -> (f64, f64) {
    (x[0] * x[2], x[1] * x[1])
}

#[derive_grad]
fn grow(k: f64, v: &mut Vec<f64>) -> f64 {
    v[0] *= k;
    v.push(k * v[1]);
    v[0] + k
}

#[derive_grad]
fn shift(k: f64, v: &mut f64) -> f64 {
    *v *= k;
    *v + k
}

#[derive_grad]
fn whole(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i] * v[i] * (i as f64 + 1.0);
    }
    s
}

mod a_vector_that_is_lent {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (z, mut r) = pair(x);
        let a = grow(z, &mut r);
        a * z
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_vector_that_is_lent_and_read_as_a_whole {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (mut z, mut r) = pair(x);
        let mut a = 0.0;
        for _ in 0..2 {
            a += grow(z, &mut r);
            z += a * 0.01;
        }
        a * whole(&r)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_scalar_that_is_lent {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (z, mut r) = scalars(x);
        let a = shift(z, &mut r);
        let b = shift(a, &mut r);
        a * b + r
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_scalar_that_is_lent_in_a_branch_and_passed_on {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (z, mut r) = scalars(x);
        let mut a = z;
        if z > 0.0 {
            a = shift(z, &mut r);
        }
        a * shift(r, &mut a)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
        smooth [-0.7, 1.9, 2.3];
    }
}

mod a_field_that_is_replaced_by_a_shorter_one {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut n = made(x);
        let r = n.u;
        n.u = vec![x[0]];
        whole(&r) * n.u[0] * n.k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_part_that_is_replaced_by_a_shorter_one {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut t = pair(x);
        let r = t.1;
        t.1 = vec![x[0]];
        whole(&r) * whole(&t.1) * t.0
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_field_that_is_cleared {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut n = made(x);
        let r = n.u.clone();
        n.u.clear();
        n.u.push(r[0] * n.k);
        whole(&r) + whole(&n.u)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_field_that_grows_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut n = made(x);
        let mut s = 0.0;
        for i in 0..3 {
            let r = n.u.clone();
            n.u.push(r[i] * x[0]);
            if i != 1 {
                s += whole(&r) * n.u[0];
            }
        }
        s + whole(&n.u)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_copy_that_grows_itself {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (z, mut r) = pair(x);
        let mut q = r.clone();
        let a = grow(z, &mut r);
        let b = grow(a, &mut q);
        whole(&q) * b + whole(&r)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_field_of_a_parameter_that_is_cleared {
    use super::*;

    #[derive_grad]
    fn renew(n: &mut L, k: f64) -> f64 {
        let r = n.u.clone();
        n.u.clear();
        n.u.push(r[0] * k);
        whole(&r)
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut n = made(x);
        let a = renew(&mut n, x[0]);
        a * whole(&n.u) * n.k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod a_field_of_a_parameter_that_is_copied {
    use super::*;

    #[derive_grad]
    fn smoothed(n: &L, k: f64) -> f64 {
        let mut u = n.u.clone();
        for i in 1..u.len() {
            u[i] = k * u[i - 1] + n.u[i] * n.k;
        }
        u.push(n.u[0] * k);
        whole(&u)
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = made(x);
        smoothed(&n, x[0]) * n.k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod items_of_a_list_that_are_copied {
    use super::*;

    #[derive_grad]
    fn run(ls: &[L], k: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..ls.len() {
            let mut l = ls[i].clone();
            l.u[0] *= k;
            l.k += l.u[0];
            let mut w = ls[i].u.clone();
            w[1] += l.k;
            s += whole(&w) * l.k + whole(&l.u);
        }
        s
    }

    fn lists(v: &[f64]) -> Vec<L> {
        vec![
            L {
                k: v[0],
                u: vec![v[1], v[2]],
            },
            L {
                k: v[2],
                u: vec![v[1] * 2.0, v[0], 0.5],
            },
        ]
    }

    #[test]
    fn the_gradient_is_that_of_differences() {
        let v = [0.7, 1.9, 2.3];
        let (value, d_ls, d_k) = run_grad(&lists(&v), 0.8);
        assert!((value - run(&lists(&v), 0.8)).abs() < 1e-12);
        let h = 1e-6;
        let slope = |change: &dyn Fn(&mut Vec<L>, f64)| {
            let at = |h: f64| {
                let mut ls = lists(&v);
                change(&mut ls, h);
                run(&ls, 0.8)
            };
            (at(h) - at(-h)) / (2.0 * h)
        };
        for i in 0..2 {
            let expected = slope(&|ls, h| ls[i].k += h);
            assert!((d_ls[i].k - expected).abs() < 1e-6 * expected.abs().max(1.0));
            for j in 0..d_ls[i].u.len() {
                let expected = slope(&|ls, h| ls[i].u[j] += h);
                assert!((d_ls[i].u[j] - expected).abs() < 1e-6 * expected.abs().max(1.0));
            }
        }
        let expected = (run(&lists(&v), 0.8 + h) - run(&lists(&v), 0.8 - h)) / (2.0 * h);
        assert!((d_k - expected).abs() < 1e-6 * expected.abs().max(1.0));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Q {
    x: f64,
    v: [f64; 2],
}

/// Elements of a field, of which only their use in a closure tells that they are floats.
mod elements_in_closures_that_write {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut q = Q {
            x: x[0],
            v: [x[1], x[2]],
        };
        let mut s = 0.0;
        for k in 0..3 {
            s +=
                q.v.iter()
                    .zip(q.v.iter())
                    .map(|(_, &d)| {
                        q.x += d.sin();
                        d * q.x
                    })
                    .fold(0.5, f64::max);
            if k > 0 {
                s +=
                    q.v.iter()
                        .copied()
                        .zip(q.v.iter())
                        .map(|(c, &d)| {
                            q.x += (d * c).sin();
                            c.sin() * q.x
                        })
                        .sum::<f64>();
            }
        }
        s * q.x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

/// The result of a method that only rustc knows, beside a float.
mod listed_beside_a_float {
    use super::*;
    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let q = Q { x, v: [k; 2] };
        let mut s = q.v[0];
        for i in 0..3 {
            let a = [(q.x * 2.0).sin(), q.x.cos(), k];
            let b = if i > 1 {
                [q.x.tanh(), k]
            } else {
                [k, q.x.exp()]
            };
            s += a[i] * b[0] * b[1];
        }
        s
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [0.7, 1.3];
    }
}

/// Vectors of the arrays in fields.
mod rows_of_fields {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let q = Q {
            x: x[0],
            v: [x[1], x[2]],
        };
        let mut s = 0.0;
        for i in 0..3 {
            let rows: Vec<Vec<f64>> = vec![q.v.to_vec(), q.v.to_vec()];
            s += rows[0][i % 2] * rows[1][1];
            if i == 1 {
                let more = vec![q.v[..].to_vec(); 2];
                s *= more[1][0];
            }
        }
        s * q.x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

/// What replaces a variable's content is another variable, which was written to.
mod replaced_by_a_variable {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = x[1];
        for i in 0..3 {
            let mut t = Q {
                x: x[0],
                v: [x[1], s],
            };
            let mut n = Q {
                x: s * x[2],
                v: [x[2], s * x[0]],
            };
            t.x = s.sin();
            if i != 1 {
                let old: Q = std::mem::replace(&mut n, t);
                s += old.x * n.v[1] + old.v[1] * n.x;
            }
            s += n.x;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

/// An array field in a `for` loop is copied: the loop may read and write it.
mod looped_over_by_value {
    use super::*;

    #[derive_grad]
    fn inner(q: &mut Q) -> f64 {
        let mut s = 0.0;
        for b in q.v {
            s += b * q.v[1];
            q.v[1] += b * s;
        }
        s
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut own = Q {
            x: x[0],
            v: [x[1], x[2]],
        };
        let mut s = 0.0;
        for k in 0..2 {
            for a in own.v {
                s += a * own.v[0];
                own.v[1] *= a;
                if k > 0 {
                    own.v[0] *= x[0];
                }
            }
            s += inner(&mut own);
        }
        s * own.v[0] * own.v[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

/// A vector beside what a name or a loop borrows changes its length.
mod lengths_beside_views {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct S {
        arr: [f64; 2],
        w: Vec<f64>,
        out: Vec<f64>,
    }

    #[derive_grad]
    fn used(s: &S) -> f64 {
        let mut sum = 0.0;
        for (a, b) in s.w.iter().zip(&s.out) {
            sum += a * b;
        }
        sum * s.arr[0]
    }

    mod split {
        use super::*;
        #[derive_grad]
        fn f(x: &[f64]) -> f64 {
            let mut s = S {
                arr: [x[0], x[1]],
                w: vec![x[1]; 2],
                out: vec![x[2]],
            };
            let mut sum = 0.0;
            for k in 0..3 {
                let (a, b) = s.arr.split_at_mut(1);
                a[0] *= x[2];
                s.w = vec![b[0] * x[0], a[0], x[1]];
                s.out.push(b[0] * a[0]);
                b[0] += a[0];
                if k == 1 {
                    sum += used(&s);
                }
            }
            sum + s.w[2] * s.out[3] * s.arr[1]
        }

        check! {
            |v| (&v[..]) -> (x);
            smooth [0.7, 1.3, 0.4];
        }
    }

    mod looped {
        use super::*;
        #[derive_grad]
        fn f(x: &[f64], more: bool) -> f64 {
            let mut s = S {
                arr: [x[0], x[1]],
                w: vec![x[1]; 2],
                out: vec![x[2]],
            };
            for (a, y) in s.arr.iter_mut().zip(x.iter().skip(1)) {
                *a *= y;
                s.w = vec![*a, x[0] * s.out[0], *y];
                s.out.push(*a * x[1]);
                s.w.reverse();
            }
            let mut sum = 0.0;
            if more {
                sum += used(&s);
            }
            for _ in 0..usize::from(more) {
                sum += used(&s);
                s.out.push(sum);
            }
            sum + s.w[0] * s.w[1] * s.w[2] * s.out[2]
        }

        mod with_uses {
            use super::*;
            check! {
                |v| (&v[..], true) -> (x);
                smooth [0.7, 1.3, 0.4];
            }
        }

        mod without {
            use super::*;
            check! {
                |v| (&v[..], false) -> (x);
                smooth [0.7, 1.3, 0.4];
            }
        }
    }
}
