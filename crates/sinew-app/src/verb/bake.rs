//! `sinew bake`: the result of IK, scenes and graphs as plain animation.

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::export::{OutputFormat, check_meshes, export_files, options_of};
use crate::asset::hair_cards::CardRecorder;
use crate::asset::source;
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::cards::CardOptions;
use crate::options::face::{DEFAULT_FACE_SECONDS, FaceOptions};
use crate::options::file_size::FileSizeOptions;
use crate::options::frames::{self, FrameOptions};
use crate::options::goals::GoalOptions;
use crate::options::hair::HairOptions;
use crate::options::playback::PlaybackOptions;
use crate::player::recording::Recording;
use crate::player::scene_player::ScenePlayer;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::milliseconds::round_to_milliseconds;
use crate::report::output;
use crate::report::whole_file::write_files;
use crate::scene::kind::SceneKind;
use clap::Args;
use sinew::ClipId;
use sinew::actor::ClipRecorder;
use sinew::character::{CharacterError, SpringBones};
use sinew::clip::JointTrack;
use sinew::humanoid::HumanBone;
use sinew::{Actor, Character, JointId, RawClip};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// Largest number of joint keys; more would fill the memory.
pub(crate) const MAX_KEYS: f64 = 2e7;

/// Bake the result of IK, a scene or a graph into plain animation that any engine plays.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew bake --scene stairs -o climbs.glb\n  \
    sinew bake hero.glb --clip idle --reach \"left hand=0.4,1.2,0.3@0.5\" --look 0.3,1.4,1 -o reaches.glb\n  \
    sinew bake --graph locomotion.ron --set speed=1@1 --apply-root-motion --seconds 4 -o walks.glb\n  \
    sinew bake avatar.vrm#idle --springs --fps 60 -o swings.glb\n  \
    sinew bake avatar.vrm --face --emotion happy=0.6@2 --look-at 0.3,1.5,1 --seconds 20 -o lives.glb\n  \
    sinew bake hero.glb#run --groom long -o runs.glb\n\n\
    OUT is the character with one clip that has a key per frame for everything that moves. One round of the clip (default:\n\
    the file's first) is played, or --seconds of it: clips that loop, and all with --loop, are repeated, others hold their last\n\
    pose; scenes and graphs last as long as in `sinew render`.\n\
    The path of the character, in a scene or with --apply-root-motion, goes into the keys of a humanoid's hips, or of the\n\
    root joint; with --in-place it is stored separately as root motion. Heights then stay partly in the keys, so a clip baked\n\
    in place on stairs or slopes needs --apply-root-motion: without it the feet go below the floor. Expressions and gaze are\n\
    baked into morph weights and joints. With --face and no clip, graph or scene the face moves\n\
    alone, for 10 seconds by default. With --groom the hair is cards on chains of joints, with keys of its \
    simulated movement. Attachments and props are not exported. -o NAME.gltf writes NAME.bin and the images\n\
    beside it.")]
