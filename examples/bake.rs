//! Bakes a reaching hand over a playing clip into plain animation that any engine plays.
//!
//! `cargo run --example bake -- OUT.glb`

use sinew::actor::ClipRecorder;
use sinew::glam::{Affine3A, Vec3};
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, FrameInput};
use sinew_import::{ExportOptions, NoFiles, export_glb, import};
use std::sync::Arc;

/// Frames per second.
const RATE: f64 = 30.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args().nth(1).unwrap_or("reaches.glb".into());
    let imported = import(&std::fs::read("data/sinew.vrm")?, &NoFiles)?;
    let character = Arc::new(imported.character);
    let rig = IkRig::from_ron(include_str!("rig.ron"), &character)?;

    let clips = imported.clips;
    let mut actor = Actor::new(character.clone(), clips)?;
    actor.set_ik(Some(Arc::new(rig)))?;
    actor.play("idle")?;
    let mut recording = ClipRecorder::new(&character, RATE);
    for frame in 0..=60 {
        if frame == 15 {
            let cup = IkGoal::at(Vec3::new(-0.35, 1.2, 0.3));
            actor.ik_mut().ok_or("no IK rig")?.set_goal("right hand", cup)?;
            actor.ik_mut().ok_or("no IK rig")?.set_goal("look", cup)?;
        }
        actor.advance(if frame == 0 { 0.0 } else { (1.0 / RATE) as f32 });
        actor.resolve(FrameInput::new((1.0 / RATE) as f32, Affine3A::IDENTITY));
        recording.add(&actor.frame());
    }
    let clip = recording.finish("Takes a cup");

    let options = ExportOptions::default().with_key_tolerance(0.000_1);
    let written = export_glb(&character, &[clip], &options)?;
    std::fs::write(&out, &written.bytes)?;
    println!("{out}: {} bytes, {} frames", written.bytes.len(), recording.len());
    Ok(())
}
