//! Whether the gradients by hand are still those that were taken over.
use std::fmt::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

/// What the attribute needed besides itself: file, what stands there now, what stood there.
///
/// The types of variables that take the result of a function without the attribute have to be said.
const ANNOTATED: [(&str, &str, &str); 1] = [(
    "det.rs",
    "let (mut r, mut c): (Vec<usize>, Vec<usize>) = lists(n);",
    "let (mut r, mut c) = lists(n);",
)];

/// Compares the files of [`crate::functions`], without the lines of the attribute, with the hashes
/// that `by_hand.sha256` has of them, in the form of the command `sha256sum`.
///
/// # Errors
///
/// The first file that has another hash.
pub fn check() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for line in read(&folder.join("by_hand.sha256"))?.lines() {
        let (expected, name) = line.split_once("  ").ok_or("by_hand.sha256: no name")?;
        let place = if name == "rng.rs" {
            "src"
        } else {
            "src/functions"
        };
        let text = read(&folder.join(place).join(name))?;
        if hash(&original(name, &text)) != expected {
            return Err(format!("{name}: not the file that was taken over"));
        }
    }
    Ok(())
}

/// The file as it was before the attribute.
fn original(name: &str, text: &str) -> String {
    let mut original: String = text
        .split_inclusive('\n')
        .filter(|line| {
            !line.starts_with("#[derive_grad") && *line != "use grad_runtime::derive_grad;\n"
        })
        .collect();
    for (_, ours, theirs) in ANNOTATED.iter().filter(|(file, ..)| *file == name) {
        original = original.replace(ours, theirs);
    }
    original
}

fn hash(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .fold(String::new(), |mut hash, byte| {
            let _ = write!(hash, "{byte:02x}");
            hash
        })
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}
