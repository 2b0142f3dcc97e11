//! Motion of every format on characters of every format: feet stand, do not penetrate the floor, and limbs
//! keep their directions.

use sinew::clip::Track;
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::Humanoid;
use sinew::retarget::RetargetReport;
use sinew::{Character, LocalPose, ModelPose, RawClip, SampleCursor};
use sinew_import::Imported;
use sinew_suite::{BODIES, MOTIONS, person, retargeted};

fn body(imported: &Imported) -> (&Character, &Humanoid) {
    (&imported.character, imported.character.humanoid().unwrap())
}

/// Positions of the bones over a clip, left and right by position.
fn positions(
    character: &Character,
    humanoid: &Humanoid,
    clip: &RawClip,
    times: &[f32],
) -> Vec<Vec<Option<Vec3>>> {
    let mut model = ModelPose::rest(character.skeleton());
    let mut weights = character.rest_weights().clone();
    let at = |time: &f32| {
        let mut pose = LocalPose::rest(character.skeleton());
        clip.sample(*time, &mut SampleCursor::new(), &mut pose, &mut weights);
        model.update(character.skeleton(), &pose);
        let joint = |bone: HumanBone| {
            humanoid.named_bones.joint(if humanoid.sides_swapped { bone.mirrored() } else { bone })
        };
        HumanBone::ALL.iter().map(|&b| joint(b).map(|j| model.get(j).translation.into())).collect()
    };
    times.iter().map(at).collect()
}

/// Largest angle between limbs of two bodies that should be parallel, degrees, and the limb.
fn astray(
    a: &[Vec<Option<Vec3>>],
    b: &[Vec<Option<Vec3>>],
    limbs: &[(HumanBone, HumanBone)],
) -> (f32, Option<HumanBone>) {
    let mut worst = (0.0f32, None);
    for (a, b) in a.iter().zip(b) {
        for &(from, to) in limbs {
            let direction = |p: &[Option<Vec3>]| Some(p[to.index()]? - p[from.index()]?);
            let (Some(a), Some(b)) = (direction(a), direction(b)) else { continue };
            let angle = a.angle_between(b).to_degrees();
            if angle > worst.0 {
                worst = (angle, Some(from));
            }
        }
    }
    worst
}

const ARMS: [(HumanBone, HumanBone); 4] = [
    (LeftUpperArm, LeftLowerArm),
    (LeftLowerArm, LeftHand),
    (RightUpperArm, RightLowerArm),
    (RightLowerArm, RightHand),
];
const LEGS: [(HumanBone, HumanBone); 4] = [
    (LeftUpperLeg, LeftLowerLeg),
    (LeftLowerLeg, LeftFoot),
    (RightUpperLeg, RightLowerLeg),
    (RightLowerLeg, RightFoot),
];

/// Key times of a clip, at most a hundred; between keys feet move on arcs.
fn keys(clip: &RawClip) -> Vec<f32> {
    let tracks = clip.joints.iter().filter_map(|track| track.rotation.as_ref().map(Track::times));
    let longest = tracks.max_by_key(|times| times.len()).unwrap_or_default();
    longest.iter().step_by(longest.len().div_ceil(100).max(1)).copied().collect()
}

/// Largest rotation of a joint between two keys, degrees.
fn largest_turn(clip: &RawClip) -> f32 {
    let turns = clip.joints.iter().filter_map(|t| t.rotation.as_ref());
    let each = turns.flat_map(|track| track.values().windows(2).map(|w| w[0].angle_between(w[1])));
    each.fold(0.0, f32::max).to_degrees()
}

#[test]
fn any_motion_on_any_character() {
    let Some(assets) = sinew_suite::assets() else { return };
    let bodies = BODIES.map(|name| person(&assets, name));
    println!(
        "motion, clip → body: steps, slide before and after, penetration, shortfall (mm at a leg of 0.85 m), \
         arms and legs astray (°)"
    );
    let mut failures = Vec::new();
    let mut worst = [0.0f32; 3];
    for (name, count) in MOTIONS {
        let motion = person(&assets, name);
        let (from, human) = body(&motion);
        for clip in motion.clips.iter().take(count) {
            for (target, file) in bodies.iter().zip(BODIES) {
                let (to, their) = body(target);
                let (made, report) = retargeted(clip, (from, human), (to, their));
                let RetargetReport { foot_correction: feet, .. } = report;
                // One of the clips animates an arm alone.
                assert_eq!(feet.is_none(), name == "vrm/three-vrm_test.vrma", "{name} {:?}", clip.name);
                let Some(feet) = feet else { continue };
                assert!((made.end() - clip.end()).abs() < 1e-4 && (made.start() - clip.start()).abs() < 1e-4);
                let times: Vec<f32> =
                    (0..60).map(|k| clip.start() + (clip.end() - clip.start()) * k as f32 / 59.0).collect();
                let ours = positions(to, their, &made, &times);
                let source = positions(from, human, clip, &times);
                let (arms, legs) = (astray(&source, &ours, &ARMS), astray(&source, &ours, &LEGS));
                let leg = leg_length(&ours[0]);
                let mm = |metres: f32| metres * 850.0 / leg;
                // The built-in floor is at 0.
                let skin = (-sinew_suite::lowest_skin(to, their, &made, &keys(&made))).max(0.0);
                worst = [
                    worst[0].max(mm(feet.slide)),
                    worst[1].max(mm(feet.penetration)),
                    worst[2].max(mm(skin)),
                ];
                let line = format!(
                    "{name} {:?} → {file}: {} steps, {:.1} → {:.1}, {:.1} (skin {:.1}), {:.1}; arms {:.1}, \
                     legs {:.1} {:?}; turn {:.0}",
                    clip.name,
                    feet.contacts,
                    mm(feet.slide_before),
                    mm(feet.slide),
                    mm(feet.penetration),
                    mm(skin),
                    mm(feet.shortfall),
                    arms.0,
                    legs.0,
                    legs.1,
                    largest_turn(&made),
                );
                println!("{line}");
                let sound = mm(feet.slide) <= 5.0
                    && mm(feet.penetration) <= 5.0
                    && (mm(skin) <= 5.0 || !skin.is_finite())
                    && arms.0 < 3.0
                    && legs.0 < 75.0;
                if !sound {
                    failures.push(line);
                }
            }
        }
    }
    println!("worst: slide {:.2}, penetration {:.2}, of every vertex {:.2}", worst[0], worst[1], worst[2]);
    assert!(failures.is_empty(), "{} fall short:\n{}", failures.len(), failures.join("\n"));
}

fn leg_length(positions: &[Option<Vec3>]) -> f32 {
    let length = |from: HumanBone, to: HumanBone| match (positions[from.index()], positions[to.index()]) {
        (Some(a), Some(b)) => a.distance(b),
        _ => 0.0,
    };
    length(LeftUpperLeg, LeftLowerLeg) + length(LeftLowerLeg, LeftFoot)
}
