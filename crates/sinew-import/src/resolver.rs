/// Hands over the files that a file names. Paths are relative to the naming file, percent-decoded, with forward
/// slashes; they never start at a root, climb with `..` or carry a scheme: the importer refuses those itself.
pub trait Resolver {
    /// The bytes of the file at `path`, or why there are none.
    ///
    /// # Errors
    /// A message for people.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
}

impl<F: Fn(&str) -> Result<Vec<u8>, String>> Resolver for F {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self(path)
    }
}

/// Knows no file: for bytes that stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        Err(format!("{path:?} lies outside of the file, and no folder was given to look in"))
    }
}
