//! Outermost fields of a RON text, which tell what it is, even where it does not parse.

/// True for the text of a set-up: it has a model.
pub(crate) fn is_setup(text: &str) -> bool {
    fields(text).contains(&"model")
}

/// True for the text of a show: it has a cast.
pub(crate) fn is_show(text: &str) -> bool {
    fields(text).contains(&"cast")
}

/// True for a text of decals: it has marks or looks, and no model.
pub(crate) fn is_decals(text: &str) -> bool {
    let fields = fields(text);
    ["marks", "looks", "trails"].iter().any(|field| fields.contains(field)) && !fields.contains(&"model")
}

/// Names before a colon inside of the outermost brackets, the first hundred of them.
pub(crate) fn fields(text: &str) -> Vec<&str> {
    const MAX: usize = 100;
    let (mut fields, mut depth, mut at) = (Vec::new(), 0usize, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() && fields.len() < MAX {
        let rest = &text[at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match bytes[at] {
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            b'"' => string_length(rest),
            b'(' | b'[' | b'{' => {
                depth += 1;
                1
            }
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                if depth == 1 && length > 0 && rest[length..].trim_start().starts_with(':') {
                    fields.push(&rest[..length]);
                }
                length.max(rest.chars().next().map_or(1, char::len_utf8))
            }
        };
        at += length;
    }
    fields
}

/// Bytes of the string that the text starts with, its quotation marks included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
