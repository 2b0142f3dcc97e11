/// The stages of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// [`Actor::advance`](crate::Actor::advance): clips, mixers and graphs → animated pose.
    Animate,
    /// Gaze before IK → eye joints as clips turn them, goal of the head. Local pose.
    Gaze,
    /// Goals and feet of the IK rig. Local and model pose.
    Ik,
    /// Rigid bodies of a ragdoll → rotations of its joints. Local and model pose.
    Ragdoll,
    /// Expressions and gaze → morph weights, material overrides, eye joints.
    Face,
    /// Node constraints. Local and model pose.
    Constraints,
    /// Spring bones. Local and model pose.
    Springs,
    /// Model pose → skinning palettes.
    Skinning,
    /// Skin → roots of hair; its guides move. World space.
    Hair,
    /// Morph weights, expressions and joint angles → strengths of wrinkle maps.
    Wrinkles,
    /// Decals age, wounds bleed, drops run down the skin.
    Decals,
    /// Joint boxes → bounds of the visible meshes.
    Bounds,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Self; 12] = [
        Self::Animate,
        Self::Gaze,
        Self::Ik,
        Self::Ragdoll,
        Self::Face,
        Self::Constraints,
        Self::Springs,
        Self::Skinning,
        Self::Hair,
        Self::Wrinkles,
        Self::Decals,
        Self::Bounds,
    ];
}
