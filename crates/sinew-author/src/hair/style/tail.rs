//! Ponytails and braids: hair beyond a tie.

use super::bun::bun;
use super::disc::disc;
use super::grow::resampled;
use super::haircut::Haircut;
use super::planes::Planes;
use super::seed::Seed;
use super::tie::Tie;
use crate::hair::{GroomMakingError, Tail, TailStyle};
use glam::{Vec2, Vec3};
use sinew::hair::{ControlHair, GroomLayer, GuidePose, HairCurve, HairError, Strand, Strands};
use sinew::internal::{Random, blend_guides, ops};
use sinew::math::smoothstep;
use std::f32::consts::TAU;

/// Steps along a tail.
const STEPS: usize = 64;
/// Length over which a tail turns down, in its radii.
const BEND: f32 = 2.4;
/// Share of the strands of a layer that its tail has.
const SHARE: f32 = 0.5;
/// Share of a braid that stays open at its end.
const TUFT: f32 = 0.1;

/// Tail of a layer whose hair is tied.
/// Its strands have this tint.
pub(super) fn tail(
    haircut: &Haircut<'_>,
    tie: &Tie,
    tail: &Tail,
    tint: [u8; 3],
) -> Result<GroomLayer, GroomMakingError> {
    if matches!(tail.style, TailStyle::Bun | TailStyle::Knot) {
        return bun(haircut, tie, tail, tint);
    }
    let layer = haircut.layer;
    let course = Course { haircut, tail, middle: middle(haircut, tie, tail) };
    let count = match tail.style {
        TailStyle::Braid { .. } => 3,
        _ => layer.guides.clamp(3, 48),
    };
    let disc_points: Vec<Vec2> = (0..count).map(|n| disc(n, count)).collect();
    let guides = disc_points
        .iter()
        .map(|disc_point| course.guide(*disc_point))
        .collect::<Result<Vec<ControlHair>, HairError>>()?;
    let mut random = Random::named(layer.seed, "tail");
    let strand_count = ((layer.strands as f32 * SHARE) as usize).max(1);
    let strands = match tail.style {
        TailStyle::Braid { pitch } => course.braid(&guides, strand_count, pitch, &mut random)?,
        _ => {
            let planes = Planes::new(disc_points, &vec![0; count]);
            let seeds = (0..strand_count).map(|n| {
                let disc_point = disc(n, strand_count);
                let (guides, weights) = planes.weights(disc_point, 0);
                Seed {
                    root: course.at(disc_point, 0.0, tie.position, tie.out),
                    group: 0,
                    guides,
                    weights,
                    length: 1.0,
                    tint,
                }
            });
            haircut.strands(&guides, seeds.collect(), (None, layer.curl), &mut random)?
        }
    };
    let made = haircut.beyond_tie(tie, guides, strands, tint)?;
    Ok(match layer.physics {
        Some(physics) => made.with_physics(physics),
        None => made,
    })
}

/// Course of a tail: out of the tie and down.
struct Course<'a> {
    haircut: &'a Haircut<'a>,
    tail: &'a Tail,
    /// Middle of the tail: positions and directions.
    middle: Vec<(Vec3, Vec3)>,
}

