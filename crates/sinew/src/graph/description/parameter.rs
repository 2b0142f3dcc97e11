#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Kind of a graph parameter, with its initial value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum ParameterKind {
    /// A number.
    Float(f32),
    /// A damped number: initial value, and the seconds in which it covers nine tenths of a change.
    Smooth(f32, f32),
    /// A whole number.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// A boolean that is set by the game, and reset by the transition that it starts. Initially false.
    Trigger,
}

/// Input of a node: a constant, or the parameter that it follows (`true` counts as 1, `false` as 0).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum NumberOrParameter {
    /// Constant.
    Constant(f32),
    /// Name of a parameter.
    Parameter(String),
}

impl From<f32> for NumberOrParameter {
    fn from(value: f32) -> Self {
        Self::Constant(value)
    }
}

impl From<&str> for NumberOrParameter {
    fn from(parameter: &str) -> Self {
        Self::Parameter(parameter.to_owned())
    }
}

pub(super) fn one() -> NumberOrParameter {
    NumberOrParameter::Constant(1.0)
}
