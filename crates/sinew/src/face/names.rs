//! Names of shapes as tools write them.

/// Normalized spelling of a name: lower case, without separators and without a node's name before a dot; `_L` and `_R` at the end become `left` and
/// `right`.
pub(crate) fn normalized(name: &str) -> String {
    // Some tools put the name of the node in front.
    let own = name.rsplit('.').next().unwrap_or(name);
    let plain: String = own.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let sided = ["_L", "_R"].iter().find(|end| own.ends_with(*end));
    match (sided, plain.get(..plain.len().saturating_sub(1))) {
        (Some(&"_L"), Some(stem)) => format!("{stem}left"),
        (Some(_), Some(stem)) => format!("{stem}right"),
        _ => plain,
    }
}
