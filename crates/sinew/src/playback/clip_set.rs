//! Clip sets: the clips of a character, checked against it once.

use super::coverage::coverage;
use super::{FullPose, PoseMask};
use crate::character::{Character, MeshInstanceId};
use crate::clip::{ClipKeys, ClipSource, JointTrack, RawClip, Track};
use crate::face::FaceRig;
use crate::id::define_id;
use crate::name_or_id::{NameOrId, id_is_name_or_id};
use crate::spring::SpringRig;
use crate::text::suggest;
use std::ops::Index;
use std::sync::Arc;

define_id! {
    /// The number of a clip in its [`ClipSet`].
    ClipId
}

id_is_name_or_id!(ClipId);

/// The clips of a character, raw or compressed, checked against it once. Actors, graphs and mixers refer to
/// them by [`ClipId`]; share a set between them with `Arc`.
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts, RawClip};
/// # use sinew::playback::ClipSet;
/// # use std::sync::Arc;
/// # let character = Arc::new(Character::new(CharacterParts::default())?);
/// # let walk = Arc::new(RawClip { name: "Walk".into(), ..Default::default() });
/// let clips = Arc::new(ClipSet::new(&character, [walk])?);
/// let mut crowd: Vec<Actor> = (0..100).map(|_| Actor::with_clips(clips.clone())).collect();
/// let walk = clips.find("Walk")?;
/// for actor in &mut crowd {
///     actor.play(walk)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClipSet {
    character: Arc<Character>,
    /// Rest pose of the character, over which clips are sampled.
    rest: Arc<FullPose>,
    clips: Vec<ClipSource>,
    /// The parts of the pose that clips animate, each once, and the index of each clip's.
    coverages: Vec<PoseMask>,
    covered: Vec<u32>,
    /// The largest number of cursor hints a raw clip needs.
    hints: usize,
    /// The number of events that all clips fire when each is played through once.
    events: usize,
    spring_rig: Option<Arc<SpringRig>>,
    face_rig: Option<Arc<FaceRig>>,
}

/// Error of [`ClipSet`]: a clip is not found or does not match the character.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClipSetError {
    /// No clip has that name.
    #[error("no clip called {name:?}; {known}")]
    UnknownName {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the names of the set.
        known: String,
    },
    /// No clip has that id: it belongs to another set.
    #[error("no clip with id {}; the set has {count} clips", id.0)]
    UnknownId {
        /// The id.
        id: ClipId,
        /// The number of clips.
        count: usize,
    },
    /// The clip animates joints, morph weights or expressions that the character does not have, has events or
    /// root motion beyond its keys, or values that poses in 32-bit floats cannot hold.
    #[error("clip {clip:?} does not fit the character: {message}")]
    Mismatch {
        /// The name of the clip.
        clip: String,
        /// The mismatch.
        message: String,
    },
}

impl ClipSet {
    /// A set of `clips` for `character`, numbered in their order.
    ///
    /// # Errors
    /// When a clip animates joints, instances or morph weights that the character does not have, when its
    /// events or its root motion lie beyond its keys, or when poses in 32-bit floats cannot hold its values
    /// ([`MAX_COORDINATE`](crate::skeleton::MAX_COORDINATE)).
    pub fn new<C: Into<ClipSource>>(
        character: &Arc<Character>,
        clips: impl IntoIterator<Item = C>,
    ) -> Result<Self, ClipSetError> {
        let mut set = Self::empty(character);
        for clip in clips {
            set.add(clip)?;
        }
        Ok(set)
    }

    /// A set without clips.
    #[must_use]
    pub fn empty(character: &Arc<Character>) -> Self {
        let rest = Arc::new(FullPose::rest(character));
        let spring_rig = SpringRig::of(character).map(Arc::new);
        Self {
            character: character.clone(),
            rest,
            clips: Vec::new(),
            coverages: Vec::new(),
            covered: Vec::new(),
            hints: 0,
            events: 0,
            spring_rig,
            face_rig: FaceRig::detect(character).map(Arc::new),
        }
    }

    /// Adds a clip and returns its id. Names need not be unique; a name finds the first clip of that name.
    ///
    /// # Errors
    /// As [`ClipSet::new`].
    pub fn add(&mut self, clip: impl Into<ClipSource>) -> Result<ClipId, ClipSetError> {
        let clip = clip.into();
        let mismatch = match clip.keys() {
            ClipKeys::Raw(raw) => {
                raw_mismatch(raw, &self.character).or_else(|| raw.first_unposable(self.character.skeleton()))
            }
            ClipKeys::Compressed(compressed) => {
                let instances = self.character.mesh_instances();
                let targets =
                    |instance: MeshInstanceId| instances.get(instance.index()).map(|i| i.weights.len());
                let expressions = self.character.expressions().len();
                let skeleton = self.character.skeleton();
                let mismatch = compressed.mismatch(skeleton.len(), targets, expressions);
                mismatch.or_else(|| compressed.first_unposable(skeleton))
            }
        };
        if let Some(message) = mismatch.or_else(|| clip.stray()) {
            return Err(ClipSetError::Mismatch { clip: clip.name().to_owned(), message });
        }
        if let Some(raw) = clip.raw() {
            self.hints = self.hints.max(raw.hint_count());
        }
        self.events += clip.events().points().len() + 2 * clip.events().spans().len();
        let covered = coverage(&clip, &self.character);
        let known = self.coverages.iter().position(|coverage| *coverage == covered);
        self.covered.push(known.unwrap_or(self.coverages.len()) as u32);
        if known.is_none() {
            self.coverages.push(covered);
        }
        self.clips.push(clip);
        Ok(ClipId(self.clips.len() as u32 - 1))
    }

