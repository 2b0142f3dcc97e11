//! Directions in which hair is combed.

use crate::hair::head::HeadShape;
use crate::hair::{Comb, GroomLayerDescription, HairRegion};
use glam::Vec3;
use sinew::math::smoothstep;

/// Number of roots at a parting or a whorl in relation to elsewhere: no hair from beyond lies over the skin
/// there.
const CROWDING: f32 = 5.5;
/// Distance from a parting within which roots are crowded, on the head of an adult, metres.
const PARTING_BAND: f32 = 0.008;
/// The same distance behind the end of a parting, where hair falls apart.
const PARTING_END: f32 = 0.035;
/// Number of roots at the border of tied hair in relation to elsewhere.
const BORDER_CROWDING: f32 = 2.5;
/// Distance from a whorl within which roots are crowded, on the head of an adult, metres.
const WHORL_RADIUS: f32 = 0.045;
/// Share by which hair stands off the skin at the whorl, beyond that of the layer.
const WHORL_STAND: f32 = 0.25;

/// Direction from the middle of the skull to the whorl at the back of the crown, head space.
const WHORL: Vec3 = Vec3::new(0.12, 0.9, -0.45);

/// Group of hairs that fall together: guides of other groups do not pull a strand.
pub(super) type Group = u8;
/// Strands behind the end of a parting, which lie between guides of both sides.
pub(super) const BACK: Group = 2;
/// Hair of the fringe.
pub(super) const FRINGE: Group = 4;
/// Strands at the edge of the fringe, which lie between its guides and those beside it.
pub(super) const EDGE: Group = 5;
/// Width of that edge, head space: over it hair turns from forwards to the sides.
const FRINGE_EDGE: f32 = 0.3;
/// Share of the fringe from which on strands are at its edge, and the same from the other side.
const AT_EDGE: f32 = 0.06;
/// Share of [`CROWDING`] at the edge of a fringe.
const EDGE_CROWDING: f32 = 0.55;
/// Share of a parting below which strands lie between guides of both sides.
const CLOSED: f32 = 0.3;

/// Combing of a layer on a head.
pub(super) struct Combing<'a> {
    pub(super) head: &'a HeadShape,
    pub(super) layer: &'a GroomLayerDescription,
    /// Position where hair is tied.
    pub(super) tie: Option<Vec3>,
}

