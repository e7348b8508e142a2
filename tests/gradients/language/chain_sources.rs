//! Chains that come from no buffer: `successors`, `repeat_n`, `once`.

use grad_runtime::derive_grad;

mod halves {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        std::iter::successors(Some(x), |v| Some(v * k))
            .take(5)
            .map(|v| v * v)
            .sum()
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod until {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        std::iter::successors(Some(x), |v| if *v < 100.0 { Some(v * v * k) } else { None }).sum()
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod pairs {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let it = std::iter::successors(Some((x, 1.0)), |&(a, b)| {
            (a < 50.0).then(|| (a * 2.0 + b, b * k))
        });
        it.map(|(a, b)| a * b).sum::<f64>() * k
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod in_for {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut s = 0.0;
        for (i, v) in std::iter::successors(Some(x), |v| Some(v.sin() + k))
            .enumerate()
            .skip(1)
        {
            if i > 6 {
                break;
            }
            s += v * i as f64;
        }
        s
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod early {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut c = k;
        let it = std::iter::successors(Some(c), move |v| Some(v * c)).take(3);
        c += x;
        it.sum::<f64>() * c
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod rep {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let w = [x, k, 2.0];
        std::iter::repeat_n(x * k, 3)
            .zip(w.iter())
            .map(|(a, b)| a * b)
            .sum::<f64>()
            + std::iter::repeat_n(k, 2).product::<f64>()
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod chain {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        std::iter::once(k)
            .chain(std::iter::successors(Some(x), |v| Some(v + k)).take_while(|v| *v < 9.0))
            .fold(1.0, |a, b| a * 0.5 + b * b)
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod vecs {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        std::iter::successors(Some(vec![x, k]), |v| Some(vec![v[0] * k, v[1] + x]))
            .take(3)
            .map(|v| v[0] * v[1])
            .sum()
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod arrays {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        std::iter::successors(Some([x, k]), |v| {
            if v[0] < 100.0 {
                Some([v[0] * k + v[1], v[1] * v[0]])
            } else {
                None
            }
        })
        .map(|[a, b]| a * b)
        .sum()
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.5, 0.7];
    }
}

mod a_geometric_series {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        std::iter::successors(Some(x), |v| Some(v * k))
            .take(3)
            .sum()
    }

    // x (1 + k + k²)
    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [2.0, 3.0] => [13.0, 14.0];
    }
}

mod reversed_pairs_of_uneven_sides {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let squares = x.iter().map(|v| v * v);
        squares
            .zip(y[1..].iter())
            .rev()
            .fold(0.5, |c, (a, b)| c * 0.5 + a * b)
    }

    check! {
        |v| (&v[..3], &v[3..]) -> (x, y);
        smooth [0.7, 1.9, 2.3, 0.4, -0.6];
        smooth [0.7, 1.9, 2.3, 0.4, -0.6, 1.5, 0.3];
    }
}

/// A chain over nothing but constants is left to the user's own tokens, whatever calls are among them.
mod constants {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: usize) -> f64 {
        let a = [1.5, f64::from(3), 2.0_f64.sqrt()]
            .into_iter()
            .sum::<f64>()
            .tanh();
        let b = std::iter::repeat(f64::sqrt(3.0).sin())
            .take(k)
            .take(2)
            .skip(1)
            .sum::<f64>();
        let c = [0.5, 2.5]
            .iter()
            .map(|v| v * 2.0)
            .fold(1.0, |s: f64, v| s * v);
        a * x + b * x * x + c * x.sin()
    }

    check! {
        |v| (v[0], 3) -> (x);
        smooth [0.7];
    }
}
