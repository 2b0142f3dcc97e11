//! Cross-sections of cards: as wide as the strands that a card stands for, and bent as they lie.

use super::shape::CardRow;
use super::strands::CardStrand;
use glam::{Mat3, Vec3};

/// Share of the strands that a row is as wide as.
const WITHIN: f32 = 0.94;
/// Widening of all cards, so that neighbours overlap.
const OVERLAP: f32 = 1.12;
/// Least and largest width of a row in the mean width of its card.
const WIDTHS: (f32, f32) = (0.35, 2.0);
/// Steepest slope of a cross-section.
const STEEPEST: f32 = 1.2;
/// Weight of a flat section, in shares of the strands.
const FLATNESS: f32 = 0.15;

/// Makes the rows of a card as wide as its strands, and bends them. `narrowest` is the least half width.
pub(super) fn fit(card: &mut [CardRow], members: &[&CardStrand], narrowest: f32) {
    let crossings: Vec<Vec<(f32, f32)>> = card
        .iter()
        .map(|row| members.iter().filter_map(|strand| crossing(row, &strand.points)).collect())
        .collect();
    let widths: Vec<Option<f32>> = crossings.iter().map(|found| half_width(found)).collect();
    let known = || widths.iter().flatten();
    let mean = known().sum::<f32>() / known().count().max(1) as f32;
    let widths: Vec<f32> = widths.iter().map(|width| width.unwrap_or(mean)).collect();
    for (n, row) in card.iter_mut().enumerate() {
        let around = widths[n.saturating_sub(1)] + widths[(n + 1).min(widths.len() - 1)];
        let width = (0.5 * widths[n] + 0.25 * around).clamp(WIDTHS.0 * mean, WIDTHS.1 * mean);
        row.half_width = (width * OVERLAP).max(narrowest);
    }
    let mut sections: Vec<Vec3> =
        card.iter().zip(&crossings).map(|(row, found)| section(row.half_width, found)).collect();
    for _ in 0..2 {
        let before = sections.clone();
        for (n, section) in sections.iter_mut().enumerate() {
            let around = before[n.saturating_sub(1)] + before[(n + 1).min(before.len() - 1)];
            *section = before[n] * 0.5 + around * 0.25;
        }
    }
    card.iter_mut().zip(sections).for_each(|(row, section)| row.section = section);
}

/// Position at which a strand crosses the plane of a row, nearest to its middle: across and above, metres.
fn crossing(row: &CardRow, points: &[Vec3]) -> Option<(f32, f32)> {
    let side = row.side();
    let mut best: Option<(f32, Vec3)> = None;
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|point| (point - row.position).dot(row.tangent));
        if (a > 0.0) == (b > 0.0) {
            continue;
        }
        let at = pair[0].lerp(pair[1], a / (a - b)) - row.position;
        if best.is_none_or(|(nearest, _)| at.length_squared() < nearest) {
            best = Some((at.length_squared(), at));
        }
    }
    best.map(|(_, at)| (at.dot(side), at.dot(row.normal)))
}

fn half_width(found: &[(f32, f32)]) -> Option<f32> {
    let mut across: Vec<f32> = found.iter().map(|(across, _)| across.abs()).collect();
    across.sort_by(f32::total_cmp);
    across.get(((across.len() as f32 * WITHIN) as usize).min(across.len().saturating_sub(1))).copied()
}

/// Polynomial through the heights, by least squares: nearly flat where there are few strands.
fn section(half: f32, found: &[(f32, f32)]) -> Vec3 {
    let flat = found.len() as f32 * FLATNESS + 1.0;
    let mut matrix = Mat3::from_diagonal(Vec3::new(1e-3, flat, flat));
    let mut right = Vec3::ZERO;
    for (across, above) in found {
        let x = (across / half).clamp(-1.0, 1.0);
        let row = Vec3::new(1.0, x, x * x);
        matrix += Mat3::from_cols(row * row.x, row * row.y, row * row.z);
        right += row * *above;
    }
    let solved = matrix.inverse() * right;
    let steepest = STEEPEST * half;
    // A section is no higher above its middle than it is wide.
    Vec3::new(
        solved.x.clamp(-half * 2.0, half * 2.0),
        solved.y.clamp(-steepest, steepest),
        solved.z.clamp(-steepest, steepest),
    )
}
