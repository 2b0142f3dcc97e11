use super::{
    AttachmentDescription, ClipsDescription, DecalsDescription, FaceSetupDescription, HairSetupDescription,
    LevelDescription, OutfitDescription, RagdollSetupDescription,
};
use crate::Part;
use serde::{Deserialize, Serialize};
use sinew::graph::GraphDescription;
use sinew::rig::IkRigDescription;
use sinew::spring::SpringRigDescription;
use std::collections::BTreeMap;

/// Description of a character: a model, and all that is put on it.
///
/// Paths are relative to the folder of the set-up. Every field but the model may be left out: then the
/// character has what its own file brings, or what is found on it.
///
/// ```
/// use sinew_setup::SetupDescription;
///
/// let setup = SetupDescription::from_ron(
///     r#"(
///         model: "hero.vrm",
///         clips: [(file: "walk.fbx", rename: {"mixamo.com": "walk"})],
///         graph: "locomotion.ron",
///         hair: (grooms: ["grooms/long.ron"]),
///     )"#,
/// )?;
/// assert_eq!(setup.model, "hero.vrm");
/// # Ok::<(), sinew_setup::SetupError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Setup")]
pub struct SetupDescription {
    /// Path of the model: any file that Sinew imports.
    pub model: String,
    /// Metres per unit of length of a model that does not state its unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f32>,
    /// Joints of human bones (VRM 1.0 names) that are not found by themselves.
    #[serde(
        default,
        deserialize_with = "sinew::internal::unique",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub bones: BTreeMap<String, String>,
    /// Meshes that are hidden, by the names of their nodes or meshes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
    /// Clips of other files, besides those of the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clips: Vec<ClipsDescription>,
    /// Clip that plays at first, where there is no graph; the first one that moves where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
    /// Animation graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<Part<GraphDescription>>,
    /// IK rig; for a humanoid without one that of [`IkRig::human`](sinew::rig::IkRig::human) with feet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ik: Option<Part<IkRigDescription>>,
    /// The face.
    #[serde(default, skip_serializing_if = "FaceSetupDescription::is_default")]
    pub face: FaceSetupDescription,
    /// Wrinkle map: path of its table, whose images lie beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrinkles: Option<String>,
    /// Spring bones in place of those of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub springs: Option<Part<SpringRigDescription>>,
    /// Hair that is grown on the head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hair: Option<HairSetupDescription>,
    /// Ragdoll; without one that of the model's rigid bodies, else one that is fitted to the skin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ragdoll: Option<RagdollSetupDescription>,
    /// Decals on the skin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decals: Option<DecalsDescription>,
    /// Items in the hands and on the body, by name.
    #[serde(
        default,
        deserialize_with = "sinew::internal::unique",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub attachments: BTreeMap<String, AttachmentDescription>,
    /// Outfits, by name.
    #[serde(
        default,
        deserialize_with = "sinew::internal::unique",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub outfits: BTreeMap<String, OutfitDescription>,
    /// Outfit that is worn at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outfit: Option<String>,
    /// Levels of detail, from the nearest to the farthest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelDescription>,
    /// Systems that stay off, whatever is found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<System>,
}

/// System of a character that a set-up may leave off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum System {
    /// Animation of the face.
    Face,
    /// Inverse kinematics.
    Ik,
    /// Ragdoll.
    Ragdoll,
    /// Spring bones.
    Springs,
}
