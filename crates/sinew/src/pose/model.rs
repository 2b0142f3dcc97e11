use super::LocalPose;
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::Affine3A;

/// A matrix per joint from its own space to the model's. Affine, since products of rotation and uneven scale
/// shear.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelPose {
    transforms: Vec<Affine3A>,
}

impl ModelPose {
    /// The skeleton's rest pose in model space.
    pub fn rest(skeleton: &Skeleton) -> Self {
        let mut pose = Self { transforms: vec![Affine3A::IDENTITY; skeleton.len()] };
        local_to_model(skeleton, skeleton.rest(), &mut pose.transforms);
        pose
    }

    /// Recomputes every joint from `local`, a pose of the same skeleton.
    pub fn update(&mut self, skeleton: &Skeleton, local: &LocalPose) {
        local_to_model(skeleton, local.as_slice(), &mut self.transforms);
    }

    /// One joint's matrix: model from joint.
    #[inline]
    pub fn get(&self, joint: JointIndex) -> &Affine3A {
        &self.transforms[joint.index()]
    }

    /// All matrices, in the skeleton's order.
    pub fn as_slice(&self) -> &[Affine3A] {
        &self.transforms
    }
}

/// One pass in parent-first order: model = parent's model · local (Luna, *Skinned Mesh Character Animation with
/// Direct3D 9.0c*, 2004). Both slices have one entry per joint of `skeleton`.
pub fn local_to_model(skeleton: &Skeleton, local: &[Transform], model: &mut [Affine3A]) {
    let count = skeleton.len();
    let (local, model) = (&local[..count], &mut model[..count]);
    for (joint, own) in local.iter().enumerate() {
        let own = own.to_affine();
        model[joint] = match skeleton.parent(JointIndex(joint as u32)) {
            Some(parent) => model[parent.index()] * own,
            None => own,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;
    use glam::{Quat, Vec3};

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
        local.get_mut(JointIndex(1)).rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let mut model = ModelPose::rest(&skeleton);
        assert_eq!(model.get(JointIndex(2)).translation, Vec3::new(3.0, 0.0, 0.0).into());
        model.update(&skeleton, &local);
        assert!(
            (Vec3::from(model.get(JointIndex(2)).translation) - Vec3::new(2.0, 1.0, 0.0)).length() < 1e-6
        );
    }
}
