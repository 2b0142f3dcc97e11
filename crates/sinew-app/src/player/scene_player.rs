//! Who is on stage: the character, and what hangs on it, as the shared options describe them.

use crate::asset::clip_choice::{self, Choice};
use crate::asset::height;
use crate::asset::source::{self, Loaded};
use crate::options::goals::GoalOptions;
use crate::options::playback::PlaybackOptions;
use crate::options::skip;
use crate::player::goals::GoalSchedule;
use crate::player::script::Script;
use crate::report::choices::{suggest, suggest_joint};
use crate::report::failure::Failure;
use crate::scene::SceneKind;
use sinew::clip::{CompressError, CompressionSettings, compress};
use sinew::glam::Affine3A;
use sinew::playback::Playback;
use sinew::{Actor, Bounds, ClipId, ClipSource, FrameInput, RawClip, Socket, Wrap};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The character and its attachments.
pub(crate) struct Cast {
    /// The character, playing the chosen clip.
    pub(crate) lead: Actor,
    /// What hangs on it.
    pub(crate) attached: Vec<Attached>,
    /// Where the character stands before it goes anywhere.
    pub(crate) world_from_model: Affine3A,
    /// What it does, where it is played and not just shown at a time.
    pub(crate) script: Option<Script>,
}

/// A second file on a joint of the first.
pub(crate) struct Attached {
    pub(crate) actor: Actor,
    pub(crate) socket: Socket,
}

impl Cast {
    /// A character alone.
    pub(crate) fn of(lead: Actor) -> Self {
        Self { lead, attached: Vec::new(), world_from_model: Affine3A::IDENTITY, script: None }
    }

    /// The character of `file` as `options` want it. Its clips come first, in the file's order.
    pub(crate) fn new(file: Loaded, options: &PlaybackOptions) -> Result<Self, Failure> {
        let mut file = file;
        file.imported.clips.extend(options.lent.iter().cloned());
        let choose = |choice: &String| clip_choice::resolve(choice, &file);
        let choice = options.clip.as_ref().map(choose).transpose()?;
        let skeleton = file.imported.character.skeleton();
        let unknown = |name: &str| format!("no joint called {name:?}; {}", suggest_joint(name, skeleton));
        let sockets = options.attach.iter().map(|attach| {
            Socket::named(skeleton, &attach.joint)
                .ok_or_else(|| Failure::input(&file.name, unknown(&attach.joint)))
        });
        let sockets = sockets.collect::<Result<Vec<_>, _>>()?;
        let name = file.name.clone();
        let (mut file, mut borrowed) = (file, None);
        let number = choice.map(|choice| match choice {
            Choice::Own(own) => own,
            Choice::Borrowed(clip) => {
                borrowed = Some(*clip);
                file.imported.clips.len()
            }
        });
        let mut clips = std::mem::take(&mut file.imported.clips);
        // Clips of a pack play as they are stored, unless they are to be changed.
        let changed = options.compress.is_some() || options.marks.any() || options.root.any();
        let packed = if changed { Vec::new() } else { std::mem::take(&mut file.imported.compressed_clips) };
        clips.extend(borrowed);
        options.root.change(&mut clips, &file.imported.character, &name)?;
        options.marks.write(&mut clips, &name)?;
        let mut lead = actor(file)?;
        for (number, clip) in clips.into_iter().enumerate() {
            let motion = match packed.get(number) {
                Some(packed) => packed.clone().into(),
                None => motion(clip, &lead, options.compress).map_err(|e| Failure::input(&name, e))?,
            };
            lead.add_clip(motion).map_err(|e| Failure::input(&name, e))?;
        }
        lead.set_lod(skip::without(&options.skip, lead.character(), &name)?);
        if let Some(number) = number {
            let playback = lead.play(ClipId(number as u32)).map_err(|e| Failure::input(&name, e))?;
            playback.wrap(Wrap::Clamp).speed(0.0).seek(options.time.unwrap_or(0.0));
        }
        for expression in &options.expression {
            let set = lead.face_mut().map(|face| face.set_expression(&expression.name, expression.weight));
            if !matches!(set, Some(Ok(()))) {
                return Err(Failure::input(&name, unknown_expression(&lead, &expression.name)));
            }
        }
        for morph in &options.morph {
            let set = lead.face_mut().map(|face| face.set_morph(&morph.name, morph.weight));
            if !matches!(set, Some(Ok(()))) {
                return Err(Failure::input(&name, unknown_morph(&lead, &morph.name)));
            }
        }
        let mut attached = Vec::new();
        for (attach, socket) in options.attach.iter().zip(sockets) {
            attached.push(Attached { actor: actor(source::open(Some(&attach.file))?)?, socket });
        }
        let script = Script::new(&mut lead, options)?;
        let mut cast = Self { attached, script, ..Self::of(lead) };
        match &mut cast.script {
            Some(script) => {
                let time = options.time.unwrap_or(0.0);
                script.play_to(&mut cast.lead, time)?;
                cast.seek(time);
            }
            None => cast.update(0.0),
        }
        Ok(cast)
    }

