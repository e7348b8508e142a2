//! The attribute on an import.
#![allow(unused_imports)]
use grad_runtime::derive_grad;

#[derive_grad]
use std::f64::consts::PI;

fn main() {}
