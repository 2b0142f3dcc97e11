//! People who are no metres tall that people are: files seldom say their unit.

use sinew::Character;
use std::ops::RangeInclusive;

/// What people are tall, dwarfs and giants with them.
const TALL: RangeInclusive<f32> = 0.4..=4.0;

/// Says how tall a person of the file called `name` is, and where its feet are, where who tells it places would not guess.
pub(crate) fn tell(name: &str, character: &Character) {
    let bounds = character.rest_bounds();
    let tall = bounds.size().y;
    if character.humanoid().is_some() && tall > 0.0 && !TALL.contains(&tall) {
        let metres = |metres: f32| match (0.01..1e6).contains(&metres.abs()) || metres == 0.0 {
            true => format!("{metres:.2}"),
            false => format!("{metres:.2e}"),
        };
        let (tall, low) = (metres(tall), metres(bounds.min.y));
        eprintln!(
            "sinew: {name}: {tall} m tall, from {low} m up, as the file has it; places are told in the same metres"
        );
    }
}
