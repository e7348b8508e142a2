//! Networks and mixtures.

pub mod mlp_indexed {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(p))]
    pub fn primal(p: &[f64], x: &[f64], nh: usize, no: usize, label: usize) -> f64 {
        let ni = x.len();
        let (w1, rest) = p.split_at(nh * ni);
        let (b1, rest) = rest.split_at(nh);
        let (w2, b2) = rest.split_at(no * nh);
        let mut h = vec![0.0; nh];
        let mut z = vec![0.0; no];
        for i in 0..nh {
            let mut s = b1[i];
            for j in 0..ni {
                s += w1[i * ni + j] * x[j];
            }
            h[i] = if s > 0.0 { s } else { 0.0 };
        }
        for i in 0..no {
            let mut s = b2[i];
            for j in 0..nh {
                s += w2[i * nh + j] * h[j];
            }
            z[i] = s;
        }
        let mut m = z[0];
        for i in 1..no {
            if z[i] > m {
                m = z[i];
            }
        }
        let mut e = 0.0;
        for i in 0..no {
            e += (z[i] - m).exp();
        }
        m + e.ln() - z[label]
    }
}

pub mod mlp_zip {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(p))]
    pub fn primal(p: &[f64], x: &[f64], nh: usize, no: usize, label: usize) -> f64 {
        let ni = x.len();
        let (w1, rest) = p.split_at(nh * ni);
        let (b1, rest) = rest.split_at(nh);
        let (w2, b2) = rest.split_at(no * nh);
        let mut h = vec![0.0; nh];
        let mut z = vec![0.0; no];
        for i in 0..nh {
            let row = &w1[i * ni..(i + 1) * ni];
            let mut s = b1[i];
            for (w, e) in row.iter().zip(x) {
                s += w * e;
            }
            h[i] = if s > 0.0 { s } else { 0.0 };
        }
        for i in 0..no {
            let row = &w2[i * nh..(i + 1) * nh];
            let mut s = b2[i];
            for (w, e) in row.iter().zip(&h) {
                s += w * e;
            }
            z[i] = s;
        }
        let mut m = z[0];
        for i in 1..no {
            if z[i] > m {
                m = z[i];
            }
        }
        let mut e = 0.0;
        for i in 0..no {
            e += (z[i] - m).exp();
        }
        m + e.ln() - z[label]
    }
}

pub mod rnn_zip {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(p))]
    pub fn primal(p: &[f64], xs: &[f64], ys: &[f64], nx: usize, nh: usize, nt: usize) -> f64 {
        let (wx, rest) = p.split_at(nh * nx);
        let (wh, b) = rest.split_at(nh * nh);
        let mut h = vec![0.0; nh];
        let mut g = vec![0.0; nh];
        let mut loss = 0.0;
        for t in 0..nt {
            let x = &xs[t * nx..(t + 1) * nx];
            let y = &ys[t * nh..(t + 1) * nh];
            for i in 0..nh {
                let rx = &wx[i * nx..(i + 1) * nx];
                let rh = &wh[i * nh..(i + 1) * nh];
                let mut s = b[i];
                for (w, e) in rx.iter().zip(x) {
                    s += w * e;
                }
                for (w, e) in rh.iter().zip(&h) {
                    s += w * e;
                }
                g[i] = s.tanh();
            }
            for i in 0..nh {
                h[i] = g[i];
                let d = h[i] - y[i];
                loss += 0.5 * d * d;
            }
        }
        loss
    }
}

pub mod lstm_helper {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(weights, extra))]
    pub fn primal(
        l: usize,
        c: usize,
        b: usize,
        weights: &[f64],
        extra: &[f64],
        state: &[f64],
        seq: &[f64],
    ) -> f64 {
        let mut st = state.to_vec();
        let mut y = vec![0.0; b];
        let mut total = 0.0;
        for t in 0..c - 1 {
            let x = &seq[t * b..(t + 1) * b];
            for i in 0..b {
                y[i] = x[i] * extra[i];
            }
            for il in 0..l {
                let p = &weights[il * 8 * b..(il + 1) * 8 * b];
                let (h, cell) = st[il * 2 * b..(il + 1) * 2 * b].split_at_mut(b);
                layer(p, h, cell, &mut y);
            }
            let mut s = 2.0;
            for i in 0..b {
                y[i] = y[i] * extra[b + i] + extra[2 * b + i];
                s += y[i].exp();
            }
            let lse = s.ln();
            let gold = &seq[(t + 1) * b..(t + 2) * b];
            for i in 0..b {
                total += gold[i] * (y[i] - lse);
            }
        }
        -total / ((c - 1) * b) as f64
    }

    #[derive_grad]
    fn layer(p: &[f64], h: &mut [f64], cell: &mut [f64], y: &mut [f64]) {
        let b = y.len();
        for i in 0..b {
            let f = sigmoid(y[i] * p[i] + p[4 * b + i]);
            let g = sigmoid(h[i] * p[b + i] + p[5 * b + i]);
            let o = sigmoid(y[i] * p[2 * b + i] + p[6 * b + i]);
            let ch = (h[i] * p[3 * b + i] + p[7 * b + i]).tanh();
            cell[i] = cell[i] * f + g * ch;
            h[i] = o * cell[i].tanh();
            y[i] = h[i];
        }
    }

    #[derive_grad]
    fn sigmoid(x: f64) -> f64 {
        1.0 / (1.0 + (-x).exp())
    }
}

