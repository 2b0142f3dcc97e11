use sinew::glam::Vec3;
use sinew::humanoid::Humanoid;
use sinew::math::Bounds;
use sinew::skeleton::Joint;
use sinew::{Character, ModelPose, Skeleton, Transform};

/// A skeleton for the IK statistics.
#[derive(Clone, Debug)]
pub struct Body {
    /// Name in tables.
    pub name: String,
    /// The joints.
    pub skeleton: Skeleton,
    /// Humanoid bones; `None` for a made-up chain.
    pub humanoid: Option<Humanoid>,
    /// Model units per metre of a body 1.7 m tall: the units of files differ.
    pub unit: f32,
}

impl Body {
    /// Body of a humanoid character; `None` for others.
    pub fn of(name: &str, character: &Character) -> Option<Self> {
        let (skeleton, humanoid) = (character.skeleton().clone(), character.humanoid()?.clone());
        let drawn: Bounds = character.rest_bounds();
        let unit = (drawn.max.y - drawn.min.y) / 1.7;
        Some(Self { name: name.into(), skeleton, humanoid: Some(humanoid), unit })
    }

    /// Ten bones of a tenth of a metre, straight up.
    pub fn of_ten_bones() -> Self {
        let joint = |n: u32| Joint {
            name: format!("joint {n}"),
            parent: n.checked_sub(1),
            rest: Transform::from_translation(if n > 0 { Vec3::Y * 0.1 } else { Vec3::ZERO }),
            in_scene: true,
        };
        let skeleton = Skeleton::new((0..=10).map(joint).collect()).expect("a chain is a skeleton");
        Self { name: "ten bones".into(), skeleton, humanoid: None, unit: 1.0 }
    }

    /// The body scaled by `by`.
    #[must_use]
    pub fn scaled(&self, by: f32) -> Self {
        let scaled = |transform: Transform| Transform {
            translation: transform.translation * by,
            scale: transform.scale * by,
            ..transform
        };
        Self { unit: self.unit * by, ..self.with_roots(scaled) }
    }

    /// Mirror image by roots of negative scale.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.with_roots(|transform| {
            let [x, y, z, w] = transform.rotation.to_array();
            Transform {
                translation: mirror(transform.translation),
                rotation: sinew::glam::Quat::from_xyzw(x, -y, -z, w),
                scale: mirror(transform.scale),
            }
        })
    }

    fn with_roots(&self, change: impl Fn(Transform) -> Transform) -> Self {
        let mut skeleton = self.skeleton.clone();
        let (mut rest, mut reference) = (skeleton.rest().to_vec(), skeleton.reference().to_vec());
        for joint in skeleton.joints().filter(|&joint| self.skeleton.parent(joint).is_none()) {
            rest[joint.index()] = change(rest[joint.index()]);
            reference[joint.index()] = change(reference[joint.index()]);
        }
        skeleton.set_rest(rest);
        skeleton.set_reference(reference, skeleton.reference_origin()).expect("transforms are finite");
        // The sides are detected again.
        let humanoid = self
            .humanoid
            .as_ref()
            .map(|humanoid| Humanoid::of_map(&skeleton, humanoid.named_bones.clone(), humanoid.profile));
        Self { skeleton, humanoid, ..self.clone() }
    }

    /// Reference pose, from which solves begin.
    pub(super) fn standing(&self) -> ModelPose {
        ModelPose::reference(&self.skeleton)
    }
}

/// The mirrored position.
pub(super) fn mirror(position: Vec3) -> Vec3 {
    position * Vec3::new(-1.0, 1.0, 1.0)
}
