//! `sinew bench`: what things cost on this machine, beside a program of the user's own where one is given.

use crate::cast::Cast;
use crate::failure::{Failure, Outcome};
use crate::framing::Framing;
use crate::measure::{Job, Peer, median};
use crate::output;
use crate::progress::Progress;
use crate::source::Source;
use crate::stage;
use crate::table::Table;
use clap::{Args, ValueEnum};
use serde::Serialize;
use sinew::Actor;
use sinew::character::SkinningMethod;
use sinew::skinning::SkinnedVertices;
use sinew_render::{Gpu, Puppet, RenderSettings, Renderer, Scene, View, wgpu};
use std::path::PathBuf;
use std::sync::Arc;

/// Measure what things cost on this machine: medians of repeated runs.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew bench\n  sinew bench import --file hero.glb --json\n\n\
    PROGRAM is called with the file's path (none for the built-in character) and prints lines `job nanoseconds`, with\n\
    the jobs of the table: import and textures per file, update per joint, skin-linear and skin-dual-quaternion per\n\
    vertex, frame per frame. It runs in alternation with ours.")]
pub(crate) struct Bench {
    /// Measure this alone
    part: Option<Part>,
    /// The character to measure with; the built-in character without
    #[arg(long)]
    file: Option<PathBuf>,
    /// A program to compare with
    #[arg(long, value_name = "PROGRAM")]
    peer: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// From bytes to character and clips, without pixels
    Import,
    /// Decoding of all textures
    Textures,
    /// A frame of an actor: sampling, poses, palettes, bounds
    Update,
    /// Skinning on the processor
    Skinning,
    /// A picture of 1280×720
    Frame,
}

#[derive(Serialize)]
struct Figures {
    file: String,
    runs: usize,
    jobs: Vec<Figure>,
}

#[derive(Serialize)]
struct Figure {
    job: &'static str,
    per: &'static str,
    nanoseconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    peer_nanoseconds: Option<f64>,
    /// The peer's time over ours: above 1 we are faster.
    #[serde(skip_serializing_if = "Option::is_none")]
    peer_ratio: Option<f64>,
}

impl Bench {
    pub(crate) fn run(self) -> Outcome {
        if cfg!(debug_assertions) {
            eprintln!(
                "sinew: this is a development build; build with --release for figures that mean something"
            );
        }
        let source = self.file.as_deref().map_or_else(|| Ok(Source::built_in()), Source::read)?;
        let mut jobs = self.jobs(&source)?;
        let mut peer = self.peer.as_deref().map(|program| Peer::new(program, source.path.as_deref()));
        let runs = if peer.is_some() { 5 } else { 20 };
        let progress = Progress::new(runs * jobs.len(), "runs");
        let mut ours = vec![Vec::new(); jobs.len()];
        // A round of everything at a time, so that a slow spell of the machine hits all alike.
        for _ in 0..runs {
            for (job, samples) in jobs.iter_mut().zip(&mut ours) {
                samples.push(job.sample());
                progress.step();
            }
            if let Some(peer) = &mut peer {
                peer.run()?;
            }
        }
        progress.finish();
        let figures = jobs.iter().zip(&mut ours).map(|(job, samples)| {
            let nanoseconds = median(samples);
            let peer_nanoseconds = peer.as_mut().and_then(|p| p.median(job.name));
            let peer_ratio = peer_nanoseconds.map(|p| p / nanoseconds);
            Figure { job: job.name, per: job.per, nanoseconds, peer_nanoseconds, peer_ratio }
        });
        let figures = Figures { jobs: figures.collect(), file: source.name.clone(), runs };
        if self.json { output::print_json(&figures) } else { figures.print() }
    }

