//! `sinew render`: pictures without a window.

mod batch;
mod close_ups;
mod contact_sheet;
mod film;
mod options;
mod sheet;
mod show;
mod strands;

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::ragdoll::ragdoll_of_text;
use crate::asset::source::{self, Loaded};
use crate::drawing::framing::Framing;
use crate::drawing::names::PlacedName;
use crate::drawing::overlay_lines::{overlay_lines, overlay_names};
use crate::drawing::shot::{self, Shot, ShotSubject};
use crate::drawing::turntable::Turn;
use crate::encode::Kind;
use crate::options::camera::CameraOptions;
use crate::options::frames::FrameOptions;
use crate::options::goals::GoalOptions;
use crate::options::hair::HairOptions;
use crate::options::hide::{self, HideOptions};
use crate::options::light::LightOptions;
use crate::options::number::size;
use crate::options::object_normals::ObjectNormals;
use crate::options::overlay::Overlay;
use crate::options::playback::PlaybackOptions;
use crate::options::shading::ShadingOption;
use crate::options::wrinkles::WrinkleOptions;
use crate::player::goals::GoalSchedule;
use crate::player::scene_player::ScenePlayer;
use crate::player::timeline::Timeline;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use clap::Args;
pub(crate) use close_ups::CloseUp;
pub(crate) use options::moments;
use options::{Surroundings, background};
use sinew::WrapMode;
use sinew::glam::Vec3;
use sinew_render::{Background, Camera, Line};
use sinew_setup::MarkedDecals;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Default duration of a turntable, seconds.
const TURN: f64 = 4.0;

/// Render a character to a still, an animation or a folder of frames.
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew render -o hero.png\n  sinew render fox.glb --clip Walk -o walk.gif\n  \
    sinew render hero.glb --turntable --seconds 4 -o turn.apng\n  \
    sinew render hero.glb --contact-sheet -o clips.png\n  \
    sinew render hero.ron --contact-sheet=8 --set speed=1@1 --seconds 4 -o graph.png\n  \
    sinew render --graph locomotion.ron --set speed=1@1 --set speed=2@3 --apply-root-motion -o about.gif\n  \
    sinew render hero.glb --clip 0 --background none -o frames/%04d.png\n  \
    sinew render hero.glb --scene stairs --follow --hide sword -o stairs.gif\n  \
    sinew render hero.glb --azimuth 30 --elevation -10 --zoom 1.5 -o low.png\n  \
    sinew render --reach \"left hand=0.4,1.3,0.3\" --look 0.3,1.4,1 -o reach.png\n  \
    sinew render --scene show --time 5 --seconds 3 -o show.gif\n  sinew render my_show.ron -o show.mp4\n\n\
    The camera frames the whole character over the whole clip, and a scene over its whole duration, for stills too.\n\
    --follow moves the camera along with the character and frames it alone; so does --view face in scenes and with\n\
    --apply-root-motion. An animation without --clip and --turntable plays the file's first clip that moves. It loops, starts at\n\
    --time, and lasts one round of the clip (about four seconds with --turntable) unless --seconds is given. A still\n\
    shows the rest pose; with --clip or --time it shows a moment of that clip, or of the first."
)]
pub(crate) struct Render {
    /// Character file, or FILE#C for its clip C; default: the built-in character; or a show (.ron), with its
    /// own camera
    file: Option<PathBuf>,
    #[command(flatten)]
    playback: PlaybackOptions,
    #[command(flatten)]
    hidden: HideOptions,
    #[command(flatten)]
    goals: GoalOptions,
    /// Output: .png, .jpg, .webp (lossless), .gif, .apng, .mp4, or a folder of frames such as frames/%04d.png
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    frames: FrameOptions,
    /// Show all clips of the file, or that of --clip, in one picture: N moments each (default: 5), with their
    /// names. With --graph, --set or --seconds: N moments of the graph that plays
    #[arg(
        long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "5",
        value_parser = moments,
        conflicts_with_all = ["turntable", "follow", "time", "reach", "look"]
    )]
    contact_sheet: Option<u32>,
    /// Size in pixels (default: 1280x720, for .gif and .apng 640x360, for a moment of a contact sheet
    /// 120x160)
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    view: CameraOptions,
    #[command(flatten)]
    light: LightOptions,
    /// Turn the character around once
    #[arg(long)]
    turntable: bool,
    /// Follow the character closely with the camera, in a scene or with --apply-root-motion
    #[arg(long, conflicts_with = "turntable")]
    follow: bool,
    /// Surroundings: ground, nothing, the built-in show, or a scene for a humanoid (default: ground; with
    /// --background: empty)
    #[arg(long, value_enum, value_name = "NAME")]
    scene: Option<Surroundings>,
    /// Background: none (transparent), a name such as white, or #rrggbb
    #[arg(long, value_name = "COLOUR|none", value_parser = background)]
    background: Option<Background>,
    /// Lines drawn over the character, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    overlay: Vec<Overlay>,
    /// Ragdoll as text (RON) for --overlay ragdoll, in place of the file's own or a fitted one
    #[arg(long, value_name = "RON")]
    ragdoll: Option<PathBuf>,
    /// Shading of surfaces: lit, or a debug view of directions and texture coordinates
    #[arg(long, value_enum, value_name = "KIND", default_value = "material")]
    shading: ShadingOption,
    /// Normal map in object space for the material NAME; default: the only material with a normal map, else
    /// the only one
    #[arg(long, value_name = "[NAME=]MAP")]
    object_normals: Option<ObjectNormals>,
    #[command(flatten)]
    wrinkles: WrinkleOptions,
    #[command(flatten)]
    hair: HairOptions,
    /// Part of the world that a still shows, in place of the whole character.
    #[arg(skip)]
    focus: Option<Focus>,
    /// Places that a sheet shows from nearby, in place of the whole character.
    #[arg(skip)]
    close_ups: Vec<CloseUp>,
    /// Decals that the character has from the beginning, from which drops may run.
    #[arg(skip)]
    decals: Option<MarkedDecals>,
}

