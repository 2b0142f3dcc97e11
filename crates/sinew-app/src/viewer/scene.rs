//! Scenes in the window: all that the viewer asks of them, so that it knows nothing else about any.

use super::state::State;
use crate::options::root_motion::{leads_on, way_of_feet};
use crate::player::rig;
use crate::report::failure::Failure;
use crate::scene::fallback_clips::{lend, lend_later};
use crate::scene::{Scene as SceneTrait, SceneKind};
use sinew::glam::Affine3A;
use sinew::{Actor, ClipId, ClipSource, FrameInput, RawClip};
use std::sync::Arc;

/// The scene that the character is in.
pub(crate) struct Scene {
    pub(crate) kind: SceneKind,
    scenery: Box<dyn SceneTrait>,
    /// Seconds of the clip since it began.
    played: f64,
}

impl Scene {
    /// Sets `actor`, of the file called `file`, in a scene.
    fn new(kind: SceneKind, actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        Ok(Self { kind, scenery: kind.set(actor, file)?, played: 0.0 })
    }

    /// Begins anew.
    pub(super) fn begin(&mut self, actor: &mut Actor) {
        self.played = 0.0;
        self.scenery.begin(actor);
    }

    /// Goes on to where the character has come to by its own motion, `dt` seconds later. Gives where it then stands. What is
    /// told by the clock goes as fast as the clip, and the scene is over when it is.
    pub(super) fn advance(&mut self, actor: &mut Actor, travelled: &Affine3A, dt: f32) -> Affine3A {
        let speed = actor.playback().map_or(1.0, |playback| playback.speed.abs());
        let dt = dt * speed;
        self.played += f64::from(dt);
        self.scenery.advance(actor, travelled, dt);
        self.scenery.place(travelled)
    }

    /// How long the character's strides are, as a share of those of its clip.
    pub(super) fn stride(&self) -> f32 {
        self.scenery.stride()
    }

    /// Whether the character has come to its end.
    fn is_over(&self, actor: &Actor) -> bool {
        self.played >= self.scenery.seconds(actor)
    }

    /// Resolves the character's pose and what stands about.
    pub(super) fn resolve(&mut self, actor: &mut Actor, input: FrameInput<'_>) {
        self.scenery.resolve(actor, input);
    }

    /// What is seen besides the character.
    pub(super) fn props(&self) -> &[Actor] {
        self.scenery.props()
    }
}

