//! What must hold for every input, whatever it is.
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use grad_core::{Switches, expand_with, stages};
use proc_macro2::TokenStream;

use crate::corpus::Input;

/// The longest work for one function.
pub const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

/// A failure: its kind, the same for all inputs that fail alike, and details.
pub struct Failure {
    pub kind: String,
    pub details: String,
}

/// What becomes of an input.
pub enum Outcome {
    Accepted,
    Refused(Vec<String>),
}

thread_local! {
    static CHECKING: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Keeps the place and message of a panic inside of a check in place of printing it.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |l| {
            let file = l.file().rsplit("/src/").next().unwrap_or(l.file());
            format!("{file}:{}", l.line())
        });
        let message = info.payload();
        let message = message
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| message.downcast_ref::<&str>().map(ToString::to_string))
            .unwrap_or_default();
        if !CHECKING.get() {
            eprintln!("panic at {place}: {message}");
        }
        PANIC.with(|p| *p.borrow_mut() = Some((place, message)));
    }));
}

/// The time that this thread has worked: what else the machine does is no fault. Where the system does not tell, the
/// time since the first call.
pub fn worked() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let first = *FIRST.get_or_init(Instant::now);
    of_thread().unwrap_or_else(|| first.elapsed())
}

/// Linux: the 14th and 15th of `proc_pid_stat(5)`, in hundredths of a second.
fn of_thread() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
}

/// Checks one input.
pub fn check(input: &Input, switches: Switches) -> Result<Outcome, Failure> {
    let started = worked();
    CHECKING.set(true);
    let done = catch_unwind(AssertUnwindSafe(|| returned(input, switches)));
    CHECKING.set(false);
    let taken = worked().saturating_sub(started);
    let outcome = done.unwrap_or_else(|_| {
        let (place, message) = PANIC.with(|p| p.borrow_mut().take()).unwrap_or_default();
        Err(Failure {
            kind: format!("panic at {place}"),
            details: message,
        })
    })?;
    if taken > LIMIT {
        return Err(Failure {
            kind: "slow".to_string(),
            details: format!("{taken:?}"),
        });
    }
    Ok(outcome)
}

fn failure<T>(kind: &str, details: impl ToString) -> Result<T, Failure> {
    Err(Failure {
        kind: kind.to_string(),
        details: details.to_string(),
    })
}

fn returned(input: &Input, switches: Switches) -> Result<Outcome, Failure> {
    let output = expand_with(input.options.clone(), input.item.clone(), switches);
    let again = expand_with(input.options.clone(), input.item.clone(), switches);
    let text = output.to_string();
    if text != again.to_string() {
        return failure("two outputs for one input", text);
    }
    // An `impl` block is printed again: `::<` and `:: <` are the same tokens.
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    if !squeezed(&text).starts_with(&squeezed(&input.item.to_string())) {
        return failure("the primal is not as it was written", text);
    }
    // Tokens in a senseless order (`/` before `*`) are not read back as they were.
    let read = |text: &str| text.parse::<TokenStream>();
    if read(&input.item.to_string()).is_ok()
        && let Err(error) = read(&text)
    {
        return failure("the output is no tokens", error);
    }
    let is_item = syn::parse2::<syn::Item>(input.item.clone()).is_ok();
    if is_item && let Err(error) = syn::parse2::<syn::File>(output) {
        return failure("the output is no items", error);
    }
    let refused = text.contains(":: core :: compile_error");
    if syn::parse2::<syn::ItemImpl>(input.item.clone()).is_ok() {
        // The stages are those of one function.
        return Ok(match refused {
            true => Outcome::Refused(messages(&text)),
            false => Outcome::Accepted,
        });
    }
    match stages(input.options.clone(), input.item.clone(), switches) {
        Ok(_) if refused => failure("the stages accept what is refused", text),
        Ok(_) => Ok(Outcome::Accepted),
        Err(message) if message.contains("compile_error") && refused => {
            let messages = messages(&message);
            match messages.iter().find(|m| !m.contains("\\nhelp: ")) {
                Some(silent) if is_item && silent.starts_with(char::is_lowercase) => {
                    failure("a refusal that does not say what to write", silent)
                }
                _ => Ok(Outcome::Refused(messages)),
            }
        }
        Err(message) => failure(&format!("the verifier: {}", general(&message)), message),
    }
}

/// The texts of the refusals.
fn messages(tokens: &str) -> Vec<String> {
    let after = tokens.split("compile_error ! { \"").skip(1);
    after
        .map(|m| m.split("\" }").next().unwrap_or(m).to_string())
        .collect()
}

/// A message without the names in it.
pub fn general(message: &str) -> String {
    let parts = message.split('`').enumerate();
    parts
        .map(|(i, part)| if i % 2 == 1 { "`_`" } else { part })
        .collect()
}
