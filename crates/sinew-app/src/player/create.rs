//! Scene players from files and command-line options.

use super::attach::attach;
use super::scene_player::ScenePlayer;
use super::script::Script;
use crate::asset::clip_choice::{self, Choice};
use crate::asset::height;
use crate::asset::input_file;
use crate::asset::source::{self, Loaded};
use crate::options::attach::Attach;
use crate::options::goals::GoalOptions;
use crate::options::playback::PlaybackOptions;
use crate::options::skip;
use crate::player::goals::GoalSchedule;
use crate::report::choices::{suggest, unknown_joint};
use crate::report::diagnostic;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::scene::kind::SceneKind;
use sinew::spring::SpringRigDescription;
use sinew::{Actor, ClipId, ClipSource, RawClip};
use sinew_author::clip::{CompressError, CompressionSettings, compress};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

impl ScenePlayer {
    /// The character of `file` with the clips, weights and attachments of `options`. The file's clips come
    /// first, in the file's order, then those of `options.fallback_clips` and a borrowed clip.
    pub(crate) fn new(mut file: Loaded, options: &PlaybackOptions) -> Result<Self, Failure> {
        options.reference.apply(&mut file)?;
        if let Some(path) = &options.spring_bones {
            set_spring_bones(path, &mut file)?;
        }
        file.imported.clips.extend(options.fallback_clips.iter().cloned());
        let choose = |choice: &String| clip_choice::resolve(choice, &file);
        let choice = options.clip.as_ref().map(choose).transpose()?;
        let character = &file.imported.character;
        let joints = options.attach.iter().map(|Attach { joint, .. }| {
            let found = character.find_joint(joint);
            found.ok_or_else(|| Failure::input(&file.name, unknown_joint(joint, character)))
        });
        let joints = joints.collect::<Result<Vec<_>, _>>()?;
        let name = file.name.clone();
        let mut borrowed = None;
        let number = choice.map(|choice| match choice {
            Choice::Own(clip) => clip,
            Choice::Borrowed(clip) => {
                borrowed = Some(*clip);
                file.imported.clips.len()
            }
        });
        let mut clips = std::mem::take(&mut file.imported.clips);
        // Clips of a pack play as stored, unless an option changes them.
        let changed = options.compress.is_some() || options.events.any() || options.root_motion.any();
        let packed = if changed { Vec::new() } else { std::mem::take(&mut file.imported.compressed_clips) };
        clips.extend(borrowed);
        options.root_motion.change(&mut clips, &file.imported.character, &name)?;
        options.events.write(&mut clips, &name)?;
        let setup = file.setup.clone();
        let file_ragdoll = file.imported.ragdoll.take();
        let mut actor = new_actor(file)?;
        for (number, clip) in clips.into_iter().enumerate() {
            let motion = match packed.get(number) {
                Some(packed) => packed.clone().into(),
                None => motion(clip, &actor, options.compress).map_err(|e| Failure::input(&name, e))?,
            };
            actor.add_clip(motion).map_err(|e| Failure::input(&name, e))?;
        }
        let equipped = setup.map(|setup| setup.equip(&mut actor)).transpose()?;
        actor.set_lod(skip::without(&options.skip, actor.character(), &name)?);
        if let Some(number) = number {
            let playback = actor.play(ClipId(number as u32)).map_err(|e| Failure::input(&name, e))?;
            playback.wrap(options.looping.wrap_of_still()).speed(0.0).seek(options.time.unwrap_or(0.0));
        }
        for expression in &options.expression {
            let set = actor.face_mut().map(|face| face.set_expression(&expression.name, expression.weight));
            if !matches!(set, Some(Ok(()))) {
                return Err(Failure::input(&name, unknown_expression(&actor, &expression.name)));
            }
        }
        options.random_face.apply(&mut actor, &name)?;
        for morph in &options.morph {
            let set = actor.face_mut().map(|face| face.set_morph(&morph.name, morph.weight));
            if !matches!(set, Some(Ok(()))) {
                return Err(Failure::input(&name, unknown_morph(&actor, &morph.name)));
            }
        }
        let mut attached = Vec::new();
        for (options_of, joint) in options.attach.iter().zip(joints) {
            let file = source::open(Some(&options_of.file), &options.input)?;
            diagnostic::print_losses(&file.name, &file.imported.report);
            let name = file.name.clone();
            attached.push(attach(options_of, &name, new_actor(file)?, actor.character(), joint)?);
        }
        let graph = actor.graph().map(|state| state.graph().clone());
        let script = Script::new(&mut actor, options, graph)?;
        let applies_root_motion = options.apply_root_motion;
        let looping = options.looping;
        let mut player =
            Self { attached, script, applies_root_motion, looping, setup: equipped, ..Self::of(actor) };
        player.file_ragdoll = file_ragdoll;
        match player.script.is_some() {
            true => {
                let time = options.time.unwrap_or(0.0);
                player.play_to(time)?;
                player.seek(time);
            }
            false => player.update(0.0),
        }
        Ok(player)
    }

