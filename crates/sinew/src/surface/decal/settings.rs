//! Settings of a decal: size, shape, direction and kind of map.

use glam::Vec3;

/// Smallest radius of a decal in metres.
pub const MIN_DECAL_RADIUS: f32 = 1e-5;
/// Largest radius of a decal in metres.
pub const MAX_DECAL_RADIUS: f32 = 1e4;
/// Smallest ratio of a rectangle's sides; the largest is its inverse.
pub const MIN_DECAL_ASPECT: f32 = 0.01;

/// Size, shape and direction of a decal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct DecalSettings {
    /// Largest distance of the decal from its centre, in metres: [`MIN_DECAL_RADIUS`] to
    /// [`MAX_DECAL_RADIUS`].
    pub radius: f32,
    /// Outline.
    pub shape: DecalShape,
    /// Texture coordinates.
    pub map: DecalMap,
    /// Direction in model space to which the top of the image points, as far as the skin allows. Where it is
    /// parallel to the normal, the top points along +Z.
    pub up: Vec3,
    /// Angle in radians by which the image is turned from there, counter-clockwise seen from outside.
    pub rotation: f32,
}

/// Outline of a decal.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DecalShape {
    /// A disc: the circle inside of a square image.
    #[default]
    Disc,
    /// The whole image, whose corners are at the radius.
    Rectangle {
        /// Width over height, [`MIN_DECAL_ASPECT`] to its inverse.
        aspect: f32,
    },
}

/// Way in which a decal's texture coordinates are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DecalMap {
    /// Discrete exponential map: the image lies on the skin like a sticker, without stretch on bent parts.
    #[default]
    Exponential,
    /// Projection to the plane of the hit: the image stretches where the skin turns away, and ends where it
    /// faces backwards.
    Plane,
}

impl Default for DecalSettings {
    fn default() -> Self {
        Self { radius: 0.05, shape: DecalShape::Disc, map: DecalMap::Exponential, up: Vec3::Y, rotation: 0.0 }
    }
}

impl DecalSettings {
    /// Settings of a disc of this radius in metres.
    #[must_use]
    pub fn new(radius: f32) -> Self {
        Self { radius, ..Self::default() }
    }

    /// Sets the radius in metres, [`MIN_DECAL_RADIUS`] to [`MAX_DECAL_RADIUS`].
    #[must_use]
    pub const fn with_radius(mut self, radius: f32) -> Self {
        self.radius = radius;
        self
    }

    /// Sets the outline.
    #[must_use]
    pub const fn with_shape(mut self, shape: DecalShape) -> Self {
        self.shape = shape;
        self
    }

    /// Sets the kind of texture coordinates.
    #[must_use]
    pub const fn with_map(mut self, map: DecalMap) -> Self {
        self.map = map;
        self
    }

    /// Sets the direction of the image's top.
    #[must_use]
    pub const fn with_up(mut self, up: Vec3) -> Self {
        self.up = up;
        self
    }

    /// Sets the angle of the image in radians.
    #[must_use]
    pub const fn with_rotation(mut self, rotation: f32) -> Self {
        self.rotation = rotation;
        self
    }

    /// Half of the image's width and height in metres.
    pub(in crate::surface) fn half_size(&self) -> [f32; 2] {
        match self.shape {
            DecalShape::Disc => [self.radius; 2],
            DecalShape::Rectangle { aspect } => {
                let height = self.radius / (aspect * aspect + 1.0).sqrt();
                [height * aspect, height]
            }
        }
    }

    /// The first field that is out of its range.
    pub(in crate::surface) fn check(&self) -> Result<(), DecalError> {
        if !(MIN_DECAL_RADIUS..=MAX_DECAL_RADIUS).contains(&self.radius) {
            return Err(DecalError::Radius(self.radius));
        }
        if let DecalShape::Rectangle { aspect } = self.shape
            && !(MIN_DECAL_ASPECT..=1.0 / MIN_DECAL_ASPECT).contains(&aspect)
        {
            return Err(DecalError::Aspect(aspect));
        }
        if !self.up.is_finite() || !self.rotation.is_finite() {
            return Err(DecalError::Direction);
        }
        Ok(())
    }
}

/// Error of placing a decal.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DecalError {
    /// The radius is out of its range.
    #[error("decal radius {0} m; expected {MIN_DECAL_RADIUS} to {MAX_DECAL_RADIUS}")]
    Radius(f32),
    /// The ratio of the sides is out of its range.
    #[error("decal aspect {0}; expected {MIN_DECAL_ASPECT} to {max}", max = 1.0 / MIN_DECAL_ASPECT)]
    Aspect(f32),
    /// The direction of the top or the angle is not finite.
    #[error("the direction or rotation of the decal is not finite")]
    Direction,
    /// The point names a triangle that the surface lacks, or its shares are not finite.
    #[error("the surface has no such point: instance {instance}, primitive {primitive}, triangle {triangle}")]
    NoSuchPoint {
        /// Mesh instance.
        instance: u32,
        /// Primitive.
        primitive: usize,
        /// Triangle.
        triangle: u32,
    },
    /// The triangle has no area in this pose.
    #[error("triangle {triangle} has no area in this pose")]
    NoArea {
        /// Triangle of the primitive.
        triangle: u32,
    },
}
