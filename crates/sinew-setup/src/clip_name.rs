use sinew_import::Format;

/// Names that exporters give to every clip.
const NO_NAMES: [&str; 6] =
    ["", "mixamo.com", "Take 001", "Unreal Take", "Armature|mixamo.com|Layer0", "Scene"];

/// Name under which a clip of a file is played: its own, or `stem`, the name of the file without its ending, where the format
/// has no names or exporters give every clip the same one.
#[must_use]
pub fn clip_name<'a>(name: &'a str, format: Format, stem: &'a str) -> &'a str {
    let is_nameless = is_no_name(name) || format.has_nameless_clips();
    if is_nameless { stem } else { name }
}

/// Whether exporters give this name to every clip.
pub(crate) fn is_no_name(name: &str) -> bool {
    NO_NAMES.contains(&name)
}
