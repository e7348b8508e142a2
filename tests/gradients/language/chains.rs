//! Iterator chains: where items come from, and what happens to each.

use grad_runtime::derive_grad;

mod map_with_a_block {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .map(|v| {
                let t = v * v;
                t / (t + 1.0)
            })
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod named_function {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().copied().map(f64::sin).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod derived_function {
    use super::*;

    #[derive_grad]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().copied().map(square).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod zip_of_parts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().zip(&x[1..]).map(|(a, b)| (b - a).powi(2)).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod zip_of_chains {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .zip(x.iter().map(|v| v.cos()))
            .map(|(a, b)| a * b)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod zip_of_three {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .zip(x.iter().skip(1))
            .zip(x.iter().skip(2))
            .map(|((a, b), c)| a * b * c)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod windows_in_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.windows(2).map(|w| (w[1] - w[0]).abs()).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod chunks_in_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.chunks(2).map(|c| c.iter().sum::<f64>().powi(2)).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod enumerate_first {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().enumerate().map(|(i, &v)| v.powi(i as i32)).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod enumerate_after_map {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .map(|v| v * 2.0)
            .enumerate()
            .map(|(i, v)| v * v * i as f64)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod rev_after_map {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .map(|v| v * 2.0)
            .rev()
            .fold(1.0, |a, v| a * 0.5 + v)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod skip_and_take_after_map {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .map(|v| v * 2.0)
            .skip(1)
            .take(2)
            .map(|v| v * v)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod step_by_after_map {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().map(|v| v * 2.0).step_by(2).map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod take_counts_what_filter_lets_through {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().filter(|v| **v > 0.5).take(2).map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod filter_by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().filter(|&&v| v > 1.0).map(|v| v.ln()).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod filter_on_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .enumerate()
            .filter(|(i, v)| i % 2 == 0 && **v < 2.0)
            .map(|(_, v)| v * v)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod filter_map_with_if {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .filter_map(|&v| if v > 1.0 { Some(v.ln()) } else { None })
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod filter_map_with_then {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().filter_map(|&v| (v > 1.0).then(|| v.ln())).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod filter_map_with_match {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .enumerate()
            .filter_map(|(i, v)| match i {
                0 => None,
                1 => Some(v * v),
                _ => Some(*v),
            })
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod take_while_stops {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().take_while(|v| **v < 2.1).map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod skip_while_begins {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().skip_while(|v| **v < 1.0).map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod map_while_stops {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .map_while(|&v| if v < 2.1 { Some(v * v) } else { None })
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod scan_keeps_a_state {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .scan(1.0, |s, &v| {
                *s *= v;
                Some(*s)
            })
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod scan_stops {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .scan(0.0, |s, v| {
                *s += v;
                if *s > 4.0 { None } else { Some(*s * *s) }
            })
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod chain_of_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().chain(x.iter().take(2)).map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod once_and_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        std::iter::once(x[0])
            .chain(x.iter().copied())
            .map(|v| v * v)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod chain_left_in_the_middle {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .chain(&x[1..])
            .take_while(|v| **v > 0.5)
            .map(|v| v * v)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod repeat_and_take {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        std::iter::repeat(x[0])
            .take(3)
            .zip(x)
            .map(|(a, b)| a * b)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod range_as_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        (0..x.len()).map(|i| x[i] * x[x.len() - 1 - i]).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod flat_map_of_ranges {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        (0..x.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| x[i] * x[j])
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod flat_map_left_in_the_middle {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        (0..x.len())
            .flat_map(|i| x.iter().map(move |v| v * i as f64))
            .take(6)
            .map(|v| v * v)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod inspect_changes_nothing {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().inspect(|_| ()).map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod loop_over_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x.iter().map(|v| v * v).filter(|v| *v > 1.0) {
            if v > 5.0 {
                break;
            }
            s += v * v;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod chain_with_a_name {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let squares = x.iter().map(|v| v * v);
        squares.sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod chain_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s: f64 = 0.0;
        for i in 0..3 {
            s += x[i..].iter().map(|v| v * s.cos()).sum::<f64>();
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod chain_in_a_closure {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .map(|a| x.iter().map(|b| (a - b).powi(2)).sum::<f64>().sqrt().sin())
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod chain_over_written_elements {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut y = x.to_vec();
        y[1] = y[0] * y[2];
        let s: f64 = y.iter().map(|v| v * v).sum();
        y[0] = s;
        y.iter().product()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod windows_of_a_valley {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], a: f64, b: f64) -> f64 {
        x.windows(2)
            .map(|w| (a - w[0]).powi(2) + b * (w[1] - w[0] * w[0]).powi(2))
            .sum()
    }

    check! {
        |v| (&v[..3], v[3], v[4]) -> (x, a, b);
        smooth [0.3, 0.5, 0.7, 1.0, 10.0] => [-6.32, -1.8, 9.0, 2.4, 0.3706];
    }
}