pub mod gmm_merged {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(alpha, mu, q, l))]
    pub fn primal(
        d: usize,
        k: usize,
        n: usize,
        alpha: &[f64],
        mu: &[f64],
        q: &[f64],
        l: &[f64],
        x: &[f64],
        gamma: f64,
        m: usize,
    ) -> f64 {
        let lsz = d * (d - 1) / 2;
        let mut qd = vec![0.0; k * d];
        let mut sum_q = vec![0.0; k];
        for i in 0..k {
            for j in 0..d {
                qd[i * d + j] = q[i * d + j].exp();
                sum_q[i] += q[i * d + j];
            }
        }
        let mut xc = vec![0.0; d];
        let mut qx = vec![0.0; d];
        let mut terms = vec![0.0; k];
        let mut slse = 0.0;
        for ix in 0..n {
            let point = &x[ix * d..(ix + 1) * d];
            for ik in 0..k {
                let mean = &mu[ik * d..(ik + 1) * d];
                let diag = &qd[ik * d..(ik + 1) * d];
                let lower = &l[ik * lsz..(ik + 1) * lsz];
                q_times(diag, lower, point, mean, &mut xc, &mut qx);
                terms[ik] = alpha[ik] + sum_q[ik] - 0.5 * sqnorm(&qx);
            }
            slse += logsumexp(&terms);
        }
        let nf = n as f64;
        let df = d as f64;
        let mut out =
            -nf * df * 0.5 * (2.0 * std::f64::consts::PI).ln() + slse - nf * logsumexp(alpha);
        let pc = prior_const(d, m, gamma);
        for ik in 0..k {
            let diag = &qd[ik * d..(ik + 1) * d];
            let lower = &l[ik * lsz..(ik + 1) * lsz];
            let fro = sqnorm(diag) + sqnorm(lower);
            out += pc - 0.5 * gamma * gamma * fro + m as f64 * sum_q[ik];
        }
        out
    }

    #[derive_grad]
    fn q_times(
        qd: &[f64],
        l: &[f64],
        point: &[f64],
        mean: &[f64],
        xc: &mut [f64],
        out: &mut [f64],
    ) {
        let d = qd.len();
        for i in 0..d {
            xc[i] = point[i] - mean[i];
            out[i] = qd[i] * xc[i];
        }
        let mut idx = 0;
        for i in 0..d {
            for j in i + 1..d {
                out[j] += l[idx] * xc[i];
                idx += 1;
            }
        }
    }

    #[derive_grad]
    fn sqnorm(v: &[f64]) -> f64 {
        let mut s = 0.0;
        for &e in v {
            s += e * e;
        }
        s
    }

    #[derive_grad]
    fn logsumexp(v: &[f64]) -> f64 {
        let mut mx = v[0];
        for &e in &v[1..] {
            mx = mx.max(e);
        }
        let mut s = 0.0;
        for &e in v {
            s += (e - mx).exp();
        }
        s.ln() + mx
    }

    #[derive_grad]
    fn prior_const(d: usize, m: usize, gamma: f64) -> f64 {
        let dof = d + m + 1;
        let df = d as f64;
        let mut lg = 0.25 * df * (df - 1.0) * std::f64::consts::PI.ln();
        for j in 0..d {
            lg += ln_gamma_of_half(dof - j);
        }
        dof as f64 * df * (gamma.ln() - 0.5 * std::f64::consts::LN_2) - lg
    }

    fn ln_gamma_of_half(k: usize) -> f64 {
        let mut at = 0.5 * k as f64;
        let mut s = 0.0;
        while at > 1.0 {
            at -= 1.0;
            s += at.ln();
        }
        if at == 0.5 {
            s += 0.5 * std::f64::consts::PI.ln();
        }
        s
    }
}
