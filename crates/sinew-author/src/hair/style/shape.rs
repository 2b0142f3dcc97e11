//! Shape of strands between their guides: locks, curls, stray hair.

use super::roots::REPORTED;
use super::seed::Seed;
use crate::hair::cells::Cells;
use crate::hair::head::SkinDistance;
use crate::hair::{Clumps, Curl, GroomLayerDescription};
use glam::{Vec3, Vec3A};
use sinew::internal::{Random, arc, from_axis_angle, on_two_threads, ops};
use sinew::math::smoothstep;
use std::f32::consts::TAU;

/// Least distance of strands from the skin, on the head of an adult, metres.
const GAP: f32 = 0.0008;
/// Points behind the root up to which a strand is raised where it would run below the skin between two
/// points.
const RISING: usize = 3;
/// Points of a segment at which that is looked for, as shares of its length.
const BETWEEN: [f32; 3] = [0.25, 0.5, 0.75];
/// Length from which on a hair comes all the way to the middle of its lock, in sizes of locks: shorter ones
/// would lie down in tufts.
const LOCK_LENGTH: f32 = 2.0;
/// Least length of the strand in the middle of a lock, relative to its guides.
const LEAST_MIDDLE: f32 = 0.6;
/// Bends of a stray strand.
const STRAYS: usize = 5;

/// Shape of strands that so far lie exactly between their guides. Points of strands stand one strand after
/// the other.
pub(super) struct Shape<'a> {
    pub(super) layer: &'a GroomLayerDescription,
    pub(super) curl: Option<Curl>,
    pub(super) clumps: Clumps,
    /// Size of the head in relation to an adult's.
    pub(super) scale: f32,
    pub(super) skin: Option<&'a SkinDistance>,
    pub(super) progress: &'a dyn Fn(usize),
}

impl Shape<'_> {
    pub(super) fn apply(&self, points: &mut [Vec3], locks: &Locks, random: &mut Random) {
        self.clump(points, locks, random);
        let count = self.layer.strand_points;
        for (number, strand) in points.chunks_exact_mut(count).enumerate() {
            if (number + 1).is_multiple_of(REPORTED) {
                (self.progress)(REPORTED);
            }
            stray(strand, self.layer.frizz * self.scale, random);
        }
        if let Some(skin) = self.skin {
            let gap = GAP * self.scale;
            let half = points.len() / count / 2 * count;
            let (first, second) = points.split_at_mut(half);
            on_two_threads(|| push_out(first, count, skin, gap), || push_out(second, count, skin, gap));
        }
    }

    /// Locks of strands that grow from these seeds.
    pub(super) fn locks(&self, seeds: &[Seed]) -> Locks {
        let size = self.clumps.size * self.scale;
        let mut middles: Vec<usize> = Vec::new();
        let mut cells = Cells::new(size);
        for (number, seed) in seeds.iter().enumerate() {
            let is_free = cells.near(seed.root).all(|lock: usize| {
                let other = &seeds[middles[lock]];
                other.root.distance(seed.root) > size || other.group != seed.group
            });
            // Long strands do not follow short hair at the hairline.
            if is_free && seed.length >= LEAST_MIDDLE {
                cells.add(seed.root, middles.len());
                middles.push(number);
            }
        }
        let lock_of = |seed: &Seed| {
            let middle = |lock: usize| &seeds[middles[lock]];
            let same = cells.near(seed.root).filter(|lock| middle(*lock).group == seed.group);
            let distance = |lock: &usize| middle(*lock).root.distance(seed.root);
            same.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        let of = seeds.iter().map(lock_of).collect();
        Locks { middles, of }
    }

    /// Draws strands to the middle of their locks and winds them around it.
    fn clump(&self, points: &mut [Vec3], locks: &Locks, random: &mut Random) {
        let Self { layer, clumps, curl, scale, .. } = *self;
        let count = layer.strand_points;
        let lock = |number: &usize| {
            let middle = points[number * count..(number + 1) * count].to_vec();
            Lock::new(middle, curl, scale, random)
        };
        let shapes: Vec<Lock> = locks.middles.iter().map(lock).collect();
        for (lock, strand) in locks.of.iter().zip(points.chunks_exact_mut(count)) {
            let Some(lock) = lock.map(|lock| &shapes[lock]) else { continue };
            let last = (count - 1) as f32;
            let length: f32 = strand.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            let reach = clumps.size * scale * LOCK_LENGTH;
            let grown = if reach > 0.0 { (length / reach).min(1.0) } else { 1.0 };
            let hold = 0.75 + 0.5 * random.bell();
            let phase = (random.bell() - 0.5) * 1.6;
            // Short strands come to the lock where they lie beside it.
            let beside = (length / lock.length.max(f32::MIN_POSITIVE)).min(1.0);
            for (n, point) in strand.iter_mut().enumerate() {
                let t = n as f32 / last;
                let share = clumps.root + (clumps.tip - clumps.root) * smoothstep(t * 1.3);
                let share = (share * hold * grown).min(0.97);
                *point += (lock.at(t * beside) - *point) * share + lock.curl(t * beside, phase);
            }
        }
    }
}

