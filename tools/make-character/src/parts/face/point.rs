use glam::{Vec2, Vec3};

/// Vertex of the face as the shapes see it.
#[derive(Clone, Copy)]
pub(crate) struct FacePoint {
    /// Position at rest.
    pub at: Vec3,
    /// Position in the frontal plane with the lips flattened apart, so that the upper lip lies above the
    /// mouth line.
    pub flat: Vec2,
    /// Depth in the mouth: 0 on skin and lips, 1 in the throat.
    pub deep: f32,
    /// Position in the cross section of a lip: share of the way from its border to the line, and forward
    /// bulge.
    pub roll: Vec2,
    /// Side of a vertex of the mouth's strip: 1 on the upper lip, -1 on the lower, 0 in the corner; `None`
    /// elsewhere.
    pub lip: Option<f32>,
    /// Position along the mouth line of a vertex of the mouth's strip, metres.
    pub column_x: f32,
    /// Index of a vertex of the lids.
    pub lid: Option<usize>,
}

impl FacePoint {
    /// Vertex of the skin.
    pub(crate) fn of_skin(at: Vec3) -> Self {
        let flat = at.truncate();
        Self { at, flat, deep: 0.0, roll: Vec2::ZERO, lip: None, column_x: 0.0, lid: None }
    }

    /// Vertex of lips or lining: on the upper (1), lower (-1) or both lips (0), at a position along the mouth
    /// line.
    pub(crate) fn of_mouth(at: Vec3, flat: Vec2, deep: f32, roll: Vec2, (lip, column_x): (f32, f32)) -> Self {
        Self { at, flat, deep, roll, lip: Some(lip), column_x, lid: None }
    }

    /// Vertex of the left lids.
    pub(crate) fn of_lid(at: Vec3, index: usize) -> Self {
        Self { lid: Some(index), ..Self::of_skin(at) }
    }

    /// Skin, neither lip nor lid.
    pub(crate) fn is_skin(&self) -> bool {
        self.lid.is_none() && self.deep == 0.0 && self.roll == Vec2::ZERO
    }

    /// The mirror image across x = 0.
    pub(crate) fn mirrored(&self) -> Self {
        let flip = |v: Vec2| Vec2::new(-v.x, v.y);
        Self {
            at: Vec3::new(-self.at.x, self.at.y, self.at.z),
            flat: flip(self.flat),
            column_x: -self.column_x,
            ..*self
        }
    }
}
