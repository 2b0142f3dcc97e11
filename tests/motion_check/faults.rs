//! Faults as captures, exporters and programs make them, put into clips.

use crate::keys::Keys;
use fastrand::Rng;
use sinew::JointId;
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew_author::motion_check::MotionFault;

/// Fault that was made.
pub(crate) struct Made {
    /// First and last frame at which it is to be found.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// First and last frame that it changes.
    pub(crate) since: usize,
    pub(crate) until: usize,
}

fn made(first: usize, last: usize, until: usize) -> Option<Made> {
    Some(Made { first, last: last.min(until), since: first, until })
}

/// Puts a fault into a clip; `None` where there is no good moment for it.
pub(crate) fn make(fault: MotionFault, keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    match fault {
        MotionFault::FootSlide => foot_slide(keys, random),
        MotionFault::FloorPenetration => floor_penetration(keys, random),
        MotionFault::Pop => pop(keys, random),
        MotionFault::JointFlip => flip(keys, random),
        MotionFault::Hyperextension => hyperextension(keys, random),
        MotionFault::LoopSeam => loop_seam(keys, random),
        MotionFault::RootJitter => root_jitter(keys, random),
        MotionFault::FrozenFrames => frozen(keys, random),
        MotionFault::DuplicatedFrames => duplicated(keys, random),
        MotionFault::ScaleJump => scale_jump(keys, random),
        MotionFault::SideSwap => side_swap(keys, random),
        MotionFault::Noise => noise(keys, random),
        _ => None,
    }
}

fn between(random: &mut Rng, from: f32, to: f32) -> f32 {
    from + (to - from) * random.f32()
}

/// Frames that begin a stretch of `seconds` with `margin` seconds before and after.
fn start(keys: &Keys<'_>, random: &mut Rng, seconds: f32, margin: f32) -> Option<(usize, usize)> {
    let (length, margin) = (keys.frames(seconds), keys.frames(margin));
    let last = keys.times.len().checked_sub(length + margin + 1).filter(|last| *last > margin)?;
    let first = random.usize(margin..last);
    Some((first, first + length))
}

/// From 0 to 1 without a jump of velocity.
fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// From 0 to 1 and back.
fn bump(share: f32) -> f32 {
    smooth(2.0 * share.min(1.0 - share))
}

