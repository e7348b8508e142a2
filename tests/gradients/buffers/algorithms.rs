//! Whole algorithms that work in buffers.

use grad_runtime::derive_grad;

/// Fourier's, in place, by bit reversal; the length is a power of two.
#[derive_grad]
fn transform(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut len = 2;
    while len <= n {
        let angle = -2.0 * std::f64::consts::PI / len as f64;
        for start in (0..n).step_by(len) {
            for k in 0..len / 2 {
                let (c, s) = ((angle * k as f64).cos(), (angle * k as f64).sin());
                let (a, b) = (start + k, start + k + len / 2);
                let tr = re[b] * c - im[b] * s;
                let ti = re[b] * s + im[b] * c;
                re[b] = re[a] - tr;
                im[b] = im[a] - ti;
                re[a] += tr;
                im[a] += ti;
            }
        }
        len <<= 1;
    }
}

mod fourier {
    use super::*;

    #[derive_grad]
    fn f(re: &mut [f64], im: &mut [f64]) {
        transform(re, im);
    }

    in_out! {
        nothing |v| { re = v[..4].to_vec(), im = v[4..].to_vec() } (&mut re, &mut im) -> (re, im);
        smooth [1.0, 2.0, 0.5, -1.0, 0.25, 1.5, -0.5, 3.0] => [
            [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, -1.0],
            [1.0, -1.0, 1.0, -1.0, 0.0, 0.0, 0.0, 0.0],
        ];
    }

    mod of_eight {
        use super::*;
        in_out! {
            nothing |v| { re = v[..8].to_vec(), im = v[8..].to_vec() } (&mut re, &mut im) -> (re, im);
            smooth [
                1.0, 2.0, 0.5, -1.0, 0.25, 1.5, -0.5, 3.0, 0.5, 1.0, 0.75, -1.5, 2.25, 1.5, -0.5, 2.0,
            ];
        }
    }
}

mod power_spectrum {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut re = x.to_vec();
        let mut im = vec![0.0; x.len()];
        transform(&mut re, &mut im);
        let mut s = 0.0;
        for k in 0..re.len() {
            s += re[k] * re[k] + im[k] * im[k];
        }
        s / re.len() as f64
    }

    // Parseval: the sum of squares
    check! { |v| (v) -> (x); smooth [1.0, 2.0, 0.5, -1.0] => [2.0, 4.0, 1.0, -2.0]; }
}

mod fourier_by_halves {
    use super::*;

    #[derive_grad]
    fn f(re: &mut [f64], im: &mut [f64], sr: &mut [f64], si: &mut [f64]) {
        let n = re.len();
        if n == 1 {
            return;
        }
        let h = n / 2;
        for k in 0..h {
            sr[k] = re[2 * k];
            si[k] = im[2 * k];
            sr[k + h] = re[2 * k + 1];
            si[k + h] = im[2 * k + 1];
        }
        {
            let (er, or) = sr.split_at_mut(h);
            let (ei, oi) = si.split_at_mut(h);
            f(er, ei, &mut re[..h], &mut im[..h]);
            f(or, oi, &mut re[h..], &mut im[h..]);
        }
        for k in 0..h {
            let t = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
            let (c, s) = (t.cos(), t.sin());
            let tr = c * sr[k + h] - s * si[k + h];
            let ti = c * si[k + h] + s * sr[k + h];
            re[k] = sr[k] + tr;
            im[k] = si[k] + ti;
            re[k + h] = sr[k] - tr;
            im[k + h] = si[k] - ti;
        }
    }

    in_out! {
        nothing |v| { re = v[..4].to_vec(), im = v[4..8].to_vec(), sr = v[8..12].to_vec(), si = v[12..].to_vec() }
        (&mut re, &mut im, &mut sr, &mut si) -> (re, im, sr, si);
        smooth [1.0, 2.0, 0.5, -1.0, 0.25, 1.5, -0.5, 3.0, 7.0, 7.0, 7.0, 7.0, 8.0, 8.0, 8.0, 8.0] => [
            [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ];
    }
}

mod heat {
    use super::*;

