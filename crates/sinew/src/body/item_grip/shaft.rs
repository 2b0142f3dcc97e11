//! Search for the handle of an item by its cross-sections.
//!
//! A handle is a stretch of about a fist's length or more whose cross-sections are round enough and neither too thick nor
//! too thin for the hand. Of several the one is taken that is nearer an end, rounder, and not the larger part of the item:
//! the handle of a sword rather than its blade. Pistol grips stand out to one side of a longer body.

use super::section::Section;
use super::slices::Slices;
use super::surface::axes_of;
use glam::Vec3;
use std::ops::RangeInclusive;

/// Thickness that a hand holds, in lengths of its metacarpus: 1 to 6 cm of a hand whose metacarpus has 9 cm.
pub(super) const THICKNESS: RangeInclusive<f32> = 0.1..=0.7;
/// Least ratio of both thicknesses.
const ROUND: f32 = 0.35;
/// Least length of a handle, in lengths of the metacarpus.
const LEAST_LENGTH: f32 = 0.6;
/// Best thickness, in the same unit.
const BEST: f32 = 0.35;
/// Length from which on a handle is a shaft, of which the hand takes a part.
const SHAFT: f32 = 3.5;
/// Distance from the middle of the fist to the guard.
const HALF_FIST: f32 = 0.6;

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
    pistol_grip(triangles, axes, &slices, palm).or_else(|| along(&slices, palm))
}

/// Handle along the longest axis.
fn along(slices: &Slices, palm: f32) -> Option<Section> {
    let runs = runs(slices, palm);
    let length = |run: &Run| (run.last + 1 - run.first) as f32 * slices.step;
    let long: Vec<Run> = runs.into_iter().filter(|run| length(run) >= LEAST_LENGTH * palm).collect();
    let score = |run: &Run| {
        let from_end = run.first.min(slices.len() - 1 - run.last) as f32 / slices.len() as f32;
        let (thin, wide) = mean_widths(slices, *run);
        let off = (wide / (BEST * palm)).ln().abs();
        let larger = f32::from(u8::from(length(run) > 0.5 * slices.length()));
        from_end + 0.5 * (1.0 - thin / wide) + 0.15 * off + 0.3 * larger
    };
    let best = long.iter().min_by(|a, b| score(a).total_cmp(&score(b)))?;
    let at = hold_at(slices, *best, palm);
    let half = (HALF_FIST * palm / slices.step) as usize;
    let ends = (at.saturating_sub(half).max(best.first), (at + half).min(best.last));
    Some(Section::of_slices(slices, at, ends))
}

/// Slice of a run that lies in the fist.
fn hold_at(slices: &Slices, run: Run, palm: f32) -> usize {
    let (first, last) = (run.first as f32, run.last as f32);
    let (middle, length) = ((first + last) * 0.5, last - first);
    let (before, behind) = (first, (slices.len() - 1) as f32 - last);
    let fist = HALF_FIST * palm / slices.step;
    if length * slices.step <= SHAFT * palm {
        // Below the guard, where the handle has room for two hands.
        let at = if behind >= before { middle.max(last - fist) } else { middle.min(first + fist) };
        return at.round() as usize;
    }
    // A shaft: in the middle of a staff, else away from the head or the thicker end.
    let quarter = length * 0.25;
    let third = (run.last - run.first) / 3;
    let wide = |first, last| mean_widths(slices, Run { first, last }).1;
    let ends = [wide(run.first, run.first + third), wide(run.last - third, run.last)];
    let head = 0.05 * slices.len() as f32;
    let is_head_behind = behind > before + head || ends[1] > 1.4 * ends[0];
    let is_head_before = before > behind + head || ends[0] > 1.4 * ends[1];
    let at = match (is_head_before, is_head_behind) {
        (false, true) => first + quarter.max(fist),
        (true, false) => last - quarter.max(fist),
        _ => middle,
    };
    (at.round() as usize).clamp(run.first, run.last)
}

/// Grip that stands out to one side of a body, as of a pistol or a rifle.
fn pistol_grip(triangles: &[[Vec3; 3]], [a, b, c]: [Vec3; 3], whole: &Slices, palm: f32) -> Option<Section> {
    let slices = Slices::new(triangles, [b, a, c])?;
    let is_end = |run: &Run| run.first <= 1 || run.last + 2 >= slices.len();
    let ends: Vec<Run> = runs(&slices, palm).into_iter().filter(is_end).collect();
    let length = |run: &Run| (run.last + 1 - run.first) as f32 * slices.step;
    let [run] = ends.iter().filter(|run| length(run) > 0.25 * palm).collect::<Vec<_>>()[..] else {
        return None;
    };
    if !(0.45 * palm..=1.8 * palm).contains(&length(run)) || length(run) > 0.8 * slices.length() {
        return None;
    }
    let middle = (run.first + run.last) / 2;
    let section = Section::of_slices(&slices, middle, (run.first, run.last));
    // At the end of a long shaft it is a head.
    let at = (section.center.dot(a) - whole.start) / whole.length();
    ((0.12..=0.88).contains(&at) || whole.length() < 3.0 * palm).then_some(section)
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
