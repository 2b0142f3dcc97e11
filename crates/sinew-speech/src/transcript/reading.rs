//! Ways to read a piece of text aloud.

/// Spoken words in lower case.
pub(super) type Reading = Vec<String>;

/// Most readings of a word.
pub(super) const MAX_READINGS: usize = 6;

/// Reading of words with spaces between them.
pub(super) fn reading(words: &str) -> Reading {
    words.split_whitespace().map(str::to_owned).collect()
}

/// All combinations of a reading of `first` with one of `second`, likely ones first.
pub(super) fn joined(first: Vec<Reading>, second: &[Reading]) -> Vec<Reading> {
    let mut all = Vec::new();
    for end in second {
        for start in &first {
            all.push(start.iter().chain(end).cloned().collect());
        }
    }
    distinct(all)
}

/// The first readings, each once, without empty ones.
pub(super) fn distinct(readings: Vec<Reading>) -> Vec<Reading> {
    let mut kept: Vec<Reading> = Vec::new();
    for reading in readings {
        if !reading.is_empty() && !kept.contains(&reading) && kept.len() < MAX_READINGS {
            kept.push(reading);
        }
    }
    kept
}

/// Reading letter by letter.
pub(super) fn spelled(letters: &str) -> Reading {
    letters
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|letter| letter.to_ascii_lowercase().into())
        .collect()
}
