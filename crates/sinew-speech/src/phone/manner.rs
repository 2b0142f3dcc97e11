//! Place and manner of articulation (International Phonetic Association, *Handbook*, 1999).

/// Place of articulation. Vowels have [`Vocalic`](Self::Vocalic).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// No place: silence.
    None,
    /// Both lips.
    Bilabial,
    /// Lips and back of the tongue: w.
    LabialVelar,
    /// Lower lip and upper teeth.
    Labiodental,
    /// Tongue and teeth.
    Dental,
    /// Tongue and the ridge behind the teeth.
    Alveolar,
    /// Behind the ridge, with the tongue bent back or raised: sh, retroflex sounds.
    Postalveolar,
    /// Hard palate.
    Palatal,
    /// Soft palate.
    Velar,
    /// Uvula and pharynx.
    Uvular,
    /// Larynx.
    Glottal,
    /// Vowels.
    Vocalic,
}

/// Manner of articulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Manner {
    /// Silence.
    Silence,
    /// Closure that is released: p, t, k.
    Plosive,
    /// Closure with air through the nose: m, n.
    Nasal,
    /// Narrow passage with noise: f, th.
    Fricative,
    /// Fricative with a jet of air at the teeth: s, sh.
    Sibilant,
    /// Plosive that is released into a sibilant: ch, j.
    Affricate,
    /// Passage without noise: w, y.
    Approximant,
    /// Passage beside the tongue: l.
    Lateral,
    /// Sound of the letter r: approximants, taps and trills of the tongue's tip.
    Rhotic,
    /// Vowel.
    Vowel,
    /// Vowel with the quality of r: the one in "bird".
    RhoticVowel,
}
