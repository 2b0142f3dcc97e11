//! Visemes that no shape of a mouth shows, made of those of its vowels.

use super::targets::Row;
use crate::face::Viseme;

/// Vowels in the order of [`Viseme::VRM_NAMES`].
pub(super) const VOWELS: [Viseme; 5] = [Viseme::Aa, Viseme::Ih, Viseme::Ou, Viseme::E, Viseme::Oh];

/// Shapes of other vowels with their weights.
type Mix = &'static [(Viseme, f32)];

/// Substitutes for a vowel without a shape, the best first: the first mix whose shapes are all there. The weights
/// open the mouth about as far as ARKit's recipe does (`jawOpen` of aa 0.70, oh 0.45, E 0.36, ih 0.20, ou
/// 0.14); lips of the wrong width are kept small.
const SUBSTITUTES: [(Viseme, &[Mix]); 5] = {
    use Viseme::{Aa, E, Ih, Oh, Ou};
    [
        (Aa, &[&[(E, 0.6), (Oh, 0.6)], &[(E, 0.9)], &[(Oh, 0.9)], &[(Ih, 0.9)], &[(Ou, 0.9)]]),
        (E, &[&[(Aa, 0.5), (Ih, 0.5)], &[(Ih, 0.9)], &[(Aa, 0.5)], &[(Oh, 0.5)], &[(Ou, 0.5)]]),
        (Ih, &[&[(E, 0.6)], &[(Aa, 0.3)], &[(Oh, 0.3)], &[(Ou, 0.3)]]),
        (Oh, &[&[(Aa, 0.5), (Ou, 0.5)], &[(Aa, 0.6)], &[(Ou, 0.7)], &[(E, 0.6)], &[(Ih, 0.6)]]),
        (Ou, &[&[(Oh, 0.7)], &[(Aa, 0.2)], &[(E, 0.2)], &[(Ih, 0.2)]]),
    ]
};

/// Whether a shape shows a viseme.
pub(super) fn is_shown<T>(rows: &[(T, Row)], viseme: Viseme) -> bool {
    rows.iter().any(|(_, row)| row[viseme.index()] > 0.0)
}

/// Rows with the visemes that no shape shows made of those of the vowels that are there, as VRM's consonants
/// are made of its vowels. Shapes of vowels alone show consonants by their rows already, which are made anew.
pub(super) fn with_missing_visemes<T>(mut rows: Vec<(T, Row)>, are_vowels: bool) -> Vec<(T, Row)> {
    let is_there = Viseme::ALL.map(|viseme| is_shown(&rows, viseme));
    for (vowel, mixes) in SUBSTITUTES.into_iter().filter(|(vowel, _)| !is_there[vowel.index()]) {
        let mut mixes = mixes.iter().filter(|mix| mix.iter().all(|(other, _)| is_there[other.index()]));
        let Some(mix) = mixes.next() else { continue };
        for (_, row) in &mut rows {
            row[vowel.index()] = mix.iter().map(|(other, weight)| row[other.index()] * weight).sum();
        }
    }
    let is_vowel = |viseme: &Viseme| VOWELS.contains(viseme);
    let consonants = Viseme::ALL[1..].iter().filter(|viseme| !is_vowel(viseme));
    for viseme in consonants.filter(|viseme| are_vowels || !is_there[viseme.index()]) {
        for (_, row) in &mut rows {
            let weights = VOWELS.iter().zip(viseme.vrm_weights());
            row[viseme.index()] = weights.map(|(vowel, weight)| row[vowel.index()] * weight).sum();
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::viseme_map::naming::vowel;

    #[test]
    fn any_vowel_shows_all_others() {
        // Every set of vowels, by the bits of a number.
        for set in 1..32 {
            let rows = (0..5).filter(|n| set & (1 << n) != 0).map(|n| ((), vowel(n))).collect();
            let rows = with_missing_visemes(rows, true);
            for viseme in Viseme::ALL {
                let total: f32 = rows.iter().map(|(_, row)| row[viseme.index()]).sum();
                let closed = matches!(viseme, Viseme::Sil | Viseme::PP);
                let expected = if closed { 0.0..=0.0 } else { 0.01..=1.2 };
                assert!(expected.contains(&total), "{set:05b} {viseme}: {total}");
                assert!(!VOWELS.contains(&viseme) || total >= 0.2, "{set:05b} {viseme}: {total}");
            }
        }
    }

    #[test]
    fn whole_sets_stay_as_they_are() {
        let rows: Vec<((), Row)> = (0..5).map(|n| ((), vowel(n))).collect();
        assert_eq!(with_missing_visemes(rows.clone(), true), rows);
        assert_eq!(with_missing_visemes(rows.clone(), false), rows);
    }
}
