use super::document::Document;
use super::glb::{fill, smaller};
use super::separate::SeparateFiles;
use super::{ExportError, ExportOptions, ExportedFiles};
use sinew::{Character, RawClip};

/// Exports a character and its clips as a .gltf file with its binary data (`STEM.bin`) and its images
/// (`STEM_NAME.png` and others) in files of their own. The content is that of
/// [`export_glb`](super::export_glb).
///
/// # Errors
/// As [`export_glb`](super::export_glb).
///
/// ```no_run
/// use sinew_import::{ExportOptions, NoFiles, export_gltf, import};
/// let walk = import(&std::fs::read("walk.bvh")?, &NoFiles)?;
/// let exported = export_gltf(&walk.character, &walk.clips, &ExportOptions::default(), "walk")?;
/// for (name, bytes) in &exported.files {
///     std::fs::write(name, bytes)?;
/// }
/// assert_eq!(exported.files[0].0, "walk.gltf");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_gltf(
    character: &Character,
    clips: &[RawClip],
    options: &ExportOptions,
    stem: &str,
) -> Result<ExportedFiles, ExportError> {
    let write = |options: &ExportOptions| {
        let mut document = Document::new(options.meshopt);
        document.separate = Some(SeparateFiles::new(stem));
        fill(&mut document, character, clips, options)?;
        Ok(document.finish_separate(stem))
    };
    let size = |files: &Vec<(String, Vec<u8>)>| files.iter().map(|(_, bytes)| bytes.len()).sum();
    let (files, report) = smaller(options, write, size)?;
    Ok(ExportedFiles { files, report })
}
