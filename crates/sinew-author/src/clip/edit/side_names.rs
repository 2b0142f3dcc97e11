//! Names of events and sync markers with left and right exchanged.

use sinew::clip::{ClipEvents, ClipEventsDescription};
use sinew::internal::split_name;
use std::collections::BTreeSet;

/// Words of the two sides.
const SIDES: [[&str; 2]; 4] = [["left", "right"], ["l", "r"], ["lft", "rgt"], ["左", "右"]];

/// Events with left and right exchanged in their names: words such as `left`, `L` and `Right`, in any case.
/// Within a longer word, as in `leftfoot`, they are exchanged where the clip has the other name too: `bright`
/// is no side.
pub(super) fn with_sides_exchanged(events: &ClipEvents) -> ClipEvents {
    let mut description = ClipEventsDescription::of(events);
    let points = description.points.iter_mut().map(|event| &mut event.name);
    let spans = description.spans.iter_mut().map(|span| &mut span.name);
    let markers = description.sync_markers.iter_mut().map(|marker| &mut marker.name);
    let names: Vec<&mut String> = points.chain(spans).chain(markers).collect();
    let known: BTreeSet<String> = names.iter().map(|name| (**name).clone()).collect();
    for name in names {
        let by_words = exchanged(name, false);
        let within = exchanged(name, true);
        *name = if by_words == *name && known.contains(&within) { within } else { by_words };
    }
    // Cannot fail: the times stay.
    ClipEvents::from_description(&description).unwrap_or_default()
}

/// A name with its sides exchanged; `within` counts those at the start or end of a word as well.
fn exchanged(name: &str, within: bool) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut rest = name;
    for word in split_name(name) {
        let Some(at) = rest.find(word) else { continue };
        out.push_str(&rest[..at]);
        out.push_str(&exchanged_word(word, within).unwrap_or_else(|| word.to_owned()));
        rest = &rest[at + word.len()..];
    }
    out + rest
}

/// A word of the other side; `None` for a word without a side.
fn exchanged_word(word: &str, within: bool) -> Option<String> {
    let lower = word.to_lowercase();
    if word.contains(['左', '右']) {
        let other = |c| match c {
            '左' => '右',
            '右' => '左',
            _ => c,
        };
        return Some(word.chars().map(other).collect());
    }
    let pairs = || SIDES.into_iter().flat_map(|[left, right]| [(left, right), (right, left)]);
    if let Some((_, other)) = pairs().find(|(side, _)| *side == lower) {
        return Some(in_case_of(word, other));
    }
    if !within || lower.len() != word.len() {
        return None;
    }
    let long = || pairs().take(2);
    let first = long().find(|(side, _)| lower.starts_with(side));
    if let Some((side, other)) = first {
        let (head, tail) = word.split_at_checked(side.len())?;
        return Some(in_case_of(head, other) + tail);
    }
    let (side, other) = long().find(|(side, _)| lower.ends_with(side))?;
    let (head, tail) = word.split_at_checked(word.len() - side.len())?;
    Some(head.to_owned() + &in_case_of(tail, other))
}

/// A lower-case word in capitals as another word has them: all, the first letter alone, or none.
fn in_case_of(model: &str, word: &str) -> String {
    let is_upper = |c: Option<char>| c.is_some_and(char::is_uppercase);
    if !is_upper(model.chars().next()) {
        return word.to_owned();
    }
    if is_upper(model.chars().last()) {
        return word.to_uppercase();
    }
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::clip::{ClipEvent, SyncMarker};

    #[test]
    fn words_of_sides_are_exchanged_and_others_are_not() {
        for (name, other) in [
            ("left_foot", "right_foot"),
            ("step_left", "step_right"),
            ("LeftFoot", "RightFoot"),
            ("FOOT_LEFT", "FOOT_RIGHT"),
            ("foot.L", "foot.R"),
            ("footL", "footR"),
            ("foot_l_2", "foot_r_2"),
            ("L", "R"),
            ("hand Lft", "hand Rgt"),
            ("左足", "右足"),
            ("left_to_right", "right_to_left"),
            ("bright", "bright"),
            ("leftover", "leftover"),
            ("reload", "reload"),
            ("", ""),
        ] {
            assert_eq!(exchanged(name, false), other);
            assert_eq!(exchanged(other, false), name);
        }
        assert_eq!(exchanged("leftfoot", true), "rightfoot");
        assert_eq!(exchanged("FootRight", true), "FootLeft");
    }

    #[test]
    fn sides_within_words_need_both_names() {
        let point = |name: &str| ClipEvent { time: 1.0, name: name.into(), data: "left".into() };
        let description = ClipEventsDescription {
            points: ["leftfoot", "rightfoot", "upright", "step_left"].map(point).into(),
            spans: Vec::new(),
            sync_markers: vec![SyncMarker { time: 0.5, name: "left".into() }],
        };
        let events = ClipEvents::from_description(&description).unwrap();
        let mirrored = with_sides_exchanged(&events);
        let names: Vec<&str> = mirrored.points().iter().map(|event| event.name.as_str()).collect();
        assert_eq!(names, ["rightfoot", "leftfoot", "upright", "step_right"]);
        assert_eq!(mirrored.sync_markers()[0].name, "right");
        assert_eq!((mirrored.points()[0].time, mirrored.points()[0].data.as_str()), (1.0, "left"));
        assert_eq!(with_sides_exchanged(&mirrored), events);
    }
}
