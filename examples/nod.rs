//! A hook between two stages of the frame edits the pose after IK: the head nods while the character looks at
//! a target.
//!
//! `cargo run --example nod`

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::rig::{IkGoal, IkRig};
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::{Actor, FrameInput};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(&std::fs::read("data/sinew.vrm")?, &NoFiles)?;
    let character = Arc::new(imported.character);
    let body = character.humanoid().ok_or("the character is not a humanoid")?;
    let head = body.joint(HumanBone::Head).ok_or("the character has no head")?;
    let rig = Arc::new(IkRig::human(character.skeleton(), body));

    let mut actor = Actor::new(character, imported.clips)?;
    actor.set_ik(Some(rig))?;
    actor.play("idle")?;
    actor.ik_mut().ok_or("no IK rig")?.set_goal("look", IkGoal::at(Vec3::new(0.5, 1.6, 2.0)))?;
    for frame in 0..60 {
        let nod = 0.2 * (frame as f32 * 0.2).sin();
        let mut hook = |stage: Stage, _: &StageInput<'_>, pose: &mut StagePose<'_>| {
            if stage == Stage::Ik {
                pose.rotate(head, Quat::from_rotation_x(nod));
            }
        };
        actor.advance(1.0 / 30.0);
        actor.resolve(FrameInput::new(1.0 / 30.0, Affine3A::IDENTITY).with_hook(&mut hook));
        if frame % 10 == 0 {
            let forward = actor.frame().model()[head.index()].transform_vector3(Vec3::Z);
            println!("frame {frame}: nods by {nod:+.2}, the head faces {forward:.2}");
        }
    }
    Ok(())
}
