use super::setup::Expression;
use super::{Image, Material, Mesh, MeshInstance, Skin, Texture};
use crate::id::{define_id, id_indexes};
use crate::morph::{ExpressionId, InstanceId};

define_id! {
    /// Id of a skin: its number in [`Character::skins`](super::Character::skins).
    SkinId
}

define_id! {
    /// Id of a mesh: its number in [`Character::meshes`](super::Character::meshes).
    MeshId
}

define_id! {
    /// Id of a material: its number in [`Character::materials`](super::Character::materials).
    MaterialId
}

define_id! {
    /// Id of a texture: its number in [`Character::textures`](super::Character::textures).
    TextureId
}

define_id! {
    /// Id of an image: its number in [`Character::images`](super::Character::images).
    ImageId
}

id_indexes!(InstanceId, MeshInstance);
id_indexes!(SkinId, Skin);
id_indexes!(MeshId, Mesh);
id_indexes!(MaterialId, Material);
id_indexes!(TextureId, Texture);
id_indexes!(ImageId, Image);
id_indexes!(ExpressionId, Expression);
