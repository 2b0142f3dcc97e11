//! Search for the handle of an item by its cross-sections.
//!
//! A handle is a stretch of about a fist's length or more whose cross-sections are round enough and neither too thick nor
//! too thin for the hand. Of several the one is taken that is nearer an end, rounder, and not the larger part of the item:
//! the handle of a sword rather than its blade. Grips that [stand out](super::pistol) come first.

use super::measures::{HALF_FIST, ROUND, THICKNESS};
use super::pistol::{self, Found};
use super::section::Section;
use super::slices::Slices;
use super::surface::axes_of;
use glam::Vec3;

/// Least length of a handle, in lengths of the metacarpus.
const LEAST_LENGTH: f32 = 0.6;
/// Best thickness, in the same unit.
const BEST: f32 = 0.35;
/// Length from which on a handle is a shaft, of which the hand takes a part.
const SHAFT: f32 = 3.5;

/// A run of slices that a hand can hold.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    last: usize,
}

/// The handle of an item; `palm` is the length of the metacarpus.
pub(super) fn find(triangles: &[[Vec3; 3]], palm: f32) -> Option<Section> {
    let axes = axes_of(triangles)?;
    let slices = Slices::new(triangles, axes)?;
    let found = pistol::find(triangles, axes, &slices, palm);
    // Of a short pistol, whose grip is as long as its barrel, either could stand out from the other one. The barrel is what
    // reaches beyond the corner.
    let [a, b, c] = axes;
    let other = Slices::new(triangles, [b, a, c]).filter(|other| other.length() > 0.75 * slices.length());
    let turned = other.map(|other| pistol::find(triangles, [b, a, c], &other, palm));
    let below = || {
        let other = Slices::new(triangles, [a, c, b])?;
        match pistol::find(triangles, [a, c, b], &other, palm) {
            Found::Grip(section, _) => Some(section),
            _ => None,
        }
    };
    match (found, turned) {
        (Found::Grip(_, beyond), Some(Found::Grip(section, farther))) if farther > beyond => Some(section),
        (Found::Grip(section, _), _) => Some(section),
        (_, Some(Found::Grip(section, _))) => Some(section),
        // Crossbows are wider than high.
        (Found::Nothing, _) => below().or_else(|| along(&slices, palm)),
        (Found::Unclear, _) => None,
    }
}

/// Handle along the longest axis.
fn along(slices: &Slices, palm: f32) -> Option<Section> {
    let runs = runs(slices, palm);
    let length = |run: &Run| (run.last + 1 - run.first) as f32 * slices.step;
    let long: Vec<Run> = runs.into_iter().filter(|run| length(run) >= LEAST_LENGTH * palm).collect();
    let score = |run: &Run| {
        let from_end = run.first.min(slices.len() - 1 - run.last) as f32 / slices.len() as f32;
        let (thin, wide) = mean_widths(slices, *run);
        let off = crate::math::ops::ln(wide / (BEST * palm)).abs();
        let larger = f32::from(u8::from(length(run) > 0.5 * slices.length()));
        // The end of a pole above its flag, its knob, the point of a halberd.
        let is_short = length(run) < 1.3 * palm;
        let is_end_of = |ratio: f32| (0.9..1.1).contains(&ratio) || (is_short && ratio > 1.4);
        let mut others = long.iter().filter(|other| length(other) > 4.0 * length(run));
        let is_stub = others.any(|other| is_end_of(wide / mean_widths(slices, *other).1));
        let is_tip = is_stub || (from_end < 0.06 && taper(slices, *run) < 0.5);
        from_end + 0.5 * (1.0 - thin / wide) + 0.15 * off + 0.3 * larger + 0.35 * f32::from(u8::from(is_tip))
    };
    let best = long.iter().min_by(|a, b| score(a).total_cmp(&score(b)))?;
    if is_barrel(slices, *best, palm) {
        return None;
    }
    let at = hold_at(slices, *best, palm);
    let half = (HALF_FIST * palm / slices.step) as usize;
    let ends = (at.saturating_sub(half).max(best.first), (at + half).min(best.last));
    let section = Section::of_slices(slices, at, ends);
    Some(match head(slices, *best) {
        Some(is_behind) => section.directed(if is_behind { slices.axis } else { -slices.axis }),
        None => section,
    })
}

