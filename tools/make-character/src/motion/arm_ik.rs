//! Two-bone IK of the arms (law of cosines), which places the hands at the goals of a pose.

use super::leg_ik::align;
use super::pose::Pose;
use glam::{Affine3A, Quat, Vec3};

/// Sets both arms, hands and the fingers' bend at the knuckles, by the weights of the hands' goals.
pub(crate) fn grasp(pose: &mut Pose<'_>) {
    let s = pose.skeleton;
    for (side, name, sign) in [(0, "left", 1.0f32), (1, "right", -1.0)] {
        let goal = pose.hands[side];
        if goal.weight <= 0.0 {
            continue;
        }
        let index = |n: &str| s.index(&format!("{name}{n}"));
        let (upper, lower, hand) = (index("UpperArm"), index("LowerArm"), index("Hand"));
        let model = s.model(&pose.rotations, pose.hips);
        let at = |joint: usize| Vec3::from(model[joint].translation);
        let turned = |joint: usize| rotation(&model[joint]);
        let mirrored = |v: Vec3| Vec3::new(v.x * sign, v.y, v.z);
        // The goal of the wrist, blended with where the arm's own angles bring it.
        let flat = Quat::from_rotation_y((sign * (goal.out - 90.0)).to_radians())
            * Quat::from_rotation_z((sign * -goal.lift).to_radians())
            * Quat::from_rotation_x(goal.roll.to_radians());
        let knuckle = s.at(&format!("{name}MiddleProximal")) - s.at(&format!("{name}Hand"));
        let shoulder = at(upper);
        let direction = (at(hand) - shoulder).normalize();
        let animated_elbow = at(lower) - shoulder;
        let animated_pole =
            (animated_elbow - direction * animated_elbow.dot(direction)).normalize_or(mirrored(goal.elbow));
        let turn = turned(hand).slerp(flat, goal.weight);
        let wrist = at(hand).lerp(goal.at - flat * knuckle, goal.weight);
        let wanted = animated_pole.lerp(mirrored(goal.elbow).normalize(), goal.weight);
        let (v1, v2) = (s.offset(lower), s.offset(hand));
        let (l1, l2) = (v1.length(), v2.length());
        let to = wrist - shoulder;
        let reach = to.length().clamp(0.12, (l1 + l2) * 0.999);
        let toward = to.normalize();
        let pole = (wanted - toward * wanted.dot(toward)).normalize();
        let cos = ((l1 * l1 + reach * reach - l2 * l2) / (2.0 * l1 * reach)).clamp(-1.0, 1.0);
        let d1 = toward * cos + pole * (1.0 - cos * cos).sqrt();
        let d2 = (toward * reach - d1 * l1).normalize();
        let (rest, hinge) = (Vec3::NEG_Y * sign, pole.cross(toward).normalize());
        let (upper_turn, lower_turn) = (align(v1, d1, rest, hinge), align(v2, d2, rest, hinge));
        pose.rotations[upper] = turned(index("Shoulder")).inverse() * upper_turn;
        pose.rotations[lower] = upper_turn.inverse() * lower_turn;
        let bend = lower_turn.inverse() * turn;
        pose.rotations[hand] = bend;
        let twist = Quat::from_xyzw(bend.x, 0.0, 0.0, bend.w);
        if twist.length_squared() > 1e-6 {
            pose.rotations[index("LowerArmTwist")] = Quat::IDENTITY.slerp(twist.normalize(), 0.55);
        }
        let fingers = Quat::from_rotation_z((sign * goal.lift * goal.weight).to_radians());
        // The thumb of a flat hand lies beside the palm, not under it.
        let thumb = index("ThumbMetacarpal");
        pose.rotations[thumb] =
            Quat::from_rotation_x((-14.0 * goal.weight).to_radians()) * pose.rotations[thumb];
        for finger in ["Index", "Middle", "Ring", "Little"] {
            let joint = index(&format!("{finger}Proximal"));
            pose.rotations[joint] = fingers * pose.rotations[joint];
        }
    }
}

fn rotation(model: &Affine3A) -> Quat {
    Quat::from_mat3a(&model.matrix3).normalize()
}
