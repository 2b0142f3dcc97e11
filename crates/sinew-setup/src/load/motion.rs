//! Root motion and footsteps of clips.

use crate::description::RootMotionDescription;
use sinew::clip::{RootMotionError, RootMotionSettings, extract_root_motion, root_motion_from_feet};
use sinew::humanoid::HumanBone;
use sinew::internal::suggest;
use sinew::{Character, JointId, RawClip};

/// Gives a clip root motion. A clip that does not move the joint stays as it is.
pub(super) fn take_root_motion(
    clip: &mut RawClip,
    model: &Character,
    source: &RootMotionDescription,
) -> Result<(), String> {
    let joint = match source {
        RootMotionDescription::Feet => {
            let feet = feet(model);
            if feet.is_empty() {
                return Err("the model is no humanoid with feet; expected Joint(\"name\")".to_owned());
            }
            clip.root_motion = Some(root_motion_from_feet(clip, model.skeleton(), &feet));
            return Ok(());
        }
        RootMotionDescription::Hips => model
            .humanoid()
            .and_then(|body| body.joint(HumanBone::Hips))
            .ok_or("the model is no humanoid; expected Joint(\"name\")")?,
        RootMotionDescription::Joint(name) => model.find_joint(name).ok_or_else(|| {
            let known = model.skeleton().joints().map(|joint| model.skeleton().name(joint));
            format!("no joint called {name:?}; {}", suggest(name, known))
        })?,
    };
    match extract_root_motion(clip, model.skeleton(), &RootMotionSettings::new(joint)) {
        Ok(made) => *clip = made,
        Err(RootMotionError::NotAnimated { .. }) => {}
        Err(error) => return Err(error.to_string()),
    }
    Ok(())
}

/// Finds the footsteps of a clip. A clip in which no foot stands stays as it is.
pub(super) fn add_footsteps(clip: &mut RawClip, model: &Character) -> Result<(), String> {
    if feet(model).is_empty() {
        return Err("the model is no humanoid with feet".to_owned());
    }
    sinew::retarget::add_footsteps(clip, model);
    Ok(())
}

fn feet(model: &Character) -> Vec<JointId> {
    use HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};
    let joint = |bone| model.humanoid().and_then(|body| body.joint(bone));
    [LeftFoot, RightFoot, LeftToes, RightToes].into_iter().filter_map(joint).collect()
}
