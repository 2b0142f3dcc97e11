#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Transition of a state machine.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Transition"))]
pub struct TransitionDescription {
    /// Source states; empty for any state but `to`.
    pub from: Vec<String>,
    /// Target state.
    pub to: String,
    /// Conditions, all of which must hold.
    pub when: Vec<Condition>,
    /// Exit time: the normalized time of the state's leading clip at which the transition may start. Above 1
    /// it counts loops: 1.5 is half-way through the second one. `exit` in older files.
    #[cfg_attr(feature = "serde", serde(alias = "exit"))]
    pub exit_time: Option<f32>,
    /// Duration, seconds; `seconds` in older files.
    #[cfg_attr(feature = "serde", serde(alias = "seconds"))]
    pub duration: f32,
    /// Blend of the two states.
    pub kind: TransitionKind,
    /// Priority: of several possible transitions the one with the highest is taken; among equals, the first.
    pub priority: i32,
    /// Whether a transition of the same priority may interrupt this one. Transitions of higher priority
    /// always may.
    pub interruptible: bool,
}

impl TransitionDescription {
    /// Transition from one state to another when `condition` holds.
    #[must_use]
    pub fn new(from: &str, to: &str, condition: Condition) -> Self {
        Self { from: vec![from.to_owned()], to: to.to_owned(), when: vec![condition], ..Self::default() }
    }
}

impl Default for TransitionDescription {
    /// Inertial and interruptible, 0.2 seconds.
    fn default() -> Self {
        Self {
            from: Vec::new(),
            to: String::new(),
            when: Vec::new(),
            exit_time: None,
            duration: 0.2,
            kind: TransitionKind::Inertial,
            priority: 0,
            interruptible: true,
        }
    }
}

/// Blend of a transition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum TransitionKind {
    /// Inertialization: only the new state plays; the old pose and its velocity decay.
    #[default]
    Inertial,
    /// Cross-fade: both states play. A cross-fade that interrupts another transition is
    /// [`Inertial`](Self::Inertial).
    CrossFade,
}

/// Condition of a transition.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum Condition {
    /// A parameter is greater than a number.
    Above(String, f32),
    /// A parameter is less than a number.
    Below(String, f32),
    /// An int parameter has this value.
    Equals(String, i32),
    /// A bool or trigger parameter is true.
    Is(String),
    /// A bool or trigger parameter is false.
    IsNot(String),
    /// The state's leading clip is at its end, or has completed a loop.
    Finished,
    /// The state has been active for this many seconds.
    After(f32),
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    Any(Vec<Condition>),
    /// The condition does not hold.
    Not(Box<Condition>),
}
