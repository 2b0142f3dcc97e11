//! A foot that rests in the source rests in the retargeted clip: its ankle drifts no further than the
//! source's, scaled.

use sinew::glam::Vec3;
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::Humanoid;
use sinew::{Character, LocalPose, ModelPose, RawClip, SampleCursor};
use sinew_suite::{BODIES, MOTIONS, person, retargeted};

/// Frames per second at which rest is judged.
const RATE: f32 = 30.0;
/// Fewest frames of a rest.
const FRAMES: usize = 5;
/// Speed below which a point rests, metres per second on a leg of 0.9 m.
const SPEED: f32 = 0.04;
/// Samples per frame of the drift.
const SAMPLES: usize = 4;
/// Largest height of the toes of a standing foot above their lowest position, leg lengths.
const MAX_HEIGHT: f32 = 0.05;
/// Drift that retargeting may add, level and upright, metres: skin of some boots follows the shin, and the
/// ankle moves up and down so that it stays on the floor.
const ADDED: [f32; 2] = [0.002, 0.0045];

struct Leg {
    ankle: Vec<Vec3>,
    toes: Vec<Vec3>,
    length: f32,
}

/// Ankle and toes of a side at every sample, relative to ground that moves with `ground`.
fn leg(
    (character, humanoid): (&Character, &Humanoid),
    clip: &RawClip,
    times: &[f32],
    bones: [HumanBone; 3],
    ground: Vec3,
) -> Option<Leg> {
    let bone = |bone: HumanBone| {
        humanoid.named_bones.joint(if humanoid.sides_swapped { bone.mirrored() } else { bone })
    };
    let [upper, ankle] = [bone(bones[0])?, bone(bones[1])?];
    let toes = bone(bones[2]).unwrap_or(ankle);
    let (mut cursor, mut weights) = (SampleCursor::new(), character.rest_weights().clone());
    let (mut pose, mut model) =
        (LocalPose::rest(character.skeleton()), ModelPose::reference(character.skeleton()));
    let at = |model: &ModelPose, joint| Vec3::from(model.get(joint).translation);
    let length = (at(&model, upper) - at(&model, ankle)).length();
    let mut leg = Leg { ankle: Vec::new(), toes: Vec::new(), length };
    for time in times {
        clip.sample(*time, &mut cursor, &mut pose, &mut weights);
        model.update(character.skeleton(), &pose);
        leg.ankle.push(at(&model, ankle) - ground * (time - times[0]));
        leg.toes.push(at(&model, toes) - ground * (time - times[0]));
    }
    Some(leg)
}

/// Ranges of samples in which ankle and toes rest.
fn rests(leg: &Leg) -> Vec<std::ops::RangeInclusive<usize>> {
    let limit = SPEED * leg.length / 0.9 / RATE;
    let moves = |k: usize| {
        [&leg.ankle, &leg.toes].iter().any(|p| p[k * SAMPLES].distance(p[(k + 1) * SAMPLES]) >= limit)
    };
    let ground = leg.toes.iter().map(|position| position.y).fold(f32::MAX, f32::min);
    let steps = (leg.ankle.len() - 1) / SAMPLES;
    let mut found = Vec::new();
    let mut first = 0;
    for k in 0..=steps {
        if k == steps || moves(k) {
            // A leg may rest in the air, as at the height of a kick.
            if k - first + 1 >= FRAMES && leg.toes[first * SAMPLES].y - ground < MAX_HEIGHT * leg.length {
                found.push(first * SAMPLES..=k * SAMPLES);
            }
            first = k + 1;
        }
    }
    found
}

/// Largest distance between two positions, level and upright.
fn drift(positions: &[Vec3]) -> [f32; 2] {
    let largest = |distance: &dyn Fn(Vec3) -> f32| {
        let from = |a: &Vec3| positions.iter().map(|b| distance(*a - *b)).fold(0.0, f32::max);
        positions.iter().map(from).fold(0.0, f32::max)
    };
    [largest(&|offset| offset.with_y(0.0).length()), largest(&|offset| offset.y.abs())]
}

#[test]
fn resting_feet_rest() {
    let Some(assets) = sinew_suite::assets() else { return };
    let bodies = BODIES.map(|name| person(&assets, name));
    let (mut failures, mut count, mut worst) = (Vec::new(), 0, [0.0f32; 2]);
    for (name, clips) in MOTIONS {
        let motion = person(&assets, name);
        let from = (&motion.character, motion.character.humanoid().unwrap());
        for clip in motion.clips.iter().take(clips) {
            let steps = ((clip.end() - clip.start()) * RATE) as usize;
            let times: Vec<f32> =
                (0..=steps * SAMPLES).map(|k| clip.start() + k as f32 / (RATE * SAMPLES as f32)).collect();
            for (target, file) in bodies.iter().zip(BODIES) {
                let to = (&target.character, target.character.humanoid().unwrap());
                let (made, report) = retargeted(clip, from, to);
                let ground = report.contacts.first().map_or(Vec3::ZERO, |contact| contact.ground_velocity);
                for bones in [[LeftUpperLeg, LeftFoot, LeftToes], [RightUpperLeg, RightFoot, RightToes]] {
                    let theirs = leg(from, clip, &times, bones, ground / report.root_motion_scale);
                    let ours = leg(to, &made, &times, bones, ground);
                    let (Some(theirs), Some(ours)) = (theirs, ours) else { continue };
                    let scale = ours.length / theirs.length;
                    for rest in rests(&theirs) {
                        count += 1;
                        let (planted, source) =
                            (drift(&ours.ankle[rest.clone()]), drift(&theirs.ankle[rest.clone()]));
                        let added = [0, 1].map(|n| planted[n] - source[n] * scale);
                        worst = [0, 1].map(|n| added[n].max(worst[n]));
                        if (0..2).any(|n| added[n] > ADDED[n]) {
                            failures.push(format!(
                                "{name} {:?} → {file}: {:?} frames {}..={}: {:.1} mm level and {:.1} \
                                 upright, {:.1} and {:.1} of them the source's (leg {:.2} m)",
                                clip.name,
                                bones[1],
                                rest.start() / SAMPLES,
                                rest.end() / SAMPLES,
                                planted[0] * 1e3,
                                planted[1] * 1e3,
                                source[0] * scale * 1e3,
                                source[1] * scale * 1e3,
                                ours.length
                            ));
                        }
                    }
                }
            }
        }
    }
    println!(
        "{count} rests; ankles drift up to {:.2} mm level and {:.2} mm upright more than the source's",
        worst[0] * 1e3,
        worst[1] * 1e3
    );
    assert!(count > 900);
    assert!(failures.is_empty(), "{} of {count} drift:\n{}", failures.len(), failures.join("\n"));
}
