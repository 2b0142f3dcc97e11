use crate::files::{FolderFiles, read_file};
use crate::limits::MAX_FILE_BYTES;
use crate::{ImportError, ImportOptions, Imported, Resolver, hidden_meshes, human_units, origin};
use std::path::Path;

/// Imports a file of any supported format. The format is detected from the file's content, not from its name.
///
/// `resolver` reads the files that it references. Memory stays below
/// [`MAX_DECODED_PER_BYTE`](crate::limits::MAX_DECODED_PER_BYTE) times the input plus a constant; unpacked
/// keys of packs count apart, with [`MAX_UNPACKED_PER_BYTE`](crate::limits::MAX_UNPACKED_PER_BYTE).
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
    import_with(bytes, resolver, &ImportOptions::default())
}

/// [`import`] with options: the size of files without units, and human bones by name.
///
/// # Errors
/// As [`import`], and with the code `bone-map` where the named bones contradict each other.
pub fn import_with(
    bytes: &[u8],
    resolver: &dyn Resolver,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let mut imported = read(bytes, resolver, options)?;
    let character = &imported.character;
    if character.skeleton().is_empty() && character.meshes().is_empty() && character.materials().is_empty() {
        imported.report.warn("nothing", "file", "the file contains no nodes, meshes or materials");
    }
    hidden_meshes::report(&mut imported);
    human_units::report_unusual_size(&mut imported, options);
    origin::report_far_soles(&mut imported);
    if options.without_images {
        imported.character = imported.character.without_images();
    }
    Ok(imported)
}

/// Imports the file at `path`, with the files that it references from its folder ([`FolderFiles`]).
///
/// # Errors
/// As [`import`], and with the code `unreadable` where the file cannot be read.
///
/// ```no_run
/// let imported = sinew_import::import_file("models/hero.gltf")?;
/// let clips = imported.clips;
/// let mut actor = sinew::Actor::new(std::sync::Arc::new(imported.character), clips)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import_file(path: impl AsRef<Path>) -> Result<Imported, ImportError> {
    let path = path.as_ref();
    let unreadable = |message: String| ImportError::new("unreadable", path.display().to_string(), message);
    let bytes = read_file(path, MAX_FILE_BYTES).map_err(unreadable)?;
    import(&bytes, &FolderFiles::beside(path))
}

fn read(bytes: &[u8], resolver: &dyn Resolver, options: &ImportOptions) -> Result<Imported, ImportError> {
    if sinew::pack::is_pack(bytes) {
        return crate::pack::import(bytes, options);
    }
    #[cfg(feature = "bvh")]
    if crate::bvh::is_bvh(bytes) {
        return crate::bvh::import(bytes, options);
    }
    #[cfg(feature = "acclaim")]
    if crate::acclaim::is_asf(bytes) {
        return crate::acclaim::import_asf(bytes, options);
    }
    #[cfg(feature = "acclaim")]
    if crate::acclaim::is_amc(bytes) {
        return crate::acclaim::import_amc(bytes, resolver, options);
    }
    #[cfg(feature = "x")]
    if crate::x::is_x(bytes) {
        return crate::x::import(bytes, resolver, options);
    }
    #[cfg(feature = "fbx")]
    if crate::fbx::is_fbx(bytes) {
        return crate::fbx::import(bytes, resolver, options);
    }
    #[cfg(feature = "gltf")]
    if crate::gltf::is_gltf(bytes) {
        return crate::gltf::import(bytes, resolver, options);
    }
    #[cfg(feature = "c3d")]
    if crate::c3d::is_c3d(bytes) {
        return crate::c3d::import(bytes, options);
    }
    let _ = resolver;
    let message = match foreign_format(bytes) {
        _ if bytes.is_empty() => "the file is empty".to_owned(),
        Some(format) => {
            format!("unrecognized file format: this is {format}; expected a character or motion file")
        }
        None => "unrecognized file format".to_owned(),
    };
    Err(ImportError::new("unknown-format", "byte 0", message))
}

/// Formats that users give by mistake, by the first bytes of their files.
fn foreign_format(bytes: &[u8]) -> Option<&'static str> {
    const FORMATS: [(&[u8], &str); 10] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xFF\xD8\xFF", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"DDS ", "a DDS texture"),
        (b"\xABKTX", "a KTX texture"),
        (
            b"HAIR",
            "a file of hair strands, which `sinew hair --groom FILE` puts on a head and `import_hair` reads",
        ),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1F\x8B", "a gzip archive"),
        (b"BLENDER", "a Blender file, which Blender exports as glTF"),
        (b"RIFF", "a sound, film or WebP picture"),
    ];
    FORMATS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, format)| *format)
}
