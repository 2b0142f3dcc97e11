//! Articulators of a phone: where lips, jaw and tongue stand at its target.

/// Target position of the visible articulators, each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Articulation {
    /// Distance between the lips: 0 closed, 1 as in "father".
    pub lip_aperture: f32,
    /// Distance between the corners of the mouth: 0 drawn in, 0.5 at rest, 1 spread.
    pub width: f32,
    /// Rounding of the lips: 0 none, 1 as in "boot".
    pub rounding: f32,
    /// Lips pushed forward: 0 none, 1 as in "shoe".
    pub protrusion: f32,
    /// Opening of the jaw: 0 closed, 1 as in "father".
    pub jaw: f32,
    /// Height of the tip of the tongue: 0 low, 1 at the teeth or the ridge behind them.
    pub tongue_tip: f32,
    /// Height of the back of the tongue: 0 low, 1 at the palate.
    pub tongue_dorsum: f32,
    /// Position of the back of the tongue: 0 back, 0.5 central, 1 front.
    pub tongue_front: f32,
}

impl Articulation {
    /// Mouth at rest.
    pub const REST: Self = Self {
        lip_aperture: 0.0,
        width: 0.5,
        rounding: 0.0,
        protrusion: 0.0,
        jaw: 0.0,
        tongue_tip: 0.3,
        tongue_dorsum: 0.4,
        tongue_front: 0.5,
    };
}

/// Strength with which a phone holds its target against its neighbours, each 0 to 1: the magnitude of its
/// dominance functions (Cohen and Massaro 1993).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Dominance {
    /// Dominance of aperture and width of the lips.
    pub lips: f32,
    /// Dominance of rounding and protrusion.
    pub rounding: f32,
    /// Dominance of the jaw.
    pub jaw: f32,
}

/// Contact that the lips of a phone make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LabialContact {
    /// No contact.
    None,
    /// Lips on each other: p, b, m.
    Lips,
    /// Lower lip on the upper teeth: f, v.
    LipAndTeeth,
}
