//! Errors that rustc finds in generated code stand on the line of the user's code that causes them, none
//! elsewhere. Their words are those of the compiler and not compared.
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The errors in a program that depends on the runtime.
fn errors(name: &str, source: &str) -> Vec<Value> {
    let deps = std::env::current_exe().expect("a path");
    let deps = deps.parent().expect("a folder").to_owned();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("error_places");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{name}.rs"));
    fs::write(&file, source).expect("a file");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args([
            "--edition=2024",
            "--crate-type=lib",
            "--emit=metadata",
            "--error-format=json",
        ])
        .arg(format!("--out-dir={}", folder.display()))
        .arg(format!("-Ldependency={}", deps.display()))
        .arg(format!(
            "--extern=grad_runtime={}",
            newest_runtime(&deps).display()
        ))
        .arg(&file)
        .output()
        .expect("rustc runs");
    let text = String::from_utf8(output.stderr).expect("text");
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors: Vec<Value> = messages
        .filter(|message| message["level"] == "error")
        .collect();
    assert_eq!(errors.is_empty(), output.status.success(), "{text}");
    errors
}

/// Their lines.
fn lines_of_errors(name: &str, source: &str) -> Vec<u64> {
    let mut lines: Vec<u64> = errors(name, source)
        .iter()
        .flat_map(|error| error["spans"].as_array().cloned().unwrap_or_default())
        .filter(|span| span["is_primary"] == true)
        .filter_map(|span| span["line_start"].as_u64())
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The one that this test was linked to.
fn newest_runtime(deps: &PathBuf) -> PathBuf {
    let files = fs::read_dir(deps).expect("a folder").filter_map(Result::ok);
    let ours = files.filter(|file| {
        let name = file.file_name().to_string_lossy().into_owned();
        name.starts_with("libgrad_runtime-") && name.ends_with(".rlib")
    });
    let newest = ours.max_by_key(|file| file.metadata().and_then(|data| data.modified()).ok());
    newest.expect("the runtime was built").path()
}

/// The errors are on the lines that end in `// here`.
#[track_caller]
fn check(name: &str, source: &str) {
    let marked = (source.lines().zip(1..))
        .filter(|(line, _)| line.ends_with("// here"))
        .map(|(_, number)| number)
        .collect::<Vec<u64>>();
    assert_eq!(lines_of_errors(name, source), marked);
}

#[test]
fn no_error() {
    check(
        "no_error",
        "#[grad_runtime::derive_grad] pub fn f(x: f64) -> f64 { x * x }",
    );
}

#[test]
fn a_companion_that_is_not_imported() {
    check(
        "not_imported",
        "
mod ops {
    #[grad_runtime::derive_grad]
    pub fn square(x: f64) -> f64 {
        x * x
    }
}
use ops::square;

#[grad_runtime::derive_grad]
pub fn f(x: f64) -> f64 {
    let y = x * x;
    y + square(y) // here
}
",
    );
}

#[test]
fn a_type_that_does_not_fit() {
    check(
        "type",
        "
#[grad_runtime::derive_grad]
pub fn f(x: &[f64], n: i32) -> f64 {
    let y = x[0];
    let z = y * x[n]; // here
    z * z
}
",
    );
}

#[test]
fn an_unknown_name() {
    check(
        "name",
        "
#[grad_runtime::derive_grad]
pub fn f(x: &[f64]) -> f64 {
    let y = x[0];
    let n: usize = x.len() - missing; // here
    y * x[n]
}
",
    );
}

/// What has the name of a standard function but is another must not have its derivative.
#[test]
fn functions_and_macros_of_the_users_own() {
    check(
        "swap",
        "
fn swap<T: Copy>(a: &mut T, b: &mut T) {
    *a = *b;
}

#[grad_runtime::derive_grad]
pub fn f(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    swap(&mut a, &mut b); // here
    a * a * b
}
",
    );
    check(
        "mem",
        "
mod mem {
    pub fn replace<T: Copy>(a: &mut T, b: T) -> T {
        *a = b;
        b
    }
}

#[grad_runtime::derive_grad]
pub fn f(x: f64, y: f64) -> f64 {
    let mut a = x;
    a += mem::replace(&mut a, y); // here
    a
}
",
    );
    check(
        "max",
        "
mod f64 {
    type Real = core::primitive::f64;
    pub fn max(a: Real, b: Real) -> Real {
        a * b
    }
}

#[grad_runtime::derive_grad]
pub fn f(x: f64) -> f64 {
    let y = x * x;
    f64::max(y, 2.0) // here
}
",
    );
    check(
        "vec_of_the_module",
        "
macro_rules! vec {
    ($($x:expr),*) => { std::vec![$(2.0 * $x),*] };
}

#[grad_runtime::derive_grad]
pub fn f(x: f64) -> f64 {
    let y = x * x;
    let v = vec![x, y]; // here
    v[0] * v[1]
}
",
    );
    check(
        "vec_imported",
        "
mod own {
    macro_rules! doubled {
        ($($x:expr),*) => { std::vec![$(2.0 * $x),*] };
    }
    pub(crate) use doubled as vec;
}
use own::vec;

#[grad_runtime::derive_grad]
pub fn f(x: f64) -> f64 {
    let y = x * x;
    let v = vec![x, y]; // here
    v[0] * v[1]
}
",
    );
}

/// What is missing is said in our words, whatever the compiler says around them.
#[test]
fn a_struct_without_a_gradient() {
    for (name, source) in [
        (
            "parameter",
            "
pub struct Settings { power: i32 }

#[grad_runtime::derive_grad]
pub fn power(x: f64, settings: &Settings) -> f64 {
    x.powi(settings.power)
}
",
        ),
        (
            "method",
            "
pub struct Settings { power: i32 }

impl Settings {
    #[grad_runtime::derive_grad]
    pub fn power(&self, x: f64) -> f64 {
        x.powi(self.power)
    }
}
",
        ),
        (
            "result",
            "
pub struct Settings { scale: f64 }

#[grad_runtime::derive_grad]
pub fn settings(x: f64) -> Settings {
    Settings { scale: x * x }
}
",
        ),
    ] {
        let found = errors(&format!("without_gradient_{name}"), source);
        let said = found
            .iter()
            .any(|e| e["message"] == "`Settings` has no gradient");
        let advised = found.iter().any(|e| {
            let rendered = e["rendered"].as_str().unwrap_or_default();
            rendered.contains("put `#[derive(grad_runtime::Differentiable)]` on `Settings`")
        });
        assert!(said && advised, "{name}: {found:?}");
    }
}

#[test]
fn a_derivative_put_into_a_field_without_a_gradient() {
    const SCALED: &str = "
use grad_runtime::{Differentiable, derive_grad};
#[derive(Differentiable)]
pub struct Scaled { pub a: f64, #[no_grad] pub t: f64 }
#[derive(Differentiable)]
pub struct Outer { pub a: f64, #[no_grad] pub inner: Scaled }
";
    for (name, function) in [
        (
            "written",
            "pub fn f(s: &mut Scaled, x: f64) {\n s.t = x * x; }",
        ),
        ("added", "pub fn f(s: &mut Scaled, x: f64) {\n s.t += x; }"),
        (
            "made",
            "pub fn f(x: f64) -> f64 {\n let s = Scaled { a: x, t: x }; s.a }",
        ),
        (
            "nested",
            "pub fn f(s: &Scaled) -> f64 {\n let o = Outer { a: s.a, inner: Scaled { a: s.a, t: 1.0 } }; o.a }",
        ),
    ] {
        let found = errors(
            &format!("no_gradient_{name}"),
            &format!("{SCALED}#[derive_grad]\n{function}\n"),
        );
        // The second one counts them.
        assert_eq!(found.len(), 2, "{name}: {found:#?}");
        let text = found[0].to_string();
        assert!(text.contains("field without a gradient"), "{name}: {text}");
        assert!(text.contains("help: remove `#[no_grad]`"), "{name}: {text}");
        assert_eq!(found[0]["spans"][0]["line_start"], 9, "{name}: {text}");
    }
}

#[test]
fn a_float_where_a_number_is_taken_for_granted() {
    const POLY: &str = "
use grad_runtime::{Differentiable, derive_grad};
#[derive(Differentiable)]
pub struct Pair { pub a: f64 }
#[derive_grad]
impl Pair { pub fn len(&self) -> f64 { self.a } pub fn half(&self) -> f32 { 0.5 } }
";
    for (name, body) in [
        ("name", "let n = p.len(); n * x"),
        ("cast", "p.half() as f64 * x"),
        ("path", "Pair::half(p) as f64 * x"),
    ] {
        let found = errors(
            &format!("taken_{name}"),
            &format!("{POLY}#[derive_grad]\npub fn f(p: &Pair, x: f64) -> f64 {{\n{body} }}\n"),
        );
        let text = found[0].to_string();
        assert!(
            text.contains("is taken to return a number without a derivative"),
            "{name}: {text}"
        );
        assert_eq!(found[0]["spans"][0]["line_start"], 9, "{name}: {text}");
    }
}

/// Structs that have operators and methods with integers: taken for integers, they would lose their derivative.
#[test]
fn a_struct_that_is_counted_with() {
    let source = r"#![allow(dead_code)]
use grad_runtime::{Differentiable, derive_grad};
#[derive(Clone, Copy, Differentiable)]
struct V { x: f64 }
#[derive_grad]
impl std::ops::Mul<i32> for V { type Output = V; fn mul(self, k: i32) -> V { V { x: self.x * k as f64 } } }
#[derive_grad]
impl std::ops::MulAssign<i32> for V { fn mul_assign(&mut self, k: i32) { self.x *= k as f64; } }
#[derive(Clone, Copy, Differentiable)]
struct B { v: V }
#[derive_grad]
impl V { fn norm(self) -> f64 { self.x * self.x } fn pow(self, k: i32) -> V { V { x: self.x.powi(k) } } }
#[derive_grad]
fn operator(b: &B) -> f64 { let w = b.v * 2; w.norm() }
#[derive_grad]
fn copy(b: &B) -> f64 { let w = b.v; let u = w * 2; u.norm() }
#[derive_grad]
fn method(b: &B) -> f64 { let w = b.v.pow(2); w.norm() }
#[derive_grad]
fn written(b: &B) -> f64 { let mut b = *b; b.v *= 2; b.v.norm() }
#[derive_grad]
fn whole(v: V) -> f64 { let mut w = v; for _ in 0..2 { w = w * 2; } w.norm() }
#[derive_grad]
fn items(b: &[B], k: i32) -> f64 { b.iter().map(|b| (b.v * k).norm()).sum() }
";
    assert_eq!(lines_of_errors("counted", source), [14, 16, 18, 20, 22, 24]);
    let ours = "this is counted with integers, and would lose its gradient, `VTangent`";
    let found = errors("counted_words", source);
    assert!(found.iter().any(|error| error["message"] == ours));
}