#[command(mut_args(|option| frames::with_help(option, "Duration of the clip in seconds", "Frames per second")))]
pub(crate) struct Bake {
    /// Character file, or FILE#C for its clip C; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    playback: PlaybackOptions,
    #[command(flatten)]
    goals: GoalOptions,
    #[command(flatten)]
    face: FaceOptions,
    #[command(flatten)]
    hair: HairOptions,
    #[command(flatten)]
    cards: CardOptions,
    /// Scene to play
    #[arg(long, value_enum, value_name = "NAME")]
    scene: Option<SceneKind>,
    #[command(flatten)]
    frames: FrameOptions,
    /// Store the path of the character as root motion instead of in keys: programs without root motion play
    /// it in place
    #[arg(long)]
    in_place: bool,
    /// Bake the motion of spring bones into keys of their joints, from the state in which they hang still in
    /// the first pose; without it the file keeps them as spring bones
    #[arg(long)]
    springs: bool,
    /// Name of the clip (default: source clip and changes, such as "idle + left hand")
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    size: FileSizeOptions,
    /// Output file, .glb, .gltf or .vrm
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

impl BatchVerb for Bake {
    const NAME: &'static str = "bake";
    const INPUT: &'static str = "file";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "glb"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Bake {
    pub(crate) fn run(mut self) -> Outcome {
        let format = OutputFormat::of_character(&self.output)?;
        if format == OutputFormat::Vrma {
            let output = self.output.display();
            let message = format!(
                "-o {output}: a bake moves joints and morph targets, not expressions; expected a name ending \
                 in .glb, .gltf or .vrm; for the joints alone, `sinew convert` makes a .vrma from that"
            );
            return Err(Failure::Call(message));
        }
        let argument = FileAndClip::parse(self.file.as_deref());
        if argument.file.as_deref().is_some_and(|input| output::is_same(input, &self.output)) {
            let message = format!("-o {}: this is the input file", self.output.display());
            return Err(Failure::Call(message));
        }
        self.playback.clip = self.playback.clip.take().or(argument.clip);
        let file = source::open(argument.file.as_deref(), &self.playback.input)?;
        format.check(&file.imported.character, &file.name)?;
        check_meshes(self.size, format, &self.output)?;
        let report = file.imported.report.clone();
        diagnostic::print_diagnostics(&file.name, &report);
        let file_name = file.name.clone();
        let options = self.size.of_export(options_of(&file));
        let mut player = self.player(file)?;
        self.playback.input.check_used()?;
        if self.hair.groom.is_empty() && (self.hair.any() || self.cards.any()) {
            return Err(Failure::Call("--wind, --shake, --cards and --card-width need --groom".to_owned()));
        }
        self.hair.apply(&mut player, &file_name)?;
        let mut hair = match self.hair.groom.is_empty() {
            true => None,
            false => Some(CardRecorder::new(&player.actor, self.cards.settings(), &file_name)?),
        };
        let apart = player.actors().count() - 1;
        if apart > 0 {
            message!("sinew: not exported: props and attachments ({apart})");
        }
        if self.in_place && self.scene.is_some_and(SceneKind::travels) {
            message!(
                "sinew: --in-place: some height changes stay in the keys; play the clip with \
                 --apply-root-motion"
            );
        }
        let more_joints = hair.as_ref().map_or(0, |hair| hair.cards().joint_count());
        let mut clip = self.record(&mut player, more_joints, |actor| {
            hair.as_mut().into_iter().for_each(|hair| hair.add(actor));
        })?;
        player.report_misses();
        if self.is_face_alone() && !self.springs && hair.is_none() && !moves(&clip) {
            let message =
                "nothing of the face moves: the clip would hold the character at rest, and is not written";
            return Err(Failure::input(file_name, message));
        }
        let out = self.output.display().to_string();
        let haired = hair.map(|hair| hair.finish(&player.actor, std::slice::from_mut(&mut clip), &file_name));
        let haired = haired.transpose()?;
        let character = haired.as_ref().unwrap_or(player.actor.character());
        let unsprung = self.springs.then(|| without_springs(character)).transpose();
        let unsprung = unsprung.map_err(|error| Failure::input(&out, error))?;
        let (character, clips) = (unsprung.as_ref().unwrap_or(character), std::slice::from_ref(&clip));
        let (files, exported) =
            export_files(&self.output, &out, character, clips, options, &self.playback.input)?;
        diagnostic::print_diagnostics(&out, &exported);
        write_files(&files)?;
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        message!("{out}: {bytes} bytes, {:?} of {:.2} s", clip.name, clip.end());
        Ok(ExitCode::SUCCESS)
    }

    /// Player of the character, at the beginning.
    pub(super) fn player(&mut self, file: source::Loaded) -> Result<ScenePlayer, Failure> {
        let name = file.name.clone();
        if let Some(scene) = self.scene {
            self.playback.choose_scene_clip(&file, scene)?;
        } else if self.playback.graph.is_none() && !self.is_face_alone() && !file.imported.clips.is_empty() {
            let choice = self.playback.clip.get_or_insert_with(|| clip_choice::default_choice(&file));
            clip_choice::report_still_choice(&file, choice);
        }
        self.playback.check_event_names(&file)?;
        let mut player = ScenePlayer::new(file, &self.playback)?;
        if let Some(scene) = self.scene {
            player.enter(scene, &name)?;
        }
        player.set_goals(&self.goals, &name, None)?;
        self.face.start(&mut player.actor, &name)?;
        if self.springs && player.actor.springs().is_none() {
            return Err(Failure::Call(format!("--springs: {name} has no spring bones")));
        }
        player.switch_springs(self.springs);
        Ok(player)
    }

    /// True for a face that moves alone: without a clip, a graph, a scene or goals.
    fn is_face_alone(&self) -> bool {
        let plays = self.playback.clip.is_some() || self.playback.graph.is_some() || self.scene.is_some();
        self.face.face && !plays && !self.goals.any()
    }

