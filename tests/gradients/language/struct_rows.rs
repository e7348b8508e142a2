//! Vectors and arrays of structs that are local: pushed, collected, repeated, looped over and changed in place.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Layer {
    w: Vec<f64>,
    k: f64,
    n: usize,
}

#[derive_grad]
impl Layer {
    fn grow(&mut self, x: f64) {
        self.w.push(x * self.k);
        self.k *= x;
    }

    fn total(&self) -> f64 {
        self.w.iter().sum::<f64>() * self.k
    }

    fn scaled(&self, k: f64) -> Layer {
        Layer {
            k: self.k * k,
            ..self.clone()
        }
    }

    fn consumed(self) -> f64 {
        self.k
    }
}

mod pushed {
    use super::*;

    struct Id(usize);

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut layers = Vec::with_capacity(3);
        // What carries no float stays the user's own.
        let mut ids: Vec<Id> = Vec::new();
        for i in 0..3 {
            pairs.push(Pair {
                a: x[i],
                b: x[0] * x[i],
            });
            if x[i] > 0.0 {
                layers.push(Layer {
                    w: vec![x[i]; i + 1],
                    k: x[0],
                    n: i,
                });
                ids.push(Id(i));
            }
        }
        let mut sum = 0.0;
        for p in &pairs {
            sum += p.a * p.b;
        }
        for l in &layers {
            sum += l.w.iter().sum::<f64>() * l.k;
        }
        let last = ids[ids.len() - 1].0;
        sum * pairs[1].a * layers[layers.len() - 1].w[0] * last as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
        smooth [0.5, 1.5, -0.7];
    }
}

