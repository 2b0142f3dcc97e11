use crate::asset::size::body_scale;
use crate::asset::vertices::{for_each_vertex, main_joint};
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Actor, Bounds, Character, Frame, JointIndex};
use std::sync::Arc;

/// Calls `found` with the posed vertices of the character's head in world space: those that the joint called "head",
/// or one below it, moves most. None without such a joint.
pub(crate) fn head_vertices(frame: &Frame<'_>, found: impl FnMut(Vec3)) {
    let skeleton = frame.character().skeleton();
    moved_by(frame, |joint, head| skeleton.is_descendant_of(joint, head), found);
}

/// The same for joints that stand to the head as they are to.
fn moved_by(frame: &Frame<'_>, is_own: impl Fn(JointIndex, JointIndex) -> bool, mut found: impl FnMut(Vec3)) {
    let character = frame.character();
    let Some(head) = head(character) else { return };
    let own: Vec<bool> = character.skeleton().joints().map(|joint| is_own(joint, head)).collect();
    for_each_vertex(frame, |instance, primitive, vertex, place| {
        let main = main_joint(character, instance, primitive, vertex);
        if own[main.unwrap_or(character.instances()[instance].node).index()] {
            found(place);
        }
    });
}

/// A person's right eye at rest, in model space: its joint, or where eyes usually are; none without a head.
pub(crate) fn right_eye(character: &Arc<Character>) -> Option<Vec3> {
    place(character, HumanBone::RightEye).or_else(|| usual_eye(character))
}

/// Where the right eye usually is in a head as large as this one.
fn usual_eye(character: &Arc<Character>) -> Option<Vec3> {
    let head = place(character, HumanBone::Head)?;
    let mut rest = Actor::without_clips(character.clone());
    rest.update(0.0);
    let mut bounds = Bounds::EMPTY;
    // Braids hang on joints of their own, as far down as they like.
    moved_by(&rest.frame(), |joint, head| joint == head, |vertex| bounds = bounds.including(vertex));
    Some(match bounds.is_empty() {
        // Half-way up, a fifth of the width aside, a little behind the front.
        false => bounds.center() + bounds.size() * Vec3::new(-0.2, 0.0, 0.4),
        true => head + Vec3::new(-0.032, 0.08, 0.09) * body_scale(&rest),
    })
}

/// Where a person's bone rests.
fn place(character: &Character, bone: HumanBone) -> Option<Vec3> {
    let joint = character.humanoid()?.joint(bone)?;
    Some(character.rest_model()[joint.index()].translation.into())
}

/// The head among the joints that deform a skin, else among all nodes, where meshes may be called so too, else what a person's
/// structure has as one.
fn head(character: &Character) -> Option<JointIndex> {
    let skeleton = character.skeleton();
    let skinned = character.skins().iter().flat_map(|s| s.joints.iter().copied());
    let named = skinned.chain(skeleton.joints()).find(|&j| is_head(skeleton.name(j)));
    named.or_else(|| character.humanoid()?.joint(HumanBone::Head))
}

/// "Head", "mixamorig:Head", "b_Head_05", "J_Bip_C_Head", but not "HeadTop_End" or "forehead".
fn is_head(name: &str) -> bool {
    name.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("head"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::{actor, built_in};

    #[test]
    fn eyes_are_where_they_usually_are() {
        let character = built_in().character().clone();
        let [own, usual] = [right_eye(&character), usual_eye(&character)].map(Option::unwrap);
        println!("{own} {usual}");
        assert!(own != usual && own.distance(usual) < 0.04, "{own} {usual}");
        // Long hair is no chin.
        if let Some(braided) = actor(Some("fbx/seed-san/new_seedsan_betterfbx.fbx")) {
            let body = braided.character();
            let eye = right_eye(body).unwrap() - place(body, HumanBone::Head).unwrap();
            assert!((0.03..0.12).contains(&eye.y) && (0.03..0.15).contains(&eye.z), "{eye}");
        }
        // It has no joint that is called a head.
        let Some(actor) = actor(Some("gltf/CesiumMan.glb")) else { return };
        let mut count = 0;
        head_vertices(&actor.frame(), |_| count += 1);
        assert!(count > 100, "{count}");
    }

    #[test]
    fn heads_by_name() {
        for head in ["head", "Head", "mixamorig:Head", "b_Head_05", "J_Bip_C_Head"] {
            assert!(is_head(head), "{head}");
        }
        for other in ["HeadTop_End", "forehead", "arm", ""] {
            assert!(!is_head(other), "{other}");
        }
    }
}
