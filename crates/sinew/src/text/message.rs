//! Messages for errors of RON, in the words of the format's documentation instead of the names of Rust types.

use crate::text::location::Location;
use crate::text::tokens::Tokens;
use crate::text::{Grammar, abbreviate, did_you_mean};
use ron::error::{Error, SpannedError};

/// Message for an error in `text`, with the path of the field in front where a value is wrong.
pub(super) fn describe(error: &SpannedError, text: &str, grammar: &Grammar) -> String {
    let location = Location::at(error.span.start, text);
    let value = value_message(error, text, &location, grammar);
    let is_value = value.is_some() || concerns_value(&error.code);
    let problem = value.unwrap_or_else(|| other_message(error, text, grammar));
    match is_value && !location.path.is_empty() {
        true => format!("{}: {problem}", location.path),
        false => problem,
    }
}

/// Whether the error is about a value, not about the name of a field or a separator.
fn concerns_value(error: &Error) -> bool {
    match error {
        Error::NoSuchStructField { .. }
        | Error::MissingStructField { .. }
        | Error::DuplicateStructField { .. }
        | Error::ExceededRecursionLimit
        | Error::Eof
        | Error::ExpectedArrayEnd
        | Error::ExpectedComma
        | Error::ExpectedMapColon
        | Error::ExpectedMapEnd
        | Error::TrailingCharacters
        | Error::UnexpectedChar(_) => false,
        // Messages about duplicates name the entry.
        Error::Message(message) => !message.contains("duplicate key"),
        _ => true,
    }
}

/// Message about a number, a string or another value of the wrong type; none for other errors.
fn value_message(
    error: &SpannedError,
    text: &str,
    location: &Location<'_>,
    grammar: &Grammar,
) -> Option<String> {
    let expected =
        match &error.code {
            Error::ExpectedBoolean => "true or false",
            Error::ExpectedFloat => "a number",
            Error::ExpectedInteger => "a whole number",
            // Values without a field, as in Int(-1), may be negative.
            Error::IntegerOutOfBounds if location.is_negative() => match location.field {
                Some(field) if !grammar.signed.contains(&field) => "a whole number, 0 or more",
                _ => "a larger whole number",
            },
            Error::IntegerOutOfBounds => "a smaller whole number",
            // Numbers are read up to the first character that cannot belong to them: integers up to the
            // decimal point.
            Error::ExpectedComma
                if location.begins_as_number() && location.contains(error.span.end, text) =>
            {
                if location.number().is_some() { "a whole number" } else { "a number" }
            }
            Error::ExpectedString => "a text in quotation marks",
            Error::ExpectedStructLike => "values or fields in ( )",
            Error::ExpectedArray if grammar.list_hint(before(error, text)).is_none() => "a list, in [ ]",
            _ => return None,
        };
    Some(format!("expected {expected}; found {}", location.found()))
}

