use sinew::Skeleton;

/// What there is to choose from, for errors: "there are …", of long lists the first and how many more.
pub(crate) fn listed(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    if names.is_empty() { "there are none".to_owned() } else { format!("there are {}", cut(names)) }
}

/// Names one after the other; of many the first and how many more.
pub(crate) fn cut(mut names: Vec<String>) -> String {
    const MOST: usize = 24;
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let shown = names.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// The joints there are to choose from.
pub(crate) fn joints(skeleton: &Skeleton) -> String {
    listed(skeleton.joints().map(|joint| format!("{:?}", skeleton.name(joint))))
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn long_lists_are_cut() {
        let list = |many: usize| listed((0..many).map(|n| n.to_string()));
        assert_eq!([0, 1, 3].map(list), ["there are none", "there are 0", "there are 0, 1, 2"]);
        assert!(list(24).ends_with("22, 23"));
        assert!(list(70).ends_with("22, 23 and 46 more"));
    }
}
