//! What is written on clips, as the `extras` of animations; see the reader of the same name.

use serde_json::{Map, Value, json};
use sinew::RawClip;

/// The extras of a clip whose times are written `shift` seconds later; none where nothing is written on it.
pub(super) fn extras(clip: &RawClip, shift: f32) -> Option<Value> {
    let named = |mut entry: Value, name: &str, data: &str| {
        entry["name"] = json!(name);
        if !data.is_empty() {
            entry["data"] = json!(data);
        }
        entry
    };
    let marks = &clip.events;
    let events = marks.points().iter().map(|e| named(json!({ "time": e.time + shift }), &e.name, &e.data));
    let spans = marks
        .spans()
        .iter()
        .map(|s| named(json!({ "start": s.start + shift, "end": s.end + shift }), &s.name, &s.data));
    let markers = marks.sync_markers().iter().map(|m| named(json!({ "time": m.time + shift }), &m.name, ""));
    let mut extras = Map::new();
    let lists: [(&str, Vec<Value>); 3] =
        [("events", events.collect()), ("spans", spans.collect()), ("markers", markers.collect())];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        extras.insert(key.to_owned(), json!(list));
    }
    if let Some(root) = &clip.root {
        let times: Vec<f32> = root.times().iter().map(|time| time + shift).collect();
        let positions: Vec<[f32; 3]> = root.poses().iter().map(|p| p.position.to_array()).collect();
        let headings: Vec<f32> = root.poses().iter().map(|p| p.heading).collect();
        let root = json!({ "times": times, "positions": positions, "headings": headings });
        extras.insert("root".to_owned(), root);
    }
    (!extras.is_empty()).then_some(Value::Object(extras))
}
