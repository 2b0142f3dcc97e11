//! Names of sound files.

use std::path::Path;

/// Endings of sound files.
const SOUNDS: [&str; 11] =
    ["wav", "wave", "rf64", "aif", "aiff", "aifc", "flac", "ogg", "oga", "opus", "mp3"];

/// True for the name of a sound file.
pub(crate) fn is_sound(path: &Path) -> bool {
    let ending = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    SOUNDS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}
