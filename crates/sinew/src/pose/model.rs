use super::LocalPose;
use crate::clone_from::impl_clone_from;
use crate::math::{Transform, product, simd};
use crate::skeleton::{JointId, Skeleton};
use glam::Affine3A;

/// Model-space pose: one matrix per joint, model from joint. Affine, since products of rotation and
/// non-uniform scale shear.
///
/// ```
/// use sinew::glam::{Quat, Vec3, Vec3A};
/// use sinew::skeleton::{Joint, Skeleton};
/// use sinew::{LocalPose, ModelPose, Transform};
///
/// let joint = |name: &str, parent, y| Joint {
///     name: name.into(),
///     parent,
///     rest: Transform::from_translation(Vec3::Y * y),
///     in_scene: true,
/// };
/// let skeleton = Skeleton::new(vec![joint("shoulder", None, 1.0), joint("hand", Some(0), 0.5)])?;
/// let [shoulder, hand] = ["shoulder", "hand"].map(|name| skeleton.find(name).unwrap());
/// let mut local = LocalPose::rest(&skeleton);
/// local.get_mut(shoulder).rotation = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
/// let mut model = ModelPose::rest(&skeleton);
/// model.update(&skeleton, &local);
/// assert!(model.get(hand).translation.abs_diff_eq(Vec3A::new(0.0, 1.0, 0.5), 1e-6));
/// # Ok::<(), sinew::skeleton::SkeletonError>(())
/// ```
#[derive(Debug, Default, PartialEq)]
pub struct ModelPose {
    transforms: Vec<Affine3A>,
    /// The first joint that may be out of date; the number of joints where none is.
    stale: usize,
}

impl_clone_from!(ModelPose { transforms, stale });

impl ModelPose {
    /// Rest pose of a skeleton.
    #[must_use]
    pub fn rest(skeleton: &Skeleton) -> Self {
        Self::of(skeleton, skeleton.rest())
    }

    /// Reference pose of a skeleton.
    #[must_use]
    pub fn reference(skeleton: &Skeleton) -> Self {
        Self::of(skeleton, skeleton.reference())
    }

    /// Pose with these local transforms, one per joint.
    pub(crate) fn of(skeleton: &Skeleton, local: &[Transform]) -> Self {
        let mut pose = Self { transforms: vec![Affine3A::IDENTITY; skeleton.len()], stale: skeleton.len() };
        local_to_model(skeleton, local, &mut pose.transforms);
        pose
    }

    /// Recomputes all joints from `local`, a pose of the same skeleton.
    ///
    /// # Panics
    /// When a pose has fewer joints than the skeleton.
    pub fn update(&mut self, skeleton: &Skeleton, local: &LocalPose) {
        local_to_model(skeleton, local.as_slice(), &mut self.transforms);
        self.stale = self.transforms.len();
    }

    /// Marks a joint, and everything that may hang from it, as out of date: its local transform has changed.
    #[inline]
    pub fn mark_stale(&mut self, joint: JointId) {
        self.stale = self.stale.min(joint.index());
    }

    /// Marks every joint as out of date.
    #[inline]
    pub fn mark_all_stale(&mut self) {
        self.stale = 0;
    }

    /// Recomputes the joints that are marked as out of date, from `local`, a pose of the same skeleton.
    pub fn refresh(&mut self, skeleton: &Skeleton, local: &LocalPose) {
        if self.stale < self.transforms.len() {
            local_to_model_from(skeleton, local.as_slice(), &mut self.transforms, self.stale);
            self.stale = self.transforms.len();
        }
    }

    /// Local transform that puts `joint` at the model-space matrix `model_from_joint`; the parent's matrix
    /// must be up to date. For stages that solve in model space. Shear is lost.
    ///
    /// # Panics
    /// When there is no such joint.
    #[must_use]
    pub fn local_from_model(
        &self,
        skeleton: &Skeleton,
        joint: JointId,
        model_from_joint: &Affine3A,
    ) -> Transform {
        let parent = skeleton.parent(joint).map(|parent| self.transforms[parent.index()].inverse());
        Transform::from_affine(&parent.map_or(*model_from_joint, |back| back * *model_from_joint))
    }

    /// Recomputes the joints with index `first` and above, which include all descendants of joint `first`.
    pub(crate) fn update_from(&mut self, skeleton: &Skeleton, local: &LocalPose, first: usize) {
        local_to_model_from(skeleton, local.as_slice(), &mut self.transforms, first);
        if self.stale >= first {
            self.stale = self.transforms.len();
        }
    }

    /// Recomputes some joints, in the skeleton's order; their ancestors must be up to date or among them.
    pub(crate) fn update_joints(&mut self, skeleton: &Skeleton, local: &LocalPose, joints: &[JointId]) {
        line_to_model(skeleton, local.as_slice(), &mut self.transforms, joints);
    }

