//! Strands of hair and their evaluation from a pose of their guides.

use super::GuidePose;
use crate::hair::{HairCurve, blend_indices, segment_percent};
use glam::{Quat, Vec3};

/// Largest number of guides of a strand: a triangle of guides uses three of them, a patch four.
pub const MAX_STRAND_GUIDES: usize = 4;
/// Largest number of points of a strand.
pub const MAX_STRAND_POINTS: usize = 256;
/// Largest number of strands.
pub const MAX_STRANDS: usize = 1 << 20;

/// Distance of guides, as a share of that at rest and metres beyond, up to which strands lie between them.
const REACH: (f32, f32) = (1.25, 0.004);
/// Way beyond it to which guides that part draw their strands apart at most, metres; as in
/// shaders/hair_points.wgsl.
const PARTED: f32 = 0.012;

/// Hair that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strand {
    /// Guides it follows. Where they part, it stays with the first, which is that of the largest weight or of
    /// its lock. Guides without weight may be any.
    pub guides: [u32; MAX_STRAND_GUIDES],
    /// Weights of the guides; their sum is 1.
    pub weights: [f32; MAX_STRAND_GUIDES],
    /// Length as a share of that of its guides, above 0 to 1.
    pub length: f32,
    /// Random number of the strand, 0 to 1: variation of colour, order in which levels of detail leave
    /// strands out.
    pub random: f32,
}

/// Reason why strands cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StrandError {
    /// More strands than [`MAX_STRANDS`].
    #[error("{0} strands; at most {MAX_STRANDS} are allowed")]
    TooMany(usize),
    /// Fewer than 2 or more than [`MAX_STRAND_POINTS`] points per strand.
    #[error("{0} points per strand; 2 to {MAX_STRAND_POINTS} are allowed")]
    PointCount(usize),
    /// Offsets that are not one per point of each strand.
    #[error("{offsets} offsets for {points} points of strands")]
    OffsetCount {
        /// Number of offsets.
        offsets: usize,
        /// Number of points of all strands.
        points: usize,
    },
    /// Tints that are not one per strand.
    #[error("{tints} tints for {strands} strands")]
    TintCount {
        /// Number of tints.
        tints: usize,
        /// Number of strands.
        strands: usize,
    },
    /// A strand that follows a guide which does not exist.
    #[error("strand {strand} follows guide {guide}; there are {guides}")]
    NoSuchGuide {
        /// Number of the strand.
        strand: usize,
        /// Number of the guide.
        guide: u32,
        /// Number of guides there are.
        guides: usize,
    },
    /// A weight, length, random number or offset that is not finite or out of its range.
    #[error("strand {strand}: its {field} is out of range")]
    OutOfRange {
        /// Number of the strand.
        strand: usize,
        /// Name of the value.
        field: &'static str,
    },
    /// A number of guides or of their points that is out of its range.
    #[error("{count} {items}; {min} to {max} are allowed")]
    Count {
        /// Name of the items.
        items: &'static str,
        /// Their number.
        count: usize,
        /// Smallest number.
        min: usize,
        /// Largest number.
        max: usize,
    },
    /// Curves of which none can be a guide.
    #[error("none of {0} curves can be a guide: neighbouring points are at the same place")]
    NoGuides(usize),
}

/// Strands of hair: which guides they follow, and how far from them they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Strands {
    strands: Vec<Strand>,
    /// Per strand: distance from its first guide up to which it is drawn to the others, metres. Empty where
    /// it is at any distance.
    reaches: Vec<f32>,
    /// Per strand and point: offset from the blend of the guides in the rest pose, metres.
    offsets: Vec<Vec3>,
    /// Per strand: sRGB colour by which its colours are multiplied. Empty for white.
    tints: Vec<[u8; 3]>,
    points: usize,
    curve: HairCurve,
}