    #[derive_grad]
    fn f(u: &mut [f64], k: f64, nx: usize, ny: usize, steps: usize) -> f64 {
        let mut next = u.to_vec();
        for _ in 0..steps {
            for y in 1..ny - 1 {
                for x in 1..nx - 1 {
                    let c = u[y * nx + x];
                    let around = u[y * nx + x - 1]
                        + u[y * nx + x + 1]
                        + u[(y - 1) * nx + x]
                        + u[(y + 1) * nx + x];
                    next[y * nx + x] = c + k * (around - 4.0 * c);
                }
            }
            u.copy_from_slice(&next);
        }
        let mut s = 0.0;
        for e in u.iter() {
            s += e * e;
        }
        s
    }

    in_out! {
        float |v| { u = v[..16].to_vec() } (&mut u, v[16], 4, 4, 3) -> (u, k: 0.0);
        smooth [
            1.0, 0.5, 0.25, 0.0, 0.5, 2.0, -1.0, 0.5, 1.5, -0.5, 0.75, 1.0, 0.0, 0.25, 0.5, 1.0, 0.125,
        ];
    }
}

mod soft_alignment {
    use super::*;

    #[derive_grad]
    fn soft_min(a: f64, b: f64, c: f64) -> f64 {
        let m = a.min(b).min(c);
        m - ((m - a).exp() + (m - b).exp() + (m - c).exp()).ln()
    }

    #[derive_grad]
    fn f(x: &[f64], y: &[f64], gap: f64) -> f64 {
        let (n, m) = (x.len(), y.len());
        let mut d = vec![vec![0.0; m + 1]; n + 1];
        for i in 1..=n {
            d[i][0] = d[i - 1][0] + gap;
        }
        for j in 1..=m {
            d[0][j] = d[0][j - 1] + gap;
        }
        for i in 1..=n {
            for j in 1..=m {
                let miss = (x[i - 1] - y[j - 1]) * (x[i - 1] - y[j - 1]);
                d[i][j] = soft_min(d[i - 1][j - 1] + miss, d[i - 1][j] + gap, d[i][j - 1] + gap);
            }
        }
        d[n][m]
    }

    check! {
        |v| (&v[..2], &v[2..5], v[5]) -> (x, y, gap);
        smooth [1.5, -0.5, 1.0, 0.25, -1.0, 0.75];
    }
}

mod soft_alignment_in_one_row {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64], row: &mut [f64]) -> f64 {
        for j in 0..row.len() {
            row[j] = j as f64;
        }
        for i in 0..x.len() {
            let mut diagonal = row[0];
            row[0] += 1.0;
            for j in 0..y.len() {
                let (a, b) = (
                    diagonal + (x[i] - y[j]).powi(2),
                    row[j].min(row[j + 1]) + 1.0,
                );
                diagonal = row[j + 1];
                row[j + 1] = -((-a).exp() + (-b).exp()).ln();
            }
        }
        row[y.len()]
    }

    in_out! {
        float |v| { row = v[4..].to_vec() } (&v[..2], &v[2..4], &mut row)
        -> (x: vec![0.0; 2], y: vec![0.0; 2], row);
        smooth [1.5, -0.5, 1.0, 0.25, 7.0, 8.0, 9.0];
    }
}

mod insertion_sort {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        for i in 1..a.len() {
            let mut j = i;
            while j > 0 && a[j - 1] > a[j] {
                a.swap(j - 1, j);
                j -= 1;
            }
        }
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [3.0, 1.0, 2.0] => [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
        smooth [5.0, 1.0, 4.0, 2.0, 3.0];
        smooth [1.0];
    }
}

mod running_median {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], width: usize, out: &mut Vec<f64>) {
        out.clear();
        let mut window = vec![0.0; width];
        for start in 0..=x.len() - width {
            window.copy_from_slice(&x[start..start + width]);
            for i in 1..width {
                let key = window[i];
                let mut j = i;
                while j > 0 && window[j - 1] > key {
                    window[j] = window[j - 1];
                    j -= 1;
                }
                window[j] = key;
            }
            out.push(window[width / 2] * window[width / 2]);
        }
    }

    in_out! {
        nothing |v| { out = v[5..].to_vec() } (&v[..5], 3, &mut out) -> (x: vec![0.0; 5], out);
        smooth [3.0, 1.0, 2.0, 5.0, 4.0, 7.0] => [
            [0.0, 0.0, 4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 8.0, 0.0],
        ];
    }
}

