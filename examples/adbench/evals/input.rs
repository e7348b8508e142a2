//! Recorded inputs: the files of `expected/`, and the text files that some of them name.
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde_json::Value;

/// One file of `expected/`.
pub struct Recorded {
    /// The file's name without its extension, which is the name of the text file too.
    pub name: String,
    dir: PathBuf,
    content: Value,
}

/// The recorded inputs of a function, ordered by name: `lse` has `lse_n2500`, `ba` has `ba1`.
pub fn recorded(dir: &Path, eval: &str) -> Result<Vec<Recorded>, String> {
    let expected = dir.join("expected");
    let entries = expected
        .read_dir()
        .map_err(|e| format!("{}: {e}", expected.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let file = entry
            .map_err(|e| format!("{}: {e}", expected.display()))?
            .file_name();
        let stem = file.to_str().and_then(|name| name.strip_suffix(".json"));
        names.extend(stem.filter(|stem| belongs(stem, eval)).map(str::to_owned));
    }
    if names.is_empty() {
        return Err(format!(
            "{}: no recorded input of `{eval}`",
            expected.display()
        ));
    }
    names.sort();
    names
        .into_iter()
        .map(|name| Recorded::read(dir, name))
        .collect()
}

fn belongs(stem: &str, eval: &str) -> bool {
    stem.strip_prefix(eval)
        .is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_digit()))
}

impl Recorded {
    fn read(dir: &Path, name: String) -> Result<Self, String> {
        let path = dir.join("expected").join(format!("{name}.json"));
        let content =
            serde_json::from_str(&read(&path)?).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Recorded {
            name,
            dir: dir.to_owned(),
            content,
        })
    }

    /// The numbers at a JSON pointer, nested lists flattened.
    pub fn numbers(&self, pointer: &str) -> Result<Vec<f64>, String> {
        let mut numbers = Vec::new();
        self.content
            .pointer(pointer)
            .and_then(|value| flatten(value, &mut numbers))
            .ok_or_else(|| format!("{}: no numbers at `{pointer}`", self.name))?;
        Ok(numbers)
    }

    /// The one number at a JSON pointer.
    pub fn number(&self, pointer: &str) -> Result<f64, String> {
        match self.numbers(pointer)?.as_slice() {
            [number] => Ok(*number),
            _ => Err(format!(
                "{}: more than one number at `{pointer}`",
                self.name
            )),
        }
    }

    /// The count at a JSON pointer.
    pub fn count(&self, pointer: &str) -> Result<usize, String> {
        self.content
            .pointer(pointer)
            .and_then(Value::as_u64)
            .and_then(|count| usize::try_from(count).ok())
            .ok_or_else(|| format!("{}: no count at `{pointer}`", self.name))
    }

    /// The text file in `folder` whose name begins with this input's.
    pub fn text(&self, folder: &str) -> Result<Tokens, String> {
        let folder = self.dir.join(folder);
        let entries = folder
            .read_dir()
            .map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| self.is_text(path))
            .collect();
        paths.sort();
        let path = paths
            .first()
            .ok_or_else(|| format!("{}: no file for `{}`", folder.display(), self.name))?;
        Ok(Tokens {
            tokens: read(path)?
                .split_whitespace()
                .rev()
                .map(str::to_owned)
                .collect(),
            path: path.display().to_string(),
        })
    }

    /// `ba1.json` belongs to `ba1_n49_m7776_p31843.txt`.
    fn is_text(&self, path: &Path) -> bool {
        let stem = path
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix(".txt"));
        stem.and_then(|stem| stem.strip_prefix(&self.name))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("_n"))
    }
}

/// A text file as its tokens, the next one last.
pub struct Tokens {
    tokens: Vec<String>,
    path: String,
}

impl Tokens {
    /// The next token.
    pub fn one<T: FromStr>(&mut self) -> Result<T, String> {
        let token = self
            .tokens
            .pop()
            .ok_or_else(|| format!("{}: too short", self.path))?;
        token
            .parse()
            .map_err(|_| format!("{}: cannot read `{token}`", self.path))
    }

    /// The next `count` tokens.
    pub fn list(&mut self, count: usize) -> Result<Vec<f64>, String> {
        (0..count).map(|_| self.one()).collect()
    }

    /// The next `N` tokens.
    pub fn array<const N: usize>(&mut self) -> Result<[f64; N], String> {
        self.list(N)?
            .try_into()
            .map_err(|_| unreachable!("a list has the length that was asked for"))
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn flatten(value: &Value, numbers: &mut Vec<f64>) -> Option<()> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| flatten(value, numbers)),
        other => {
            numbers.push(other.as_f64()?);
            Some(())
        }
    }
}
