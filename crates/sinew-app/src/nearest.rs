/// "did you mean …? " before a list of `names` where one of them is near `wrong`; else nothing.
pub(crate) fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(wrong, names).map_or_else(String::new, |name| format!("did you mean {name:?}? "))
}

/// The name that differs from `wrong` in the fewest letters, or in case alone; else the shortest that it is a part of.
fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let letters = wrong.chars().count();
    let off = |name: &str| {
        let name = name.to_lowercase();
        let more = name.chars().count();
        // More letters apart than a third of them is another word, and files may hold names without end.
        let most = (letters.max(more) / 3).max(1);
        let near = letters > 1 && letters.abs_diff(more) <= most;
        let off = near.then(|| strsim::osa_distance(&wrong, &name)).filter(|off| *off <= most);
        // Two letters are part of too many names.
        off.map(|off| (0, off)).or_else(|| (letters > 2 && name.contains(&wrong)).then_some((1, more)))
    };
    let near = names.into_iter().filter_map(|name| Some((off(name)?, name)));
    near.min_by_key(|(off, _)| *off).map(|(_, name)| name)
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
        for wrong in ["", "7", "x", "dance", "no such clip", "fly"] {
            assert_eq!(near(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn it_is_asked_about_before_the_list() {
        assert_eq!(did_you_mean("smle", ["smile", "blink"]), "did you mean \"smile\"? ");
        assert_eq!(did_you_mean("smle", []), "");
    }
}
