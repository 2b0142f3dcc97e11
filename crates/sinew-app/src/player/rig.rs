//! Which rig a character reaches with: the usual one of people, a scene's, or one that is written in a file.

use crate::report::failure::Failure;
use crate::scene::SceneKind;
use clap::Args;
use sinew::ik::ArmCollider;
use sinew::locomotion::FootIk;
use sinew::rig::{IkRig, RigError, rig_from_ron};
use sinew::{Actor, Character};
use std::path::Path;
use std::sync::Arc;

/// How the arms of a usual rig go.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ArmOptions {
    /// Lets the arms of the usual rig go through the body, which they otherwise keep out of
    #[arg(long, help_heading = "GoalSchedule")]
    pub(crate) through_body: bool,
}

impl ArmOptions {
    /// Says why the arms go as they do whatever is asked of them, where that is so: in a scene with a rig of its own, by a rig
    /// of one's `own`, or where nothing `reaches`.
    pub(crate) fn tell_unused(self, scene: Option<SceneKind>, own: bool, reaches: bool) {
        let scene = scene.filter(|scene| !scene.takes_rigs()).map(SceneKind::name);
        let why = match scene {
            _ if !self.through_body => return,
            Some(scene) => format!(": --scene {scene} has a rig of its own, whose arms keep out of nothing"),
            None if own => {
                ": of a rig of one's own (--rig), the text says whether arms keep out (torso)".into()
            }
            None if !reaches => " without --reach or --look: nothing reaches".into(),
            None => return,
        };
        eprintln!("sinew: --through-body{why}");
    }
}

/// Whether a rig of one's own goes with a scene.
pub(crate) fn takes_rig(scene: SceneKind) -> Result<(), Failure> {
    match scene.takes_rigs() {
        true => Ok(()),
        false => Err(Failure::Call(format!("--rig: --scene {} has a rig of its own", scene.name()))),
    }
}

/// What people usually reach with; none of what is no person.
pub(crate) fn usual_rig(character: &Character, arms: ArmOptions) -> Option<IkRig> {
    let body = character.humanoid()?;
    let rig = IkRig::human(character.skeleton(), body);
    // Who has no trunk to speak of has nothing to keep out of.
    let torso = ArmCollider::human(character, body).ok().filter(|_| !arms.through_body);
    Some(match torso {
        Some(torso) => rig.with_arm_collider(torso),
        None => rig,
    })
}

/// Has the arms of the usual rig that a scene has given to `actor` keep out of the body; scenes with goals know what they do.
pub(crate) fn beside_body(actor: &mut Actor, scene: Option<SceneKind>, arms: ArmOptions) {
    let character = actor.character().clone();
    let usual = scene.is_some_and(SceneKind::takes_rigs) && !arms.through_body;
    let torso = character.humanoid().filter(|_| usual).map(|body| ArmCollider::human(&character, body));
    if let (Some(Ok(torso)), Some(ik)) = (torso, actor.ik()) {
        let rig = (**ik.rig()).clone().with_arm_collider(torso);
        // It is the rig that fitted, and a little more of the same body.
        let _ = actor.set_ik_rig(Some(Arc::new(rig)));
    }
}

/// The rig that is written in a file, for a character in a scene.
pub(crate) fn own_rig(
    path: &Path,
    character: &Character,
    scene: Option<SceneKind>,
) -> Result<IkRig, Failure> {
    let rig = read(path, character)?;
    // Scenes to walk over are for feet that stand.
    let feet = scene.and_then(|_| FootIk::human(character, character.humanoid()?).ok());
    Ok(match feet.filter(|_| !rig.has_feet()) {
        Some(feet) => rig.with_feet(feet),
        None => rig,
    })
}

/// Reads a rig for a character.
pub(crate) fn read(path: &Path, character: &Character) -> Result<IkRig, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::input(&name, e))?;
    let failure = |error: RigError| Failure::input(&name, error);
    IkRig::from_description(&rig_from_ron(&text).map_err(failure)?, character).map_err(failure)
}
