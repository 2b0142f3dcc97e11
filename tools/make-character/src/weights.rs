//! Skin weights by the distance to each bone's volume, smoothed over the surface, at most four, normalized;
//! and the conversion from the authored pose to the T-pose.

use crate::skeleton::Skeleton;
use crate::surface::Surface;
use glam::{Affine3A, Mat3, Vec3};

/// Bone volume: a capsule in the authored pose.
pub(crate) struct Volume {
    /// Joint of the bone.
    pub joint: usize,
    /// Name without "left" or "right".
    pub stem: String,
    a: Vec3,
    b: Vec3,
    radius: f32,
}

/// Capsules of sided bones: start (a joint), end (a joint, or an offset from the start) and radius.
const SIDED: [(&str, &str, [f32; 3], f32); 24] = [
    ("Shoulder", "", [0.105, -0.006, -0.01], 0.045),
    ("UpperArmTwist", "", [0.09, 0.0, 0.0], 0.05),
    ("UpperArm", "LowerArm", [0.0; 3], 0.045),
    ("LowerArm", "LowerArmTwist", [0.0; 3], 0.038),
    ("LowerArmTwist", "Hand", [0.0; 3], 0.032),
    ("Hand", "MiddleProximal", [0.0; 3], 0.026),
    ("Hand", "LittleProximal", [0.0; 3], 0.014),
    ("ThumbMetacarpal", "ThumbProximal", [0.0; 3], 0.014),
    ("ThumbProximal", "ThumbDistal", [0.0; 3], 0.011),
    ("ThumbDistal", "", [0.026, -0.001, 0.016], 0.010),
    ("IndexProximal", "IndexIntermediate", [0.0; 3], 0.010),
    ("IndexIntermediate", "IndexDistal", [0.0; 3], 0.009),
    ("IndexDistal", "", [0.022, 0.0, 0.0], 0.008),
    ("MiddleProximal", "MiddleIntermediate", [0.0; 3], 0.010),
    ("MiddleIntermediate", "MiddleDistal", [0.0; 3], 0.009),
    ("MiddleDistal", "", [0.024, 0.0, 0.0], 0.008),
    ("RingProximal", "RingIntermediate", [0.0; 3], 0.010),
    ("RingIntermediate", "RingDistal", [0.0; 3], 0.009),
    ("RingDistal", "", [0.022, 0.0, 0.0], 0.008),
    ("LittleProximal", "LittleIntermediate", [0.0; 3], 0.009),
    ("LittleIntermediate", "LittleDistal", [0.0; 3], 0.008),
    ("LittleDistal", "", [0.019, 0.0, 0.0], 0.007),
    ("UpperLeg", "LowerLeg", [0.0; 3], 0.070),
    ("LowerLeg", "Foot", [0.0; 3], 0.048),
];

/// Capsules across the middle: joint, two ends, radius.
const MIDDLE: [(&str, [f32; 3], [f32; 3], f32); 8] = [
    ("hips", [-0.075, 0.945, 0.0], [0.075, 0.945, 0.0], 0.095),
    ("hips", [-0.05, 0.87, 0.0], [0.05, 0.87, 0.0], 0.06),
    ("spine", [-0.07, 1.065, 0.0], [0.07, 1.065, 0.0], 0.085),
    ("chest", [-0.075, 1.185, 0.0], [0.075, 1.185, 0.0], 0.09),
    ("upperChest", [-0.085, 1.31, -0.005], [0.085, 1.31, -0.005], 0.085),
    ("neck", [0.0, 1.42, -0.02], [0.0, 1.465, -0.012], 0.05),
    ("head", [0.0, 1.52, 0.0], [0.0, 1.60, 0.0], 0.075),
    ("head", [0.0, 1.49, 0.04], [0.0, 1.53, 0.05], 0.03),
];