fn direction(random: &mut Rng) -> Vec3 {
    loop {
        let v = Vec3::new(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5);
        if (0.01..0.25).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

fn gauss(random: &mut Rng) -> f32 {
    (0..12).map(|_| random.f32()).sum::<f32>() - 6.0
}

/// Noise of deviation 1 in space.
fn shake(random: &mut Rng) -> Vec3 {
    Vec3::new(gauss(random), gauss(random), gauss(random)) / 3f32.sqrt()
}

/// A stand of a foot: ball or ankle is low and slow, over the ground or with it.
fn stand(keys: &Keys<'_>, random: &mut Rng) -> Option<(usize, usize)> {
    let feet = [(LeftToes, LeftFoot), (RightToes, RightFoot)];
    let (toes, foot) = feet[random.usize(0..2)];
    let joint = keys.bone(toes).or_else(|| keys.bone(foot))?;
    let path: Vec<Vec3> = (0..keys.times.len()).map(|k| keys.at(k, joint)).collect();
    let low = path.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    let height = keys.height();
    let speed = |k: usize| (path[k + 1] - path[k]).length() / keys.interval();
    let stands = |k: &usize| path[*k].y < low + 0.02 * height && speed(*k) < 0.15 * height;
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for k in (0..path.len() - 1).filter(stands) {
        match stretches.last_mut().filter(|last| last.1 == k) {
            Some(last) => last.1 = k + 1,
            None => stretches.push((k, k + 1)),
        }
    }
    stretches.retain(|(first, last)| last - first >= keys.frames(0.27));
    (!stretches.is_empty()).then(|| stretches[random.usize(0..stretches.len())])
}

/// The whole body drifts by 5 to 12 % of its height while a foot stands, at most at 0.25 heights per second.
fn foot_slide(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let hips = keys.bone(Hips)?;
    let (first, last) = stand(keys, random)?;
    let last = last.min(first + keys.frames(0.6));
    let turn = random.f32() * std::f32::consts::TAU;
    // At its fastest it is half as fast again as on average.
    let most = 0.25 / 1.5 * (last - first) as f32 * keys.interval();
    let size = between(random, 0.05, 0.12).min(most) * keys.height();
    let way = Vec3::new(turn.cos(), 0.0, turn.sin()) * size;
    for k in first..keys.times.len() {
        let share = (k - first) as f32 / (last - first) as f32;
        keys.shift(k, hips, way * smooth(share));
    }
    made(first, last, keys.times.len() - 1)
}

/// The hips sink by 5 to 12 % of the height while a foot stands.
fn floor_penetration(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let hips = keys.bone(Hips)?;
    let (first, last) = stand(keys, random)?;
    let last = last.min(first + keys.frames(0.6));
    let depth = between(random, 0.05, 0.12) * keys.height();
    for k in first..=last {
        let share = (k - first) as f32 / (last - first) as f32;
        keys.shift(k, hips, Vec3::NEG_Y * depth * bump(share));
    }
    made(first, last, last)
}

const LIMBS: [HumanBone; 10] = [
    LeftUpperArm,
    RightUpperArm,
    LeftLowerArm,
    RightLowerArm,
    LeftUpperLeg,
    RightUpperLeg,
    LeftLowerLeg,
    RightLowerLeg,
    Spine,
    Head,
];

/// End of the limb that a bone moves.
fn tip(bone: HumanBone) -> HumanBone {
    match bone {
        LeftUpperArm | LeftLowerArm => LeftHand,
        RightUpperArm | RightLowerArm => RightHand,
        LeftUpperLeg | LeftLowerLeg => LeftFoot,
        RightUpperLeg | RightLowerLeg => RightFoot,
        _ => Head,
    }
}

/// Largest number of joints below the end of a limb, with it.
const MAX_BELOW: usize = 4;

/// A limb: a bone of a human, else a joint with few others below, and its end.
fn limb(keys: &Keys<'_>, random: &mut Rng) -> Option<(JointId, JointId)> {
    if keys.base.character.humanoid().is_some() {
        let bone = LIMBS[random.usize(0..LIMBS.len())];
        return Some((keys.bone(bone)?, keys.bone(tip(bone))?));
    }
    let skeleton = keys.skeleton();
    let mut is_seen = vec![false; skeleton.len()];
    for vertex in sinew::body::skin_vertices(&keys.base.character) {
        is_seen[vertex.main_joint().0.index()] = true;
    }
    let below =
        |joint: JointId| skeleton.joints().filter(|other| skeleton.is_descendant_of(*other, joint)).count();
    let pairs: Vec<(JointId, JointId)> = skeleton
        .joints()
        .filter_map(|end| Some((skeleton.parent(end)?, end)))
        .filter(|(joint, end)| {
            keys.is_keyed(*joint) && keys.is_keyed(*end) && is_seen[end.index()] && below(*end) <= MAX_BELOW
        })
        .filter(|(joint, end)| keys.at(0, *joint).distance(keys.at(0, *end)) > 0.1 * keys.height())
        .collect();
    (!pairs.is_empty()).then(|| pairs[random.usize(0..pairs.len())])
}

/// Largest speed of some joints around a frame, body heights per second.
fn speed(keys: &Keys<'_>, joint: JointId, frame: usize) -> f32 {
    let around = keys.frames(0.1);
    let range = frame.saturating_sub(around)..(frame + around).min(keys.times.len() - 1);
    let speed = |k: usize| keys.at(k, joint).distance(keys.at(k + 1, joint));
    range.map(speed).fold(0.0, f32::max) / (keys.interval() * keys.height())
}

/// A limb or the whole body is elsewhere from one frame to the next: by 7 to 20 % of the height where it is slow,
/// more where it is fast. For one to three frames, or from there on.
fn pop(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let (first, _) = start(keys, random, 0.1, 0.2)?;
    let last = if random.bool() { first + random.usize(0..3) } else { keys.times.len() - 1 };
    let hips = keys.bone(Hips).filter(|_| random.u8(0..6) == 0);
    let (joint, end) = match hips {
        Some(hips) => (hips, keys.bone(Head)?),
        None => limb(keys, random)?,
    };
    let size = between(random, 0.07, 0.2) + 1.5 * speed(keys, end, first) * keys.interval();
    if hips.is_some() {
        let way = direction(random) * size * keys.height();
        (first..=last).for_each(|k| keys.shift(k, joint, way));
        return made(first, first + 4, last + 1);
    }
    let lever = keys.at(first, end) - keys.at(first, joint);
    let lever = if lever.length() > 0.05 * keys.height() { lever } else { Vec3::Y * 0.1 * keys.height() };
    let axis = lever.cross(direction(random)).try_normalize()?;
    let turn = Quat::from_axis_angle(axis, (size * keys.height() / lever.length()).min(1.0));
    (first..=last).for_each(|k| keys.turn(k, joint, turn));
    made(first, first + 4, last + 1)
}

/// A bone turns by 100 to 180 degrees about an axis of its, for 2 to 10 frames or from there on.
fn flip(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let (first, _) = start(keys, random, 0.1, 0.2)?;
    let last = if random.bool() { first + random.usize(1..10) } else { keys.times.len() - 1 };
    let last = last.min(keys.times.len() - 1);
    let (joint, _) = limb(keys, random)?;
    let axis = [Vec3::X, Vec3::Y, Vec3::Z][random.usize(0..3)];
    let turn = Quat::from_axis_angle(axis, between(random, 100.0, 180.0).to_radians());
    for k in first..=last {
        let pose = keys.joint(k, joint);
        pose.rotation *= turn;
    }
    made(first, last.min(first + 10), last + 1)
}

/// A knee or an elbow bends backwards by 25 to 60 degrees.
fn hyperextension(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let chains = [
        [LeftUpperLeg, LeftLowerLeg, LeftFoot],
        [RightUpperLeg, RightLowerLeg, RightFoot],
        [LeftUpperArm, LeftLowerArm, LeftHand],
        [RightUpperArm, RightLowerArm, RightHand],
    ];
    let [upper, middle, end] = chains[random.usize(0..4)].map(|bone| keys.bone(bone));
    let (upper, middle, end) = (upper?, middle?, end?);
    let (first, last) = start(keys, random, 0.5, 0.1)?;
    let by = between(random, 25.0, 60.0).to_radians();
    // The plane in which it bends most over the clip.
    let limb = |k: usize| {
        let at = |joint: JointId| keys.at(k, joint);
        let first = (at(middle) - at(upper)).normalize_or_zero();
        let second = (at(end) - at(middle)).normalize_or_zero();
        let turn = sinew::Transform::from_affine(&keys.transform(k, upper)).rotation;
        (turn.inverse() * first.cross(second), first.angle_between(second), turn)
    };
    let axis = (0..keys.times.len()).map(|k| limb(k).0).reduce(|a, b| a + b)?.try_normalize()?;
    let bends: Vec<(f32, Vec3)> = (first..=last).map(|k| (limb(k).1, limb(k).2 * axis)).collect();
    for (n, (bend, axis)) in bends.into_iter().enumerate() {
        let share = bump(n as f32 / (last - first) as f32);
        keys.turn(first + n, middle, Quat::from_axis_angle(axis, -(bend + by) * share));
    }
    made(first, last, last)
}

/// A limb of a loop drifts, so that its end is off by 4 to 10 % of the height.
fn loop_seam(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let name = keys.base.name.to_lowercase();
    if !["walk", "run", "idle", "loop", "jog"].iter().any(|word| name.contains(word))
        || name.contains("dataset")
    {
        return None;
    }
    let (joint, end) = limb(keys, random)?;
    let last = keys.times.len() - 1;
    let lever = keys.at(last, end) - keys.at(last, joint);
    let lever = if lever.length() > 0.05 * keys.height() { lever } else { Vec3::Y * 0.1 * keys.height() };
    let axis = lever.cross(direction(random)).try_normalize()?;
    let angle = (between(random, 0.04, 0.1) * keys.height() / lever.length()).min(1.0);
    for k in 0..=last {
        keys.turn(k, joint, Quat::from_axis_angle(axis, angle * k as f32 / last as f32));
    }
    Some(Made { first: last, last, since: 0, until: last })
}

/// The hips tremble with a deviation of 0.5 to 1.5 % of the height.
fn root_jitter(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let hips = keys.bone(Hips)?;
    let (first, last) = start(keys, random, 0.9, 0.02)?;
    let size = between(random, 0.005, 0.015) * keys.height();
    for k in first..last {
        keys.shift(k, hips, shake(random) * size);
    }
    made(first, last, last)
}

/// An arm or a leg trembles, its end with a deviation of 0.8 to 2 % of the height.
fn noise(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let (joint, end) = limb(keys, random)?;
    let (first, last) = start(keys, random, 0.9, 0.02)?;
    let size = between(random, 0.008, 0.02) * keys.height();
    for k in first..last {
        let lever = keys.at(k, end) - keys.at(k, joint);
        let turn = lever.cross(shake(random) * size * 1.22) / lever.length_squared().max(1e-6);
        keys.turn(k, joint, Quat::from_scaled_axis(turn));
    }
    made(first, last, last)
}

/// Speed of the fastest of hands and feet from a frame to the next, body heights per second.
fn motion(keys: &Keys<'_>, frame: usize) -> f32 {
    let joints = [LeftHand, RightHand, LeftFoot, RightFoot].into_iter().filter_map(|bone| keys.bone(bone));
    let speed = |joint: JointId| keys.at(frame, joint).distance(keys.at(frame + 1, joint));
    joints.map(speed).fold(0.0, f32::max) / (keys.interval() * keys.height())
}

/// All joints stand still for 0.15 to 0.5 s in the middle of a motion; then they catch up, or go on.
fn frozen(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let seconds = between(random, 0.15, 0.5);
    let (first, last) = start(keys, random, seconds, 0.15)?;
    let around = keys.frames(0.08);
    let moves =
        |from: usize| (from..from + around).all(|k| k + 1 < keys.times.len() && motion(keys, k) > 0.5);
    if !moves(first.checked_sub(around)?) || !moves(last) {
        return None;
    }
    if random.bool() {
        for k in first..=last {
            keys.poses[k] = keys.poses[first].clone();
        }
    } else {
        let still = vec![keys.poses[first].clone(); last - first];
        keys.poses.splice(first..first, still);
        keys.poses.truncate(keys.times.len());
    }
    made(first, last, keys.times.len() - 1)
}

/// Each fourth or fifth frame, or every other one, is a copy of the one before, as after a change of the frame rate.
fn duplicated(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let seconds = between(random, 0.5, 0.9);
    let (first, last) = start(keys, random, seconds, 0.1)?;
    if (first..last).filter(|k| motion(keys, *k) > 0.5).count() * 4 < (last - first) * 3 {
        return None;
    }
    let every = [2, 4, 5][random.usize(0..3)];
    for k in (first..last).step_by(every) {
        keys.poses[k + 1] = keys.poses[k].clone();
    }
    made(first, last, last)
}

/// A joint grows or shrinks by 15 to 80 %, for some frames or from there on.
fn scale_jump(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let (first, _) = start(keys, random, 0.1, 0.1)?;
    let last = if random.bool() { first + random.usize(0..6) } else { keys.times.len() - 1 };
    let last = last.min(keys.times.len() - 1);
    let (joint, _) = limb(keys, random)?;
    let factor = between(random, 1.15, 1.8);
    let factor = if random.bool() { factor } else { 1.0 / factor };
    (first..=last).for_each(|k| keys.scale(k, joint, factor));
    made(first, first + 6, last + 1)
}

/// Left and right legs or arms have each other's directions for some frames, where they differ.
fn side_swap(keys: &mut Keys<'_>, random: &mut Rng) -> Option<Made> {
    let legs = [[LeftUpperLeg, LeftLowerLeg, LeftFoot], [RightUpperLeg, RightLowerLeg, RightFoot]];
    let arms = [[LeftUpperArm, LeftLowerArm, LeftHand], [RightUpperArm, RightLowerArm, RightHand]];
    let pair = if random.bool() { legs } else { arms };
    let mut joints = [[JointId(0); 3]; 2];
    for (to, from) in joints.iter_mut().flatten().zip(pair.into_iter().flatten()) {
        *to = keys.bone(from)?;
    }
    let seconds = between(random, 0.04, 0.4);
    let (first, last) = start(keys, random, seconds, 0.15)?;
    let differ = |k: usize| {
        let at = |joint: JointId| keys.at(k, joint);
        let [a, b] = joints.map(|[upper, middle, end]| [at(middle) - at(upper), at(end) - at(upper)]);
        2.0 * (a[0].distance(b[0]) + a[1].distance(b[1]))
    };
    if differ(first) < 0.35 * keys.height() || differ(last) < 0.35 * keys.height() {
        return None;
    }
    for k in first..last {
        let at = |joint: JointId| keys.at(k, joint);
        let bones = joints.map(|[upper, middle, end]| [at(middle) - at(upper), at(end) - at(middle)]);
        for side in 0..2 {
            let [upper, middle, end] = joints[side];
            let [thigh, shin] = bones[1 - side];
            keys.turn(k, upper, Quat::from_rotation_arc(bones[side][0].normalize(), thigh.normalize()));
            let now = keys.at(k, end) - keys.at(k, middle);
            keys.turn(k, middle, Quat::from_rotation_arc(now.normalize(), shin.normalize()));
        }
    }
    made(first, last, last)
}
