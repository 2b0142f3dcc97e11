use super::{MassProperties, PartShape};
use crate::limit::Limit;
use crate::math::Transform;
use crate::pose::ModelPose;
use crate::skeleton::JointId;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Friction of a part's surface, and the passive spring and damper of its joint: those of cloth, rubber,
/// rusty hinges. They work whatever the strength of the muscles is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartDynamics {
    /// Coefficient of friction. Engines combine it with that of the other surface; Rapier takes the mean.
    pub friction: f32,
    /// Torque per radian that turns the joint back to the rotation from which its limit counts, N m, for a
    /// body of natural size ([`Ragdoll::mass`](super::Ragdoll::mass)); 0 for a limp joint.
    pub stiffness: f32,
    /// Torque per radian and second that slows the joint down, N m s, for a body of natural size. `None` for
    /// that of a limp body: 1 N m s for a human one, by mass and size for others.
    pub damping: Option<f32>,
}

impl PartDynamics {
    /// Friction of skin and cloth on a floor.
    pub const DEFAULT_FRICTION: f32 = 0.6;
}

impl Default for PartDynamics {
    fn default() -> Self {
        Self { friction: Self::DEFAULT_FRICTION, stiffness: 0.0, damping: None }
    }
}

/// Part of a ragdoll: a rigid body that moves a joint and everything below it up to the next parts.
///
/// The space of a part has the axes of model space in the skeleton's reference pose, and its origin at the
/// joint: no scale or mirrored axis of the skeleton reaches the physics.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RagdollPart {
    /// Joint that the part moves.
    pub joint: JointId,
    /// Index of the part on which it hangs; `None` for the root. Parents come first.
    pub parent: Option<usize>,
    /// Collision shapes: that of the skin, then those of meshes that hang on the part, such as weapons.
    pub shapes: Vec<PartShape>,
    /// Names of the shapes, in their order; empty where none has one.
    pub shape_names: Vec<String>,
    /// Density of each shape relative to the others; empty where all have the same.
    pub(super) densities: Vec<f32>,
    /// Mass of the limb on a body of natural size ([`Ragdoll::mass`](super::Ragdoll::mass)): by the height of
    /// a human body, else by the volume of the shapes; its spread is that of the shapes.
    pub mass: MassProperties,
    /// Mass that physics simulates: evened out between neighbours, with the same total, so that joints hold.
    pub simulated_mass: MassProperties,
    /// Limit of the joint's rotation relative to `reference`, in the space of the joint's parent.
    pub limit: Limit,
    /// Rotation of the joint relative to its parent from which the limit counts.
    pub reference: Quat,
    /// Friction of the surface, and springs and dampers of the joint.
    pub dynamics: PartDynamics,
    /// Position of the joint in the reference pose, model space.
    pub(super) origin: Vec3,
    /// Matrix of the joint in the part's space; the origin is that of the part.
    pub(super) part_from_joint: Affine3A,
    /// Rotation of the joint in the part's space.
    pub(super) rotation: Quat,
}

impl RagdollPart {
    /// Largest coordinate of the shapes along a direction, in the part's space.
    #[must_use]
    pub fn support(&self, direction: Vec3) -> f32 {
        self.shapes.iter().map(|shape| shape.support(direction)).fold(f32::MIN, f32::max)
    }

    /// Name of a shape; empty where it has none.
    #[must_use]
    pub fn shape_name(&self, shape: usize) -> &str {
        self.shape_names.get(shape).map_or("", String::as_str)
    }

    /// Position of the joint in the reference pose, in model space: the origin of the part's space.
    #[must_use]
    pub fn origin(&self) -> Vec3 {
        self.origin
    }

    /// Position and rotation of the part in model space, in a pose.
    pub(super) fn transform(&self, model: &ModelPose) -> (Vec3, Quat) {
        let matrix = model.get(self.joint);
        (matrix.translation.into(), self.rotation_of(matrix))
    }

    /// Rotation of the part, for the matrix of its joint.
    pub(super) fn rotation_of(&self, matrix: &Affine3A) -> Quat {
        let rest = self.part_from_joint.matrix3;
        let back =
            if rest.determinant().abs() > f32::MIN_POSITIVE { rest.inverse() } else { Mat3A::IDENTITY };
        let matrix3 = matrix.matrix3 * back;
        Transform::from_affine(&Affine3A { matrix3, translation: Vec3A::ZERO }).rotation
    }
}
