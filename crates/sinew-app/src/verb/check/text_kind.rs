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
/// Fields of a wrinkle map.
const WRINKLES: [&str; 6] = ["material", "layers", "masks", "materials", "drivers", "times"];
/// Fields of a ragdoll.
const RAGDOLL: [&str; 3] = ["parts", "ignored_pairs", "size"];
/// Fields of decals.
const DECALS: [&str; 4] = ["looks", "trails", "max", "marks"];
/// Fields of the landmarks of a face.
const LANDMARKS: [&str; 11] = [
    "nose_bridge",
    "nose_tip",
    "nose_base",
    "upper_lip",
    "mouth",
    "lower_lip",
    "chin",
    "mouth_left",
    "mouth_right",
    "eye_left",
    "eye_right",
];

/// What a RON file in ( ) is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Rig,
    Graph,
    Springs,
    Face,
    Groom,
    Wrinkles,
    Ragdoll,
    Decals,
    Landmarks,
}

impl TextKind {
    /// The kind that has the most of the text's outermost fields, misspelled ones included; none where two
    /// have as many.
    pub(super) fn of(text: &str) -> Option<Self> {
        let fields = fields(text);
        let count = |known: &[&str]| {
            let is_near = |field: &&str| !did_you_mean(field, known.iter().copied()).is_empty();
            // A name that is right counts more than one that is near.
            let weight = |field: &&str| if known.contains(field) { 2 } else { usize::from(is_near(field)) };
            fields.iter().map(weight).sum::<usize>()
        };
        let mut kinds = [
            (count(&RIG), Self::Rig),
            (count(&GRAPH), Self::Graph),
            (count(&SPRINGS), Self::Springs),
            (count(&FACE), Self::Face),
            (count(&GROOM), Self::Groom),
            (count(&WRINKLES), Self::Wrinkles),
            (count(&RAGDOLL), Self::Ragdoll),
            (count(&DECALS), Self::Decals),
            (count(&LANDMARKS), Self::Landmarks),
        ];
        kinds.sort_by_key(|(fields, _)| std::cmp::Reverse(*fields));
        let [(most, kind), (next, other), (third, _), ..] = kinds;
        match (kind, other) {
            _ if most > next => Some(kind),
            _ if most == third => None,
            // Layers of grooms are a list, those of wrinkles have names; parts of rigs have kinds, those of ragdolls
            // none.
            (Self::Groom, Self::Wrinkles) => match opening(text, "layers") {
                ['{', _] => Some(Self::Wrinkles),
                _ => Some(Self::Groom),
            },
            (Self::Rig, Self::Ragdoll) => match opening(text, "parts") {
                ['[', '('] => Some(Self::Ragdoll),
                _ => Some(Self::Rig),
            },
            _ => None,
        }
    }
}

/// First two characters of the value of a field that are no spaces, or spaces where there is none.
fn opening(text: &str, field: &str) -> [char; 2] {
    let value = text.split_once(field).and_then(|(_, rest)| rest.trim_start().strip_prefix(':'));
    let mut letters = value.unwrap_or_default().chars().filter(|c| !c.is_whitespace());
    [letters.next().unwrap_or(' '), letters.next().unwrap_or(' ')]
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
            ("(parts: [(joit: \"a\", mass: 1)])", Some(TextKind::Ragdoll)),
            ("(parts: [Limb(name: \"a\")])", Some(TextKind::Rig)),
            ("(layers: {\"a\": ()})", Some(TextKind::Wrinkles)),
            ("(layers: [(length: 1)])", Some(TextKind::Groom)),
            ("(layrs: {}, driver: [])", Some(TextKind::Wrinkles)),
            ("(marks: [(look: \"blood\")])", Some(TextKind::Decals)),
            ("(nose_tip: (0, 0, 0), chin: (0, 0, 0))", Some(TextKind::Landmarks)),
            ("(foo: 1)", None),
            ("\"unclosed (output: 1", None),
            ("", None),
        ] {
            assert_eq!(TextKind::of(text), kind, "{text}");
        }
    }
}
