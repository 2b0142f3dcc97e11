//! Directions in which hair is combed.

use crate::hair::head::HeadShape;
use crate::hair::{Comb, HairRegion, LayerDescription};
use crate::math::smoothstep;
use glam::Vec3;

/// Direction from the middle of the skull to the whorl at the back of the crown, head space.
const WHORL: Vec3 = Vec3::new(0.12, 0.9, -0.45);

/// Group of hairs that fall together: guides of other groups do not pull a strand.
pub(super) type Group = u8;
/// Strands behind the end of a parting, which lie between guides of both sides.
pub(super) const BACK: Group = 2;
/// Hair of the fringe.
const FRINGE: Group = 4;
/// Share of a parting below which strands lie between guides of both sides.
const CLOSED: f32 = 0.3;

/// Combing of a layer on a head.
pub(super) struct Combing<'a> {
    pub(super) head: &'a HeadShape,
    pub(super) layer: &'a LayerDescription,
    /// Place where hair is tied.
    pub(super) tie: Option<Vec3>,
}

impl Combing<'_> {
    /// Group of a hair by the place of its root.
    pub(super) fn group(&self, root: Vec3) -> Group {
        let at = self.head.from_model(root);
        let is_fringe = self
            .layer
            .fringe
            .is_some_and(|fringe| at.x.abs() < fringe.width && at.z > 0.35 && at.y > 0.4 && at.y < 0.95);
        if is_fringe {
            return FRINGE;
        }
        match self.layer.comb {
            // Brows and lashes of either eye.
            Comb::Natural if matches!(self.layer.region, HairRegion::Brows | HairRegion::Lashes) => {
                u8::from(at.x > 0.0)
            }
            Comb::Parted { at: part, .. } => u8::from(at.x > part * smoothstep((at.z + 0.6) / 0.6)),
            _ => 0,
        }
    }

    /// Group of a strand: that of a guide, but behind the end of a parting that of both sides.
    pub(super) fn strand_group(&self, root: Vec3) -> Group {
        let is_parted = matches!(self.layer.comb, Comb::Parted { .. });
        match self.group(root) {
            0 | 1 if is_parted && parted(self.head.from_model(root)) < CLOSED => BACK,
            group => group,
        }
    }

    pub(super) fn is_fringe(group: Group) -> bool {
        group == FRINGE
    }

    /// Direction at a place for a hair of a group, model space; need not lie in the skin.
    pub(super) fn direction(&self, place: Vec3, root: Vec3, group: Group) -> Vec3 {
        let at = self.head.from_model(place);
        if let Some(tie) = self.tie {
            return (tie - place).normalize_or(Vec3::NEG_Y);
        }
        let own = if Self::is_fringe(group) {
            let root = self.head.from_model(root);
            Vec3::new(root.x * 0.35, -0.35, 1.0)
        } else {
            match self.layer.comb {
                Comb::Parted { at: part, back } => {
                    let root = self.head.from_model(root);
                    let top = smoothstep((at.y - 0.1) / 0.8);
                    // At the back of the head the parting ends: hair falls straight.
                    let parted = parted(root);
                    let side = if group == 1 { 1.0 } else { -1.0 } * (1.0 - 0.35 * part.abs());
                    let side = (root.x * 1.2).clamp(-0.7, 0.7) * (1.0 - parted) + side * parted;
                    let front = smoothstep((root.z + 0.2) / 0.8);
                    Vec3::new(side * (0.15 + 0.85 * top), -0.55, -back * (0.35 + 0.65 * front))
                }
                Comb::Swept { direction } => direction.normalize() - Vec3::Y * 0.25,
                Comb::Whorl => from_whorl(at),
                Comb::Tied { .. } | Comb::Natural => {
                    natural(self.layer.region, at, self.head.from_model(root))
                }
            }
        };
        self.head.rotation * own.normalize_or(Vec3::NEG_Y)
    }

    /// Distance from the skin at which the hair of a root lies, metres: hair from the crown lies over that from below.
    pub(super) fn lift(&self, root: Vec3) -> f32 {
        let at = self.head.from_model(root);
        let height = ((at.y + 0.6) / 1.6).clamp(0.0, 1.0);
        self.layer.volume * self.head.scale * (0.15 + 0.85 * height.sqrt())
    }
}

/// Share of a parting in the way of hair, by the place of its root in head space: 1 at the front, 0 at the back of the head.
fn parted(root: Vec3) -> f32 {
    smoothstep((root.z + 0.85) / 0.7)
}

/// Outwards from the whorl, and a little around it.
fn from_whorl(at: Vec3) -> Vec3 {
    let away = at - Vec3::Y * 0.2 - WHORL;
    let around = WHORL.cross(away).normalize_or_zero() * 0.35;
    away.normalize_or(Vec3::Z) + around
}

/// Direction in which hair of a region grows at a place, for a root at another, head space.
fn natural(region: HairRegion, at: Vec3, root: Vec3) -> Vec3 {
    let side = root.x.signum();
    match region {
        HairRegion::Scalp => from_whorl(at),
        HairRegion::Beard => Vec3::new(root.x * 0.25, -1.0, 0.25),
        // Upwards at the inner end, then along the brow.
        HairRegion::Brows => Vec3::new(side, 1.3 - 2.2 * root.x.abs(), 0.1),
        HairRegion::Lashes => Vec3::new(root.x * 0.5, 0.45, 1.0),
    }
}
