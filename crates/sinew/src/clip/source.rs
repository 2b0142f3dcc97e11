use super::{Clip, ClipEvents, RawClip, RootTrack, SampleCursor, loop_seam};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use glam::Quat;
use std::sync::Arc;

/// Clip of a [`ClipSet`](crate::playback::ClipSet), raw or compressed. Both play alike.
#[derive(Clone, Debug)]
pub struct ClipSource {
    keys: ClipKeys,
    /// Times of the first and last key, seconds.
    ends: [f32; 2],
    has_open_loop: bool,
}

/// Keys of a [`ClipSource`].
#[derive(Clone, Debug)]
pub enum ClipKeys {
    /// Uncompressed clip.
    Raw(Arc<RawClip>),
    /// Compressed clip.
    Compressed(Arc<Clip>),
}

impl ClipSource {
    /// The clip itself.
    #[must_use]
    pub fn keys(&self) -> &ClipKeys {
        &self.keys
    }

    /// The clip if it is uncompressed.
    #[must_use]
    pub fn raw(&self) -> Option<&Arc<RawClip>> {
        match &self.keys {
            ClipKeys::Raw(clip) => Some(clip),
            ClipKeys::Compressed(_) => None,
        }
    }

    /// The name it had in its file; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.keys {
            ClipKeys::Raw(clip) => &clip.name,
            ClipKeys::Compressed(clip) => clip.name(),
        }
    }

    /// Time of the first key, seconds.
    #[must_use]
    pub fn start(&self) -> f32 {
        self.ends[0]
    }

    /// Time of the last key, seconds.
    #[must_use]
    pub fn end(&self) -> f32 {
        self.ends[1]
    }

    /// Whether the clip moves anything: one that does not is a pose, such as the empty first take of many FBX
    /// files.
    #[must_use]
    pub fn moves(&self) -> bool {
        match &self.keys {
            ClipKeys::Raw(clip) => clip.moves(),
            ClipKeys::Compressed(clip) => clip.moves(),
        }
    }

    /// Whether the last pose differs from the first, by more than 0.02 rad in a rotation or 1 % of a
    /// translation or scale: played in a loop, the clip jumps.
    #[must_use]
    pub fn has_open_loop(&self) -> bool {
        self.has_open_loop
    }

    /// Point events, spans and sync markers.
    #[must_use]
    pub fn events(&self) -> &ClipEvents {
        match &self.keys {
            ClipKeys::Raw(clip) => &clip.events,
            ClipKeys::Compressed(clip) => clip.events(),
        }
    }

    /// Root motion; `None` where the clip stays in place or moves the body by its joints.
    #[must_use]
    pub fn root_motion(&self) -> Option<&RootTrack> {
        match &self.keys {
            ClipKeys::Raw(clip) => clip.root_motion.as_ref(),
            ClipKeys::Compressed(clip) => clip.root_motion(),
        }
    }

    /// Message about an event or root key outside of the clip's keys; `None` where all are inside.
    pub(crate) fn stray(&self) -> Option<String> {
        let slack = 1e-3 * (self.end() - self.start()).max(1e-3);
        let within = |time: f32| time >= self.start() - slack && time <= self.end() + slack;
        let events = self.events();
        let points = events.points().iter().map(|e| (e.time, &e.name));
        let spans = events.spans().iter().flat_map(|s| [(s.start, &s.name), (s.end, &s.name)]);
        let mut times = points.chain(spans).chain(events.sync_markers().iter().map(|m| (m.time, &m.name)));
        let (start, end) = (self.start(), self.end());
        if let Some((time, name)) = times.find(|(time, _)| !within(*time)) {
            return Some(format!(
                "event {name:?} is at {time} s, outside of the keys from {start} to {end} s"
            ));
        }
        let root = self.root_motion()?.times();
        let (first, last) = (root[0], root[root.len() - 1]);
        let strays = !within(first) || !within(last);
        strays.then(|| {
            format!("root motion runs from {first} to {last} s, outside of the keys from {start} to {end} s")
        })
    }

    /// Writes pose, morph weights and expression weights at `time` (file seconds, clamped to the clip) over
    /// the rest values there, and returns the gaze; `None` where the clip has none. Joints outside of the
    /// cursor's mask are left alone.
    ///
    /// # Panics
    /// When the clip was made for another character.
    pub fn sample(
        &self,
        time: f32,
        cursor: &mut SampleCursor,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
        expressions: &mut [f32],
    ) -> Option<Quat> {
        match &self.keys {
            ClipKeys::Raw(clip) => {
                clip.sample(time, cursor, pose, morphs);
                clip.sample_face(time, cursor, expressions)
            }
            ClipKeys::Compressed(clip) => clip.sample_all(time, cursor.lod(), pose, morphs, expressions),
        }
    }
}

impl From<Arc<RawClip>> for ClipSource {
    fn from(clip: Arc<RawClip>) -> Self {
        let (ends, has_open_loop) = ([clip.start(), clip.end()], loop_seam::is_open(&clip));
        Self { keys: ClipKeys::Raw(clip), ends, has_open_loop }
    }
}

impl From<Arc<Clip>> for ClipSource {
    fn from(clip: Arc<Clip>) -> Self {
        let (ends, has_open_loop) = ([clip.start(), clip.end()], loop_seam::is_open_compressed(&clip));
        Self { keys: ClipKeys::Compressed(clip), ends, has_open_loop }
    }
}

impl From<RawClip> for ClipSource {
    fn from(clip: RawClip) -> Self {
        Arc::new(clip).into()
    }
}

impl From<Clip> for ClipSource {
    fn from(clip: Clip) -> Self {
        Arc::new(clip).into()
    }
}
