//! Export of events and root motion as `extras` of animations; the importer's file of the same name reads
//! them.

use serde_json::{Map, Value, json};
use sinew::RawClip;

/// Extras of a clip with all times shifted by `shift` seconds; `None` for a clip without events and root
/// motion.
pub(super) fn extras(clip: &RawClip, shift: f32) -> Option<Value> {
    let named = |mut entry: Value, name: &str, data: &str| {
        entry["name"] = json!(name);
        if !data.is_empty() {
            entry["data"] = json!(data);
        }
        entry
    };
    let clip_events = &clip.events;
    let events =
        clip_events.points().iter().map(|e| named(json!({ "time": e.time + shift }), &e.name, &e.data));
    let spans = clip_events
        .spans()
        .iter()
        .map(|s| named(json!({ "start": s.start + shift, "end": s.end + shift }), &s.name, &s.data));
    let markers =
        clip_events.sync_markers().iter().map(|m| named(json!({ "time": m.time + shift }), &m.name, ""));
    let mut extras = Map::new();
    let lists: [(&str, Vec<Value>); 3] =
        [("events", events.collect()), ("spans", spans.collect()), ("markers", markers.collect())];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        extras.insert(key.to_owned(), json!(list));
    }
    if let Some(root) = &clip.root_motion {
        let times: Vec<f32> = root.times().iter().map(|time| time + shift).collect();
        let positions: Vec<[f32; 3]> = root.poses().iter().map(|p| p.position.to_array()).collect();
        let headings: Vec<f32> = root.poses().iter().map(|p| p.heading).collect();
        let root = json!({ "times": times, "positions": positions, "headings": headings });
        extras.insert("root".to_owned(), root);
    }
    (!extras.is_empty()).then_some(Value::Object(extras))
}
