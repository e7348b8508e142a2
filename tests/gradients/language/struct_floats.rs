//! The floats of structs and enums, and of their gradients: checked, listed and set.

use grad_runtime::{Differentiable, check, derive_grad, flat};

#[derive(Differentiable, Clone, Debug)]
struct Net {
    w: Vec<Vec<f64>>,
    b: [f64; 2],
    n: usize,
    #[no_grad]
    fixed: f64,
    deep: Pair<f64>,
    act: Act,
}

#[derive(Differentiable, Clone, Debug)]
struct Pair<T> {
    x: T,
    y: Option<T>,
}

#[derive(Differentiable, Clone, Debug)]
enum Act {
    Leaky(f64),
    Poly { c: Vec<f64> },
    Off,
}

/// What borrows has no list of floats to set, but a gradient.
#[derive(Differentiable, Clone, Debug)]
struct Borrowed<'a> {
    xs: &'a [f64],
    k: f64,
}

#[derive(Differentiable, Clone, Copy, Debug)]
#[grad(tangent = Self)]
struct V {
    x: f64,
    y: f64,
}

#[derive_grad]
fn loss(net: &Net, v: V) -> f64 {
    let a = match &net.act {
        Act::Leaky(a) => a * v.x,
        Act::Poly { c } => c[0] + c[1] * v.y,
        Act::Off => 0.0,
    };
    net.w[0][1] * net.w[1][0] * net.b[1] * net.fixed + a * net.deep.x * net.n as f64
}

#[derive_grad]
fn scaled(b: &Borrowed<'_>) -> f64 {
    b.k * b.xs[0] * b.xs[1]
}

fn net(act: Act) -> Net {
    Net {
        w: vec![vec![1.0, 2.0], vec![3.0]],
        b: [4.0, 5.0],
        n: 3,
        fixed: 2.0,
        deep: Pair {
            x: 0.5,
            y: Some(2.0),
        },
        act,
    }
}

#[test]
fn gradients_of_structs_are_checked() {
    let v = V { x: 0.2, y: 0.7 };
    for act in [Act::Leaky(0.3), Act::Poly { c: vec![1.0, 2.0] }, Act::Off] {
        let net = net(act);
        let (_, d_net, d_v) = loss_grad(&net, v);
        check::assert_gradient(|n: &Net| loss(n, v), &net, &d_net);
        check::assert_gradient(|v: &V| loss(&net, *v), &v, &d_v);
        let mut wrong = d_net.clone();
        wrong.b[1] += 1.0;
        let error = check::gradient(|n: &Net| loss(n, v), &net, &wrong).unwrap_err();
        assert!(error.to_string().contains(".b[1] = "), "{error}");
    }
}

#[test]
fn a_value_and_its_gradient_have_one_order() {
    let mut net = net(Act::Poly { c: vec![7.0, 8.0] });
    let (_, d_net, _) = loss_grad(&net, V { x: 0.2, y: 0.5 });
    // `n` is no float, and `fixed` is left out; the first 0 is the variant that is not held.
    assert_eq!(
        flat::to_vec(&net),
        [1.0, 2.0, 3.0, 4.0, 5.0, 0.5, 2.0, 0.0, 7.0, 8.0]
    );
    assert_eq!(
        flat::to_vec(&d_net),
        [0.0, 30.0, 20.0, 0.0, 12.0, 33.0, 0.0, 0.0, 1.5, 0.75]
    );
    let list: Vec<f64> = (0..10).map(f64::from).collect();
    flat::copy_from(&mut net, &list);
    assert_eq!(flat::to_vec(&net)[..7], list[..7]);
    assert_eq!(flat::to_vec(&net)[8..], list[8..]);
    assert_eq!((net.n, net.fixed), (3, 2.0));
}

#[test]
#[should_panic(expected = "the list has 3 floats, but the value has 2")]
fn another_number_of_floats() {
    flat::copy_from(&mut V { x: 1.0, y: 2.0 }, &[3.0, 4.0, 5.0]);
}

#[test]
fn what_borrows_has_a_gradient() {
    let b = Borrowed {
        xs: &[2.0, 3.0],
        k: 5.0,
    };
    let d = scaled_grad(&b).1;
    assert_eq!(flat::to_vec(&d), [15.0, 10.0, 6.0]);
}
