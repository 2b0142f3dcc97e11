//! Strands of a layer that its cards are made of.

use super::choose::{CurveFeature, curve_feature};
use crate::hair::curves::Polyline;
use crate::surface::srgb_linear;
use glam::Vec3;
use sinew::hair::{GroomLayer, GuidePose};
use sinew::internal::Random;
use std::collections::HashSet;

/// Strands of a layer that are looked at: more say nothing new.
const MAX_LOOKED_AT: usize = 16_384;

/// Strand at rest.
pub(super) struct CardStrand {
    pub(super) points: Vec<Vec3>,
    pub(super) feature: CurveFeature,
    pub(super) guide: usize,
    pub(super) length: f32,
    /// Random number of the strand, 0 to 1.
    pub(super) random: f32,
    pub(super) is_grey: bool,
    /// Linear colour by which its colours are multiplied.
    pub(super) tint: Vec3,
}

/// Strands of a layer: all, or an even choice of them.
pub(super) struct CardStrands {
    pub(super) all: Vec<CardStrand>,
    /// Strands of the layer that each stands for.
    pub(super) share: f32,
}

impl CardStrands {
    /// Mean length, metres.
    pub(super) fn mean_length(&self) -> f32 {
        self.all.iter().map(|strand| strand.length).sum::<f32>() / self.all.len().max(1) as f32
    }

    /// Number of patches of about this size that the roots lie on.
    pub(super) fn patches(&self, size: f32) -> usize {
        let cell = |at: Vec3| (at / size.max(1e-6)).floor().as_ivec3();
        self.all.iter().map(|strand| cell(strand.points[0])).collect::<HashSet<_>>().len()
    }

    pub(super) fn of(layer: &GroomLayer) -> Self {
        let rest = GuidePose::at_rest(&layer.guides);
        let (strands, points) = (layer.strands.strands(), layer.strands.points_per_strand());
        let step = strands.len().div_ceil(MAX_LOOKED_AT).max(1);
        let mut random = Random::named(1, &layer.name);
        let mut strand = |number: usize| {
            let (is_grey, random) = (random.unit() < layer.look.grey, random.unit());
            let tint =
                layer.strands.tints().get(number).map_or(Vec3::ONE, |tint| Vec3::from(tint.map(srgb_linear)));
            let points: Vec<Vec3> = (0..points).map(|n| layer.strands.point(number, n, &rest)).collect();
            let length = Polyline::new(&points).length() as f32;
            (length.is_finite() && length > 1e-6).then(|| CardStrand {
                feature: curve_feature(&points),
                points,
                guide: strands[number].guides[0] as usize,
                length,
                random,
                is_grey,
                tint,
            })
        };
        Self { all: (0..strands.len()).step_by(step).filter_map(&mut strand).collect(), share: step as f32 }
    }
}
