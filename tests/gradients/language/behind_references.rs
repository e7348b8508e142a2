//! Constants behind references whose types only rustc knows: items of containers that are not in sight,
//! what methods return, parts of tuples.

use std::collections::{BTreeMap, VecDeque};

use grad_runtime::derive_grad;

/// Lends its rows in several ways.
#[derive(Clone, Debug)]
struct Rows {
    list: Vec<f64>,
    nested: Vec<Vec<f64>>,
}

impl Rows {
    fn new() -> Rows {
        Rows {
            list: vec![0.5, -1.5, 2.0],
            nested: vec![vec![1.5], vec![], vec![-0.5, 0.75]],
        }
    }

    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.list.iter()
    }

    fn pairs(&self) -> impl Iterator<Item = (&f64, &f64)> {
        self.list.iter().zip(self.list.iter().rev())
    }

    fn at(&self, at: usize) -> &f64 {
        &self.list[at]
    }

    fn largest(&self) -> Option<&f64> {
        self.list.iter().max_by(|a, b| a.total_cmp(b))
    }

    fn check(&self, b: &f64) -> bool {
        self.list.contains(b)
    }
}

/// An iterator of the user's own.
struct Walk<'a> {
    list: &'a [f64],
    at: usize,
}

impl<'a> Iterator for Walk<'a> {
    type Item = &'a f64;

    fn next(&mut self) -> Option<&'a f64> {
        let item = self.list.get(self.at);
        self.at += 1;
        item
    }
}

impl<'a> IntoIterator for &'a Rows {
    type Item = &'a f64;
    type IntoIter = Walk<'a>;

    fn into_iter(self) -> Walk<'a> {
        Walk {
            list: &self.list,
            at: 0,
        }
    }
}

mod items_of_a_method {
    use super::*;
    #[derive_grad(no_grad(rows))]
    fn f(x: f64, rows: &Rows) -> f64 {
        let mut s = 0.0;
        for b in rows.iter() {
            s += x * b;
            s -= b * x * x;
            if *b > 0.0 {
                s *= b;
            } else if rows.check(b) {
                s /= b;
            }
        }
        s + x.max(*rows.at(0)) * rows.at(2)
    }

    check! {
        |v| (v[0], &Rows::new()) -> (x);
        smooth [0.75];
        smooth [-1.25];
    }
}

mod items_of_an_iterator_of_the_users {
    use super::*;
    #[derive_grad(no_grad(rows))]
    fn f(x: &[f64], rows: &Rows) -> f64 {
        let mut y = x.to_vec();
        let mut s = 0.0;
        for b in rows {
            s += x[0] * b;
            y[1] = s * b;
        }
        for (i, b) in rows.into_iter().enumerate() {
            y[i] *= b;
            s = s * y[i] + b;
        }
        for (yi, b) in y.iter_mut().zip(rows) {
            *yi -= b / s;
        }
        let mut walk = rows.into_iter();
        while let Some(b) = walk.next() {
            s += y[2] * b * y[0];
        }
        s + y[1] * y[2]
    }

    check! {
        |v| (v, &Rows::new()) -> (x);
        smooth [0.7, 1.3, 0.4];
        smooth [-0.2, 0.3, 1.1];
    }
}

mod pairs_of_references {
    use super::*;
    #[derive_grad(no_grad(rows))]
    fn f(x: &[f64], rows: &Rows) -> f64 {
        let mut s = x[0];
        for (b, c) in rows.pairs() {
            s = s * b - c * x[1];
        }
        for p in rows.pairs() {
            s += p.0 * x[1] * p.1;
        }
        for (i, (b, &c)) in rows.pairs().enumerate() {
            s += x[i % 2].powi(2) * b / c;
        }
        s
    }

    check! {
        |v| (v, &Rows::new()) -> (x);
        smooth [0.7, 1.3];
    }
}

mod deques_and_maps {
    use super::*;
    #[derive_grad(no_grad(queue, map))]
    fn f(x: f64, queue: &VecDeque<f64>, map: &BTreeMap<usize, f64>) -> f64 {
        let mut s = 0.0;
        for b in queue {
            s += b / x;
        }
        for b in queue.iter().rev() {
            s -= (x - b) * (b + x);
        }
        for (k, b) in map {
            s += x.powi(*k as i32) * b;
        }
        for b in map.values() {
            s += (b * x).sin();
        }
        if let Some(b) = queue.front() {
            s *= b;
        }
        s * queue[1] + queue.back().unwrap() * x
    }

    check! {
        |v| (v[0], &VecDeque::from([1.5, -0.5]), &BTreeMap::from([(1, 0.5), (3, 2.0)])) -> (x);
        smooth [0.75];
        smooth [2.5];
    }
}

mod results_of_methods {
    use super::*;
    #[derive_grad(no_grad(rows))]
    fn f(x: f64, y: f64, rows: &Rows) -> f64 {
        let b = rows.at(0);
        let mut s = x * b + b * y;
        for i in 0..3 {
            let c = rows.at(i);
            if x > *c {
                s = s * c + y;
            } else {
                s -= c / y;
            }
            s += rows.at(i) * x - rows.at(2 - i);
        }
        if let Some(c) = rows.largest() {
            s += c * x * y;
        }
        s.powf(*b) * b
    }

    check! {
        |v| (v[0], v[1], &Rows::new()) -> (x, y);
        smooth [0.9, 1.5];
        smooth [2.5, 1.25];
    }
}

mod rows_of_rows {
    use super::*;
    #[derive_grad(no_grad(rows))]
    fn f(x: f64, rows: &Rows) -> f64 {
        let mut s = 0.0;
        for row in rows.nested.iter() {
            for b in row {
                let r = x - b;
                s += r * r;
            }
            s *= 1.0 + row.len() as f64;
        }
        for row in &rows.nested {
            s += row.iter().map(|b| (b * x).exp()).sum::<f64>();
        }
        s + rows.list.iter().fold(0.0, |a, b| a * x + b)
    }

