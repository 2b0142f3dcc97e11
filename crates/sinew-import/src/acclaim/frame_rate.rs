//! Frame rates: motions state none, but for notes of some programs in comments.

/// Frames per second of motions that state none: those of Carnegie Mellon University's database.
pub(super) const DEFAULT: f64 = 120.0;
/// Rates that are believed.
const PLAUSIBLE: std::ops::RangeInclusive<f64> = 1.0..=100_000.0;
/// Words beside the number.
const UNITS: [&str; 7] = ["fps", "hz", "frames/s", "frames/sec", "rate", "framerate", "frame_rate"];

/// Rate of a word.
pub(super) fn of_word(word: &str) -> Option<f64> {
    word.parse().ok().filter(|rate| PLAUSIBLE.contains(rate))
}

/// Rate that a comment states, such as `fps 60`, `Frame rate: 120`, `60 Hz` or `100 frames per second`.
pub(super) fn of_comment(comment: &str) -> Option<f64> {
    let lower =
        comment.to_ascii_lowercase().replace("frames per second", "fps").replace("samples per second", "fps");
    let is_space = |c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',' | ';' | '(' | ')' | '!');
    let words: Vec<&str> = lower.split(is_space).filter(|word| !word.is_empty()).collect();
    let is_unit = |n: Option<usize>| n.and_then(|n| words.get(n)).is_some_and(|word| UNITS.contains(word));
    words.iter().enumerate().find_map(|(n, word)| {
        let joined = || UNITS.iter().find_map(|unit| of_word(word.strip_suffix(unit)?));
        let stated = || of_word(word).filter(|_| is_unit(n.checked_sub(1)) || is_unit(Some(n + 1)));
        joined().or_else(stated)
    })
}

#[cfg(test)]
mod tests {
    use super::of_comment;

    #[test]
    fn notes_of_programs() {
        for (comment, rate) in [
            (" fps 60", Some(60.0)),
            ("Frame rate: 120.0", Some(120.0)),
            ("!fps = 59.94", Some(59.94)),
            (" captured at 100 frames per second", Some(100.0)),
            (" 240Hz", Some(240.0)),
            (" 60 frames", None),
            ("!OML:ASF H:\\Take 12\\fps.asf", None),
            ("!OML:ASF E:\\ryan\\vicon\\pfg\\01.asf", None),
            (" rate 0", None),
        ] {
            assert_eq!(of_comment(comment), rate, "{comment}");
        }
    }
}
