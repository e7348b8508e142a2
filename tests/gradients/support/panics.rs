//! Panics as values.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f`; its panic, if any, is returned as a message and printed by nobody.
pub fn panic_message<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    silence_when_asked();
    SILENT.set(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    SILENT.set(false);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => match payload.downcast::<&'static str>() {
            Ok(message) => message.to_string(),
            Err(_) => "a payload that is no string".to_string(),
        },
    })
}

/// Other tests run at the same time and must still print, so one hook asks each thread.
fn silence_when_asked() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |info| {
            if !SILENT.get() {
                print(info);
            }
        }));
    });
}