mod running_median_with_sort_by {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], width: usize) -> f64 {
        let mut s = 0.0;
        for w in x.windows(width) {
            let mut sorted = w.to_vec();
            sorted.sort_by(|a, b| a.total_cmp(b));
            s += sorted[width / 2] * sorted[width / 2];
        }
        s
    }

    check! { |v| (v, 3) -> (x); smooth [3.0, 1.0, 2.0, 5.0, 4.0] => [0.0, 0.0, 8.0, 0.0, 8.0]; }
}

mod knapsack_of_floats {
    use super::*;

    #[derive_grad]
    fn f(values: &[f64], weights: &[usize], room: usize) -> f64 {
        let mut best = vec![0.0; room + 1];
        for (v, &w) in values.iter().zip(weights) {
            for r in (w..=room).rev() {
                if best[r - w] + v > best[r] {
                    best[r] = best[r - w] + v;
                }
            }
        }
        best[room]
    }

    check! { |v| (v, &[3, 2, 2], 4) -> (values); smooth [5.0, 3.0, 4.0] => [0.0, 1.0, 1.0]; }
}

mod bodies {
    use super::*;

    /// Two passes over pairs of rows of one buffer, as in n-body codes.
    #[derive_grad]
    fn f(p: &mut [[f64; 2]], v: &mut [[f64; 2]], dt: f64) -> f64 {
        let n = p.len();
        for i in 0..n {
            for j in i + 1..n {
                let d = [p[j][0] - p[i][0], p[j][1] - p[i][1]];
                let r2 = d[0] * d[0] + d[1] * d[1] + 0.5;
                let g = dt / (r2 * r2.sqrt());
                for k in 0..2 {
                    v[i][k] += g * d[k];
                    v[j][k] -= g * d[k];
                }
            }
        }
        let mut e = 0.0;
        for (p, v) in p.iter_mut().zip(v.iter()) {
            for k in 0..2 {
                p[k] += dt * v[k];
                e += v[k] * v[k];
            }
        }
        e
    }

    in_out! {
        float |v| {
            p = vec![[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]],
            s = vec![[v[6], v[7]], [v[8], v[9]], [v[10], v[11]]]
        } (&mut p, &mut s, v[12]) -> (p, s, dt: 0.0);
        smooth [1.0, 0.5, -1.0, 0.25, 0.0, 2.0, 0.5, 0.0, -0.5, 0.25, 0.0, 1.0, 0.75];
    }
}

mod horner_with_derivative {
    use super::*;

    #[derive_grad]
    fn f(c: &[f64], x: f64, out: &mut [f64; 2]) {
        *out = [0.0; 2];
        for e in c.iter().rev() {
            out[1] = out[1] * x + out[0];
            out[0] = out[0] * x + e;
        }
    }

    // c0 + c1 x + c2 x^2 and c1 + 2 c2 x
    in_out! {
        nothing |v| { out = [v[4], v[5]] } (&v[..3], v[3], &mut out) -> (c: vec![0.0; 3], x: 0.0, out);
        smooth [1.0, 2.0, 0.5, 1.5, 7.0, 8.0] => [
            [1.0, 1.5, 2.25, 3.5, 0.0, 0.0], [0.0, 1.0, 3.0, 1.0, 0.0, 0.0],
        ];
    }
}

mod kalman {
    use super::*;

    /// One step for two states and one measurement of the first.
    #[derive_grad]
    fn step(
        x: &mut [f64; 2],
        p: &mut [[f64; 2]; 2],
        a: &[[f64; 2]; 2],
        q: f64,
        r: f64,
        z: f64,
    ) -> f64 {
        let old = *x;
        let cov = *p;
        for i in 0..2 {
            x[i] = a[i][0] * old[0] + a[i][1] * old[1];
        }
        for i in 0..2 {
            for j in 0..2 {
                p[i][j] = if i == j { q } else { 0.0 };
                for k in 0..2 {
                    for l in 0..2 {
                        p[i][j] += a[i][k] * cov[k][l] * a[j][l];
                    }
                }
            }
        }
        let s = p[0][0] + r;
        let y = z - x[0];
        let gain = [p[0][0] / s, p[1][0] / s];
        let first = p[0];
        for i in 0..2 {
            x[i] += gain[i] * y;
            for j in 0..2 {
                p[i][j] -= gain[i] * first[j];
            }
        }
        -0.5 * (y * y / s + s.ln())
    }

