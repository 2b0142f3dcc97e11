//! Search for a grip that stands out to one side of an item, as that of a pistol, a rifle or a tonfa.
//!
//! The lower edge of a body is level but for what stands out from it: grip, magazine, trigger guard, stock. Each such part is
//! cut off and sliced from its root to its end; it is a grip if it is as thick and as long as one. Parts on both sides are the
//! head of a hammer or the guard of a sword.

use super::measures::{HALF_FIST, ROUND, THICKNESS};
use super::section::Section;
use super::slices::Slices;
use super::surface::extent;
use glam::Vec3;

/// Result of the search.
pub(super) enum Found {
    /// A grip, and the length by which the body reaches beyond it.
    Grip(Section, f32),
    /// Nothing that looks like one.
    Nothing,
    /// Something stands out from the middle of the item, thick as a grip and yet none: a magazine, a stock. What else could be
    /// held of such an item, its barrel, is no handle.
    Unclear,
}

/// Lengths from the body to the end of a grip, in lengths of the metacarpus.
const LENGTH: std::ops::RangeInclusive<f32> = 0.6..=2.0;
/// Length from which on something stands out.
const STANDS_OUT: f32 = 0.45;
/// Length of the root, at which trigger guards are.
const ROOT: f32 = 0.35;
/// Largest thickness: slices of a raked grip are longer than it is thick.
const MOST: f32 = 0.9;

/// Slices from which something stands out to one side, along the second axis of the slices or against it.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    last: usize,
    sign: f32,
    /// Coordinate of the body's edge along `sign`.
    level: f32,
    /// Slices between which it lies as a whole: a raked grip begins beside those in which it stands out.
    around: [f32; 2],
}

/// The grip of an item; `whole` are slices along `a`, with `b` across.
pub(super) fn find(triangles: &[[Vec3; 3]], [a, b, c]: [Vec3; 3], whole: &Slices, palm: f32) -> Found {
    let parts = [1.0, -1.0].map(|sign| parts(whole, sign, palm));
    let overlaps = |one: &Part, other: &Part| one.first <= other.last && other.first <= one.last;
    // Not the sights above a grip.
    let width = |part: &Part| part.last + 1 - part.first;
    let meets = |one: &Part, other: &Part| overlaps(one, other) && width(other) <= 2 * width(one) + 2;
    let is_alone = |side: usize, part: &Part| !parts[1 - side].iter().any(|other| meets(part, other));
    let alone = [0, 1].map(|side| parts[side].iter().filter(|part| is_alone(side, part)).collect::<Vec<_>>());
    let share = |part: &Part| (part.first + part.last + 1) as f32 * 0.5 / whole.len() as f32;
    let muzzle = muzzle(whole);
    // Of several the rear one: before it are magazines and grips for the other hand.
    let from_rear = |part: &Part| match muzzle {
        Some(true) => share(part),
        Some(false) => 1.0 - share(part),
        None => share(part).min(1.0 - share(part)),
    };
    let beyond = |part: &Part| part.first.min(whole.len() - 1 - part.last) as f32 * whole.step;
    let mut grips = Vec::new();
    let mut is_unclear = false;
    for (side, part) in [0, 1].into_iter().flat_map(|side| alone[side].iter().map(move |part| (side, *part)))
    {
        let is_inside = beyond(part) > f32::max(0.35 * palm, 0.08 * whole.length());
        match held(triangles, [a, b, c], whole, part, palm) {
            Ok(grip) if is_inside || grip.is_at_end() => grips.push((part, grip)),
            Ok(_) => {}
            Err(thick) => {
                let is_one_sided = !parts[1 - side].iter().any(|other| overlaps(part, other));
                is_unclear |= (0.2..=0.8).contains(&share(part)) && thick >= 0.2 * palm && is_one_sided;
            }
        }
    }
    let best = grips.into_iter().min_by(|(a, _), (b, _)| from_rear(a).total_cmp(&from_rear(b)));
    let Some((part, grip)) = best else {
        return if is_unclear { Found::Unclear } else { Found::Nothing };
    };
    // The barrel is ahead: towards the muzzle, else the longer side.
    let (least, most) = extent(triangles, a);
    let at = grip.center.dot(a);
    let is_along = muzzle.unwrap_or(most - at >= at - least);
    let ahead = Some(if is_along { a } else { -a });
    let section =
        Section { center: grip.center, axis: grip.axis, diameter: grip.wide, is_directed: true, ahead };
    Found::Grip(section, beyond(part))
}

/// Whether the thinner end of an item is the last one along the slices; `None` where both are alike.
fn muzzle(whole: &Slices) -> Option<bool> {
    let end = whole.len() * 3 / 20;
    let height = |slices: std::ops::Range<usize>| {
        let ranges = slices.filter_map(|slice| whole.range(slice)).map(|(least, most)| most - least);
        let (sum, count) = ranges.fold((0.0, 0.0), |(sum, count), height| (sum + height, count + 1.0));
        sum / f32::max(count, 1.0)
    };
    let (first, last) = (height(0..end), height(whole.len() - end..whole.len()));
    (first.max(last) > 1.6 * first.min(last)).then_some(last < first)
}

