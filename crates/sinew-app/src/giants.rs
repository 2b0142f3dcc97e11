//! People who are no metres tall that people are: files seldom say their unit.

use sinew::Character;
use std::ops::RangeInclusive;

/// What people are tall, dwarfs and giants with them.
const TALL: RangeInclusive<f32> = 0.4..=4.0;

/// Says how tall a person of the file called `name` is, where who tells it places would not guess.
pub(crate) fn tell(name: &str, character: &Character) {
    let tall = character.rest_bounds().size().y;
    if character.humanoid().is_some() && tall > 0.0 && !TALL.contains(&tall) {
        eprintln!("sinew: {name}: {tall:.2} m tall, as the file has it; places are told in the same metres");
    }
}
