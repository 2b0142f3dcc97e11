//! Report of humanoids with an implausible height.

use crate::report::message::message;
use sinew::Character;
use std::ops::RangeInclusive;

/// Plausible heights of humanoids, metres.
const HUMAN_HEIGHTS: RangeInclusive<f32> = 0.4..=4.0;

/// Reports on stderr the height of a humanoid outside of 0.4 to 4 m, whose file probably uses another unit:
/// targets are given in the same one. `name` is the file's.
pub(crate) fn report_unusual(name: &str, character: &Character) {
    let bounds = character.reference_bounds();
    let height = bounds.size().y;
    if character.humanoid().is_some() && height > 0.0 && !HUMAN_HEIGHTS.contains(&height) {
        let metres = |metres: f32| match (0.01..1e6).contains(&metres.abs()) || metres == 0.0 {
            true => format!("{metres:.2}"),
            false => format!("{metres:.2e}"),
        };
        let (height, low) = (metres(height), metres(bounds.min.y));
        message!(
            "sinew: {name}: the character is {height} m tall, from y = {low} m up, as the file states; give \
             targets in the same unit"
        );
    }
}
