use crate::Part;
use serde::{Deserialize, Serialize};
use sinew::ragdoll::RagdollDescription;

/// Ragdoll of a set-up: described, or fitted to the skin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "RagdollSetup")]
pub struct RagdollSetupDescription {
    /// Its description; none for one that is fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Part<RagdollDescription>>,
    /// Joints that become no parts of a fitted ragdoll, with all below them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leave_out: Vec<String>,
    /// Mass of a fitted ragdoll, kg; none for that of its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Seconds for which a fallen body lies before it gets up in a show; none for one that waits until it is
    /// [at rest](sinew::ragdoll::BodyState::Resting).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub get_up_after: Option<f32>,
}
