//! Root motion and footsteps of clips.

use crate::description::RootMotionDescription;
use sinew::clip::{
    ClipEvents, ClipEventsDescription, RootMotionError, RootMotionSettings, SampleCursor,
    extract_root_motion, root_motion_from_feet,
};
use sinew::humanoid::HumanBone;
use sinew::internal::suggest;
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip};

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

/// Finds the footsteps of a clip. A clip in which no foot stands stays as it is. Steps that do not take turns
/// stay as events, but graphs do not keep clips in step by them; then a remark is returned.
pub(super) fn add_footsteps(clip: &mut RawClip, model: &Character) -> Result<Option<String>, String> {
    if feet(model).is_empty() {
        return Err("the model is no humanoid with feet".to_owned());
    }
    let had_markers = !clip.events.sync_markers().is_empty();
    sinew::retarget::add_footsteps(clip, model);
    let steps: Vec<&str> = clip.events.sync_markers().iter().map(|marker| marker.name.as_str()).collect();
    // From the last step of a loop to the first as well.
    let next = steps.iter().cycle().skip(1);
    let take_turns = steps.len() > 1 && steps.iter().zip(next).all(|(step, next)| step != next);
    if had_markers || steps.is_empty() || take_turns {
        return Ok(None);
    }
    let remark = format!(
        "the steps of clip {:?} do not take turns ({}): graphs do not keep it in step by them; trim the clip to \
         whole steps, or give it events",
        clip.name,
        steps.join(", ")
    );
    let description =
        ClipEventsDescription { sync_markers: Vec::new(), ..ClipEventsDescription::of(&clip.events) };
    clip.events = ClipEvents::from_description(&description).map_err(|error| error.to_string())?;
    Ok(Some(remark))
}

/// Distance from a body's hips in the first key of a clip to those in the last one, along the ground, in heights
/// of its hips; `None` for a body without hips.
pub(super) fn travel(clip: &RawClip, model: &Character) -> Option<f32> {
    let hips = model.humanoid()?.joint(HumanBone::Hips)?;
    let skeleton = model.skeleton();
    let at = |time: f32| {
        let mut pose = LocalPose::rest(skeleton);
        clip.sample_joints(time, &mut SampleCursor::new(), &mut pose);
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, &pose);
        model.get(hips).translation
    };
    let height = model.reference_model()[hips.index()].translation.y;
    let way = at(clip.end()) - at(clip.start());
    (height > 0.0).then(|| way.with_y(0.0).length() / height)
}

fn feet(model: &Character) -> Vec<JointId> {
    use HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};
    let joint = |bone| model.humanoid().and_then(|body| body.joint(bone));
    [LeftFoot, RightFoot, LeftToes, RightToes].into_iter().filter_map(joint).collect()
}
