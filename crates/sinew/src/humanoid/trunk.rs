/// Spine, chest and upper chest among the links of a spine, which lie in this order from the hips up. A spine of many
/// links gives its first, its middle and its last.
pub(super) fn spread_spine(links: &[usize]) -> [Option<usize>; 3] {
    match links {
        [] => [None; 3],
        [only] => [Some(*only), None, None],
        [low, high] => [Some(*low), Some(*high), None],
        [low, .., high] => [Some(*low), Some(links[links.len() / 2]), Some(*high)],
    }
}