/// Radius of a close-up, in radii of what it shows.
pub(crate) const CLOSE_UP_RADII: f32 = 4.0;

/// Sphere in world space that a picture shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Focus {
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
}

/// Reason why an animation has one frame.
fn single_frame_reason(player: &ScenePlayer, name: &str) -> String {
    match player.actor.clips().len() {
        0 => format!("{name} has no clips"),
        _ => "no clip that lasts plays".to_owned(),
    }
}

impl Render {
    /// Picture or animation of a character on the ground.
    pub(crate) fn of(
        output: PathBuf,
        playback: PlaybackOptions,
        view: CameraOptions,
        focus: Option<Focus>,
    ) -> Self {
        Self {
            file: None,
            playback,
            hidden: HideOptions::default(),
            goals: GoalOptions::default(),
            output,
            frames: FrameOptions::default(),
            contact_sheet: None,
            size: None,
            view,
            light: LightOptions::default(),
            turntable: false,
            follow: false,
            scene: None,
            background: None,
            overlay: Vec::new(),
            ragdoll: None,
            shading: ShadingOption::default(),
            object_normals: None,
            wrinkles: WrinkleOptions::default(),
            hair: HairOptions::default(),
            focus,
            close_ups: Vec::new(),
            decals: None,
        }
    }

    /// Draws lines over the character, with the ragdoll of a text.
    pub(crate) fn with_overlay(mut self, overlay: Vec<Overlay>, ragdoll: Option<PathBuf>) -> Self {
        (self.overlay, self.ragdoll) = (overlay, ragdoll);
        self
    }

    /// Gives the character the ragdoll that is drawn over it.
    fn prepare_overlay(&mut self, player: &mut ScenePlayer, name: &str) -> Result<(), Failure> {
        if let Some(path) = &self.ragdoll {
            let ragdoll = ragdoll_of_text(path, player.actor.character())?;
            player.use_ragdoll(Arc::new(ragdoll)).map_err(|error| Failure::input(path.display(), error))?;
            if !self.overlay.contains(&Overlay::Ragdoll) {
                self.overlay.push(Overlay::Ragdoll);
            }
        }
        match self.overlay.contains(&Overlay::Ragdoll) {
            true => player.ensure_ragdoll().map_err(|error| Failure::input(name, error)),
            false => Ok(()),
        }
    }

