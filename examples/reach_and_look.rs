//! Moves a hand to a target and turns head and eyes to it with an IK rig, over a playing clip.
//!
//! `cargo run --example reach_and_look`

use sinew::glam::{Affine3A, Vec3};
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, FrameInput};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read("data/sinew.vrm")?;
    let imported = import(&bytes, &NoFiles)?;
    let character = Arc::new(imported.character);
    let body = character.humanoid().ok_or("the character is nobody's body")?;
    let rig = Arc::new(IkRig::human(character.skeleton(), body));

    let clips = imported.clips;
    let mut actor = Actor::new(character, clips)?;
    actor.set_ik(Some(rig))?;
    actor.play("idle")?;
    for frame in 0..90 {
        let angle = frame as f32 * 0.05;
        let fly = Vec3::new(0.35 + 0.1 * angle.cos(), 1.25 + 0.1 * angle.sin(), 0.3);
        actor.ik_mut().ok_or("no IK rig")?.set_goal("left hand", IkGoal::at(fly))?;
        actor.ik_mut().ok_or("no IK rig")?.set_goal("look", IkGoal::at(fly))?;
        if frame > 60 {
            actor.ik_mut().ok_or("no IK rig")?.clear_goal("left hand")?;
        }
        actor.advance(1.0 / 30.0);
        actor.resolve(FrameInput::new(1.0 / 30.0, Affine3A::IDENTITY));
        if let Some(ik) = actor.ik().filter(|_| frame % 15 == 0) {
            for (effector, name) in ik.rig().effectors() {
                let report = ik.report(effector);
                if report.weight > 0.0 {
                    let (millimetres, degrees) = (report.error * 1e3, report.angle_error.to_degrees());
                    println!(
                        "frame {frame}: {name} weight {:.2}, error {millimetres:.1} mm, {degrees:.1}°",
                        report.weight
                    );
                }
            }
        }
    }
    Ok(())
}
