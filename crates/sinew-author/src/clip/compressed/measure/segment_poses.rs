//! Decoded poses of a segment. When one channel changes, only the joints below its own are posed again.

use super::skin_points::SkinPoints;
use glam::Affine3A;
use sinew::internal::{
    ProductWork,
    clip_format::channel::{Target, Value, write_to_pose},
    with_product,
};
use sinew::math::Transform;
use sinew::pose::local_to_model;
use sinew::skeleton::{JointId, Skeleton};

pub(crate) struct SegmentPoses<'a> {
    skeleton: &'a Skeleton,
    skin: SkinPoints,
    /// Each joint with all its descendants, parents first.
    below: Vec<Vec<JointId>>,
    /// Pose of the constant channels.
    still: Vec<Transform>,
    /// At each measured time: the source's model pose, and the decoded local and model poses.
    pub(crate) source: Vec<Vec<Affine3A>>,
    local: Vec<Vec<Transform>>,
    model: Vec<Vec<Affine3A>>,
    /// Decoded local poses as matrices, for trials of one channel after the other.
    local_matrices: Vec<Vec<Affine3A>>,
    /// Model poses of the current trial, and the time at which the last trial failed.
    trial: Vec<Vec<Affine3A>>,
    hardest: usize,
}

impl<'a> SegmentPoses<'a> {
    pub(crate) fn new(skeleton: &'a Skeleton, skin: SkinPoints, still: Vec<Transform>) -> Self {
        let mut below: Vec<Vec<JointId>> = vec![Vec::new(); skeleton.len()];
        for joint in skeleton.joints() {
            let above = std::iter::successors(Some(joint), |joint| skeleton.parent(*joint));
            above.for_each(|above| below[above.index()].push(joint));
        }
        let (source, local, model, local_matrices, trial) = Default::default();
        Self { skeleton, skin, below, still, source, local, model, local_matrices, trial, hardest: 0 }
    }

    /// Makes room for `times` poses, and resets them to the constant channels.
    pub(crate) fn resize(&mut self, times: usize) {
        let nothing = vec![Affine3A::IDENTITY; self.skeleton.len()];
        for poses in [&mut self.source, &mut self.model, &mut self.local_matrices, &mut self.trial] {
            poses.resize_with(times, || nothing.clone());
        }
        self.local.resize_with(times, || self.still.clone());
        self.local.iter_mut().for_each(|local| local.copy_from_slice(&self.still));
        self.hardest = 0;
    }

    /// Sets a channel to its decoded values at the measured times.
    pub(crate) fn set(&mut self, target: Target, values: &[Value]) {
        if target.joint().is_some() {
            self.local.iter_mut().zip(values).for_each(|(local, value)| write_to_pose(target, *value, local));
        }
    }

    /// Poses all joints. Returns for each joint the largest error of itself and of its descendants, metres.
    pub(crate) fn measure(&mut self) -> Vec<f32> {
        let mut errors = vec![0.0f32; self.skeleton.len()];
        for (local, (source, model)) in self.local.iter().zip(self.source.iter().zip(&mut self.model)) {
            local_to_model(self.skeleton, local, model);
            for (joint, ((error, theirs), ours)) in errors.iter_mut().zip(source).zip(model).enumerate() {
                *error = error.max(self.skin.apart(joint, theirs, ours));
            }
        }
        errors.iter_mut().for_each(|error| *error = error.sqrt());
        for joint in (0..self.skeleton.len()).rev() {
            if let Some(parent) = self.skeleton.parent(JointId(joint as u32)) {
                errors[parent.index()] = errors[parent.index()].max(errors[joint]);
            }
        }
        errors
    }

    /// Prepares for trials of one channel after the other.
    pub(crate) fn begin_trials(&mut self) {
        for (matrix, local) in self.local_matrices.iter_mut().flatten().zip(self.local.iter().flatten()) {
            *matrix = local.to_affine();
        }
    }

    /// Sets a channel to its decoded values, if no joint is further off than `error` metres then.
    pub(crate) fn try_set(&mut self, target: Target, values: &[Value], error: f32) -> bool {
        let Some(joint) = target.joint() else { return true };
        let allowed = error * error;
        // The time that failed last is likely to fail again.
        let times = values.len().min(self.local.len());
        let hardest = self.hardest;
        let order = std::iter::once(hardest).chain((0..times).filter(|n| *n != hardest));
        for n in order {
            let matrix = with(self.local[n][joint.index()], target, values[n]).to_affine();
            if !self.try_at(n, joint, matrix, allowed) {
                self.hardest = n;
                return false;
            }
        }
        self.set(target, values);
        for (matrices, local) in self.local_matrices.iter_mut().zip(&self.local) {
            matrices[joint.index()] = local[joint.index()].to_affine();
        }
        for (model, trial) in self.model.iter_mut().zip(&self.trial) {
            self.below[joint.index()].iter().for_each(|joint| model[joint.index()] = trial[joint.index()]);
        }
        true
    }

