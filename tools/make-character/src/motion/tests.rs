//! Invariants of the clips.

use super::{Take, takes};
use crate::output::Part;
use crate::skeleton::Skeleton;
use crate::tests::body;
use glam::{Affine3A, Quat, Vec3};

/// Names of the clips that begin on the floor.
const FROM_FLOOR: [&str; 5] =
    ["get_up_front", "get_up_back", "get_up_left", "get_up_right", "get_up_sitting"];

/// Local rotations and hips offset of a key.
fn key(skeleton: &Skeleton, take: &Take, key: usize) -> (Vec<Quat>, Vec3) {
    let mut rotations = vec![Quat::IDENTITY; skeleton.joints.len()];
    for (joint, keys) in &take.rotations {
        rotations[*joint] = keys[key];
    }
    (rotations, take.hips[key] - skeleton.offset(take.hips_joint))
}

/// Skinned position of a vertex.
fn skinned(skeleton: &Skeleton, model: &[Affine3A], at: Vec3, influence: &[(usize, f32); 4]) -> Vec3 {
    let moved = |joint: usize| {
        (model[joint] * Affine3A::from_translation(-skeleton.joints[joint].at)).transform_point3(at)
    };
    influence.iter().map(|(joint, weight)| moved(*joint) * *weight).sum()
}

/// Height of the lowest vertex of a part.
fn lowest(skeleton: &Skeleton, model: &[Affine3A], part: &Part) -> f32 {
    let surface = &part.surface;
    let heights = surface.positions.iter().zip(&surface.influences);
    heights.map(|(at, influence)| skinned(skeleton, model, *at, influence).y).fold(f32::MAX, f32::min)
}

/// Transforms of all joints at a key, in the space of the standing character: without root motion.
fn posed(skeleton: &Skeleton, take: &Take, number: usize) -> Vec<Affine3A> {
    let (rotations, hips) = key(skeleton, take, number);
    skeleton.model(&rotations, hips)
}

fn named<'a>(takes: &'a [Take], name: &str) -> &'a Take {
    takes.iter().find(|take| take.name == name).unwrap_or_else(|| panic!("no clip {name}"))
}

fn degrees_between(a: Quat, b: Quat) -> f32 {
    a.angle_between(b).to_degrees()
}

#[test]
fn loops_close() {
    let skeleton = Skeleton::new();
    for take in takes(&skeleton).iter().filter(|take| !FROM_FLOOR.contains(&take.name)) {
        let last = take.times.len() - 1;
        for (joint, keys) in &take.rotations {
            let gap = keys[0].angle_between(keys[last]);
            assert!(gap < 2e-3, "{}: {} opens by {gap}", take.name, skeleton.joints[*joint].name);
        }
        assert!(take.hips[0].distance(take.hips[last]) < 1e-4, "{}", take.name);
    }
}

#[test]
fn reactions_begin_and_end_in_the_first_pose_of_idle() {
    let skeleton = Skeleton::new();
    let takes = takes(&skeleton);
    let (rest, hips) = key(&skeleton, named(&takes, "idle"), 0);
    for name in ["get_up_front", "get_up_back", "stumble", "hit_front", "hit_back", "hit_left", "hit_right"] {
        let take = named(&takes, name);
        let last = take.times.len() - 1;
        let ends = if FROM_FLOOR.contains(&name) { &[last][..] } else { &[0, last] };
        for end in ends {
            let (rotations, at) = key(&skeleton, take, *end);
            assert!(at.distance(hips) < 1e-4, "{name}: hips at {at}, those of idle at {hips}");
            for (joint, (rotation, idle)) in skeleton.joints.iter().zip(rotations.iter().zip(&rest)) {
                let gap = degrees_between(*rotation, *idle);
                assert!(gap < 0.15, "{name}, key {end}: {} differs by {gap} degrees", joint.name);
            }
        }
    }
}

#[test]
fn lengths_are_those_of_reactions() {
    let takes = takes(&Skeleton::new());
    for (name, shortest, longest) in [
        ("get_up_front", 2.0, 3.2),
        ("get_up_back", 2.0, 3.0),
        ("stumble", 1.0, 1.4),
        ("hit_front", 0.5, 0.7),
        ("hit_back", 0.5, 0.7),
        ("hit_left", 0.5, 0.7),
        ("hit_right", 0.5, 0.7),
    ] {
        let length = *named(&takes, name).times.last().expect("a key");
        assert!((shortest..=longest).contains(&length), "{name}: {length} s");
    }
}

