use crate::face_names::{ArKitName, FaceNames, ShapeSide, spellings};
use crate::humanoid::mirrored_name_indices;
use std::collections::BTreeMap;

/// Index of the morph target on the other side for each target of a mesh, by their names; its own index where
/// there is none. By left and right in the names, else by ARKit's shapes, which some tools number:
/// `A14_Eye_Blink_Left` and `A15_Eye_Blink_Right`.
pub(super) fn mirrored_morphs(names: &[&str], face_names: &FaceNames) -> Vec<usize> {
    let mut mirrored = mirrored_name_indices(names);
    let shapes = |n: usize| face_names.arkit(&spellings(names[n])).map(|(shapes, _)| shapes.to_vec());
    let alone = (0..names.len()).filter(|&n| mirrored[n] == n).filter_map(|n| Some((n, shapes(n)?)));
    let alone: Vec<(usize, Vec<ArKitName>)> = alone.collect();
    let mut first = BTreeMap::new();
    for (n, shapes) in &alone {
        first.entry(shapes.clone()).or_insert(*n);
    }
    for (n, shapes) in &alone {
        let other: Vec<ArKitName> = shapes.iter().map(|shape| other_side(*shape)).collect();
        let is_first = first.get(shapes) == Some(n);
        if let Some(other) = first.get(&other).filter(|_| is_first) {
            mirrored[*n] = *other;
        }
    }
    mirrored
}

/// The shape on the other side. Jaw and mouth move to one.
fn other_side(shape: ArKitName) -> ArKitName {
    let name = match shape.name {
        "jawLeft" => "jawRight",
        "jawRight" => "jawLeft",
        "mouthLeft" => "mouthRight",
        "mouthRight" => "mouthLeft",
        name => name,
    };
    let side = match shape.side {
        ShapeSide::Left => ShapeSide::Right,
        ShapeSide::Right => ShapeSide::Left,
        ShapeSide::Both => ShapeSide::Both,
    };
    ArKitName { name, side }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_both_sides_are_paired_whatever_tools_put_around_their_names() {
        let names = [
            "eyeBlinkLeft",
            "eyeBlinkRight",
            "Fcl_EYE_Close_L",
            "Fcl_EYE_Close_R",
            "jawOpen",
            "jawLeft",
            "jawRight",
            "",
        ];
        assert_eq!(mirrored_morphs(&names, &FaceNames::default()), [1, 0, 3, 2, 4, 6, 5, 7]);
        let numbered = [
            "A14_Eye_Blink_Left",
            "A15_Eye_Blink_Right",
            "A25_Jaw_Open",
            "A27_Jaw_Left",
            "A28_Jaw_Right",
            "A38_Mouth_Smile_Left",
            "A39_Mouth_Smile_Right",
        ];
        assert_eq!(mirrored_morphs(&numbered, &FaceNames::default()), [1, 0, 2, 4, 3, 6, 5]);
    }
}
