//! Functions that were written by people on many inputs: every short length, every small integer, ties, zeros.
//!
//! Where the function panics, each generated one panics with the same message; elsewhere values are equal, and gradients
//! are those of dual numbers, or of differences where the function has no dual form.

use super::check::{Answer, by_differences, compare, forward, same_gradient, same_values};
use super::{Program, Reader, RunGrad, Tally, memory};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a parameter takes from the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// So many floats.
    Floats(usize),
    /// A length, and for each item so many floats.
    Items(usize),
    /// An integer, which may be negative.
    Int(bool),
    /// 0 or 1.
    Bool,
}

/// Generated functions that return the gradients of some parameters only.
pub struct Subset {
    /// The indices of these.
    pub selected: &'static [usize],
    /// By name.
    pub grads: &'static [(&'static str, RunGrad)],
}

/// A function.
pub struct Function {
    /// Without inputs.
    pub program: Program,
    /// For each parameter.
    pub asks: &'static [&'static [Ask]],
    /// Those with `wrt` and `no_grad`.
    pub subsets: &'static [Subset],
    /// What measures its memory, if it returns one float.
    pub memory: Option<Memory>,
}

/// Calls a function and what is generated for it, with the counter of requests.
pub type RunAsked = fn(&mut Reader<'_, f64>, fn() -> usize) -> Asked;

/// How the memory of a function is measured, and what its text says about it.
pub struct Memory {
    /// Calls the function.
    pub asked: RunAsked,
    /// How often memory was asked for so far.
    pub count: fn() -> usize,
    /// How deep its loops are nested; none where it calls functions, whose loops it does not show.
    pub depth: Option<u32>,
}

/// How often memory was asked for, and how many words the tape has in the end.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// By the function itself.
    pub primal: usize,
    /// By `_grad_into`.
    pub into: usize,
    /// By `_grad_with` on a new tape.
    pub first: usize,
    /// On the same one again.
    pub again: usize,
    /// The capacity of the tape.
    pub words: usize,
}

pub(super) struct Input {
    pub(super) floats: Vec<f64>,
    pub(super) ints: Vec<i64>,
    /// The floats of each parameter.
    ranges: Vec<std::ops::Range<usize>>,
}

/// Where a function is that does not end by itself.
pub const ITSELF: &str = "in the function itself";

/// What every complaint about memory says: the function came to its end.
pub const MEASURED: &str = "for the sizes";

const LENGTHS: [usize; 6] = [3, 0, 1, 2, 7, 4];
const INTS: [i64; 6] = [2, 0, 1, 3, 7, -1];
const MOST: usize = 150;

/// Lists that arguments are taken from.
fn lists() -> [Vec<f64>; 5] {
    let spread = |i: usize| ((i * 7 + 3) % 17) as f64 / 6.5 - 1.2;
    let positive = |i: usize| 0.8 + ((i * 5 + 2) % 11) as f64 / 13.0;
    let ties = |i: usize| [1.0, 1.0, 2.0, -1.0, 0.0, 2.0][i % 6];
    [
        (0..64).map(positive).collect(),
        (0..64).map(spread).collect(),
        (0..64).map(ties).collect(),
        vec![0.0; 64],
        (0..64).map(|i| 12.5 * spread(i + 5)).collect(),
    ]
}

fn inputs(asks: &[&[Ask]]) -> Vec<Input> {
    let choices: Vec<usize> = asks
        .iter()
        .flat_map(|a| a.iter())
        .filter_map(|a| match a {
            Ask::Floats(_) => None,
            Ask::Items(_) => Some(LENGTHS.len()),
            Ask::Int(signed) => Some(INTS.len() - usize::from(!signed)),
            Ask::Bool => Some(2),
        })
        .collect();
    let all: usize = choices.iter().product();
    let lists = lists();
    // All where they are few; else a stride that is prime to their number.
    let stride = if all * lists.len() <= MOST { 1 } else { 7919 };
    let total = (all * lists.len()).min(MOST);
    let mut chosen: Vec<usize> = (0..total)
        .map(|k| (k * stride) % (all * lists.len()))
        .collect();
    // Zeros last, and large numbers: there a loop that waits for a value may not end.
    chosen.sort_by_key(|k| k % lists.len());
    chosen
        .into_iter()
        .map(|k| {
            let mut rest = k / lists.len();
            let list = &lists[k % lists.len()];
            let mut pick = choices.iter().map(|n| {
                let i = rest % n;
                rest /= n;
                i
            });
            input(asks, list, &mut pick)
        })
        .collect()
}

