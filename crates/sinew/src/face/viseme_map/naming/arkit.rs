//! Rows of the ARKit recipe of visemes.

use crate::face::Viseme;
use crate::face::viseme_map::targets::Row;

/// Weights of one of [`Viseme::ARKIT_NAMES`] for each viseme.
pub(in crate::face::viseme_map) fn arkit_row(name: &str) -> Row {
    let weight = |viseme: Viseme| viseme.arkit_weights().find(|(own, _)| *own == name);
    Viseme::ALL.map(|viseme| weight(viseme).map_or(0.0, |(_, weight)| weight))
}

/// Opening of the jaw for each viseme: 0 closed, 1 widest vowel.
pub(in crate::face::viseme_map) fn jaw_openings() -> [f32; Viseme::COUNT] {
    let (open, closed) = (arkit_row("jawOpen"), arkit_row("mouthClose"));
    let widest = open[Viseme::Aa.index()];
    // Closed lips keep the jaw of an ARKit face open behind them; a jaw alone must close.
    std::array::from_fn(|index| (open[index] - closed[index]) / widest)
}
