use super::HairSetupDescription;
use serde::{Deserialize, Serialize};

/// Outfit of a character: meshes that belong together, of the model or of further files on the same rig.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Outfit")]
pub struct OutfitDescription {
    /// Paths of files whose meshes it adds, with their materials and spring bones. Their skins refer to joints
    /// of the model by name; joints that it lacks are added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Meshes of the model that are seen in this outfit and in no other that does not show them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub show: Vec<String>,
    /// Meshes of the model that are hidden in this outfit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
    /// Hair in place of that of the set-up; with an empty list of haircuts there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hair: Option<HairSetupDescription>,
}
