//! `sinew render`: pictures without a window.

use super::render_options::{Angle, Overlay, Surroundings, background, size};
use crate::asset::clip_choice::FileAndClip;
use crate::asset::size::{body_scale, is_motion_only, rest_bounds};
use crate::asset::source;
use crate::drawing::instances;
use crate::drawing::shot::{self, Shot, ShotSubject};
use crate::encode::{self, Kind};
use crate::options::goals::GoalOptions;
use crate::options::hide::{self, HideOptions};
use crate::options::number::{duration, frame_rate};
use crate::options::playback::PlaybackOptions;
use crate::player::goals::GoalSchedule;
use crate::player::scene_player::Cast;
use crate::player::timeline::Timeline;
use crate::report::failure::{Failure, Outcome};
use crate::report::progress::Progress;
use clap::Args;
use sinew::Wrap;
use sinew::glam::{Affine3A, Vec3};
use sinew_render::{
    Background, Camera, Gpu, GroundPlane, Line, ModelInstance, RenderSettings, Renderer, Scene, overlay,
};
use std::path::PathBuf;
use std::process::ExitCode;

/// Seconds of a turn where nobody asks for others.
const TURN: f64 = 4.0;

/// Draw a character into a picture, a moving picture or a folder of frames.
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew render -o hero.png\n  sinew render fox.glb --clip Walk -o walk.gif\n  \
    sinew render hero.glb --turntable --seconds 4 -o turn.apng\n  \
    sinew render --graph locomotion.ron --set speed=1@1 --set speed=2@3 --travel -o about.gif\n  \
    sinew render hero.glb --clip 0 --background none -o frames/%04d.png\n  \
    sinew render hero.glb --scene stairs --follow --hide sword -o stairs.gif\n  \
    sinew render --reach \"left hand=0.4,1.3,0.3\" --look 0.3,1.4,1 -o reach.png\n\n\
    The whole character is framed, over the whole clip; of a scene all that happens, in stills too; --follow frames the\n\
    character alone and goes along, as --view face does in scenes and with --travel. A moving picture without --clip and\n\
    --turntable plays the file's first clip; it loops, starts at --time, and lasts one round of the clip (about four\n\
    seconds with --turntable) unless --seconds says otherwise. A still is the rest pose; with --clip or --time it is a\n\
    moment of that clip, or of the first."
)]
pub(crate) struct Render {
    /// The file, or FILE#C; the built-in character without
    file: Option<PathBuf>,
    #[command(flatten)]
    stance: PlaybackOptions,
    #[command(flatten)]
    hidden: HideOptions,
    #[command(flatten)]
    reaching: GoalOptions,
    /// Where to: .png, .gif, .apng, .mp4, or a folder of frames such as frames/%04d.png
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Length of a moving picture
    #[arg(long, value_name = "S", value_parser = duration, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Frames per second of a moving picture
    #[arg(long, value_name = "N", default_value = "30", value_parser = frame_rate, allow_negative_numbers = true)]
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
    /// Goes along with the character, from near by, in a scene or with --travel
    #[arg(long, conflicts_with = "turntable")]
    follow: bool,
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
        let happens = self.scene.and_then(Surroundings::scene);
        if let Some(scene) = happens {
            if self.turntable {
                return Err(Failure::Call(
                    "--turntable does not go with a scene in which something happens".into(),
                ));
            }
            self.stance.set_out(&file, scene)?;
        }
        if self.follow && happens.is_none() && !self.stance.travel {
            let message = "--follow: nobody gets anywhere; --travel, or a --scene in which something happens, goes with it";
            return Err(Failure::Call(message.into()));
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
        self.hidden.apply(&mut cast.lead, &name)?;
        if let Some(scene) = happens {
            let held = hide::what_is_held(&cast.lead, &name).filter(|_| scene.wants_hands());
            held.iter().for_each(|held| eprintln!("sinew: {held}"));
            cast.enter(scene, &name)?;
        }
        let still = (!kind.is_animated()).then_some(self.stance.time.unwrap_or(0.0));
        cast.reach(&self.reaching, (happens, &name), still)?;
        let timeline = self.timeline(&mut cast, kind);
        if let Some(script) = &cast.script {
            script.tell_what_comes_later(timeline.time(timeline.frames.saturating_sub(1)));
        }
        if !kind.is_animated() || happens.is_some() {
            cast.tell_if_outside(timeline.start);
        }
        let [width, height] = self.size.unwrap_or(kind.default_size());

        let camera = self.camera(&mut cast, &timeline, width as f32 / height as f32);
        // Scenes have their floor at height 0.
        let ground = match happens {
            Some(_) => GroundPlane::default(),
            None => instances::ground(&rest_bounds(&cast.lead)),
        };
        let clip = encode::Clip { width, height, frames: timeline.frames, fps: timeline.fps };
        let mut encoder = kind.start(&self.output, clip)?;
        let gpu = Gpu::off_screen().map_err(|e| Failure::Machine(e.to_string()))?;
        let mut renderer = Renderer::new(&gpu, RenderSettings::default());
        let mut models = instances::create_instances(&renderer, cast.actors())?;
        let progress = Progress::new(timeline.frames, "frames");
        for frame in 0..timeline.frames {
            self.take_place(&mut cast, &timeline, frame);
            instances::update_instances(&mut models, &renderer, cast.actors());
            let actors: Vec<&ModelInstance> = models.iter().collect();
            let lines = self.lines(&cast);
            let time = timeline.time(frame);
            let camera = shot::along(camera, &cast, self.follows());
            let mut scene = Scene::new(camera, &actors).with_lines(&lines).with_time(time);
            scene.background = self.background.unwrap_or_default();
            let surroundings = self.scene.unwrap_or(match self.background {
                Some(_) => Surroundings::Empty,
                None => Surroundings::Ground,
            });
            let spacing = happens.is_some().then_some(body_scale(&cast.lead));
            let ground = ground.with_grid_spacing(spacing);
            scene.ground = (surroundings != Surroundings::Empty).then_some(ground);
            let pixels = renderer
                .render_to_image(&scene, width, height)
                .map_err(|e| Failure::Machine(e.to_string()))?;
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
                reaching.map_or(0.0, GoalSchedule::length)
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

    /// A camera that has the character, or its head, in view in every frame. Stills of a scene, and of who is followed, are
    /// framed as its moving picture is, so that they can be compared.
    fn camera(&self, cast: &mut Cast, timeline: &Timeline, aspect: f32) -> Camera {
        let scene = self.scene.and_then(Surroundings::scene);
        let from = Angle::direction(self.view, scene);
        let face = self.view == Some(Angle::Face);
        let follow = self.follows();
        let mut shot = Shot::new(from, aspect, ShotSubject { face, follow });
        let happens = follow || scene.is_some();
        let is_still = timeline.step == 0.0;
        let in_part = !is_still && (self.seconds.is_some() || self.stance.time.is_some());
        let whole = (happens && !in_part).then(|| shot::moments(cast));
        let framed = whole.as_ref().unwrap_or(timeline);
        for frame in 0..framed.frames {
            self.take_place(cast, framed, frame);
            shot.see(cast);
        }
        // What is shown after the end is in view as well.
        if is_still && timeline.start > framed.time(framed.frames - 1) {
            self.take_place(cast, timeline, 0);
            shot.see(cast);
        }
        shot.camera()
    }

    /// Whether the camera goes along. A face is nothing to be seen from a whole way off.
    fn follows(&self) -> bool {
        let goes = self.stance.travel || self.scene.and_then(Surroundings::scene).is_some();
        self.follow || (goes && !self.turntable && self.view == Some(Angle::Face))
    }

    fn lines(&self, cast: &Cast) -> Vec<Line> {
        let mut lines = Vec::new();
        for actor in cast.actors() {
            if self.overlay.contains(&Overlay::Skeleton) || is_motion_only(actor) {
                overlay::skeleton(&actor.frame(), &mut lines);
            }
            if self.overlay.contains(&Overlay::Bounds) {
                overlay::bounds(&actor.frame(), &mut lines);
            }
        }
        lines
    }
}
