//! Joints that are left at rest by `--skip`.

use crate::report::choices::suggest;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::Character;
use sinew::skeleton::JointMask;

/// Value of `--skip` for all finger joints.
const FINGERS: &str = "fingers";

/// Mask of all joints without those of `names` and their descendants; none for no names.
pub(crate) fn without(
    names: &[String],
    character: &Character,
    file: &str,
) -> Result<Option<JointMask>, Failure> {
    if names.is_empty() {
        return Ok(None);
    }
    let skeleton = character.skeleton();
    let all = JointMask::uniform(skeleton, 1.0);
    let has_fingers = character.humanoid().is_some_and(|body| body.mask_without_fingers(skeleton) != all);
    let mut mask = all;
    for name in names {
        match (character.find_joint(name), character.humanoid()) {
            (Some(joint), _) => mask.set_branch(skeleton, joint, 0.0),
            (None, Some(body)) if name == FINGERS => {
                if !has_fingers {
                    message!("sinew: --skip {FINGERS}: {file} has no fingers");
                }
                body.exclude_fingers(skeleton, &mut mask);
            }
            (None, _) => {
                let joints = skeleton.joints().map(|joint| skeleton.name(joint));
                let instead = suggest(name, has_fingers.then_some(FINGERS).into_iter().chain(joints));
                return Err(Failure::input(file, format!("no joint called {name:?} to skip; {instead}")));
            }
        }
    }
    Ok(Some(mask))
}
