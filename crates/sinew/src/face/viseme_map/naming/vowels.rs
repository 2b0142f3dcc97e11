//! Weights of the five vowels a, i, u, e, o.

use crate::face::Viseme;
use crate::face::viseme_map::targets::Row;

/// Weights of VRM's `aa`, `ih`, `ou`, `ee` or `oh` by number.
pub(in crate::face::viseme_map) fn vowel(number: usize) -> Row {
    Viseme::ALL.map(|viseme| viseme.vrm_weights()[number])
}
