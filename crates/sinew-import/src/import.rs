use crate::{ImportError, Imported, Resolver};

/// Imports a file of any supported format. The format is detected from the file's content, not from its name.
///
/// `resolver` reads the files that it references. Memory stays below
/// [`MAX_DECODED_PER_BYTE`](crate::limits::MAX_DECODED_PER_BYTE) times the input plus a constant.
///
/// # Errors
/// If the format is not recognized, or the file is too damaged to yield a character.
///
/// ```
/// use sinew_import::{Format, NoFiles, import};
/// let json = r#"{ "asset": { "version": "2.0" }, "nodes": [{ "name": "hips" }] }"#;
/// let imported = import(json.as_bytes(), &NoFiles)?;
/// assert_eq!(imported.format, Format::Gltf);
/// assert!(imported.character.skeleton().find("hips").is_some() && imported.clips.is_empty());
/// # Ok::<(), sinew_import::ImportError>(())
/// ```
pub fn import(bytes: &[u8], resolver: &dyn Resolver) -> Result<Imported, ImportError> {
    let mut imported = read(bytes, resolver)?;
    let character = &imported.character;
    if character.skeleton().is_empty() && character.meshes().is_empty() && character.materials().is_empty() {
        imported.report.warn("nothing", "byte 0", "the file contains no nodes, meshes or materials");
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
    Err(ImportError::new("unknown-format", "byte 0", "unrecognized file format"))
}
