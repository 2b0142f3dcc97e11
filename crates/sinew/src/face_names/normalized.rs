//! Names of shapes as tools write them.

/// Normalized spelling of a name: lower case, without separators and without a node's name before a dot or
/// two underscores; `_L`, `.L`, `_R` and `.R` at the end become `left` and `right`. The numbers of Character
/// Creator's ARKit shapes are left out: `A25_Jaw_Open`.
pub fn normalized(name: &str) -> String {
    let bare = bare_name(name);
    let plain: String = bare.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let side = |letter| {
        ['_', '.'].iter().any(|mark| bare.strip_suffix(letter).is_some_and(|bare| bare.ends_with(*mark)))
    };
    match plain.get(..plain.len().saturating_sub(1)) {
        Some(stem) if side('L') => format!("{stem}left"),
        Some(stem) if side('R') => format!("{stem}right"),
        _ => plain,
    }
}

/// Name without a node's name in front and without the numbers of copies and of Character Creator.
pub(super) fn bare_name(name: &str) -> &str {
    // Some tools put the name of the node in front.
    let name = name.rsplit_once("__").map_or(name, |(_, behind)| behind);
    let (front, last) = name.rsplit_once('.').unwrap_or(("", name));
    // Numbers behind a dot tell copies apart.
    let is_copy = !front.is_empty() && last.chars().all(|c| c.is_ascii_digit());
    let is_side = !front.is_empty() && matches!(last, "L" | "R");
    without_number(match (is_copy, is_side) {
        (true, _) => front.rsplit('.').next().unwrap_or(front),
        (_, true) => name,
        _ => last,
    })
}

/// Name without a letter A and two digits in front.
fn without_number(name: &str) -> &str {
    match name.as_bytes() {
        [b'A', tens, ones, b'_', _, ..] if tens.is_ascii_digit() && ones.is_ascii_digit() => &name[4..],
        _ => name,
    }
}
