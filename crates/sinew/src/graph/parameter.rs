//! Parameters of a graph: ids, values and their smooth change over time.

use super::description::ParameterKind;
use crate::clone_from::impl_clone_from;
use crate::math::smooth_damp;

/// Index of a parameter in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterId(pub(super) u32);

/// Value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParameterValue {
    /// Value of a float or smooth float.
    Float(f32),
    /// Value of an int; floats accept it too.
    Int(i32),
    /// Value of a bool or trigger.
    Bool(bool),
}

/// Constant number, or the parameter that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    Constant(f32),
    Parameter(u32),
}

/// Value of a parameter as it is saved: what it is, what it goes to, and how fast it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct SavedParameter {
    kind: SavedKind,
    value: f32,
    target: f32,
    rate: f32,
    whole: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum SavedKind {
    Float,
    Int,
    Bool,
}

impl SavedKind {
    fn of(kind: ParameterKind) -> Self {
        match kind {
            ParameterKind::Float(_) | ParameterKind::Smooth(..) => Self::Float,
            ParameterKind::Int(_) => Self::Int,
            ParameterKind::Bool(_) | ParameterKind::Trigger => Self::Bool,
        }
    }
}

/// Parameter values of a playing graph. All are numbers: `true` is 1, `false` is 0.
#[derive(Debug)]
pub(super) struct Parameters {
    values: Vec<Parameter>,
    /// Whether no step has been taken: smooth floats begin settled at what is set until then.
    is_new: bool,
}

impl_clone_from!(Parameters { values, is_new });

#[derive(Clone, Copy, Debug)]
struct Parameter {
    kind: ParameterKind,
    value: f32,
    /// Values at the beginning of the last step, after it was set, and in its middle.
    before: f32,
    middle: f32,
    /// Target of a smooth float, and its rate of change.
    target: f32,
    rate: f32,
    /// Value of an int.
    whole: i32,
}

impl ParameterKind {
    /// Name of the kind for messages, with its article.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Float(_) => "a float",
            Self::Smooth(..) => "a smooth float",
            Self::Int(_) => "an int",
            Self::Bool(_) => "a bool",
            Self::Trigger => "a trigger",
        }
    }

    /// Whether the parameter can hold `value`.
    pub(super) fn takes(&self, value: ParameterValue) -> bool {
        match self {
            Self::Float(_) | Self::Smooth(..) => match value {
                ParameterValue::Float(value) => value.is_finite(),
                ParameterValue::Int(_) => true,
                ParameterValue::Bool(_) => false,
            },
            Self::Int(_) => matches!(value, ParameterValue::Int(_)),
            Self::Bool(_) | Self::Trigger => matches!(value, ParameterValue::Bool(_)),
        }
    }

    fn first(&self) -> f32 {
        match *self {
            Self::Float(value) | Self::Smooth(value, _) => value,
            Self::Int(value) => value as f32,
            Self::Bool(value) => f32::from(u8::from(value)),
            Self::Trigger => 0.0,
        }
    }

    fn first_whole(&self) -> i32 {
        if let Self::Int(value) = *self { value } else { 0 }
    }
}

impl Parameters {
    pub(super) fn new(kinds: impl Iterator<Item = ParameterKind>) -> Self {
        let parameter = |kind: ParameterKind| Parameter {
            kind,
            value: kind.first(),
            before: kind.first(),
            middle: kind.first(),
            target: kind.first(),
            rate: 0.0,
            whole: kind.first_whole(),
        };
        Self { values: kinds.map(parameter).collect(), is_new: true }
    }

    #[inline]
    pub(super) fn get(&self, parameter: u32) -> f32 {
        self.values[parameter as usize].value
    }

    /// Value of an int parameter; 0 for other kinds.
    pub(super) fn whole(&self, parameter: u32) -> i32 {
        self.values[parameter as usize].whole
    }

    pub(super) fn scalar(&self, scalar: Scalar) -> f32 {
        match scalar {
            Scalar::Constant(value) => value,
            Scalar::Parameter(n) => self.get(n),
        }
    }