    /// Hides meshes.
    pub(crate) fn with_hidden(mut self, hidden: HideOptions) -> Self {
        self.hidden = hidden;
        self
    }

    /// Lights the picture.
    pub(crate) fn with_light(mut self, light: LightOptions) -> Self {
        self.light = light;
        self
    }

    /// Puts hair on the character.
    pub(crate) fn with_hair(mut self, hair: HairOptions) -> Self {
        self.hair = hair;
        self
    }

    /// Draws a contact sheet of this number of moments.
    pub(crate) fn with_contact_sheet(mut self, moments: Option<u32>) -> Self {
        self.contact_sheet = moments;
        self
    }

    /// Draws a sheet of places on the skin, a row each.
    pub(crate) fn with_close_ups(mut self, close_ups: Vec<CloseUp>) -> Self {
        self.close_ups = close_ups;
        self
    }

    /// Sets decals that the character has from the beginning; it then plays from there on.
    pub(crate) fn with_decals(mut self, decals: Option<MarkedDecals>) -> Self {
        self.decals = decals;
        self
    }

    /// Sets the duration and the frame rate of an animation.
    pub(crate) fn with_frames(mut self, frames: FrameOptions) -> Self {
        self.frames = frames;
        self
    }

    /// Sets the size in pixels.
    pub(crate) fn with_size(mut self, size: Option<[u32; 2]>) -> Self {
        self.size = size;
        self
    }

    pub(crate) fn run(mut self) -> Outcome {
        let kind = Kind::of(&self.output)?;
        let has_seconds = self.frames.seconds.is_some() && self.contact_sheet.is_none();
        if !kind.is_animated() && (has_seconds || self.turntable) {
            return Err(Failure::Call(
                "--seconds and --turntable need an animation: write .gif, .apng, .mp4 or frames/%04d.png \
                 instead of a picture"
                    .into(),
            ));
        }
        if kind.is_opaque() && self.background == Some(Background::Transparent) {
            let message = format!(
                "-o {}: the format has no transparency for --background none; write .png, .webp, .gif or \
                 .apng",
                self.output.display()
            );
            return Err(Failure::Call(message));
        }
        if let Some(show) = self.show()? {
            return self.film_show(show, kind);
        }
        let argument = FileAndClip::parse(self.file.as_deref());
        self.playback.clip = self.playback.clip.or(argument.clip);
        let mut file = source::open(argument.file.as_deref(), &self.playback.input)?;
        let name = file.name.clone();
        if let Some(normals) = &self.object_normals {
            normals.apply(&mut file)?;
        }
        diagnostic::print_losses(&name, &file.imported.report);
        self.draw(file, kind)
    }

