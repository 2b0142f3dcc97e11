//! Hands: four fingers and a thumb on a palm with heel and ball, and a wrist hidden in the sleeve.

use crate::field::{Field, Shape, smoothstep};
use crate::skeleton::Skeleton;
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::{Volume, weigh};
use glam::{Affine3A, Quat, Vec3};

/// Fingers: name, offset from the last joint to the tip, radii at the four points.
const FINGERS: [(&str, [f32; 3], [f32; 4]); 4] = [
    ("Index", [0.0175, -0.001, 0.001], [0.0098, 0.0088, 0.0079, 0.0066]),
    ("Middle", [0.0190, -0.001, 0.000], [0.0100, 0.0090, 0.0081, 0.0067]),
    ("Ring", [0.0180, -0.001, -0.001], [0.0095, 0.0086, 0.0077, 0.0064]),
    ("Little", [0.0150, -0.001, -0.002], [0.0086, 0.0076, 0.0069, 0.0058]),
];

/// Centre and directions (along, across, up) of every nail of the left hand, in the authored pose.
pub(crate) fn nails(skeleton: &Skeleton) -> Vec<[Vec3; 4]> {
    let authored = skeleton.authored();
    let mut out = Vec::new();
    for (finger, tip, radii) in FINGERS {
        let joint = skeleton.index(&format!("left{finger}Distal"));
        let m = authored[joint];
        let along = Vec3::from(tip).normalize();
        let at = skeleton.joints[joint].at + Vec3::from(tip) * 0.92 + Vec3::Y * radii[3];
        out.push([
            m.transform_point3(at),
            m.transform_vector3(along),
            m.transform_vector3(along.cross(Vec3::Y)),
            m.transform_vector3(Vec3::Y),
        ]);
    }
    let joint = skeleton.index("leftThumbDistal");
    let m = authored[joint];
    let up = Vec3::new(-0.35, 0.75, 0.55).normalize();
    let along = Vec3::new(0.80, -0.05, 0.60).normalize();
    let at = skeleton.joints[joint].at + along * 0.021 + up * 0.0075;
    out.push([
        m.transform_point3(at),
        m.transform_vector3(along),
        m.transform_vector3(along.cross(up)),
        m.transform_vector3(up),
    ]);
    out
}

fn fingers(skeleton: &Skeleton, authored: &[Affine3A]) -> Field {
    let mut all = Field::default();
    for (finger, tip, radii) in FINGERS {
        let names = ["Proximal", "Intermediate", "Distal"];
        let joints = names.map(|n| skeleton.index(&format!("left{finger}{n}")));
        let mut points: Vec<(Vec3, f32)> = joints
            .iter()
            .zip(radii)
            .map(|(j, r)| (authored[*j].transform_point3(skeleton.joints[*j].at), r))
            .collect();
        let end = authored[joints[2]].transform_point3(skeleton.joints[joints[2]].at + Vec3::from(tip));
        points.push((end, radii[3]));
        let mut one = Field::default();
        one.add(Shape::Chain(points.clone()), 0.0);
        // Soft pads between the joints.
        for k in 0..3 {
            let m = authored[joints[k]];
            let middle = points[k].0.lerp(points[k + 1].0, 0.55) - m.transform_vector3(Vec3::Y) * 0.0022;
            one.add(Shape::Ellipsoid(middle, Vec3::splat(radii[k + 1] * 0.98), Quat::IDENTITY), 0.006);
        }
        all.join(one, 0.0008);
    }
    all
}

/// The left hand.
pub(crate) fn make(skeleton: &Skeleton, volumes: &[Volume], budget: usize) -> Surface {
    let authored = skeleton.authored();
    let hand = authored[skeleton.index("leftHand")];
    // Lengths are along the arm from the centre of the chest, with the wrist at 0.660.
    let along = skeleton.at("leftHand").x - 0.660;
    let at = |x: f32, y: f32, z: f32| hand.transform_point3(Vec3::new(x + along, y, z));
    let posed = |name: &str| {
        let j = skeleton.index(name);
        authored[j].transform_point3(skeleton.joints[j].at)
    };
    let turn = Quat::from_mat3a(&hand.matrix3);
    let mut f = Field::default();
    f.add(Shape::Ellipsoid(at(0.706, 1.3600, -0.0230), Vec3::new(0.050, 0.0125, 0.036), turn), 0.0);
    for (z0, x, y, z, r) in [
        (-0.008, 0.747, 1.3630, 0.0050, 0.0100),
        (-0.019, 0.752, 1.3645, -0.0160, 0.0103),
        (-0.030, 0.745, 1.3630, -0.0365, 0.0098),
        (-0.039, 0.735, 1.3590, -0.0550, 0.0088),
    ] {
        f.add(Shape::Cone(at(0.672, 1.3605, z0), at(x, y, z), 0.0125, r), 0.010);
    }
    // The ball of the thumb and the heel of the hand.
    f.add(
        Shape::Ellipsoid(
            at(0.697, 1.3510, 0.0020),
            Vec3::new(0.026, 0.0135, 0.0155),
            turn * Quat::from_rotation_y(-0.65),
        ),
        0.014,
    );
    f.add(Shape::Ellipsoid(at(0.695, 1.3520, -0.0420), Vec3::new(0.028, 0.0110, 0.0120), turn), 0.014);
    f.join(fingers(skeleton, &authored), 0.0075);
    let thumb_tip = authored[skeleton.index("leftThumbDistal")]
        .transform_point3(skeleton.at("leftThumbDistal") + Vec3::new(0.0195, -0.001, 0.0145));
    let mut thumb = Field::default();
    thumb.add(
        Shape::Chain(vec![
            (posed("leftThumbMetacarpal"), 0.0125),
            (posed("leftThumbProximal"), 0.0115),
            (posed("leftThumbDistal"), 0.0103),
            (thumb_tip, 0.0076),
        ]),
        0.0,
    );
    f.join(thumb, 0.010);
    // Wrist and forearm, oval.
    let lower = authored[skeleton.index("leftLowerArm")];
    let arm = |x: f32, z: f32| lower.transform_point3(Vec3::new(x + along, 1.362, z));
    for side in [-1.0f32, 1.0] {
        f.add(
            Shape::Cone(arm(0.57, -0.026 + 0.007 * side), arm(0.672, -0.024 + 0.0085 * side), 0.0205, 0.0185),
            0.012,
        );
    }
    let low = Vec3::new(0.44, 0.85, -0.13);
    let mut s = polygonise(&f, low, Vec3::new(0.76, 1.16, 0.22), 0.0021);
    weigh(
        &mut s,
        volumes,
        |v| {
            hand_bone(&v.stem)
                && v.joint >= skeleton.index("leftShoulder")
                && v.joint < skeleton.index("rightShoulder")
        },
        0.0032,
        4,
    );
    let detail: Vec<f32> = s
        .positions
        .iter()
        .map(|p| 0.25 + 0.6 * smoothstep(0.0, 0.06, p.distance(arm(0.58, -0.024))))
        .collect();
    reduce(&s, budget, |i| detail[i])
}

fn hand_bone(stem: &str) -> bool {
    ["Thumb", "Index", "Middle", "Ring", "Little"].iter().any(|f| stem.starts_with(f))
        || stem == "Hand"
        || stem == "LowerArmTwist"
        || stem == "LowerArm"
}
