//! Ids of skins, meshes, materials, textures and images in their lists.

use crate::id::define_id;

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
