//! `sinew bench`: measurements on this machine, in alternation with a peer program of the user.

use crate::asset::clip_choice::FileAndClip;
use crate::asset::read_files::ReadFiles;
use crate::asset::source::{self, Loaded, Source};
use crate::bench::{
    BenchClips, ClipFigure, CompressionJob, Figure, Figures, Instructions, Job, Peer, Stage, actor_jobs,
    compression_jobs, frame_job, ik_jobs, skinning_jobs, stage_jobs,
};
use crate::options::input::InputOptions;
use crate::options::number::seconds;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::progress::Progress;
use clap::{Args, ValueEnum};
use sinew::{Actor, Character};
use sinew_render::Gpu;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Measure time and, where the system counts them, instructions on this machine.
///
/// Work is timed in batches of half a millisecond, in processor time where available. The 10th percentile of
/// the batches is the undisturbed cost, the median the cost under the load of the moment.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew bench\n  sinew bench sample chain --file hero.glb#Walk\n  \
    sinew bench chain --file walk.fbx --with run.fbx#0 --peer ./other-library.sh --json\n\n\
    Jobs, and what a figure is for one of:\n  \
    import, textures                       file       whole files\n  \
    update                                 joint      a frame of an actor that plays the uncompressed clip\n  \
    sample, sample-1000, sample-random     joint      the compressed clip, forward at 60 Hz, 1 actor and 1000 in turn\n  \
    sample-no-fingers                      joint      the same without fingers, per joint of all\n  \
    blend-2, blend-4                       joint      poses\n  \
    model                                  joint      local pose to model space\n  \
    chain, chain-1000                      joint      two samples, blend, model space, palette of all joints\n  \
    chain-actor, chain-actor-1000          joint      the same two clips as a whole frame of an actor\n  \
    compress, compress-1mm                 raw byte   at 0.1 and 1 mm error; a raw pose has 40 bytes per joint\n  \
    retarget                               joint      a pose for the built-in character, or by names for its own rig\n  \
    graph                                  joint      a frame of an actor whose graph blends both clips in sync\n  \
    two-bone, two-bone-batched             solve      a leg with pole and softness, targets around the resting foot\n  \
    aim, aim-batched                       solve      a head that points at a target\n  \
    look-at                                solve      spine, neck and head, within their limits\n  \
    ccd-10, fabrik-10, damped-10           solve      a synthetic chain of ten joints, to 1 mm: one round, then damped steps\n  \
    ccd-10-limited and so on               solve      the same targets, every joint within limits\n  \
    ccd-10-limited-alone, and fabrik       solve      the same without damped steps\n  \
    posed                                  solve      one of 1000 characters, local pose to model space\n  \
    actors                                 solve      the same with two planted feet and a look-at over four joints\n  \
    actors-eyes                            solve      the same with a look-at over five joints and eyes\n  \
    skin-linear, skin-linear-fast          vertex     on the processor; fast: without normalizing normals and tangents\n  \
    skin-dual-quaternion                   vertex     the same, with dual quaternions\n  \
    frame                                  frame      1280×720, drawn and finished\n\n\
    PROGRAM is called with the path of FILE and the clip's name if one is chosen (without arguments for the built-in\n\
    character). It prints lines `job nanoseconds`, preferably the 10th percentile of its batches, which is compared with\n\
    that of the same job here. It runs once per round, in alternation; unknown jobs are ignored.")]
pub(crate) struct Bench {
    #[command(flatten)]
    file_options: InputOptions,
    /// Parts to measure; default: all
    #[arg(value_name = "PART")]
    parts: Vec<Part>,
    /// Character file, or FILE#CLIP; default: the built-in character
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Clip to blend with: one of FILE, or OTHER#CLIP; default: the next one
    #[arg(long, value_name = "CLIP")]
    with: Option<String>,
    /// A program to compare with
    #[arg(long, value_name = "PROGRAM")]
    peer: Option<PathBuf>,
    /// Time limit for a run of PROGRAM
    #[arg(
        long, value_name = "SECONDS", default_value = "120", value_parser = seconds,
        allow_negative_numbers = true,
    )]
    peer_limit: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Rounds over all jobs, so that a slow spell of the machine affects all of them.
