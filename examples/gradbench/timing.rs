//! Runs of a function, each with its time.
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How often and how long a function is to run, at least.
#[derive(Clone, Copy)]
pub struct Runs {
    count: usize,
    time: Duration,
}

impl Runs {
    pub fn new(count: &Value, seconds: &Value) -> Result<Self, String> {
        let count = match count {
            Value::Null => Some(1),
            count => count.as_u64().and_then(|count| usize::try_from(count).ok()),
        };
        let time = match seconds {
            Value::Null => Some(Duration::ZERO),
            seconds => (seconds.as_f64()).and_then(|s| Duration::try_from_secs_f64(s).ok()),
        };
        Ok(Runs {
            count: count.ok_or("`min_runs` is not a count")?.max(1),
            time: time.ok_or("`min_seconds` is not a time")?,
        })
    }

    /// Runs the function. Its last result becomes the output, outside of what is timed.
    pub fn time<T>(
        self,
        mut function: impl FnMut() -> T,
        output: impl FnOnce(T) -> Value,
    ) -> (Value, Value) {
        let mut times = Vec::new();
        let mut total = Duration::ZERO;
        loop {
            let start = Instant::now();
            let result = std::hint::black_box(function());
            let time = start.elapsed();
            total += time;
            times.push(time);
            if times.len() >= self.count && total >= self.time {
                return (output(result), timings(&times));
            }
        }
    }
}

fn timings(times: &[Duration]) -> Value {
    let timing = |time: &Duration| {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        json!({ "name": "evaluate", "nanoseconds": nanoseconds })
    };
    times.iter().map(timing).collect()
}
