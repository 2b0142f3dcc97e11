//! A face that lives: it blinks, glances aside, changes its emotion and looks at a visitor.
//!
//! `cargo run --example living_face -- [AVATAR.vrm]` prints what it does for ten seconds.

use sinew::Actor;
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings, Gaze};
use sinew::glam::Vec3;
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
    let file = std::env::args().nth(1).unwrap_or_else(|| built_in.into());
    let mut actor = Actor::without_clips(Arc::new(sinew_import::import_file(&file)?.character));
    let blink = actor.character().find_expression("blink").ok_or("no expression blink")?;
    let face = actor.face_mut().ok_or("no face")?;
    face.set_blinks(Some(BlinkSettings::new(7)));
    face.set_eye_movements(Some(EyeMovementSettings::new(7).with_social_gaze(true)));

    const STEP: f32 = 1.0 / 60.0;
    for frame in 0..600 {
        let face = actor.face_mut().ok_or("no face")?;
        match frame {
            180 => face.set_gaze(Gaze::Target(Vec3::new(0.4, 1.5, 1.0))),
            240 => face.set_emotion("happy", EmotionFade::new(0.5).with_intensity(0.8))?,
            480 => face.clear_emotion(EmotionFade::default()),
            _ => {}
        }
        actor.update(STEP);
        if frame % 12 == 0 {
            let gaze = actor.face().and_then(|face| face.resolved_gaze()).ok_or("no eyes")?;
            let [left, down] = [gaze.angles.yaw, gaze.angles.pitch].map(f32::to_degrees);
            let closed = actor.frame().expression_weights()[blink.index()];
            println!("{:4.1} s  {left:6.1}° left  {down:5.1}° down  lids {closed:.2}", frame as f32 * STEP);
        }
    }
    Ok(())
}
