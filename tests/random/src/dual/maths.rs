//! The methods of `f64` on `Dual`. The value is always that of the `f64` method; above each slope stands its rule.

use super::{Dual, c};

#[allow(missing_docs)]
impl Dual {
    #[must_use]
    pub fn sin(self) -> Self {
        self.unary(self.re.sin(), self.re.cos())
    }
    #[must_use]
    pub fn cos(self) -> Self {
        self.unary(self.re.cos(), -self.re.sin())
    }
    #[must_use]
    pub fn sin_cos(self) -> (Self, Self) {
        let (s, k) = self.re.sin_cos();
        (self.unary(s, k), self.unary(k, -s))
    }
    #[must_use]
    pub fn tan(self) -> Self {
        let t = self.re.tan();
        self.unary(t, 1.0 + t * t)
    }
    #[must_use]
    pub fn asin(self) -> Self {
        self.unary_steep(self.re.asin(), 1.0 / (1.0 - self.re * self.re).sqrt())
    }
    #[must_use]
    pub fn acos(self) -> Self {
        self.unary_steep(self.re.acos(), -1.0 / (1.0 - self.re * self.re).sqrt())
    }
    #[must_use]
    pub fn atan(self) -> Self {
        self.unary(self.re.atan(), 1.0 / (1.0 + self.re * self.re))
    }
    #[must_use]
    pub fn sinh(self) -> Self {
        self.unary(self.re.sinh(), self.re.cosh())
    }
    #[must_use]
    pub fn cosh(self) -> Self {
        self.unary(self.re.cosh(), self.re.sinh())
    }
    #[must_use]
    pub fn tanh(self) -> Self {
        let t = self.re.tanh();
        self.unary(t, 1.0 - t * t)
    }
    #[must_use]
    pub fn asinh(self) -> Self {
        self.unary(self.re.asinh(), 1.0 / (self.re * self.re + 1.0).sqrt())
    }
    #[must_use]
    pub fn acosh(self) -> Self {
        self.unary_steep(self.re.acosh(), 1.0 / (self.re * self.re - 1.0).sqrt())
    }
    #[must_use]
    pub fn atanh(self) -> Self {
        self.unary_steep(self.re.atanh(), 1.0 / (1.0 - self.re * self.re))
    }
    /// ln x / ln b; by x: 1/(x ln b), by b: -ln x/(b ln² b).
    #[must_use]
    pub fn log(self, base: Self) -> Self {
        let (x, b) = (self.re, base.re.ln());
        let by_base = -x.ln() / (base.re * b * b);
        let v = x.log(base.re);
        self.unary_steep(v, 1.0 / (x * b))
            .joined(base.unary_steep(v, by_base))
    }
    #[must_use]
    pub fn round_ties_even(self) -> Self {
        self.unary(self.re.round_ties_even(), 0.0)
    }
    #[must_use]
    pub fn exp(self) -> Self {
        let e = self.re.exp();
        self.unary(e, e)
    }
    #[must_use]
    pub fn exp2(self) -> Self {
        let e = self.re.exp2();
        self.unary(e, e * std::f64::consts::LN_2)
    }
    #[must_use]
    pub fn exp_m1(self) -> Self {
        self.unary(self.re.exp_m1(), self.re.exp())
    }
    #[must_use]
    pub fn ln(self) -> Self {
        self.unary_steep(self.re.ln(), 1.0 / self.re)
    }
    #[must_use]
    pub fn ln_1p(self) -> Self {
        self.unary_steep(self.re.ln_1p(), 1.0 / (1.0 + self.re))
    }
    #[must_use]
    pub fn log2(self) -> Self {
        self.unary_steep(self.re.log2(), 1.0 / (self.re * std::f64::consts::LN_2))
    }
    #[must_use]
    pub fn log10(self) -> Self {
        self.unary_steep(self.re.log10(), 1.0 / (self.re * std::f64::consts::LN_10))
    }
    #[must_use]
    pub fn sqrt(self) -> Self {
        let s = self.re.sqrt();
        self.unary_steep(s, 0.5 / s)
    }
    #[must_use]
    pub fn cbrt(self) -> Self {
        let r = self.re.cbrt();
        self.unary_steep(r, 1.0 / (3.0 * r * r))
    }
    #[must_use]
    pub fn recip(self) -> Self {
        let r = self.re.recip();
        self.unary(r, -r * r)
    }
    /// d x^n = n x^(n-1); n = 0 gives 0 everywhere.
    #[must_use]
    pub fn powi(self, n: i32) -> Self {
        let slope = if n == 0 {
            0.0
        } else {
            f64::from(n) * self.re.powi(n - 1)
        };
        self.unary(self.re.powi(n), slope)
    }
    /// By the base: y x^(y-1), 0 where y = 0. By the exponent: x^y ln x, 0 at base 0 with y >= 0; NaN at a
    /// negative base, but only for an exponent with a tangent.
    #[must_use]
    pub fn powf(self, y: Self) -> Self {
        let (x, v) = (self.re, self.re.powf(y.re));
        let by_base = if y.re == 0.0 {
            0.0
        } else {
            y.re * x.powf(y.re - 1.0)
        };
        let base = self.unary_steep(v, by_base);
        if y.eps == 0.0 && y.scale == 0.0 {
            return base;
        }
        let by_exponent = if x == 0.0 && y.re >= 0.0 {
            0.0
        } else {
            v * x.ln()
        };
        base.joined(y.unary_steep(v, by_exponent))
    }
    /// x/h, y/h; 0, 0 at the origin.
    #[must_use]
    pub fn hypot(self, y: Self) -> Self {
        let h = self.re.hypot(y.re);
        if h == 0.0 {
            return self.binary(y, h, 0.0, 0.0);
        }
        self.binary(y, h, self.re / h, y.re / h)
    }
    /// y by: x/(x²+y²), x by: -y/(x²+y²); 0, 0 at the origin.
    #[must_use]
    pub fn atan2(self, x: Self) -> Self {
        let r2 = x.re * x.re + self.re * self.re;
        let v = self.re.atan2(x.re);
        if r2 == 0.0 {
            return self.binary(x, v, 0.0, 0.0);
        }
        self.binary(x, v, x.re / r2, -self.re / r2)
    }
    /// The sign; 0 at 0.
    #[must_use]
    pub fn abs(self) -> Self {
        let slope = if self.re == 0.0 {
            0.0
        } else {
            self.re.signum()
        };
        self.unary(self.re.abs(), slope)
    }
    /// The operand that is returned; a half each at a tie.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        let v = self.re.max(other.re);
        self.chosen(other, v, self.re > other.re || other.re.is_nan())
    }
    /// As `max`.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        let v = self.re.min(other.re);
        self.chosen(other, v, self.re < other.re || other.re.is_nan())
    }
    fn chosen(self, other: Self, v: f64, first: bool) -> Self {
        let (da, db) = if self.re == other.re {
            (0.5, 0.5)
        } else if first {
            (1.0, 0.0)
        } else {
            (0.0, 1.0)
        };
        self.binary(other, v, da, db)
    }
    /// As `max` then `min`.
    #[must_use]
    pub fn clamp(self, lo: Self, hi: Self) -> Self {
        let mut out = self.max(lo).min(hi);
        out.re = self.re.clamp(lo.re, hi.re);
        out
    }
    #[must_use]
    pub fn mul_add(self, b: Self, k: Self) -> Self {
        let v = self.re.mul_add(b.re, k.re);
        self.binary(b, v, b.re, self.re).joined(k.unary(v, 1.0))
    }
    #[must_use]
    pub fn floor(self) -> Self {
        self.unary(self.re.floor(), 0.0)
    }
    #[must_use]
    pub fn ceil(self) -> Self {
        self.unary(self.re.ceil(), 0.0)
    }
    #[must_use]
    pub fn round(self) -> Self {
        self.unary(self.re.round(), 0.0)
    }
    #[must_use]
    pub fn trunc(self) -> Self {
        self.unary(self.re.trunc(), 0.0)
    }
    #[must_use]
    pub fn fract(self) -> Self {
        self.unary(self.re.fract(), 1.0)
    }
    #[must_use]
    pub fn signum(self) -> Self {
        self.unary(self.re.signum(), 0.0)
    }
    /// By x: sign x · sign s; by s: 0.
    #[must_use]
    pub fn copysign(self, s: Self) -> Self {
        let v = self.re.copysign(s.re);
        self.binary(s, v, self.re.signum() * s.re.signum(), 0.0)
    }
    /// By y: minus the Euclidean quotient.
    #[must_use]
    pub fn rem_euclid(self, y: Self) -> Self {
        let v = self.re.rem_euclid(y.re);
        self.binary(y, v, 1.0, -self.re.div_euclid(y.re))
    }
    #[must_use]
    pub fn div_euclid(self, y: Self) -> Self {
        self.binary(y, self.re.div_euclid(y.re), 0.0, 0.0)
    }
    #[must_use]
    pub fn to_radians(self) -> Self {
        self.unary(self.re.to_radians(), std::f64::consts::PI / 180.0)
    }
    #[must_use]
    pub fn to_degrees(self) -> Self {
        self.unary(self.re.to_degrees(), 180.0 / std::f64::consts::PI)
    }
}

impl Default for Dual {
    fn default() -> Self {
        c(0.0)
    }
}