impl Combing<'_> {
    /// Group of a hair by the position of its root.
    pub(super) fn group(&self, root: Vec3) -> Group {
        let at = self.head.from_model(root);
        if self.fringe_share(root) >= 0.5 {
            return FRINGE;
        }
        match self.layer.comb {
            // Brows and lashes of either eye.
            Comb::Natural if matches!(self.layer.region, HairRegion::Brows | HairRegion::Lashes) => {
                u8::from(at.x > 0.0)
            }
            Comb::Parted { at: part, .. } => u8::from(at.x > parting(part, at)),
            _ => 0,
        }
    }

    /// Share by which hair of a root falls over the forehead: 1 in the fringe, 0 elsewhere, and between both
    /// at its edge.
    pub(super) fn fringe_share(&self, root: Vec3) -> f32 {
        let Some(fringe) = self.layer.fringe else { return 0.0 };
        let at = self.head.from_model(root);
        let inside = |distance: f32| smoothstep(distance / FRINGE_EDGE + 0.5);
        inside(fringe.width - at.x.abs()) * inside(at.z - 0.35) * inside(at.y - 0.3) * inside(0.97 - at.y)
    }

    /// Group of a strand: that of a guide, but behind the end of a parting that of both sides, and at the edge
    /// of a fringe that of all.
    pub(super) fn strand_group(&self, root: Vec3) -> Group {
        let share = self.fringe_share(root);
        if share > AT_EDGE && share < 1.0 - AT_EDGE {
            return EDGE;
        }
        let is_parted = matches!(self.layer.comb, Comb::Parted { .. });
        match self.group(root) {
            0 | 1 if is_parted && parted(self.head.from_model(root)) < CLOSED => BACK,
            group => group,
        }
    }

    /// Direction at a position for a hair of a root, model space; need not lie in the skin.
    pub(super) fn direction(&self, position: Vec3, root: Vec3) -> Vec3 {
        let at = self.head.from_model(position);
        if let Some(tie) = self.tie {
            return (tie - position).normalize_or(Vec3::NEG_Y);
        }
        let natural = || self.layer.region.direction(self.head, root);
        let share = self.fringe_share(root);
        let over_forehead = || {
            let root = self.head.from_model(root);
            Vec3::new(root.x * 0.35, -0.35, 1.0)
        };
        let beside = || {
            match self.layer.comb {
                Comb::Parted { at: part, back } => {
                    let root = self.head.from_model(root);
                    // Beside a fringe hair goes on to its own side, whatever group it is in.
                    let group = u8::from(root.x > parting(part, root));
                    let top = smoothstep((at.y - 0.1) / 0.8);
                    // At the back of the head the parting ends: hair falls straight.
                    let parted = parted(root);
                    let side = (if group == 1 { 1.0 } else { -1.0 }) * (1.0 - 0.35 * part.abs());
                    let side = (root.x * 1.2).clamp(-0.7, 0.7) * (1.0 - parted) + side * parted;
                    let front = smoothstep((root.z + 0.2) / 0.8);
                    Vec3::new(side * (0.15 + 0.85 * top), -0.55, -back * (0.35 + 0.65 * front))
                }
                Comb::Swept { direction } => direction.normalize() - Vec3::Y * 0.25,
                Comb::Whorl => from_whorl(at),
                Comb::Tied { .. } | Comb::Natural => natural().unwrap_or_else(|| from_whorl(at)),
            }
        };
        let combed = match share {
            0.0 => beside(),
            1.0 => over_forehead(),
            share => beside().normalize_or_zero() * (1.0 - share) + over_forehead().normalize() * share,
        };
        self.head.rotation * combed.normalize_or(Vec3::NEG_Y)
    }

    /// Share of hair of a root that stands off the skin.
    pub(super) fn stand(&self, root: Vec3) -> f32 {
        let near = if self.has_whorl() { near_whorl(self.head, root) } else { 0.0 };
        (self.layer.stand + WHORL_STAND * near).min(1.0)
    }

    /// Number of roots at a position in relation to elsewhere, 1 or more.
    pub(super) fn crowding(&self, at: Vec3) -> f32 {
        let region = self.layer.region;
        let near = match self.layer.comb {
            Comb::Tied { .. } => {
                return 1.0 + (BORDER_CROWDING - 1.0) * region.border(self.head, at);
            }
            Comb::Natural if region != HairRegion::Scalp => return region.crowding(self.head, at),
            Comb::Parted { at: part, .. } => {
                let root = self.head.from_model(at);
                let distance = (root.x - parting(part, root)).abs() * self.head.axes.x / self.head.scale;
                let end = smoothstep((-0.35 - root.z) / 0.4);
                let band = PARTING_BAND + (PARTING_END - PARTING_BAND) * end;
                smoothstep((1.0 - distance / band) * 1.5) * smoothstep((root.y - 0.3) / 0.3)
            }
            _ if self.has_whorl() => near_whorl(self.head, at),
            _ => 0.0,
        };
        // Where hair goes to several sides, none from beyond lies over the skin.
        let share = self.fringe_share(at);
        let edge = 4.0 * share * (1.0 - share) * EDGE_CROWDING;
        1.0 + (CROWDING - 1.0) * f32::max(near, edge)
    }

    fn has_whorl(&self) -> bool {
        self.layer.region == HairRegion::Scalp && matches!(self.layer.comb, Comb::Whorl | Comb::Natural)
    }

    /// Distance from the skin at which the hair of a root lies, metres: hair from the crown lies over that
    /// from below.
    pub(super) fn lift(&self, root: Vec3) -> f32 {
        let at = self.head.from_model(root);
        let height = ((at.y + 0.6) / 1.6).clamp(0.0, 1.0);
        self.layer.volume * self.head.scale * (0.15 + 0.85 * height.sqrt())
    }
}

/// Share of a parting in the way of hair, by the position of its root in head space: 1 at the front, 0 at the
/// back of the head.
pub(super) fn parted(root: Vec3) -> f32 {
    smoothstep((root.z + 0.85) / 0.7)
}

/// Position of a parting at a depth, to the side in head space: it runs to the middle of the back.
pub(super) fn parting(part: f32, at: Vec3) -> f32 {
    part * smoothstep((at.z + 0.6) / 0.6)
}

/// 1 at the whorl, 0 away from it.
fn near_whorl(head: &HeadShape, at: Vec3) -> f32 {
    let away = (head.from_model(at) - Vec3::Y * 0.2).normalize_or(Vec3::Y) - WHORL.normalize();
    smoothstep((1.0 - away.length() * head.axes.y / head.scale / WHORL_RADIUS) * 1.5)
}

/// Outwards from the whorl, and a little around it.
fn from_whorl(at: Vec3) -> Vec3 {
    let away = at - Vec3::Y * 0.2 - WHORL;
    let around = WHORL.cross(away).normalize_or_zero() * 0.5;
    away.normalize_or(Vec3::Z) + around
}
