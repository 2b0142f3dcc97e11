//! Jaw joints by their names in the rigs of common tools.

use crate::character::Character;
use crate::face_names::normalized;
use crate::humanoid::HumanBone;
use crate::skeleton::JointId;

/// Jaw of a humanoid, else a joint of that name: one that moves vertices, if there is such a one.
pub(crate) fn jaw_joint(character: &Character) -> Option<JointId> {
    if let Some(joint) = character.humanoid().and_then(|body| body.joint(HumanBone::Jaw)) {
        return Some(joint);
    }
    let skeleton = character.skeleton();
    let named = skeleton.joints().filter_map(|joint| Some((joint, rank(skeleton.name(joint))?)));
    let named: Vec<(JointId, u8)> = named.collect();
    let best = |of: &mut dyn Iterator<Item = &(JointId, u8)>| of.min_by_key(|(_, rank)| *rank).copied();
    // Rigs have controls beside the joints that move the skin.
    let moving = best(&mut named.iter().filter(|(joint, _)| moves_vertices(character, *joint)));
    moving.or_else(|| best(&mut named.iter())).map(|(joint, _)| joint)
}

/// The root of the jaw in Character Creator, which turns beside the visemes' morph targets.
pub(super) fn character_creator_jaw(character: &Character) -> Option<JointId> {
    let skeleton = character.skeleton();
    skeleton.joints().find(|joint| normalized(skeleton.name(*joint)) == "ccbasejawroot")
}

/// Likeness of a name to that of a jaw, the best first: `jaw` (MakeHuman, Mixamo, Rigify), `lowerJaw`
/// (Genesis), `CC_Base_JawRoot`, `FACIAL_C_Jaw` (MetaHuman), `DEF-jaw_master` (Rigify), `mFaceJaw` (Second
/// Life), `Bip01 Jaw`, `mandible`.
fn rank(name: &str) -> Option<u8> {
    // Auto-Rig Pro marks joints of the middle.
    let name = normalized(name.strip_suffix(".x").unwrap_or(name));
    if name.contains("upper") {
        return None;
    }
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match name.as_str() {
        "jaw" | "lowerjaw" | "jawlower" | "mandible" | "あご" | "顎" => Some(0),
        _ if ends(&["jawroot", "lowerjaw", "mandible"]) || name.starts_with("jawlower") => Some(1),
        _ if ends(&["jaw"]) => Some(2),
        _ if ends(&["jawmaster", "jawjnt", "jawjoint", "jawbone", "jawbind", "jaw01", "jaw1"]) => Some(3),
        _ => None,
    }
}

/// Whether a vertex follows the joint or one below it.
fn moves_vertices(character: &Character, joint: JointId) -> bool {
    let skeleton = character.skeleton();
    let is_below = |other: JointId| other == joint || skeleton.is_descendant_of(other, joint);
    character.mesh_instances().iter().any(|instance| {
        let Some(skin) = instance.skin else { return is_below(instance.node) };
        let joints = &character.skins()[skin].joints;
        let below: Vec<bool> = joints.iter().map(|joint| is_below(*joint)).collect();
        let primitives = &character.meshes()[instance.mesh].primitives;
        let influences = primitives.iter().filter_map(|primitive| primitive.influences.as_ref());
        influences.into_iter().any(|influences| {
            let pairs = influences.joints().iter().zip(influences.weights());
            pairs.into_iter().any(|(joint, weight)| {
                *weight > 0.0 && below.get(usize::from(*joint)).is_some_and(|below| *below)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn jaws_of_tools_are_known_and_upper_jaws_are_none() {
        let jaws = [
            "jaw",
            "mixamorig:Jaw",
            "DEF-jaw",
            "DEF-jaw_master",
            "CC_Base_JawRoot",
            "FACIAL_C_Jaw",
            "lowerJaw",
            "lowerjaw",
            "Bip01 Jaw",
            "Bip001 Jaw",
            "mFaceJaw",
            "J_Bip_C_Jaw",
            "c_jawbone.x",
            "jaw_jnt",
            "Jaw.001",
            "顎",
        ];
        for name in jaws {
            assert!(rank(name).is_some(), "{name}");
        }
        assert!(rank("jaw") < rank("FACIAL_C_Jaw"));
        for name in
            ["upperJaw", "CC_Base_UpperJaw", "jawline", "DEF-jaw.L", "jaw_L", "FACIAL_C_Jawline", "head", ""]
        {
            assert_eq!(rank(name), None, "{name}");
        }
    }
}
