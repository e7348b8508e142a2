//! A change to one file of the source.

/// A fault in the source.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// What it is called on the command line.
    pub name: &'static str,
    /// The file, from the root of the workspace.
    pub file: &'static str,
    /// A text that stands in the file once.
    pub find: &'static str,
    /// What stands there instead.
    pub replace: &'static str,
    /// What goes wrong.
    pub fault: &'static str,
    /// What is expected.
    pub kind: Kind,
    /// Whether all memories are rewound that can be, so that small inputs show the fault.
    pub rewinding: bool,
}

/// What is expected of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Some test finds it.
    Found,
    /// Random programs alone find it.
    Planted,
    /// Nothing can find it: the reason.
    Equivalent(&'static str),
}

impl Mutant {
    /// A mutant that some test finds.
    #[must_use]
    pub const fn new(
        name: &'static str,
        file: &'static str,
        find: &'static str,
        replace: &'static str,
        fault: &'static str,
    ) -> Self {
        Self {
            name,
            file,
            find,
            replace,
            fault,
            kind: Kind::Found,
            rewinding: false,
        }
    }

    /// One that random programs alone must find.
    #[must_use]
    pub const fn planted(mut self) -> Self {
        self.kind = Kind::Planted;
        self
    }

    /// One that changes no number, and why.
    #[must_use]
    pub const fn equivalent(mut self, reason: &'static str) -> Self {
        self.kind = Kind::Equivalent(reason);
        self
    }

    /// One that is tried where all memories are rewound.
    #[must_use]
    pub const fn rewinding(mut self) -> Self {
        self.rewinding = true;
        self
    }

    /// The file's text with the fault.
    ///
    /// # Errors
    /// If the text to find does not stand there exactly once.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(self.find).count() {
            1 => Ok(text.replace(self.find, self.replace)),
            count => Err(format!(
                "{}: {} has the text {count} times, not once:\n{}",
                self.name, self.file, self.find
            )),
        }
    }
}
