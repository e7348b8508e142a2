//! What the dual forms say, written down: they are compiled once, and the gradients that are compared with them as often
//! as there are settings.
//!
//! One line a case: its program, its number, then three lists with their lengths; numbers are bits in hexadecimal.

use super::DualProgram;
use super::check::{Answer, Slope, forward};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};

/// The answers by program and case.
#[derive(Debug, Default)]
pub(super) struct Answers(BTreeMap<(usize, usize), Answer>);

impl Answers {
    /// The answer for a case, if it was written down.
    pub(super) fn of(&self, program: usize, case: usize) -> Option<&Answer> {
        self.0.get(&(program, case))
    }

    /// Everything in a file.
    pub(super) fn read(file: &str) -> io::Result<Self> {
        let text = fs::read_to_string(file)?;
        let mut all = BTreeMap::new();
        for line in text.lines() {
            let (key, answer) =
                parsed(line).ok_or_else(|| io::Error::other(format!("not an answer: {line}")))?;
            all.insert(key, answer);
        }
        Ok(Self(all))
    }

    /// Adds all cases of a program.
    pub(super) fn write(file: &str, p: &DualProgram) -> io::Result<()> {
        let mut text = String::new();
        for (i, (floats, ints)) in p.cases.iter().enumerate() {
            text.push_str(&line(p.id, i, &forward(p.dual, p.seeds, floats, ints)));
        }
        let mut file = File::options().append(true).create(true).open(file)?;
        file.write_all(text.as_bytes())
    }
}

fn line(program: usize, case: usize, answer: &Answer) -> String {
    let mut out = format!("{program} {case} {}", answer.values.len());
    for v in &answer.values {
        let _ = write!(out, " {:x}", v.to_bits());
    }
    for slopes in [&answer.slopes, &answer.seeded] {
        let _ = write!(out, " {}", slopes.len());
        for s in slopes {
            let _ = write!(
                out,
                " {:x} {:x} {}",
                s.d.to_bits(),
                s.scale.to_bits(),
                u8::from(s.odd)
            );
        }
    }
    out.push('\n');
    out
}

fn parsed(line: &str) -> Option<((usize, usize), Answer)> {
    let mut words = line.split(' ');
    let key = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let n: usize = words.next()?.parse().ok()?;
    let values = (0..n)
        .map(|_| float(words.next()?))
        .collect::<Option<_>>()?;
    let mut slopes = || {
        let n: usize = words.next()?.parse().ok()?;
        let each = |_| {
            Some(Slope {
                d: float(words.next()?)?,
                scale: float(words.next()?)?,
                odd: words.next()? == "1",
            })
        };
        (0..n).map(each).collect::<Option<Vec<_>>>()
    };
    let (slopes, seeded) = (slopes()?, slopes()?);
    let answer = Answer {
        values,
        slopes,
        seeded,
    };
    words.next().is_none().then_some((key, answer))
}

fn float(word: &str) -> Option<f64> {
    u64::from_str_radix(word, 16).ok().map(f64::from_bits)
}

#[cfg(test)]
mod tests {
    use super::{Answer, Slope, line, parsed};

    #[test]
    fn an_answer_is_read_as_it_was_written() {
        let slope = |d: f64, scale: f64, odd| Slope { d, scale, odd };
        let answer = Answer {
            values: vec![0.1, -0.0, f64::INFINITY, 5e-324],
            slopes: vec![slope(1.0 / 3.0, 2.5, false), slope(-7.25, 1e300, true)],
            seeded: vec![slope(f64::NEG_INFINITY, 0.0, true)],
        };
        let text = line(17, 3, &answer);
        assert_eq!(parsed(text.trim_end()), Some(((17, 3), answer)));
        assert_eq!(parsed("17 3 2 0"), None);
    }
}
