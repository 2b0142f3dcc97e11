//! Files beside a .gltf file: its binary data and its images.

use std::collections::BTreeSet;

/// Files that a .gltf file refers to, named after it.
pub(super) struct SeparateFiles {
    stem: String,
    names: BTreeSet<String>,
    pub(super) files: Vec<(String, Vec<u8>)>,
}

impl SeparateFiles {
    /// No files yet; their names will begin with `stem`.
    pub(super) fn new(stem: &str) -> Self {
        Self { stem: stem.to_owned(), names: BTreeSet::new(), files: Vec::new() }
    }

    /// Adds a file called after the stem and `name`, which may be empty. Returns its URI.
    pub(super) fn add(&mut self, name: &str, extension: &str, bytes: &[u8]) -> String {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).take(MAX_NAME).collect();
        // Names of images often are file names.
        let base = plain.trim_end_matches(&format!(".{extension}"));
        let start = if base.is_empty() { self.stem.clone() } else { format!("{}_{base}", self.stem) };
        let numbered = (2..).map(|number| format!("{start}_{number}.{extension}"));
        let mut all = std::iter::once(format!("{start}.{extension}")).chain(numbered);
        // File systems may ignore the letter case.
        let file = all.find(|name| self.names.insert(name.to_lowercase())).unwrap_or_default();
        let uri = uri(&file);
        self.files.push((file, bytes.to_vec()));
        uri
    }
}

/// Largest number of characters that a file name takes from the name of an image.
const MAX_NAME: usize = 60;

/// URI of a file in the same folder (RFC 3986): all but unreserved characters are escaped.
fn uri(file: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    file.bytes().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_uris_escaped() {
        let mut files = SeparateFiles::new("my hero");
        assert_eq!(files.add("", "bin", b"1"), "my%20hero.bin");
        assert_eq!(files.add("Körper/../a.png", "png", b"2"), "my%20hero_K%C3%B6rper_.._a.png");
        assert_eq!(files.add("Skin", "png", b"3"), "my%20hero_Skin.png");
        assert_eq!(files.add("skin.png", "png", b"4"), "my%20hero_skin_2.png");
        let names: Vec<_> = files.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["my hero.bin", "my hero_Körper_.._a.png", "my hero_Skin.png", "my hero_skin_2.png"]
        );
    }
}