impl State {
    /// The character, what hangs on it, and what stands about.
    pub(super) fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        let props = self.scene.as_ref().map_or(&[][..], Scene::props);
        self.shown.cast.actors().chain(props)
    }

    /// Sets the character in a scene, or takes it out of the one it is in; says so where that cannot be.
    pub(super) fn choose_scene(&mut self, kind: Option<SceneKind>) {
        self.leave_scene();
        let Some(kind) = kind else { return };
        if let Err(failure) = self.enter_scene(kind, false) {
            self.say(failure.message().to_owned(), true);
        }
    }

    /// Sets the character in a scene. It walks by the clip that plays if it `keeps` that, else by one that is called a walk.
    pub(super) fn enter_scene(&mut self, kind: SceneKind, keeps: bool) -> Result<(), Failure> {
        let name = self.shown.name.clone();
        if self.shown.cast.lead.graph().is_none() {
            self.borrow(kind, keeps)?;
        }
        let (arms, own) = (self.arms, self.own_rig(Some(kind)));
        self.scene = Some(self.with_new_rig(|lead| {
            let scene = Scene::new(kind, lead, &name)?;
            match own {
                // Goals that only its slots have hold on. It was made for the same skeleton.
                Some(own) => drop(lead.set_ik_rig(Some(own))),
                None => rig::beside_body(lead, Some(kind), arms),
            }
            Ok(scene)
        })?);
        self.shown.serial += 1;
        if self.shown.cast.lead.graph().is_none() {
            self.set_out(kind, keeps);
        }
        (self.transport.playing, self.transport.looping) = (true, true);
        self.transport.apply(&mut self.shown.cast.lead);
        self.go_home();
        Ok(())
    }

    fn leave_scene(&mut self) {
        let Some(scene) = self.scene.take() else { return };
        // What the scene told to reach is there no more.
        if !scene.kind.takes_rigs() {
            self.let_go(None);
        }
        self.shown.serial += 1;
        let (reaches, arms, own) = (self.on.reach, self.arms, self.own_rig(None));
        self.with_new_rig(|lead| {
            let usual = || rig::usual_rig(lead.character(), arms).filter(|_| reaches).map(Arc::new);
            // Without one every character does, and a rig of its own skeleton fits it.
            let _ = lead.set_ik_rig(own.or_else(usual));
        });
        self.go_home();
    }

    /// Another clip was chosen to be played in the scene, if there is one.
    pub(super) fn walk_on(&mut self) {
        if let Some(kind) = self.scene.as_ref().map(|scene| scene.kind) {
            self.set_out(kind, true);
        }
    }

    /// Begins the scene anew when the character has come to its end.
    pub(super) fn begin_again(&mut self) {
        if self.scene.as_ref().is_some_and(|scene| scene.is_over(&self.shown.cast.lead)) {
            self.go_home();
        }
    }

    /// Adds those clips of the built-in character that a scene wants and the character lacks, and says so; none
    /// for the one that plays if it `keeps` that.
    fn borrow(&mut self, kind: SceneKind, keeps: bool) -> Result<(), Failure> {
        let lead = &mut self.shown.cast.lead;
        let character = lead.character().clone();
        if character.humanoid().is_none() {
            return Ok(());
        }
        let playing = lead.playback().map_or(ClipId(0), |playback| playback.clip());
        let leads = || match lead.clips().get(playing) {
            Some(ClipSource::Raw { clip, .. }) => leads_on(clip, &character),
            other => other.is_some_and(|clip| clip.root().is_some()),
        };
        let names = lead.clips().iter().map(ClipSource::name);
        let body = (&*character, self.shown.name.as_str());
        let lent = if keeps { lend_later(kind, body, names)? } else { lend(kind, body, names, leads)? };
        let Some(lent) = lent else { return Ok(()) };
        for clip in lent.clips {
            // It was made for the character's own skeleton.
            let _ = lead.add_clip(clip);
        }
        self.say(lent.told, false);
        Ok(())
    }

    /// Plays what goes with a scene. Where that is to get ahead and was made in place, the feet tell how it does; such a clip
    /// is kept beside the one it was made of.
    fn set_out(&mut self, kind: SceneKind, keeps: bool) {
        let lead = &mut self.shown.cast.lead;
        let playing = lead.playback().map(|playback| playback.clip());
        let fits = |clip: &ClipId| kind.choose([lead.clips()[*clip].name()].into_iter()) == Some(0);
        let kept = playing.filter(|clip| keeps || fits(clip));
        let first =
            || kind.choose(lead.clips().iter().map(ClipSource::name)).map(|n| ClipId(n as u32)).or(playing);
        let Some(clip) = kept.or_else(first).or((!lead.clips().is_empty()).then_some(ClipId(0))) else {
            return self.say("there is no clip to go by".into(), true);
        };
        let motion = &lead.clips()[clip];
        if motion.root().is_some() || !kind.travels() {
            return self.play(Some(clip));
        }
        let name = format!("{} (as its feet go)", motion.name());
        let walking = match lead.clips().find(&name) {
            Ok(known) => Some(known),
            Err(_) => with_way(motion, lead, &name).and_then(|made| lead.add_clip(made).ok()),
        };
        if walking.is_none() {
            let clip = lead.clips()[clip].name().to_owned();
            self.say(format!("clip {clip:?} has no root motion to get ahead by"), true);
        }
        self.play(walking.or(Some(clip)));
    }
}

/// A clip with the way that its feet go; none of what is compressed.
fn with_way(motion: &ClipSource, actor: &Actor, name: &str) -> Option<RawClip> {
    let ClipSource::Raw { clip, .. } = motion else { return None };
    let root = way_of_feet(clip, actor.character())?;
    Some(RawClip { name: name.to_owned(), root: Some(root), ..(**clip).clone() })
}
