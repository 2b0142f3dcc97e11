//! Shape of strands between their guides: locks, curls, stray hair.

use super::comb::Group;
use crate::hair::cells::Cells;
use crate::hair::head::SkinDistance;
use crate::hair::{Curl, LayerDescription};
use crate::math::axis_angle::from_axis_angle;
use crate::math::random::Random;
use crate::math::turn::arc;
use crate::math::{ops, smoothstep};
use glam::{Vec3, Vec3A};
use std::collections::HashMap;
use std::f32::consts::TAU;

/// Least distance of strands from the skin, on the head of an adult, metres.
const GAP: f32 = 0.0008;
/// Bends of a stray strand.
const STRAYS: usize = 5;

/// Strand that is shaped: its points in the rest pose.
pub(super) struct Shaped {
    pub(super) root: Vec3,
    pub(super) group: Group,
    pub(super) points: Vec<Vec3>,
}

/// Shapes strands that so far lie exactly between their guides.
pub(super) fn shape(
    strands: &mut [Shaped],
    layer: &LayerDescription,
    scale: f32,
    skin: Option<&SkinDistance>,
    random: &mut Random,
) {
    clump(strands, layer, scale, random);
    for strand in &mut *strands {
        stray(&mut strand.points, layer.frizz * scale, random);
        if let Some(skin) = skin {
            let count = strand.points.len();
            for (n, point) in strand.points.iter_mut().enumerate().skip(1) {
                let rise = smoothstep(n as f32 / (count - 1) as f32 * 4.0);
                *point = skin.push(*point, GAP * scale * rise);
            }
        }
    }
}

/// Draws strands to the middle of their locks and winds them around it.
fn clump(strands: &mut [Shaped], layer: &LayerDescription, scale: f32, random: &mut Random) {
    let size = layer.clumps.size * scale;
    // Middles of locks: strands that are far enough from those before them.
    let mut middles: Vec<usize> = Vec::new();
    let mut cells = Cells::new(size);
    for (number, strand) in strands.iter().enumerate() {
        let is_free = cells.near(strand.root).all(|other: usize| {
            strands[other].root.distance(strand.root) > size || strands[other].group != strand.group
        });
        if is_free {
            middles.push(number);
            cells.add(strand.root, number);
        }
    }
    let locks: HashMap<usize, Lock> = middles
        .iter()
        .map(|number| (*number, Lock::new(strands[*number].points.clone(), layer.curl, scale, random)))
        .collect();
    let own: Vec<Option<usize>> = strands
        .iter()
        .map(|strand| {
            let same = cells.near(strand.root).filter(|other| strands[*other].group == strand.group);
            let distance = |other: &usize| strands[*other].root.distance(strand.root);
            same.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        })
        .collect();
    for (strand, middle) in strands.iter_mut().zip(own) {
        let Some(lock) = middle.and_then(|middle| locks.get(&middle)) else { continue };
        let last = (strand.points.len() - 1) as f32;
        let hold = 0.75 + 0.5 * random.bell();
        let phase = (random.bell() - 0.5) * 1.6;
        for (n, point) in strand.points.iter_mut().enumerate() {
            let t = n as f32 / last;
            let share = layer.clumps.root + (layer.clumps.tip - layer.clumps.root) * smoothstep(t * 1.3);
            let share = (share * hold).min(0.97);
            *point += (lock.points[n] - *point) * share + lock.curl(n, phase);
        }
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

    /// Way aside of a curl at point `n`.
    fn curl(&self, n: usize, phase: f32) -> Vec3 {
        let Some(Curl { radius, turn, from }) = self.curl else { return Vec3::ZERO };
        let t = n as f32 / (self.points.len() - 1) as f32;
        let grown = smoothstep((t - from) / (1.0 - from).max(0.05) * 2.0);
        let angle = self.phase + phase + t * self.length / (turn * self.scale * self.turn) * TAU;
        let (aside, along) = self.frames[n];
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
