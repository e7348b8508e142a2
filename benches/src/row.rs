//! One function with all that computes it or its gradient.
#[cfg(feature = "others")]
use crate::others::beside;

/// What a contender computes, and by whom it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The function itself.
    Primal,
    /// `_grad_into`, as generated.
    Ours,
    /// `_grad_with`, as generated: the tape is kept from call to call.
    Kept,
    /// The gradient by hand.
    Hand,
    /// Dual numbers of the crate `num-dual`.
    NumDual,
    /// The tape of the crate `reverse`.
    Reverse,
    /// The reverse mode of the crate `ad_trait`.
    AdTrait,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Primal => "primal",
            Kind::Ours => "ours",
            Kind::Kept => "tape kept",
            Kind::Hand => "by hand",
            Kind::NumDual => "num-dual",
            Kind::Reverse => "reverse",
            Kind::AdTrait => "ad_trait",
        }
    }
}

/// Computes once. Where a list is given, the value and all gradients are appended to it.
type Run = Box<dyn FnMut(Option<&mut Vec<f64>>)>;

pub struct Contender {
    pub kind: Kind,
    run: Run,
}

impl Contender {
    pub fn run(&mut self) {
        (self.run)(None);
    }

    /// The value and the gradients, as one list.
    pub fn results(&mut self) -> Vec<f64> {
        let mut results = Vec::new();
        (self.run)(Some(&mut results));
        results
    }
}

/// The contenders of one function on one input.
#[derive(Default)]
pub struct Row {
    pub contenders: Vec<Contender>,
}

impl Row {
    /// A contender that appends to the list what it computes.
    #[must_use]
    pub fn with(mut self, kind: Kind, run: impl FnMut(Option<&mut Vec<f64>>) + 'static) -> Self {
        let run = Box::new(run);
        self.contenders.push(Contender { kind, run });
        self
    }

    #[must_use]
    pub fn primal(self, mut run: impl FnMut() -> f64 + 'static) -> Self {
        self.with(Kind::Primal, move |results| {
            let value = std::hint::black_box(run());
            if let Some(results) = results {
                results.push(value);
            }
        })
    }

    /// A gradient in buffers of these lengths. They begin as NaN, so that what is not overwritten
    /// shows.
    #[must_use]
    pub fn gradient<const N: usize>(
        self,
        kind: Kind,
        lengths: [usize; N],
        mut run: impl FnMut(&mut [Vec<f64>; N]) -> f64 + 'static,
    ) -> Self {
        let mut buffers = lengths.map(|length| vec![f64::NAN; length]);
        self.with(kind, move |results| {
            let value = run(&mut buffers);
            std::hint::black_box((value, &buffers));
            if let Some(results) = results {
                results.push(value);
                results.extend(buffers.iter().flatten());
            }
        })
    }

    pub fn find(&mut self, kind: Kind) -> Option<&mut Contender> {
        self.contenders.iter_mut().find(|c| c.kind == kind)
    }

    /// Compares every contender with the gradient by hand, and the function with its value.
    ///
    /// # Errors
    ///
    /// The first contender that differs, and where.
    pub fn check(&mut self) -> Result<(), String> {
        let hand = self
            .find(Kind::Hand)
            .ok_or("no gradient by hand")?
            .results();
        for contender in &mut self.contenders {
            let name = contender.kind.name();
            // Twice: what the first call leaves behind must not reach the second.
            contender.run();
            let results = contender.results();
            let expected = match contender.kind {
                Kind::Primal if results.len() == 1 => &hand[..1],
                Kind::Primal => &hand[..results.len()],
                _ => &hand[..],
            };
            if results.len() != expected.len() {
                let (ours, theirs) = (results.len(), expected.len());
                return Err(format!("{name}: {ours} numbers in place of {theirs}"));
            }
            for (at, (a, b)) in results.iter().zip(expected).enumerate() {
                // Not a number is as far off as can be.
                let close = (a - b).abs() <= TOLERANCE * (a.abs() + b.abs()).max(1.0);
                if !close {
                    return Err(format!("{name}: number {at} is {a}, by hand {b}"));
                }
            }
        }
        Ok(())
    }
}

/// The largest distance that still counts as agreement, relative to what is above 1.
const TOLERANCE: f64 = 1e-9;

/// One line of the table.
pub struct Case {
    pub name: String,
    /// The ratio to the function that a gradient should reach.
    pub reach: Option<f64>,
    /// The case that this one is another spelling or size of.
    pub twin_of: Option<&'static str>,
    /// On the input that is measured.
    measured: Box<dyn Fn() -> Row>,
    /// On a small input, where a check sees more.
    small: Box<dyn Fn() -> Row>,
}

impl Case {
    pub fn new(
        name: &str,
        reach: impl Into<Option<f64>>,
        measured: impl Fn() -> Row + 'static,
        small: impl Fn() -> Row + 'static,
    ) -> Self {
        Case {
            name: name.to_owned(),
            reach: reach.into(),
            twin_of: None,
            measured: Box::new(measured),
            small: Box::new(small),
        }
    }

    pub fn twin(
        original: &'static str,
        what: &str,
        measured: impl Fn() -> Row + 'static,
        small: impl Fn() -> Row + 'static,
    ) -> Self {
        Case {
            twin_of: Some(original),
            ..Case::new(&format!("{original}, {what}"), None, measured, small)
        }
    }

    /// The row on the input that is measured.
    pub fn measured(&self) -> Row {
        beside(&self.name, false, (self.measured)())
    }

    /// The row on the small input.
    pub fn small(&self) -> Row {
        beside(&self.name, true, (self.small)())
    }

    /// The row to measure, when all contenders agree on both inputs.
    ///
    /// # Errors
    ///
    /// What [`Row::check`] finds.
    pub fn checked(&self) -> Result<Row, String> {
        let named = |error| format!("{}: {error}", self.name);
        self.small().check().map_err(named)?;
        let mut row = self.measured();
        row.check().map_err(named)?;
        Ok(row)
    }
}

/// Without the other crates.
#[cfg(not(feature = "others"))]
fn beside(_case: &str, _small: bool, row: Row) -> Row {
    row
}
