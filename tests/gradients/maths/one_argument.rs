//! Functions of one argument.

rule! {
    abs(x: 0) => [x.signum()];
    smooth [-1.5]; smooth [0.25]; smooth [2.0];
    kink [0.0] => [0.0]; kink [-0.0] => [0.0];
}

rule! {
    signum(x: 0) => [0.0 * x];
    smooth [-1.5]; smooth [2.0];
    kink [0.0] => [0.0]; kink [-0.0] => [0.0];
}

rule! {
    sqrt(x: 0) => [0.5 / x.sqrt()];
    smooth [0.75]; smooth [1.0]; smooth [4.0];
    kink [0.0] => [f64::INFINITY];
}

rule! {
    cbrt(x: 0) => [1.0 / (3.0 * x.cbrt() * x.cbrt())];
    smooth [-8.0]; smooth [-0.75]; smooth [1.0]; smooth [3.375];
    kink [0.0] => [f64::INFINITY];
}

rule! {
    exp(x: 0) => [x.exp()];
    smooth [-1.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    exp2(x: 0) => [std::f64::consts::LN_2 * x.exp2()];
    smooth [-1.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    exp_m1(x: 0) => [x.exp()];
    smooth [-1.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    ln(x: 0) => [1.0 / x];
    smooth [0.75]; smooth [1.0]; smooth [6.5];
    kink [0.0] => [f64::INFINITY];
}

rule! {
    ln_1p(x: 0) => [1.0 / (1.0 + x)];
    smooth [-0.25]; smooth [0.0]; smooth [6.5];
    kink [-1.0] => [f64::INFINITY];
}

rule! {
    log2(x: 0) => [1.0 / (x * std::f64::consts::LN_2)];
    smooth [0.75]; smooth [1.0]; smooth [6.5];
    kink [0.0] => [f64::INFINITY];
}

rule! {
    log10(x: 0) => [1.0 / (x * std::f64::consts::LN_10)];
    smooth [0.75]; smooth [1.0]; smooth [6.5];
    kink [0.0] => [f64::INFINITY];
}

rule! {
    sin(x: 0) => [x.cos()];
    smooth [-2.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    cos(x: 0) => [-x.sin()];
    smooth [-2.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    tan(x: 0) => [1.0 / (x.cos() * x.cos())];
    smooth [-2.5]; smooth [0.0]; smooth [0.75];
}

rule! {
    asin(x: 0) => [1.0 / (1.0 - x * x).sqrt()];
    smooth [-0.5]; smooth [0.0]; smooth [0.25];
    kink [1.0]; kink [-1.0];
}

rule! {
    acos(x: 0) => [-1.0 / (1.0 - x * x).sqrt()];
    smooth [-0.5]; smooth [0.0]; smooth [0.25];
    kink [1.0]; kink [-1.0];
}

rule! {
    atan(x: 0) => [1.0 / (1.0 + x * x)];
    smooth [-2.5]; smooth [0.0]; smooth [0.75];
}

rule! {
    sinh(x: 0) => [x.cosh()];
    smooth [-1.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    cosh(x: 0) => [x.sinh()];
    smooth [-1.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    tanh(x: 0) => [1.0 / (x.cosh() * x.cosh())];
    smooth [-1.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    asinh(x: 0) => [1.0 / (x * x + 1.0).sqrt()];
    smooth [-1.5]; smooth [0.0]; smooth [1.25];
}

rule! {
    acosh(x: 0) => [1.0 / (x * x - 1.0).sqrt()];
    smooth [1.75]; smooth [4.5];
    kink [1.0];
}

rule! {
    atanh(x: 0) => [1.0 / (1.0 - x * x)];
    smooth [-0.5]; smooth [0.0]; smooth [0.25];
    kink [1.0]; kink [-1.0];
}

rule! {
    recip(x: 0) => [-1.0 / (x * x)];
    smooth [-1.5]; smooth [0.75]; smooth [4.0];
}

rule! {
    floor(x: 0) => [0.0 * x];
    smooth [-1.5]; smooth [2.5];
    kink [2.0]; kink [0.0]; kink [-3.0];
}

rule! {
    ceil(x: 0) => [0.0 * x];
    smooth [-1.5]; smooth [2.5];
    kink [2.0]; kink [0.0]; kink [-3.0];
}

rule! {
    round(x: 0) => [0.0 * x];
    smooth [-1.75]; smooth [2.25];
    kink [2.5]; kink [-0.5];
}

rule! {
    trunc(x: 0) => [0.0 * x];
    smooth [-1.5]; smooth [2.5];
    kink [2.0]; kink [-3.0];
}

rule! {
    fract(x: 0) => [1.0 + 0.0 * x];
    smooth [-1.5]; smooth [2.5];
    kink [2.0]; kink [0.0]; kink [-3.0];
}

rule! {
    to_radians(x: 0) => [std::f64::consts::PI / 180.0 + 0.0 * x];
    smooth [-30.0]; smooth [0.0]; smooth [90.0];
}

rule! {
    to_degrees(x: 0) => [180.0 / std::f64::consts::PI + 0.0 * x];
    smooth [-1.5]; smooth [0.0]; smooth [0.75];
}
