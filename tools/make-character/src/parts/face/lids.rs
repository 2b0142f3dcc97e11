//! Eyelids: openings of the lids by shape, and the offsets of their vertices.

use super::{Face, FacePoint};
use crate::field::Field;
use crate::parts::head::{CLOSED, Opening, REST, lid_points};
use glam::Vec3;

/// Openings of the left lids by shape, without its side.
pub(crate) fn openings() -> [(&'static str, Opening); 9] {
    [
        ("eyeBlink", CLOSED),
        ("eyeSquint", REST.lifted(-0.13, 0.19)),
        ("eyeWide", REST.lifted(0.13, -0.05)),
        ("eyeLookDown", REST.lifted(-0.26, -0.05)),
        ("eyeLookUp", REST.lifted(0.09, 0.03)),
        ("eyeLookIn", REST.lifted(-0.01, 0.0)),
        ("eyeLookOut", REST.lifted(-0.01, 0.0)),
        ("cheekSquint", REST.lifted(0.0, 0.11)),
        ("browDown", REST.lifted(-0.06, 0.0)),
    ]
}

/// Offsets of the lids' vertices by shape.
pub(super) fn moves(skin: &Field) -> Vec<(&'static str, Vec<Vec3>)> {
    let rest = lid_points(skin, REST);
    let moved = |opening| lid_points(skin, opening).iter().zip(&rest).map(|(p, r)| *p - *r).collect();
    openings().map(|(name, opening)| (name, moved(opening))).into()
}

impl Face {
    /// Offset of a vertex of the left lids.
    pub(super) fn lid(&self, stem: &str, p: &FacePoint) -> Vec3 {
        let Some(index) = p.lid.filter(|_| p.at.x > 0.0) else { return Vec3::ZERO };
        self.lids.iter().find(|(name, _)| *name == stem).map_or(Vec3::ZERO, |(_, moves)| moves[index])
    }
}