    /// Recomputes a joint and its ancestors with index `first` and above; all other joints stay unchanged.
    pub(crate) fn update_line(
        &mut self,
        skeleton: &Skeleton,
        local: &LocalPose,
        joint: JointId,
        first: usize,
    ) {
        const MAX: usize = 32;
        let (mut line, mut begins, mut next) = ([joint; MAX], MAX, Some(joint));
        while let Some(joint) = next.filter(|joint| joint.index() >= first) {
            if begins == 0 {
                return self.update_from(skeleton, local, first);
            }
            begins -= 1;
            line[begins] = joint;
            next = skeleton.parent(joint);
        }
        self.update_joints(skeleton, local, &line[begins..]);
    }

    /// Matrix of a joint, model from joint.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[inline]
    #[must_use]
    pub fn get(&self, joint: JointId) -> &Affine3A {
        &self.transforms[joint.index()]
    }

    /// All matrices, in the skeleton's order.
    #[must_use]
    pub fn as_slice(&self) -> &[Affine3A] {
        &self.transforms
    }
}

/// Converts a local pose to model space in one pass, parents first: model = parent's model · local (Luna,
/// *Skinned Mesh Character Animation with Direct3D 9.0c*, 2004). Both slices have one entry per joint of
/// `skeleton`.
///
/// # Panics
/// When a slice is shorter than the skeleton.
pub fn local_to_model(skeleton: &Skeleton, local: &[Transform], model: &mut [Affine3A]) {
    local_to_model_from(skeleton, local, model, 0);
}

/// [`local_to_model`] for the joints with index `first` and above; all others must be up to date.
fn local_to_model_from(skeleton: &Skeleton, local: &[Transform], model: &mut [Affine3A], first: usize) {
    let count = skeleton.len();
    if first >= count {
        return;
    }
    let (local, model) = (&local[..count], &mut model[..count]);
    if let Some(simd) = simd::native() {
        return wide::local_to_model(simd, skeleton, local, model, first);
    }
    for (joint, transform) in local.iter().enumerate().skip(first) {
        let transform = transform.to_affine();
        model[joint] = match skeleton.parent(JointId(joint as u32)) {
            Some(parent) => product(&model[parent.index()], &transform),
            None => transform,
        };
    }
}

/// [`local_to_model`] for some joints, in the skeleton's order.
fn line_to_model(skeleton: &Skeleton, local: &[Transform], model: &mut [Affine3A], line: &[JointId]) {
    if let Some(simd) = simd::native() {
        return wide::line_to_model(simd, skeleton, local, model, line);
    }
    for joint in line {
        let matrix = local[joint.index()].to_affine();
        model[joint.index()] = match skeleton.parent(*joint) {
            Some(parent) => product(&model[parent.index()], &matrix),
            None => matrix,
        };
    }
}

/// Kernels over eight joints at a time, with the bits of the scalar code.
mod wide {
    use crate::math::Transform;
    use crate::math::simd::{Columns, LANES, Simd, kernel, matrices};
    use crate::skeleton::{JointId, Skeleton};
    use glam::Affine3A;

    /// Starts up to seven joints early where `first` is not a multiple of eight, and ends with the last eight
    /// joints: both compute joints again that are up to date.
    pub(super) fn local_to_model<S: Simd>(
        simd: S,
        skeleton: &Skeleton,
        local: &[Transform],
        model: &mut [Affine3A],
        first: usize,
    ) {
        let (eights, rest) = local.as_chunks::<LANES>();
        for (n, eight) in eights.iter().enumerate().skip(first / LANES) {
            eight_to_model(simd, skeleton, eight, n * LANES, model);
        }
        match local.last_chunk::<LANES>() {
            Some(last) if !rest.is_empty() => {
                eight_to_model(simd, skeleton, last, local.len() - LANES, model);
            }
            Some(_) => {}
            None => {
                for (joint, transform) in rest.iter().enumerate() {
                    one_to_model(simd, skeleton, transform, joint, model);
                }
            }
        }
    }

    pub(super) fn line_to_model<S: Simd>(
        simd: S,
        skeleton: &Skeleton,
        local: &[Transform],
        model: &mut [Affine3A],
        line: &[JointId],
    ) {
        /// Fewer joints are faster one by one than eight at a time.
        const MANY: usize = 4;
        for joints in line.chunks(LANES) {
            if joints.len() < MANY {
                for joint in joints {
                    one_to_model(simd, skeleton, &local[joint.index()], joint.index(), model);
                }
            } else {
                some_to_model(simd, skeleton, local, joints, model);
            }
        }
    }

    kernel! {
        /// Up to eight joints at any indices of the pose.
        fn some_to_model<S>(
            simd: S,
            skeleton: &Skeleton,
            local: &[Transform],
            joints: &[JointId],
            model: &mut [Affine3A],
        ) {
            let mut transforms = [Transform::IDENTITY; LANES];
            for (transform, joint) in transforms.iter_mut().zip(joints) {
                *transform = local[joint.index()];
            }
            for (columns, joint) in matrices(simd, &transforms).iter().zip(joints) {
                to_model(skeleton, *columns, joint.index(), model);
            }
        }
    }

