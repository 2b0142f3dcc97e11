//! What is wrong with a text, in the words of `docs/graphs.md` instead of those of the program's types.

use super::error::short;
use super::told_where::Written;
use crate::skeleton::did_you_mean;
use ron::error::{Error, SpannedError};

/// What is wrong with `text`, behind the name of the field where a value is.
pub(super) fn told(error: &SpannedError, text: &str) -> String {
    let written = Written::at(error.span.start, text);
    let value = value_told(error, text, &written);
    let is_value = value.is_some() || of_value(&error.code);
    let problem = value.unwrap_or_else(|| other_told(error, text));
    match is_value && !written.path.is_empty() {
        true => format!("{}: {problem}", written.path),
        false => problem,
    }
}

/// Whether it is a value that is wrong, and not the name of a field or what stands between.
fn of_value(error: &Error) -> bool {
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
        // Those that are there twice are named.
        Error::Message(message) => !message.contains("there twice"),
        _ => true,
    }
}

/// What is wrong with a number, a text or the like.
fn value_told(error: &SpannedError, text: &str, written: &Written<'_>) -> Option<String> {
    let expected = match &error.code {
        Error::ExpectedBoolean => "true or false",
        Error::ExpectedFloat => "a number",
        Error::ExpectedInteger => "a whole number",
        // Those of a kind, as Int(-1), and the order of transitions may be below 0; all others count something.
        Error::IntegerOutOfBounds if written.is_negative() => match written.field {
            None | Some("priority") => "a larger whole number",
            Some(_) => "a whole number, 0 or more",
        },
        Error::IntegerOutOfBounds => "a smaller whole number",
        // Numbers are read up to what is none of them: whole ones up to the point.
        Error::ExpectedComma if written.begins_as_number() && written.holds(error.span.end, text) => {
            if written.number().is_some() {
                "a whole number"
            } else {
                "a number"
            }
        }
        Error::ExpectedString => "a text in quotation marks",
        Error::ExpectedStructLike => "values or fields in ( )",
        Error::ExpectedArray if !before(error, text).ends_with("from:") => "a list, in [ ]",
        _ => return None,
    };
    Some(format!("expected {expected}; found {}", written.found()))
}

/// What is wrong with anything else.
fn other_told(error: &SpannedError, text: &str) -> String {
    let before = before(error, text);
    match &error.code {
        Error::ExpectedIdentifier if before.ends_with("Clip(") => {
            "expected fields: a clip is written Clip(clip: \"idle\")".to_owned()
        }
        Error::ExpectedIdentifier => {
            "expected the name of a field or a kind, without quotation marks".to_owned()
        }
        Error::ExpectedArray => "expected a list of states, such as [\"a\"]".to_owned(),
        Error::ExpectedMap => "expected names and what they stand for, such as { \"a\": … }".to_owned(),
        Error::ExpectedNamedStructLike(name) => format!("expected ( and the fields of {}", thing(name)),
        Error::ExpectedDifferentStructName { expected, found } => {
            format!("expected ( and the fields of {}; found {:?}", thing(expected), short(found))
        }
        Error::NoSuchStructField { expected, found, outer } => {
            let place = outer.as_deref().map_or(String::new(), |outer| format!(" in {}", thing(outer)));
            format!("no field {:?}{place}; {}", short(found), instead(found, expected))
        }
        Error::MissingStructField { field, outer } => {
            let place = outer.as_deref().map_or("this place", thing);
            format!("the field {field:?} is missing; {place} needs it")
        }
        Error::DuplicateStructField { field, .. } => format!("the field {field:?} is there twice"),
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let kind = outer.as_deref().map_or("kind", kind);
            format!("no {kind} called {:?}; {}", short(found), instead(found, expected))
        }
        Error::InvalidValueForType { expected, found } => {
            format!("expected {}; found {}", expectation(expected), short(found))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            // A sequence of 3 f32 values, a tuple of size 2, an array of length 2.
            let count = expected.split(' ').find_map(|word| word.parse::<usize>().ok());
            let expected = count.map_or(expectation(expected), |count| format!("{count} values"));
            format!("expected {expected}; found {found}")
        }
        Error::InvalidIdentifier(found) | Error::SuggestRawIdentifier(found) => {
            // Half of the world writes 0,5.
            let point = found.bytes().all(|byte| byte.is_ascii_digit()) && ends_in_number_and_comma(before);
            let point = if point { "; numbers have a point, such as 0.5" } else { "" };
            format!("expected the name of a field or a kind; found {:?}{point}", short(found))
        }
        Error::ExceededRecursionLimit => {
            "nodes lie too deep in one another, expected at most 48 levels".to_owned()
        }
        Error::Message(message) if message.contains("untagged enum Value") => {
            "expected a number, or a parameter's name in quotation marks".to_owned()
        }
        Error::Message(message) => message.clone(),
        Error::NoSuchExtension(name) => format!("no extension of RON called {:?}", short(name)),
        other => small(&other.to_string()),
    }
}

/// What there is instead of `found`: the name that was meant, where one is near, and all.
fn instead(found: &str, expected: &[&str]) -> String {
    format!("{}there are {}", did_you_mean(found, expected.iter().copied()), expected.join(", "))
}

