//! The character asset: skeleton, skins, meshes, materials, images; immutable and shared between actors.
//!
//! Parts refer to one another by ids, which index the lists of the character:
//! `character.meshes()[instance.mesh]`. An id of another character panics like an index out of range.

mod append;
mod asset;
mod check;
mod first_person;
mod flat_normals;
mod id;
mod image;
mod influences;
mod instance_bounds;
mod joint_bounds;
mod light;
mod material;
mod material_layers;
mod mesh;
mod parts;
mod rest_boxes;
mod retain;
mod rigid;
mod shared_images;
mod skin;
mod toon;
mod vrm;

pub use append::{AppendedParts, JointMap};
pub use asset::Character;
pub use first_person::FirstPersonMesh;
pub use id::{ImageId, MaterialId, MeshId, SkinId, TextureId};
pub use image::{Image, Pixels, Texture, TextureFilter, TextureRef, TextureWrap, UvTransform};
pub use influences::{Influences, InfluencesError};
pub use light::{Light, LightKind};
pub use material::{AlphaMode, Material, NormalMapSpace};
pub use material_layers::{Anisotropy, Clearcoat, Iridescence, Sheen, Volume};
pub use mesh::{Mesh, MeshInstance, Primitive, SkinningMethod, Topology};
pub use parts::{CharacterError, CharacterParts};
pub use retain::InstanceMap;
pub use skin::Skin;
pub use toon::{Outline, OutlineMode, Toon};
pub use vrm::{
    Axis, BodyDamping, Collider, ColliderGroup, ColliderShape, ColorBind, ColorSlot, ConstraintCycle,
    ConstraintKind, Expression, ExpressionGroup, FirstPersonFlag, FirstPersonSetup, LookAtKind, LookAtSetup,
    Meta, MorphBind, NodeConstraint, OverrideKind, RangeMap, Spring, SpringBones, SpringJoint, UvBind,
    dependency_order, from_vrm0_preset, vrm_preset_of_name,
};

pub use crate::morph::{ExpressionId, MeshInstanceId, MorphTargetId};