    check! {
        |v| (v[0], &Rows::new()) -> (x);
        smooth [0.9];
    }
}

mod in_a_method {
    use super::*;
    use grad_runtime::Differentiable;

    #[derive(Clone, Debug, Differentiable)]
    struct Fit {
        slope: f64,
        offset: f64,
    }
    #[derive_grad]
    impl Fit {
        #[derive_grad(no_grad(rows))]
        fn loss(&self, rows: &Rows) -> f64 {
            let mut s = self.offset;
            for (x, y) in rows.pairs() {
                let miss = self.slope * x + self.offset - y;
                s += miss * miss;
            }
            s
        }
    }
    #[derive_grad(no_grad(rows))]
    fn f(v: &[f64], rows: &Rows) -> f64 {
        let mut fit = Fit {
            slope: v[0],
            offset: v[1],
        };
        let mut s = 0.0;
        for _ in 0..2 {
            s += fit.loss(rows);
            fit.slope *= s;
        }
        s
    }

    check! {
        |p| (p, &Rows::new()) -> (v);
        smooth [0.9, 0.3];
    }
}

mod of_a_generic_float {
    use super::*;
    use num_traits::Float;

    #[derive(Clone, Debug)]
    struct Table<T> {
        list: Vec<T>,
    }
    impl<T> Table<T> {
        fn iter(&self) -> std::slice::Iter<'_, T> {
            self.list.iter()
        }
        fn at(&self, at: usize) -> &T {
            &self.list[at]
        }
    }
    #[derive_grad(no_grad(table))]
    fn g<T: Float>(x: T, table: &Table<T>) -> T {
        let mut s = T::zero();
        for b in table.iter() {
            s = s * *b + x;
        }
        for &b in table.iter() {
            s = s - b * x * T::from(2.0).unwrap();
        }
        s * *table.at(1)
    }
    #[derive_grad(no_grad(table))]
    fn f(x: f64, table: &Table<f64>) -> f64 {
        g(x, table) * x
    }

    check! {
        |v| (v[0], &Table { list: vec![0.5, 2.0] }) -> (x);
        smooth [0.9];
    }
}

/// What is called with them wants the references.
mod lent_to_helpers {
    use super::*;

    fn is_big(b: &f64) -> bool {
        *b > 0.5
    }
    #[derive_grad(no_grad(rows))]
    fn f(x: f64, rows: &Rows) -> f64 {
        let mut s = x;
        for (b, c) in rows.pairs() {
            if is_big(b) {
                s += x * b * c;
            }
            if rows.check(c) {
                s *= c;
            }
        }
        if let Some(c) = rows.largest()
            && is_big(c)
            && *c > 0.0
        {
            s += x * x * c;
        }
        let (b, c) = rows.pairs().next().unwrap();
        let near = if is_big(b) { *b } else { s * c };
        near * s
    }

    check! {
        |v| (v[0], &Rows::new()) -> (x);
        smooth [0.9];
    }
}

/// Fields whose content is constant.
mod fields_without_a_gradient {
    use super::*;
    use grad_runtime::Differentiable;

    #[derive(Clone, Debug, Differentiable)]
    struct Model {
        k: f64,
        #[no_grad]
        data: Vec<f64>,
        #[no_grad]
        seen: BTreeMap<usize, (f64, f64)>,
        #[no_grad]
        rows: Vec<Vec<f64>>,
    }
    #[derive_grad(no_grad(self.data, self.seen, self.rows))]
    impl Model {
        fn loss(&self, a: f64) -> f64 {
            let mut s = 0.0;
            for b in self.data.iter() {
                s += self.k * b;
            }
            for b in &self.data {
                s *= a * self.k * b;
            }
            for (n, (x, y)) in &self.seen {
                let miss = self.k * x + a - y;
                s += miss * miss * *n as f64;
            }
            for i in 0..self.data.len() {
                s += self.k * self.data[i] + self.rows[i % 2][0] * a;
            }
            for row in &self.rows {
                s += row.iter().map(|b| b * a).sum::<f64>() * self.k;
            }
            if let Some(b) = self.data.first() {
                s += b * a;
            }
            s + weighted(&self.data, a) * self.k
        }
        fn shift(&mut self, a: f64) {
            let Model { data, rows, .. } = &*self;
            let factor = a * data[1] + rows[0][0];
            self.k *= factor;
            self.data.push(2.0);
            self.data[0] += 1.0;
        }
    }
    #[derive_grad(no_grad(v))]
    fn weighted(v: &[f64], a: f64) -> f64 {
        v.iter().map(|b| b * a * a).sum()
    }
    #[derive_grad(no_grad(m.data, n))]
    fn free(m: &Model, x: f64, n: f64) -> f64 {
        let mut s = x;
        for (i, b) in m.data.iter().enumerate() {
            s += m.k * b * x * n * i as f64;
        }
        s
    }
    fn start() -> Model {
        Model {
            k: 0.0,
            data: vec![1.0, -0.5],
            seen: BTreeMap::from([(1, (1.0, 2.0)), (4, (0.5, 1.5))]),
            rows: vec![vec![1.0], vec![2.0, 3.0]],
        }
    }
    #[derive_grad]
    fn f(k: f64, a: f64) -> f64 {
        let mut m = Model { k, ..start() };
        let mut s = 0.0;
        for _ in 0..2 {
            s += m.loss(a) * free(&m, a, 2.0);
            m.shift(s);
        }
        s + m.k
    }

    check! {
        |v| (v[0], v[1]) -> (k, a);
        smooth [0.75, 1.25];
    }
}
