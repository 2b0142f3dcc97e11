use sinew::Skeleton;
use sinew::skeleton::did_you_mean;

/// What there is to choose from, for errors: "there are …", of long lists the first and how many more.
pub(crate) fn listed(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    if names.is_empty() { "there are none".to_owned() } else { format!("there are {}", cut(names)) }
}

/// Names one after the other; of many the first and how many more.
pub(crate) fn cut(mut names: Vec<String>) -> String {
    const MOST: usize = 12;
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let shown = names.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// What to choose instead of `wrong`: the name that is near it, and all there are.
pub(crate) fn instead<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    did_you_mean(wrong, names.iter().copied()) + &listed(names.iter().map(|name| format!("{name:?}")))
}

/// The same for joints.
pub(crate) fn joint_instead(wrong: &str, skeleton: &Skeleton) -> String {
    instead(wrong, skeleton.joints().map(|joint| skeleton.name(joint)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let list = |many: usize| listed((0..many).map(|n| n.to_string()));
        assert_eq!([0, 1, 3].map(list), ["there are none", "there are 0", "there are 0, 1, 2"]);
        assert!(list(12).ends_with("10, 11"));
        assert!(list(70).ends_with("10, 11 and 58 more"));
    }

    #[test]
    fn what_is_near_comes_first() {
        let names = ["Walk", "Run"];
        assert_eq!(instead("Wlak", names), "did you mean \"Walk\"? there are \"Walk\", \"Run\"");
        assert_eq!(instead("Jump", names), "there are \"Walk\", \"Run\"");
        assert_eq!(instead("Jump", []), "there are none");
    }
}
