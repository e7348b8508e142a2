//! Prices of European calls: Black-Scholes in closed form, Heston by its characteristic function.
use grad_runtime::{Differentiable, derive_grad};
use std::f64::consts::PI;

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct BlackScholes {
    pub spot: f64,
    pub rate: f64,
    pub vol: f64,
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Contract {
    pub strike: f64,
    pub maturity: f64,
    pub is_call: bool,
}

/// Abramowitz and Stegun 26.2.17
#[derive_grad]
fn norm_cdf(x: f64) -> f64 {
    const A: [f64; 5] = [
        0.319381530,
        -0.356563782,
        1.781477937,
        -1.821255978,
        1.330274429,
    ];
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = A.iter().rev().fold(0.0, |acc, a| (acc + a) * k);
    let tail = (-0.5 * x * x).exp() / (2.0 * PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[derive_grad]
impl BlackScholes {
    fn d1(&self, k: f64, t: f64) -> f64 {
        ((self.spot / k).ln() + (self.rate + 0.5 * self.vol * self.vol) * t) / (self.vol * t.sqrt())
    }

    #[derive_grad(wrt(self))]
    pub fn price(&self, contract: &Contract) -> f64 {
        let &Contract {
            strike,
            maturity,
            is_call,
        } = contract;
        let d1 = self.d1(strike, maturity);
        let d2 = d1 - self.vol * maturity.sqrt();
        let discounted = strike * (-self.rate * maturity).exp();
        if is_call {
            self.spot * norm_cdf(d1) - discounted * norm_cdf(d2)
        } else {
            discounted * norm_cdf(-d2) - self.spot * norm_cdf(-d1)
        }
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}

#[derive_grad]
impl Complex {
    pub fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }
    fn times(self, o: Complex) -> Complex {
        Complex::new(
            self.re * o.re - self.im * o.im,
            self.re * o.im + self.im * o.re,
        )
    }
    fn plus(self, o: Complex) -> Complex {
        Complex {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
    fn minus(self, o: Complex) -> Complex {
        Complex {
            re: self.re - o.re,
            im: self.im - o.im,
        }
    }
    fn scale(self, k: f64) -> Complex {
        Complex {
            re: self.re * k,
            im: self.im * k,
        }
    }
    fn over(self, o: Complex) -> Complex {
        let n = o.re * o.re + o.im * o.im;
        Complex {
            re: (self.re * o.re + self.im * o.im) / n,
            im: (self.im * o.re - self.re * o.im) / n,
        }
    }
    fn exp(self) -> Complex {
        let r = self.re.exp();
        Complex {
            re: r * self.im.cos(),
            im: r * self.im.sin(),
        }
    }
    fn ln(self) -> Complex {
        Complex {
            re: self.re.hypot(self.im).ln(),
            im: self.im.atan2(self.re),
        }
    }
    fn sqrt(self) -> Complex {
        let r = self.re.hypot(self.im);
        let re = ((r + self.re) / 2.0).sqrt();
        let im = ((r - self.re) / 2.0).sqrt();
        Complex {
            re,
            im: if self.im < 0.0 { -im } else { im },
        }
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Heston {
    pub spot: f64,
    pub rate: f64,
    pub dividend: f64,
    pub v0: f64,
    pub kappa: f64,
    pub theta: f64,
    pub sigma: f64,
    pub rho: f64,
}

#[derive_grad]
impl Heston {
    /// The characteristic function of the log price, in the form without branch cuts.
    fn characteristic(&self, u: Complex, t: f64) -> Complex {
        let iu = Complex::new(-u.im, u.re);
        let b = Complex::new(self.kappa, 0.0).minus(iu.scale(self.rho * self.sigma));
        let s2 = self.sigma * self.sigma;
        let d = b.times(b).plus(iu.plus(u.times(u)).scale(s2)).sqrt();
        let minus = b.minus(d);
        let g = minus.over(b.plus(d));
        let e = d.scale(-t).exp();
        let one = Complex::new(1.0, 0.0);
        let log = one.minus(g.times(e)).over(one.minus(g)).ln();
        let c = iu.scale((self.rate - self.dividend) * t).plus(
            minus
                .scale(t)
                .minus(log.scale(2.0))
                .scale(self.kappa * self.theta / s2),
        );
        let dd = minus
            .scale(1.0 / s2)
            .times(one.minus(e))
            .over(one.minus(g.times(e)));
        c.plus(dd.scale(self.v0))
            .plus(iu.scale(self.spot.ln()))
            .exp()
    }

    fn probability(&self, j: usize, k: f64, t: f64) -> f64 {
        let n = 4000;
        let h = 0.025;
        let mut sum = 0.0;
        for i in 0..n {
            let w = (i as f64 + 0.5) * h;
            let phi = if j == 1 {
                let shifted = self.characteristic(Complex::new(w, -1.0), t);
                shifted.scale(((self.dividend - self.rate) * t).exp() / self.spot)
            } else {
                self.characteristic(Complex::new(w, 0.0), t)
            };
            let rotated = Complex::new(0.0, -w * k.ln()).exp().times(phi);
            sum += rotated.over(Complex::new(0.0, w)).re * h;
        }
        0.5 + sum / PI
    }

    pub fn call(&self, strike: f64, maturity: f64) -> f64 {
        self.spot * (-self.dividend * maturity).exp() * self.probability(1, strike, maturity)
            - strike * (-self.rate * maturity).exp() * self.probability(2, strike, maturity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tol: f64) {
        assert!(
            (a - b).abs() <= tol * b.abs().max(1.0),
            "{a} instead of {b}"
        );
    }

    /// The density of the normal distribution.
    fn density(x: f64) -> f64 {
        (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
    }

    #[test]
    fn greeks_of_black_scholes_are_the_closed_forms() {
        let model = BlackScholes {
            spot: 105.0,
            rate: 0.03,
            vol: 0.25,
        };
        for is_call in [true, false] {
            let contract = Contract {
                strike: 100.0,
                maturity: 0.75,
                is_call,
            };
            let (k, t) = (contract.strike, contract.maturity);
            let (price, greeks) = model.price_grad(&contract);
            assert_eq!(price, model.price(&contract));
            let sign = if is_call { 1.0 } else { -1.0 };
            let d1 = model.d1(k, t);
            let d2 = d1 - model.vol * t.sqrt();
            // The approximation of the distribution is good to 7.5e-8.
            close(greeks.spot, sign * norm_cdf(sign * d1), 1e-5);
            close(greeks.vol, model.spot * density(d1) * t.sqrt(), 1e-4);
            let rho = sign * k * t * (-model.rate * t).exp() * norm_cdf(sign * d2);
            close(greeks.rate, rho, 1e-4);
        }
    }

    const LEWIS: Heston = Heston {
        spot: 100.0,
        rate: 0.01,
        dividend: 0.02,
        v0: 0.04,
        kappa: 4.0,
        theta: 0.25,
        sigma: 1.0,
        rho: -0.5,
    };

    #[test]
    fn the_price_of_heston_is_that_of_the_literature() {
        // A. Lewis, reference prices for the Heston model, strikes 80 to 120.
        for (strike, price) in [
            (80.0, 26.774_758_743_998_854),
            (90.0, 20.933_349_000_596_710),
            (100.0, 16.070_154_917_028_834),
            (110.0, 12.132_211_516_709_845),
            (120.0, 9.024_913_483_457_836),
        ] {
            close(LEWIS.call(strike, 1.0), price, 1e-6);
        }
    }

    #[test]
    fn greeks_of_heston_are_those_of_differences() {
        let (price, greeks, d_strike, d_maturity) = LEWIS.call_grad(110.0, 1.0);
        assert_eq!(price, LEWIS.call(110.0, 1.0));
        // Of the price by the spot: in closed form.
        let delta = (-LEWIS.dividend).exp() * LEWIS.probability(1, 110.0, 1.0);
        close(greeks.spot, delta, 1e-8);
        let by_strike = -(-LEWIS.rate).exp() * LEWIS.probability(2, 110.0, 1.0);
        close(d_strike, by_strike, 1e-8);
        let slope = |change: &dyn Fn(&mut Heston, f64)| {
            let at = |h: f64| {
                let mut model = LEWIS;
                change(&mut model, h);
                model.call(110.0, 1.0)
            };
            (at(1e-5) - at(-1e-5)) / 2e-5
        };
        close(greeks.rate, slope(&|m, h| m.rate += h), 1e-6);
        close(greeks.dividend, slope(&|m, h| m.dividend += h), 1e-6);
        close(greeks.v0, slope(&|m, h| m.v0 += h), 1e-6);
        close(greeks.kappa, slope(&|m, h| m.kappa += h), 1e-6);
        close(greeks.theta, slope(&|m, h| m.theta += h), 1e-6);
        close(greeks.sigma, slope(&|m, h| m.sigma += h), 1e-6);
        close(greeks.rho, slope(&|m, h| m.rho += h), 1e-6);
        let at = |h: f64| LEWIS.call(110.0, 1.0 + h);
        close(d_maturity, (at(1e-5) - at(-1e-5)) / 2e-5, 1e-6);
    }
}
