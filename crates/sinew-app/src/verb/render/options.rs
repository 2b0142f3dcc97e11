//! Values of `sinew render` options: surroundings, overlays, size, background.

use crate::options::colour;
use crate::options::scene::SceneChoice;
use crate::scene::kind::SceneKind;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use sinew::glam::Vec4;
use sinew_render::Background;
use std::sync::LazyLock;

/// Surroundings of the character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Surroundings {
    Ground,
    Empty,
    /// The built-in show, or a scene in which the character acts.
    Scene(SceneChoice),
}

impl ValueEnum for Surroundings {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Surroundings>> = LazyLock::new(|| {
            let scenes = SceneChoice::value_variants().iter().map(|scene| Surroundings::Scene(*scene));
            let others = [Surroundings::Ground, Surroundings::Empty];
            others.into_iter().chain(scenes).collect()
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

impl Surroundings {
    /// The scene in which the character acts; none for the show, ground and empty surroundings.
    pub(super) fn scene(self) -> Option<SceneKind> {
        match self {
            Self::Scene(scene) => scene.kind(),
            Self::Ground | Self::Empty => None,
        }
    }
}

/// Number of moments of a clip on a contact sheet, 1 to 100.
pub(crate) fn moments(text: &str) -> Result<u32, String> {
    let moments = text.parse().ok().filter(|moments| (1..=100).contains(moments));
    moments.ok_or_else(|| "expected a number of moments, 1 to 100".into())
}

/// Default colour of a contact sheet.
pub(super) fn sheet_background() -> Vec4 {
    colour::linear([0xec, 0xee, 0xf0, 0xff])
}

/// Background colour, or none.
pub(super) fn background(text: &str) -> Result<Background, String> {
    if text == "none" {
        return Ok(Background::Transparent);
    }
    colour::parse(text)
        .map(Background::Color)
        .ok_or_else(|| "expected none, a name such as white, or #rrggbb".into())
}