    fn jobs<'a>(&self, source: &'a Source) -> Result<Vec<Job<'a>>, Failure> {
        let wants = |part| self.part.is_none_or(|only| only == part);
        let imported = source.import().map_err(|e| Failure::input(&source.name, e))?;
        let images = imported.character.images().to_vec();
        let clips: Vec<_> = imported.clips.into_iter().map(Arc::new).collect();
        let mut actor =
            Actor::new(Arc::new(imported.character), clips).map_err(|e| Failure::input(&source.name, e))?;
        if !actor.clips().is_empty() {
            actor.play_clip(0);
        }
        let mut jobs = Vec::new();
        if wants(Part::Import) {
            jobs.push(Job::new("import", "file", 1, move || drop(source.import())));
        }
        if wants(Part::Textures) && !images.is_empty() {
            jobs.push(Job::new("textures", "file", 1, move || {
                images.iter().for_each(|image| drop(sinew_import::decode_image(image)));
            }));
        }
        if wants(Part::Update) {
            let (mut actor, joints) = (actor.clone(), actor.character().skeleton().len());
            jobs.push(Job::new("update", "joint", joints, move || actor.update(1.0 / 60.0)));
        }
        if wants(Part::Skinning) {
            jobs.extend(skinning(&actor, "skin-linear", SkinningMethod::Linear));
            jobs.extend(skinning(&actor, "skin-dual-quaternion", SkinningMethod::DualQuaternion));
        }
        if wants(Part::Frame) {
            match Gpu::off_screen() {
                Ok(gpu) => {
                    eprintln!("frames are drawn by {}", gpu.description());
                    jobs.push(frame(&gpu, actor)?);
                }
                Err(error) if self.part.is_some() => return Err(Failure::Machine(error.to_string())),
                Err(error) => eprintln!("sinew: frames are left out: {error}"),
            }
        }
        Ok(jobs)
    }
}

/// Skinning of every skinned mesh; none where there is none.
fn skinning(actor: &Actor, name: &'static str, method: SkinningMethod) -> Option<Job<'static>> {
    let mut actor = actor.clone();
    let character = actor.character().clone();
    let skinned: Vec<_> = (0..character.instances().len())
        .filter(|&i| character.instances()[i].skin.is_some())
        .flat_map(|i| {
            let primitives = &character.meshes()[character.instances()[i].mesh].primitives;
            primitives.iter().enumerate().map(move |(p, primitive)| (i, p, primitive.positions.len()))
        })
        .collect();
    let vertices = skinned.iter().map(|s| s.2).sum::<usize>();
    (0..character.instances().len()).for_each(|i| actor.set_skinning(i, method));
    actor.update(0.3);
    let skinned: Vec<_> = skinned.into_iter().map(|(i, p, _)| (i, p, SkinnedVertices::default())).collect();
    (vertices > 0).then(|| {
        let mut skinned = skinned;
        Job::new(name, "vertex", vertices, move || {
            let frame = actor.frame();
            skinned.iter_mut().for_each(|(i, p, out)| frame.skin_vertices(*i, *p, out));
        })
    })
}

/// A moving frame, drawn and waited for.
fn frame(gpu: &Gpu, lead: Actor) -> Result<Job<'static>, Failure> {
    const SIZE: [u32; 2] = [1280, 720];
    let mut cast = Cast::of(lead);
    let mut renderer = Renderer::new(gpu, RenderSettings::default());
    let mut puppets = stage::puppets(&renderer, &cast)?;
    let mut framing = Framing::new(View::ThreeQuarter.direction(), SIZE[0] as f32 / SIZE[1] as f32);
    cast.over_clip(|cast| framing.add_actor(&cast.lead));
    let camera = framing.camera();
    let (device, format) = (gpu.device.clone(), RenderSettings::default().output);
    let target = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("bench"),
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    Ok(Job::new("frame", "frame", 1, move || {
        cast.update(1.0 / 60.0);
        stage::pose(&mut puppets, &renderer, &cast);
        let actors: Vec<&Puppet> = puppets.iter().collect();
        renderer.draw(&Scene::new(camera, &actors), &view, SIZE);
        // A lost device ends the wait too; the next frame then says so.
        let _ = device.poll(wgpu::PollType::wait_indefinitely());
    }))
}

impl Figures {
    fn print(&self) -> Outcome {
        let compared = self.jobs.iter().any(|j| j.peer_ratio.is_some());
        let mut table = match compared {
            true => Table::new(["job", "median", "per", "peer", "peer / ours"]),
            false => Table::new(["job", "median", "per"]),
        };
        for job in &self.jobs {
            let mut row = vec![job.job.to_owned(), duration(job.nanoseconds), job.per.to_owned()];
            if compared {
                row.push(job.peer_nanoseconds.map_or("–".into(), duration));
                row.push(job.peer_ratio.map_or("–".into(), |r| format!("{r:.2}")));
            }
            table.row(row);
        }
        output::print(|out| table.write(&format!("{}, median of {} runs", self.file, self.runs), out))
    }
}

/// Nanoseconds in the unit that suits them.
fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:.2} ns"),
        n if n < 1e6 => format!("{:.2} µs", n / 1e3),
        n => format!("{:.2} ms", n / 1e6),
    }
}
