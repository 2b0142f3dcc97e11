//! Joints that are left at rest.

use crate::report::choices::suggest;
use crate::report::failure::Failure;
use sinew::Character;
use sinew::skeleton::JointMask;

/// What a body may have that are joints together.
const FINGERS: &str = "fingers";

/// Every joint but those that `names` name, with what hangs from them; none where nothing is named.
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
                    eprintln!("sinew: --skip {FINGERS}: {file} has none");
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
