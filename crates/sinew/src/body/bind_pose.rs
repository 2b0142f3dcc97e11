//! Bind pose of a character, from the inverse bind matrices of its skins.

use crate::body::posture::{Posture, about_y};
use crate::character::{MeshInstance, Skin, SkinId};
use crate::humanoid::HumanBone::{self, Hips};
use crate::humanoid::Humanoid;
use crate::math::Transform;
use crate::math::ops;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Largest ratio between the sizes of two spaces that count as the same size.
const SAME_SIZE: f32 = 1.05;

/// Largest difference of angles by rounding, radians.
const SAME_TURN: f32 = 0.01;

/// Largest angle between the trunk of a standing body and +Y, radians.
const MAX_LEAN: f32 = 0.5;

/// Bind pose: local transforms in which every joint of a skin stands where it was when the skin was bound,
/// one per joint of the skeleton; `None` without skins, and where it is the rest pose. Joints of no skin keep
/// their rest transforms.
///
/// Files store the bind pose in a space of their own: that of the scene, of the mesh or of the armature. The
/// space chosen is the one in which the body has its size in the rest pose and a humanoid stands upright,
/// facing as it does in the rest pose.
#[must_use]
pub fn bind_pose(
    skeleton: &Skeleton,
    skins: &[Skin],
    instances: &[MeshInstance],
    humanoid: Option<&Humanoid>,
) -> Option<Vec<Transform>> {
    let rest = ModelPose::rest(skeleton);
    let binding = Binding::of(skeleton, skins)?;
    let spaces = binding.spaces(skeleton, rest.as_slice(), instances);
    let space = match humanoid {
        Some(humanoid) => binding.upright_space(skeleton, humanoid, rest.as_slice(), &spaces),
        None => binding.nearest_space(rest.as_slice(), &spaces),
    }?;
    let pose = binding.pose_in(&space, skeleton, rest.as_slice());
    let changed = pose.iter().zip(skeleton.rest()).any(|(bound, rest)| bound != rest);
    (changed && pose.iter().all(Transform::is_finite)).then_some(pose)
}

/// Joints at the moment of binding.
struct Binding {
    /// Skin from which the space is known.
    skin: SkinId,
    /// Matrices of the joints in the space of that skin; `None` for a joint of no skin.
    joints: Vec<Option<Affine3A>>,
    /// The first bound joint.
    top: JointId,
}

