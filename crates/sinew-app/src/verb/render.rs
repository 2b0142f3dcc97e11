//! `sinew render`: pictures without a window.

use crate::cast::Cast;
use crate::clip_choice::FileAndClip;
use crate::colour;
use crate::encode::{self, Kind};
use crate::failure::{Failure, Outcome};
use crate::framing::{Framing, is_motion_alone, rest_bounds};
use crate::options::{StanceOptions, length, rate};
use crate::portrait;
use crate::progress::Progress;
use crate::reaching::{ReachOptions, Reaching};
use crate::scenery::SceneKind;
use crate::source;
use crate::stage;
use crate::timeline::Timeline;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use sinew::glam::{Affine3A, Vec3};
use sinew::{Bounds, Wrap};
use sinew_render::{
    Background, Camera, Gpu, Ground, Line, Puppet, RenderSettings, Renderer, Scene, View, overlay,
};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

/// Seconds of a turn where nobody asks for others.
const TURN: f64 = 4.0;

/// Draw a character into a picture, a moving picture or a folder of frames.
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew render -o hero.png\n  sinew render fox.glb --clip Walk -o walk.gif\n  \
    sinew render hero.glb --turntable --seconds 4 -o turn.apng\n  \
    sinew render --graph locomotion.ron --set speed=1@1 --set speed=2@3 --travel -o about.gif\n  \
    sinew render hero.glb --clip 0 --background none -o frames/%04d.png\n  \
    sinew render --reach \"left hand=0.4,1.3,0.3\" --look 0.3,1.4,1 -o reach.png\n\n\
    The whole character is framed, over the whole clip. A moving picture without --clip and --turntable plays the\n\
    file's first clip; it loops, starts at --time, and lasts one round of the clip (about four seconds with\n\
    --turntable) unless --seconds says otherwise. A still is the rest pose; with --clip or --time it is a moment of\n\
    that clip, or of the first."
)]
pub(crate) struct Render {
    /// The file, or FILE#C; the built-in character without
    file: Option<PathBuf>,
    #[command(flatten)]
    stance: StanceOptions,
    #[command(flatten)]
    reaching: ReachOptions,
    /// Where to: .png, .gif, .apng, .mp4, or a folder of frames such as frames/%04d.png
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Length of a moving picture
    #[arg(long, value_name = "S", value_parser = length, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Frames per second of a moving picture
    #[arg(long, value_name = "N", default_value = "30", value_parser = rate, allow_negative_numbers = true)]
    fps: f64,
    /// Pixels, 1280x720 by default, 640x360 for .gif and .apng
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// Side to look from; three-quarter by default, in scenes where most is seen
    #[arg(long, value_enum)]
    view: Option<Angle>,
    /// Turn the character once around
    #[arg(long)]
    turntable: bool,
    /// What it stands in; the ground by default, empty before a --background
    #[arg(long, value_enum, value_name = "NAME")]
    scene: Option<Surroundings>,
    /// What lies behind: none (transparent), a name such as white, or #rrggbb
    #[arg(long, value_name = "COLOUR|none", value_parser = background)]
    background: Option<Background>,
    /// Lines over the picture, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    overlay: Vec<Overlay>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Angle {
    Front,
    Side,
    Back,
    ThreeQuarter,
    Face,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    Ground,
    Empty,
    /// Something happens in it.
    Scene(SceneKind),
}

