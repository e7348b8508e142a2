//! Many mutants in a few threads, with a watch for those that do not return.
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grad_core::Switches;

use crate::check::{Outcome, check, general, keep_panics};
use crate::corpus::{inputs, sources};
use crate::mutate::{Stock, mutant};
use crate::reduce::reduce;

/// The stack that the compiler gives a macro.
pub const STACK: usize = 8 << 20;

/// Mutants between two readings of the corpus: tokens keep their source text as long as their thread lives.
const CHUNK: u64 = 2000;

/// Which mutants.
#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
    pub from: u64,
    pub count: u64,
    pub workers: u64,
}

/// One kind of failure and its first example.
pub struct Finding {
    kind: String,
    details: String,
    seed: u64,
    index: u64,
    times: u64,
    text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "== {} ({} times)", self.kind, self.times)?;
        writeln!(f, "{}", self.details)?;
        writeln!(
            f,
            "FUZZ_COUNT=1 FUZZ_SEED={} FUZZ_FROM={}",
            self.seed, self.index
        )?;
        writeln!(f, "{}", self.text)
    }
}

#[derive(Default)]
struct Shared {
    next: AtomicU64,
    done: AtomicBool,
    accepted: AtomicU64,
    refused: AtomicU64,
    findings: Mutex<BTreeMap<String, Finding>>,
    messages: Mutex<BTreeMap<String, u64>>,
}

/// What a worker is at, for the watch.
struct Now {
    index: AtomicU64,
    since: Mutex<Instant>,
}

/// Runs the mutants of a plan.
pub fn run(plan: Plan) -> Vec<Finding> {
    keep_panics();
    let shared = Shared::default();
    let sources = sources();
    let now: Vec<Now> = (0..plan.workers)
        .map(|_| Now {
            index: AtomicU64::new(u64::MAX),
            since: Mutex::new(Instant::now()),
        })
        .collect();
    std::thread::scope(|scope| {
        let (shared, sources, now) = (&shared, &sources, &now);
        let workers: Vec<_> = (0..plan.workers)
            .map(|worker| scope.spawn(move || work(plan, worker, shared, sources, now)))
            .collect();
        scope.spawn(move || watch(plan, shared, now));
        let ended: Vec<_> = workers.into_iter().map(|w| w.join()).collect();
        shared.done.store(true, Ordering::Relaxed);
        assert!(ended.iter().all(Result::is_ok), "a worker panicked");
    });
    println!(
        "{} mutants of seed {}: {} accepted, {} refused; notes in {}",
        plan.count,
        plan.seed,
        shared.accepted.into_inner(),
        shared.refused.into_inner(),
        notes(0).parent().expect("a folder").display(),
    );
    if std::env::var_os("FUZZ_MESSAGES").is_some() {
        for (message, times) in shared.messages.into_inner().expect("no panic") {
            println!("{times:7} {message}");
        }
    }
    let findings = shared.findings.into_inner().expect("no panic");
    findings.into_values().collect()
}

fn notes(worker: u64) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{worker}.txt"))
}

fn watch(plan: Plan, shared: &Shared, now: &[Now]) {
    while !shared.done.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(50));
        for one in now {
            let index = one.index.load(Ordering::Relaxed);
            let since = *one.since.lock().expect("no panic");
            if index != u64::MAX && since.elapsed() > Duration::from_secs(60) {
                eprintln!(
                    "no return: FUZZ_COUNT=1 FUZZ_SEED={} FUZZ_FROM={index}",
                    plan.seed
                );
                std::process::exit(1);
            }
        }
    }
}

fn work(plan: Plan, worker: u64, shared: &Shared, sources: &[String], now: &[Now]) {
    loop {
        let first = shared.next.fetch_add(CHUNK, Ordering::Relaxed);
        if first >= plan.count {
            return;
        }
        let range = first..(first + CHUNK).min(plan.count);
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .name("fuzz".to_string())
                .stack_size(STACK)
                .spawn_scoped(scope, || {
                    let stock = Stock::new(inputs(sources));
                    for i in range {
                        let now = &now[worker as usize];
                        now.index.store(plan.from + i, Ordering::Relaxed);
                        *now.since.lock().expect("no panic") = Instant::now();
                        one(plan, plan.from + i, worker, shared, &stock);
                        now.index.store(u64::MAX, Ordering::Relaxed);
                    }
                })
                .expect("a thread");
        });
    }
}

fn one(plan: Plan, index: u64, worker: u64, shared: &Shared, stock: &Stock) {
    let input = mutant(stock, plan.seed, index);
    let text = format!("#[derive_grad({})]\n{}", input.options, input.item);
    std::fs::write(
        notes(worker),
        format!(
            "FUZZ_COUNT=1 FUZZ_SEED={} FUZZ_FROM={index}\n{text}\n",
            plan.seed
        ),
    )
    .expect("a writable folder");
    if plan.count == 1 {
        println!("{text}");
    }
    let switches = Switches {
        activity: !index.is_multiple_of(3),
        blocks: !index.is_multiple_of(2),
        columns: !index.is_multiple_of(5),
        companions: !index.is_multiple_of(23),
        fusion: !index.is_multiple_of(6),
        inductions: !index.is_multiple_of(13),
        numbering: !index.is_multiple_of(19),
        recompute: !index.is_multiple_of(17),
        rewind: !index.is_multiple_of(4),
        reread: !index.is_multiple_of(7),
        wanted: !index.is_multiple_of(11),
        windows: !index.is_multiple_of(3),
        simplify: !index.is_multiple_of(5),
    };
    let mut result = check(&input, switches);
    if matches!(&result, Err(failure) if failure.kind == "slow") {
        // Another process may have taken the time.
        result = check(&input, switches);
    }
    match result {
        Ok(Outcome::Accepted) => drop(shared.accepted.fetch_add(1, Ordering::Relaxed)),
        Ok(Outcome::Refused(texts)) => {
            shared.refused.fetch_add(1, Ordering::Relaxed);
            let mut messages = shared.messages.lock().expect("no panic");
            for text in texts {
                *messages.entry(general(&text)).or_default() += 1;
            }
        }
        Err(failure) => {
            {
                let mut findings = shared.findings.lock().expect("no panic");
                if let Some(known) = findings.get_mut(&failure.kind) {
                    known.times += 1;
                    return;
                }
            }
            let small = reduce(&input, &failure.kind, switches);
            let finding = Finding {
                text: format!("#[derive_grad({})]\n{}", small.options, small.item),
                kind: failure.kind.clone(),
                details: failure.details,
                seed: plan.seed,
                index,
                times: 1,
            };
            let mut findings = shared.findings.lock().expect("no panic");
            findings.entry(failure.kind).or_insert(finding);
        }
    }
}
