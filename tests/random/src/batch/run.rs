//! Runs the binary of a batch. A crash or a hang is the fault of the program that was running; the rest runs again.

use super::Verdict;
use crate::harness::Tally;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long one program may run.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the binary over the programs `alive` of those that verdicts are asked of. It is given the name of the file with
/// the answers of the dual forms, to read them or to write them.
///
/// # Errors
/// If the binary does not start.
pub fn run(
    binary: &Path,
    answers: Option<&Path>,
    alive: &[usize],
    verdicts: &mut [Option<Verdict>],
) -> io::Result<()> {
    through(binary, answers, alive, verdicts, false)
}

/// The same up to the first that does not pass.
pub(super) fn run_first(
    binary: &Path,
    alive: &[usize],
    verdicts: &mut [Option<Verdict>],
) -> io::Result<()> {
    through(binary, None, alive, verdicts, true)
}

fn through(
    binary: &Path,
    answers: Option<&Path>,
    alive: &[usize],
    verdicts: &mut [Option<Verdict>],
    only_first: bool,
) -> io::Result<()> {
    let mut from = 0;
    while from < alive.len() {
        let end = stretch(binary, answers, from, alive, verdicts, only_first)?;
        match end {
            None => break,
            Some(_) if only_first => break,
            Some(stopped) => from = stopped + 1,
        }
    }
    Ok(())
}

/// Runs from an index on, perhaps up to the first that fails; returns the program at which the run broke off.
fn stretch(
    binary: &Path,
    answers: Option<&Path>,
    from: usize,
    alive: &[usize],
    verdicts: &mut [Option<Verdict>],
    only_first: bool,
) -> io::Result<Option<usize>> {
    let mut child = Command::new(binary)
        .arg(from.to_string())
        .args(answers)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let lines = read_lines(&mut child);
    let errors = read_errors(&mut child);
    let mut running = None;
    let mut text = Vec::new();
    let mut hung = false;
    loop {
        let line = match lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                hung = true;
                child.kill()?;
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let words: Vec<&str> = line.split(' ').collect();
        let index = words.get(1).and_then(|w| w.parse::<usize>().ok());
        match (words[0], index) {
            ("start", Some(i)) => {
                running = Some(i);
                text.clear();
            }
            ("ok", Some(i)) => {
                let number = |k: usize| words.get(k).and_then(|w| w.parse().ok()).unwrap_or(0);
                verdicts[alive[i]] = Some(Verdict::Agrees(Tally {
                    compared: number(2),
                    skipped: number(3),
                    nonzero: number(4),
                    panicked: number(5),
                    dual: number(6),
                    measured: number(7),
                }));
                running = None;
            }
            ("end", Some(i)) => {
                verdicts[alive[i]] = Some(Verdict::Wrong(text.join("\n")));
                running = None;
                if only_first {
                    child.kill()?;
                    break;
                }
            }
            ("|", _) => text.push(line[2..].to_string()),
            _ => {}
        }
    }
    let status = child.wait()?;
    let errors = errors.join().unwrap_or_default();
    if let Some(i) = running {
        let what = if hung { "did not end" } else { "crashed" };
        let tail: Vec<&str> = errors.lines().rev().take(3).collect();
        // What it was about to do, if it said so.
        let doing = text.last().map_or("", |t| t);
        let text = format!("{what} ({status}) {doing}\n{}", tail.join("\n"));
        verdicts[alive[i]] = Some(Verdict::Wrong(text));
    }
    Ok(running)
}

fn read_lines(child: &mut Child) -> Receiver<String> {
    let (send, receive) = channel();
    if let Some(out) = child.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
    }
    receive
}

fn read_errors(child: &mut Child) -> thread::JoinHandle<String> {
    let err = child.stderr.take();
    thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut err) = err {
            let _ = err.read_to_string(&mut text);
        }
        text
    })
}
