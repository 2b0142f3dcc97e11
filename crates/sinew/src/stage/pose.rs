use crate::math::Transform;
use crate::math::turn::turned_below;
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat};

/// Pose of a character that the stages of a frame read and edit one after the other: local transforms, the
/// same in model space, and morph weights.
///
/// ```
/// use sinew::glam::Quat;
/// use sinew::skeleton::{Joint, JointId, Skeleton};
/// use sinew::stage::StagePose;
/// use sinew::{LocalPose, ModelPose, Transform};
///
/// let joint = Joint { name: "head".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
/// let skeleton = Skeleton::new(vec![joint])?;
/// let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
/// let mut pose = StagePose::new(&skeleton, &mut local, &mut model);
/// pose.rotate(JointId(0), Quat::from_rotation_y(0.5));
/// assert!(pose.model(JointId(0)).matrix3.x_axis.z < -0.4);
/// # Ok::<(), sinew::skeleton::SkeletonError>(())
/// ```
#[derive(Debug)]
pub struct StagePose<'a> {
    skeleton: &'a Skeleton,
    local: CopyOnEdit<'a, LocalPose>,
    morphs: Morphs<'a>,
    model: &'a mut ModelPose,
}

/// Morph weights of a pose.
#[derive(Debug)]
enum Morphs<'a> {
    Given(CopyOnEdit<'a, MorphWeights>),
    /// Weights of a pose of joints alone: none.
    Empty(MorphWeights),
}

/// Value that may be a copy of another one, made when it is first edited.
#[derive(Debug)]
pub(crate) struct CopyOnEdit<'a, T> {
    value: &'a mut T,
    /// The other one, and whether the copy has been made.
    original: Option<(&'a T, &'a mut bool)>,
}

impl<'a, T: Clone> CopyOnEdit<'a, T> {
    /// Value that is `original` until it is edited; `is_copied` says whether it has been.
    pub(crate) fn new(original: &'a T, value: &'a mut T, is_copied: &'a mut bool) -> Self {
        Self { value, original: Some((original, is_copied)) }
    }

    fn get(&self) -> &T {
        match &self.original {
            Some((original, is_copied)) if !**is_copied => original,
            _ => self.value,
        }
    }

    fn edit(&mut self) -> &mut T {
        if let Some((original, is_copied)) = &mut self.original
            && !std::mem::replace(*is_copied, true)
        {
            self.value.clone_from(original);
        }
        self.value
    }
}

impl<'a> StagePose<'a> {
    /// Pose of these joints, which are edited in place, without morph weights. `model` may be stale where it
    /// is marked so.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton, local: &'a mut LocalPose, model: &'a mut ModelPose) -> Self {
        let local = CopyOnEdit { value: local, original: None };
        Self { skeleton, local, morphs: Morphs::Empty(MorphWeights::default()), model }
    }

    /// Sets the morph weights, which are edited in place.
    #[must_use]
    pub fn with_morphs(self, morphs: &'a mut MorphWeights) -> Self {
        Self { morphs: Morphs::Given(CopyOnEdit { value: morphs, original: None }), ..self }
    }

    /// Pose whose parts are copied when they are first edited.
    pub(crate) fn copying(
        skeleton: &'a Skeleton,
        local: CopyOnEdit<'a, LocalPose>,
        model: &'a mut ModelPose,
        morphs: CopyOnEdit<'a, MorphWeights>,
    ) -> Self {
        Self { skeleton, local, morphs: Morphs::Given(morphs), model }
    }

    /// The skeleton.
    #[must_use]
    pub fn skeleton(&self) -> &'a Skeleton {
        self.skeleton
    }

    /// The transforms of all joints relative to their parents.
    #[must_use]
    pub fn local_pose(&self) -> &LocalPose {
        self.local.get()
    }

    /// The transform of a joint relative to its parent.
    ///
    /// # Panics
    /// When there is no such joint.
    #[must_use]
    pub fn local(&self, joint: JointId) -> &Transform {
        self.local.get().get(joint)
    }

    /// Sets the transform of a joint relative to its parent.
    ///
    /// # Panics
    /// When there is no such joint.
    pub fn set_local(&mut self, joint: JointId, transform: Transform) {
        let (local, model) = self.edit();
        *local.get_mut(joint) = transform;
        model.mark_stale(joint);
    }

    /// The local pose and the model pose, to edit many joints at once: [mark](ModelPose::mark_stale) those
    /// that are changed. The model pose may lack edits of before: [`refresh`](Self::refresh) it first to read it.
    pub fn edit(&mut self) -> (&mut LocalPose, &mut ModelPose) {
        (self.local.edit(), self.model)
    }

    /// Model from joint for all joints, with all edits so far.
    pub fn model_pose(&mut self) -> &ModelPose {
        self.refresh();
        self.model
    }

    /// Model from joint, with all edits so far.
    ///
    /// # Panics
    /// When there is no such joint.
    pub fn model(&mut self, joint: JointId) -> Affine3A {
        *self.model_pose().get(joint)
    }

    /// Turns a joint, and everything below it, about its own origin by a rotation given in model space.
    ///
    /// # Panics
    /// When there is no such joint.
    pub fn rotate(&mut self, joint: JointId, model_rotation: Quat) {
        let parent = self.skeleton.parent(joint);
        let above = parent.map_or(Affine3A::IDENTITY, |parent| self.model(parent));
        let transform = *self.local(joint);
        let rotation = turned_below(&above, model_rotation, transform.rotation);
        self.set_local(joint, Transform { rotation, ..transform });
    }

    /// The morph weights of all mesh instances.
    #[must_use]
    pub fn morphs(&self) -> &MorphWeights {
        match &self.morphs {
            Morphs::Given(morphs) => morphs.get(),
            Morphs::Empty(none) => none,
        }
    }

    /// The morph weights of all mesh instances, to edit.
    pub fn morphs_mut(&mut self) -> &mut MorphWeights {
        match &mut self.morphs {
            Morphs::Given(morphs) => morphs.edit(),
            Morphs::Empty(none) => none,
        }
    }

    /// Brings the model pose up to date.
    pub fn refresh(&mut self) {
        self.model.refresh(self.skeleton, self.local.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;
    use glam::Vec3;

    #[test]
    fn what_is_not_edited_is_not_copied() {
        let joint = Joint { name: "a".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
        let skeleton = Skeleton::new(vec![joint]).unwrap();
        let animated = LocalPose::rest(&skeleton);
        let (mut value, mut model, mut is_copied) = (LocalPose::default(), ModelPose::rest(&skeleton), false);
        let local = CopyOnEdit::new(&animated, &mut value, &mut is_copied);
        let morphs = Morphs::Empty(MorphWeights::default());
        let mut pose = StagePose { skeleton: &skeleton, local, morphs, model: &mut model };
        let root = JointId(0);
        assert_eq!(pose.local_pose(), &animated);
        pose.set_local(root, Transform::from_translation(Vec3::X));
        assert_eq!(pose.model(root).translation.x, 1.0);
        pose.set_local(root, Transform::from_translation(pose.local(root).translation + Vec3::Y));
        assert_eq!(pose.local(root).translation, Vec3::new(1.0, 1.0, 0.0), "it is copied once");
        assert_eq!(animated.get(root).translation, Vec3::ZERO);
        assert!(is_copied);
    }
}
