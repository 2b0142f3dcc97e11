//! Angles in texts that look like radians where degrees are meant.

use super::findings::remark;
use crate::report::diagnostic::DiagnosticEntry;

/// Fields whose values are limits and angles in degrees, of which a few degrees make no sense.
const FIELDS: [&str; 9] = [
    "down_up",
    "right_left",
    "range",
    "about",
    "across",
    "twist",
    "max_tilt",
    "max_heel_angle",
    "max_toe_angle",
];
/// Fields that are such angles in one struct alone: the field, and another one that stands before it there.
const FIELDS_BEHIND: [(&str, &str); 2] = [("angle", "joint"), ("to", "axis")];

/// Largest absolute value, in degrees, that is taken for radians: a little more than half a turn.
const MAX_RADIANS: f32 = 3.2;

/// Warnings about angles of a text that look like radians: none of their numbers is over [`MAX_RADIANS`], and one is
/// not 0.
pub(super) fn in_radians(text: &str) -> Vec<DiagnosticEntry> {
    let code = without_comments(text);
    let mut found = Vec::new();
    for (at, field) in angle_fields(&code) {
        let Some(numbers) = numbers(&code[at + field.len()..]) else { continue };
        let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        if largest == 0.0 || largest >= MAX_RADIANS {
            continue;
        }
        let before = &text[..at];
        let (line, start) = (before.matches('\n').count() + 1, before.rfind('\n').map_or(0, |end| end + 1));
        let column = before[start..].chars().count() + 1;
        let shown = |degrees: bool| {
            let list = numbers.iter().map(|n| if degrees { n.to_degrees().round() } else { *n }.to_string());
            list.collect::<Vec<_>>().join(", ")
        };
        let message = format!(
            "{field}: {} are degrees, and look like radians, which would be {} degrees",
            shown(false),
            shown(true)
        );
        let location = format!("line {line}, column {column}");
        found.push(DiagnosticEntry { location, severity: "warning", ..remark("angle", message) });
    }
    found
}

/// Angle fields of a text without comments, with their positions.
fn angle_fields(code: &str) -> Vec<(usize, &str)> {
    let mut fields = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    let mut last = "";
    let mut is_string = false;
    while let Some(first) = code[at..].chars().next() {
        if first == '"' {
            is_string = !is_string;
        }
        if is_string || !is_word(first) {
            at += first.len_utf8();
            continue;
        }
        let length = code[at..].find(|c| !is_word(c)).unwrap_or(code.len() - at);
        let (word, rest) = (&code[at..at + length], code[at + length..].trim_start());
        if rest.starts_with(':') {
            let is_angle = FIELDS.contains(&word)
                || FIELDS_BEHIND.iter().any(|(field, before)| *field == word && *before == last);
            if is_angle {
                fields.push((at, word));
            }
            last = word;
        }
        at += length;
    }
    fields
}

/// Numbers behind a field: one, or those in brackets; `None` where there is something else.
fn numbers(rest: &str) -> Option<Vec<f32>> {
    let value = rest.trim_start().strip_prefix(':')?.trim_start();
    let value = value.strip_prefix("Some").map_or(value, str::trim_start).trim_start_matches('(');
    let value = value.split([')', ']', '\n']).next()?;
    let is_list = rest.trim_start_matches([':', ' ']).starts_with(['(', '[', 'S']);
    let value = if is_list { value } else { value.split(',').next()? };
    let words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect::<Option<Vec<f32>>>().filter(|numbers| !numbers.is_empty())
}

/// The text with comments replaced by spaces, so that positions stay.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let (mut is_string, mut end) = (false, None);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let blank = |code: &mut String| code.extend(std::iter::repeat_n(' ', c.len_utf8()));
        match end {
            Some("\n") if c == '\n' => {
                end = None;
                code.push(c);
            }
            Some("*/") if c == '/' && before == '*' => {
                end = None;
                blank(&mut code);
            }
            Some(_) if c == '\n' => code.push(c),
            Some(_) => blank(&mut code),
            None if c == '"' && before != '\\' => {
                is_string = !is_string;
                code.push(c);
            }
            None if !is_string && text[at..].starts_with("//") => {
                end = Some("\n");
                blank(&mut code);
            }
            None if !is_string && text[at..].starts_with("/*") => {
                end = Some("*/");
                blank(&mut code);
            }
            None => code.push(c),
        }
        before = c;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radians_are_found_with_their_lines() {
        let text = "(\n// range: 1\n parts: [Look(name: \"range: 2\", down_up: (-0.4, 0.3), right_left: (-35, 35))],\n \
                    feet: (max_tilt: 0.7, max_heel_angle: 0),\n twist: Some((-1, 3.14)), swing: Hinge(range: (-2, 90)),\n \
                    joints: [(joint: \"jaw\", angle: 0.28), (other: 1, angle: 0.2)], chain: (from: \"a\", to: \"b\"))";
        let found = in_radians(text);
        let lines: Vec<(&str, &str)> = found
            .iter()
            .map(|entry| (entry.location.as_str(), entry.message.split(':').next().unwrap()))
            .collect();
        let [tilt, twist, jaw] = ["line 4", "line 5", "line 6"];
        assert!(lines[0].0.starts_with("line 3, column") && lines[0].1 == "down_up", "{lines:?}");
        for ((location, field), (line, expected)) in
            lines[1..].iter().zip([(tilt, "max_tilt"), (twist, "twist"), (jaw, "angle")])
        {
            assert!(location.starts_with(line) && *field == expected, "{lines:?}");
        }
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(found[0].message.contains("-23, 17 degrees"), "{}", found[0].message);
    }
}