    /// Draws a character that is open.
    pub(crate) fn draw(mut self, file: Loaded, kind: Kind) -> Outcome {
        let name = file.name.clone();
        let scene = self.scene.and_then(Surroundings::scene);
        self.check_options(&file, kind)?;
        self.choose_clip(&file, kind)?;
        self.playback.check_event_names(&file)?;
        let kept = self.hair.any().then(|| file.clone());
        let mut player = ScenePlayer::new(file, &self.playback)?;
        self.wrinkles.apply(&mut player.actor, &name)?;
        self.playback.input.check_used()?;
        self.hidden.apply(&mut player.actor, &name)?;
        self.hair.apply(&mut player, &name)?;
        if let Some(kept) = kept
            && let Some(carded) = self.with_cards(&player, kept)?
        {
            player = carded;
            self.wrinkles.apply(&mut player.actor, &name)?;
        }
        if let Some(decals) = &self.decals {
            let set = player.actor.set_decals(Some(decals.decals.clone()));
            set.map_err(|error| Failure::input(&name, error))?;
            decals.add_marks(&mut player.actor);
        }
        self.prepare_overlay(&mut player, &name)?;
        if self.hair.any() || player.actor.hair().is_some() || self.decals.is_some() {
            player.play_from_start(player.wrap());
        }
        if !self.close_ups.is_empty() {
            return self.close_up_sheet(player, kind, &name);
        }
        if let Some(moments) = self.contact_sheet {
            return self.contact_sheet(player, moments, kind, &name);
        }
        if let Some(scene) = scene {
            let held = hide::held_items_notice(&player.actor, &name).filter(|_| scene.uses_hands());
            held.iter().for_each(|held| message!("sinew: {held}"));
            player.enter(scene, &name)?;
        }
        let still = (!kind.is_animated()).then_some(self.playback.time.unwrap_or(0.0));
        player.set_goals(&self.goals, &name, still)?;
        let timeline = self.timeline(&mut player, kind);
        if let Some(script) = &player.script {
            script.report_late_changes(timeline.time(timeline.frames.saturating_sub(1)));
        }
        if self.playback.time.is_some() && (!kind.is_animated() || scene.is_some()) {
            player.report_time_outside(timeline.start);
        }
        if kind.is_animated() && timeline.frames == 1 && self.frames.seconds.is_none() {
            let (output, still) = (self.output.display(), single_frame_reason(&player, &name));
            message!(
                "sinew: {output}: one frame only: {still}; --clip, --turntable or --seconds make it longer"
            );
        }
        self.record(&mut player, &timeline, kind)?;
        player.report_misses();
        Ok(ExitCode::SUCCESS)
    }

    /// Checks options that exclude each other, and chooses the clip of a scene.
    fn check_options(&mut self, file: &Loaded, kind: Kind) -> Result<(), Failure> {
        let scene = self.scene.and_then(Surroundings::scene);
        if let Some(scene) = scene {
            if self.turntable {
                return Err(Failure::Call(
                    "--turntable cannot be combined with a scene such as stairs".into(),
                ));
            }
            self.playback.choose_scene_clip(file, scene)?;
        }
        if self.contact_sheet.is_some() && (kind.is_animated() || scene.is_some()) {
            let message =
                "--contact-sheet is one picture: write .png, .jpg or .webp, without a scene such as stairs";
            return Err(Failure::Call(message.into()));
        }
        if self.follow && scene.is_none() && !self.playback.apply_root_motion {
            let message =
                "--follow needs a character that moves: add --apply-root-motion, or a --scene such as stairs";
            return Err(Failure::Call(message.into()));
        }
        Ok(())
    }

    /// Chooses a clip where one plays and none is given.
    fn choose_clip(&mut self, file: &Loaded, kind: Kind) -> Result<(), Failure> {
        // A time means that a clip plays, as an animation does. Hair moves without one.
        let plays = (kind.is_animated() && !self.turntable)
            || self.playback.time.is_some()
            || self.playback.apply_root_motion
            || (self.contact_sheet.is_some() && !self.close_ups.is_empty());
        let has_graph =
            self.playback.graph.is_some() || file.setup.as_ref().is_some_and(|setup| setup.has_graph());
        if plays && !has_graph {
            if !file.imported.clips.is_empty() {
                let choice = self.playback.clip.get_or_insert_with(|| clip_choice::default_choice(file));
                if kind.is_animated() {
                    clip_choice::report_still_choice(file, choice);
                }
            } else if self.playback.time.is_some() && self.playback.clip.is_none() && !self.hair.moves() {
                let message =
                    format!("--time: {} has no clips; give one of another file with --clip", file.name);
                return Err(Failure::Call(message));
            }
        }
        Ok(())
    }

