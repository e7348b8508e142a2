//! Speaks the protocol of the GradBench harness with `examples/gradbench`, through pipes.
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Tool {
    child: Child,
    messages: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    id: usize,
}

impl Tool {
    fn start() -> Self {
        let mut child = Command::new(example())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the tool starts");
        Tool {
            messages: child.stdin.take(),
            answers: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            id: 0,
        }
    }

    /// Sends one message and reads its answer, which must have the same id.
    fn ask(&mut self, mut message: Value) -> Value {
        self.id += 1;
        message["id"] = self.id.into();
        let messages = self.messages.as_mut().expect("a pipe");
        writeln!(messages, "{message}").expect("the tool listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the tool answers");
        let answer: Value = serde_json::from_str(&line).expect("one JSON object a line");
        assert_eq!(answer["id"], self.id, "{answer}");
        answer
    }

    fn evaluate(&mut self, module: &str, function: &str, input: &Value) -> Value {
        let message = json!({
            "kind": "evaluate", "module": module, "function": function, "input": input,
            "description": "small",
        });
        self.ask(message)
    }

    fn output(&mut self, module: &str, function: &str, input: &Value) -> Value {
        let mut answer = self.evaluate(module, function, input);
        assert_eq!(answer["success"], true, "{module} {function}: {answer}");
        assert_eq!(answer["timings"][0]["name"], "evaluate");
        assert!(answer["timings"][0]["nanoseconds"].is_u64());
        answer["output"].take()
    }

    /// Compares a gradient, flat, with differences of the function in the numbers at `pointers`.
    fn differences(
        &mut self,
        module: &str,
        function: &str,
        value: &str,
        input: &Value,
        pointers: &[String],
        gradient: &[f64],
    ) {
        assert_eq!(pointers.len(), gradient.len(), "{module}");
        for (pointer, &slope) in pointers.iter().zip(gradient) {
            let mut at = |step: f64| {
                let mut input = input.clone();
                let number = input.pointer_mut(pointer).expect("a number");
                *number = (number.as_f64().expect("a number") + step).into();
                let output = self.output(module, function, &input);
                output
                    .pointer(value)
                    .and_then(Value::as_f64)
                    .expect("a number")
            };
            let step = 1e-5;
            let difference = (at(step) - at(-step)) / (2.0 * step);
            assert!(
                (difference - slope).abs() < 1e-6 * (1.0 + slope.abs()),
                "{module}{pointer}: {slope}, by differences {difference}"
            );
        }
    }

    fn stop(mut self) {
        drop(self.messages.take());
        assert!(self.child.wait().expect("the tool ends").success());
    }
}

/// The example, built as this test is.
fn example() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let folder = test.ancestors().nth(2).expect("the folder of the profile");
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(profile) => profile,
    };
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--example",
            "gradbench",
            "--profile",
            profile,
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo runs");
    assert!(built.success());
    folder
        .join("examples/gradbench")
        .with_extension(std::env::consts::EXE_EXTENSION)
}

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        number => vec![number.as_f64().expect("a number")],
    }
}

/// Where the numbers of a nested list are.
fn pointers(value: &Value, prefix: &str) -> Vec<String> {
    match value {
        Value::Array(values) => (values.iter().enumerate())
            .flat_map(|(i, value)| pointers(value, &format!("{prefix}/{i}")))
            .collect(),
        _ => vec![prefix.to_owned()],
    }
}

fn of(input: &Value, names: &[&str]) -> Vec<String> {
    let names = names.iter();
    names
        .flat_map(|name| pointers(&input[name], &format!("/{name}")))
        .collect()
}

#[test]
fn starts_defines_and_refuses() {
    let mut tool = Tool::start();
    let started = tool.ask(json!({ "kind": "start", "eval": "hello", "config": {} }));
    assert_eq!(started["tool"], "grad");
    for module in ["hello", "gmm", "ba", "lstm", "llsq", "lse", "det", "ode"] {
        let defined = tool.ask(json!({ "kind": "define", "module": module }));
        assert_eq!(defined["success"], true, "{module}");
    }
    for module in ["ht", "kmeans", "particle", "saddle", ""] {
        let defined = tool.ask(json!({ "kind": "define", "module": module }));
        assert_eq!(defined["success"], false, "{module}");
        let error = format!("there is no module `{module}`");
        assert_eq!(defined["error"], error);
    }
    let verdict = json!({ "kind": "analysis", "of": 1, "valid": true });
    assert_eq!(tool.ask(verdict).as_object().expect("an object").len(), 1);
    tool.stop();
}

#[test]
fn hello() {
    let mut tool = Tool::start();
    assert_eq!(tool.output("hello", "square", &json!(3.0)), 9.0);
    assert_eq!(tool.output("hello", "double", &json!(3.0)), 6.0);
    assert_eq!(tool.output("hello", "double", &json!(-2)), -4.0);
    tool.stop();
}

#[test]
fn what_cannot_be_evaluated_is_said() {
    let mut tool = Tool::start();
    let mut error = |module, function, input: Value| {
        let answer = tool.evaluate(module, function, &input);
        assert_eq!(answer["success"], false, "{answer}");
        answer["error"].as_str().expect("a message").to_owned()
    };
    assert_eq!(
        error("kmeans", "cost", json!({})),
        "there is no module `kmeans`"
    );
    assert_eq!(
        error("hello", "cube", json!(1)),
        "there is no function `cube`"
    );
    assert_eq!(
        error("hello", "square", json!("1")),
        "the input is not a number"
    );
    assert_eq!(
        error("det", "primal", json!({ "A": [1.0], "ell": 0 })),
        "`ell` is 0, less than 1"
    );
    assert_eq!(
        error("det", "primal", json!({ "A": [1.0, 2.0], "ell": 2 })),
        "`A` has 2 numbers, not as many as said"
    );
    assert_eq!(
        error("lse", "primal", json!({ "x": [1.0, null] })),
        "`x` is not a list of numbers"
    );
    tool.stop();
}

