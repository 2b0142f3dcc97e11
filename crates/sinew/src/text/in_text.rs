use super::location::locate;

/// Most steps up to a field that a text has.
const MAX_STEPS: usize = 64;

/// The location of an error in a description with line and column of its field in the text that was read
/// before it, or of the nearest field around it.
pub fn in_text(location: String, text: &str) -> String {
    let mut path = location.as_str();
    for _ in 0..MAX_STEPS {
        if let Some(found) = locate(text, path) {
            return format!("{found}: {location}");
        }
        let Some(end) = path.rfind(['.', '[']) else { break };
        path = &path[..end];
    }
    location
}
