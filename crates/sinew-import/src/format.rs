use crate::{ImportError, Report, Resolver};
use sinew::{Character, Clip, RawClip};
use std::fmt;
use std::sync::Arc;

/// The formats that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// glTF 2.0 as JSON.
    Gltf,
    /// glTF 2.0 in one binary file.
    Glb,
    /// A VRM 0.x avatar.
    Vrm0,
    /// A VRM 1.0 avatar.
    Vrm1,
    /// A VRM animation.
    Vrma,
    /// An Autodesk FBX file.
    Fbx,
    /// A DirectX .x file.
    X,
    /// Biovision motion.
    Bvh,
    /// Sinew's own pack of compressed clips.
    Sinew,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gltf => "gltf",
            Self::Glb => "glb",
            Self::Vrm0 => "vrm0",
            Self::Vrm1 => "vrm1",
            Self::Vrma => "vrma",
            Self::Fbx => "fbx",
            Self::X => "x",
            Self::Bvh => "bvh",
            Self::Sinew => "sinew",
        })
    }
}

/// What a file became.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What kind of file it was.
    pub format: Format,
    /// The character, or the scene.
    pub character: Character,
    /// Its clips, in the file's order.
    pub clips: Vec<RawClip>,
    /// Of a Sinew pack, the same clips as they are stored, to play as they are; of other formats nothing.
    pub packed: Vec<Arc<Clip>>,
    /// What is odd about the file.
    pub report: Report,
}

/// Reads a file of any known format, told by its first bytes. `resolver` is asked for files that it names.
///
/// Memory stays below [`DECODED_PER_BYTE`](crate::limits::DECODED_PER_BYTE) times the input plus a constant.
///
/// # Errors
/// When the bytes are of no known format, or break it in a way that leaves nothing to show.
pub fn import(bytes: &[u8], resolver: &dyn Resolver) -> Result<Imported, ImportError> {
    let mut imported = read(bytes, resolver)?;
    let character = &imported.character;
    if character.skeleton().is_empty() && character.meshes().is_empty() && character.materials().is_empty() {
        imported.report.warn("nothing", "byte 0", "there is nothing in it: no node, no mesh, no material");
    }
    Ok(imported)
}

fn read(bytes: &[u8], resolver: &dyn Resolver) -> Result<Imported, ImportError> {
    if sinew::pack::is_pack(bytes) {
        return crate::pack::import(bytes);
    }
    #[cfg(feature = "bvh")]
    if crate::bvh::is_bvh(bytes) {
        return crate::bvh::import(bytes);
    }
    #[cfg(feature = "x")]
    if crate::x::is_x(bytes) {
        return crate::x::import(bytes, resolver);
    }
    #[cfg(feature = "fbx")]
    if crate::fbx::is_fbx(bytes) {
        return crate::fbx::import(bytes, resolver);
    }
    #[cfg(feature = "gltf")]
    if crate::gltf::is_gltf(bytes) {
        return crate::gltf::import(bytes, resolver);
    }
    let _ = resolver;
    Err(ImportError::new("unknown-format", "byte 0", "the bytes are of no format that is known here"))
}