fn input(asks: &[&[Ask]], list: &[f64], pick: &mut dyn Iterator<Item = usize>) -> Input {
    made(asks, list, &mut |ask| {
        let at = pick.next().unwrap_or(0);
        match ask {
            Ask::Items(_) => LENGTHS[at] as i64,
            Ask::Int(_) => INTS[at],
            Ask::Bool | Ask::Floats(_) => at as i64,
        }
    })
}

/// The lengths and integers are those that `number` gives.
pub(super) fn made(asks: &[&[Ask]], list: &[f64], number: &mut dyn FnMut(Ask) -> i64) -> Input {
    let mut made = Input {
        floats: vec![],
        ints: vec![],
        ranges: vec![],
    };
    let mut float = list.iter().copied().cycle();
    for param in asks {
        let from = made.floats.len();
        for ask in *param {
            match ask {
                Ask::Floats(n) => made.floats.extend(float.by_ref().take(*n)),
                Ask::Items(width) => {
                    let n = number(*ask);
                    made.ints.push(n);
                    made.floats.extend(float.by_ref().take(n as usize * width));
                }
                Ask::Int(_) | Ask::Bool => made.ints.push(number(*ask)),
            }
        }
        made.ranges.push(from..made.floats.len());
    }
    made
}

pub(super) fn function(f: &Function) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for input in inputs(f.asks) {
        one(f, &input, &mut tally).map_err(|text| {
            format!(
                "floats {:?}, integers {:?}\n{text}",
                input.floats, input.ints
            )
        })?;
    }
    if let Some(m) = &f.memory {
        // Some take exponential time.
        println!("| {ITSELF} {}", tally.compared);
        tally.measured = usize::from(memory::check(f, m)?);
    }
    Ok(tally)
}

fn one(f: &Function, input: &Input, tally: &mut Tally) -> Result<(), String> {
    let (p, floats, ints) = (&f.program, &input.floats[..], &input.ints[..]);
    let all = p.grads.iter().chain(f.subsets.iter().flat_map(|s| s.grads));
    // For what does not come back.
    println!("| {ITSELF} {}", tally.compared);
    let run = caught(|| (p.run)(&mut Reader::new(floats, ints)));
    println!("| in what is generated");
    let values = match run {
        Ok(values) => values,
        Err(message) => {
            tally.panicked += 1;
            for (name, run) in all {
                let found = caught(|| run(&mut Reader::new(floats, ints))).map(|_| ());
                if found != Err(message.clone()) {
                    return Err(format!(
                        "the primal panics with {message:?}, {name} with {found:?}"
                    ));
                }
            }
            return Ok(());
        }
    };
    for (name, run) in all {
        let found = caught(|| run(&mut Reader::new(floats, ints)));
        let (v, _) = found.map_err(|m| format!("{name} panics alone: {m}"))?;
        same_values(name, &v, &values)?;
    }
    let dual = p
        .dual
        .map(|dual| caught(|| forward(dual, p.seeds, floats, ints)));
    let answer = match dual {
        Some(Ok(answer)) if same_values("", &answer.values, &values).is_ok() => {
            tally.dual += 1;
            answer
        }
        _ => return differences(p, floats, ints, &values, tally),
    };
    compare(p, floats, ints, &values, &answer, tally)?;
    for subset in f.subsets {
        let ranges = subset.selected.iter().map(|&i| input.ranges[i].clone());
        let slopes: Vec<_> = ranges.flat_map(|r| &answer.slopes[r]).copied().collect();
        for (name, run) in subset.grads {
            let (_, g) = run(&mut Reader::new(floats, ints));
            same_gradient(
                &format!("{name} by {:?}", subset.selected),
                &g,
                &slopes,
                false,
                tally,
            )?;
        }
    }
    Ok(())
}

/// Where there is no dual form: the gradients agree with each other and with differences.
fn differences(
    p: &Program,
    floats: &[f64],
    ints: &[i64],
    values: &[f64],
    tally: &mut Tally,
) -> Result<(), String> {
    let mut first: [Option<Vec<f64>>; 2] = [None, None];
    for (name, run) in p.grads {
        let (_, g) = run(&mut Reader::new(floats, ints));
        let seeded = usize::from(*name == "f_vjp");
        first[seeded].get_or_insert(g);
    }
    let [plain, seeded] = first;
    if let Some(g) = &seeded {
        by_differences(p, floats, ints, &Answer::of(values, g), tally)?;
    }
    let finals = values.len() > p.seeds.len();
    match (plain, seeded) {
        (Some(plain), Some(seeded)) if !finals => {
            let answer = Answer::of(values, &plain);
            same_gradient("f_vjp", &seeded, &answer.slopes, false, tally)
        }
        _ => Ok(()),
    }
}

/// The message of its panic, if it panics.
pub(super) fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload
            .downcast::<&'static str>()
            .map_or_else(|_| "no text".to_string(), |text| (*text).to_string()),
    })
}
