//! Stages of a frame called without an actor, on your own buffers: sample a clip, solve IK, write the
//! skinning palette.
//!
//! `cargo run --example stages_alone`

use sinew::glam::{Affine3A, Vec3};
use sinew::pose::write_palette;
use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
use sinew::stage::{StageInput, StagePose};
use sinew::{LocalPose, Mat3x4, ModelPose, SampleCursor};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(&std::fs::read("data/sinew.vrm")?, &NoFiles)?;
    let character = imported.character;
    let skeleton = character.skeleton();
    let walk = imported.clips.iter().find(|clip| clip.name == "walk").ok_or("no clip called walk")?;
    let body = character.humanoid().ok_or("the character is not a humanoid")?;

    // Settings are shared, state belongs to one instance.
    let rig = Arc::new(IkRig::human(skeleton, body));
    let mut ik = IkState::new(rig, &character)?;
    ik.set_goal("right hand", IkGoal::at(Vec3::new(-0.3, 1.3, 0.4)))?;

    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut morphs = character.rest_weights().clone();
    let mut cursor = SampleCursor::new();
    let skin = &character.skins()[0];
    let mut palette = vec![Mat3x4::IDENTITY; skin.joints.len()];
    let dt = 1.0 / 30.0;
    for frame in 0..30 {
        local.reset(skeleton);
        walk.sample(frame as f32 * dt, &mut cursor, &mut local, &mut morphs);
        ik.solve(
            &StageInput::new(dt, Affine3A::IDENTITY),
            IkInput::new(),
            &mut StagePose::new(skeleton, &mut local, &mut model),
        );
        write_palette(&skin.joints, &skin.inverse_binds, model.as_slice(), &mut palette);
    }
    let hand = ik.rig().find("right hand")?;
    let report = ik.report(hand);
    println!("the goal has weight {:.2}; the hand is {:.1} mm from it", report.weight, report.error * 1e3);
    Ok(())
}