mod collected {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let pairs: Vec<Pair> = x.iter().map(|&k| Pair { a: k, b: x[0] * k }).collect();
        let more: Vec<Pair> = x
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != 1)
            .map(|(i, v)| Pair {
                a: pairs[i].b,
                b: v * 2.0,
            })
            .collect();
        pairs.iter().map(|p| p.a * p.b).sum::<f64>() * more[0].b * more[more.len() - 1].a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod repeated {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut pairs = vec![Pair { a: x[0], b: x[1] }; 3];
        let first = Layer {
            w: vec![x[0]],
            k: x[2],
            n: 0,
        };
        let mut layers = vec![first; 2];
        for i in 0..3 {
            pairs[i].a *= x[i];
        }
        layers[1] = Layer {
            w: vec![x[1], x[2], layers[0].w[0]],
            k: x[0],
            n: 1,
        };
        let mut sum = 0.0;
        for p in pairs.iter_mut() {
            p.b += p.a;
            sum += p.b * p.a;
        }
        for l in layers.iter_mut() {
            l.grow(x[1]);
        }
        sum + pairs[1].a * layers[1].w[2] * layers[1].w[3] * layers[0].w[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod listed {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut pairs = vec![Pair { a: x[0], b: x[1] }];
        pairs.push(Pair { a: x[2], b: x[1] });
        let q = Pair { a: x[1], b: x[0] };
        pairs.push(q);
        let mut array = [Pair { a: x[0], b: x[1] }, q];
        array[0].a *= x[1];
        let p = array[1];
        array[1].b = p.a * array[0].b;
        let l = Layer {
            w: vec![x[0], x[2]],
            k: x[1],
            n: 0,
        };
        // Copies and literals, each of a length of its own.
        let mut rows = [
            l.clone(),
            Layer {
                w: vec![x[1]],
                k: x[0],
                n: 1,
            },
        ];
        rows[0] = Layer {
            w: vec![rows[0].w[1] * x[0], x[1], x[2], rows[1].w[0]],
            ..l
        };
        let both = vec![rows[1].clone(), rows[0].clone()];
        pairs[0].a * pairs[1].a * pairs[2].b
            + pairs.len() as f64 * q.a * array[1].b * p.b
            + both[0].w[0] * both[1].w[0] * rows[0].w[3]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

// While a part is borrowed, nothing can be asked of the whole.
mod changed_by_references {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut total = 0.0;
        for i in 0..3 {
            let mut l = Layer {
                w: vec![x[0]],
                k: x[1],
                n: 0,
            };
            let mut v = vec![
                l.clone(),
                Layer {
                    w: vec![x[i], x[1]],
                    k: x[2],
                    n: 1,
                },
            ];
            {
                let w = &mut l.w;
                w.push(x[i]);
                if i == 1 {
                    w.push(x[2]);
                    total += w[2];
                    continue;
                }
            }
            for (j, p) in v.iter_mut().enumerate() {
                if j == 1 {
                    p.grow(x[1]);
                    if i == 2 {
                        break;
                    }
                }
                p.w = vec![p.k, x[0], p.w[0]];
            }
            let r = &mut v[1];
            r.grow(x[0]);
            Layer::grow(r, x[1]);
            let s = &mut l;
            s.grow(x[1]);
            s.w = vec![x[0], x[1], s.k];
            total += v[0].w[0] * v[1].w[v[1].w.len() - 1] + l.w[1] * l.k;
            if total > 2.0 {
                return total * l.w[2];
            }
        }
        total
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
        smooth [0.9, 1.5, 1.7];
    }
}

mod fields_with_methods {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Net {
        p: Layer,
        q: Layer,
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut net = Net {
            p: Layer {
                w: vec![x[1]],
                k: x[0],
                n: 0,
            },
            q: Layer {
                w: vec![x[1], x[0]],
                k: x[2],
                n: 1,
            },
        };
        let mut r = net.p.scaled(x[1]);
        for i in 0..3 {
            net.p.grow(x[i]);
            r.grow(x[1]);
            if i == 1 {
                net.q.grow(net.p.total());
            }
        }
        let s = net.q.scaled(x[0]);
        net.p.total() * net.q.total() + s.total() + r.total() + r.consumed()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 1.5, 0.7];
    }
}

mod items_by_value_in_literals_and_calls {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Line {
        a: Vec<f64>,
        b: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Marked {
        line: Line,
        w: f64,
    }
    #[derive_grad]
    fn lines(x: &[f64]) -> Vec<Line> {
        let mut all = Vec::new();
        for (i, v) in x.iter().enumerate() {
            all.push(Line {
                a: x[i..].to_vec(),
                b: v * v,
            });
        }
        all
    }
    #[derive_grad]
    fn used_up(line: Line, k: f64) -> f64 {
        line.a.iter().sum::<f64>() * line.b * k
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut marked: Vec<Marked> = lines(x)
            .into_iter()
            .map(|line| Marked { line, w: x[0] })
            .collect();
        marked[1].w *= x[1];
        marked[1].line.a[0] += x[2];
        let mut total = 0.0;
        for (i, line) in lines(x).into_iter().enumerate() {
            if i != 1 {
                total += used_up(line, marked[i].w);
            }
        }
        total + marked[1].w * marked[1].line.a[0] * marked[2].line.b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }
}

mod rows_of_structs_pushed_and_collected {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct P {
        a: f64,
        b: f64,
    }
    #[derive_grad]
    fn grid(x: &[f64], n: usize) -> f64 {
        let mut g: Vec<Vec<P>> = Vec::new();
        for i in 0..n {
            let mut row = Vec::new();
            for j in 0..n {
                row.push(P {
                    a: x[i] * x[j],
                    b: x[i] - x[j],
                });
            }
            g.push(row);
        }
        let mut e = 0.0;
        for row in &g {
            for p in row {
                e += p.a * p.b.powi(2);
            }
        }
        e
    }
    #[derive_grad]
    fn grid2(x: &[f64], n: usize) -> f64 {
        let mut g = Vec::with_capacity(n);
        for i in 0..n {
            let mut row = Vec::with_capacity(n);
            for j in 0..=i {
                if j == 1 {
                    continue;
                }
                row.push(P {
                    a: x[i] * x[j],
                    b: x[i] - x[j],
                });
            }
            g.push(row);
        }
        g[1][0].a *= x[2];
        g[2][1].b = g[1][0].a * x[0];
        let mut e = 0.0;
        for i in 0..g.len() {
            for j in 0..g[i].len() {
                e += g[i][j].a * g[i][j].b.powi(2);
            }
        }
        e
    }
    #[derive_grad]
    fn grid3(x: &[f64]) -> f64 {
        let g: Vec<Vec<P>> = x
            .iter()
            .map(|u| x.iter().map(|v| P { a: u * v, b: u - v }).collect())
            .collect();
        g.iter()
            .map(|row| row.iter().map(|p| p.a * p.b * p.b).sum::<f64>())
            .sum()
    }
    #[derive_grad]
    fn grid4(x: &[f64]) -> f64 {
        let g: Vec<Vec<P>> = x
            .iter()
            .map(|u| {
                x.iter()
                    .map(|v| P { a: u * v, b: u - v })
                    .collect::<Vec<P>>()
            })
            .collect::<Vec<_>>();
        g.iter().flatten().map(|p| p.a * p.b * p.b).sum::<f64>()
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut sum = grid(x, 3) * grid2(x, 3);
        for i in 2..4 {
            if i > 2 {
                sum += grid3(&x[..i]) * grid4(x);
            }
        }
        sum
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 0.3];
    }
}
