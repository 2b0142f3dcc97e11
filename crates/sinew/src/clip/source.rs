use super::{Clip, ClipEvents, RawClip, RootTrack, SampleCursor};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use glam::Quat;
use std::sync::Arc;

/// Clip of a [`ClipSet`](crate::playback::ClipSet), raw or compressed. Both play alike.
#[derive(Clone, Debug)]
pub enum ClipSource {
    /// Uncompressed clip.
    Raw {
        /// Shared clip.
        clip: Arc<RawClip>,
        /// Times of its first and last key, seconds.
        ends: [f32; 2],
    },
    /// Compressed clip.
    Compressed(Arc<Clip>),
}

impl ClipSource {
    /// The name it had in its file; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Raw { clip, .. } => &clip.name,
            Self::Compressed(clip) => clip.name(),
        }
    }

    /// Time of the first key, seconds.
    #[must_use]
    pub fn start(&self) -> f32 {
        match self {
            Self::Raw { ends, .. } => ends[0],
            Self::Compressed(clip) => clip.start(),
        }
    }

    /// Time of the last key, seconds.
    #[must_use]
    pub fn end(&self) -> f32 {
        match self {
            Self::Raw { ends, .. } => ends[1],
            Self::Compressed(clip) => clip.end(),
        }
    }

    /// Point events, spans and sync markers.
    #[must_use]
    pub fn events(&self) -> &ClipEvents {
        match self {
            Self::Raw { clip, .. } => &clip.events,
            Self::Compressed(clip) => clip.events(),
        }
    }

    /// Root motion; `None` where the clip stays in place or moves the body by its joints.
    #[must_use]
    pub fn root_motion(&self) -> Option<&RootTrack> {
        match self {
            Self::Raw { clip, .. } => clip.root_motion.as_ref(),
            Self::Compressed(clip) => clip.root_motion(),
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

    /// Writes pose, morph weights and expression weights at `time` (file seconds, clamped to the clip) over the rest values
    /// there, and returns the gaze; `None` where the clip has none. Joints outside of the cursor's mask are left alone.
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
        match self {
            Self::Raw { clip, .. } => {
                clip.sample(time, cursor, pose, morphs);
                clip.sample_face(time, cursor, expressions)
            }
            Self::Compressed(clip) => clip.sample_all(time, cursor.lod(), pose, morphs, expressions),
        }
    }
}

impl From<Arc<RawClip>> for ClipSource {
    fn from(clip: Arc<RawClip>) -> Self {
        let ends = [clip.start(), clip.end()];
        Self::Raw { clip, ends }
    }
}

impl From<RawClip> for ClipSource {
    fn from(clip: RawClip) -> Self {
        Arc::new(clip).into()
    }
}

impl From<Clip> for ClipSource {
    fn from(clip: Clip) -> Self {
        Self::Compressed(Arc::new(clip))
    }
}

impl From<Arc<Clip>> for ClipSource {
    fn from(clip: Arc<Clip>) -> Self {
        Self::Compressed(clip)
    }
}
