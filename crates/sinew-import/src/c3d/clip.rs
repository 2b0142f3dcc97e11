//! Motion of the markers. Where a marker was not seen it has no keys, so that it moves in a straight line from
//! where it vanished to where it came back; before it was first seen and after it was last seen it stands
//! still.

use super::markers::{Marker, listed};
use super::points::Points;
use super::space::Space;
use crate::budget::Budget;
use crate::limits::MAX_CLIP_SECONDS;
use crate::{ImportError, Report};
use sinew::RawClip;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::Vec3;
use std::sync::Arc;

/// Motion of all markers.
pub(super) struct Motion {
    /// Track of each marker; `None` for one that was never seen.
    pub(super) tracks: Vec<Option<Track<Vec3>>>,
}

/// Reads the positions of all frames, at `rate` frames per second.
pub(super) fn read(
    points: &Points<'_>,
    markers: &[Marker],
    space: &Space,
    rate: f64,
    budget: &mut Budget,
    report: &mut Report,
) -> Result<Motion, ImportError> {
    if points.frames as f64 / rate > MAX_CLIP_SECONDS {
        let message = format!(
            "{} frames at {rate} per second last longer than {MAX_CLIP_SECONDS} s, the longest clip",
            points.frames
        );
        return Err(ImportError::new(ImportError::TOO_LARGE, "POINT:RATE", message));
    }
    budget.take(points.frames, size_of::<f32>(), "POINT")?;
    let times: Arc<[f32]> = (0..points.frames).map(|frame| (frame as f64 / rate) as f32).collect();
    let mut tracks = Vec::with_capacity(markers.len());
    let mut gaps: Vec<(usize, &str)> = Vec::new();
    let mut unseen: Vec<&str> = Vec::new();
    for marker in markers {
        budget.take(points.frames, size_of::<Vec3>(), "POINT")?;
        budget.take(1, 2 * size_of::<JointTrack>(), "POINT")?;
        let position = |frame| points.get(marker.point, frame).map(|point| space.point(point));
        let mut seen: Vec<(usize, Vec3)> =
            (0..points.frames).filter_map(|frame| Some((frame, position(frame)?))).collect();
        let missing = points.frames - seen.len();
        if seen.is_empty() {
            if points.frames > 0 {
                unseen.push(&marker.name);
            }
            tracks.push(None);
            continue;
        }
        let key_times = if missing == 0 {
            times.clone()
        } else {
            gaps.push((missing, &marker.name));
            hold_to_the_ends(&mut seen, points.frames);
            budget.take(seen.len(), size_of::<f32>(), "POINT")?;
            seen.iter().filter_map(|(frame, _)| times.get(*frame).copied()).collect()
        };
        let values = seen.into_iter().map(|(_, position)| position).collect();
        tracks.push(Track::new(Interpolation::Linear, 1, key_times, values).ok());
    }
    report_gaps(points.frames, gaps, &unseen, report);
    Ok(Motion { tracks })
}

/// Adds keys to the first and the last frame, so that the clip has all frames.
fn hold_to_the_ends(seen: &mut Vec<(usize, Vec3)>, frames: usize) {
    if let Some(&(first, position)) = seen.first()
        && first > 0
    {
        seen.insert(0, (0, position));
    }
    if let Some(&(last, position)) = seen.last()
        && last + 1 < frames
    {
        seen.push((frames - 1, position));
    }
}

/// Reports the markers that were not seen in some frames, the worst first, and in all frames.
fn report_gaps(frames: usize, mut gaps: Vec<(usize, &str)>, unseen: &[&str], report: &mut Report) {
    if !unseen.is_empty() {
        let message = format!(
            "{} markers were seen in no frame and do not move: {}",
            unseen.len(),
            listed(unseen.iter().copied())
        );
        report.warn("c3d-gaps", "POINT", message);
    }
    if gaps.is_empty() {
        return;
    }
    gaps.sort_by_key(|(missing, _)| std::cmp::Reverse(*missing));
    let named: Vec<String> = gaps.iter().map(|(missing, name)| format!("{name} in {missing}")).collect();
    let message = format!(
        "{} markers were not seen in all of the {frames} frames; they move in a straight line meanwhile: {}",
        gaps.len(),
        listed(named.iter().map(String::as_str))
    );
    report.warn("c3d-gaps", "POINT", message);
}

impl Motion {
    /// Position in which a marker is first seen.
    pub(super) fn first(&self, marker: usize) -> Option<Vec3> {
        self.tracks.get(marker)?.as_ref()?.values().first().copied()
    }

    /// Clip of the tracks; `joint` gives the joint of a marker.
    pub(super) fn into_clip(self, joint: impl Fn(usize) -> Option<sinew::JointId>) -> RawClip {
        let track = |(marker, track): (usize, Option<Track<Vec3>>)| {
            Some(JointTrack { translation: Some(track?), ..JointTrack::new(joint(marker)?) })
        };
        let joints = self.tracks.into_iter().enumerate().filter_map(track).collect();
        RawClip { name: "motion".into(), joints, ..RawClip::default() }
    }
}