/// Parts that stand out to one side.
fn parts(whole: &Slices, sign: f32, palm: f32) -> Vec<Part> {
    let edge = |slice: usize| whole.range(slice).map(|(least, most)| if sign > 0.0 { most } else { -least });
    let mut edges: Vec<f32> = (0..whole.len()).filter_map(edge).collect();
    edges.sort_by(f32::total_cmp);
    let Some(level) = edges.get(edges.len() * 7 / 20).copied() else { return Vec::new() };
    let mut parts: Vec<Part> = Vec::new();
    for slice in
        (0..whole.len()).filter(|slice| edge(*slice).is_some_and(|at| at > level + STANDS_OUT * palm))
    {
        match parts.last_mut().filter(|part| part.last + 1 == slice) {
            Some(part) => part.last = slice,
            None => {
                parts.push(Part { first: slice, last: slice, sign, level, around: [0.0; 2] });
            }
        }
    }
    let margin = 0.4 * palm / whole.step;
    for n in 0..parts.len() {
        let (first, last) = (parts[n].first as f32, parts[n].last as f32 + 1.0);
        let before = n.checked_sub(1).map_or(f32::NEG_INFINITY, |n| 0.5 * (parts[n].last as f32 + first));
        let behind = parts.get(n + 1).map_or(f32::INFINITY, |part| 0.5 * (part.first as f32 + last));
        parts[n].around = [before.max(first - margin), behind.min(last + margin)];
    }
    parts
}

/// Part that a hand can hold.
struct HeldPart {
    center: Vec3,
    /// Direction to the body.
    axis: Vec3,
    wide: f32,
    length: f32,
    /// Thickness of its end in relation to the rest.
    end: f32,
    palm: f32,
}

impl HeldPart {
    /// Whether it is a grip even at the end of an item: longer than the head of an axe, which becomes thin towards its edge.
    fn is_at_end(&self) -> bool {
        self.length >= 0.7 * self.palm && self.length >= 1.2 * self.wide && self.end > 0.5
    }
}

/// A part that stands out, for one that a hand can hold; else its thickness.
fn held(
    triangles: &[[Vec3; 3]],
    [a, b, c]: [Vec3; 3],
    whole: &Slices,
    part: &Part,
    palm: f32,
) -> Result<HeldPart, f32> {
    let out = b * part.sign;
    let [from, to] = part.around.map(|slice| whole.start + slice * whole.step);
    let planes = [(out, part.level + ROOT * palm), (a, from), (-a, -to)];
    let cut: Vec<[Vec3; 3]> = triangles.iter().flat_map(|triangle| clipped(triangle, &planes)).collect();
    let slices = Slices::new(&cut, [out, a, c]).ok_or(0.0)?;
    let depth = (0..slices.len()).map(|slice| slices.depth(slice)).sum::<f32>() / slices.len() as f32;
    let length = slices.length() + ROOT * palm;
    if !LENGTH.contains(&(length / palm)) {
        return Err(depth);
    }
    let range = *THICKNESS.start() * palm..=MOST * palm;
    let is_held = |slice: &usize| {
        slices.widths(*slice).is_some_and(|(thin, wide)| {
            range.contains(&thin) && range.contains(&wide) && thin >= ROUND * wide
        })
    };
    // A part of it suffices: a grip may begin behind a guard, and end in a battery.
    let (first, last) = longest(slices.len(), is_held).ok_or(depth)?;
    if 2 * (last + 1 - first) < slices.len() {
        return Err(depth);
    }
    let widths = (first..=last).filter_map(|slice| slices.widths(slice));
    let (thin, wide) = widths.fold((0.0, 0.0), |(a, b), (thin, wide)| (a + thin, b + wide));
    let [thin, wide] = [thin, wide].map(|sum| sum / (last + 1 - first) as f32);
    // The ends are rounded or bevelled.
    let margin = (last - first) / 10;
    let (root, end) = (slices.middle(first + margin), slices.middle(last - margin));
    let axis = (root - end).try_normalize().ok_or(depth)?;
    let upright = axis.dot(-out).max(0.1);
    // In the fist, which is right below the body.
    let below = f32::min(0.5 * length, HALF_FIST * palm);
    let center = root - axis * ((part.level + below - root.dot(out)) / upright);
    let end = slices.depth(slices.len() * 19 / 20) / thin;
    Ok(HeldPart { center, axis, wide: wide * upright, length, end, palm })
}

/// The longest run of numbers below `count` for which `holds` is true: its first and last one.
fn longest(count: usize, holds: impl Fn(&usize) -> bool) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let mut first = None;
    for n in 0..count {
        first = if holds(&n) { first.or(Some(n)) } else { None };
        if let Some(first) = first
            && best.is_none_or(|(from, to)| n - first > to - from)
        {
            best = Some((first, n));
        }
    }
    best
}

/// The part of a triangle beyond planes: each a direction, and the least coordinate along it.
fn clipped(triangle: &[Vec3; 3], planes: &[(Vec3, f32)]) -> Vec<[Vec3; 3]> {
    let mut corners = triangle.to_vec();
    for (along, least) in planes {
        let above = |corner: Vec3| corner.dot(*along) - least;
        let mut kept = Vec::with_capacity(corners.len() + 1);
        for (n, corner) in corners.iter().enumerate() {
            let next = corners[(n + 1) % corners.len()];
            let (here, there) = (above(*corner), above(next));
            if here >= 0.0 {
                kept.push(*corner);
            }
            if (here >= 0.0) != (there >= 0.0) {
                kept.push(corner.lerp(next, here / (here - there)));
            }
        }
        corners = kept;
    }
    (2..corners.len()).map(|n| [corners[0], corners[n - 1], corners[n]]).collect()
}
