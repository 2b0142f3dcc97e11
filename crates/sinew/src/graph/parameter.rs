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

/// Parameter values of a playing graph. All are numbers: `true` is 1, `false` is 0.
#[derive(Debug)]
pub(super) struct Parameters {
    values: Vec<Parameter>,
}

impl_clone_from!(Parameters { values });

#[derive(Clone, Copy, Debug)]
struct Parameter {
    kind: ParameterKind,
    value: f32,
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
            target: kind.first(),
            rate: 0.0,
            whole: kind.first_whole(),
        };
        Self { values: kinds.map(parameter).collect() }
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
        if !matches!(parameter.kind, ParameterKind::Smooth(..)) {
            parameter.value = parameter.target;
        }
    }

    pub(super) fn consume(&mut self, parameter: u32) {
        let parameter = &mut self.values[parameter as usize];
        if parameter.kind == ParameterKind::Trigger {
            (parameter.value, parameter.target) = (0.0, 0.0);
        }
    }

    /// Advances smooth floats by `dt` seconds.
    pub(super) fn step(&mut self, dt: f32) {
        for parameter in &mut self.values {
            let ParameterKind::Smooth(_, seconds) = parameter.kind else { continue };
            let Parameter { value, rate, target, .. } = *parameter;
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
