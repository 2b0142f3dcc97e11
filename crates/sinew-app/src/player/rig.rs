//! IK rigs for characters: the default rig of humanoids, rigs from files, and arm collision.

use crate::asset::input_file;
use crate::options::arms::ArmOptions;
use crate::report::failure::Failure;
use crate::scene::kind::SceneKind;
use sinew::ik::ArmCollider;
use sinew::locomotion::FootIk;
use sinew::rig::IkRig;
use sinew::{Actor, Character};
use std::path::Path;
use std::sync::Arc;

/// Error for `--rig` in a scene that has its own rig.
pub(crate) fn refuse_custom_rig(scene: SceneKind) -> Result<(), Failure> {
    match scene.takes_custom_rig() {
        true => Ok(()),
        false => Err(Failure::Call(format!("--rig: --scene {} has its own rig", scene.name()))),
    }
}

/// Default rig of a humanoid: look, hands and feet; none for other characters. Its arms collide with the body
/// unless `arms` lets them through.
pub(crate) fn default_rig(character: &Character, arms: ArmOptions) -> Option<IkRig> {
    let body = character.humanoid()?;
    let rig = IkRig::human(character.skeleton(), body);
    // A body without a torso to measure has no collider.
    let collider = ArmCollider::human(character, body).ok().filter(|_| !arms.through_body);
    Some(match collider {
        Some(collider) => rig.with_arm_collider(collider),
        None => rig,
    })
}

/// Adds arm collision to the default rig that a scene has given to `actor`. Scenes that set their own goals
/// stay without.
pub(crate) fn add_arm_collision(actor: &mut Actor, scene: Option<SceneKind>, arms: ArmOptions) {
    let character = actor.character().clone();
    let is_default = scene.is_some_and(SceneKind::takes_custom_rig) && !arms.through_body;
    let body = character.humanoid().filter(|_| is_default);
    let collider = body.map(|body| ArmCollider::human(&character, body));
    if let (Some(Ok(collider)), Some(ik)) = (collider, actor.ik()) {
        let rig = (**ik.rig()).clone().with_arm_collider(collider);
        // The rig fitted before, and the collider is measured on the same character.
        let _ = actor.set_ik(Some(Arc::new(rig)));
    }
}

/// The rig of a RON file. In a scene, foot IK is added to a rig without it.
pub(crate) fn rig_from_file(
    path: &Path,
    character: &Character,
    scene: Option<SceneKind>,
) -> Result<IkRig, Failure> {
    let rig = read(path, character)?;
    let feet = scene.and_then(|_| FootIk::human(character, character.humanoid()?).ok());
    Ok(match feet.filter(|_| !rig.has_feet()) {
        Some(feet) => rig.with_feet(feet),
        None => rig,
    })
}

fn read(path: &Path, character: &Character) -> Result<IkRig, Failure> {
    let name = path.display().to_string();
    let text = input_file::read_text(path)?;
    IkRig::from_ron(&text, character).map_err(|error| Failure::input(&name, error))
}