const ROUNDS: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// From bytes to character and clips, without pixels
    Import,
    /// Decoding of all textures
    Textures,
    /// A frame of an actor: sampling, poses, palettes, bounds
    Update,
    /// Sampling forward
    Sample,
    /// Sampling at random times
    SampleRandom,
    /// Blending 2 and 4 poses
    Blend,
    /// Local to model space
    Model,
    /// Two samples, blend, model space, palette
    Chain,
    /// Clip compression: speed, size and error
    Compress,
    /// Retargeting of a pose
    Retarget,
    /// A frame of an actor with a graph
    Graph,
    /// Inverse kinematics: limbs, chains, whole body, look-at
    Ik,
    /// Skinning on the processor
    Skinning,
    /// Rendering of 1280×720 pixels
    Frame,
}

/// Jobs to run, with notes about parts that cannot be measured.
#[derive(Default)]
struct Jobs<'a> {
    jobs: Vec<Job<'a>>,
    /// Results of the compression jobs, by job name.
    compressed: Vec<ClipFigure>,
    clips: Vec<String>,
    joints: usize,
    notes: Vec<String>,
}

impl Bench {
    pub(crate) fn run(self) -> Outcome {
        if cfg!(debug_assertions) {
            message!("sinew: this is a development build; use --release for meaningful figures");
        }
        let limit = Duration::try_from_secs_f64(self.peer_limit).ok().filter(|limit| !limit.is_zero());
        let limit = limit.ok_or_else(|| Failure::Call("--peer-limit: expected more than 0 s".into()))?;
        let argument = FileAndClip::parse(self.file.as_deref());
        let source = argument.file.as_deref().map_or_else(|| Ok(Source::built_in()), Source::read)?;
        let mut jobs = self.jobs(&source, argument.clip.as_deref())?;
        let mut peer = self.peer.as_deref().map(|program| {
            let clip = argument.clip.as_ref().filter(|_| source.path.is_some());
            let file = source.path.iter().map(|path| path.clone().into_os_string());
            Peer::new(program, file.chain(clip.map(Into::into)).collect(), limit)
        });
        let mut instructions = Instructions::new();
        let progress = Progress::new(ROUNDS * jobs.jobs.len(), "runs");
        for _ in 0..ROUNDS {
            for job in &mut jobs.jobs {
                job.round(&mut instructions);
                progress.step();
            }
            if let Some(peer) = &mut peer {
                peer.run()?;
            }
        }
        progress.finish();
        if let Some(why) = instructions.missing() {
            jobs.notes.push(format!("Instructions are not counted: {why}."));
        }
        jobs.notes.extend(peer.as_ref().and_then(|peer| unknown(peer, &jobs.jobs)));
        jobs.figures(&source, peer.as_ref()).print(self.json)
    }

    fn wants(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }

    fn jobs<'a>(&self, source: &'a Source, clip: Option<&str>) -> Result<Jobs<'a>, Failure> {
        let options = self.file_options.import_options(&source.name)?;
        let imported = source.import(&options).map_err(|e| Failure::input(&source.name, e))?;
        self.file_options.note(&source.name, &imported);
        let (name, path) = (source.name.clone(), source.path.clone());
        let (input, read) = (self.file_options.clone(), ReadFiles::default());
        let file = Loaded { name, path, imported, input, setup: None, read };
        let character = Arc::new(file.imported.character.clone());
        let motions = BenchClips::new(&file, character.clone(), clip, self.with.as_deref())?;
        let mut all = Jobs { joints: character.skeleton().len(), ..Jobs::default() };
        all.clips = motions.iter().flat_map(|motions| motions.names.clone()).collect();
        self.file_options.check_used()?;
        let mut actor = Actor::without_clips(character.clone());
        if let Some(motions) = &motions {
            let clip = Arc::new(motions.raw[0].clone());
            let clip = actor.add_clip(clip).map_err(|e| Failure::input(&file.name, e))?;
            actor.play(clip).map_err(|e| Failure::input(&file.name, e))?;
        }
        if self.wants(Part::Import) {
            all.jobs.push(Job::new("import", "file", 1, move || drop(source.import(&options))));
        }
        if self.wants(Part::Textures) && !character.images().is_empty() {
            let character = character.clone();
            all.jobs.push(Job::new("textures", "file", 1, move || {
                let mut decoder = sinew_import::ImageDecoder::new();
                let distinct: BTreeSet<_> = character.distinct_images().into_iter().collect();
                distinct.into_iter().for_each(|id| drop(decoder.decode(&character.images()[id])));
            }));
        }
        if self.wants(Part::Update) {
            let mut actor = actor.clone();
            all.jobs.push(Job::new("update", "joint", all.joints, move || actor.update(1.0 / 60.0)));
        }
        match &motions {
            Some(motions) => self.motion_jobs(motions, &file, &mut all)?,
            None => all.notes.push("Clips are not measured: the file has none.".into()),
        }
        if self.wants(Part::Ik) {
            all.jobs.extend(ik_jobs(&character, &mut all.notes));
        }
        if self.wants(Part::Skinning) {
            let jobs = skinning_jobs(&actor);
            if jobs.is_empty() {
                all.notes.push("Skinning is not measured: the file has no skin.".into());
            }
            all.jobs.extend(jobs);
        }
        if self.wants(Part::Frame) {
            match Gpu::off_screen() {
                Ok(gpu) => {
                    all.jobs.push(frame_job(&gpu, actor)?);
                    all.notes.push(format!("Frames are drawn by {}.", gpu.description()));
                }
                Err(error) if self.parts == [Part::Frame] => return Err(Failure::Machine(error.to_string())),
                Err(error) => all.notes.push(format!("Frames are not measured: {error}.")),
            }
        }
        Ok(all)
    }

    fn motion_jobs(&self, motions: &BenchClips, file: &Loaded, all: &mut Jobs<'_>) -> Result<(), Failure> {
        let built_in = match self.wants(Part::Retarget) && file.path.is_some() {
            true => source::built_in()?.imported.character,
            false => Character::clone(&motions.character),
        };
        for (part, stage) in [
            (Part::Sample, Stage::Sample),
            (Part::SampleRandom, Stage::SampleRandom),
            (Part::Blend, Stage::Blend),
            (Part::Model, Stage::Model),
            (Part::Chain, Stage::Chain),
            (Part::Retarget, Stage::Retarget),
        ] {
            if self.wants(part) {
                all.jobs.extend(stage_jobs(stage, motions, &built_in, &mut all.notes));
            }
        }
        for (part, graph) in [(Part::Chain, false), (Part::Graph, true)] {
            if self.wants(part) {
                all.jobs.extend(actor_jobs(motions, graph, &file.name)?);
            }
        }
        if self.wants(Part::Compress) {
            for CompressionJob { job, clip } in compression_jobs(motions, &file.name)? {
                all.jobs.push(job);
                all.compressed.push(clip);
            }
        }
        Ok(())
    }
}

impl Jobs<'_> {
    fn figures(mut self, source: &Source, peer: Option<&Peer>) -> Figures {
        for clip in &mut self.compressed {
            let job = self.jobs.iter().find(|job| job.name == clip.job);
            // Bytes per nanosecond are gigabytes per second.
            clip.megabytes_per_second = job.and_then(Job::quiet).map_or(0.0, |nanoseconds| 1e3 / nanoseconds);
        }
        Figures {
            file: source.name.clone(),
            clips: self.clips,
            joints: self.joints,
            runs: ROUNDS,
            jobs: self.jobs.iter().filter_map(|job| Figure::of(job, peer)).collect(),
            compressed: self.compressed,
            notes: self.notes,
        }
    }
}

/// Note for a peer that has none of the jobs; none if it has one.
fn unknown(peer: &Peer, jobs: &[Job<'_>]) -> Option<String> {
    let known = jobs.iter().any(|job| peer.median(job.name).is_some());
    let theirs: Vec<_> = peer.jobs().collect();
    let theirs = if theirs.is_empty() { "none".to_owned() } else { theirs.join(", ") };
    (!known).then(|| format!("The peer has none of these jobs; it has: {theirs}."))
}