#[test]
fn runs_as_often_and_as_long_as_asked() {
    let mut tool = Tool::start();
    let mut times = |input: Value| {
        let answer = tool.evaluate("lse", "gradient", &input);
        let timings = answer["timings"].as_array().expect("a list").iter();
        let times: Vec<u64> = timings
            .map(|t| t["nanoseconds"].as_u64().expect("a number"))
            .collect();
        times
    };
    assert_eq!(times(json!({ "x": [1.0] })).len(), 1);
    assert_eq!(
        times(json!({ "x": [1.0], "min_runs": 7, "min_seconds": 0 })).len(),
        7
    );
    let long = times(json!({ "x": [1.0], "min_runs": 1, "min_seconds": 0.002 }));
    assert!(long.iter().sum::<u64>() >= 2_000_000);
    tool.stop();
}

#[test]
fn gmm_gradient_is_that_of_the_objective() {
    let input = json!({
        "d": 2, "k": 2, "n": 3, "alpha": [0.3, -0.2], "mu": [[0.1, 0.5], [-0.4, 0.2]],
        "q": [[0.2, -0.1], [0.05, 0.3]], "l": [[0.4], [-0.3]],
        "x": [[1.0, 0.5], [-0.3, 0.8], [0.2, -1.1]], "gamma": 1.5, "m": 2,
    });
    let mut tool = Tool::start();
    let gradient = tool.output("gmm", "jacobian", &input);
    let names = ["alpha", "mu", "q", "l"];
    for name in names {
        assert_eq!(pointers(&gradient[name], ""), pointers(&input[name], ""));
    }
    let flat: Vec<f64> = names
        .iter()
        .flat_map(|name| numbers(&gradient[name]))
        .collect();
    tool.differences("gmm", "objective", "", &input, &of(&input, &names), &flat);
    tool.stop();
}

#[test]
fn lstm_gradient_is_that_of_the_objective() {
    let input = json!({
        "main_params": [
            [0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.7, -0.8], [0.5, 0.4, -0.3, 0.2, 0.1, 0.0, -0.1, 0.2],
        ],
        "extra_params": [[0.9, -0.8], [0.7, 0.6], [-0.5, 0.4]],
        "state": [[0.3, -0.1], [0.2, 0.5]], "sequence": [[1, 0], [0, 1], [1, 1]],
    });
    let mut tool = Tool::start();
    let gradient = numbers(&tool.output("lstm", "jacobian", &input));
    let places = of(&input, &["main_params", "extra_params"]);
    tool.differences("lstm", "objective", "", &input, &places, &gradient);
    tool.stop();
}

#[test]
fn ba_jacobian_is_that_of_the_objective() {
    let input = json!({
        "n": 1, "m": 2, "p": 3, "w": 0.75, "feat": [310.0, 215.0], "x": [0.25, -0.5, 4.0],
        "cam": [0.2, -0.3, 0.1, 0.5, -0.25, 0.75, 500.0, 320.0, 240.0, -0.05, 0.01],
    });
    let mut tool = Tool::start();
    let objective = tool.output("ba", "objective", &input);
    assert_eq!(objective["reproj_error"]["repeated"], 3);
    assert_eq!(
        objective["w_err"],
        json!({ "element": 1.0 - 0.75 * 0.75, "repeated": 3 })
    );
    let jacobian = tool.output("ba", "jacobian", &input);
    let lists = ["rows", "cols", "vals"].map(|name| numbers(&jacobian[name]));
    // Two rows of fifteen for each of three observations, then one for each weight.
    assert_eq!(
        lists[0],
        [0, 15, 30, 45, 60, 75, 90, 91, 92, 93, 93].map(f64::from)
    );
    assert_eq!(
        lists[1][..15],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17].map(f64::from)
    );
    assert_eq!((lists[1].len(), lists[1][30]), (31, 19.0));
    assert_eq!(lists[2][30], -2.0 * 0.75);
    let places = of(&input, &["cam", "x", "w"]);
    for (row, value) in ["/reproj_error/elements/0", "/reproj_error/elements/1"]
        .iter()
        .enumerate()
    {
        let entries = &lists[2][15 * row..15 * (row + 1)];
        tool.differences("ba", "objective", value, &input, &places, entries);
    }
    tool.stop();
}

#[test]
fn the_four_that_have_a_list_and_a_size() {
    let mut tool = Tool::start();
    for (module, input, list) in [
        ("llsq", json!({ "x": [0.5, -1.25, 2.0], "n": 6 }), "x"),
        ("lse", json!({ "x": [1.5, -2.0, 0.25] }), "x"),
        (
            "det",
            json!({ "A": [2.0, -1.0, 0.5, 0.25, 3.0, 1.5, -0.75, 1.0, 4.0], "ell": 3 }),
            "A",
        ),
    ] {
        let gradient = numbers(&tool.output(module, "gradient", &input));
        tool.differences(
            module,
            "primal",
            "",
            &input,
            &of(&input, &[list]),
            &gradient,
        );
    }
    let input = json!({ "x": [1.1, 1.2, 1.3], "s": 7 });
    let gradient = numbers(&tool.output("ode", "gradient", &input));
    tool.differences(
        "ode",
        "primal",
        "/2",
        &input,
        &of(&input, &["x"]),
        &gradient,
    );
    tool.stop();
}