impl Binding {
    /// Binding of the largest skin, and of all others that share a joint with it.
    fn of(skeleton: &Skeleton, skins: &[Skin]) -> Option<Self> {
        let mut joints: Vec<Option<Affine3A>> = vec![None; skeleton.len()];
        let mut order: Vec<usize> = (0..skins.len()).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(skins[n].joints.len()));
        let first = *order.first()?;
        for n in order {
            let bound = skins[n].joints.iter().zip(&skins[n].inverse_binds);
            let bound = bound.filter(|(_, inverse)| is_invertible(inverse));
            let mut shared =
                bound.clone().filter_map(|(joint, inverse)| Some(joints[joint.index()]? * *inverse));
            let Some(space) = shared.next().or((n == first).then_some(Affine3A::IDENTITY)) else { continue };
            for (joint, inverse) in bound {
                joints[joint.index()].get_or_insert_with(|| space * inverse.inverse());
            }
        }
        let top = skeleton.joints().find(|joint| joints[joint.index()].is_some())?;
        Some(Self { skin: SkinId(first as u32), joints, top })
    }

    /// Spaces in which files store bind poses, of the size that the body has in the rest pose.
    fn spaces(&self, skeleton: &Skeleton, rest: &[Affine3A], instances: &[MeshInstance]) -> Vec<Affine3A> {
        let skinned = instances.iter().filter(|instance| instance.skin == Some(self.skin));
        let above = std::iter::successors(skeleton.parent(self.top), |&joint| skeleton.parent(joint));
        let nodes = skinned.map(|instance| instance.node).chain(above).map(|node| rest[node.index()]);
        let size = self.rest_size(rest);
        let is_same_size = |space: &Affine3A| {
            let ratio = ops::cbrt(space.matrix3.determinant().abs()) / size;
            (1.0 / SAME_SIZE..SAME_SIZE).contains(&ratio)
        };
        std::iter::once(Affine3A::IDENTITY).chain(nodes).filter(is_same_size).collect()
    }

    /// Median ratio between lengths in the rest pose and in the skin's space.
    fn rest_size(&self, rest: &[Affine3A]) -> f32 {
        let ratio = |(bound, rest): (&Option<Affine3A>, &Affine3A)| {
            let bound = bound.as_ref()?;
            Some(ops::cbrt((rest.matrix3.determinant() / bound.matrix3.determinant()).abs()))
        };
        let mut ratios: Vec<f32> = self.joints.iter().zip(rest).filter_map(ratio).collect();
        ratios.retain(|ratio| ratio.is_finite());
        ratios.sort_by(f32::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
    }

    /// The space in which the first joint differs least from its rest pose.
    fn nearest_space(&self, rest: &[Affine3A], spaces: &[Affine3A]) -> Option<Affine3A> {
        let (top_rest, bound) = (rest[self.top.index()], self.joints[self.top.index()]?);
        let difference = |space: &Affine3A| difference(&(*space * bound), &top_rest);
        let nearest = spaces.iter().min_by(|a, b| difference(a).total_cmp(&difference(b)));
        nearest.copied().or_else(|| Some(top_rest * bound.inverse()))
    }

    /// The space in which the body stands upright with the least turn about +Y from its rest pose; where it
    /// stands in none, one made for it.
    fn upright_space(
        &self,
        skeleton: &Skeleton,
        humanoid: &Humanoid,
        rest: &[Affine3A],
        spaces: &[Affine3A],
    ) -> Option<Affine3A> {
        let faces = body_axes(humanoid, rest);
        let axes = |space: &Affine3A| {
            let pose = self.pose_in(space, skeleton, rest);
            body_axes(humanoid, ModelPose::of(skeleton, &pose).as_slice())
        };
        let unfitness = |space: &Affine3A| {
            let BodyAxes { up, facing, .. } = axes(space);
            (up.angle_between(Vec3::Y), facing.angle_between(faces.facing))
        };
        let measured = spaces.iter().map(|space| (space, unfitness(space)));
        let upright = measured.filter(|(_, (lean, _))| *lean < MAX_LEAN);
        // Of equally good ones the first: spaces may differ by a translation alone.
        let best = upright.reduce(|a, b| {
            let sum = |(_, (lean, turn)): (&Affine3A, (f32, f32))| lean + 0.5 * turn;
            if sum(b) < sum(a) - SAME_TURN { b } else { a }
        });
        best.map(|(space, _)| *space).or_else(|| {
            // The rest space, with the body's own axes set upright.
            let top = rest[self.top.index()] * self.joints[self.top.index()]?.inverse();
            let BodyAxes { up, left, .. } = axes(&top);
            let left = left.reject_from(up).try_normalize()?;
            let upright = Quat::from_mat3(&glam::Mat3::from_cols(left, up, left.cross(up))).inverse();
            let turn = about_y(Vec3::Z, faces.facing.inverse() * Vec3::Z) * upright;
            let pivot = Vec3::from(rest[humanoid.joint(Hips)?.index()].translation);
            let about_pivot = Affine3A::from_rotation_translation(turn, pivot - turn * pivot);
            Some(about_pivot * top)
        })
    }

    /// Local pose with the bound joints at their matrices in `space`. Where these differ by rounding alone,
    /// it has the rest transforms.
    fn pose_in(&self, space: &Affine3A, skeleton: &Skeleton, rest: &[Affine3A]) -> Vec<Transform> {
        let size = rest.iter().map(|matrix| matrix.translation.length()).fold(0.0, f32::max);
        let mut pose = skeleton.rest().to_vec();
        let mut model = rest.to_vec();
        for joint in skeleton.joints() {
            let above = skeleton.parent(joint).map_or(Affine3A::IDENTITY, |parent| model[parent.index()]);
            if let Some(bound) = self.joints[joint.index()].filter(|_| is_invertible(&above)) {
                let to_parent = above.inverse();
                let transform = Transform::from_affine(&(to_parent * *space * bound));
                // A local length has another size than one in model space.
                let tolerance = 1e-4 * size * ops::cbrt(to_parent.matrix3.determinant().abs());
                if !is_same(&transform, &pose[joint.index()], tolerance) {
                    pose[joint.index()] = transform;
                }
            }
            model[joint.index()] = above * pose[joint.index()].to_affine();
        }
        pose
    }
}

/// Axes of a posed humanoid.
struct BodyAxes {
    /// From the hips to the head.
    up: Vec3,
    /// From the right thigh to the left one.
    left: Vec3,
    /// Rotation about +Y that turns the body to face +Z.
    facing: Quat,
}

fn body_axes(humanoid: &Humanoid, model: &[Affine3A]) -> BodyAxes {
    let at = |bone: HumanBone| Some(Vec3::from(model.get(humanoid.joint(bone)?.index())?.translation));
    let offset = |from: HumanBone, to: HumanBone| Some(at(to)? - at(from)?).filter(|o| o.length() > 1e-9);
    let facing = Posture::of(offset).facing;
    let up = offset(Hips, HumanBone::Head).and_then(Vec3::try_normalize).unwrap_or(Vec3::Y);
    let left = offset(HumanBone::RightUpperLeg, HumanBone::LeftUpperLeg);
    BodyAxes { up, left: left.unwrap_or(Vec3::X), facing }
}

fn is_invertible(matrix: &Affine3A) -> bool {
    let size = matrix.matrix3.determinant().abs();
    matrix.is_finite() && size > 1e-30 && matrix.inverse().is_finite()
}

/// Whether two transforms differ by rounding alone.
fn is_same(a: &Transform, b: &Transform, tolerance: f32) -> bool {
    let scale = a.scale.max(b.scale).abs().max_element().max(1e-12);
    a.translation.distance(b.translation) <= tolerance
        && a.rotation.dot(b.rotation).abs() > 1.0 - 5e-7
        && (a.scale - b.scale).abs().max_element() <= 1e-3 * scale
}

/// Difference of two matrices, relative to their size.
fn difference(a: &Affine3A, b: &Affine3A) -> f32 {
    let columns = |m: &Mat3A| [m.x_axis, m.y_axis, m.z_axis];
    let axes: f32 = columns(&a.matrix3)
        .into_iter()
        .zip(columns(&b.matrix3))
        .map(|(a, b)| a.normalize_or_zero().distance(b.normalize_or_zero()))
        .sum();
    let far = Vec3A::distance(a.translation, b.translation);
    axes + far / (a.translation.length().max(b.translation.length()) + 1e-6)
}
