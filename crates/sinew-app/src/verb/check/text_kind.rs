//! Kind of a RON file that does not parse as any: told from its fields.

use crate::asset::text_fields::fields;
use sinew::text::did_you_mean;

/// Fields of a rig.
const RIG: [&str; 4] = ["human", "parts", "feet", "fades"];
/// Fields of a graph.
const GRAPH: [&str; 4] = ["parameters", "masks", "nodes", "output"];
/// Fields of spring bones.
const SPRINGS: [&str; 3] = ["chains", "colliders", "body_colliders"];
/// Fields of a face.
const FACE: [&str; 5] = ["visemes", "jaw", "blink", "emotions", "correctives"];

/// Field of a groom; its other one, `name`, says nothing.
const GROOM: [&str; 1] = ["layers"];

/// What a RON file in ( ) is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Rig,
    Graph,
    Springs,
    Face,
    Groom,
}

impl TextKind {
    /// The kind that has the most of the text's outermost fields, misspelled ones included; none where two
    /// have as many.
    pub(super) fn of(text: &str) -> Option<Self> {
        let fields = fields(text);
        let count = |known: &[&str]| {
            let is_near = |field: &&&str| !did_you_mean(field, known.iter().copied()).is_empty();
            fields.iter().filter(|field| known.contains(field) || is_near(field)).count()
        };
        let mut kinds = [
            (count(&RIG), Self::Rig),
            (count(&GRAPH), Self::Graph),
            (count(&SPRINGS), Self::Springs),
            (count(&FACE), Self::Face),
            (count(&GROOM), Self::Groom),
        ];
        kinds.sort_by_key(|(fields, _)| std::cmp::Reverse(*fields));
        (kinds[0].0 > kinds[1].0).then_some(kinds[0].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::graph::GraphDescription;
    use sinew::rig::IkRigDescription;
    use sinew::spring::SpringRigDescription;
    use sinew_author::hair::GroomDescription;

    #[test]
    fn fields_are_those_of_the_formats() {
        let [rig, graph, springs] =
            [&RIG[..], &GRAPH, &SPRINGS].map(|fields| format!("there are {}", fields.join(", ")));
        assert!(IkRigDescription::from_ron("(zzz: 1)").unwrap_err().to_string().contains(&rig));
        assert!(GraphDescription::from_ron("(zzz: 1)").unwrap_err().to_string().contains(&graph));
        assert!(SpringRigDescription::from_ron("(zzz: 1)").unwrap_err().to_string().contains(&springs));
        let groom = format!("there are name, {}", GROOM[0]);
        assert!(GroomDescription::from_ron("(zzz: 1)").unwrap_err().to_string().contains(&groom));
    }

    #[test]
    fn the_outermost_fields_tell_the_kind() {
        let text = "// human: x\n/* fades: */ (outptu: Clip(human: \"parts: (\\\"\", parts: 1), näme: 'x')";
        assert_eq!(fields(text), ["outptu", "näme"]);
        for (text, kind) in [
            (text, Some(TextKind::Graph)),
            ("(parameter: {}, name: 3)", Some(TextKind::Graph)),
            ("(humn: true, fads: {})", Some(TextKind::Rig)),
            ("(body_colliders: true)", Some(TextKind::Springs)),
            ("Groom(name: \"x\", layrs: [(length: 1)])", Some(TextKind::Groom)),
            ("(chians: [(from: \"tail\", output: 1)], parts_: [], coliders: {})", Some(TextKind::Springs)),
            ("(chains: [], output: 1)", None),
            ("(name: \"x\", parts: [], output: 1)", None),
            ("(foo: 1)", None),
            ("\"unclosed (output: 1", None),
            ("", None),
        ] {
            assert_eq!(TextKind::of(text), kind, "{text}");
        }
    }
}