/// The body rests on the floor: its lowest point touches it, and so do head, trunk, arms and legs, near the
/// origin.
#[test]
fn clips_from_the_floor_begin_lying() {
    let skeleton = Skeleton::new();
    let takes = takes(&skeleton);
    for (name, front) in [("get_up_front", Vec3::NEG_Y), ("get_up_back", Vec3::Y)] {
        let model = posed(&skeleton, named(&takes, name), 0);
        let low = body().parts.iter().map(|p| lowest(&skeleton, &model, p)).fold(f32::MAX, f32::min);
        assert!(low.abs() < 0.01, "{name}: the lowest point is at {low}");
        for (part, highest) in
            [("head", 0.08), ("hoodie", 0.01), ("hands", 0.03), ("trousers", 0.03), ("shoes", 0.02)]
        {
            let found = body().parts.iter().find(|p| p.name == part).expect(part);
            let low = lowest(&skeleton, &model, found);
            assert!(low < highest, "{name}: {part} begins {low} above the floor");
        }
        let hips = model[skeleton.index("hips")];
        assert!(hips.transform_vector3(Vec3::Z).dot(front) > 0.95, "{name} lies on the wrong side");
        let away = hips.translation * glam::Vec3A::new(1.0, 0.0, 1.0);
        assert!(away.length() < 0.45, "{name}: the hips are {} from the origin", away.length());
    }
}

#[test]
fn nothing_sinks_into_the_floor() {
    let skeleton = Skeleton::new();
    for take in takes(&skeleton) {
        for number in 0..take.times.len() {
            let model = posed(&skeleton, &take, number);
            for part in &body().parts {
                // Soles are exact; flesh and cloth of a body that lies may give.
                let standing_shoe = part.name == "shoes" && !FROM_FLOOR.contains(&take.name);
                let deepest = if standing_shoe { -0.005 } else { -0.015 };
                let low = lowest(&skeleton, &model, part);
                assert!(
                    low > deepest,
                    "{} at {:.3} s: {} at {low}",
                    take.name,
                    take.times[number],
                    part.name
                );
            }
        }
    }
}

/// Hands and feet stay in place while they carry weight: the knuckles, the ball of the foot, or the ankle of
/// a flat foot.
#[test]
fn what_carries_weight_does_not_slide() {
    let skeleton = Skeleton::new();
    let takes = takes(&skeleton);
    let mut planted = vec![
        ("get_up_front", "leftMiddleProximal", 0.52, 1.37),
        ("get_up_front", "rightMiddleProximal", 0.52, 1.26),
        ("get_up_front", "leftToes", 0.57, 1.78),
        ("get_up_front", "rightToes", 1.44, 3.03),
        ("get_up_front", "leftFoot", 2.87, 3.03),
        ("get_up_back", "leftMiddleProximal", 0.58, 1.20),
        ("get_up_back", "rightFoot", 0.82, 2.72),
        ("get_up_back", "leftToes", 1.10, 2.72),
        ("stumble", "leftToes", 0.0, 0.40),
        ("stumble", "rightFoot", 0.44, 1.25),
        ("stumble", "leftFoot", 0.88, 1.25),
    ];
    for hit in ["hit_front", "hit_back", "hit_left", "hit_right"] {
        planted.extend(["leftFoot", "leftToes", "rightFoot", "rightToes"].map(|foot| (hit, foot, 0.0, 0.65)));
    }
    for (name, joint, from, to) in planted {
        let take = named(&takes, name);
        let at = |number: usize| {
            let root = take.travel.map_or(0.0, |travel| travel(take.times[number]));
            Vec3::from(posed(&skeleton, take, number)[skeleton.index(joint)].translation) + Vec3::Z * root
        };
        let during: Vec<usize> =
            (0..take.times.len()).filter(|k| (from..=to).contains(&take.times[*k])).collect();
        let slide = during.iter().map(|k| at(*k).distance(at(during[0]))).fold(0.0, f32::max);
        assert!(slide < 0.006, "{name}: {joint} slides by {slide} m from {from} to {to} s");
    }
}

/// Elbows and knees bend one way only, at most as far as flesh allows; wrists bend at most to a right angle
/// or so.
#[test]
fn joints_stay_within_human_limits() {
    let skeleton = Skeleton::new();
    for take in takes(&skeleton) {
        for number in 0..take.times.len() {
            let (rotations, _) = key(&skeleton, &take, number);
            let of = |name: &str| rotations[skeleton.index(name)];
            let angle = |name: &str, axis: Vec3| {
                let turn = of(name);
                2.0 * Vec3::new(turn.x, turn.y, turn.z).dot(axis).atan2(turn.w).to_degrees()
            };
            let context = format!("{} at {:.3} s", take.name, take.times[number]);
            for (side, sign) in [("left", -1.0), ("right", 1.0)] {
                let elbow = wrapped(angle(&format!("{side}LowerArm"), Vec3::Y * sign));
                assert!((-3.0..150.0).contains(&elbow), "{context}: {side} elbow {elbow}");
                let knee = wrapped(angle(&format!("{side}LowerLeg"), Vec3::X));
                assert!((-3.0..150.0).contains(&knee), "{context}: {side} knee {knee}");
                // Without the turn of the forearm, which is the part about its length.
                let hand = of(&format!("{side}Hand"));
                let turn = Quat::from_xyzw(hand.x, 0.0, 0.0, hand.w).normalize();
                let wrist = wrapped(degrees_between(hand * turn.inverse(), Quat::IDENTITY));
                assert!(wrist < 105.0, "{context}: {side} wrist {wrist}");
            }
        }
    }
}

/// The angle in -180..180 degrees.
fn wrapped(degrees: f32) -> f32 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}
