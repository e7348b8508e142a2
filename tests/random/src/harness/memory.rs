//! Memory: none in straight-line code, none on a tape that was used before, and in a loop as much as it has trips.

use super::Reader;
use super::sweep::{Ask, Asked, Function, MEASURED, Memory, caught, made};

/// Lengths and trip counts.
const SIZES: [i64; 3] = [48, 96, 192];

/// Whether it could be measured: not where the function panics on long inputs.
pub(super) fn check(f: &Function, memory: &Memory) -> Result<bool, String> {
    // Integers may be trip counts, or indices.
    let choices = [None, Some(2), Some(1), Some(0)];
    let Some(asked) = choices.into_iter().find_map(|int| {
        let of = |n: i64| measured(f, memory, n, int.unwrap_or(n));
        let all: Result<Vec<Asked>, String> = SIZES.into_iter().map(of).collect();
        all.ok()
    }) else {
        return Ok(false);
    };
    let fail = |what: &str| Err(format!("{what}: {asked:?} {MEASURED} {SIZES:?}"));
    if asked.iter().any(|a| a.again > a.primal) {
        return fail("asks for memory on a used tape");
    }
    let straight = memory.depth == Some(0);
    // Vectors of its own have cotangents.
    if straight && asked.iter().any(|a| a.primal == 0 && a.into + a.first > 0) {
        return fail("straight-line code asks for memory");
    }
    for pair in asked.windows(2) {
        let own = pair[1].primal - pair[0].primal.min(pair[1].primal);
        // The tape and its lists double once or twice; vectors have cotangents.
        if pair[1].into > pair[0].into + 12 + 4 * own {
            return fail("asks more often the more trips there are");
        }
        let Some(depth) = memory.depth else { continue };
        // Twice the size in each loop; the capacity is a power of two. The first words are part of the tape itself, and
        // what does not fit there asks for more at once.
        let most = (pair[0].words << depth) * 2 + 128;
        if pair[1].words > most {
            return fail("the tape grows faster than the trips");
        }
    }
    Ok(true)
}

fn measured(f: &Function, memory: &Memory, n: i64, int: i64) -> Result<Asked, String> {
    let list: Vec<f64> = (0..64).map(|i| 0.9 + f64::from(i % 7) / 40.0).collect();
    let input = made(f.asks, &list, &mut |ask| match ask {
        Ask::Items(_) => n,
        Ask::Int(_) => int,
        Ask::Bool | Ask::Floats(_) => 1,
    });
    let ask = || (memory.asked)(&mut Reader::new(&input.floats, &input.ints), memory.count);
    // Once before, so that nothing is counted that is made once.
    caught(ask)?;
    caught(ask)
}