    kernel! {
        fn eight_to_model<S>(
            simd: S,
            skeleton: &Skeleton,
            local: &[Transform; LANES],
            first: usize,
            model: &mut [Affine3A],
        ) {
            for (lane, columns) in matrices(simd, local).into_iter().enumerate() {
                to_model(skeleton, columns, first + lane, model);
            }
        }
    }

    kernel! {
        fn one_to_model<S>(
            simd: S,
            skeleton: &Skeleton,
            transform: &Transform,
            joint: usize,
            model: &mut [Affine3A],
        ) {
            to_model(skeleton, Columns::of(simd, &transform.to_affine()), joint, model);
        }
    }

    #[inline(always)]
    fn to_model<S: Simd>(skeleton: &Skeleton, columns: Columns<S>, joint: usize, model: &mut [Affine3A]) {
        model[joint] = match skeleton.parent(JointId(joint as u32)) {
            Some(parent) => columns.after(&model[parent.index()]).to_affine(),
            None => columns.to_affine(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;
    use crate::skeleton::Joint;
    use glam::{Quat, Vec3};
    use test_needs::cases;

    #[test]
    fn eight_at_once_give_the_same() {
        let joint = |n: usize, parent: usize| Joint {
            name: n.to_string(),
            parent: n.checked_sub(1).map(|last| parent.min(last) as u32),
            rest: Transform::IDENTITY,
            in_scene: true,
        };
        // As wide as can be, as deep as can be, and as many joints as are just not eights.
        for mut random in cases(5) {
            let (count, deep) =
                [(45, false), (45, true), (40, true), (39, true), (7, true)][random.seed() % 5];
            let joints = (0..count).map(|n| joint(n, if deep { n } else { random.usize(..45) })).collect();
            holds_for(&Skeleton::new(joints).unwrap(), &mut random);
        }
    }

    fn holds_for(skeleton: &Skeleton, random: &mut fastrand::Rng) {
        let mut number = || random.f32() * 2.0 - 1.0;
        let mut local = LocalPose::rest(skeleton);
        for transform in local.as_mut_slice() {
            *transform = Transform {
                translation: Vec3::new(number(), number(), number()),
                rotation: Quat::from_xyzw(number(), number(), number(), number()).normalize(),
                scale: Vec3::new(number(), number(), number()),
            };
        }
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, &local);
        for joint in skeleton.joints() {
            let matrix = local.get(joint).to_affine();
            let expected =
                skeleton.parent(joint).map_or(matrix, |parent| product(model.get(parent), &matrix));
            assert_eq!(*model.get(joint), expected);
        }
        let line: Vec<JointId> = skeleton.joints().collect();
        each_level!(simd => {
            let mut wide = ModelPose::rest(skeleton);
            wide::local_to_model(simd, skeleton, local.as_slice(), &mut wide.transforms, 0);
            assert_eq!(wide, model);
            let mut wide = ModelPose::rest(skeleton);
            wide::line_to_model(simd, skeleton, local.as_slice(), &mut wide.transforms, &line);
            assert_eq!(wide, model);
        });
        for tip in skeleton.joints() {
            let mut lined = ModelPose::rest(skeleton);
            lined.update_line(skeleton, &local, tip, 0);
            assert_eq!(lined.get(tip), model.get(tip), "a line alone gives the same");
            let mut lined = model.clone();
            lined.update_line(skeleton, &LocalPose::rest(skeleton), tip, tip.index() + 1);
            assert_eq!(lined, model, "what is before the first stays");
            let mut late = model.clone();
            late.transforms[tip.index()..].fill(Affine3A::ZERO);
            late.update_from(skeleton, &local, tip.index());
            assert_eq!(late, model, "what is from the first on is made anew");
        }
        let mut whole = model.clone();
        whole.update_from(skeleton, &local, skeleton.len());
        assert_eq!(whole, model);
    }

    #[test]
    fn a_bent_arm_ends_where_trigonometry_says() {
        let joint = |parent, x| Joint {
            name: String::new(),
            parent,
            rest: Transform::from_translation(Vec3::new(x, 0.0, 0.0)),
            in_scene: true,
        };
        let skeleton =
            Skeleton::new(vec![joint(None, 0.0), joint(Some(0), 2.0), joint(Some(1), 1.0)]).unwrap();
        let mut local = LocalPose::rest(&skeleton);
        local.get_mut(JointId(1)).rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let mut model = ModelPose::rest(&skeleton);
        assert_eq!(model.get(JointId(2)).translation, Vec3::new(3.0, 0.0, 0.0).into());
        model.update(&skeleton, &local);
        assert!((Vec3::from(model.get(JointId(2)).translation) - Vec3::new(2.0, 1.0, 0.0)).length() < 1e-6);
    }
}
