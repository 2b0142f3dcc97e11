//! Colours in options.

use sinew::glam::Vec4;
use sinew_author::surface::srgb_linear;

/// Named colours, sRGB.
const NAMES: [(&str, [u8; 3]); 9] = [
    ("black", [0, 0, 0]),
    ("white", [255, 255, 255]),
    ("grey", [128, 128, 128]),
    ("gray", [128, 128, 128]),
    ("red", [255, 0, 0]),
    ("green", [0, 128, 0]),
    ("blue", [0, 0, 255]),
    ("yellow", [255, 255, 0]),
    ("magenta", [255, 0, 255]),
];

/// Reads `#rgb`, `#rrggbb`, `#rrggbbaa` (with or without `#`) or a name as a linear colour with alpha.
pub(crate) fn parse(text: &str) -> Option<Vec4> {
    let lower = text.to_ascii_lowercase();
    if let Some((_, [r, g, b])) = NAMES.iter().find(|(name, _)| *name == lower) {
        return Some(linear([*r, *g, *b, 255]));
    }
    let hex = lower.strip_prefix('#').unwrap_or(&lower);
    let digits: Vec<u8> = hex.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
    let bytes = match digits.len() {
        3 => digits.iter().map(|d| d * 17).collect(),
        6 | 8 => digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect::<Vec<_>>(),
        _ => return None,
    };
    Some(linear([bytes[0], bytes[1], bytes[2], bytes.get(3).copied().unwrap_or(255)]))
}

/// Linear colour of sRGB bytes; alpha is linear.
pub(crate) fn linear([r, g, b, a]: [u8; 4]) -> Vec4 {
    Vec4::new(srgb_linear(r), srgb_linear(g), srgb_linear(b), f32::from(a) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_in_all_spellings() {
        assert_eq!(parse("white"), Some(Vec4::ONE));
        assert_eq!(parse("#f00"), parse("FF0000"));
        assert_eq!(parse("#00000080").map(|c| (c.w * 255.0).round()), Some(128.0));
        for wrong in ["", "#12", "#ggg", "nocolour", "#ünd"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
