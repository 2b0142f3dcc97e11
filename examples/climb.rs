//! Climbs a ladder: the goals of hands and feet are a function of the height of the body.
//!
//! `cargo run --example climb`

use sinew::glam::Affine3A;
use sinew::rig::{Climb, IkRig, Ladder};
use sinew::{Actor, FrameInput};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(&std::fs::read("data/sinew.vrm")?, &NoFiles)?;
    let character = Arc::new(imported.character);
    let (skeleton, body) = (character.skeleton(), character.humanoid().ok_or("nobody's body")?);
    let climb = Climb::human(skeleton, body)?.with_body(&character, body);
    let rig = Arc::new(IkRig::human(skeleton, body).with_grips(skeleton, body));
    let slots = Climb::SLOTS.map(|name| rig.effector(name));
    let look = rig.effector(Climb::LOOK);
    let clips = imported.clips;
    let mut actor = Actor::new(character, clips)?;
    actor.set_ik_rig(Some(rig))?;
    actor.play("idle")?;

    let ladder = Ladder { foot: Affine3A::IDENTITY, spacing: 0.28, rungs: 16, width: 0.46 };
    println!("climbable height: {:.2} m", climb.height(&ladder));
    for frame in 0..150 {
        let pose = climb.at(&ladder, frame as f32 * 0.02);
        let ik = actor.ik_mut().ok_or("the rig is gone")?;
        for (slot, goal) in slots.iter().zip(pose.goals) {
            ik.set_goal(slot.ok_or("the body lacks an arm or a leg")?, goal)?;
        }
        // Only bodies with large heads and short arms get a look goal.
        if let Some(look) = look {
            ik.set_goal(look, pose.look)?;
        }
        actor.advance(1.0 / 30.0);
        actor.resolve(FrameInput::new(1.0 / 30.0, pose.body));
        if frame % 30 == 0 {
            println!("frame {frame}: rungs {:?}, hold {:?}", pose.rungs, pose.holds);
        }
    }
    Ok(())
}
