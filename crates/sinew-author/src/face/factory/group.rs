/// Shape morphs of which a [`FaceFactory`](super::FaceFactory) makes a part of a face.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShapeGroup {
    /// Shapes of the group.
    pub shapes: Vec<ShapeRange>,
    /// Kind of their mixture.
    pub mix: ShapeMix,
}

/// Shape with the range of its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeRange {
    /// Name of morph targets in any mesh. A name without a side also stands for its two targets with `Left`,
    /// `_L` or `.L` and their counterparts behind it, which get nearly the same weight.
    pub name: String,
    /// Smallest weight; 0 leaves the face as authored.
    pub min: f32,
    /// Largest weight.
    pub max: f32,
}

impl ShapeRange {
    /// Shape with weights from `min` to `max`.
    #[must_use]
    pub fn new(name: impl Into<String>, min: f32, max: f32) -> Self {
        Self { name: name.into(), min, max }
    }
}

/// Mixture of the shapes of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeMix {
    /// Each shape has a weight of its own; most lie near the middle of their range. For noses, chins and the
    /// like.
    #[default]
    Independent,
    /// One shape at most, at any weight of its range; none is as likely as each. For shapes that exclude one
    /// another.
    OneOf,
    /// Shares of all shapes and of the face as authored that sum to 1, from 0 to the largest weight each. For
    /// whole source faces.
    Blend,
}
