//! Values that are one, slopes that are computed beside a value, sums that all trips add to, and loops that are left out.

use crate::mutant::Mutant;

const NUMBERING: &str = "grad-macro/core/src/numbering.rs";
const COMPANIONS: &str = "grad-macro/core/src/companions.rs";
const TABLE: &str = "grad-macro/core/src/rules/table.rs";
const STANDING: &str = "grad-macro/core/src/emit/standing.rs";
const COTS: &str = "grad-macro/core/src/emit/cots.rs";
const POWERS: &str = "grad-runtime/src/rule/powers.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "writes_are_not_seen",
        NUMBERING,
        "held.retain(|at, _| !many && are_apart(at, &way));",
        "held.retain(|_, _| !many);",
        "an element is what it was before a write",
    ),
    Mutant::new(
        "any_elements_are_apart",
        NUMBERING,
        "(Some(a), Some(b)) if a != b => return true,",
        "(a, b) if a != b => return true,",
        "an element survives a write to one with an index that is not known",
    ),
    Mutant::new(
        "a_trip_finds_what_was_before_the_loop",
        NUMBERING,
        "if matches!(stmt, Stmt::Loop(_)) {",
        "if false {",
        "a trip reads what stood there before the first trip",
    ),
    Mutant::new(
        "values_of_inner_regions_stay_known",
        NUMBERING,
        "self.known.push(Level::default());
                self.region(inner);
                self.known.pop();",
        "self.region(inner);",
        "a value is read where it was not computed",
    ),
    Mutant::new(
        "left_regions_know_floats",
        NUMBERING,
        "level.floats.clear();",
        "level.floats.len();",
        "what was computed in front of a return is one with what is computed behind it",
    ),
    Mutant::new(
        "slope_beside_has_no_sign",
        TABLE,
        "let falls = matches!(prim, Prim::Method(\"cos\"));",
        "let falls = false;",
        "the slope of the cosine is the sine",
    ),
    Mutant::new(
        "companion_of_another",
        COMPANIONS,
        "places.get(&(name, of))",
        "places.iter().find(|(key, _)| key.0 == name).map(|(_, place)| place)",
        "the slope is the cosine of another value",
    ),
    Mutant::new(
        "sums_are_not_added",
        STANDING,
        "quote!(if #local != #zero { #added })",
        "quote!(if #local == #zero { #added })",
        "what all trips add to an element is lost",
    ),
    Mutant::new(
        "sums_of_what_is_taken",
        STANDING,
        "if !sweep.is_sequence(place) || takes(all, body, place) {",
        "if !sweep.is_sequence(place) {",
        "a cotangent is taken before all of it is there",
    ),
    Mutant::new(
        "counters_stand",
        STANDING,
        "if !around.variant.contains(&val) {",
        "if !around.variant.is_empty() {",
        "an element of each trip is taken for one of all trips",
    ),
    Mutant::new(
        "loops_with_cotangents_are_left_out",
        COTS,
        "let each = cells.iter().map(|(cell, zero)| quote!(#cell != #zero));",
        "let each = cells.iter().map(|(cell, zero)| quote!(#cell == #zero));",
        "a loop is taken back only if it got nothing",
    ),
    Mutant::new(
        "quotient_of_a_power_that_vanished",
        POWERS,
        "} else if out.grad_is_normal() {",
        "} else if x != S::grad_zero() {",
        "a power that vanished tells the slope",
    ),
];
