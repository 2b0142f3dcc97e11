//! Compiled conditions of transitions.

use super::parameter::Parameters;

/// Compiled condition. Parameters are indices into the graph's.
#[derive(Clone, Debug)]
pub(super) enum CompiledCondition {
    Above(u32, f32),
    Below(u32, f32),
    Equals(u32, i32),
    Is(u32),
    IsNot(u32),
    Finished,
    After(f32),
    All(Vec<CompiledCondition>),
    Any(Vec<CompiledCondition>),
    Not(Box<CompiledCondition>),
}

/// Progress of a state, for conditions.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateProgress {
    /// Seconds since the state was entered.
    pub(super) seconds: f64,
    pub(super) finished: bool,
}

impl CompiledCondition {
    pub(super) fn holds(&self, parameters: &Parameters, since: &StateProgress) -> bool {
        match self {
            Self::Above(n, than) => parameters.get(*n) > *than,
            Self::Below(n, than) => parameters.get(*n) < *than,
            Self::Equals(n, to) => parameters.whole(*n) == *to,
            Self::Is(n) => parameters.get(*n) != 0.0,
            Self::IsNot(n) => parameters.get(*n) == 0.0,
            Self::Finished => since.finished,
            Self::After(seconds) => since.seconds >= f64::from(*seconds),
            Self::All(tests) => tests.iter().all(|test| test.holds(parameters, since)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(parameters, since)),
            Self::Not(test) => !test.holds(parameters, since),
        }
    }

    /// Resets the triggers of the condition.
    pub(super) fn consume(&self, parameters: &mut Parameters) {
        match self {
            Self::Is(n) => parameters.consume(*n),
            Self::All(tests) | Self::Any(tests) => tests.iter().for_each(|test| test.consume(parameters)),
            _ => {}
        }
    }
}