impl Strands {
    /// Strands with `points` points each, on `guides` guides. `offsets` has one entry per point, strand after
    /// strand: the way from the blend of the guides to the point, in the rest pose.
    ///
    /// # Errors
    /// See [`StrandError`].
    pub fn new(
        strands: Vec<Strand>,
        offsets: Vec<Vec3>,
        points: usize,
        curve: HairCurve,
        guides: usize,
    ) -> Result<Self, StrandError> {
        if strands.len() > MAX_STRANDS {
            return Err(StrandError::TooMany(strands.len()));
        }
        if !(2..=MAX_STRAND_POINTS).contains(&points) {
            return Err(StrandError::PointCount(points));
        }
        if offsets.len() != strands.len() * points {
            return Err(StrandError::OffsetCount { offsets: offsets.len(), points: strands.len() * points });
        }
        for (strand, entry) in strands.iter().enumerate() {
            let out_of_range = |field| Err(StrandError::OutOfRange { strand, field });
            if let Some(&guide) = entry.guides.iter().find(|guide| **guide as usize >= guides) {
                return Err(StrandError::NoSuchGuide { strand, guide, guides });
            }
            if entry.weights.iter().any(|weight| !weight.is_finite()) {
                return out_of_range("weight");
            }
            if (entry.weights.iter().sum::<f32>() - 1.0).abs() > 1e-3 {
                return out_of_range("sum of weights");
            }
            if !(entry.length > 0.0 && entry.length <= 1.0) {
                return out_of_range("length");
            }
            if !(0.0..=1.0).contains(&entry.random) {
                return out_of_range("random number");
            }
            if offsets[strand * points..(strand + 1) * points].iter().any(|offset| !offset.is_finite()) {
                return out_of_range("offset");
            }
        }
        Ok(Self { strands, reaches: Vec::new(), offsets, tints: Vec::new(), points, curve })
    }

    /// The strands with a tint each: an sRGB colour by which the colours of the look are multiplied. None at
    /// all are white.
    ///
    /// # Errors
    /// [`StrandError::TintCount`] for another number of tints than of strands.
    pub fn with_tints(self, tints: Vec<[u8; 3]>) -> Result<Self, StrandError> {
        if !tints.is_empty() && tints.len() != self.strands.len() {
            return Err(StrandError::TintCount { tints: tints.len(), strands: self.strands.len() });
        }
        Ok(Self { tints, ..self })
    }

    /// Tints of all strands, sRGB; empty for white.
    #[must_use]
    pub fn tints(&self) -> &[[u8; 3]] {
        &self.tints
    }

    /// The strands with the rest pose of their guides, so that guides which part in motion do not leave
    /// strands hanging in the middle between them: as far as another guide is farther from the first one of a
    /// strand than at rest, by a quarter and 4 mm, the strand stays with the first. Without a rest pose it
    /// lies between its guides at any distance. [`GroomLayer::new`](crate::hair::GroomLayer::new) sets that
    /// of its guides.
    ///
    /// # Panics
    /// When the pose has fewer guides than the strands were made for.
    #[must_use]
    pub fn with_rest(mut self, rest: &GuidePose) -> Self {
        let apart = |a: u32, b: u32| {
            let points = rest.guide(a as usize).iter().zip(rest.guide(b as usize));
            points.map(|(a, b)| a.position().distance_squared(b.position())).fold(0.0, f32::max)
        };
        let reach = |strand: &Strand| {
            let [first, others @ ..] = strand.guides;
            let weighted = others.into_iter().zip(&strand.weights[1..]).filter(|(_, weight)| **weight != 0.0);
            let farthest = weighted.map(|(other, _)| apart(first, other)).fold(0.0, f32::max);
            farthest.sqrt() * REACH.0 + REACH.1
        };
        self.reaches = self.strands.iter().map(reach).collect();
        self
    }

    /// Distance from its first guide up to which a strand is drawn to the others, metres, for renderers that
    /// place strands themselves; `None` where it is at any distance. See [`Strands::with_rest`].
    ///
    /// # Panics
    /// When the strands have a rest pose and there is no such strand.
    #[must_use]
    pub fn reach(&self, strand: usize) -> Option<f32> {
        (!self.reaches.is_empty()).then(|| self.reaches[strand])
    }

    /// All strands.
    #[must_use]
    pub fn strands(&self) -> &[Strand] {
        &self.strands
    }

