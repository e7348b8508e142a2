//! Structs of constants that are lent to a function beside a float: what it writes to them carries a derivative.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable, Clone, Copy, Debug)]
struct V {
    a: f64,
    b: f64,
}
impl V {
    fn zero() -> V {
        V { a: 0.0, b: 0.0 }
    }
    const ONE: V = V { a: 1.0, b: 1.0 };
}
#[derive_grad]
fn add(v: &mut V, x: f64) {
    v.a += x;
    v.b += v.a * x;
}

mod made_by_a_function {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = V::zero();
        for q in x {
            add(&mut v, *q);
        }
        v.a * v.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_constant {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = V::ONE;
        for q in x {
            add(&mut v, *q);
        }
        v.a * v.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_literal {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = V { a: 0.0, b: 2.0 };
        for q in x {
            add(&mut v, *q);
        }
        v.a * v.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_constant_lent_only {
    use super::*;
    #[derive_grad]
    fn n(v: &V) -> f64 {
        v.a * v.b
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = V::ONE;
        for q in x {
            add(&mut v, *q);
        }
        n(&v)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod an_array_of_them {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut vs = [V::zero(); 2];
        for (i, q) in x.iter().enumerate() {
            add(&mut vs[i % 2], *q);
        }
        vs[0].a * vs[1].b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_vector_of_them {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut vs = vec![V::zero(); 2];
        for (i, q) in x.iter().enumerate() {
            add(&mut vs[i % 2], *q);
        }
        vs[0].a * vs[1].b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_generator_of_numbers {
    use super::*;
    #[derive(Differentiable)]
    struct Rng(u64);
    impl Rng {
        fn new(s: u64) -> Self {
            Rng(s)
        }
        fn next(&mut self) -> f64 {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }
    }
    #[derive_grad(no_grad(r))]
    fn draw(r: &mut Rng, s: f64) -> f64 {
        s * r.next()
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut r = Rng::new(3);
        let mut t = 0.0;
        for q in x {
            t += q * r.next();
            t += q * q * r.next();
        }
        t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod beside_a_count {
    use super::*;
    struct W {
        v: V,
        n: usize,
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut acc = V::default0();
        let mut n = 0;
        for q in x {
            bump(&mut n, &mut acc, *q);
        }
        acc.a * n as f64
    }
    impl V {
        fn default0() -> V {
            V::zero()
        }
    }
    #[derive_grad]
    fn bump(n: &mut usize, acc: &mut V, q: f64) {
        *n += 1;
        acc.a += q * q;
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_literal_lent_at_once {
    use super::*;

    #[derive_grad]
    fn sum_after(v: &mut V, x: f64) -> f64 {
        add(v, x);
        v.a * x + v.b
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let n = 3;
        sum_after(
            &mut V {
                a: n as f64,
                b: f64::ln_1p(2.0),
            },
            x.sin(),
        ) * x
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [0.7];
    }
}

mod a_literal_of_integers_lent_at_once {
    use super::*;

    struct Counter {
        n: usize,
    }

    fn counted(c: &mut Counter, k: usize) -> f64 {
        c.n += k;
        c.n as f64
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        counted(&mut Counter { n: 2 }, x.len()) * x[0] * x[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.4, 0.2];
    }
}
