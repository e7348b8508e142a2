//! `vec![..]` whose elements are blocks, branches, calls and writes.

use grad_runtime::derive_grad;

mod element_that_returns {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut t = 0.5;
        let k = vec![
            if x < 0.0 {
                return 3.0 * x;
            } else {
                let t = (x, x * x);
                t.1 * t.0
            },
            x,
        ];
        (k[0] * k[1] + t) * t
    }

    // (x^4 + 1/2) / 2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; smooth [-1.5] => [3.0]; }
}

mod element_that_writes {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut z = x;
        let mut k = 0.0;
        for i in 0..n {
            let m = vec![std::mem::replace(&mut z, k + x), x];
            k += m[0] * m[1];
        }
        k * z
    }

    // k = x^2, z = x
    check! { |v| (v[0], 1) -> (x); smooth [1.5] => [6.75]; }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod elements_that_write_what_others_read {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut y = x;
        let v = vec![
            y,
            {
                y *= x;
                y
            },
            {
                let z = y;
                y = 2.0;
                z * x
            },
            y,
        ];
        v[0] * v[1] * v[2] * v[3]
    }

    // 2 x^6
    check! { |v| (v[0]) -> (x); smooth [1.5] => [12.0 * 7.59375]; }
}

mod integer_elements_that_write {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut i = 0;
        let a = vec![
            {
                i += 1;
                i
            },
            {
                i += 1;
                i * 2
            },
        ];
        x * x * (a[0] * 10 + a[1] + i) as f64
    }

    // 16 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [48.0]; }
}

mod integer_vectors_beside {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = vec![1, 2, 3];
        let v: Vec<usize> = vec![a.len(), 2];
        let s = 2.0;
        let g = |n: usize| vec![n; 3].len();
        x * x * (v[0] + g(2)) as f64 * s
    }

    // 12 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [36.0]; }
}

mod elements_by_match_and_call {
    use super::*;

    #[derive_grad]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let v = vec![
            match n {
                0 => x,
                1 if x > 1.0 => square(x),
                _ => 2.0,
            },
            square(square(x)),
        ];
        v[0] * v[1]
    }

    mod zero {
        use super::*;
        check! { |v| (v[0], 0) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
    }

    mod one {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [6.0 * 7.59375]; smooth [0.5] => [1.0]; }
    }

    mod two {
        use super::*;
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [27.0]; }
    }
}

mod repeated_block {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut count = 0;
        let mut y = x;
        let v = vec![
            {
                count += 1;
                y *= x;
                y * count as f64
            };
            {
                count += 1;
                n + count
            }
        ];
        v[0] * v[v.len() - 1] * y * count as f64
    }

    // the element is x^2, evaluated once: 2 x^6
    check! { |v| (v[0], 1) -> (x); smooth [1.5] => [12.0 * 7.59375]; }
}

mod nested {
    use super::*;

    #[derive_grad]
    fn f(x: f64, flag: bool) -> f64 {
        let mut y = x;
        let m = vec![
            vec![
                {
                    y *= x;
                    y
                },
                1.0,
            ],
            vec![if flag { y } else { y * y }; 2],
        ];
        m[0][0] * m[1][1]
    }

    mod set {
        use super::*;
        check! { |v| (v[0], true) -> (x); smooth [1.5] => [13.5]; }
    }

    mod clear {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [6.0 * 7.59375]; }
    }
}

mod leaves_the_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for e in x {
            let v = vec![
                if *e > 50.0 { break } else { e * e },
                if *e < 0.0 { continue } else { s },
            ];
            s = v[0] * v[1];
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 2.0] => [12.0, 0.0, 9.0];
        smooth [1.5, 60.0, 2.0] => [3.0, 0.0, 0.0];
        smooth [];
    }
}

mod result_of_a_function {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> Vec<f64> {
        let mut z = y;
        vec![
            x * y,
            {
                z *= x;
                z
            },
            if z > 0.0 { z * z } else { z },
        ]
    }

    several! {
        |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed [0.0; 3];
        [1.5, 2.0] => [[2.0, 1.5], [2.0, 1.5], [12.0, 9.0]];
        [1.5, -2.0] => [[-2.0, 1.5], [-2.0, 1.5], [-2.0, 1.5]];
    }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f32 {
        let mut y = x;
        let v = vec![
            {
                let x = x * x;
                y += x;
                x
            },
            y,
        ];
        v[0] * v[1]
    }

    // x^3 + x^4
    check! { |v| (v[0] as f32) -> (x); smooth [1.5] => [20.25]; }
}