    /// Tries a joint's local matrix at one time. `true` if no joint is further off than `allowed`, metres
    /// squared.
    fn try_at(&mut self, n: usize, joint: JointId, matrix: Affine3A, allowed: f32) -> bool {
        with_product(Trial { posed: self, n, joint, matrix, allowed })
    }

    /// Multiplies as `local_to_model` does, so that a trial measures the same as [`SegmentPoses::measure`].
    #[inline(always)]
    fn try_by(
        &mut self,
        product: impl Fn(&Affine3A, &Affine3A) -> Affine3A,
        n: usize,
        joint: JointId,
        matrix: Affine3A,
        allowed: f32,
    ) -> bool {
        let (model, trial) = (&self.model[n], &mut self.trial[n]);
        self.below[joint.index()].iter().all(|&below| {
            let matrix = if below == joint { &matrix } else { &self.local_matrices[n][below.index()] };
            let model = match self.skeleton.parent(below) {
                Some(parent) if below == joint => product(&model[parent.index()], matrix),
                Some(parent) => product(&trial[parent.index()], matrix),
                None => *matrix,
            };
            trial[below.index()] = model;
            self.skin.apart(below.index(), &self.source[n][below.index()], &model) <= allowed
        })
    }
}

/// Arguments of [`SegmentPoses::try_by`].
struct Trial<'p, 'a> {
    posed: &'p mut SegmentPoses<'a>,
    n: usize,
    joint: JointId,
    matrix: Affine3A,
    allowed: f32,
}

impl ProductWork for Trial<'_, '_> {
    type Result = bool;

    #[inline(always)]
    fn run(self, product: impl Fn(&Affine3A, &Affine3A) -> Affine3A) -> bool {
        self.posed.try_by(product, self.n, self.joint, self.matrix, self.allowed)
    }
}

/// Copy of a joint's transform with one component replaced.
fn with(transform: Transform, target: Target, value: Value) -> Transform {
    match (target, value) {
        (Target::Translation(_), Value::Vector(translation)) => Transform { translation, ..transform },
        (Target::Rotation(_), Value::Rotation(rotation)) => Transform { rotation, ..transform },
        (Target::Scale(_), Value::Vector(scale)) => Transform { scale, ..transform },
        _ => transform,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::compressed::CompressionSettings;
    use crate::clip::compressed::source::sampled_clip::SampledClip;
    use glam::{Quat, Vec3};
    use sinew::clip::{Interpolation, JointTrack, RawClip, Track};
    use sinew::internal::product;
    use sinew::skeleton::Joint;

    #[test]
    fn what_is_tried_is_what_is_measured() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut three = || Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
        let joints = (0..20u32).map(|n| Joint {
            name: n.to_string(),
            parent: n.checked_sub(1).map(|last| last * 2 / 3),
            rest: Transform { translation: three(), ..Transform::IDENTITY },
            in_scene: true,
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let turns = [Quat::IDENTITY, Quat::from_rotation_x(1.0)].into();
        let turns = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), turns).unwrap();
        let track = JointTrack { rotation: Some(turns), ..JointTrack::new(JointId(0)) };
        let raw = RawClip { joints: vec![track], ..RawClip::default() };
        let settings = CompressionSettings::default();
        let source = SampledClip::new(&raw, &skeleton, &settings, 1).unwrap();
        let skin = SkinPoints::new(&skeleton, &source, settings.shell_distance);
        let mut posed = SegmentPoses::new(&skeleton, skin, skeleton.rest().to_vec());
        posed.resize(3);
        posed.measure();
        posed.begin_trials();
        for joint in skeleton.joints() {
            let values = [(); 3].map(|()| Value::Rotation(Quat::from_scaled_axis(three())));
            assert!(posed.try_set(Target::Rotation(joint), &values, f32::MAX));
        }
        let tried = posed.model.clone();
        posed.measure();
        assert_eq!(tried, posed.model);
        for (n, model) in tried.iter().enumerate() {
            for joint in skeleton.joints() {
                let matrix = posed.local[n][joint.index()].to_affine();
                assert!(posed.try_by(product, n, joint, matrix, f32::MAX));
                let scalar = posed.trial[n].clone();
                assert!(posed.try_at(n, joint, matrix, f32::MAX));
                assert_eq!(posed.trial[n], scalar);
                let below = &posed.below[joint.index()];
                assert!(below.iter().all(|below| posed.trial[n][below.index()] == model[below.index()]));
            }
        }
    }
}
