use super::{CueDescription, PropDescription, ShotDescription};
use serde::{Deserialize, Serialize};
use sinew::glam::{Affine3A, Quat, Vec3};
use std::collections::BTreeMap;

/// Description of a scripted scene: who acts in it, what stands around, what happens when, and where the
/// camera is.
///
/// ```
/// use sinew_setup::ShowDescription;
///
/// let show = ShowDescription::from_ron(
///     r#"(
///         seconds: 4,
///         cast: {"hero": (setup: "hero.ron")},
///         cues: [(at: 1, what: Set("speed", 1))],
///         shots: [(eye: (2, 1.6, 3), target: (0, 1, 0))],
///     )"#,
/// )?;
/// assert_eq!(show.cues.len(), 1);
/// # Ok::<(), sinew_setup::SetupError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Show")]
pub struct ShowDescription {
    /// Duration, seconds.
    pub seconds: f32,
    /// Actors, by name.
    #[serde(deserialize_with = "sinew::internal::unique")]
    pub cast: BTreeMap<String, CastDescription>,
    /// Things that stand around, by name: they are ground, and bodies fall onto them.
    #[serde(
        default,
        deserialize_with = "sinew::internal::unique",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub props: BTreeMap<String, PropDescription>,
    /// Velocity of the air, metres a second.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wind: Vec3,
    /// What happens, in any order; cues of the same time happen in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cues: Vec<CueDescription>,
    /// Shots of the camera, in the order of time; without one it frames the first actor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<ShotDescription>,
}

/// Actor of a show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Cast")]
pub struct CastDescription {
    /// Path of the set-up, or of a character file.
    pub setup: String,
    /// Where the actor stands at first, metres.
    pub position: Vec3,
    /// Where the actor faces at first: degrees to its left, from +Z.
    pub heading: f32,
}

impl CastDescription {
    /// World from the model at first.
    #[must_use]
    pub fn world_from_model(&self) -> Affine3A {
        Affine3A::from_rotation_translation(Quat::from_rotation_y(self.heading.to_radians()), self.position)
    }
}

fn is_zero(vector: &Vec3) -> bool {
    *vector == Vec3::ZERO
}
