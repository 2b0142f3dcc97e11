//! Names of files in messages and JSON, also of those that are not Unicode.

use serde::Serialize;
use std::fmt::{self, Display};
use std::path::Path;

/// Text of a path. Bytes that are not UTF-8 are written as `\xFF`, so that two files never share a text by
/// them.
pub(crate) fn text(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += chunk.valid();
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    text
}

/// File in JSON: the text of its path and, where the path is not Unicode, its bytes, by which a program can
/// open it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FileEntry {
    #[serde(rename = "file")]
    text: String,
    #[serde(rename = "file_name_bytes", skip_serializing_if = "Option::is_none")]
    bytes: Option<Vec<u8>>,
}

impl FileEntry {
    /// The file at `path`.
    pub(crate) fn of(path: &Path) -> Self {
        Self::named(text(path), Some(path))
    }

    /// The file at `path`, with a name of its own, such as that of the built-in character, which has no path.
    pub(crate) fn named(text: String, path: Option<&Path>) -> Self {
        let is_odd = |path: &&Path| path.to_str().is_none();
        Self { text, bytes: path.filter(is_odd).map(|path| path.as_os_str().as_encoded_bytes().to_vec()) }
    }
}

impl Display for FileEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn names_that_are_not_unicode_keep_their_bytes() {
        let entry = |bytes: &[u8]| serde_json::to_value(FileEntry::of(Path::new(OsStr::from_bytes(bytes))));
        let odd = entry(b"a/\xffb\xc3.glb").unwrap();
        assert_eq!(odd["file"], "a/\\xFFb\\xC3.glb");
        let bytes: Vec<u8> = serde_json::from_value(odd["file_name_bytes"].clone()).unwrap();
        assert_eq!(bytes, b"a/\xffb\xc3.glb");
        let plain = entry("Bär.glb".as_bytes()).unwrap();
        assert_eq!(plain, serde_json::json!({"file": "Bär.glb"}));
    }
}