/// Whether a line ends as the first half of 0,5 does.
fn ends_in_number_and_comma(line: &str) -> bool {
    let number = line.strip_suffix(',').and_then(|line| {
        let begins = |c: char| c.is_whitespace() || "([{:,".contains(c);
        line.rsplit(begins).next()
    });
    number.is_some_and(|word| word.parse::<f64>().is_ok())
}

/// The line up to where the error is.
fn before<'a>(error: &SpannedError, text: &'a str) -> &'a str {
    let start = error.span.start;
    let line = text.lines().nth(start.line.saturating_sub(1)).unwrap_or_default();
    let end = line.char_indices().nth(start.col.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    line[..end].trim_end()
}

/// What the page calls something with fields.
fn thing(name: &str) -> &str {
    match name {
        "AnimationGraph" => "a graph",
        "Mask" => "a mask",
        "Clip" => "a clip, as Clip(clip: \"idle\"),",
        "Input" => "an input of a blend",
        "Layer" => "a layer",
        "State" => "a state",
        "Transition" => "a transition",
        "Marks" => "the marks of a clip",
        "Event" => "an event",
        "Span" => "a span",
        "SyncMarker" => "a sync marker",
        "IkRig" => "a rig",
        "Limb" => "a limb",
        "Leg" => "a leg",
        "Spline" => "a spline",
        "Chain" => "a chain",
        "Look" => "a look",
        "Body" => "a body",
        "Effector" => "an effector",
        "Limit" => "a limit",
        "FootSettings" => "feet",
        "Balance" => "balance",
        "Vec3" => "three numbers, such as (0, 1, 0)",
        other => other,
    }
}

/// What the page calls one of several.
fn kind(name: &str) -> &'static str {
    match name {
        "NodeDescription" => "node",
        "ParameterKind" => "kind of parameter",
        "Condition" => "condition",
        "LayerMode" => "mode",
        "ReferenceDescription" => "pose to count from",
        "TransitionKind" => "kind of transition",
        "IkPartDescription" => "part",
        "LimitsDescription" => "kind of limits",
        "SwingDescription" => "swing",
        "FootMode" => "stance",
        "LineDescription" => "line",
        "ChainMethod" => "method",
        "RootBehaviour" => "behaviour of a root",
        _ => "kind",
    }
}

/// What was expected, without the names of types.
fn expectation(expected: &str) -> String {
    let of = |what: &str| expected.strip_prefix(what).map(|name| name.trim_matches('`'));
    match (of("struct "), of("enum ")) {
        (Some(name), _) => thing(name).to_owned(),
        (_, Some(name)) => format!("a {}", kind(name)),
        _ => expected.to_owned(),
    }
}

/// In the middle of a sentence.
fn small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use crate::graph::{graph_from_ron, marks_from_ron};

    #[test]
    fn slips_are_told_in_the_words_of_the_page() {
        let machine = |way: &str| {
            format!("(output: StateMachine(states: [(name: \"a\", node: Rest)], transitions: [{way}]))")
        };
        let deep = format!("(output: {}Rest{})", "Speed(speed: 1.0, node: ".repeat(200), ")".repeat(200));
        for (text, words) in [
            ("(output: Clip(\"idle\"))", "a clip is written Clip(clip: \"idle\")"),
            (&machine("(from: \"a\", to: \"a\")"), "expected a list of states, such as [\"a\"]"),
            (
                &machine("(frm: [\"a\"], to: \"a\")"),
                "no field \"frm\" in a transition; did you mean \"from\"? there are from, to,",
            ),
            (
                "(output: Clop(clip: \"idle\"))",
                "no node called \"Clop\"; did you mean \"Clip\"? there are Rest, Clip,",
            ),
            ("(output: Clip(clop: \"idle\"))", "no field \"clop\" in a clip"),
            ("(parameters: {})", "the field \"output\" is missing; a graph needs it"),
            ("[]", "a graph"),
            ("\"walk\"", "a graph"),
            ("hello", "expected ( and the fields of a graph; found \"hello\""),
            ("hello(output: Rest)", "expected ( and the fields of a graph; found \"hello\""),
            ("(parameters: {\"a\": Flaot(0.0)}, output: Rest)", "no kind of parameter called \"Flaot\""),
            ("(output: \"Rest\")", "without quotation marks"),
            ("(output: Speed(node: Rest, speed: [1]))", "a number, or a parameter's name"),
            ("(parameters: {\"a\": Trigger, \"a\": Trigger}, output: Rest)", "\"a\" is there twice"),
            ("(nodes: {\"a\": Rest, \"a\": Rest}, output: Rest)", "\"a\" is there twice"),
            ("(masks: {\"a\": (), \"a\": ()}, output: Rest)", "\"a\" is there twice"),
            (&deep, "at most 48 levels"),
            (
                "(parameters: {\"a\": Int(-3000000000)}, output: Rest)",
                "parameters[\"a\"]: expected a larger whole number; found -3000000000",
            ),
            (
                &machine("(from: [\"a\"], to: \"a\", priority: -0xffffffff)"),
                "priority: expected a larger whole number; found -0xffffffff",
            ),
        ] {
            let error = graph_from_ron(text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.contains(words), "{error} in {text}");
            for leak in ["Description", "AnimationGraph", "struct", "enum ", "ron::", "Expected"] {
                assert!(!error.contains(leak), "{error} in {text}");
            }
        }
        let error = marks_from_ron("{\"walk\": (), \"walk\": ()}").unwrap_err().to_string();
        assert!(error.contains("\"walk\" is there twice"), "{error}");
    }
}
