//! Trains the three networks before your eyes and draws how their losses fall.
//!
//! `cargo run --release --manifest-path examples/clients/Cargo.toml -- DIRECTORY`
use std::error::Error;
use std::path::{Path, PathBuf};

use grad_clients::numbers::Numbers;
use grad_clients::{convolution, moons, recurrent};
use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("."), PathBuf::from);
    std::fs::create_dir_all(&directory)?;

    let mut numbers = Numbers::new(2);
    let samples = moons::samples(200, 0.15, &mut numbers);
    let mut net = moons::Net::random(&mut numbers);
    let losses = watch("two moons", 1500, |steps, seen| {
        moons::descend(&mut net, &samples, 1.0, steps, seen)
    })?;
    draw(&directory.join("moons.svg"), "Two moons", &losses)?;
    println!("{:.1} % are told right", 100.0 * net.accuracy(&samples));

    let text = recurrent::Text::new("the cat sat on the mat and the dog sat on the log");
    let mut net = recurrent::Net::random(text.alphabet.len(), 32, &mut Numbers::new(5));
    let losses = watch("a text", 600, |steps, seen| {
        recurrent::learn(&mut net, &text.characters, steps, seen)
    })?;
    draw(&directory.join("recurrent.svg"), "A text by heart", &losses)?;
    println!(
        "{}",
        text.read(&net.recite(text.characters[0], text.characters.len()))
    );

    let mut numbers = Numbers::new(6);
    let images = convolution::images(300, &mut numbers);
    let mut net = convolution::Net::random(&mut numbers);
    let losses = watch("lines", 800, |steps, seen| {
        convolution::learn(&mut net, &images, steps, seen)
    })?;
    draw(
        &directory.join("convolution.svg"),
        "Upright and level lines",
        &losses,
    )?;
    println!("{:.1} % are told right", 100.0 * net.accuracy(&images));
    Ok(())
}

/// Shows the loss while something learns, and returns all that were seen.
fn watch(
    what: &'static str,
    steps: usize,
    learn: impl FnOnce(usize, &mut dyn FnMut(f64)),
) -> Result<Vec<f64>, Box<dyn Error>> {
    let bar = ProgressBar::new(steps as u64).with_prefix(what);
    bar.set_style(ProgressStyle::with_template(
        "{prefix:12} {wide_bar} {pos}/{len}  loss {msg}",
    )?);
    let mut losses = Vec::with_capacity(steps);
    learn(steps, &mut |loss| {
        losses.push(loss);
        bar.set_message(format!("{loss:.4}"));
        bar.inc(1);
    });
    bar.finish();
    Ok(losses)
}

/// The losses over the steps, on a logarithmic scale.
fn draw(file: &Path, title: &str, losses: &[f64]) -> Result<(), Box<dyn Error>> {
    let (least, most) = losses
        .iter()
        .fold((f64::MAX, 0.0_f64), |(a, b), &l| (a.min(l), b.max(l)));
    let root = SVGBackend::new(file, (640, 400)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(0..losses.len(), (least..most).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("step")
        .y_desc("loss")
        .draw()?;
    chart.draw_series(LineSeries::new(losses.iter().copied().enumerate(), &BLUE))?;
    root.present()?;
    Ok(())
}