    /// The character that the clips animate.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// The rest pose of the character.
    #[must_use]
    pub fn rest(&self) -> &FullPose {
        &self.rest
    }

    /// The spring bones of the character, prepared once for all actors of the set; `None` where nothing
    /// swings.
    #[must_use]
    pub fn spring_rig(&self) -> Option<&Arc<SpringRig>> {
        self.spring_rig.as_ref()
    }

    /// The face that the character is [found](FaceRig::detect) to have, which its actors have at first;
    /// `None` where there is none.
    #[must_use]
    pub fn face_rig(&self) -> Option<&Arc<FaceRig>> {
        self.face_rig.as_ref()
    }

    /// The number of clips.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clips.len()
    }

    /// Whether the set has no clips.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// The id of a clip: of the first one with that name, or the id itself if the set has such a clip.
    ///
    /// # Errors
    /// When there is no such clip.
    pub fn find<'a>(&self, clip: impl Into<NameOrId<'a, ClipId>>) -> Result<ClipId, ClipSetError> {
        match clip.into() {
            NameOrId::Id(id) if id.index() < self.clips.len() => Ok(id),
            NameOrId::Id(id) => Err(ClipSetError::UnknownId { id, count: self.clips.len() }),
            NameOrId::Name(name) => {
                let index = self.clips.iter().position(|clip| clip.name() == name);
                index.map(|n| ClipId(n as u32)).ok_or_else(|| {
                    let known = suggest(name, self.clips.iter().map(ClipSource::name));
                    ClipSetError::UnknownName { name: name.to_owned(), known }
                })
            }
        }
    }

    /// The id of the first clip that moves anything; `None` where none does. Many files begin with a clip
    /// that holds a pose.
    #[must_use]
    pub fn first_moving(&self) -> Option<ClipId> {
        self.ids().find(|id| self.clips[id.index()].moves())
    }

    /// The clip with that id; `None` where there is no such clip.
    #[inline]
    #[must_use]
    pub fn get(&self, id: ClipId) -> Option<&ClipSource> {
        self.clips.get(id.index())
    }

    /// The parts of the pose that a clip animates.
    ///
    /// # Panics
    /// When there is no such clip.
    pub(crate) fn coverage(&self, id: ClipId) -> &PoseMask {
        &self.coverages[self.covered[id.index()] as usize]
    }

    /// All clips, in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, ClipSource> {
        self.clips.iter()
    }

    /// The ids of all clips, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ClipId> + DoubleEndedIterator + Clone + use<> {
        (0..self.clips.len() as u32).map(ClipId)
    }

    /// The number of events that one frame may fire, in steps shorter than the clips; no more than 256.
    pub(crate) fn event_capacity(&self) -> usize {
        self.events.min(256)
    }

    /// The number of hints that a [`SampleCursor`](crate::SampleCursor) needs for any of the clips.
    pub(crate) fn hint_count(&self) -> usize {
        self.hints
    }
}

impl Index<ClipId> for ClipSet {
    type Output = ClipSource;

    /// # Panics
    /// When there is no such clip.
    #[inline]
    fn index(&self, id: ClipId) -> &ClipSource {
        &self.clips[id.index()]
    }
}

/// The reason why a raw clip does not fit a character; `None` where it does.
pub fn raw_mismatch(clip: &RawClip, character: &Character) -> Option<String> {
    let joints = character.skeleton().len();
    if let Some(track) = clip.joints.iter().find(|t| t.joint.index() >= joints) {
        return Some(format!("it animates joint {} of {joints}", track.joint.index()));
    }
    let wide = |t: &&JointTrack| {
        let widths = [
            t.translation.as_ref().map(Track::width),
            t.rotation.as_ref().map(Track::width),
            t.scale.as_ref().map(Track::width),
        ];
        widths.into_iter().flatten().any(|width| width != 1)
    };
    if let Some(track) = clip.joints.iter().find(wide) {
        let joint = track.joint.index();
        return Some(format!("a track of joint {joint} does not hold one value per key"));
    }
    for track in &clip.morphs {
        let targets = character.mesh_instances().get(track.instance.index()).map(|i| i.weights.len());
        if targets != Some(track.weights.width()) {
            let (instance, width) = (track.instance.0, track.weights.width());
            return Some(format!("it animates {width} morph weights of instance {instance}"));
        }
    }
    for track in &clip.expressions {
        let count = character.expressions().len();
        if track.expression.index() >= count || track.weight.width() != 1 {
            return Some(format!("it animates expression {} of {count}", track.expression.0));
        }
    }
    let gaze_is_wide = clip.gaze.as_ref().is_some_and(|gaze| gaze.width() != 1);
    gaze_is_wide.then(|| "its gaze does not hold one value per key".to_owned())
}
