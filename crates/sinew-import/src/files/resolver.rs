/// Access to the files that an imported file references, such as buffers and textures.
///
/// Paths are relative to the importing file's folder, percent-decoded, with forward slashes. They never start
/// at a root, contain `..` or have a scheme: the importers reject such references before they call the
/// resolver.
///
/// A closure is a resolver too:
///
/// ```no_run
/// use std::path::Path;
/// let folder = Path::new("models/hero");
/// let files = |path: &str| std::fs::read(folder.join(path)).map_err(|error| error.to_string());
/// let imported = sinew_import::import(&std::fs::read("models/hero/hero.gltf")?, &files)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Resolver {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// A message in English if the file cannot be read. It becomes part of the diagnostic or of the import's
    /// error.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// Paths of the files beside the importing file and in the folders there, in any order; none if they are
    /// unknown. Textures are looked for among them that are not where their file says.
    fn list(&self) -> Vec<String> {
        Vec::new()
    }

    /// Name of the importing file itself, such as `35_01.amc`, by which a motion finds its skeleton; `None` where
    /// it is not known.
    fn name(&self) -> Option<String> {
        None
    }
}

impl<F: Fn(&str) -> Result<Vec<u8>, String>> Resolver for F {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self(path)
    }
}

/// A [`Resolver`] without files, for bytes that reference none. Every read fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        Err(format!("external file {path:?} cannot be read: the import was given no folder"))
    }
}