mod made_in_an_argument {
    use super::*;

    #[derive_grad]
    fn total(v: &[f64]) -> f64 {
        v[0] * v[1]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut y = x;
        total(&vec![
            {
                y *= x;
                y
            },
            y,
        ]) * total(&vec![y; 2])
    }

    // x^8
    check! { |v| (v[0]) -> (x); smooth [1.25] => [8.0 * 4.76837158203125]; }
}

mod rows_repeated_from_a_block {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![
            vec![
                {
                    let y = x * x;
                    y
                };
                n
            ];
            2
        ];
        let k = vec![v[0].len(), {
            v[1].push(x);
            7
        }];
        v[1][n] * v[0][n - 1] * k[1] as f64
    }

    // 7 x^3
    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [21.0 * 2.25]; }
}

mod elements_that_write_into_a_buffer {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x, 2.0];
        let v = vec![
            {
                a[0] *= x;
                a[0]
            },
            a[0] * a[1],
            {
                a.swap(0, 1);
                a[0]
            },
        ];
        v[0] * v[1] * v[2] * a[1]
    }

    // x^2 2 x^2 2 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [24.0 * 7.59375]; }
}

mod elements_that_pop_and_push {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut q = vec![x];
        let v = vec![
            q.pop().unwrap(),
            {
                q.push(x * x);
                q[0]
            },
            match q.pop() {
                Some(e) => e * x,
                None => 1.0,
            },
        ];
        v[0] * v[1] * v[2] * (q.len() + n) as f64
    }

    // x x^2 x^3 2
    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [12.0 * 7.59375]; }
}

mod length_from_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let v: Vec<f64> = vec![
            x;
            {
                let mut k = 0;
                for i in 0..n {
                    k += i;
                }
                k + 1
            }
        ];
        v[v.len() - 1] * v.len() as f64
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [4.0]; }
}

mod elements_before_what_the_length_changes {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn replaced(y: f64, n: usize) -> f64 {
        let mut sum = n;
        let e = vec![0.5 * (sum + 1) as f64; std::mem::replace(&mut sum, 4) % 3 + 1];
        e[0] * y + sum as f64
    }

    #[derive_grad]
    fn counted(y: f64, n: usize) -> f64 {
        let mut sum = n;
        let e = vec![
            y * sum as f64;
            {
                sum += 1;
                sum
            }
        ];
        e.iter().sum::<f64>() * sum as f64
    }

    #[derive_grad]
    fn counted_constant(y: f64, n: usize) -> f64 {
        let mut sum = n;
        let e = vec![
            sum as f64;
            {
                sum += 1;
                sum
            }
        ];
        e[0] * e[1] * y
    }

    #[test]
    fn gradient() {
        // 0.5 (n + 1) y + 4
        assert_eq!(replaced_grad(3.0, 1), (7.0, 1.0));
        // n (n + 1)² y
        assert_eq!(counted_grad(3.0, 2), (54.0, 18.0));
        // n² y
        assert_eq!(counted_constant_grad(3.0, 2), (12.0, 4.0));
    }
}

/// `return` and `?` among the elements leave the function.
mod left_inside_of_a_literal {
    use super::*;

    #[derive_grad]
    fn scaled(total: &mut f64, b: f64) -> Option<()> {
        for _ in 0..3 {
            let a = vec![
                if b > 0.5 {
                    *total
                } else {
                    if *total > 1.0 {
                        return Some(());
                    }
                    b
                },
                b,
            ];
            *total += a[0] * b;
        }
        Some(())
    }

    #[derive_grad]
    fn rows(x: &[f64], b: f64) -> Result<Vec<f64>, usize> {
        let mut s = b;
        for i in 0..x.len() {
            let v = vec![
                vec![
                    if s > 2.0 {
                        return Ok(vec![s, b * s]);
                    } else {
                        x[i]
                    };
                    2
                ],
                vec![b],
            ];
            s += v[0][1] * v[1][0];
        }
        if s < 0.0 {
            return Err(3);
        }
        Ok(vec![s; 2])
    }

    #[derive_grad]
    fn f(x: &[f64], b: f64) -> f64 {
        let mut total = x[0] * x[1];
        scaled(&mut total, b).unwrap();
        let r = rows(x, b).unwrap();
        total * r[0] * r[1]
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, b);
        smooth [0.7, 1.3, 0.4];
        smooth [1.7, 1.3, 0.4];
        smooth [1.7, 1.3, 0.9];
    }
}
