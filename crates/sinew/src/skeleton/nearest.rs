/// Longer names are none that people type.
const LONGEST: usize = 128;

/// How near names are to `wrong`: first those that differ from it in few letters, or in case alone, by how many; then those
/// that it is a part of, by their length. None of names that are far.
fn nearness(wrong: &str) -> impl Fn(&str) -> Option<(u8, usize)> {
    let part = wrong.to_lowercase();
    let wrong: Vec<char> = part.chars().collect();
    move |name| {
        if wrong.len() > LONGEST {
            return None;
        }
        let lower = name.to_lowercase();
        let name: Vec<char> = lower.chars().collect();
        let more = name.len();
        // More letters apart than a third of them is another word, and files may hold names without end.
        let most = (wrong.len().max(more) / 3).max(1);
        let near = wrong.len() > 1 && more <= LONGEST && wrong.len().abs_diff(more) <= most;
        let off = near.then(|| letters_apart(&wrong, &name)).filter(|off| *off <= most);
        // Two letters are part of too many names.
        off.map(|off| (0, off)).or_else(|| (wrong.len() > 2 && lower.contains(&part)).then_some((1, more)))
    }
}

/// The name that was meant by `wrong`, the nearest; with the same of the other side of the body, where `wrong` says nothing of
/// sides. None where nothing is near.
fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<(&'a str, Option<&'a str>)> {
    let off = nearness(wrong);
    let near: Vec<_> = names.into_iter().filter_map(|name| Some((off(name)?, name))).collect();
    let &((way, letters), name) = near.iter().min_by_key(|(off, _)| *off)?;
    let across = mirrored(&name.to_lowercase());
    // What it is a part of may be of any length.
    let fits = |off: (u8, usize)| off.0 == way && (way == 1 || off.1 == letters);
    let twin =
        near.iter().find(|(off, other)| *other != name && fits(*off) && other.to_lowercase() == across);
    Some((name, twin.map(|(_, other)| *other)))
}

/// A name with left for right and right for left, also of lone letters: `upperarm.l`. In small letters, as it comes.
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

/// "did you mean …? ", to be said before a list of `names`, where one of them is near `wrong`: for errors about names that
/// mean nothing. Where left and right are as near, both are told. Empty where none is.
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(wrong, names) {
        None => String::new(),
        Some((name, None)) => format!("did you mean {name:?}? "),
        Some((name, Some(twin))) => format!("did you mean {name:?} or {twin:?}? "),
    }
}

/// How many letters have to be added, left out, replaced or swapped with their neighbour
/// (optimal string alignment: no letter is edited twice).
fn letters_apart(a: &[char], b: &[char]) -> usize {
    // Rows of the table of prefixes: before the last, the last, this one.
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(letter != other);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == b[j - 1] && a[i - 1] == *other {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        (before, last) = (last, row);
    }
    last[b.len()]
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
        for (wrong, told) in [
            ("hand", "did you mean \"left hand\" or \"right hand\"? "),
            ("upperarm", "did you mean \"upperarm.r\" or \"upperarm.l\"? "),
            ("foot", "did you mean \"mixamorig:LeftFoot\" or \"mixamorig:RightFoot\"? "),
            ("left hnd", "did you mean \"left hand\"? "),
            ("ight hand", "did you mean \"right hand\"? "),
            ("upprarm.l", "did you mean \"upperarm.l\"? "),
            ("lok", "did you mean \"look\"? "),
        ] {
            assert_eq!(did_you_mean(wrong, names), told, "{wrong}");
        }
        // What lacks the other one has no twin, and names that are there twice are none.
        assert_eq!(did_you_mean("hand", ["left hand", "left hand"]), "did you mean \"left hand\"? ");
    }

    #[test]
    fn letters_are_counted() {
        for (a, b, off) in [
            ("", "", 0),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("ab", "ba", 1),
            ("ca", "abc", 3),
            ("äö", "öä", 1),
        ] {
            let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            assert_eq!((letters_apart(&a, &b), letters_apart(&b, &a)), (off, off), "{a:?} {b:?}");
        }
    }

    #[test]
    fn it_is_asked_about_before_the_list() {
        assert_eq!(did_you_mean("smle", ["smile", "blink"]), "did you mean \"smile\"? ");
        assert_eq!(did_you_mean("smle", []), "");
    }
}
