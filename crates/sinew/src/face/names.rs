//! Names of shapes as tools write them.

/// Normalized spelling of a name: lower case, without separators and without a node's name before a dot; `_L` and `_R` at the end become `left` and
/// `right`.
pub(crate) fn normalized(name: &str) -> String {
    // Some tools put the name of the node in front.
    let (front, last) = name.rsplit_once('.').unwrap_or(("", name));
    // Numbers behind a dot tell copies apart.
    let is_copy = !front.is_empty() && last.chars().all(|c| c.is_ascii_digit());
    let own = if is_copy { front.rsplit('.').next().unwrap_or(front) } else { last };
    let plain: String = own.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let sided = ["_L", "_R"].iter().find(|end| own.ends_with(*end));
    match (sided, plain.get(..plain.len().saturating_sub(1))) {
        (Some(&"_L"), Some(stem)) => format!("{stem}left"),
        (Some(_), Some(stem)) => format!("{stem}right"),
        _ => plain,
    }
}
