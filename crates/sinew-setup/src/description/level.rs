use serde::{Deserialize, Serialize};

/// Level of detail: what a character leaves out from a distance on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Level")]
pub struct LevelDescription {
    /// Distance from the viewer from which it is used, metres.
    pub distance: f32,
    /// Joints that stay at rest with all below them; `fingers` for those of both hands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<String>,
    /// Meshes that are hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
    /// Share of the guides of hair that is simulated, 0 to 1.
    pub hair: f32,
}

impl Default for LevelDescription {
    fn default() -> Self {
        Self { distance: 0.0, skip: Vec::new(), hide: Vec::new(), hair: 1.0 }
    }
}
