//! What an actor plays: one clip after the other, a mixer of numbered tracks, or a graph.

use super::{Actor, ActorError};
use crate::clip::Motion;
use crate::graph::{AnimationGraph, GraphState, ParameterValue, SlotPlayback};
use crate::playback::{Playback, Player, TrackMixer};
use std::sync::Arc;

/// Who says what an actor plays.
#[derive(Clone, Debug)]
pub(super) enum Driver {
    Player(Box<Player>),
    Mixer(Box<TrackMixer>),
    Graph(Box<GraphState>),
}

impl Actor {
    /// Plays the first clip called `name` from its first key, looping at normal speed unless the returned
    /// [`Playback`] is told otherwise: `actor.play("Walk")?.fade(0.2)`.
    ///
    /// # Errors
    /// When there is no such clip.
    pub fn play(&mut self, name: &str) -> Result<&mut Playback, ActorError> {
        let clip = self.clip_named(name)?;
        Ok(self.play_clip(clip))
    }

    /// Plays clip number `clip` as [`Actor::play`] does.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn play_clip(&mut self, clip: usize) -> &mut Playback {
        let playback = Playback::new(clip, f64::from(self.clips[clip].start()));
        self.player().play(playback)
    }

    /// Goes back to the rest pose at once.
    pub fn stop(&mut self) {
        self.player();
        if let Driver::Player(player) = &mut self.driver {
            player.stop(&self.clips, &mut self.events);
        }
    }

    /// The clip that plays; none in the rest pose, and none while a mixer or a graph says what plays.
    pub fn playback(&self) -> Option<&Playback> {
        match &self.driver {
            Driver::Player(player) => player.playback(),
            _ => None,
        }
    }

    /// The clip that plays, to change.
    pub fn playback_mut(&mut self) -> Option<&mut Playback> {
        match &mut self.driver {
            Driver::Player(player) => player.playback_mut(),
            _ => None,
        }
    }

    /// From now on mixes `tracks` numbered tracks, empty at first.
    pub fn mix(&mut self, tracks: usize) -> &mut TrackMixer {
        self.drive(Driver::Mixer(Box::new(TrackMixer::new(tracks, &self.rest))));
        match &mut self.driver {
            Driver::Mixer(mixer) => mixer,
            _ => unreachable!("set above"),
        }
    }

    /// The mixer; none where a clip or a graph plays.
    pub fn mixer_mut(&mut self) -> Option<&mut TrackMixer> {
        match &mut self.driver {
            Driver::Mixer(mixer) => Some(mixer),
            _ => None,
        }
    }

    /// From now on does as `graph` says.
    ///
    /// # Errors
    /// When the graph was made for another character or other clips.
    pub fn set_graph(&mut self, graph: Arc<AnimationGraph>) -> Result<(), ActorError> {
        if let Some(message) = graph.misfit(&self.character, &self.clips) {
            return Err(ActorError::ForeignGraph { message });
        }
        self.drive(Driver::Graph(Box::new(GraphState::new(graph, &self.character))));
        Ok(())
    }

    /// The graph at play; none where a clip or a mixer plays.
    pub fn graph(&self) -> Option<&GraphState> {
        match &self.driver {
            Driver::Graph(graph) => Some(graph),
            _ => None,
        }
    }

    /// The graph at play, to set its parameters by number and to play in its slots.
    pub fn graph_mut(&mut self) -> Option<&mut GraphState> {
        match &mut self.driver {
            Driver::Graph(graph) => Some(graph),
            _ => None,
        }
    }

    /// Sets a parameter of the graph; a float takes whole numbers too. Look its number up once
    /// ([`AnimationGraph::parameter`]) to set it every frame.
    ///
    /// # Errors
    /// When there is no graph, no such parameter, it is of another kind, or the value is not finite.
    pub fn set(&mut self, parameter: &str, value: impl Into<ParameterValue>) -> Result<(), ActorError> {
        let value = value.into();
        let graph = self.graph_mut().ok_or(ActorError::NoGraph)?;
        let name = || parameter.to_owned();
        let found = graph.graph().parameters().find(|own| own.1 == parameter);
        let Some((number, kind)) = found.map(|(number, _, kind)| (number, kind.name())) else {
            let all = graph.graph().parameters();
            let known = all.map(|(_, name, kind)| format!("{name:?} ({})", kind.name())).collect::<Vec<_>>();
            return Err(ActorError::UnknownParameter { name: name(), known: known.join(", ") });
        };
        match graph.set(number, value) {
            true => Ok(()),
            false => Err(ActorError::ParameterKind { name: name(), kind, value: value.told() }),
        }
    }

    /// Pulls a trigger of the graph, or sets a bool.
    ///
    /// # Errors
    /// As [`Actor::set`].
    pub fn trigger(&mut self, parameter: &str) -> Result<(), ActorError> {
        self.set(parameter, true)
    }

    /// Plays a clip once in a slot of the graph, fading in and out within 0.2 s unless told otherwise. While the slot lies
    /// in a state that does not play, the clip waits until it does, or until [`GraphState::stop_slot`]; one that has begun
    /// ends where its state is left.
    ///
    /// # Errors
    /// When there is no graph, no such slot or no such clip.
    pub fn play_in_slot(&mut self, slot: &str, clip: &str) -> Result<&mut SlotPlayback, ActorError> {
        let clip = self.clip_named(clip)?;
        let start = self.clips[clip].start();
        let graph = self.graph_mut().ok_or(ActorError::NoGraph)?;
        if !graph.graph().slots().iter().any(|name| name == slot) {
            let known = graph.graph().slots().iter().map(|name| format!("{name:?}")).collect::<Vec<_>>();
            return Err(ActorError::UnknownSlot { name: slot.to_owned(), known: known.join(", ") });
        }
        graph.play_in_slot(slot, clip, start).ok_or(ActorError::NoGraph)
    }

    /// Keeps the pose of this frame for the graph's snapshot called `name`.
    ///
    /// # Errors
    /// When there is no graph or no such snapshot.
    pub fn save_snapshot(&mut self, name: &str) -> Result<(), ActorError> {
        let graph = self.graph_mut().ok_or(ActorError::NoGraph)?;
        if graph.save_snapshot(name) {
            return Ok(());
        }
        let known = graph.graph().snapshots().iter().map(|name| format!("{name:?}")).collect::<Vec<_>>();
        Err(ActorError::UnknownSnapshot { name: name.to_owned(), known: known.join(", ") })
    }

    fn clip_named(&self, name: &str) -> Result<usize, ActorError> {
        self.clips.iter().position(|clip| clip.name() == name).ok_or_else(|| {
            let known = self.clips.iter().map(|clip| format!("{:?}", Motion::name(clip)));
            ActorError::UnknownClip { name: name.to_owned(), known: known.collect::<Vec<_>>().join(", ") }
        })
    }

    /// The player, put in charge if it is not.
    fn player(&mut self) -> &mut Player {
        if !matches!(self.driver, Driver::Player(_)) {
            let held = match &self.driver {
                Driver::Graph(graph) => graph.pose(),
                _ => &self.pose,
            };
            self.drive(Driver::Player(Box::new(Player::holding(held))));
        }
        match &mut self.driver {
            Driver::Player(player) => player,
            _ => unreachable!("set above"),
        }
    }

    /// Puts another in charge; what played is told that it is over.
    fn drive(&mut self, driver: Driver) {
        match &mut self.driver {
            Driver::Player(player) => player.stop(&self.clips, &mut self.events),
            Driver::Mixer(mixer) => mixer.leave(&self.clips, &mut self.events),
            Driver::Graph(graph) => graph.exit(&self.clips, &mut self.events),
        }
        self.driver = driver;
    }
}
