//! Suggestions for misspelled names in error messages.

/// Longest name that is compared, in characters.
const MAX_NAME: usize = 128;

/// Function that ranks names by similarity to `wrong`: 0 and the number of edits for names that differ in a
/// few letters or in case, 1 and the length for names that contain `wrong`. None for other names.
fn nearness(wrong: &str) -> impl Fn(&str) -> Option<(u8, usize)> {
    let part = wrong.to_lowercase();
    let length = part.chars().count();
    move |name| {
        if length > MAX_NAME {
            return None;
        }
        let lower = name.to_lowercase();
        let name_length = lower.chars().count();
        // With more edits than this it is another word.
        let max_edits = max_edits(&part, &lower);
        let is_close = length > 1 && name_length <= MAX_NAME && length.abs_diff(name_length) <= max_edits;
        let edits = is_close.then(|| strsim::osa_distance(&part, &lower)).filter(|edits| *edits <= max_edits);
        // One or two letters are contained in too many names.
        let contains = || (length > 2 && lower.contains(&part)).then_some((1, name_length));
        edits.map(|edits| (0, edits)).or_else(contains)
    }
}

/// Number of edits by which two spellings of one name differ at most: a third of its letters. Of a word of
/// four or five letters that is one, and two where they begin alike ("plane" for "plain") or have the same
/// letters ("wlka" for "walk").
fn max_edits(a: &str, b: &str) -> usize {
    let length = a.chars().count().max(b.chars().count());
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    let begin_alike = || a.chars().next() == b.chars().next();
    match length {
        0..4 => 1,
        4 if sorted(a) == sorted(b) => 2,
        5 if begin_alike() || sorted(a) == sorted(b) => 2,
        _ => length / 3,
    }
}

/// Name that is most similar to `wrong`, and its mirror name (left for right) where that one is as similar.
/// None where no name is similar.
fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<(&'a str, Option<&'a str>)> {
    let off = nearness(wrong);
    let near: Vec<_> = names.into_iter().filter_map(|name| Some((off(name)?, name))).collect();
    let &((way, letters), name) = near.iter().min_by_key(|(off, _)| *off)?;
    let across = mirrored(&name.to_lowercase());
    // Names that contain `wrong` may be of any length.
    let fits = |off: (u8, usize)| off.0 == way && (way == 1 || off.1 == letters);
    let twin =
        near.iter().find(|(off, other)| *other != name && fits(*off) && other.to_lowercase() == across);
    Some((name, twin.map(|(_, other)| *other)))
}

/// Mirror name in lower case: left for right and right for left, also of single letters as in `upperarm.l`.
fn mirrored(name: &str) -> String {
    if name.contains("left") || name.contains("right") {
        let apart: Vec<String> = name.split("left").map(|part| part.replace("right", "left")).collect();
        return apart.join("right");
    }
    let words = name.split_inclusive(|c: char| !c.is_alphanumeric());
    let swapped = words.map(|word| {
        let letters = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        match letters {
            "l" => format!("r{}", &word[letters.len()..]),
            "r" => format!("l{}", &word[letters.len()..]),
            _ => word.to_owned(),
        }
    });
    swapped.collect()
}

/// Suggestion "did you mean …? " for a message about an unknown name, to stand before the list of known
/// names. Where a name and its mirror name (left, right) are equally similar, both are suggested. Empty where
/// no name is similar.
#[must_use]
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(wrong, names) {
        None => String::new(),
        Some((name, None)) => format!("did you mean {name:?}? "),
        Some((name, Some(twin))) => format!("did you mean {name:?} or {twin:?}? "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_found() {
        let near = |wrong| nearest(wrong, ["Survey", "Run", "Walk", "Walking_A", "mixamorig:LeftHand"]);
        for (wrong, name) in [
            ("Wlak", "Walk"),
            ("walk", "Walk"),
            ("walkin_a", "Walking_A"),
            ("Suvrye", "Survey"),
            ("run2", "Run"),
            ("left", "mixamorig:LeftHand"),
        ] {
            assert_eq!(near(wrong), Some((name, None)), "{wrong}");
        }
        for wrong in ["", "7", "x", "dance", "no such clip", "fly", &"Walk".repeat(100)] {
            assert_eq!(near(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn two_slips_in_a_short_word_are_found() {
        let names = ["plain", "walk", "idle", "jump", "blood", "mud", "run"];
        for (wrong, name) in [
            ("plane", "plain"),
            ("palin", "plain"),
            ("plian", "plain"),
            ("plaine", "plain"),
            ("pplainn", "plain"),
            ("wlka", "walk"),
            ("wallkk", "walk"),
            ("awlk", "walk"),
            ("eidl", "idle"),
            ("jmupp", "jump"),
            ("bolod", "blood"),
            ("lbodo", "blood"),
            ("muddd", "mud"),
            ("rnu", "run"),
            ("urn", "run"),
        ] {
            assert_eq!(nearest(wrong, names), Some((name, None)), "{wrong}");
        }
        for wrong in ["wave", "wait", "fall", "punch", "flood2x", "hurt", "brain", "grow", "bun2d"] {
            assert_eq!(nearest(wrong, names), None, "{wrong}");
        }
    }

    #[test]
    fn both_sides_are_told_where_none_is_said() {
        let names = [
            "look",
            "left hand",
            "right hand",
            "upperarm.r",
            "upperarm.l",
            "mixamorig:RightFoot",
            "mixamorig:LeftFoot",
        ];
        for (wrong, expected) in [
            ("hand", "did you mean \"left hand\" or \"right hand\"? "),
            ("upperarm", "did you mean \"upperarm.r\" or \"upperarm.l\"? "),
            ("foot", "did you mean \"mixamorig:LeftFoot\" or \"mixamorig:RightFoot\"? "),
            ("left hnd", "did you mean \"left hand\"? "),
            ("ight hand", "did you mean \"right hand\"? "),
            ("upprarm.l", "did you mean \"upperarm.l\"? "),
            ("lok", "did you mean \"look\"? "),
        ] {
            assert_eq!(did_you_mean(wrong, names), expected, "{wrong}");
        }
        // What lacks the other one has no twin, and names that are there twice are none.
        assert_eq!(did_you_mean("hand", ["left hand", "left hand"]), "did you mean \"left hand\"? ");
    }

    #[test]
    fn it_is_asked_about_before_the_list() {
        assert_eq!(did_you_mean("smle", ["smile", "blink"]), "did you mean \"smile\"? ");
        assert_eq!(did_you_mean("smle", []), "");
    }
}