/// Whether a run is the barrel of a long gun: on one side of it is a long part that is thicker in both directions and no
/// round one, receiver and stock. Heads of axes and clubs are short or round, blades and paddles thin.
fn is_barrel(slices: &Slices, run: Run, palm: f32) -> bool {
    const LENGTH: f32 = 3.0;
    let (_, wide) = mean_widths(slices, run);
    let is_thick = |slice: &usize| {
        slices
            .widths(*slice)
            .is_some_and(|(thin, most)| thin > 1.4 * wide && most > 2.5 * wide && most > 1.3 * thin)
    };
    let length = |slices: std::ops::Range<usize>| slices.filter(is_thick).count();
    let thick = length(0..run.first).max(length(run.last + 1..slices.len())) as f32;
    thick * slices.step > LENGTH * palm && thick > 0.2 * slices.len() as f32
}

/// Whether the head of an item, or its longer part, is behind a run, beyond its last slice; `None` where both ends are alike.
fn head(slices: &Slices, run: Run) -> Option<bool> {
    let (before, behind) = (run.first as f32, (slices.len() - 1 - run.last) as f32);
    if (before - behind).abs() > 0.05 * slices.len() as f32 {
        return Some(behind > before);
    }
    let (first, last) = ends(slices, run);
    (first.max(last) > 1.4 * first.min(last)).then_some(last > first)
}

/// Thicknesses of the first and the last third of a run.
fn ends(slices: &Slices, run: Run) -> (f32, f32) {
    let third = (run.last - run.first) / 3;
    let wide = |first, last| mean_widths(slices, Run { first, last }).1;
    (wide(run.first, run.first + third), wide(run.last - third, run.last))
}

/// Ratio of the thicknesses of the thinner and the thicker end of a run.
fn taper(slices: &Slices, run: Run) -> f32 {
    let (first, last) = ends(slices, run);
    first.min(last) / first.max(last)
}

/// Slice of a run that lies in the fist.
fn hold_at(slices: &Slices, run: Run, palm: f32) -> usize {
    let (first, last) = (run.first as f32, run.last as f32);
    let (middle, length) = ((first + last) * 0.5, last - first);
    let fist = HALF_FIST * palm / slices.step;
    // Of a long one nearer its middle, where spears and walking sticks with a knob are in balance.
    let from_end = length * (0.025 * length * slices.step / palm).clamp(0.25, 0.45);
    let at = match head(slices, run) {
        // Below the guard, where the handle has room for two hands.
        is_behind if length * slices.step <= SHAFT * palm && 2.0 * length <= slices.len() as f32 => {
            if is_behind.unwrap_or(true) {
                middle.max(last - fist)
            } else {
                middle.min(first + fist)
            }
        }
        // A shaft: in the middle of a staff, else away from the head or the thicker end.
        Some(true) => first + from_end.max(fist).min(0.5 * length),
        Some(false) => last - from_end.max(fist).min(0.5 * length),
        None => middle,
    };
    (at.round() as usize).clamp(run.first, run.last)
}

/// All runs of slices that a hand can hold, cut where the thickness leaps.
fn runs(slices: &Slices, palm: f32) -> Vec<Run> {
    const LEAP: f32 = 1.5;
    let mut runs: Vec<Run> = Vec::new();
    let mut before: Option<f32> = None;
    for slice in 0..slices.len() {
        let held = slices.widths(slice).filter(|(thin, wide)| {
            THICKNESS.contains(&(thin / palm)) && THICKNESS.contains(&(wide / palm)) && *thin >= ROUND * wide
        });
        match (held, before, runs.last_mut()) {
            (Some((_, wide)), Some(last), Some(run)) if wide < LEAP * last && last < LEAP * wide => {
                run.last = slice
            }
            (Some(_), ..) => runs.push(Run { first: slice, last: slice }),
            (None, ..) => {}
        }
        before = held.map(|(_, wide)| wide);
    }
    runs
}

/// Mean thicknesses of a run: the thinner and the wider one.
fn mean_widths(slices: &Slices, run: Run) -> (f32, f32) {
    let widths = (run.first..=run.last).filter_map(|slice| slices.widths(slice));
    let (thin, wide, count) =
        widths.fold((0.0, 0.0, 0.0), |(a, b, n), (thin, wide)| (a + thin, b + wide, n + 1.0));
    (thin / count, wide / count)
}
