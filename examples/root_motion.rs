//! Extracts the root motion of a clip, adds a footstep event and writes the clip as GLB; then moves an actor
//! by the root motion.
//!
//! `cargo run --example root_motion -- MOTION.bvh OUT.glb`

use sinew::clip::{
    ClipEvent, ClipEvents, ClipEventsDescription, RootMotionSettings, RootPath, extract_root_motion,
};
use sinew::glam::Affine3A;
use sinew::humanoid::HumanBone;
use sinew::{Actor, ClipId, FrameInput};
use sinew_import::{ExportOptions, NoFiles, export_glb, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (file, out) = args.next().zip(args.next()).ok_or("usage: root_motion MOTION.bvh OUT.glb")?;
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let imported = import(&bytes, &NoFiles)?;
    let skeleton = imported.character.skeleton();
    let body = imported.character.humanoid().ok_or("the motion has no human skeleton")?;
    let hips = body.joint(HumanBone::Hips).ok_or("no hips")?;

    // Sway within half a second stays in the pose, so that the root moves straight ahead.
    let settings = RootMotionSettings::new(hips).with_path(RootPath::Smooth(0.5));
    let mut clip = extract_root_motion(imported.clips.first().ok_or("no clip")?, skeleton, &settings)?;
    let middle = (clip.start() + clip.end()) * 0.5;
    let step = ClipEvent { time: middle, name: "step".into(), data: String::new() };
    clip.events = ClipEvents::from_description(&ClipEventsDescription {
        points: vec![step],
        ..ClipEventsDescription::default()
    })?;
    let written = export_glb(&imported.character, std::slice::from_ref(&clip), &ExportOptions::default())?;
    std::fs::write(&out, written.bytes)?;

    let mut actor = Actor::new(Arc::new(imported.character), vec![Arc::new(clip)])?;
    actor.play(ClipId(0)).unwrap();
    let mut world = Affine3A::IDENTITY;
    for frame in 0..120 {
        world = actor.advance(1.0 / 60.0).apply_to(world);
        actor.resolve(FrameInput::new(1.0 / 60.0, world));
        for event in actor.frame().events() {
            let (time, at) = (frame as f32 / 60.0, world.translation);
            println!("{time:.2} s  {} at {at:.2}", event.name(actor.clips()));
        }
    }
    println!("after 2 s at {:.2}", world.translation);
    Ok(())
}
