//! Results of other shapes: pairs, tests, orderings.

body! {
    sin_cos(x: 0) {
        let (s, c) = x.sin_cos();
        s * s * c
    } => [2.0 * x.sin() * x.cos() * x.cos() - x.sin().powi(3)];
    smooth [-2.5]; smooth [0.0]; smooth [0.75];
}

body! {
    sin_cos_first_only(x: 0) {
        let (s, _) = x.sin_cos();
        s * x
    } => [x.sin() + x * x.cos()];
    smooth [-2.5]; smooth [0.75];
}

body! {
    sin_cos_as_a_pair(x: 0) {
        let pair = x.sin_cos();
        pair.0 + 2.0 * pair.1
    } => [x.cos() - 2.0 * x.sin()];
    smooth [-2.5]; smooth [0.75];
}

body! {
    is_nan(x: 0, y: 1) {
        if x.is_nan() { y } else { x * y }
    } => [y, x];
    smooth [1.5, 2.0];
    special [f64::NAN, 2.0] => [0.0, 1.0];
}

body! {
    is_finite(x: 0, y: 1) {
        if x.is_finite() { x * x } else { y }
    } => [2.0 * x, 0.0 * y];
    smooth [1.5, 2.0];
    special [f64::INFINITY, 2.0] => [0.0, 1.0];
}

body! {
    total_cmp(x: 0, y: 1) {
        if x.total_cmp(&y).is_lt() { x * y } else { x * x }
    } => if x < y { [y, x] } else { [2.0 * x, 0.0] };
    smooth [1.5, 2.0]; smooth [2.0, -1.5];
    // Minus zero comes first.
    kink [-0.0, 0.0] => [0.0, 0.0];
}

body! {
    total_cmp_matched(x: 0, y: 1) {
        match x.total_cmp(&y) {
            std::cmp::Ordering::Less => y * y,
            std::cmp::Ordering::Equal => x,
            std::cmp::Ordering::Greater => x * y,
        }
    } => if x < y { [0.0, 2.0 * y] } else { [y, x] };
    smooth [1.5, 2.0]; smooth [2.0, -1.5];
    kink [2.0, 2.0] => [1.0, 0.0];
}

body! {
    partial_cmp(x: 0, y: 1) {
        match x.partial_cmp(&y) {
            Some(std::cmp::Ordering::Less) => x * y,
            Some(_) => x,
            None => y,
        }
    } => if x < y { [y, x] } else { [1.0, 0.0] };
    smooth [1.5, 2.0]; smooth [2.0, -1.5];
    special [f64::NAN, 3.0] => [0.0, 1.0];
}

body! {
    partial_cmp_compared(x: 0, y: 1) {
        if x.partial_cmp(&y) == Some(std::cmp::Ordering::Greater) { x * x * y } else { y }
    } => if x > y { [2.0 * x * y, x * x] } else { [0.0, 1.0] };
    smooth [1.5, 2.0]; smooth [2.0, -1.5];
}

body! {
    clone(x: 0) { x.clone() * x } => [2.0 * x];
    smooth [1.5]; smooth [-2.0];
}

body! {
    clone_by_path(x: 0) { Clone::clone(&x) * x } => [2.0 * x];
    smooth [1.5]; smooth [-2.0];
}

body! {
    clone_by_reference(x: 0) {
        let by_reference = &x;
        by_reference.clone() * x
    } => [2.0 * x];
    smooth [1.5]; smooth [-2.0];
}

body! {
    calls_in_a_row(x: 0) { x.sin().exp().sqrt().ln_1p() } => {
        let root = x.sin().exp().sqrt();
        [0.5 * root * x.cos() / (1.0 + root)]
    };
    smooth [1.5]; smooth [-2.0];
}

body! {
    path_inside_method(x: 0, y: 1) { x.max(y.sin()).min(x * y) } => {
        if x.max(y.sin()) > x * y { [y, x] } else { [f64::from(x > y.sin()), 0.0] }
    };
    smooth [1.5, 2.0]; smooth [1.5, 0.5];
}

body! {
    infinite_slope_not_taken(x: 0, y: 1) {
        if x > 0.0 { x.sqrt() * y } else { y }
    } => if x > 0.0 { [0.5 * y / x.sqrt(), x.sqrt()] } else { [0.0, 1.0] };
    smooth [1.5, 2.0];
    kink [0.0, 2.0] => [0.0, 1.0];
}

// A zero seed stops at the infinite slope, wherever the zero comes from.
body! {
    infinite_slope_times_zero(x: 0, y: 1) { x.sqrt() * y } => [0.5 * y / x.sqrt(), x.sqrt()];
    smooth [1.5, 2.0];
    kink [0.0, 0.0] => [0.0, 0.0];
    kink [0.0, 2.0] => [f64::INFINITY, 0.0];
}

// Honestly NaN: an infinite slope times a slope of zero.
body! {
    root_of_a_square(x: 0) { (x * x).sqrt() } => [x.signum()];
    smooth [1.5]; smooth [-2.0];
    kink [0.0] => [f64::NAN];
}
