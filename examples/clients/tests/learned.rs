//! What the networks learn, and what they do not learn with a mistake in the loop.
use grad_clients::numbers::Numbers;
use grad_clients::{convolution, moons, recurrent};
use grad_runtime::check::assert_gradient;
use grad_runtime::{Differentiable, Tangent};
use moons::AfterStep;

#[test]
fn the_gradients_are_those_of_differences() {
    let mut numbers = Numbers::new(1);
    let net = moons::Net::random(&mut numbers);
    let samples = moons::samples(20, 0.1, &mut numbers);
    let mut d = net.zero_tangent();
    moons::loss_grad_into(&net, &samples, &mut d);
    assert_gradient(|net| moons::loss(net, &samples), &net, &d);

    let net = recurrent::Net::random(4, 5, &mut numbers);
    let text = [0, 1, 2, 3, 2, 1, 0, 0, 3];
    let (_, d) = net.loss_grad(&text);
    assert_gradient(|net: &recurrent::Net| net.loss(&text), &net, &d);
}

#[test]
fn two_moons_by_the_whole_gradient() {
    let mut numbers = Numbers::new(2);
    let (training, others) = (
        moons::samples(200, 0.15, &mut numbers),
        moons::samples(1000, 0.15, &mut numbers),
    );
    let mut net = moons::Net::random(&mut numbers);
    let mut losses = Vec::new();
    moons::descend(&mut net, &training, 1.0, 1500, |loss| losses.push(loss));
    let (before, after) = (losses[0], losses[losses.len() - 1]);
    println!(
        "{before} {after} {} {}",
        net.accuracy(&training),
        net.accuracy(&others)
    );
    assert!(net.accuracy(&training) > 0.97 && net.accuracy(&others) > 0.97);
    assert!(after < 0.2 * before);
}

#[test]
fn two_moons_by_batches() {
    let mut numbers = Numbers::new(3);
    let mut training = moons::samples(256, 0.15, &mut numbers);
    let others = moons::samples(1000, 0.15, &mut numbers);
    numbers.shuffle(&mut training);
    let batches: Vec<_> = training.chunks(32).cycle().take(1600).collect();
    let start = moons::Net::random(&mut numbers);
    let learned = |after| {
        let mut net = start.clone();
        let mut losses = Vec::new();
        moons::descend_by_batches(&mut net, &batches, 0.5, after, |loss| losses.push(loss));
        println!(
            "{after:?} {} {} {}",
            losses[0],
            losses[losses.len() - 1],
            net.accuracy(&others)
        );
        (net.accuracy(&others), moons::loss(&net, &others))
    };
    let (accuracy, loss) = learned(AfterStep::Reset);
    assert!(accuracy > 0.97 && loss < 0.1, "{accuracy} {loss}");
    // Without the reset each step goes along the sum of all gradients since the start.
    let (_, forgotten) = learned(AfterStep::Forget);
    assert!(forgotten > 2.0 * loss, "{forgotten}");
}

/// What the accumulating pullback does with a buffer that was not reset, exactly.
#[test]
fn a_forgotten_reset_adds_the_last_gradient_again() {
    let mut numbers = Numbers::new(4);
    let net = moons::Net::random(&mut numbers);
    let samples = moons::samples(2, 0.1, &mut numbers);
    let alone = |sample| {
        let mut d = net.zero_tangent();
        moons::surprise_vjp(&net, sample).1(1.0, &mut d);
        d
    };
    let mut both = alone(&samples[0]);
    moons::surprise_vjp(&net, &samples[1]).1(1.0, &mut both);
    let mut sum = alone(&samples[0]);
    sum.accumulate(&alone(&samples[1]));
    assert_ne!(both, alone(&samples[1]));
    assert_eq!(both, sum);

    Tangent::set_zero(&mut both);
    moons::surprise_vjp(&net, &samples[1]).1(1.0, &mut both);
    assert_eq!(both, alone(&samples[1]));
}

#[test]
fn a_text_is_learned_by_heart() {
    let text = recurrent::Text::new("the cat sat on the mat and the dog sat on the log");
    let mut net = recurrent::Net::random(text.alphabet.len(), 32, &mut Numbers::new(5));
    let mut losses = Vec::new();
    recurrent::learn(&mut net, &text.characters, 600, |loss| losses.push(loss));
    println!("{} {}", losses[0], losses[losses.len() - 1]);
    assert!(losses[losses.len() - 1] < 0.05);
    let recited = net.recite(text.characters[0], text.characters.len());
    assert_eq!(
        text.read(&recited),
        "the cat sat on the mat and the dog sat on the log"
    );
}

#[test]
fn a_convolution_tells_lines_apart() {
    let mut numbers = Numbers::new(6);
    let (training, others) = (
        convolution::images(300, &mut numbers),
        convolution::images(400, &mut numbers),
    );
    let mut net = convolution::Net::random(&mut numbers);
    let mut losses = Vec::new();
    let (_, d) = net.loss_grad(&training);
    assert_gradient(|net: &convolution::Net| net.loss(&training), &net, &d);
    convolution::learn(&mut net, &training, 800, |loss| losses.push(loss));
    println!(
        "{} {} {}",
        losses[0],
        losses[losses.len() - 1],
        net.accuracy(&others)
    );
    assert!(net.accuracy(&others) > 0.97);
}
