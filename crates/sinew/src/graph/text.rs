//! Animation graphs as text: RON (Rusty Object Notation).

use super::description::GraphDescription;
use super::error::{GraphError, GraphProblem};
use super::grammar::GRAPH;
use super::graph::AnimationGraph;
use crate::playback::ClipSet;
use crate::text::{ALL_LEVELS, read_ron, write_ron};

impl GraphDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a graph: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, GraphError> {
        read_ron(text, &GRAPH).map_err(|(location, message)| failure(location, message))
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a number is not finite: RON has no notation for it.
    pub fn to_ron(&self) -> Result<String, GraphError> {
        write_ron(self, ALL_LEVELS).map_err(|message| failure("graph".to_owned(), message))
    }
}

impl AnimationGraph {
    /// The graph of a description in RON: [`GraphDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs, all with line and column.
    pub fn from_ron(text: &str, clips: &ClipSet) -> Result<Self, GraphError> {
        let description = GraphDescription::from_ron(text)?;
        Self::from_description(&description, clips).map_err(|error| error.in_text(text))
    }
}

fn failure(location: String, message: String) -> GraphError {
    GraphError { location, problem: GraphProblem::Text(message) }
}

#[cfg(test)]
mod tests {
    use crate::graph::GraphDescription;

    #[test]
    fn messages_use_the_words_of_the_documentation() {
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
            ("(parameters: {\"a\": Trigger, \"a\": Trigger}, output: Rest)", "duplicate key \"a\""),
            ("(nodes: {\"a\": Rest, \"a\": Rest}, output: Rest)", "duplicate key \"a\""),
            ("(masks: {\"a\": (), \"a\": ()}, output: Rest)", "duplicate key \"a\""),
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
            let error = GraphDescription::from_ron(text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.contains(words), "{error} in {text}");
            for leak in ["Description", "AnimationGraph", "struct", "enum ", "ron::", "Expected"] {
                assert!(!error.contains(leak), "{error} in {text}");
            }
        }
    }
}
