//! `sinew bake`: what a rig, a scene or a graph makes of a character, as plain keys.

use crate::asset::clip_choice::FileAndClip;
use crate::asset::source;
use crate::options::goals::GoalOptions;
use crate::options::number::{duration, frame_rate, millimetres};
use crate::options::playback::PlaybackOptions;
use crate::player::scene_player::Cast;
use crate::report::failure::{Failure, Outcome};
use crate::report::finding;
use crate::report::milliseconds::round_to_milliseconds;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use crate::scene::SceneKind;
use clap::Args;
use sinew::ClipId;
use sinew::actor::ClipRecorder;
use sinew::humanoid::HumanBone;
use sinew::{Actor, Character, JointIndex, RawClip, Wrap};
use sinew_import::{ExportOptions, export_glb};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Keys of joints at most: longer clips would fill the memory.
const MAX_KEYS: f64 = 2e7;

/// Write what reaching, standing, looking or a graph make of a character as plain animation that any engine plays.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew bake --scene stairs -o climbs.glb\n  \
    sinew bake hero.glb --clip idle --reach \"left hand=0.4,1.2,0.3@0.5\" --look 0.3,1.4,1 -o reaches.glb\n  \
    sinew bake --graph locomotion.ron --set speed=1@1 --travel --seconds 4 -o walks.glb\n\n\
    OUT is the character with one clip: a key a frame of all that moves. One round of the clip (the file's first, if not\n\
    said otherwise) is played, with --seconds as many rounds as fit; scenes and graphs as long as `sinew render` shows them.\n\
    Where the character goes, in a scene or with --travel, is in the keys of a person's hips, or of the joint that all hangs\n\
    from; with --in-place it is kept beside them, as root motion. Of heights that is so in part only: what is baked in place\n\
    on stairs or slopes is played with --travel, since without it feet go below the floor. Expressions and gaze are in the morph weights and joints\n\
    that they moved. What hangs on the character and what stands about in scenes is not written.")]
pub(crate) struct Bake {
    /// The file, or FILE#C; the built-in character without
    file: Option<PathBuf>,
    #[command(flatten)]
    stance: PlaybackOptions,
    #[command(flatten)]
    reaching: GoalOptions,
    /// What it stands in
    #[arg(long, value_enum, value_name = "NAME")]
    scene: Option<SceneKind>,
    /// Length of the clip
    #[arg(long, value_name = "S", value_parser = duration, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Frames per second
    #[arg(long, value_name = "N", default_value = "30", value_parser = frame_rate, allow_negative_numbers = true)]
    fps: f64,
    /// Keeps where the character goes beside the keys, as root motion: the clip plays in place where that is not known
    #[arg(long)]
    in_place: bool,
    /// What the clip is called; without, what played and what was done, such as "idle + left hand"
    #[arg(long)]
    name: Option<String>,
    /// Leave out keys as long as nothing moves further than so many millimetres
    #[arg(long, value_name = "MM", value_parser = millimetres, allow_negative_numbers = true)]
    reduce: Option<f32>,
    /// Where to: a name ending in .glb or .vrm
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

impl Bake {
    pub(crate) fn run(mut self) -> Outcome {
        let ends_with = |end: &str| self.output.extension().is_some_and(|e| e.eq_ignore_ascii_case(end));
        let vrm = ends_with("vrm");
        if !vrm && !ends_with("glb") {
            let message = format!("-o {}: expected a name ending in .glb or .vrm", self.output.display());
            return Err(Failure::Call(message));
        }
        let argument = FileAndClip::parse(self.file.as_deref());
        if argument.file.as_deref().is_some_and(|input| output::is_same(input, &self.output)) {
            let message = format!("-o {}: that is the file to be read", self.output.display());
            return Err(Failure::Call(message));
        }
        self.stance.clip = self.stance.clip.take().or(argument.clip);
        let file = source::open(argument.file.as_deref())?;
        let report = file.imported.report.clone();
        finding::tell(&file.name, &report);
        let mut cast = self.cast(file)?;
        let apart = cast.actors().count() - 1;
        if apart > 0 {
            let apart = count(apart, "thing");
            eprintln!("sinew: not written: what hangs on the character or stands about ({apart})");
        }
        if self.in_place && self.scene.is_some_and(SceneKind::travels) {
            eprintln!(
                "sinew: --in-place: heights are only in part beside the keys; play the clip with --travel"
            );
        }
        let clip = self.record(&mut cast, |_| ())?;
        cast.tell_misses();
        let options = ExportOptions::default().key_tolerance(self.reduce).vrm(vrm);
        let out = self.output.display().to_string();
        let exported = export_glb(cast.lead.character(), std::slice::from_ref(&clip), &options);
        let exported = exported.map_err(|e| Failure::input(&out, e))?;
        finding::tell(&out, &exported.report);
        output::write_file(&self.output, &exported.bytes)?;
        eprintln!("{out}: {} bytes, {:?} of {:.2} s", exported.bytes.len(), clip.name, clip.end());
        Ok(finding::exit_code([&report, &exported.report]))
    }

