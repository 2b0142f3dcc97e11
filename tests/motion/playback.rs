//! Retargeted clips during playback, at keys and between them, raw and compressed: feet stand and do not
//! penetrate the floor.

use sinew::glam::{Affine3A, Vec3};
use sinew::retarget::FootContact;
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, SampleCursor};
use sinew_author::clip::{CompressionSettings, compress};
use sinew_suite::{BODIES, MOTIONS, person, retargeted};

/// Writes the pose at a time.
type Sampler<'a> = &'a mut dyn FnMut(f32, &mut LocalPose);

/// Samples per key interval.
const FINE: usize = 4;
/// Number of sampled key intervals of a clip, evenly distributed.
const STRETCHES: usize = 100;

/// Key times and times between them; of long clips only some intervals.
fn fine(times: &[f32]) -> Vec<f32> {
    let every = times.len().div_ceil(STRETCHES).max(1);
    let part = |a: f32, b: f32| (0..FINE).map(move |n| a + (b - a) * n as f32 / FINE as f32);
    let stretches = times.windows(2).step_by(every);
    stretches.flat_map(|w| part(w[0], w[1])).chain(times.last().copied()).collect()
}

/// Frame times of the source: the key times of the moving track with the fewest keys.
fn frames(clip: &RawClip) -> Vec<f32> {
    let tracks = clip.joints.iter().filter_map(|track| track.rotation.as_ref());
    let moving = tracks.filter(|track| track.times().len() > 2);
    moving.min_by_key(|track| track.times().len()).map_or(Vec::new(), |track| track.times().to_vec())
}

/// Slide of the contact point within a contact, sampled `FINE` times per key interval.
fn slide(character: &Character, contact: &FootContact, frames: &[f32], sample: Sampler<'_>) -> f32 {
    let skeleton = character.skeleton();
    let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let within: Vec<f32> =
        frames.iter().copied().filter(|t| (contact.start..=contact.end).contains(t)).collect();
    let mut positions: Vec<Vec3> = Vec::new();
    for time in fine(&within) {
        sample(time, &mut pose);
        model.update(skeleton, &pose);
        let joint_transform: &Affine3A = model.get(contact.joint);
        let position = joint_transform.transform_point3(contact.point)
            - contact.ground_velocity * (time - contact.start);
        positions.push(position.with_y(0.0));
    }
    let far = |p: &Vec3| positions.iter().map(|q| p.distance(*q)).fold(0.0, f32::max);
    positions.iter().map(far).fold(0.0, f32::max)
}

/// Length of a leg, metres.
fn leg(character: &Character) -> f32 {
    use sinew::humanoid::HumanBone::*;
    let (human, rest) = (character.humanoid().unwrap(), ModelPose::rest(character.skeleton()));
    let at = |joint: JointId| Vec3::from(rest.get(joint).translation);
    let position = |bone| at(human.named_bones.joint(bone).unwrap());
    position(LeftUpperLeg).distance(position(LeftLowerLeg))
        + position(LeftLowerLeg).distance(position(LeftFoot))
}

#[test]
fn feet_stand_between_keys() {
    let Some(assets) = sinew_suite::assets() else { return };
    let bodies = BODIES.map(|name| person(&assets, name));
    let (mut failures, mut worst) = (Vec::new(), [0.0f32; 6]);
    for (name, count) in MOTIONS {
        let motion = person(&assets, name);
        let from = &motion.character;
        for clip in motion.clips.iter().take(count) {
            for (body, file) in bodies.iter().zip(BODIES) {
                let (to, human) = (&body.character, body.character.humanoid().unwrap());
                let (made, report) = retargeted(clip, (from, from.humanoid().unwrap()), (to, human));
                let Some(feet) = report.foot_correction else { continue };
                let (skeleton, frames) = (to.skeleton(), frames(&made));
                // Scaled to a body with legs of 0.85 m.
                let size = 0.85 / leg(to);
                let settings = CompressionSettings::new(1e-4 / size).with_shell_distance(0.03 / size);
                let packed = compress(&made, skeleton, &settings).unwrap();
                let (mut cursor, mut weights) = (SampleCursor::new(), to.rest_weights().clone());
                let mut raw =
                    |time: f32, pose: &mut LocalPose| made.sample(time, &mut cursor, pose, &mut weights);
                let mut played = |time: f32, pose: &mut LocalPose| packed.sample(time, pose);
                let samplers: [Sampler<'_>; 2] = [&mut raw, &mut played];
                let [raw, packed] = samplers.map(|sample| {
                    let slides = report.contacts.iter().map(|contact| slide(to, contact, &frames, sample));
                    let slide = slides.fold(0.0, f32::max) * size * 1e3;
                    let skin = -sinew_suite::lowest(to, human, &fine(&frames), sample) * size * 1e3;
                    [slide, if skin.is_finite() { skin.max(0.0) } else { 0.0 }]
                });
                let reported = [feet.slide, feet.penetration].map(|metres| metres * size * 1e3);
                let all = [raw[0], raw[1], packed[0], packed[1], reported[0], reported[1]];
                (0..6).for_each(|n| worst[n] = worst[n].max(all[n]));
                let keys = made.joints.iter().filter_map(|t| t.rotation.as_ref()).map(|t| t.times().len());
                let line = format!(
                    "{name} {:?} → {file}: slide {:.1}, packed {:.1}, reported {:.1}; below {:.1}, packed \
                     {:.1}, reported {:.1}; {} frames, most keys {}",
                    clip.name,
                    raw[0],
                    packed[0],
                    reported[0],
                    raw[1],
                    packed[1],
                    reported[1],
                    frames.len(),
                    keys.max().unwrap_or(0)
                );
                println!("{line}");
                if all.iter().any(|mm| *mm > 5.0) {
                    failures.push(line);
                }
            }
        }
    }
    println!(
        "worst (mm): slide {:.2}, packed {:.2}, reported {:.2}; below {:.2}, packed {:.2}, reported {:.2}",
        worst[0], worst[2], worst[4], worst[1], worst[3], worst[5]
    );
    assert!(failures.is_empty(), "{} exceed 5 mm:\n{}", failures.len(), failures.join("\n"));
}
