//! What a picture is asked to show: from which side, in what surroundings, how large, before what.

use crate::options::colour;
use crate::scene::SceneKind;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use sinew::glam::Vec3;
use sinew_render::{Background, ViewPreset};
use std::sync::LazyLock;

/// A side to look from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Angle {
    Front,
    Side,
    Back,
    ThreeQuarter,
    Face,
}

/// What a character stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Surroundings {
    Ground,
    Empty,
    /// Something happens in it.
    Scene(SceneKind),
}

impl ValueEnum for Surroundings {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Surroundings>> = LazyLock::new(|| {
            let scenes = SceneKind::value_variants().iter().map(|scene| Surroundings::Scene(*scene));
            [Surroundings::Ground, Surroundings::Empty].into_iter().chain(scenes).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Ground => Some(PossibleValue::new("ground")),
            Self::Empty => Some(PossibleValue::new("empty")),
            Self::Scene(scene) => scene.to_possible_value(),
        }
    }
}

/// Lines over a picture.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Overlay {
    Skeleton,
    Bounds,
}

impl Surroundings {
    /// What happens, if anything does.
    pub(super) fn scene(self) -> Option<SceneKind> {
        match self {
            Self::Scene(scene) => Some(scene),
            Self::Ground | Self::Empty => None,
        }
    }
}

impl Angle {
    /// The direction to look from, if a side is said, at what happens in a scene.
    pub(super) fn direction(angle: Option<Self>, scene: Option<SceneKind>) -> Vec3 {
        match (angle, scene) {
            (Some(Self::Front | Self::Face), _) => ViewPreset::Front.direction_to_camera(),
            (Some(Self::Side), _) => ViewPreset::Left.direction_to_camera(),
            (Some(Self::Back), _) => ViewPreset::Back.direction_to_camera(),
            (None, Some(scene)) => scene.seen_from(),
            (Some(Self::ThreeQuarter) | None, _) => ViewPreset::ThreeQuarter.direction_to_camera(),
        }
    }
}

/// Width and height in pixels.
pub(super) fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=8192).contains(side));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some([side(w)?, side(h)?]));
    sides.ok_or_else(|| "expected WIDTHxHEIGHT such as 1280x720, at most 8192".into())
}

/// What lies behind.
pub(super) fn background(text: &str) -> Result<Background, String> {
    if text == "none" {
        return Ok(Background::Transparent);
    }
    colour::parse(text)
        .map(Background::Color)
        .ok_or_else(|| "expected none, a name such as white, or #rrggbb".into())
}
