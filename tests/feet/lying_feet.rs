//! Feet of a body that lies: soles that do not face the ground are not put on it.

use sinew::body::{FootShape, TPose};
use sinew::glam::Vec3;
use sinew::humanoid::BodySide;
use sinew::retarget::{RetargetSettings, retarget_between};
use sinew::{Character, LocalPose, ModelPose, RawClip, SampleCursor};
use sinew_suite::person;
use std::path::Path;

/// Flatness below which a sole surely does not face the ground.
const UPRIGHT: f32 = 0.25;

/// Flatness of a foot, its ankle and its rotation at a time.
fn foot(
    character: &Character,
    clip: &RawClip,
    shape: &FootShape,
    time: f32,
) -> (f32, Vec3, sinew::glam::Quat) {
    let (mut pose, mut model) =
        (LocalPose::rest(character.skeleton()), ModelPose::rest(character.skeleton()));
    let mut weights = character.rest_weights().clone();
    clip.sample(time, &mut SampleCursor::new(), &mut pose, &mut weights);
    model.update(character.skeleton(), &pose);
    let ankle = *model.get(shape.leg.foot);
    let (_, rotation, _) = ankle.to_scale_rotation_translation();
    (shape.flatness(model.as_slice()), ankle.translation.into(), rotation)
}

#[test]
fn retargeting_leaves_feet_whose_soles_do_not_face_the_ground() {
    let imported = person(Path::new(""), "");
    let character = &imported.character;
    let body = TPose::new(character.skeleton(), character.humanoid().unwrap()).with_skin(character);
    let mut upright = 0;
    for name in ["get_up_front", "get_up_back", "get_up_left", "get_up_right", "get_up_sitting"] {
        let clip = imported.clips.iter().find(|clip| clip.name == name).unwrap();
        let retargeted = |correction: bool| {
            let settings = RetargetSettings::default().with_foot_correction(correction);
            retarget_between(clip, character, character, &settings).unwrap().0
        };
        let [plain, corrected] = [false, true].map(retargeted);
        for side in [BodySide::Left, BodySide::Right] {
            let shape = FootShape::of(character.skeleton(), &body, side).unwrap();
            let (mut turned, mut moved) = (0.0_f32, 0.0_f32);
            let frames = ((clip.end() - clip.start()) * 30.0) as usize;
            let at = |clip: &RawClip, frame: usize| {
                foot(character, clip, &shape, clip.start() + frame as f32 / 30.0)
            };
            for frame in (0..frames).filter(|frame| at(&plain, *frame).0 < UPRIGHT) {
                upright += 1;
                let (uncorrected, other) = (at(&plain, frame), at(&corrected, frame));
                turned = turned.max(uncorrected.2.angle_between(other.2));
                moved = moved.max(uncorrected.1.distance(other.1));
            }
            println!("{name} {side:?}: {turned:.3} rad, {moved:.4} m");
            assert!(turned < 0.1 && moved < 0.01, "{name} {side:?}: {turned} rad, {moved} m");
        }
    }
    assert!(upright > 2, "{upright} frames");
}
