//! Shape of a humanoid's trunk, measured on the skin.

use crate::body::{ColliderSlab, skin_vertices};
use crate::character::Character;
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::Humanoid;
use crate::skeleton::JointId;
use glam::{Vec2, Vec3};

/// Half width and half depth of the trunk without a skin, in half shoulder widths.
const DEFAULT_EXTENT: Vec2 = Vec2::new(0.85, 0.55);

/// Shape of a humanoid's trunk from hips to shoulders: two slabs, the lower one first, with the width and
/// depth of most of the skin in the reference pose; without a skin with usual proportions. `None` without
/// hips, spine or arms.
#[must_use]
pub fn trunk_slabs(character: &Character, humanoid: &Humanoid) -> Option<[ColliderSlab; 2]> {
    let joint = |bone| humanoid.named_bones.joint(bone);
    let position = |joint: JointId| Vec3::from(character.reference_model()[joint.index()].translation);
    let first = |bones: &[HumanBone]| bones.iter().find_map(|bone| joint(*bone));
    let hips = first(&[Hips])?;
    let chest = first(&[UpperChest, Chest, Spine])?;
    let waist = first(&[Spine, Chest, UpperChest])?;
    let [left, right] = [first(&[LeftUpperArm])?, first(&[RightUpperArm])?].map(position);
    let (left, right) = if humanoid.sides_swapped { (right, left) } else { (left, right) };
    let skin = trunk_vertices(character, humanoid);
    let across = (left - right) * 0.5;
    let shoulders = left.midpoint(right);
    let middle = position(hips).lerp(shoulders, 0.5);
    let slab = |low: Vec3, high: Vec3, joints: [JointId; 2]| {
        let up = (high - low).normalize_or(Vec3::Y);
        let side = across.reject_from_normalized(up).normalize_or(Vec3::X);
        let front = side.cross(up);
        let within = |p: &&Vec3| (0.0..=1.0).contains(&((**p - low).dot(up) / low.distance(high)));
        let points: Vec<Vec3> = skin.iter().filter(within).map(|p| *p - low).collect();
        let (center, half) = match points.len() {
            0..16 => (0.0, DEFAULT_EXTENT * across.length()),
            _ => measure_extent(&points, side, front),
        };
        let radius = half.y.min(half.x);
        let side = side * (half.x - radius).max(0.0);
        let end = |at: Vec3, joint: JointId| {
            let back = character.reference_model()[joint.index()].inverse();
            let point = back.transform_point3(at + front * center);
            ((joint, point), back.transform_vector3(side), back.matrix3.x_axis.length())
        };
        let ends = [end(low, joints[0]), end(high, joints[1])];
        ColliderSlab {
            ends: ends.map(|end| end.0),
            half_widths: ends.map(|end| end.1),
            radius: radius * ends[0].2,
        }
    };
    let lower = slab(position(hips), middle, [hips, waist]);
    let upper = slab(middle, shoulders, [waist, chest]);
    Some([lower, with_lowered_top(upper, character)])
}

/// Slab with its upper end lowered by most of its radius: its round end would reach up to the neck.
fn with_lowered_top(mut slab: ColliderSlab, character: &Character) -> ColliderSlab {
    let at = |n: usize| &character.reference_model()[slab.ends[n].0.index()];
    let [low, high] = [0, 1].map(|n| at(n).transform_point3(slab.ends[n].1));
    let radius = slab.radius * at(0).matrix3.x_axis.length();
    let share = (1.0 - 0.8 * radius / low.distance(high).max(1e-12)).clamp(0.2, 1.0);
    slab.ends[1].1 = at(1).inverse().transform_point3(low.lerp(high, share));
    slab
}

/// Middle of points from back to front, and half extents of nearly all of them:
/// to the side, and to front and back.
fn measure_extent(points: &[Vec3], side: Vec3, front: Vec3) -> (f32, Vec2) {
    let sorted = |of: &dyn Fn(&Vec3) -> f32| {
        let mut numbers: Vec<f32> = points.iter().map(of).collect();
        numbers.sort_by(f32::total_cmp);
        move |share: f32| numbers[((numbers.len() - 1) as f32 * share) as usize]
    };
    let wide = sorted(&|p| p.dot(side).abs())(0.95);
    let deep = sorted(&|p| p.dot(front));
    let (back, front) = (deep(0.04), deep(0.96));
    (0.5 * (back + front), Vec2::new(wide, 0.5 * (front - back)))
}

/// Rest positions of the vertices whose heaviest influence is a bone of the trunk.
fn trunk_vertices(character: &Character, humanoid: &Humanoid) -> Vec<Vec3> {
    let skeleton = character.skeleton();
    let is_trunk = |joint: JointId| {
        let mut above = std::iter::successors(Some(joint), |&j| skeleton.parent(j));
        let bone = above.find_map(|j| humanoid.named_bones.bone(j));
        bone.is_some_and(|bone| matches!(bone, Hips | Spine | Chest | UpperChest))
    };
    let joints = character.reference_model();
    let heaviest = skin_vertices(character).filter_map(|vertex| vertex.heaviest());
    let on_trunk = heaviest.filter(|(joint, _)| is_trunk(*joint));
    on_trunk
        .map(|(joint, point)| joints[joint.index()].transform_point3(point))
        .filter(|p| p.is_finite())
        .collect()
}
