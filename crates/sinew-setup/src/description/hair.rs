use crate::Part;
use serde::{Deserialize, Serialize};
use sinew_author::hair::GroomDescription;

/// Hair of a set-up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Hair")]
pub struct HairSetupDescription {
    /// Haircuts: descriptions (`.ron`), or files of strands (`.groom`, `.hair`, `.tfx`, glTF lines).
    pub grooms: Vec<Part<GroomDescription>>,
    /// Further meshes that they hide; meshes whose names say that they are hair of the same region are hidden
    /// by themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
}