/// All bone volumes in the authored pose.
pub(crate) fn volumes(skeleton: &Skeleton) -> Vec<Volume> {
    let authored = skeleton.authored();
    let mut out = Vec::new();
    let mut put = |joint: usize, stem: &str, a: Vec3, b: Vec3, radius: f32| {
        let transformed = |p: Vec3| authored[joint].transform_point3(p);
        out.push(Volume { joint, stem: stem.into(), a: transformed(a), b: transformed(b), radius });
    };
    for (name, a, b, radius) in MIDDLE {
        put(skeleton.index(name), name, a.into(), b.into(), radius);
    }
    for (side, sign) in [("left", 1.0f32), ("right", -1.0)] {
        for (name, end, offset, radius) in SIDED {
            let joint = skeleton.index(&format!("{side}{name}"));
            let a = skeleton.joints[joint].at;
            let b = if end.is_empty() {
                a + Vec3::new(offset[0] * sign, offset[1], offset[2])
            } else {
                skeleton.at(&format!("{side}{end}"))
            };
            put(joint, name, a, b, radius);
        }
        let foot = skeleton.index(&format!("{side}Foot"));
        let toes = skeleton.index(&format!("{side}Toes"));
        let x = 0.098 * sign;
        put(foot, "Foot", Vec3::new(x, 0.05, -0.055), Vec3::new(x, 0.04, 0.06), 0.035);
        put(toes, "Toes", Vec3::new(x, 0.03, 0.115), Vec3::new(x, 0.03, 0.145), 0.03);
    }
    out
}

/// Computes the weights of a surface in the authored pose for the `allowed` volumes; `soft` is the blend
/// width at joints in metres.
pub(crate) fn weigh(
    surface: &mut Surface,
    volumes: &[Volume],
    allowed: impl Fn(&Volume) -> bool,
    soft: f32,
    rounds: usize,
) {
    let chosen: Vec<&Volume> = volumes.iter().filter(|v| allowed(v)).collect();
    let mut joints: Vec<usize> = chosen.iter().map(|v| v.joint).collect();
    joints.sort_unstable();
    joints.dedup();
    let columns = joints.len();
    let slot = |joint: usize| joints.binary_search(&joint).unwrap_or(0);
    let mut rows = vec![0.0f32; surface.positions.len() * columns];
    for (i, p) in surface.positions.iter().enumerate() {
        let row = &mut rows[i * columns..(i + 1) * columns];
        let mut near = vec![f32::MAX; columns];
        for v in &chosen {
            let ab = v.b - v.a;
            let t = ((*p - v.a).dot(ab) / ab.length_squared().max(1e-9)).clamp(0.0, 1.0);
            let k = slot(v.joint);
            near[k] = near[k].min(p.distance(v.a + ab * t) - v.radius);
        }
        let best = near.iter().copied().fold(f32::MAX, f32::min);
        for k in 0..columns {
            row[k] = (-(near[k] - best) / soft).exp();
        }
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|w| *w /= sum);
    }
    let neighbours = surface.neighbours();
    for _ in 0..rounds {
        let from = rows.clone();
        for (i, near) in neighbours.iter().enumerate().filter(|(_, n)| !n.is_empty()) {
            for k in 0..columns {
                let mean =
                    near.iter().map(|n| from[*n as usize * columns + k]).sum::<f32>() / near.len() as f32;
                rows[i * columns + k] = 0.4 * from[i * columns + k] + 0.6 * mean;
            }
        }
    }
    surface.influences = rows
        .chunks_exact(columns)
        .map(|row| top_four(row.iter().enumerate().map(|(k, w)| (joints[k], *w)).collect()))
        .collect();
}

/// Assigns all vertices to one joint.
pub(crate) fn weigh_to(surface: &mut Surface, joint: usize) {
    surface.influences = vec![[(joint, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; surface.positions.len()];
}

/// Four largest weights, normalized; weights below half a percent are dropped.
pub(crate) fn top_four(mut all: Vec<(usize, f32)>) -> [(usize, f32); 4] {
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut out = [(0, 0.0); 4];
    for (slot, (joint, w)) in out.iter_mut().zip(all) {
        if w > 0.005 {
            *slot = (joint, w);
        }
    }
    let sum: f32 = out.iter().map(|o| o.1).sum();
    out.iter_mut().for_each(|o| o.1 /= sum);
    out
}

/// Moves a surface from the authored pose to the T-pose, so that skinning to the authored pose restores the
/// authored shape.
pub(crate) fn to_t_pose(surface: &mut Surface, authored: &[Affine3A]) {
    for i in 0..surface.positions.len() {
        let mut blend = Affine3A::ZERO;
        for (joint, w) in surface.influences[i] {
            let m = authored[joint];
            blend.matrix3 += m.matrix3 * w;
            blend.translation += m.translation * w;
        }
        surface.positions[i] = blend.inverse().transform_point3(surface.positions[i]);
        let turn = Mat3::from(blend.matrix3).transpose();
        surface.normals[i] = (turn * surface.normals[i]).normalize();
    }
}
