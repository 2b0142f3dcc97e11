use super::body::FoundPart;
use super::json::Filter;
use super::reader::ROOT;
use crate::ImportError;
use crate::gltf::source::Source;
use std::collections::{HashMap, HashSet};

/// Pairs of parts whose colliders do not meet by their filters, lower number first.
pub(super) fn ignored_pairs(
    filters: &[Filter],
    parts: &[FoundPart],
    source: &mut Source<'_>,
) -> Result<Vec<(usize, usize)>, ImportError> {
    let filter = |part: &FoundPart| part.filter.and_then(|n| filters.get(n));
    let lengths = parts.iter().filter_map(filter).map(|filter| {
        let others = [&filter.not_collide_with_systems, &filter.collide_with_systems];
        filter.collision_systems.len() + others.into_iter().flatten().map(|list| list.len()).sum::<usize>()
    });
    let steps = lengths.sum::<usize>().saturating_mul(parts.len());
    source.budget.read(steps, 32, ROOT)?;
    let mut numbers = HashMap::new();
    let mut number = |name: &String| -> usize {
        let next = numbers.len();
        *numbers.entry(name.clone()).or_insert(next)
    };
    let mut systems = Vec::with_capacity(parts.len());
    for part in parts {
        let part_filter = filter(part);
        let list =
            part_filter.map(|filter| filter.collision_systems.iter().map(&mut number).collect::<Vec<_>>());
        let no = part_filter.and_then(|filter| filter.not_collide_with_systems.as_ref());
        let no = no.map(|list| list.iter().map(&mut number).collect::<HashSet<_>>());
        let yes = part_filter.and_then(|filter| filter.collide_with_systems.as_ref());
        let yes = yes.map(|list| list.iter().map(&mut number).collect::<HashSet<_>>());
        systems.push((list.unwrap_or_default(), no, yes));
    }
    let mut pairs = Vec::new();
    for (a, (a_list, a_no, a_yes)) in systems.iter().enumerate() {
        for (b, (b_list, b_no, b_yes)) in systems.iter().enumerate().skip(a + 1) {
            let meets = |list: &[usize], no: &Option<HashSet<usize>>, yes: &Option<HashSet<usize>>| {
                let is_refused = !list.is_empty()
                    && no.as_ref().is_some_and(|no| list.iter().all(|system| no.contains(system)));
                !is_refused && yes.as_ref().is_none_or(|yes| list.iter().all(|system| yes.contains(system)))
            };
            if !(meets(a_list, b_no, b_yes) && meets(b_list, a_no, a_yes)) {
                pairs.push((a, b));
            }
        }
    }
    Ok(pairs)
}
