//! Times of the contenders of one row, taken in turns.
use std::time::{Duration, Instant};

use crate::row::{Contender, Kind, Row};

/// How long one contender runs before the next has its turn, at least.
const TURN: Duration = Duration::from_millis(1);

/// How often a turn is taken again that other programs interrupted.
const AGAIN: usize = 3;

/// The times of a row: for each contender one number of seconds a call for each round.
pub struct Times {
    rounds: Vec<(Kind, Vec<f64>)>,
}

/// Every round gives each contender one turn, and begins with another one than the round before.
pub fn measure(row: &mut Row, rounds: usize) -> Times {
    let contenders = &mut row.contenders;
    let calls: Vec<u32> = contenders.iter_mut().map(calls_in_a_turn).collect();
    let mut times: Vec<Vec<f64>> = contenders.iter().map(|_| Vec::new()).collect();
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            times[at]
                .push(turn_of(&mut contenders[at], calls[at]).as_secs_f64() / f64::from(calls[at]));
        }
    }
    let kinds = contenders.iter().map(|contender| contender.kind);
    Times {
        rounds: kinds.zip(times).collect(),
    }
}

/// The time of a turn, if possible of one during which the processor was not given to another program.
fn turn_of(contender: &mut Contender, calls: u32) -> Duration {
    let mut turn = || {
        let before = interruptions();
        let start = Instant::now();
        for _ in 0..calls {
            contender.run();
        }
        (start.elapsed(), interruptions() == before)
    };
    let (mut time, mut whole) = turn();
    for _ in 0..AGAIN {
        if whole {
            break;
        }
        (time, whole) = turn();
    }
    time
}

/// How often the system took the processor away from this thread, where it tells.
fn interruptions() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/thread-self/status").ok()?;
    let mut lines = status.lines();
    let count = lines.find_map(|line| line.strip_prefix("nonvoluntary_ctxt_switches:"))?;
    count.trim().parse().ok()
}

fn calls_in_a_turn(contender: &mut Contender) -> u32 {
    let mut calls = 1;
    while turn_of(contender, calls) < TURN && calls < 1 << 20 {
        calls *= 2;
    }
    calls
}

impl Times {
    /// The median time of a call, in seconds.
    pub fn time(&self, kind: Kind) -> Option<f64> {
        Some(median(self.of(kind)?.to_vec()))
    }

    /// The median over the rounds of the ratio of two contenders' times, which stand close together
    /// in each round: what slows the machine down for a while slows both.
    pub fn ratio(&self, kind: Kind, to: Kind) -> Option<f64> {
        let pairs = self.of(kind)?.iter().zip(self.of(to)?);
        Some(median(pairs.map(|(a, b)| a / b).collect()))
    }

    fn of(&self, kind: Kind) -> Option<&[f64]> {
        let mut rounds = self.rounds.iter();
        Some(&rounds.find(|(k, _)| *k == kind)?.1)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

/// The geometric mean.
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logs / ratios.len() as f64).exp()
}
