//! Functions of two and three arguments.

rule! {
    copysign(x: 0, s: 1) => [x.signum() * s.signum(), 0.0];
    smooth [1.5, 2.0]; smooth [-1.5, 2.0]; smooth [1.5, -2.0]; smooth [-1.5, -2.0];
    kink [1.5, 0.0] => [1.0, 0.0]; kink [1.5, -0.0] => [-1.0, 0.0];
}

rule! {
    log(x: 0, base: 1) => [1.0 / (x * base.ln()), -x.ln() / (base * base.ln() * base.ln())];
    smooth [2.0, 3.0]; smooth [0.75, 10.0]; smooth [1.0, 2.0]; smooth [2.5, 0.5];
}

rule! {
    atan2(y: 0, x: 1) => [x / (x * x + y * y), -y / (x * x + y * y)];
    smooth [0.5, 2.0]; smooth [0.5, -2.0]; smooth [-0.5, 2.0]; smooth [-0.5, -2.0];
    smooth [0.0, 1.5]; smooth [1.5, 0.0]; smooth [-1.5, 0.0];
    // Where the value jumps by a whole turn, the slope does not.
    kink [0.0, -1.5];
    kink [0.0, 0.0] => [0.0, 0.0];
}

rule! {
    hypot(x: 0, y: 1) => [x / x.hypot(y), y / x.hypot(y)];
    smooth [3.0, 4.0]; smooth [3.0, -4.0]; smooth [-0.75, 0.5]; smooth [0.0, 2.0];
    kink [0.0, 0.0] => [0.0, 0.0];
}

rule! {
    max(x: 0, y: 1) => [f64::from(x > y), f64::from(y > x)];
    smooth [1.5, -2.0]; smooth [-2.0, 1.5]; smooth [-2.0, -1.0];
    kink [1.5, 1.5] => [0.5, 0.5]; kink [0.0, -0.0] => [0.5, 0.5];
    special [f64::NAN, 1.0] => [0.0, 1.0]; special [1.0, f64::NAN] => [1.0, 0.0];
    special [f64::INFINITY, 1.0] => [1.0, 0.0];
}

rule! {
    min(x: 0, y: 1) => [f64::from(x < y), f64::from(y < x)];
    smooth [1.5, -2.0]; smooth [-2.0, 1.5]; smooth [-2.0, -1.0];
    kink [1.5, 1.5] => [0.5, 0.5]; kink [0.0, -0.0] => [0.5, 0.5];
    special [f64::NAN, 1.0] => [0.0, 1.0]; special [1.0, f64::NAN] => [1.0, 0.0];
    special [f64::NEG_INFINITY, 1.0] => [1.0, 0.0];
}

rule! {
    rem_euclid(x: 0, y: 1) => [1.0, -x.div_euclid(y)];
    smooth [7.0, 2.0]; smooth [-7.0, 2.0]; smooth [7.0, -2.0]; smooth [-7.0, -2.0];
    smooth [0.5, 2.0]; smooth [-0.5, 2.0];
    kink [6.0, 2.0] => [1.0, -3.0];
}

rule! {
    div_euclid(x: 0, y: 1) => [0.0 * x, 0.0 * y];
    smooth [7.0, 2.0]; smooth [-7.0, 2.0]; smooth [7.0, -2.0]; smooth [-7.0, -2.0];
    kink [6.0, 2.0];
}

body! {
    remainder(x: 0, y: 1) { x % y } => [1.0, -(x / y).trunc()];
    smooth [7.0, 2.0]; smooth [-7.0, 2.0]; smooth [7.0, -2.0]; smooth [-7.0, -2.0];
    smooth [0.5, 2.0]; smooth [-0.5, 2.0];
    kink [6.0, 2.0] => [1.0, -3.0];
}

body! {
    remainder_assigned(x: 0, y: 1) {
        let mut r = x * x;
        r %= y;
        r
    } => [2.0 * x, -(x * x / y).trunc()];
    smooth [1.875, 2.0]; smooth [-1.875, 2.0];
}

rule! {
    mul_add(x: 0, a: 1, b: 2) => [a, x, 1.0 + 0.0 * b];
    smooth [1.5, -2.0, 0.25]; smooth [0.0, 0.0, 0.0];
}

rule! {
    clamp(x: 0, low: 1, high: 2) =>
        [f64::from(low < x && x < high), f64::from(x < low), f64::from(high < x)];
    smooth [0.5, -1.0, 2.0]; smooth [-1.5, -1.0, 2.0]; smooth [3.5, -1.0, 2.0];
    kink [-1.0, -1.0, 2.0] => [0.5, 0.5, 0.0];
    kink [2.0, -1.0, 2.0] => [0.5, 0.0, 0.5];
}

// Both operands the same variable: the contributions add.

body! {
    max_of_itself(x: 0) { x.max(x) } => [1.0 + 0.0 * x];
    smooth [1.5];
}

body! {
    quotient_of_itself(x: 0) { x / x } => [0.0 * x];
    smooth [1.5]; smooth [-0.75];
}

body! {
    hypot_of_itself(x: 0) { x.hypot(x) } => [x.signum() * 2f64.sqrt()];
    smooth [1.5]; smooth [-0.75];
}
