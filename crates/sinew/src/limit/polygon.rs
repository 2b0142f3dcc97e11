use crate::math::angle::{atan2, half};
use crate::math::ops;
use glam::Vec3;

/// Polygonal swing limit: the directions that a bone may have, as a polygon of great arcs on the sphere
/// around the bone. Seen from the bone each direction has one border, so the polygon need not be convex (J.
/// Wilhelms, A. Van Gelder, *Fast and Easy Reach-Cone Joint Limits*, 2001).
#[derive(Clone, Debug, PartialEq)]
pub struct SwingPolygon {
    bone: Vec3,
    /// Two directions perpendicular to the bone, from which the angles of corners are measured.
    across: [Vec3; 2],
    sectors: Vec<Sector>,
    /// Unit directions of the corners, in the order of the sectors that start at them.
    points: Vec<Vec3>,
}

/// Sector between two neighbouring corners.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sector {
    /// Start angle about the bone.
    from: f32,
    /// Normal of the arc between the corners, towards the bone.
    inward: Vec3,
}

/// Error of directions that are no polygon around the bone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolygonError {
    /// Fewer than three corners.
    #[error("a reach cone needs at least 3 corners, and has {0}")]
    TooFew(usize),
    /// Zero or non-finite direction.
    #[error("corner {0} of the reach cone is no direction")]
    NoDirection(usize),
    /// Neighbouring corners half a turn or more apart about the bone, or at the bone.
    #[error("the reach cone does not surround its bone between corner {0} and the next about it")]
    NotAround(usize),
}

impl SwingPolygon {
    /// Polygon around `bone` with these corners, in any order: they are sorted about the bone.
    ///
    /// # Errors
    /// When there are fewer than three corners, one is zero or non-finite, or the bone is not inside.
    pub fn new(bone: Vec3, corners: &[Vec3]) -> Result<Self, PolygonError> {
        if corners.len() < 3 {
            return Err(PolygonError::TooFew(corners.len()));
        }
        let bone = bone.try_normalize().ok_or(PolygonError::NoDirection(0))?;
        let (x, y) = bone.any_orthonormal_pair();
        let mut sorted = Vec::new();
        for (n, corner) in corners.iter().enumerate() {
            let corner = corner.try_normalize().ok_or(PolygonError::NoDirection(n))?;
            sorted.push((ops::atan2(corner.dot(y), corner.dot(x)), corner, n));
        }
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sectors = Vec::new();
        for (n, (from, corner, number)) in sorted.iter().enumerate() {
            let next = sorted[(n + 1) % sorted.len()].1;
            let inward = corner.cross(next).try_normalize().filter(|inward| inward.dot(bone) > 1e-4);
            let inward = inward.ok_or(PolygonError::NotAround(*number))?;
            sectors.push(Sector { from: *from, inward });
        }
        let points = sorted.into_iter().map(|(_, corner, _)| corner).collect();
        Ok(Self { bone, across: [x, y], sectors, points })
    }

    /// Corners as unit directions, in their order about the bone.
    #[must_use]
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Angles of its corners about the bone, from the first of `any_orthonormal_pair`.
    pub(crate) fn corners(&self) -> impl Iterator<Item = f32> {
        self.sectors.iter().map(|sector| sector.from)
    }

    /// Normal of the side in the direction of `direction`, inwards.
    #[inline]
    pub(crate) fn side(&self, direction: Vec3) -> Vec3 {
        let angle = atan2(direction.dot(self.across[1]), direction.dot(self.across[0]));
        let after = self.sectors.partition_point(|sector| sector.from <= angle);
        // The last sector precedes the first corner.
        self.sectors[after.checked_sub(1).unwrap_or(self.sectors.len() - 1)].inward
    }

    /// Angle from the bone to the border in the direction `away`, a unit vector perpendicular to the bone.
    #[inline]
    pub(crate) fn reach(&self, away: Vec3) -> f32 {
        let inward = self.side(away);
        atan2(inward.dot(self.bone), -inward.dot(away))
    }

    /// Sine and cosine of half of [`SwingPolygon::reach`].
    #[inline]
    pub(crate) fn border(&self, away: Vec3) -> (f32, f32) {
        let inward = self.side(away);
        half(inward.dot(self.bone), -inward.dot(away))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_runs_straight_from_corner_to_corner() {
        let corners = [Vec3::new(1.0, 1.0, 1.0), Vec3::new(-1.0, 1.0, 1.0), Vec3::new(0.0, -1.0, 1.0)];
        let cone = SwingPolygon::new(Vec3::Z, &corners).unwrap();
        // Halfway between the upper corners lies (0, 1, 1).
        assert!((cone.reach(Vec3::Y) - 45f32.to_radians()).abs() < 1e-5);
        assert!((cone.reach(Vec3::NEG_Y) - 45f32.to_radians()).abs() < 1e-5);
        let corner = Vec3::new(1.0, 1.0, 0.0).normalize();
        assert!((cone.reach(corner) - 2f32.sqrt().atan()).abs() < 1e-4);
    }

    #[test]
    fn corners_that_do_not_surround_the_bone_are_refused() {
        let error = |corners: &[Vec3]| SwingPolygon::new(Vec3::Z, corners).unwrap_err();
        assert_eq!(error(&[Vec3::X, Vec3::Y]), PolygonError::TooFew(2));
        assert_eq!(error(&[Vec3::X, Vec3::ZERO, Vec3::Y]), PolygonError::NoDirection(1));
        let aside = [Vec3::new(1.0, 0.1, 1.0), Vec3::new(1.0, -0.1, 1.0), Vec3::new(0.5, 0.0, 1.0)];
        assert!(matches!(error(&aside), PolygonError::NotAround(_)));
    }
}
