//! Methods of an actor for its playback source: a single clip, a track mixer or an animation graph.

use super::Actor;
use super::animation::Animation;
use super::playback_source::PlaybackSource;
use crate::graph::{AnimationGraph, GraphState, GraphStateError, SlotPlayback};
use crate::name_or_id::NameOrId;
use crate::playback::{ClipId, ClipPlayer, ClipSetError, Playback, TrackMixer};
use std::sync::Arc;

impl Actor {
    /// Plays a clip, by name or by id, from its first key, looping at normal speed; change that on the
    /// returned [`Playback`]: `actor.play("Walk")?.fade(0.2)`. A mixer or graph that played is dropped. A
    /// [montage](Actor::play_montage) plays on over the clip.
    ///
    /// # Errors
    /// When there is no such clip.
    pub fn play<'a>(&mut self, clip: impl Into<NameOrId<'a, ClipId>>) -> Result<&mut Playback, ClipSetError> {
        let clip = self.clips.find(clip)?;
        let start = f64::from(self.clips[clip].start());
        Ok(self.use_player().play(Playback::new(clip, start)))
    }

    /// Blends the next change of motion by inertialization: the pose of the next [`advance`](Actor::advance)
    /// is reached within `seconds` from the pose and velocity before. For a change of mixer or graph, a seek,
    /// or any other jump; clips have [`Playback::inertialize`], whose duration this replaces.
    ///
    /// ```
    /// # use sinew::{Actor, Character, CharacterParts};
    /// # let mut actor = Actor::without_clips(std::sync::Arc::new(Character::new(CharacterParts::default())?));
    /// actor.use_mixer(2);
    /// actor.inertialize(0.3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inertialize(&mut self, seconds: f32) {
        self.animation.inertialization.start(seconds);
    }

    /// Saves the animated pose in a snapshot of the graph, for the nodes that show it.
    ///
    /// # Errors
    /// When there is no graph or no such snapshot.
    pub fn save_snapshot(&mut self, name: &str) -> Result<(), GraphStateError> {
        let PlaybackSource::Graph(graph) = &mut self.animation.source else {
            return Err(GraphStateError::NoGraph);
        };
        graph.save_snapshot(name, &self.animation.pose)
    }

    /// Stops playback, a montage too: the rest pose at once, without a fade. A clip that is played before the
    /// next frame can still fade in from the pose before.
    pub fn stop(&mut self) {
        self.drop_montage();
        self.use_player();
        if let PlaybackSource::Player(player) = &mut self.animation.source {
            player.stop(&self.clips, &mut self.frame.events);
        }
    }

    /// The playing clip; none in the rest pose, and none while a mixer or a graph plays. While a
    /// [montage](Actor::montage) plays it is the clip below, which waits.
    #[must_use]
    pub fn playback(&self) -> Option<&Playback> {
        match &self.animation.source {
            PlaybackSource::Player(player) => player.playback(),
            _ => None,
        }
    }

    /// The playing clip, to change its speed, time or wrapping.
    pub fn playback_mut(&mut self) -> Option<&mut Playback> {
        match &mut self.animation.source {
            PlaybackSource::Player(player) => player.playback_mut(),
            _ => None,
        }
    }

    /// Plays a mixer with `tracks` numbered tracks, empty at first, in place of clip or graph.
    pub fn use_mixer(&mut self, tracks: usize) -> &mut TrackMixer {
        self.replace_source(PlaybackSource::Mixer(Box::new(TrackMixer::new(tracks))));
        match &mut self.animation.source {
            PlaybackSource::Mixer(mixer) => mixer,
            _ => unreachable!("set above"),
        }
    }

    /// The mixer; `None` while a clip or a graph plays.
    pub fn mixer_mut(&mut self) -> Option<&mut TrackMixer> {
        match &mut self.animation.source {
            PlaybackSource::Mixer(mixer) => Some(mixer),
            _ => None,
        }
    }

    /// Plays an animation graph in place of clip or mixer, from its entry states.
    ///
    /// # Errors
    /// When the graph was compiled for another character or other clips.
    pub fn set_graph(&mut self, graph: Arc<AnimationGraph>) -> Result<(), GraphStateError> {
        let state = GraphState::new(graph, &self.clips)?;
        self.replace_source(PlaybackSource::Graph(Box::new(state)));
        Ok(())
    }

    /// Plays another graph in place of the one that plays, such as one whose file has changed: parameters,
    /// states, clips and slots that both have go on ([`GraphState::restore`]), and the pose is reached within
    /// `seconds` by inertialization. Returns the names of what the new graph lacks; all begins anew where no
    /// graph played.
    ///
    /// # Errors
    /// When the graph was compiled for another character or other clips; the old one plays on.
    pub fn replace_graph(
        &mut self,
        graph: Arc<AnimationGraph>,
        seconds: f32,
    ) -> Result<Vec<String>, GraphStateError> {
        let saved = self.graph().map(|graph| graph.save(&self.clips));
        self.set_graph(graph)?;
        let Self { clips, animation: Animation { source: PlaybackSource::Graph(graph), .. }, .. } = self
        else {
            return Ok(Vec::new());
        };
        let missing = saved.map_or(Vec::new(), |saved| graph.restore(&saved, clips));
        self.inertialize(seconds);
        Ok(missing)
    }

    /// The playing graph; `None` while a clip or a mixer plays.
    #[must_use]
    pub fn graph(&self) -> Option<&GraphState> {
        match &self.animation.source {
            PlaybackSource::Graph(graph) => Some(graph),
            _ => None,
        }
    }

    /// The playing graph, to set its parameters.
    pub fn graph_mut(&mut self) -> Option<&mut GraphState> {
        match &mut self.animation.source {
            PlaybackSource::Graph(graph) => Some(graph),
            _ => None,
        }
    }

    /// Plays a clip once in a slot of the graph, fading in and out within 0.2 s; change that on the returned
    /// [`SlotPlayback`]. While the slot lies in a state that does not play, the clip waits until it does, or
    /// until [`GraphState::stop_slot`]; a clip that has begun ends when its state is left.
    ///
    /// # Errors
    /// When there is no graph, no such slot or no such clip.
    pub fn play_in_slot<'a>(
        &mut self,
        slot: &str,
        clip: impl Into<NameOrId<'a, ClipId>>,
    ) -> Result<&mut SlotPlayback, GraphStateError> {
        let clip = self.clips.find(clip)?;
        let start = self.clips[clip].start();
        let graph = self.graph_mut().ok_or(GraphStateError::NoGraph)?;
        graph.play_in_slot(slot, clip, start)
    }

    /// The player, made the source if it is not.
    fn use_player(&mut self) -> &mut ClipPlayer {
        if !matches!(self.animation.source, PlaybackSource::Player(_)) {
            self.replace_source(PlaybackSource::Player(Box::default()));
        }
        match &mut self.animation.source {
            PlaybackSource::Player(player) => player,
            _ => unreachable!("set above"),
        }
    }

    /// Replaces the playback source; open spans of the old one end.
    fn replace_source(&mut self, source: PlaybackSource) {
        let Self { clips, frame, .. } = self;
        match &mut self.animation.source {
            PlaybackSource::Player(player) => player.stop(clips, &mut frame.events),
            PlaybackSource::Mixer(mixer) => mixer.end_spans(clips, &mut frame.events),
            PlaybackSource::Graph(graph) => graph.end_spans(clips, &mut frame.events),
        }
        self.animation.source = source;
        self.animation.reserve_hints(&self.clips);
        // A cut, unless the source or the caller asks for a transition, or a montage hides it.
        if self.animation.montage.is_none() {
            self.animation.inertialization.expect_cut();
        }
    }
}
