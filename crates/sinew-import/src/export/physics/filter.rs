//! Collision filters: a system per part that does not collide with some others.

use serde_json::{Value, json};
use sinew::ragdoll::Ragdoll;

/// Filters of all parts that do not collide with some others, in the order of the parts.
pub(super) fn filters(ragdoll: &Ragdoll) -> Vec<Value> {
    let all = (0..ragdoll.parts().len()).map(|part| (part, partners(ragdoll, part)));
    let filter = |(part, partners): (usize, Vec<usize>)| {
        let partners: Vec<String> = partners.into_iter().map(system).collect();
        json!({ "collisionSystems": [system(part)], "notCollideWithSystems": partners })
    };
    all.filter(|(_, partners)| !partners.is_empty()).map(filter).collect()
}

/// Number of a part's filter in [`filters`].
pub(super) fn number(ragdoll: &Ragdoll, part: usize) -> Option<usize> {
    let has_filter = |part: &usize| !partners(ragdoll, *part).is_empty();
    has_filter(&part).then(|| (0..part).filter(has_filter).count())
}

/// Parts with which a part does not collide.
fn partners(ragdoll: &Ragdoll, part: usize) -> Vec<usize> {
    let pairs = ragdoll.ignored_pairs().iter();
    let other = |&(a, b): &(usize, usize)| if a == part { Some(b) } else { (b == part).then_some(a) };
    pairs.filter_map(other).collect()
}

fn system(part: usize) -> String {
    format!("ragdoll part {part}")
}
