//! Cards of one layer.

use super::chain::HairChain;
use super::choose::{Feature, clusters};
use super::settings::CardSettings;
use super::shape::{CardRow, face_outwards, rows, widen};
use super::texture::STRAND_ROWS;
use super::weights::{Row, chains_of, row};
use crate::hair::curves::Polyline;
use glam::{Vec2, Vec3};
use sinew::hair::{GroomLayer, GuidePose, RibbonMesh};
use sinew::internal::Random;
use sinew::skeleton::JointId;

/// Strands of a layer that are looked at: more say nothing new.
const MAX_LOOKED_AT: usize = 16_384;
/// Half width of a card in root mean squares of the distance of its strands from its middle: that of an even
/// spread is the root of 3; cards overlap.
const OVERLAP: f32 = 2.1;
/// Tilt of normals towards the edges of a card, so that it is lit like a lock.
const ROUNDING: f32 = 0.45;

/// Cards of a layer in the reference pose.
#[derive(Clone, Debug, Default)]
pub(super) struct LayerCards {
    pub(super) name: String,
    /// Number of cards.
    pub(super) cards: usize,
    /// Cards, then the cap.
    pub(super) mesh: RibbonMesh,
    /// Influences of the vertices.
    pub(super) weights: Vec<Row>,
}

/// Strand that is looked at.
struct Curve {
    points: Vec<Vec3>,
    feature: Feature,
    guide: usize,
}

/// Share of its length by which a card begins before its first root: the texture is ragged there.
const MARGIN: f32 = 0.008;

/// Root, middle and tip of a curve.
pub(super) fn feature(points: &[Vec3]) -> Feature {
    let polyline = Polyline::new(points);
    Feature([0.0, 0.5, 1.0].map(|share| polyline.at(share)))
}

/// At most `count` cards of a layer. `chains` are those of the layer among all, `anchors` the joint of each
/// guide's root.
pub(super) fn layer_cards(
    layer: &GroomLayer,
    count: usize,
    (center, scale): (Vec3, f32),
    (chains, all): (&[(u32, Feature)], &[HairChain]),
    anchors: &[JointId],
    settings: &CardSettings,
) -> LayerCards {
    let curves = curves(layer);
    let features: Vec<Feature> = curves.iter().map(|curve| curve.feature).collect();
    let clusters = clusters(&features, count);
    let mut members: Vec<Vec<Polyline<'_>>> = clusters.middles.iter().map(|_| Vec::new()).collect();
    let mut roots: Vec<Vec<Vec3>> = vec![Vec::new(); clusters.middles.len()];
    for (curve, cluster) in curves.iter().zip(&clusters.of) {
        members[*cluster as usize].push(Polyline::new(&curve.points));
        roots[*cluster as usize].push(curve.points[0]);
    }
    let mut cards: Vec<Vec<CardRow>> = clusters
        .middles
        .iter()
        .zip(&roots)
        .map(|(middle, roots)| {
            rows(&from_the_first_root(&curves[*middle].points, roots, center), settings.segments)
        })
        .collect();
    face_outwards(&mut cards, center, scale);
    for (card, members) in cards.iter_mut().zip(&members) {
        // A card of few strands is as wide as some of them.
        widen(card, members, OVERLAP, layer.look.width * 2.0);
    }
    if let Some(width) = settings.width {
        let widths = cards.iter().flatten().map(|row| row.half_width * 2.0);
        let mean = widths.sum::<f32>() / cards.iter().map(Vec::len).sum::<usize>().max(1) as f32;
        let factor = width / mean.max(f32::MIN_POSITIVE);
        cards.iter_mut().flatten().for_each(|row| row.half_width *= factor);
    }
    let mut random = Random::named(settings.seed, &layer.name);
    let mut made = LayerCards { name: layer.name.clone(), cards: cards.len(), ..LayerCards::default() };
    for (card, middle) in cards.iter().zip(&clusters.middles) {
        let column = (random.unit() * settings.columns as f32).floor();
        let is_mirrored = random.unit() < 0.5;
        let nearest = chains_of(&curves[*middle].feature, chains);
        let length = card.last().map_or(0.0, |row| row.along).max(f32::MIN_POSITIVE);
        made.add(card, length, |x| {
            let x = if is_mirrored { 1.0 - x } else { x };
            (column + x) / settings.columns as f32
        });
        for at in card {
            let weights = row(at.along, length, &nearest, all, anchors[curves[*middle].guide]);
            made.weights.extend([weights; 2]);
        }
    }
    made
}

/// The curve, begun at the root that lies farthest behind its own: cards cover the skin up to partings, from
/// which hair falls to both sides.
fn from_the_first_root(points: &[Vec3], roots: &[Vec3], center: Vec3) -> Vec<Vec3> {
    let forward = points[1..].iter().find_map(|point| (*point - points[0]).try_normalize());
    let forward = forward.unwrap_or(Vec3::NEG_Y);
    let behind = |root: &Vec3| (points[0] - *root).dot(forward);
    let first = roots.iter().max_by(|a, b| behind(a).total_cmp(&behind(b)));
    let first = first.copied().unwrap_or(points[0]);
    // Along the card, and as high above the skin as that root.
    let back = forward * -(behind(&first) + MARGIN * Polyline::new(points).length() as f32);
    let outward = (points[0] - center).reject_from_normalized(forward).normalize_or_zero();
    let start = points[0] + back + outward * (first - points[0]).dot(outward);
    std::iter::once(start).chain(points.iter().copied()).collect()
}

impl LayerCards {
    fn add(&mut self, card: &[CardRow], length: f32, column: impl Fn(f32) -> f32) {
        let first = self.mesh.positions.len() as u32;
        for row in card {
            let side = row.tangent.cross(row.normal);
            for (x, sign) in [(0.0, -1.0), (1.0, 1.0)] {
                self.mesh.positions.push(row.position + side * (sign * row.half_width));
                self.mesh.normals.push((row.normal + side * (sign * ROUNDING)).normalize());
                self.mesh.uvs.push(Vec2::new(column(x), row.along / length * STRAND_ROWS));
            }
        }
        for n in 0..card.len() as u32 - 1 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|corner| first + n * 2 + corner);
            self.mesh.indices.extend([a, b, c, b, d, c]);
        }
    }
}

/// Strands at rest: all, or an even choice of them.
fn curves(layer: &GroomLayer) -> Vec<Curve> {
    let rest = GuidePose::at_rest(&layer.guides);
    let (strands, points) = (layer.strands.strands(), layer.strands.points_per_strand());
    let step = strands.len().div_ceil(MAX_LOOKED_AT).max(1);
    let curve = |strand: usize| {
        let points: Vec<Vec3> = (0..points).map(|n| layer.strands.point(strand, n, &rest)).collect();
        let length = Polyline::new(&points).length();
        (length.is_finite() && length > 1e-6).then(|| Curve {
            feature: feature(&points),
            points,
            guide: strands[strand].guides[0] as usize,
        })
    };
    (0..strands.len()).step_by(step).filter_map(curve).collect()
}