impl Course<'_> {
    /// Position at a share of the length, aside of the middle.
    fn at(&self, disc_point: Vec2, share: f32, middle: Vec3, along: Vec3) -> Vec3 {
        let head = self.haircut.head;
        let side = head.rotation * Vec3::X;
        let across = along.cross(side).normalize_or(Vec3::Z);
        // Narrow at the tie, widest after a quarter, pointed at the end.
        let width = 0.35 + 0.65 * smoothstep(share * 4.0) - 0.75 * smoothstep((share - 0.55) / 0.45);
        (side * disc_point.x + across * disc_point.y) * (self.tail.radius * head.scale * width) + middle
    }

    fn guide(&self, disc_point: Vec2) -> Result<ControlHair, HairError> {
        let last = (self.middle.len() - 1) as f32;
        let braided = matches!(self.tail.style, TailStyle::Braid { .. });
        let disc_point = if braided { disc_point * 0.2 } else { disc_point };
        let path: Vec<Vec3> = self
            .middle
            .iter()
            .enumerate()
            .map(|(n, (at, along))| self.at(disc_point, n as f32 / last, *at, *along))
            .collect();
        resampled(&path, self.haircut.layer.points)
    }

    /// Strands of a braid: three locks on a figure of eight.
    fn braid(
        &self,
        guides: &[ControlHair],
        count: usize,
        pitch: f32,
        random: &mut Random,
    ) -> Result<Strands, GroomMakingError> {
        let Haircut { head, layer, .. } = *self.haircut;
        let last = (self.middle.len() - 1) as f32;
        let radius = self.tail.radius * head.scale;
        let turns = self.tail.length / pitch;
        let (points, curve) = (layer.strand_points, HairCurve::default());
        let side = head.rotation * Vec3::X;
        let pose = GuidePose::at_rest(guides);
        let follow = |_| self.haircut.strand([0, 1, 2, 0], [0.34, 0.33, 0.33, 0.0], random);
        let strands: Vec<Strand> = (0..count).map(follow).collect();
        let mut offsets = Vec::with_capacity(count * points);
        for (number, strand) in strands.iter().enumerate() {
            let lock = (number % 3) as f32 / 3.0;
            let disc_point = disc(number / 3, count.div_ceil(3)) * (0.9 + 0.2 * random.unit());
            for n in 0..points {
                let share = strand.length * n as f32 / (points - 1) as f32;
                let at = share * last;
                let low = (at as usize).min(self.middle.len() - 2);
                let (from, to, part) = (self.middle[low], self.middle[low + 1], at - low as f32);
                let along = from.1.lerp(to.1, part).normalize_or(Vec3::NEG_Y);
                let across = along.cross(side).normalize_or(Vec3::Z);
                let (sin, cos) = ops::sin_cos((share * turns + lock) * TAU);
                // sin 2a = 2 sin a cos a.
                let braided = 1.0 - smoothstep((share - 1.0 + TUFT) / (TUFT * 0.5));
                let weave = Vec2::new(sin * 0.62, 2.0 * sin * cos * 0.34) * braided;
                let width = 0.75 + 0.25 * smoothstep(share * 8.0) - 0.45 * share;
                // The tie at the end is narrow, the tuft behind it opens.
                let knot = 1.0 - 0.6 * (1.0 - ((share - 1.0 + TUFT) / 0.03).abs()).max(0.0);
                let offset =
                    (weave + disc_point * (0.42 * braided + 0.5 * (1.0 - braided))) * radius * width * knot;
                let missing = from.0.lerp(to.0, part) - blend_guides(strand, share, curve, &pose);
                offsets.push(missing + side * offset.x + across * offset.y);
            }
        }
        Ok(Strands::new(strands, offsets, points, curve, guides.len())?)
    }
}

/// Middle of a tail: positions and directions.
fn middle(haircut: &Haircut<'_>, tie: &Tie, tail: &Tail) -> Vec<(Vec3, Vec3)> {
    let Haircut { head, distance, .. } = *haircut;
    let length = tail.length * head.scale;
    let step = length / STEPS as f32;
    let radius = tail.radius * head.scale;
    let (mut position, mut direction) = (tie.position, tie.out);
    let mut middle = vec![(position, direction)];
    for n in 0..STEPS {
        let share = (step / (BEND * radius)).min(1.0);
        direction = (direction + (Vec3::NEG_Y * 1.2 - direction) * share).normalize_or(Vec3::NEG_Y);
        let gap = radius * (0.4 + 0.6 * smoothstep(n as f32 / 8.0));
        let mut next = position + direction * step;
        for _ in 0..3 {
            next = position + (distance.push(next, gap) - position).normalize_or(direction) * step;
        }
        direction = (next - position).normalize_or(direction);
        position = next;
        middle.push((position, direction));
    }
    middle
}
