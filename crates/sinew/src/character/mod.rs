//! What a file becomes: skeleton, skins, meshes, materials, images; immutable and shared between actors.

mod asset;
mod image;
mod influences;
mod joint_bounds;
mod material;
mod mesh;
mod skin;

pub use asset::{Character, CharacterError, CharacterParts};
pub use image::{Image, Pixels, Texture, TextureFilter, TextureRef, TextureWrap, UvTransform};
pub use influences::{Influences, InfluencesError};
pub use material::{AlphaMode, Clearcoat, Material, Sheen};
pub use mesh::{Mesh, MeshInstance, Primitive, SkinningMethod, Topology};
pub use skin::Skin;