/// Message about anything but a value of the wrong type.
fn other_message(error: &SpannedError, text: &str, grammar: &Grammar) -> String {
    let before = before(error, text);
    let thing = |name: &str| grammar.structure(name).to_owned();
    match &error.code {
        Error::ExpectedIdentifier => {
            grammar.fields_hint(before).map_or_else(|| no_name(found(error, text)), str::to_owned)
        }
        Error::ExpectedArray => grammar.list_hint(before).unwrap_or("expected a list, in [ ]").to_owned(),
        Error::ExpectedMap => "expected names and what they stand for, such as { \"a\": … }".to_owned(),
        Error::ExpectedNamedStructLike(name) => format!("expected ( and the fields of {}", thing(name)),
        Error::ExpectedDifferentStructName { expected, found } => {
            format!("expected ( and the fields of {}; found {:?}", thing(expected), abbreviate(found))
        }
        Error::NoSuchStructField { expected, found, outer } => {
            let context = outer.as_deref().map_or(String::new(), |outer| format!(" in {}", thing(outer)));
            format!("no field {:?}{context}; {}", abbreviate(found), alternatives(found, expected))
        }
        Error::MissingStructField { field, outer } => {
            let context = outer.as_deref().map_or_else(|| "this place".to_owned(), thing);
            format!("the field {field:?} is missing; {context} needs it")
        }
        Error::DuplicateStructField { field, .. } => format!("duplicate field {field:?}"),
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let kind = outer.as_deref().map_or("kind", |outer| grammar.enumeration(outer));
            format!("no {kind} called {:?}; {}", abbreviate(found), alternatives(found, expected))
        }
        Error::InvalidValueForType { expected, found } => {
            format!("expected {}; found {}", expectation(expected, grammar), abbreviate(found))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            // A sequence of 3 f32 values, a tuple of size 2, an array of length 2.
            let count = expected.split(' ').find_map(|word| word.parse::<usize>().ok());
            let expected =
                count.map_or_else(|| expectation(expected, grammar), |count| format!("{count} values"));
            format!("expected {expected}; found {found}")
        }
        Error::InvalidIdentifier(found) | Error::SuggestRawIdentifier(found) => {
            if let Some(hint) = grammar.fields_hint(before) {
                return hint.to_owned();
            }
            // Decimal comma.
            let point = found.bytes().all(|byte| byte.is_ascii_digit()) && ends_in_number_and_comma(before);
            let point = if point { "; numbers have a point, such as 0.5" } else { "" };
            no_name(found) + point
        }
        Error::ExceededRecursionLimit => {
            "brackets are nested too deep; expected at most 48 levels".to_owned()
        }
        Error::Message(message) => {
            grammar.untagged_hint(message).map_or_else(|| message.clone(), str::to_owned)
        }
        Error::NoSuchExtension(name) => format!("no extension of RON called {:?}", abbreviate(name)),
        other => lowercase_first(&other.to_string()),
    }
}

/// Suggestion of a similar name, and the list of valid names.
fn alternatives(found: &str, expected: &[&str]) -> String {
    format!("{}there are {}", did_you_mean(found, expected.iter().copied()), expected.join(", "))
}

/// Whether a line ends in a number and a comma: the first half of a decimal number with a comma, such as
/// `0,5`.
fn ends_in_number_and_comma(line: &str) -> bool {
    let number = line.strip_suffix(',').and_then(|line| {
        let begins = |c: char| c.is_whitespace() || "([{:,".contains(c);
        line.rsplit(begins).next()
    });
    number.is_some_and(|word| word.parse::<f64>().is_ok())
}

/// Message for `found` where a name was expected. Numbers and brackets are shown without quotation marks,
/// which would make them look like texts.
fn no_name(found: &str) -> String {
    const EXPECTED: &str = "expected the name of a field or a kind";
    let found = abbreviate(found);
    match found.chars().next() {
        None => EXPECTED.to_owned(),
        Some('"') => format!("{EXPECTED}, without quotation marks"),
        Some(first) if first.is_alphabetic() => format!("{EXPECTED}; found {found:?}"),
        Some(_) => format!("{EXPECTED}; found {found}"),
    }
}

/// Line of the error, up to the error.
fn before<'a>(error: &SpannedError, text: &'a str) -> &'a str {
    line_parts(error, text).0.trim_end()
}

/// First token behind the error in its line; empty at the end of the line.
fn found<'a>(error: &SpannedError, text: &'a str) -> &'a str {
    Tokens::from(line_parts(error, text).1, 0).next().map_or("", |(_, word)| word)
}

/// Line of the error before and behind the error.
fn line_parts<'a>(error: &SpannedError, text: &'a str) -> (&'a str, &'a str) {
    let start = error.span.start;
    let line = text.lines().nth(start.line.saturating_sub(1)).unwrap_or_default();
    let end = line.char_indices().nth(start.col.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    line.split_at(end)
}

/// Expectation of serde in the words of the grammar.
fn expectation(expected: &str, grammar: &Grammar) -> String {
    let of = |what: &str| expected.strip_prefix(what).map(|name| name.trim_matches('`'));
    match (of("struct "), of("enum ")) {
        (Some(name), _) => grammar.structure(name).to_owned(),
        (_, Some(name)) => format!("a {}", grammar.enumeration(name)),
        _ => expected.to_owned(),
    }
}

/// Sentence with a small first letter, for the middle of a message.
fn lowercase_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