    /// Values of a scalar over the last step: at its beginning, in its middle and at its end.
    pub(super) fn over_step(&self, scalar: Scalar) -> [f32; 3] {
        match scalar {
            Scalar::Constant(value) => [value; 3],
            Scalar::Parameter(n) => {
                let Parameter { before, middle, value, .. } = self.values[n as usize];
                [before, middle, value]
            }
        }
    }

    /// Last value set, which a smooth float may not have reached.
    pub(super) fn target(&self, parameter: u32) -> ParameterValue {
        let Parameter { kind, target, whole, .. } = self.values[parameter as usize];
        match kind {
            ParameterKind::Float(_) | ParameterKind::Smooth(..) => ParameterValue::Float(target),
            ParameterKind::Int(_) => ParameterValue::Int(whole),
            ParameterKind::Bool(_) | ParameterKind::Trigger => ParameterValue::Bool(target != 0.0),
        }
    }

    pub(super) fn set(&mut self, parameter: u32, value: ParameterValue) {
        let parameter = &mut self.values[parameter as usize];
        if let ParameterValue::Int(whole) = value {
            parameter.whole = whole;
        }
        parameter.target = match value {
            ParameterValue::Float(value) => value,
            ParameterValue::Int(value) => value as f32,
            ParameterValue::Bool(value) => f32::from(u8::from(value)),
        };
        if self.is_new || !matches!(parameter.kind, ParameterKind::Smooth(..)) {
            parameter.value = parameter.target;
        }
    }

    pub(super) fn consume(&mut self, parameter: u32) {
        let parameter = &mut self.values[parameter as usize];
        if parameter.kind == ParameterKind::Trigger {
            (parameter.value, parameter.target) = (0.0, 0.0);
        }
    }

    pub(super) fn save(&self) -> impl Iterator<Item = SavedParameter> {
        self.values.iter().map(|parameter| {
            let Parameter { kind, value, target, rate, whole, .. } = *parameter;
            SavedParameter { kind: SavedKind::of(kind), value, target, rate, whole }
        })
    }

    /// Takes over a saved value; returns false, and leaves the parameter, where it is of another kind.
    pub(super) fn restore(&mut self, parameter: u32, saved: &SavedParameter) -> bool {
        let current = &mut self.values[parameter as usize];
        let SavedParameter { kind, value, target, rate, whole } = *saved;
        if kind != SavedKind::of(current.kind)
            || ![value, target, rate].iter().all(|number| number.is_finite())
        {
            return false;
        }
        (current.target, current.whole) = (target, whole);
        (current.value, current.rate) = match current.kind {
            ParameterKind::Smooth(..) => (value, rate),
            _ => (target, 0.0),
        };
        (current.before, current.middle) = (current.value, current.value);
        self.is_new = false;
        true
    }

    /// Advances smooth floats by `dt` seconds.
    pub(super) fn step(&mut self, dt: f32) {
        self.is_new = false;
        for parameter in &mut self.values {
            (parameter.before, parameter.middle) = (parameter.value, parameter.value);
            let ParameterKind::Smooth(_, seconds) = parameter.kind else { continue };
            let Parameter { value, rate, target, .. } = *parameter;
            (parameter.middle, _) = smooth_damp(value, rate, target, seconds, dt.abs() * 0.5);
            (parameter.value, parameter.rate) = smooth_damp(value, rate, target, seconds, dt.abs());
        }
    }
}

impl ParameterValue {
    /// Value and kind for messages.
    pub(crate) fn described(self) -> String {
        match self {
            Self::Float(value) if value.is_nan() => "NaN, which is no number".to_owned(),
            Self::Float(value) if value.is_infinite() => format!("{value}, which is not finite"),
            Self::Float(value) => format!("the float {value:?}"),
            Self::Int(value) => format!("the int {value}"),
            Self::Bool(value) => format!("the bool {value}"),
        }
    }
}

impl From<f32> for ParameterValue {
    fn from(value: f32) -> Self {
        Self::Float(value)
    }
}

impl From<i32> for ParameterValue {
    fn from(value: i32) -> Self {
        Self::Int(value)
    }
}

impl From<bool> for ParameterValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl std::fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Float(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Bool(value) => write!(f, "{value}"),
        }
    }
}