    /// Puts the character into a scene that is played from the beginning. A clip that does not move forward
    /// where the scene needs it is reported on stderr.
    pub(crate) fn enter(&mut self, kind: SceneKind, file: &str) -> Result<(), Failure> {
        self.set_scene(kind, file)?;
        self.script_mut().rewind();
        if let Some(notice) = crate::scene::set_up::no_progress_notice(kind, &self.actor) {
            message!("sinew: {file}: {notice}");
        }
        Ok(())
    }

    /// Gives the character the rig and the goals of `options`. For a `still` at a time, all goals set by then
    /// hold at once. `file` names the character's file in messages.
    pub(crate) fn set_goals(
        &mut self,
        options: &GoalOptions,
        file: &str,
        still: Option<f64>,
    ) -> Result<(), Failure> {
        let scene = self.scene_kind();
        options.arms.report_unused(scene, options.rig.is_some(), options.any());
        if !options.any() {
            return Ok(());
        }
        height::report_unusual(file, self.actor.character());
        let clip = Script::of_clip(&self.actor);
        let still = still.map(|time| self.script.as_ref().unwrap_or(&clip).playback_time(time));
        let goals = GoalSchedule::new(options, &mut self.actor, (scene, file), still)?;
        if still.is_some() && self.script.is_none() {
            goals.begin(&mut self.actor, &self.world_from_model);
            self.reset_springs();
            self.update(0.0);
            goals.report_misses(&self.actor);
            return Ok(());
        }
        let script = self.script.get_or_insert(clip);
        script.goals = Some(goals);
        script.rewind();
        Ok(())
    }
}

/// Gives the character of `file` the spring bones that the RON file at `path` describes.
fn set_spring_bones(path: &Path, file: &mut Loaded) -> Result<(), Failure> {
    let name = path.display().to_string();
    let text = input_file::read_text(path)?;
    let description = SpringRigDescription::from_ron(&text).map_err(|error| Failure::input(&name, error))?;
    let character = &file.imported.character;
    let bones = description.spring_bones(character).map_err(|error| error.in_text(&text));
    let bones = bones.map_err(|error| Failure::input(&name, error))?;
    let sprung = character.edited(|parts| parts.spring_bones = bones);
    file.imported.character = sprung.map_err(|error| Failure::input(&name, error))?;
    Ok(())
}

/// An actor in the rest pose with all clips of `file`.
fn new_actor(file: Loaded) -> Result<Actor, Failure> {
    Actor::new(Arc::new(file.imported.character), file.imported.clips)
        .map_err(|e| Failure::input(&file.name, e))
}

/// A clip as imported, or compressed to `error` metres.
fn motion(clip: RawClip, actor: &Actor, error: Option<f32>) -> Result<ClipSource, CompressError> {
    let Some(error) = error else { return Ok(clip.into()) };
    let settings = CompressionSettings::new(error);
    Ok(compress(&clip, actor.character().skeleton(), &settings)?.into())
}

fn unknown_expression(actor: &Actor, name: &str) -> String {
    let known = actor.character().expressions().iter().map(|e| e.name.as_str());
    format!("no expression called {name:?}; {}", suggest(name, known))
}

fn unknown_morph(actor: &Actor, name: &str) -> String {
    let names = actor.character().meshes().iter().flat_map(|m| &m.morph_names);
    // Several meshes of one face may have targets of the same name.
    let known: BTreeSet<&str> = names.map(String::as_str).collect();
    format!("no morph target called {name:?}; {}", suggest(name, known))
}
