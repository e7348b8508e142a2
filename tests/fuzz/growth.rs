//! Large functions: time and stack grow with them, but not beyond what a macro has.
