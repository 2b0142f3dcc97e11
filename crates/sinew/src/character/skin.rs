use super::SkinId;
use crate::id::id_indexes;
use crate::skeleton::JointId;
use glam::Affine3A;

/// A skin: the joints that deform a mesh and their inverse bind matrices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Name in the file; may be empty.
    pub name: String,
    /// Joints of the skin; influences index this list. Skins may share joints.
    pub joints: Vec<JointId>,
    /// Inverse bind matrices (joint from bind pose), one per joint.
    pub inverse_binds: Vec<Affine3A>,
}

id_indexes!(SkinId, Skin);