    #[derive_grad]
    fn f(z: &[f64], a: &[[f64; 2]; 2], q: f64, r: f64) -> f64 {
        let mut x = [0.0, 1.0];
        let mut p = [[1.0, 0.0], [0.0, 1.0]];
        let mut s = 0.0;
        for &z in z {
            s += step(&mut x, &mut p, a, q, r, z);
        }
        s
    }

    check! {
        |v| (&v[..3], &[[v[3], v[4]], [v[5], v[6]]], v[7], v[8]) -> (z, a, q, r);
        smooth [1.0, 1.75, 3.5, 1.0, 0.5, -0.25, 0.75, 0.5, 1.5];
    }
}

mod heat_with_two_buffers {
    use super::*;

    #[derive_grad]
    fn step(u: &[Vec<f64>], next: &mut [Vec<f64>], k: f64) {
        for i in 1..u.len() - 1 {
            for j in 1..u[i].len() - 1 {
                next[i][j] = u[i][j]
                    + k * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j]);
            }
        }
    }

    #[derive_grad]
    fn f(start: &[Vec<f64>], k: f64, steps: usize) -> f64 {
        let mut u = vec![vec![0.0; start[0].len()]; start.len()];
        for (u, row) in u.iter_mut().zip(start) {
            u.copy_from_slice(row);
        }
        let mut next = u.clone();
        for _ in 0..steps {
            step(&u, &mut next, k);
            std::mem::swap(&mut u, &mut next);
        }
        u[1][1] * u[2][1] + u[1][2]
    }

    check! {
        |v| (&[v[..4].to_vec(), v[4..8].to_vec(), v[8..12].to_vec(), v[12..16].to_vec()], v[16], 3)
        -> (start, k);
        smooth [
            1.0, 0.5, 0.25, 0.0, 0.5, 2.0, -1.0, 0.5, 1.5, -0.5, 0.75, 1.0, 0.0, 0.25, 0.5, 1.0, 0.125,
        ];
    }
}

mod layers {
    use super::*;

    #[derive_grad]
    fn dense(w: &[f64], x: &[f64], out: &mut [f64]) {
        let n = x.len();
        for (i, o) in out.iter_mut().enumerate() {
            let row = &w[i * n..][..n];
            let mut s = 0.0;
            for (w, x) in row.iter().zip(x) {
                s += w * x;
            }
            *o = s.tanh();
        }
    }

    #[derive_grad]
    fn f(w: &[f64], x: &[f64], sizes: &[usize]) -> f64 {
        let mut now = x.to_vec();
        let mut next: Vec<f64> = Vec::new();
        let mut at = 0;
        for &n in sizes {
            next.resize(n, 0.0);
            let to = at + n * now.len();
            dense(&w[at..to], &now, &mut next);
            at = to;
            std::mem::swap(&mut now, &mut next);
            next.clear();
        }
        now[0] * now[0]
    }

    check! {
        |v| (&v[..9], &v[9..], &[3, 1]) -> (w, x);
        smooth [0.5, -0.25, 0.75, 1.0, -0.5, 0.25, 1.5, -1.0, 0.5, 0.75, -1.25];
    }
}

mod runge_kutta {
    use super::*;

    #[derive_grad]
    fn slope(y: &[f64; 2], k: f64, out: &mut [f64; 2]) {
        out[0] = y[1];
        out[1] = -k * y[0] - 0.125 * y[1] * y[1];
    }

    #[derive_grad]
    fn f(y: &mut [f64; 2], k: f64, dt: f64, steps: usize) {
        let (mut a, mut b, mut t) = ([0.0; 2], [0.0; 2], [0.0; 2]);
        for _ in 0..steps {
            slope(y, k, &mut a);
            for i in 0..2 {
                t[i] = y[i] + 0.5 * dt * a[i];
            }
            slope(&t, k, &mut b);
            for (y, b) in y.iter_mut().zip(b.iter()) {
                *y += dt * b;
            }
        }
    }

    in_out! {
        nothing |v| { y = [v[0], v[1]] } (&mut y, v[2], v[3], 4) -> (y, k: 0.0, dt: 0.0);
        smooth [1.0, 0.5, 2.0, 0.25];
    }
}