/// Moves strands of `count` points out of the skin, to a distance of `gap` beyond their roots.
fn push_out(points: &mut [Vec3], count: usize, skin: &SkinDistance, gap: f32) {
    for strand in points.chunks_exact_mut(count) {
        for (n, point) in strand.iter_mut().enumerate().skip(1) {
            let rise = smoothstep(n as f32 / (count - 1) as f32 * 4.0);
            *point = skin.push(*point, gap * rise);
        }
        rise_from_skin(strand, skin, gap);
    }
}

/// Raises the first points of a strand so that it leaves the skin at its root and does not run below it: the
/// skull is round between them.
fn rise_from_skin(strand: &mut [Vec3], skin: &SkinDistance, gap: f32) {
    for n in 1..=RISING.min(strand.len() - 1) {
        for share in BETWEEN {
            let position = strand[n - 1].lerp(strand[n], share);
            let out = skin.push(position, if n == 1 { gap * share.sqrt() } else { gap });
            strand[n] += (out - position) / share;
        }
    }
}

/// Strands that lie together: those nearest to a middle, which are far enough from each other.
pub(super) struct Locks {
    /// Per lock: strand at its middle.
    middles: Vec<usize>,
    /// Per strand: its lock.
    of: Vec<Option<usize>>,
}

impl Locks {
    /// Strand at the middle of the lock of a strand.
    pub(super) fn middle(&self, strand: usize) -> Option<usize> {
        self.of[strand].map(|lock| self.middles[lock])
    }
}

/// Middle of a lock and the frame that curls wind in.
struct Lock {
    points: Vec<Vec3>,
    /// Per point: direction aside, turned along the lock without twist, and the tangent.
    frames: Vec<(Vec3, Vec3)>,
    curl: Option<Curl>,
    scale: f32,
    phase: f32,
    length: f32,
    turn: f32,
}

impl Lock {
    fn new(points: Vec<Vec3>, curl: Option<Curl>, scale: f32, random: &mut Random) -> Self {
        let last = points.len() - 1;
        let tangent =
            |n: usize| (points[(n + 1).min(last)] - points[n.saturating_sub(1)]).normalize_or(Vec3::NEG_Y);
        let mut along = tangent(0);
        let mut aside = along.any_orthonormal_vector();
        let mut frames = Vec::with_capacity(points.len());
        for n in 0..points.len() {
            let next = tangent(n);
            if let Some(turn) = arc(Vec3A::from(along), Vec3A::from(next)) {
                aside = turn * aside;
            }
            along = next;
            frames.push((aside, along));
        }
        let length = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let (phase, turn) = (random.unit() * TAU, 0.8 + 0.4 * random.unit());
        Self { points, frames, curl, scale, phase, length, turn }
    }

    /// Point of the lock at `t`, from root (0) to tip (1), and the share of the way to the next one.
    fn point(&self, t: f32) -> (usize, f32) {
        let along = t * (self.points.len() - 1) as f32;
        let point = (along as usize).min(self.points.len() - 2);
        (point, along - point as f32)
    }

    /// Position in the lock at `t`.
    fn at(&self, t: f32) -> Vec3 {
        let (point, share) = self.point(t);
        self.points[point].lerp(self.points[point + 1], share)
    }

    /// Offset of a curl at `t`.
    fn curl(&self, t: f32, phase: f32) -> Vec3 {
        let Some(Curl { radius, turn, from }) = self.curl else { return Vec3::ZERO };
        let grown = smoothstep((t - from) / (1.0 - from).max(0.05) * 2.0);
        let angle = self.phase + phase + t * self.length / (turn * self.scale * self.turn) * TAU;
        let (point, share) = self.point(t);
        let (aside, along) = self.frames[if share < 0.5 { point } else { point + 1 }];
        let wound = from_axis_angle(along, angle) * aside;
        // The lock keeps its root.
        wound * radius * self.scale * grown
    }
}

/// Bends a strand at random, more towards its tip.
fn stray(points: &mut [Vec3], distance: f32, random: &mut Random) {
    let mut bend = || Vec3::new(random.unit(), random.unit(), random.unit()) * 2.0 - 1.0;
    let bends: [Vec3; STRAYS] = std::array::from_fn(|_| bend());
    // A few strands stray far.
    let far = 0.4 + 3.0 * ops::powf(random.unit(), 6.0);
    let last = (points.len() - 1) as f32;
    for (n, point) in points.iter_mut().enumerate() {
        let t = n as f32 / last;
        let along = t * (STRAYS - 1) as f32;
        let (from, share) = ((along as usize).min(STRAYS - 2), along.fract());
        let share = if along as usize > STRAYS - 2 { 1.0 } else { smoothstep(share) };
        *point += bends[from].lerp(bends[from + 1], share) * distance * far * smoothstep(t * 2.0);
    }
}