    /// Plays the whole duration and records it. Calls `see` with the character after every frame, which keeps
    /// the keys of `more_joints`.
    pub(super) fn record(
        &self,
        player: &mut ScenePlayer,
        more_joints: usize,
        see: impl FnMut(&Actor),
    ) -> Result<RawClip, Failure> {
        let playing = player.playing().map(|(playback, ..)| playback.clip());
        let is_face_alone = self.is_face_alone();
        let round = |player: &ScenePlayer, clip| match player.default_duration(clip) {
            seconds if seconds <= 0.0 && is_face_alone => DEFAULT_FACE_SECONDS,
            seconds => seconds,
        };
        let recording =
            Recording::start(player, self.playback.time, self.frames.seconds, self.frames.fps, round);
        if let Some(script) = &mut player.script {
            script.settles_springs = self.springs;
        }
        let character = player.actor.character().clone();
        check_key_count(recording.seconds, self.frames.fps, character.skeleton().len() + more_joints)?;
        let recorder = ClipRecorder::new(&character, recording.rate);
        let mut recorder = match self.in_place {
            true => recorder.with_root_motion(),
            false => recorder.with_root_motion_in(root_joint(&character)),
        };
        if self.scene.is_some() {
            player.report_time_outside(recording.start);
        }
        let end = recording.end();
        self.face.report_late(end - recording.start);
        if let Some(script) = &player.script {
            script.report_late_changes(end);
        }
        let prepare = |actor: &mut Actor, time| self.face.show_emotion(actor, time);
        recording.record(player, &mut recorder, prepare, see);
        let seconds = player.script.as_ref().map_or(end, |script| script.playback_time(end));
        Ok(recorder.finish(&self.clip_name(player, playing, seconds)))
    }

    /// Unique name of the clip: source clip or graph, scene, and effectors with goals within `seconds`.
    fn clip_name(&self, player: &ScenePlayer, clip: Option<ClipId>, seconds: f64) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let graph = self.playback.graph.as_ref().and_then(|path| path.file_stem());
        let played = match graph {
            Some(graph) => Some(graph.to_string_lossy().into_owned()),
            None => clip.map(|clip| player.actor.clips()[clip].name().to_owned()),
        };
        let scene = self.scene.map(|scene| scene.name().to_owned());
        let mut done: Vec<String> = scene.into_iter().chain(self.goals.clip_name_parts(seconds)).collect();
        if self.springs {
            done.push("springs".to_owned());
        }
        if self.face.face {
            done.push("face".to_owned());
        }
        if !self.hair.groom.is_empty() {
            done.push("hair".to_owned());
        }
        if done.is_empty() {
            done.push("baked".to_owned());
        }
        let parts = played.into_iter().filter(|name| !name.is_empty()).chain(done);
        let name = parts.collect::<Vec<_>>().join(" + ");
        unique_name(name, player.actor.clips().iter().map(|clip| clip.name()))
    }
}

/// Fails where a recording of `things`, such as joints, would have too many keys.
pub(crate) fn check_key_count(seconds: f64, fps: f64, things: usize) -> Result<(), Failure> {
    if (seconds * fps).round().max(1.0) * things as f64 <= MAX_KEYS {
        return Ok(());
    }
    let seconds = round_to_milliseconds(seconds);
    Err(Failure::Call(format!(
        "{seconds} s at {fps} frames per second are more than 20 million keys; use a shorter duration or a \
         lower --fps"
    )))
}

/// True for a clip that shows more than the rest pose.
fn moves(clip: &RawClip) -> bool {
    let is_still = |values: &[sinew::glam::Quat]| values.array_windows().all(|[a, b]| a == b);
    let turns = |track: &JointTrack| track.rotation.as_ref().is_some_and(|track| !is_still(track.values()));
    !clip.morphs.is_empty() || clip.joints.iter().any(turns)
}

/// The character without spring bones, which would swing in place of their keys.
pub(super) fn without_springs(character: &Character) -> Result<Character, CharacterError> {
    character.edited(|parts| parts.spring_bones = SpringBones::default())
}

/// `name`, with a number appended if one of `others` has it.
pub(crate) fn unique_name<'a>(name: String, others: impl Iterator<Item = &'a str>) -> String {
    let others: BTreeSet<&str> = others.collect();
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.clone()).chain(numbered).find(|name| !others.contains(name.as_str())).unwrap_or(name)
}

/// Joint that takes the path of the character: a humanoid's hips, else the root with the most descendants.
pub(super) fn root_joint(character: &Character) -> JointId {
    let skeleton = character.skeleton();
    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
    let top = |joint| std::iter::successors(Some(joint), |&j| skeleton.parent(j)).last();
    hips.unwrap_or_else(|| {
        let mut below = vec![0u32; skeleton.len()];
        skeleton.joints().filter_map(top).for_each(|top| below[top.index()] += 1);
        skeleton
            .joints()
            .max_by_key(|joint| (below[joint.index()], std::cmp::Reverse(*joint)))
            .unwrap_or(JointId(0))
    })
}