    /// Times of the frames; a still is one frame at its time.
    fn timeline(&self, player: &mut ScenePlayer, kind: Kind) -> Timeline {
        let playing = player.playing().map(|(_, first, last)| (first, last - first));
        if !kind.is_animated() {
            let start = self.playback.time.unwrap_or(0.0);
            return Timeline { start, step: 0.0, frames: 1, fps: self.frames.fps };
        }
        // A turntable without a duration shows whole rounds of the clip.
        let is_rounds = self.turntable && self.frames.seconds.is_none();
        player.set_wrap(if is_rounds { WrapMode::Loop } else { player.wrap() });
        if let Some(script) = player.script.as_ref().filter(|script| script.has_graph()) {
            let seconds = self.frames.seconds.or(Some(script.duration()));
            return Timeline::new(self.playback.time.unwrap_or(0.0), 0.0, seconds, self.frames.fps);
        }
        let (first, clip) = playing.unwrap_or_default();
        if let Some(duration) = player.scene_duration() {
            let seconds = self.frames.seconds.unwrap_or(duration);
            return Timeline::new(self.playback.time.unwrap_or(first), 0.0, Some(seconds), self.frames.fps);
        }
        let length = match (self.turntable, clip > 0.0) {
            // Whole rounds of the clip, closest to the default duration.
            (true, true) => (TURN / clip).round().max(1.0) * clip,
            (true, false) => TURN,
            (false, true) => clip,
            // Only goals play.
            (false, false) => {
                let goals = player.script.as_ref().and_then(|script| script.goals.as_ref());
                goals.map_or(0.0, GoalSchedule::duration)
            }
        };
        Timeline::new(self.playback.time.unwrap_or(first), length, self.frames.seconds, self.frames.fps)
    }

    /// Turn of the turntable in a frame.
    fn turn(&self, player: &ScenePlayer, timeline: &Timeline, frame: usize) -> Turn {
        match self.turntable {
            true => Turn::of(&player.actor, timeline.share(frame) as f32 * std::f32::consts::TAU),
            false => Turn::NONE,
        }
    }

    /// Camera that has the character, or its head, in view in every frame. Stills of a scene or of a followed
    /// character are framed as its animation is, so that they can be compared.
    fn camera(&self, player: &mut ScenePlayer, timeline: &Timeline, aspect: f32) -> Camera {
        let scene = self.scene.and_then(Surroundings::scene);
        let from = self.view.direction(player.actor.character(), scene);
        let face = self.view.shows_face();
        let follow = self.follows();
        if let Some(Focus { center, radius }) = self.focus {
            let mut framing = Framing::new(from, aspect);
            framing.add_sphere(center, radius);
            return self.view.adjusted(framing.camera());
        }
        let mut shot = Shot::new(from, aspect, ShotSubject { face, follow });
        let covers_all = follow || scene.is_some();
        let is_still = timeline.step == 0.0;
        let in_part = !is_still && (self.frames.seconds.is_some() || self.playback.time.is_some());
        let whole = (covers_all && !in_part).then(|| shot::moments(player));
        let framed = whole.as_ref().unwrap_or(timeline);
        for frame in 0..framed.frames {
            player.seek(framed.time(frame));
            match self.turntable {
                true => shot.add_turned_frame(player, self.turn(player, framed, frame)),
                false => shot.add_frame(player),
            }
        }
        // A still after the end is in view too.
        if is_still && timeline.start > framed.time(framed.frames - 1) {
            player.seek(timeline.time(0));
            shot.add_frame(player);
        }
        self.view.adjusted(shot.camera())
    }

    /// True when the camera follows the character. A face is too small from a fixed camera, so it is followed
    /// too.
    fn follows(&self) -> bool {
        let goes = self.playback.apply_root_motion || self.scene.and_then(Surroundings::scene).is_some();
        self.follow || (goes && !self.turntable && self.view.shows_face())
    }

    /// Names over the actors.
    fn names(&self, player: &ScenePlayer) -> Vec<PlacedName> {
        player.actors().flat_map(|actor| overlay_names(&self.overlay, actor)).collect()
    }

    /// Lines over the actors.
    fn lines(&self, player: &ScenePlayer) -> Vec<Line> {
        let mut lines = Vec::new();
        for actor in player.actors() {
            overlay_lines(&self.overlay, actor, &mut lines);
        }
        lines
    }
}
