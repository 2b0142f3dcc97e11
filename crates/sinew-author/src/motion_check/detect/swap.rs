//! Left and right limbs that change sides from one frame to the next, as optical captures mix up their markers.
//!
//! Both limbs jump, and each is then where the other would have been: the sum of distances from the expected
//! directions is far smaller with the sides exchanged.

use super::jump::lags;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::spans::{Span, spans};
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionUnit};
use glam::Vec3;

/// Largest distance with the sides exchanged, relative to that without.
const MAX_SHARE: f32 = 0.4;
/// Longest time for which sides stay exchanged in one fault, seconds.
const MAX_EXCHANGE: f32 = 2.0;

/// Directions of a limb at a frame: from its upper joint to its middle and its end, metres.
pub(in crate::motion_check) type LimbShape = [Vec3; 2];

/// Finds exchanged sides in the shapes of left and right limbs, per pair and frame. Returns the stretches, with
/// the index of the pair.
pub(in crate::motion_check) fn check(
    pairs: &[Vec<[LimbShape; 2]>],
    settings: &MotionCheckSettings,
    outcome: &mut Outcome<'_>,
) -> Vec<(Span, usize)> {
    let (body, frames) = (outcome.body, outcome.frames);
    let mut found = Vec::new();
    let bound = settings.max_side_swap * body.height;
    let mut all = vec![0.0f32; frames.len()];
    for (pair, shapes) in pairs.iter().enumerate() {
        let mut ways = vec![0.0f32; shapes.len()];
        for lag in lags(frames.interval) {
            raise(shapes, lag, bound, &mut ways);
        }
        let mut moments = spans(&ways, bound, frames.steps(0.05));
        // An exchange lasts until the sides change back.
        let longest = frames.steps(MAX_EXCHANGE);
        let mut n = 0;
        while n + 1 < moments.len() {
            if moments[n + 1].first - moments[n].last <= longest {
                moments[n] = moments[n].joined(moments[n + 1]);
                moments.remove(n + 1);
            }
            n += 1;
        }
        for span in moments {
            let joint = body.limbs[pair][0][1];
            let limbs = if pair == 0 { "legs" } else { "arms" };
            outcome.add(Fault {
                fault: MotionFault::SideSwap,
                joint: Some(joint),
                joints: 6,
                span: Span { last: (span.last + 1).min(frames.len() - 1), ..span },
                bound,
                unit: MotionUnit::Metres,
                message: format!(
                    "the left and the right {limbs} change sides; they jump by {}",
                    MotionUnit::Metres.show(span.size)
                ),
                fix: None,
            });
            found.push((span, pair));
        }
        all.iter_mut().zip(ways).for_each(|(all, way)| *all = all.max(way));
    }
    if !pairs.is_empty() {
        outcome.add_series(MotionFault::SideSwap, None, (MotionUnit::Metres, bound), all);
    }
    found
}

/// Raises `ways` to the jumps of both limbs where they exchange their shapes.
fn raise(shapes: &[[LimbShape; 2]], lag: usize, bound: f32, ways: &mut [f32]) {
    let apart = |a: &LimbShape, b: &LimbShape| a[0].distance(b[0]) + a[1].distance(b[1]);
    for k in 0..shapes.len().saturating_sub(lag) {
        let (before, after) = (&shapes[k], &shapes[k + lag]);
        let kept = apart(&before[0], &after[0]) + apart(&before[1], &after[1]);
        if kept <= bound || kept.is_nan() {
            continue;
        }
        let exchanged = apart(&before[0], &after[1]) + apart(&before[1], &after[0]);
        // Limbs that swing past each other move about as fast before and after.
        let way = |from: usize, to: usize| {
            apart(&shapes[from][0], &shapes[to][0]) + apart(&shapes[from][1], &shapes[to][1])
        };
        let around = [
            k.checked_sub(lag).map(|n| way(n, k)),
            (k + 2 * lag < shapes.len()).then(|| way(k + lag, k + 2 * lag)),
        ];
        let usual = around.into_iter().flatten().fold(f32::INFINITY, f32::min);
        if exchanged < MAX_SHARE * kept && kept > 2.5 * usual {
            let at = k + lag / 2;
            ways[at] = ways[at].max(kept);
        }
    }
}
