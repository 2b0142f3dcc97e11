//! Names of mouth shapes in files of cues.

use crate::phone::MouthShape;
use sinew_viseme::Viseme;

/// Set of names that a file uses. Letters such as E mean other shapes in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShapeNames {
    Rhubarb,
    PrestonBlair,
    Visemes,
}

impl ShapeNames {
    /// Set of all names of a file.
    pub(super) fn detect<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Self {
        const ONLY_RHUBARB: &[&str] = &["A", "B", "C", "D", "F", "G", "H", "X"];
        let only_visemes = |name: &str| {
            Viseme::from_name(name).is_some()
                && MouthShape::from_letter(name).is_none()
                && MouthShape::from_preston_blair(name).is_none()
        };
        let only_blair = |name: &str| name.len() > 1 && MouthShape::from_preston_blair(name).is_some();
        if names.clone().any(only_blair) {
            Self::PrestonBlair
        } else if names.clone().any(only_visemes) {
            Self::Visemes
        } else if names.clone().any(|name| ONLY_RHUBARB.contains(&name)) {
            Self::Rhubarb
        } else {
            Self::Visemes
        }
    }

    /// Viseme of a name.
    pub(super) fn viseme(self, name: &str) -> Option<Viseme> {
        match self {
            Self::Rhubarb => MouthShape::from_letter(name).map(MouthShape::viseme),
            Self::PrestonBlair => MouthShape::from_preston_blair(name).map(MouthShape::viseme),
            Self::Visemes => Viseme::from_name(name),
        }
    }
}