    /// Sets the character in a scene.
    pub(crate) fn enter(&mut self, kind: SceneKind, file: &str) -> Result<(), Failure> {
        let scene = kind.set(&mut self.lead, file)?;
        let script = self.script.get_or_insert_with(|| Script::of_clip(&self.lead));
        script.scene = Some(scene);
        script.rewind();
        if let Some(stays) = kind.what_stays(&self.lead) {
            eprintln!("sinew: {file}: {stays}");
        }
        Ok(())
    }

    /// Has the character, of the file called `file`, reach and look as `options` say, in the scene that it is in. Of a
    /// `still` at a time all that is told by then holds.
    pub(crate) fn reach(
        &mut self,
        options: &GoalOptions,
        (scene, file): (Option<SceneKind>, &str),
        still: Option<f64>,
    ) -> Result<(), Failure> {
        options.arms.tell_unused(scene, options.rig.is_some(), options.any());
        if !options.any() {
            return Ok(());
        }
        height::tell(file, self.lead.character());
        let clip = Script::of_clip(&self.lead);
        let still = still.map(|time| self.script.as_ref().unwrap_or(&clip).seconds_of(time));
        let reaching = GoalSchedule::new(options, &mut self.lead, (scene, file), still)?;
        if still.is_some() && self.script.is_none() {
            reaching.begin(&mut self.lead, &self.world_from_model);
            self.update(0.0);
            reaching.tell_misses(&self.lead);
            return Ok(());
        }
        let script = self.script.get_or_insert(clip);
        script.reaching = Some(reaching);
        script.rewind();
        Ok(())
    }

    /// From now on is played from the beginning, whatever it does; a clip goes on at its end as `wrap` says.
    pub(crate) fn play_all(&mut self, wrap: Wrap) -> &mut Script {
        let clip = Script::of_clip(&self.lead);
        let script = self.script.get_or_insert(clip);
        script.wrap = wrap;
        script.rewind();
        script
    }

    /// Says which goals are missed in what was shown last.
    pub(crate) fn tell_misses(&self) {
        let reaching = self.script.as_ref().and_then(|script| script.reaching.as_ref());
        reaching.iter().for_each(|reaching| reaching.tell_misses(&self.lead));
    }

    /// Moves all on by `dt` seconds.
    pub(crate) fn update(&mut self, dt: f32) {
        let delta = self.lead.advance(dt);
        if let Some(script) = &mut self.script {
            script.go(&mut self.lead, delta, dt);
        }
        self.resolve(dt);
        self.follow(dt);
    }

    /// Resolves the character's pose where it stands.
    fn resolve(&mut self, dt: f32) {
        let input = FrameInput::new(dt, self.place());
        match self.script.as_mut().and_then(|script| script.scene.as_mut()) {
            Some(scene) => scene.resolve(&mut self.lead, input),
            None => self.lead.resolve(input),
        }
    }

    /// World from model: where the character stands now.
    pub(crate) fn place(&self) -> Affine3A {
        let travelled = self.script.as_ref().map_or(Affine3A::IDENTITY, Script::place);
        self.world_from_model * travelled
    }

    /// Moves the attachments on, to where the character's pose now has them.
    pub(crate) fn follow(&mut self, dt: f32) {
        for attached in &mut self.attached {
            attached.actor.advance(dt);
            let world_from_model = self.lead.frame().socket(&attached.socket);
            attached.actor.resolve(FrameInput::new(dt, world_from_model));
        }
    }

