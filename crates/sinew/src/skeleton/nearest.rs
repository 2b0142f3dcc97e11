/// Longer names are none that people type.
const LONGEST: usize = 128;

/// The name that was meant by `wrong`: the one that differs from it in the fewest letters, or in case alone; else the shortest
/// that it is a part of; none where nothing is near.
fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let part = wrong.to_lowercase();
    let wrong: Vec<char> = part.chars().collect();
    if wrong.len() > LONGEST {
        return None;
    }
    let off = |name: &str| {
        let lower = name.to_lowercase();
        let name: Vec<char> = lower.chars().collect();
        let more = name.len();
        // More letters apart than a third of them is another word, and files may hold names without end.
        let most = (wrong.len().max(more) / 3).max(1);
        let near = wrong.len() > 1 && more <= LONGEST && wrong.len().abs_diff(more) <= most;
        let off = near.then(|| letters_apart(&wrong, &name)).filter(|off| *off <= most);
        // Two letters are part of too many names.
        off.map(|off| (0, off)).or_else(|| (wrong.len() > 2 && lower.contains(&part)).then_some((1, more)))
    };
    let near = names.into_iter().filter_map(|name| Some((off(name)?, name)));
    near.min_by_key(|(off, _)| *off).map(|(_, name)| name)
}

/// "did you mean …? ", to be said before a list of `names`, where one of them is near `wrong`: for errors about names that
/// mean nothing. Empty where none is.
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(wrong, names).map_or_else(String::new, |name| format!("did you mean {name:?}? "))
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
            assert_eq!(near(wrong), Some(name), "{wrong}");
        }
        for wrong in ["", "7", "x", "dance", "no such clip", "fly", &"Walk".repeat(100)] {
            assert_eq!(near(wrong), None, "{wrong}");
        }
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