    /// The character as it sets out.
    pub(super) fn cast(&mut self, file: source::Loaded) -> Result<Cast, Failure> {
        let name = file.name.clone();
        if let Some(scene) = self.scene {
            self.stance.set_out(&file, scene)?;
        } else if self.stance.graph.is_none() && !file.imported.clips.is_empty() {
            self.stance.clip.get_or_insert_with(|| "0".into());
        }
        let mut cast = Cast::new(file, &self.stance)?;
        if let Some(scene) = self.scene {
            cast.enter(scene, &name)?;
        }
        cast.reach(&self.reaching, (self.scene, &name), None)?;
        Ok(cast)
    }

    /// Plays it from the beginning to the end, and shows every frame to `see`.
    pub(super) fn record(&self, cast: &mut Cast, mut see: impl FnMut(&Actor)) -> Result<RawClip, Failure> {
        let playing = cast.playing().map(|(playback, first, last)| (playback.clip(), first, last - first));
        let script = cast.play_all(Wrap::Loop);
        if self.seconds.is_none() && script.plays_clip_alone() {
            // Its end is no other round's beginning.
            script.wrap = Wrap::Clamp;
        }
        let clip = playing.map_or(0.0, |(.., length)| length);
        let own = cast.script.as_ref().map_or(0.0, |script| script.own_length(&cast.lead, clip));
        let seconds = self.seconds.unwrap_or(own);
        let steps = (seconds * self.fps).round().max(1.0);
        let rate = if self.seconds.is_none() && seconds > 0.0 { steps / seconds } else { self.fps };
        let character = cast.lead.character().clone();
        if steps * character.skeleton().len() as f64 > MAX_KEYS {
            let message = format!(
                "{} s at {} frames a second are too many keys; expected fewer",
                round_to_milliseconds(seconds),
                self.fps
            );
            return Err(Failure::Call(message));
        }
        let recording = ClipRecorder::new(&character, rate);
        let mut recording = match self.in_place {
            true => recording.with_root_motion(),
            false => recording.with_root_motion_in(carrier(&character)),
        };
        let start = self.stance.time.unwrap_or(playing.map_or(0.0, |(_, first, _)| first));
        if self.scene.is_some() {
            cast.tell_if_outside(start);
        }
        let end = start + steps / rate;
        if let Some(script) = &cast.script {
            script.tell_what_comes_later(end);
        }
        let progress = Progress::new(steps as usize + 1, "frames");
        for _ in 0..=steps as usize {
            cast.seek(start + recording.next_time());
            recording.add(&cast.lead.frame());
            see(&cast.lead);
            progress.step();
        }
        progress.finish();
        let seconds = cast.script.as_ref().map_or(end, |script| script.seconds_of(end));
        Ok(recording.finish(&self.called(cast, playing.map(|(clip, ..)| clip), seconds)))
    }

    /// What played, and what was done to it within so many `seconds`, unlike any other clip of the character.
    fn called(&self, cast: &Cast, clip: Option<ClipId>, seconds: f64) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let graph = self.stance.graph.as_ref().and_then(|path| path.file_stem());
        let played = match graph {
            Some(graph) => Some(graph.to_string_lossy().into_owned()),
            None => clip.map(|clip| cast.lead.clips()[clip].name().to_owned()),
        };
        let scene = self.scene.map(|scene| scene.name().to_owned());
        let mut done: Vec<String> = scene.into_iter().chain(self.reaching.done(seconds)).collect();
        if done.is_empty() {
            done.push("baked".to_owned());
        }
        let parts = played.into_iter().filter(|name| !name.is_empty()).chain(done);
        let name = parts.collect::<Vec<_>>().join(" + ");
        unlike(name, cast.lead.clips().iter().map(|clip| clip.name()))
    }
}

/// A name that is none of `others`: itself, or with the first number behind it that makes it so.
pub(super) fn unlike<'a>(name: String, others: impl Iterator<Item = &'a str>) -> String {
    let others: BTreeSet<&str> = others.collect();
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.clone()).chain(numbered).find(|name| !others.contains(name.as_str())).unwrap_or(name)
}

/// The joint whose keys say where the character is: a person's hips, else the one that most hangs from.
pub(super) fn carrier(character: &Character) -> JointIndex {
    let skeleton = character.skeleton();
    let hips = character.humanoid().and_then(|body| body.map.joint(HumanBone::Hips));
    let top = |joint| std::iter::successors(Some(joint), |&j| skeleton.parent(j)).last();
    hips.unwrap_or_else(|| {
        let mut below = vec![0u32; skeleton.len()];
        skeleton.joints().filter_map(top).for_each(|top| below[top.index()] += 1);
        skeleton
            .joints()
            .max_by_key(|joint| (below[joint.index()], std::cmp::Reverse(*joint)))
            .unwrap_or(JointIndex(0))
    })
}
