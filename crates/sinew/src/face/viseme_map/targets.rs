//! Weights of a shape for visemes, and the kinds of mouth shapes.

use crate::face::Viseme;
use std::fmt;

/// Weight of a shape for each viseme.
pub(super) type Row = [f32; Viseme::COUNT];

/// Sum of the weights for a blend of visemes.
pub(super) fn dot(row: &Row, visemes: &Row) -> f32 {
    row.iter().zip(visemes).map(|(weight, viseme)| weight * viseme).sum()
}

/// Kind of mouth shapes that a [`VisemeMap`](super::VisemeMap) moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VisemeTargets {
    /// Morph targets of the 15 visemes, as Oculus, Ready Player Me and VRChat name them.
    Oculus,
    /// ARKit's blend shapes.
    ArKit,
    /// Shapes of Character Creator.
    Reallusion,
    /// Viseme controls of Genesis figures.
    Daz,
    /// Expression units of MakeHuman.
    MakeHuman,
    /// Mouths that stand for phones, as Preston Blair drew them and Papagayo names them.
    Phonemes,
    /// The mouths A to H and X of Rhubarb.
    Rhubarb,
    /// Morph targets of the five vowels of VRoid Studio.
    VRoid,
    /// Morph targets of five vowels of other names, such as those of MikuMikuDance.
    Vowels,
    /// VRM's five mouth expressions.
    Vrm,
    /// A shape that opens the mouth.
    Opening,
    /// A jaw joint alone.
    Jaw,
    /// Shapes that a caller named.
    Custom,
}

impl fmt::Display for VisemeTargets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Oculus => "15 visemes",
            Self::ArKit => "ARKit blend shapes",
            Self::Reallusion => "Character Creator visemes",
            Self::Daz => "Genesis visemes",
            Self::MakeHuman => "MakeHuman expression units",
            Self::Phonemes => "Preston Blair's mouths",
            Self::Rhubarb => "Rhubarb's mouths",
            Self::VRoid => "VRoid vowels",
            Self::Vowels => "five vowels",
            Self::Vrm => "VRM mouth expressions",
            Self::Opening => "a mouth that opens",
            Self::Jaw => "jaw joint",
            Self::Custom => "own shapes",
        })
    }
}