impl ValueEnum for Surroundings {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Surroundings>> = LazyLock::new(|| {
            let scenes = SceneKind::value_variants().iter().map(|scene| Surroundings::Scene(*scene));
            [Surroundings::Ground, Surroundings::Empty].into_iter().chain(scenes).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Ground => Some(PossibleValue::new("ground")),
            Self::Empty => Some(PossibleValue::new("empty")),
            Self::Scene(scene) => scene.to_possible_value(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Overlay {
    Skeleton,
    Bounds,
}

impl Render {
    pub(crate) fn run(mut self) -> Outcome {
        let kind = Kind::of(&self.output)?;
        if !kind.is_animated() && (self.seconds.is_some() || self.turntable) {
            return Err(Failure::Call(
                "a .png is one picture; for --seconds and --turntable write .gif, .apng, .mp4 or frames/%04d.png".into(),
            ));
        }
        let argument = FileAndClip::parse(self.file.as_deref());
        self.stance.clip = self.stance.clip.or(argument.clip);
        let file = source::open(argument.file.as_deref())?;
        let name = file.name.clone();
        let happens = match self.scene {
            Some(Surroundings::Scene(scene)) => Some(scene),
            _ => None,
        };
        if let Some(scene) = happens {
            if self.turntable {
                return Err(Failure::Call(
                    "--turntable does not go with a scene in which something happens".into(),
                ));
            }
            self.stance.set_out(&file, scene)?;
        }
        // A time, as much as a moving picture, means that something plays.
        let plays =
            (kind.is_animated() && !self.turntable) || self.stance.time.is_some() || self.stance.travel;
        if plays && self.stance.graph.is_none() {
            if !file.imported.clips.is_empty() {
                self.stance.clip.get_or_insert_with(|| "0".into());
            } else if self.stance.time.is_some() && self.stance.clip.is_none() {
                let message = format!("--time: {} has no clips; --clip names one of another file", file.name);
                return Err(Failure::Call(message));
            }
        }
        let mut cast = Cast::new(file, &self.stance)?;
        if let Some(scene) = happens {
            cast.enter(scene, &name)?;
        }
        let still = (!kind.is_animated()).then_some(self.stance.time.unwrap_or(0.0));
        cast.reach(&self.reaching, (happens, &name), still)?;
        let timeline = self.timeline(&mut cast, kind);
        if let Some(script) = &cast.script {
            script.tell_what_comes_later(timeline.time(timeline.frames.saturating_sub(1)));
        }
        if !kind.is_animated() {
            cast.tell_if_over(timeline.start);
        }
        let [width, height] = self.size.unwrap_or(kind.default_size());

        let camera = self.camera(&mut cast, &timeline, width as f32 / height as f32);
        // Scenes have their floor at height 0.
        let ground = match happens {
            Some(_) => Ground::default(),
            None => stage::ground(&rest_bounds(&cast.lead)),
        };
        let clip = encode::Clip { width, height, frames: timeline.frames, fps: timeline.fps };
        let mut encoder = kind.start(&self.output, clip)?;
        let gpu = Gpu::off_screen().map_err(|e| Failure::Machine(e.to_string()))?;
        let mut renderer = Renderer::new(&gpu, RenderSettings::default());
        let mut puppets = stage::puppets(&renderer, cast.actors())?;
        let progress = Progress::new(timeline.frames, "frames");
        for frame in 0..timeline.frames {
            self.take_place(&mut cast, &timeline, frame);
            stage::pose(&mut puppets, &renderer, cast.actors());
            let actors: Vec<&Puppet> = puppets.iter().collect();
            let lines = self.lines(&cast);
            let time = timeline.time(frame);
            let mut scene = Scene { lines: &lines, time, ..Scene::new(camera, &actors) };
            scene.background = self.background.unwrap_or_default();
            let surroundings = self.scene.unwrap_or(match self.background {
                Some(_) => Surroundings::Empty,
                None => Surroundings::Ground,
            });
            let spacing = happens.is_some().then_some(stage::body_scale(&cast.lead));
            let ground = Ground { spacing, ..ground };
            scene.ground = (surroundings != Surroundings::Empty).then_some(ground);
            let pixels =
                renderer.picture(&scene, width, height).map_err(|e| Failure::Machine(e.to_string()))?;
            encoder.frame(&pixels)?;
            progress.step();
        }
        progress.finish();
        cast.tell_misses();
        encoder.finish()?;
        Ok(ExitCode::SUCCESS)
    }

    /// When frames are taken; a still is one frame at its time.
    fn timeline(&self, cast: &mut Cast, kind: Kind) -> Timeline {
        let playing = cast.playing().map(|(_, first, last)| (first, last - first));
        if !kind.is_animated() {
            let start = self.stance.time.unwrap_or(0.0);
            return Timeline { start, step: 0.0, frames: 1, fps: self.fps };
        }
        if let Some(playback) = cast.lead.playback_mut() {
            playback.wrap(Wrap::Loop);
        }
        if let Some(script) = cast.script.as_ref().filter(|script| script.has_graph()) {
            let seconds = self.seconds.or(Some(script.length()));
            return Timeline::new(self.stance.time.unwrap_or(0.0), 0.0, seconds, self.fps);
        }
        let (first, clip) = playing.unwrap_or_default();
        let scene = cast.script.as_ref().and_then(|script| script.scene.as_ref());
        if let Some(scene) = scene {
            let seconds = self.seconds.unwrap_or_else(|| scene.seconds(&cast.lead));
            return Timeline::new(self.stance.time.unwrap_or(first), 0.0, Some(seconds), self.fps);
        }
        let length = match (self.turntable, clip > 0.0) {
            // As many rounds of the clip as come nearest to a comfortable turn.
            (true, true) => (TURN / clip).round().max(1.0) * clip,
            (true, false) => TURN,
            (false, true) => clip,
            // Nothing plays but what is reached.
            (false, false) => {
                let reaching = cast.script.as_ref().and_then(|script| script.reaching.as_ref());
                reaching.map_or(0.0, Reaching::length)
            }
        };
        Timeline::new(self.stance.time.unwrap_or(first), length, self.seconds, self.fps)
    }

    /// Poses and turns the character for a frame.
    fn take_place(&self, cast: &mut Cast, timeline: &Timeline, frame: usize) {
        if self.turntable {
            let turn = timeline.share(frame) as f32 * std::f32::consts::TAU;
            let axis = rest_bounds(&cast.lead).center() * Vec3::new(1.0, 0.0, 1.0);
            cast.world_from_model = Affine3A::from_translation(axis)
                * Affine3A::from_rotation_y(turn)
                * Affine3A::from_translation(-axis);
        }
        cast.seek(timeline.time(frame));
    }

    /// A camera that stands still and has the character, or its head, in view in every frame.
    fn camera(&self, cast: &mut Cast, timeline: &Timeline, aspect: f32) -> Camera {
        let from = match (self.view, self.scene) {
            (Some(Angle::Front | Angle::Face), _) => View::Front.direction(),
            (Some(Angle::Side), _) => View::Side.direction(),
            (Some(Angle::Back), _) => View::Back.direction(),
            (None, Some(Surroundings::Scene(scene))) => scene.seen_from(),
            (Some(Angle::ThreeQuarter) | None, _) => View::ThreeQuarter.direction(),
        };
        let (mut whole, mut head) =
            (Framing::new(from, aspect), Framing::new(View::Face.direction(), aspect));
        let mut bounds = Bounds::EMPTY;
        for frame in 0..timeline.frames {
            self.take_place(cast, timeline, frame);
            cast.actors().for_each(|actor| whole.add_actor(actor));
            portrait::head_vertices(&cast.lead.frame(), |vertex| head.add(vertex));
            bounds = bounds.union(cast.bounds());
        }
        match self.view {
            Some(Angle::Face) if head.is_empty() => Camera::framing(&bounds, View::Face, aspect),
            Some(Angle::Face) => head.camera(),
            _ => whole.camera(),
        }
    }

    fn lines(&self, cast: &Cast) -> Vec<Line> {
        let mut lines = Vec::new();
        for actor in cast.actors() {
            if self.overlay.contains(&Overlay::Skeleton) || is_motion_alone(actor) {
                overlay::skeleton(&actor.frame(), &mut lines);
            }
            if self.overlay.contains(&Overlay::Bounds) {
                overlay::bounds(&actor.frame(), &mut lines);
            }
        }
        lines
    }
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=8192).contains(side));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some([side(w)?, side(h)?]));
    sides.ok_or_else(|| "expected WIDTHxHEIGHT such as 1280x720, at most 8192".into())
}

fn background(text: &str) -> Result<Background, String> {
    if text == "none" {
        return Ok(Background::None);
    }
    colour::parse(text)
        .map(Background::Color)
        .ok_or_else(|| "expected none, a name such as white, or #rrggbb".into())
}
