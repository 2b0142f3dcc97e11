//! Words of animation graphs in error messages, as `docs/graphs.md` has them.

use crate::text::{Grammar, Hint};

/// Words of graphs.
pub(super) const GRAPH: Grammar = Grammar {
    document: "a graph, such as (output: Clip(clip: \"idle\"))",
    structs: &[
        ("AnimationGraph", "a graph"),
        ("Mask", "a mask"),
        ("Clip", "a clip, as Clip(clip: \"idle\"),"),
        ("Input", "an input of a blend"),
        ("Layer", "a layer"),
        ("State", "a state"),
        ("Transition", "a transition"),
    ],
    enums: &[
        ("NodeDescription", "node"),
        ("ParameterKind", "kind of parameter"),
        ("Condition", "condition"),
        ("LayerMode", "mode"),
        ("ReferenceDescription", "pose to count from"),
        ("TransitionKind", "kind of transition"),
    ],
    signed: &["priority"],
    hints: &[
        Hint::Fields("Clip(", "expected fields: a clip is written Clip(clip: \"idle\")"),
        Hint::List("from:", "expected a list of states, such as [\"a\"]"),
        Hint::Untagged("NumberOrParameter", "expected a number, or a parameter's name in quotation marks"),
    ],
};