    /// Offsets of all points, strand after strand.
    #[must_use]
    pub fn offsets(&self) -> &[Vec3] {
        &self.offsets
    }

    /// Number of points of each strand.
    #[must_use]
    pub const fn points_per_strand(&self) -> usize {
        self.points
    }

    /// Curve through the points of guides.
    #[must_use]
    pub const fn curve(&self) -> HairCurve {
        self.curve
    }

    /// Strands that are in `pose` at rest: their offsets turn as their guides do, so that [`Strands::point`]
    /// gives the positions of `pose` where the guides are those of it without a rotation.
    ///
    /// # Panics
    /// When the pose has fewer guides than the strands were made for.
    #[must_use]
    pub fn groomed(&self, pose: &GuidePose) -> Self {
        let mut groomed = self.clone();
        let last = (self.points - 1) as f32;
        for (strand, offsets) in self.strands.iter().zip(groomed.offsets.chunks_exact_mut(self.points)) {
            for (n, offset) in offsets.iter_mut().enumerate() {
                *offset = turned(pose, strand.guides[0] as usize, strand.length * n as f32 / last) * *offset;
            }
        }
        groomed
    }

    /// Point number `point` of a strand, from root to tip, where its guides are in this pose.
    ///
    /// # Panics
    /// When there is no such strand or point, or the pose has fewer guides than the strands were made for.
    #[must_use]
    pub fn point(&self, strand: usize, point: usize, guides: &GuidePose) -> Vec3 {
        let entry = &self.strands[strand];
        let t = entry.length * point as f32 / (self.points - 1) as f32;
        let turned = turned(guides, entry.guides[0] as usize, t);
        let offset = self.offsets[strand * self.points + point];
        let position = match self.reach(strand) {
            Some(reach) => follow(entry, t, self.curve, guides, reach),
            None => blend(entry, t, self.curve, guides),
        };
        guides.world_position(position + turned * offset)
    }
}

/// Position of a strand between its guides at `t` along them, as far as they are within `reach` of the first.
fn follow(strand: &Strand, t: f32, curve: HairCurve, guides: &GuidePose, reach: f32) -> Vec3 {
    let (segment, share) = segment_percent(t, guides.points_per_guide());
    let indices = blend_indices(segment, guides.points_per_guide());
    let at = |guide: u32| {
        let points = guides.guide(guide as usize);
        curve.blend(indices.map(|index| guides.simulation_position(&points[index])), share)
    };
    let first = at(strand.guides[0]);
    let mut position = first * strand.weights[0];
    for (guide, weight) in strand.guides.into_iter().zip(strand.weights).skip(1) {
        if weight != 0.0 {
            let point = at(guide);
            let arm = point - first;
            position += (point - arm * parted(arm.length(), reach)) * weight;
        }
    }
    position
}

/// Share of a way of this length that is not gone to another guide: none within `reach`, and all but
/// [`PARTED`] metres beyond it.
fn parted(length: f32, reach: f32) -> f32 {
    if length <= reach {
        return 0.0;
    }
    let beyond = (length - reach) / PARTED;
    1.0 - (reach + PARTED * beyond / (1.0 + beyond)) / length
}

/// Blend of the guides of a strand at `t` along them.
pub fn blend(strand: &Strand, t: f32, curve: HairCurve, guides: &GuidePose) -> Vec3 {
    let (segment, share) = segment_percent(t, guides.points_per_guide());
    let indices = blend_indices(segment, guides.points_per_guide());
    let weighted = strand.guides.iter().zip(strand.weights).filter(|(_, weight)| *weight != 0.0);
    weighted
        .map(|(guide, weight)| {
            let points = guides.guide(*guide as usize);
            curve.blend(indices.map(|index| guides.simulation_position(&points[index])), share) * weight
        })
        .sum()
}

/// Rotation of a guide at `t` since its rest pose, by normalized linear interpolation between its points.
fn turned(guides: &GuidePose, guide: usize, t: f32) -> Quat {
    let points = guides.guide(guide);
    let (segment, share) = segment_percent(t, points.len());
    let [from, to] = [segment, segment + 1].map(|n| Quat::from_array(points[n].rotation));
    from.lerp(to, share)
}
