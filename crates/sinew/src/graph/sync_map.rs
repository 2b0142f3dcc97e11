//! Sync groups: the clips of a group share a coordinate that counts sync markers, and each clip has its own
//! time at a coordinate. The coordinate counts on over loops, without jumps at their borders.

use crate::clip::ClipSource;
use std::sync::Arc;

/// Map between a group's coordinate and a clip's time: whole coordinates are the clip's sync markers, or its
/// loops.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncMap {
    /// File seconds of the markers in one loop, ascending; shared by all nodes of the clip.
    moments: Arc<[f64]>,
    length: f64,
    /// Index of the marker at coordinate 0.
    offset: i64,
}

impl SyncMap {
    /// Map for a clip without markers: a loop has `moments` evenly spaced markers.
    pub(super) fn rounds(source: &ClipSource, moments: usize) -> Self {
        let (start, end) = (f64::from(source.start()), f64::from(source.end()));
        let length = (end - start).max(1e-6);
        let moments = (0..moments).map(|n| start + length * n as f64 / moments as f64).collect();
        Self { moments, length, offset: 0 }
    }

    /// Map for a clip with markers; coordinate 0 is the first marker of `pattern`. `None` where the marker
    /// names are not repetitions of `pattern`.
    pub(super) fn markers(source: &ClipSource, pattern: &[&str]) -> Option<Self> {
        let markers = source.events().sync_markers();
        let names: Vec<&str> = markers.iter().map(|m| m.name.as_str()).collect();
        if pattern.is_empty() || names.is_empty() || !names.len().is_multiple_of(pattern.len()) {
            return None;
        }
        let fits = |offset: usize| {
            (0..names.len()).all(|n| names[(n + offset) % names.len()] == pattern[n % pattern.len()])
        };
        let offset = (0..pattern.len()).find(|&offset| fits(offset))? as i64;
        let moments = markers.iter().map(|m| f64::from(m.time)).collect();
        Some(Self { moments, offset, ..Self::rounds(source, 1) })
    }

    /// File time, unwrapped, at a coordinate.
    pub(super) fn time(&self, coordinate: f64) -> f64 {
        let whole = coordinate.floor();
        let moment = whole as i64 + self.offset;
        let at = self.moment(moment);
        at + (self.moment(moment + 1) - at) * (coordinate - whole)
    }

    /// Coordinate at a file time, unwrapped: the inverse of [`SyncMap::time`].
    pub(super) fn coordinate(&self, time: f64) -> f64 {
        let count = self.moments.len() as i64;
        let round = ((time - self.moments[0]) / self.length).floor();
        let within = time - round * self.length;
        let moment = self.moments.partition_point(|&m| m <= within).max(1) as i64 - 1 + round as i64 * count;
        let (at, next) = (self.moment(moment), self.moment(moment + 1));
        let share = if next > at { ((time - at) / (next - at)).clamp(0.0, 1.0) } else { 0.0 };
        (moment - self.offset) as f64 + share
    }

    /// Mean seconds between markers.
    pub(super) fn period(&self) -> f64 {
        self.length / self.moments.len() as f64
    }

    /// File time, unwrapped, of a marker by its index.
    fn moment(&self, number: i64) -> f64 {
        let count = self.moments.len() as i64;
        self.moments[number.rem_euclid(count) as usize] + number.div_euclid(count) as f64 * self.length
    }
}

/// Shortest sequence that gives `names` when repeated.
pub(super) fn pattern<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let repeats = |length: &usize| {
        names.len().is_multiple_of(*length) && (0..names.len()).all(|n| names[n] == names[n % length])
    };
    let length = (1..=names.len()).find(repeats).unwrap_or(0);
    names[..length].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::{ClipEvents, ClipEventsDescription, RawClip, SyncMarker};
    use crate::morph::MeshInstanceId;
    use std::sync::Arc;

    fn clip(length: f32, markers: &[(f32, &str)]) -> ClipSource {
        let sync_markers =
            markers.iter().map(|&(time, name)| SyncMarker { time, name: name.into() }).collect();
        let description = ClipEventsDescription { sync_markers, ..ClipEventsDescription::default() };
        let events = ClipEvents::from_description(&description).unwrap();
        let times: Arc<[f32]> = [0.0, length].into();
        let weights = crate::clip::Track::new(crate::clip::Interpolation::Linear, 0, times, vec![]).unwrap();
        let morphs = vec![crate::clip::MorphTrack { instance: MeshInstanceId(0), weights }];
        Arc::new(RawClip { events, morphs, ..RawClip::default() }).into()
    }

    #[test]
    fn markers_of_one_name_stand_at_one_coordinate() {
        let walk = SyncMap::markers(&clip(1.0, &[(0.1, "L"), (0.6, "R")]), &["L", "R"]).unwrap();
        let two =
            SyncMap::markers(&clip(3.0, &[(0.2, "R"), (0.9, "L"), (2.0, "R"), (2.5, "L")]), &["L", "R"])
                .unwrap();
        assert_eq!([0.0, 1.0, 2.0, -1.0].map(|c| (walk.time(c) * 1e3).round() / 1e3), [0.1, 0.6, 1.1, -0.4]);
        assert_eq!([0.0, 1.0, 2.0, 3.0].map(|c| (two.time(c) * 1e3).round() / 1e3), [0.9, 2.0, 2.5, 3.2]);
        for map in [walk, two] {
            let mut last = f64::NEG_INFINITY;
            for step in -50..50 {
                let c = f64::from(step) * 0.17;
                let time = map.time(c);
                assert!(time > last && (map.coordinate(time) - c).abs() < 1e-6, "{c}");
                last = time;
            }
        }
    }

    #[test]
    fn foreign_markers_do_not_fit() {
        assert_eq!(pattern(&["L", "R", "L", "R"]), ["L", "R"]);
        assert_eq!(pattern(&["L", "R", "L"]), ["L", "R", "L"]);
        let hop = clip(1.0, &[(0.1, "L"), (0.3, "L"), (0.6, "R")]);
        assert!(SyncMap::markers(&hop, &["L", "R"]).is_none());
        assert!(SyncMap::markers(&clip(1.0, &[]), &["L"]).is_none());
    }
}
