//! Growth of guides: step by step in the direction of the comb, outside of the skin, and down where the head
//! ends.

use super::comb::Combing;
use super::roots::Root;
use crate::hair::curves::Polyline;
use crate::hair::head::SkinDistance;
use crate::hair::{Comb, HairRegion};
use glam::Vec3;
use sinew::hair::{ControlHair, HairCurve, HairError};
use sinew::math::smoothstep;

/// Steps along a guide.
const STEPS: usize = 72;
/// Largest step on the head of an adult, metres.
const MAX_STEP: f32 = 0.006;
/// Length over which hair bends, on the head of an adult, metres.
const BEND: f32 = 0.018;
/// Length from the root over which hair leaves the skin, on the head of an adult, metres.
const RISE: f32 = 0.08;
/// Longest bend as a share of the length of hair.
const MAX_BEND: f32 = 0.3;
/// Least distance from the skin, on the head of an adult, metres.
const GAP: f32 = 0.0015;
/// Length from the root over which hair comes to that distance, on the head of an adult, metres.
const GAP_RISE: f32 = 0.006;
/// Largest depth in the field of the skin at which a root can lie, on the head of an adult, metres.
const MAX_ROOT_DEPTH: f32 = 0.003;
/// Distance from the skin at which the comb has lost a third of its hold, on the head of an adult, metres.
const HOLD: f32 = 0.02;

/// Steepness with which the length goes over from that of a fringe to that beside it.
const FRINGE_CUT: f32 = 2.5;

/// Growth of the guides of a layer.
pub(super) struct Growth<'a> {
    pub(super) combing: &'a Combing<'a>,
    /// Skin that hair stays outside of; `None` for hair that is too short to meet it again.
    pub(super) skin: Option<&'a SkinDistance>,
}

impl Growth<'_> {
    /// Guide from a root.
    pub(super) fn guide(&self, root: &Root, points: usize) -> Result<ControlHair, HairError> {
        let path = self.path(root);
        resampled(&path, points)
    }

    /// Points of the path from the root on.
    fn path(&self, root: &Root) -> Vec<Vec3> {
        let Combing { head, layer, tie } = *self.combing;
        let scale = head.scale;
        let share = ((self.combing.fringe_share(root.position) - 0.5) * FRINGE_CUT + 0.5).clamp(0.0, 1.0);
        let cut = match layer.fringe.filter(|_| share > 0.0) {
            // At the edge of a fringe hair gets longer by degrees.
            Some(fringe) => {
                let beside = layer.cut.unwrap_or(layer.length);
                Some(beside + (-fringe.cut - beside) * share)
            }
            None => layer.cut,
        };
        let floor = cut.map(|below| head.center.y - below * scale);
        let length = match tie {
            Some(tie) => tie.distance(root.position) * 1.8,
            None => layer.length * root.length * scale,
        };
        let step = (length / STEPS as f32).min(MAX_STEP * scale);
        let count = (length / step).ceil() as usize;
        let (lift, stand) = (self.combing.lift(root.position), self.combing.stand(root.position));
        let bend = (BEND * scale).min(length * MAX_BEND);
        // The field is coarser than the skin: a root can lie in it, and hair leaves it at a slant.
        let depth = self.skin.and_then(|skin| skin.at(root.position)).map_or(0.0, |(depth, _)| depth);
        let (depth, gap) = (depth.clamp(-MAX_ROOT_DEPTH * scale, 0.0), GAP * scale);
        let mut path = vec![root.position];
        let mut position = root.position;
        let mut direction = self.start(root);
        for n in 1..=count {
            let along = n as f32 * step;
            let risen = depth + (gap - depth) * (along / (GAP_RISE * scale)).min(1.0);
            let distance = risen + lift * smoothstep(along / (RISE * scale));
            let skin = self.skin.and_then(|skin| skin.at(position));
            let (depth, normal) = skin.unwrap_or((distance, root.normal));
            // The comb holds hair near the skin; the rest hangs.
            let away = ((depth - distance) / (HOLD * scale)).max(0.0);
            let hold = 1.0 / (1.0 + away * away);
            let comb = self.direction(position, root);
            let flat = (comb - normal * comb.dot(normal)).normalize_or(comb);
            // Lashes stand free of the lid.
            let combed = match layer.region {
                HairRegion::Lashes => comb,
                _ => (flat * (1.0 - stand) + normal * stand).normalize_or(flat),
            };
            let hangs = match layer.comb {
                Comb::Tied { .. } => 0.0,
                _ if self.skin.is_none() => 0.0,
                _ => (1.0 - stand) * (1.0 - hold * 0.8),
            };
            let wanted = (combed * hold.max(0.02) + Vec3::NEG_Y * hangs).normalize_or(combed);
            let share = (step / bend).min(1.0);
            direction = (direction + (wanted - direction) * share).normalize_or(wanted);
            let mut next = position + direction * step;
            for skin in self.skin.into_iter().cycle().take(3) {
                let pushed = skin.push(next, distance);
                next = position + (pushed - position).normalize_or(direction) * step;
            }
            direction = (next - position).normalize_or(direction);
            if let Some(tie) = tie {
                path.push(next);
                position = next;
                if next.distance(tie) < step * 2.0 {
                    break;
                }
                continue;
            }
            if floor.is_some_and(|floor| next.y < floor) && path.len() > 2 {
                break;
            }
            path.push(next);
            position = next;
        }
        if let Some(tie) = tie {
            gather(&mut path, tie);
        }
        path
    }

    /// Direction in which the hair of a root is combed at a position.
    fn direction(&self, position: Vec3, root: &Root) -> Vec3 {
        root.flow.unwrap_or_else(|| self.combing.direction(position, root.position))
    }

    /// Direction at the root: out of the skin, leaning as it is combed.
    fn start(&self, root: &Root) -> Vec3 {
        let comb = self.direction(root.position, root);
        let flat = (comb - root.normal * comb.dot(root.normal)).normalize_or(comb);
        if self.combing.layer.region == HairRegion::Lashes {
            // Out of the rim of the lid, forwards.
            let front = self.combing.head.rotation * Vec3::Z;
            return (front + comb.with_y(0.0) * 0.5).normalize_or(front);
        }
        let stand = self.combing.stand(root.position);
        let out = if self.skin.is_some() { 0.25 + 0.75 * stand } else { stand };
        (root.normal * out + flat * (1.0 - out * 0.5)).normalize_or(root.normal)
    }
}

/// Cuts the path at its nearest point to the tie, and draws its second half there.
fn gather(path: &mut Vec<Vec3>, tie: Vec3) {
    if path.len() < 2 {
        return path.push(tie);
    }
    let nearest = (0..path.len()).min_by(|a, b| path[*a].distance(tie).total_cmp(&path[*b].distance(tie)));
    path.truncate((nearest.unwrap_or(0) + 1).max(3));
    let last = path.len() - 1;
    let missing = tie - path[last];
    for (n, point) in path.iter_mut().enumerate() {
        *point += missing * smoothstep((n as f32 / last as f32 - 0.5) * 2.0);
    }
}

/// Hair along a path of two points or more, with points at even distances.
pub(super) fn resampled(path: &[Vec3], points: usize) -> Result<ControlHair, HairError> {
    let (polyline, segments) = (Polyline::new(path), (path.len() - 1) as f32);
    let at = |n: usize| {
        let (segment, share) = polyline.segment_at(n as f64 / (points - 1) as f64);
        HairCurve::CatmullRom.at(path, (segment as f32 + share) / segments)
    };
    ControlHair::new((0..points).map(at).collect::<Vec<_>>())
}
