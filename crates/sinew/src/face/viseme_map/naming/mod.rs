//! Names of mouth shapes, by tool.

mod arkit;
mod daz;
mod makehuman;
mod oculus;
mod reallusion;
mod vowels;

use super::targets::{Row, VisemeTargets};
use crate::face::Viseme;
use crate::face::names::normalized;

pub(super) use arkit::jaw_openings;
pub(super) use vowels::vowel;

/// Shapes that a tool gives its characters.
pub(super) struct Naming {
    pub(super) kind: VisemeTargets,
    /// Normalized names with the weights of their visemes.
    pub(super) shapes: Vec<(String, Row)>,
    /// Fewest shapes that a character of this tool has.
    pub(super) min_count: usize,
}

/// Weights of one shape for visemes, by its name.
type Listed = (&'static str, &'static [(Viseme, f32)]);

/// All namings of morph targets, those with the most detail first.
pub(super) fn namings() -> Vec<Naming> {
    let mut namings: Vec<Naming> = oculus::namings().into();
    namings.push(arkit::naming());
    namings.extend(reallusion::namings());
    namings.extend([daz::naming(), makehuman::naming()]);
    // Bare names are the least certain.
    namings.push(oculus::bare());
    namings.extend(vowels::namings());
    namings
}

/// Normalized names and rows of a list, with a text before each name.
fn listed(prefix: &str, shapes: &[Listed]) -> Vec<(String, Row)> {
    let row = |weights: &[(Viseme, f32)]| {
        let mut row = [0.0; Viseme::COUNT];
        weights.iter().for_each(|(viseme, weight)| row[viseme.index()] = *weight);
        row
    };
    shapes.iter().map(|(name, weights)| (normalized(&format!("{prefix}{name}")), row(weights))).collect()
}
