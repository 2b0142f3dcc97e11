//! Shapes of the face: where each vertex of head, brows and mouth moves for an ARKit shape, a viseme, or a shape of older
//! versions.
//!
//! Shapes are functions of a vertex's place on the face, so that all meshes of the face move together. Those of one side are
//! written for the left and mirrored.

mod lids;
mod mouth;
mod names;
mod region;
mod skin;

pub(crate) use lids::openings;
pub(crate) use names::{ARKIT, OLDER, VISEMES};

use crate::field::smoothstep;
use crate::parts::head;
use crate::skeleton::Skeleton;
use glam::{Vec2, Vec3};
use region::Region;

/// Vertex of the face as the shapes see it.
#[derive(Clone, Copy)]
pub(crate) struct FacePoint {
    /// Position at rest.
    pub at: Vec3,
    /// Place in the frontal plane with the lips flattened apart, so that the upper lip lies above the mouth line.
    pub flat: Vec2,
    /// Depth in the mouth: 0 on skin and lips, 1 in the throat.
    pub deep: f32,
    /// Place in the cross section of a lip: share of the way from its border to the line, and forward bulge.
    pub roll: Vec2,
    /// Side of a vertex of the mouth's strip: 1 on the upper lip, -1 on the lower, 0 in the corner; `None` elsewhere.
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

    /// Vertex of lips or lining: on the upper (1), lower (-1) or both lips (0), at a position along the mouth line.
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

    /// Share of the jaw's turn, which parts the lips.
    pub(crate) fn jaw_share(&self) -> f32 {
        Region::of(self).lower() * self.carried()
    }

    /// Share of the jaw's motion forward and sideways, in which the lips stay together.
    fn jaw_slide(&self) -> f32 {
        smoothstep(0.022, -0.022, Region::of(self).rise) * self.carried()
    }

    /// Share of the jaw's motion in a place below the mouth line.
    fn carried(&self) -> f32 {
        let front = smoothstep(-0.015, 0.040, self.at.z);
        let throat = smoothstep(1.440, 1.462, self.at.y);
        let side = (self.flat.x / head::MOUTH_HALF).abs();
        let cheek = 1.0 - smoothstep(1.0, 2.6, side) * 0.75;
        front * throat * cheek
    }
}

/// All shapes.
pub(crate) struct Face {
    lids: Vec<(&'static str, Vec<Vec3>)>,
    /// Vertices where the lips meet: from the middle of the upper one around the left corner.
    contact: Vec<FacePoint>,
    jaw: Vec3,
}

impl Face {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let columns = head::LAST + 1;
        let strip = head::mouth_points(&head::solid());
        let contact = strip[head::CONTACT * columns..][..columns].to_vec();
        Self { lids: lids::moves(&head::skin()), contact, jaw: skeleton.at("jaw") }
    }

    /// Names of all shapes, in the file's order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        OLDER.iter().map(|m| m.0).chain(VISEMES.iter().map(|m| m.0)).chain(ARKIT)
    }

    /// Offset of a vertex in a shape.
    pub(crate) fn offset(&self, name: &str, p: &FacePoint) -> Vec3 {
        match OLDER.iter().chain(&VISEMES).find(|m| m.0 == name) {
            Some((_, mix)) => mix.iter().map(|(part, weight)| self.part(part, p) * *weight).sum(),
            None => self.part(name, p),
        }
    }

    /// Change of the normal of a point of the skin in a shape: from how the shape stretches the tangents there.
    pub(crate) fn turn(&self, name: &str, p: &FacePoint, normal: Vec3) -> Vec3 {
        let h = 5e-4;
        let slope = |t: Vec3| {
            let side = |k: f32| {
                let step = t * (h * k);
                self.offset(name, &FacePoint { at: p.at + step, flat: p.flat + step.truncate(), ..*p })
            };
            t + (side(1.0) - side(-1.0)) / (2.0 * h)
        };
        let a = normal.any_orthonormal_vector();
        slope(a).cross(slope(normal.cross(a))).normalize_or(normal) - normal
    }

    /// Offset in an ARKit shape, or in one of the few other shapes that visemes are made of.
    fn part(&self, name: &str, p: &FacePoint) -> Vec3 {
        if let Some(stem) = name.strip_suffix("Left") {
            return self.left(stem, p);
        }
        if let Some(stem) = name.strip_suffix("Right") {
            let m = self.left(stem, &p.mirrored());
            return Vec3::new(-m.x, m.y, m.z);
        }
        self.mouth_whole(name, p) + skin::whole(name, p)
    }

    /// Offset in the left one of two shapes.
    fn left(&self, stem: &str, p: &FacePoint) -> Vec3 {
        self.mouth_left(stem, p) + skin::left(stem, p) + self.lid(stem, p)
    }
}
