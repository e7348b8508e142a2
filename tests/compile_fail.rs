//! What is refused, and in which words: one case for each refusal, in a folder for each stage.
//!
//! The expected files hold our own messages. `TRYBUILD=overwrite cargo test --test compile_fail` writes
//! them; read the diff as the user who gets the message.

#[test]
fn refusals() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/parse/*.rs");
    cases.compile_fail("tests/ui/lower/*.rs");
    cases.compile_fail("tests/ui/derive/*.rs");
    cases.compile_fail("tests/ui/rule/*.rs");
}
