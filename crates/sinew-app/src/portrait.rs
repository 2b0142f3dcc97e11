use crate::framing::for_each_vertex;
use sinew::glam::Vec3;
use sinew::{Character, Frame, JointIndex, Skeleton};

/// Calls `found` with the posed vertices of the character's head in world space: those that the joint called "head",
/// or one below it, moves most. None without such a joint.
pub(crate) fn head_vertices(frame: &Frame<'_>, mut found: impl FnMut(Vec3)) {
    let character = frame.character();
    let skeleton = character.skeleton();
    let Some(head) = head(character) else { return };
    let below: Vec<bool> = skeleton.joints().map(|joint| is_below(skeleton, joint, head)).collect();
    for_each_vertex(frame, |instance, primitive, vertex, place| {
        let instance = &character.instances()[instance];
        let influences = &character.meshes()[instance.mesh].primitives[primitive].influences;
        let main = match (instance.skin, influences) {
            (Some(skin), Some(influences)) => {
                influences.of(vertex).next().map(|(joint, _)| character.skins()[skin].joints[joint])
            }
            _ => None,
        };
        if below[main.unwrap_or(instance.node).index()] {
            found(place);
        }
    });
}

/// The head among the joints that deform a skin, else among all nodes, where meshes may be called so too.
fn head(character: &Character) -> Option<JointIndex> {
    let skeleton = character.skeleton();
    let skinned = character.skins().iter().flat_map(|s| s.joints.iter().copied());
    skinned.chain(skeleton.joints()).find(|&j| is_head(skeleton.name(j)))
}

/// "Head", "mixamorig:Head", "b_Head_05", "J_Bip_C_Head", but not "HeadTop_End" or "forehead".
fn is_head(name: &str) -> bool {
    name.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("head"))
}

fn is_below(skeleton: &Skeleton, joint: JointIndex, head: JointIndex) -> bool {
    std::iter::successors(Some(joint), |&j| skeleton.parent(j)).any(|j| j == head)
}

#[cfg(test)]
mod tests {
    use super::*;

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