    /// Shows the playing clip at `time`, in file seconds, or the graph after `time` seconds of play.
    pub(crate) fn seek(&mut self, time: f64) {
        if let Some(script) = &mut self.script {
            script.world = self.world_from_model;
            // What cannot be played has been told when the cast was made.
            let _ = script.play_to(&mut self.lead, time);
            self.resolve(0.0);
            return self.follow(0.0);
        }
        if let Some(playback) = self.lead.playback_mut() {
            playback.seek(time);
        }
        self.update(0.0);
    }

    /// Shows `see` the cast at moments all over the playing clip, or in the rest pose, then goes back to where it was.
    pub(crate) fn over_clip(&mut self, mut see: impl FnMut(&Self)) {
        const MOMENTS: u32 = 24;
        let before = self.playing().map(|(playback, first, last)| (playback.time, first, last));
        if let Some((time, first, last)) = before {
            for moment in 0..MOMENTS {
                self.seek(first + (last - first) * f64::from(moment) / f64::from(MOMENTS));
                see(self);
            }
            self.seek(time);
        }
        see(self);
    }

    /// The clip's playback and its first and last key; none in the rest pose.
    pub(crate) fn playing(&self) -> Option<(&Playback, f64, f64)> {
        let playback = self.lead.playback()?;
        let clip = &self.lead.clips()[playback.clip()];
        Some((playback, f64::from(clip.start()), f64::from(clip.end())))
    }

    /// Says so where the scene, or the clip that is shown at one `time`, is over by then or has not begun. What is played goes
    /// round.
    pub(crate) fn tell_if_outside(&self, time: f64) {
        // Ends are told, and written, to milliseconds.
        const NEAR: f64 = 5e-4;
        let playing = self.playing();
        let script = self.script.as_ref();
        if let Some(scene) = script.and_then(|script| script.scene.as_ref()) {
            let begins = playing.map_or(0.0, |(_, first, _)| first);
            let ends = begins + scene.seconds(&self.lead);
            if time < begins - NEAR {
                eprintln!("sinew: --time {time}: the scene begins at {begins:.3} s, which is shown");
            } else if time > ends + NEAR {
                eprintln!("sinew: --time {time}: the scene ends at {ends:.3} s, and is played on");
            }
            return;
        }
        let Some((playback, first, last)) = playing.filter(|_| script.is_none()) else { return };
        let name = self.lead.clips()[playback.clip()].name();
        if time < first - NEAR {
            eprintln!("sinew: --time {time}: clip {name:?} begins at {first:.3} s; its first key is shown");
        } else if time > last + NEAR {
            eprintln!("sinew: --time {time}: clip {name:?} ends at {last:.3} s; its last key is shown");
        }
    }

    /// All actors, the character first.
    pub(crate) fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        let scene = self.script.as_ref().and_then(|script| script.scene.as_ref());
        let props = scene.map_or(&[][..], |scene| scene.props());
        self.body().chain(props)
    }

    /// The character and what hangs on it.
    pub(crate) fn body(&self) -> impl Iterator<Item = &Actor> + Clone {
        std::iter::once(&self.lead).chain(self.attached.iter().map(|a| &a.actor))
    }

    /// The box around all that is visible, in world space.
    pub(crate) fn bounds(&self) -> Bounds {
        let boxes = self.actors().map(|a| a.frame().bounds().transformed(&a.frame().world_from_model()));
        boxes.fold(Bounds::EMPTY, Bounds::union)
    }
}

/// An actor in the rest pose with all clips of `file`.
fn actor(file: Loaded) -> Result<Actor, Failure> {
    Actor::new(Arc::new(file.imported.character), file.imported.clips)
        .map_err(|e| Failure::input(&file.name, e))
}

/// A clip as it came, or compressed to an error in metres.
fn motion(clip: RawClip, actor: &Actor, error: Option<f32>) -> Result<ClipSource, CompressError> {
    let Some(error) = error else { return Ok(clip.into()) };
    let settings = CompressionSettings::new(error);
    Ok(compress(&clip, actor.character().skeleton(), &settings)?.into())
}

fn unknown_expression(actor: &Actor, name: &str) -> String {
    let known = actor.character().setup().expressions.iter().map(|e| e.name.as_str());
    format!("no expression called {name:?}; {}", suggest(name, known))
}

fn unknown_morph(actor: &Actor, name: &str) -> String {
    let names = actor.character().meshes().iter().flat_map(|m| &m.morph_names);
    // Meshes of one face share names.
    let known: BTreeSet<&str> = names.map(String::as_str).collect();
    format!("no morph target called {name:?}; {}", suggest(name, known))
}
