//! The viewer. [`state`] holds everything shown and applies [`command`]s; [`panel`]s draw the state as
//! widgets and turn clicks into commands; a [`frame`] puts them in order; [`screen`] draws with wgpu;
//! [`window`] runs the event loop of winit.

mod camera_follow;
mod clip_edits;
mod command;
mod cost;
mod event_log;
mod first_view;
mod frame;
mod goal_fades;
mod hair;
mod handles;
mod messages;
mod nearest_part;
mod open_character;
mod open_file;
mod open_show;
mod orbit;
mod overlay;
mod panel;
mod picture;
mod picture_light;
mod ragdoll;
mod ragdoll_tools;
mod ray;
mod recent_files;
mod reload;
mod scene;
mod screen;
mod set_switch;
mod show;
mod show_file;
mod show_picture;
mod sound_playback;
mod speech;
mod stamp_drips;
mod stamp_looks;
mod stamp_marks;
mod stamp_tools;
mod stamps;
mod state;
mod switches;
#[cfg(test)]
mod tests;
mod transport;
mod window;
mod wrinkle_tools;
mod wrinkles;

use crate::asset::read_files::ReadFiles;
use crate::asset::source::{self, Loaded};
use crate::options::arms::ArmOptions;
use crate::options::camera::CameraOptions;
use crate::options::hair::HairOptions;
use crate::options::hide::{self, HideOptions};
use crate::options::light::LightOptions;
use crate::options::playback::PlaybackOptions;
use crate::options::scene::SceneChoice;
use crate::options::wrinkles::{AUTO, WrinkleOptions};
use crate::player::script;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::shell::quoted_path;
use crate::show::{ShowPlayer, built_in};
use command::Command;
use recent_files::RecentFiles;
pub(crate) use speech::is_sound;
use state::State;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use winit::error::EventLoopError;
use winit::event_loop::EventLoop;
use wrinkles::WrinkleChoice;

/// Opens the window on `first`, then opens `others` as if they were dropped on it. `scene` and `rig` are
/// applied at once, meshes of `hidden` are hidden, hair is put on, wrinkles are switched on.
pub(crate) fn run(
    first: Loaded,
    others: Vec<PathBuf>,
    options: &PlaybackOptions,
    scene: Option<SceneChoice>,
    (rig, arms, ragdoll): (Option<&Path>, ArmOptions, Option<&Path>),
    (hidden, hair, wrinkle_options): (&HideOptions, &HairOptions, &WrinkleOptions),
    (camera, light): (CameraOptions, &LightOptions),
) -> Outcome {
    let picture = match scene {
        Some(SceneChoice::Show) => "sinew render --scene show -o show.gif".to_owned(),
        _ => render_instead(first.path.as_deref()),
    };
    let no_window = |e: EventLoopError| {
        // The message of winit begins with a position in its own source.
        let text = e.to_string();
        let why = text.split_once(": ").map_or(text.as_str(), |(_, why)| why).trim_end_matches('.');
        Failure::Machine(format!("cannot open a window: {why}; to render a picture instead: {picture}"))
    };
    diagnostic::print_losses(&first.name, &first.imported.report);
    let events = EventLoop::new().map_err(no_window)?;
    // A file with clips only is shown on the built-in character.
    let clips_alone =
        first.imported.character.mesh_instances().is_empty() && !first.imported.clips.is_empty();
    let (first, clips) = if clips_alone { (source::built_in()?, first.path) } else { (first, None) };
    let recent = RecentFiles::read(recent_files::default_path());
    let mut state = State::new(first, options, recent)?;
    clips.into_iter().chain(others).for_each(|path| state.apply(Command::Open(path)));
    options.input.check_used()?;
    hidden.apply(&mut state.shown.player.actor, &state.shown.name)?;
    state.use_hair(hair)?;
    match &wrinkle_options.wrinkles {
        Some(path) if path.as_os_str() == AUTO => {
            state.apply(Command::Wrinkles(WrinkleChoice::Automatic));
        }
        Some(path) => state.apply(Command::Wrinkles(WrinkleChoice::File(path.clone()))),
        None => {}
    }
    state.arms = arms;
    state.camera = camera;
    let read = ReadFiles::default();
    state.lighting = read.during(|| light.lighting())?;
    light.environment.iter().for_each(|path| state.watch_environment(path, &read));
    if let Some(rig) = rig {
        state.use_rig(rig)?;
    }
    if let Some(ragdoll) = ragdoll {
        state.use_ragdoll(ragdoll)?;
    }
    if scene == Some(SceneChoice::Show) {
        state.begin_show(ShowPlayer::new(built_in::built_in()?)?);
    }
    if let Some(kind) = scene.and_then(SceneChoice::kind) {
        let held = hide::held_items_notice(&state.shown.player.actor, &state.shown.name);
        held.filter(|_| kind.uses_hands()).iter().for_each(|held| message!("sinew: {held}"));
        state.enter_scene(kind, options.clip.is_some())?;
    }
    // With --clip or --graph the message was printed when the player was made.
    if options.apply_root_motion && options.clip.is_none() && options.graph.is_none() {
        let lead = &state.shown.player.actor;
        script::missing_root_motion(lead, lead.graph().is_some())
            .iter()
            .for_each(|stays| message!("sinew: {stays}"));
    }
    let mut viewer = window::Viewer::new(state);
    events.run_app(&mut viewer).map_err(no_window)?;
    viewer.into_failure().map_or(Ok(ExitCode::SUCCESS), Err)
}

/// Command that renders `file` instead of opening it in the window.
fn render_instead(file: Option<&Path>) -> String {
    let file = file.map_or_else(String::new, |file| format!("{} ", quoted_path(file)));
    format!("sinew render {file}-o picture.png")
}
