//! Option `--reference`: the pose in which the character stands.

use crate::asset::clip_choice;
use crate::asset::source::Loaded;
use crate::options::number::seconds;
use crate::report::failure::Failure;
use clap::Args;
use sinew::body::bind_pose;
use sinew::clip::SampleCursor;
use sinew::pose::LocalPose;
use sinew::skeleton::ReferenceOrigin;

/// Choice of the reference pose of a file.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ReferenceOption {
    /// Pose in which the character stands, from which limits, IK and retargeting count: `rest`, `bind`, or
    /// the second S of clip C; default: the one of them that stands best (`inspect` says which)
    #[arg(long, value_name = "rest|bind|C[@S]")]
    pub(crate) reference: Option<String>,
}

impl ReferenceOption {
    /// Sets the reference pose of `file`.
    pub(crate) fn apply(&self, file: &mut Loaded) -> Result<(), Failure> {
        let Some(choice) = &self.reference else { return Ok(()) };
        let failure =
            |message: String| Failure::input(&file.name, format!("--reference {choice}: {message}"));
        let character = &file.imported.character;
        let skeleton = character.skeleton();
        let (pose, origin) = match choice.as_str() {
            "rest" => (Vec::new(), ReferenceOrigin::RestPose),
            "bind" if character.skins().is_empty() => {
                return Err(failure("the file has no skins, so no bind pose".into()));
            }
            "bind" => {
                let (skins, instances) = (character.skins(), character.mesh_instances());
                let pose = bind_pose(skeleton, skins, instances, character.humanoid());
                // Without another one it is the rest pose.
                pose.map_or((Vec::new(), ReferenceOrigin::RestPose), |pose| (pose, ReferenceOrigin::BindPose))
            }
            clip => {
                let (name, time) = match clip.rsplit_once('@') {
                    Some((name, time)) if clip_choice::find(&file.imported.clips, clip).is_none() => {
                        (name, seconds(time).map_err(failure)?)
                    }
                    _ => (clip, 0.0),
                };
                let clip = clip_choice::of_file(file, Some(name))?;
                let mut pose = LocalPose::rest(skeleton);
                clip.sample_joints(time as f32, &mut SampleCursor::new(), &mut pose);
                (pose.as_slice().to_vec(), ReferenceOrigin::Custom)
            }
        };
        let set = file.imported.character.set_reference(pose, origin);
        set.map_err(|e| Failure::input(&file.name, format!("--reference {choice}: {e}")))
    }
}
