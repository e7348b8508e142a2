//! The table: one line a case, in Markdown.
use crate::measure::{Times, geometric_mean};
use crate::row::{Case, Kind};

/// How far a gradient may be from that by hand.
const TO_HAND: f64 = 1.10;
/// The same, for the geometric mean of all.
const MEAN_TO_HAND: f64 = 1.05;
/// How far the ratio of a twin may be from that of the original, either way.
const TWIN: f64 = 1.10;

/// A case with its times.
pub struct Line {
    pub case: Case,
    pub times: Times,
}

impl Line {
    fn ratio(&self, kind: Kind) -> Option<f64> {
        self.times.ratio(kind, Kind::Primal)
    }

    fn to_hand(&self) -> Option<f64> {
        self.times.ratio(Kind::Ours, Kind::Hand)
    }

    /// What the line falls short of.
    fn missed(&self) -> String {
        let short = |ratio: Option<f64>, most: Option<f64>| matches!((ratio, most), (Some(r), Some(m)) if r > m);
        let mut missed = Vec::new();
        if short(self.ratio(Kind::Ours), self.case.reach) {
            missed.push("reach");
        }
        if short(self.to_hand(), Some(TO_HAND)) {
            missed.push("hand");
        }
        missed.join(", ")
    }
}

const OTHERS: [Kind; 3] = [Kind::NumDual, Kind::Reverse, Kind::AdTrait];

/// Ratios of functions to their gradients by hand.
pub fn print_functions(title: &str, lines: &[Line]) {
    println!("\n### {title}\n");
    println!(
        "| function | primal, µs | ours | tape kept | by hand | reach | ours / by hand | missed | num-dual | reverse | ad_trait |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|");
    for line in lines {
        let primal = line.times.time(Kind::Primal).map(|time| time * 1e6);
        let [dual, reverse, ad_trait] = OTHERS.map(|kind| number(line.ratio(kind)));
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {dual} | {reverse} | {ad_trait} |",
            line.case.name,
            number(primal),
            number(line.ratio(Kind::Ours)),
            number(line.ratio(Kind::Kept)),
            number(line.ratio(Kind::Hand)),
            number(line.case.reach),
            number(line.to_hand()),
            line.missed(),
        );
    }
    let to_hand = mean(lines, Line::to_hand);
    println!(
        "| **geometric mean** | | {} | {} | {} | {} | {} | {} | | | |",
        number(mean(lines, |line| line.ratio(Kind::Ours))),
        number(mean(lines, |line| line.ratio(Kind::Kept))),
        number(mean(lines, |line| line.ratio(Kind::Hand))),
        number(mean(lines, |line| line.case.reach)),
        number(to_hand),
        if to_hand.is_some_and(|mean| mean > MEAN_TO_HAND) {
            "hand"
        } else {
            ""
        },
    );
    let missing = lines.iter().filter(|line| !line.missed().is_empty());
    println!("\n{} of {} miss a target.", missing.count(), lines.len());
}

/// Ratios of twins beside those of their originals.
pub fn print_twins(title: &str, twins: &[Line], originals: &[Line]) {
    println!("\n### {title}\n");
    println!("| twin | primal, µs | ours | original | ours / original | ours / by hand | missed |");
    println!("|---|--:|--:|--:|--:|--:|---|");
    let mut missed = 0;
    for twin in twins {
        let original = originals
            .iter()
            .find(|line| Some(line.case.name.as_str()) == twin.case.twin_of);
        let (ours, original) = (
            twin.ratio(Kind::Ours),
            original.and_then(|line| line.ratio(Kind::Ours)),
        );
        let quotient = ours.zip(original).map(|(ours, original)| ours / original);
        let apart = quotient.is_some_and(|quotient| !(1.0 / TWIN..=TWIN).contains(&quotient));
        missed += usize::from(apart);
        println!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            twin.case.name,
            number(twin.times.time(Kind::Primal).map(|time| time * 1e6)),
            number(ours),
            number(original),
            number(quotient),
            number(twin.to_hand()),
            if apart { "twin" } else { "" },
        );
    }
    println!(
        "\n{missed} of {} are not within 10 % of their originals.",
        twins.len()
    );
}

fn mean(lines: &[Line], ratio: impl Fn(&Line) -> Option<f64>) -> Option<f64> {
    let ratios: Vec<f64> = lines.iter().filter_map(ratio).collect();
    (!ratios.is_empty()).then(|| geometric_mean(&ratios))
}

fn number(number: Option<f64>) -> String {
    match number {
        None => String::new(),
        Some(number) if number >= 1000.0 => format!("{number:.0}"),
        Some(number) if number >= 100.0 => format!("{number:.1}"),
        Some(number) => format!("{number:.2}"),
    }
}
