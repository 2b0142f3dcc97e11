//! Shapes of the face: where each vertex of head, brows and mouth moves for an ARKit shape, a viseme, or a
//! shape of older versions.
//!
//! Shapes are functions of a vertex's position on the face, so that all meshes of the face move together.
//! Those of one side are written for the left and mirrored.

mod lids;
mod mouth;
mod names;
mod point;
mod region;
mod skin;

pub(crate) use lids::openings;
pub(crate) use names::{ARKIT, OLDER, VISEMES};
pub(crate) use point::FacePoint;

use crate::field::smoothstep;
use crate::parts::head;
use crate::skeleton::Skeleton;
use glam::Vec3;
use region::Region;

impl FacePoint {
    /// Share of the jaw's turn, which parts the lips.
    pub(crate) fn jaw_share(&self) -> f32 {
        Region::of(self).lower() * self.carried()
    }

    /// Share of the jaw's motion forward and sideways, in which the lips stay together.
    fn jaw_slide(&self) -> f32 {
        smoothstep(0.022, -0.022, Region::of(self).rise) * self.carried()
    }

    /// Share of the jaw's motion at a point below the mouth line.
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

    /// Change of the normal of a point of the skin in a shape: from how the shape stretches the tangents
    /// there.
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
