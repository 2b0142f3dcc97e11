//! The window. [`state`] knows what is shown and does what [`command`]s say; [`panel`]s turn the state into
//! widgets and clicks into commands; [`screen`] draws; [`window`] lets winit run it all.

mod camera_follow;
mod command;
mod cost;
mod event_log;
mod handles;
mod messages;
mod open_character;
mod open_file;
mod orbit;
mod panel;
mod projection;
mod scene;
mod screen;
mod state;
mod switches;
#[cfg(test)]
mod tests;
mod transport;
mod window;

use crate::asset::source::{self, Loaded};
use crate::options::hide::{self, HideOptions};
use crate::options::playback::PlaybackOptions;
use crate::player::rig::ArmOptions;
use crate::player::script;
use crate::report::failure::{Failure, Outcome};
use crate::scene::SceneKind;
use command::Command;
use state::State;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use winit::error::EventLoopError;
use winit::event_loop::EventLoop;

/// Opens the window on `first`, then on `others` as if they were dropped on it, in a scene and with a rig if there are such, and without
/// what is `hidden`.
pub(crate) fn run(
    first: Loaded,
    others: Vec<PathBuf>,
    options: &PlaybackOptions,
    scene: Option<SceneKind>,
    (rig, arms): (Option<&Path>, ArmOptions),
    hidden: &HideOptions,
) -> Outcome {
    let no_window = |e: EventLoopError| {
        // winit names the line of its own source first.
        let text = e.to_string();
        let why = text.split_once(": ").map_or(text.as_str(), |(_, why)| why).trim_end_matches('.');
        Failure::Machine(format!(
            "no window can be opened here: {why}; for a picture instead: sinew render -o picture.png"
        ))
    };
    let events = EventLoop::new().map_err(no_window)?;
    // Clips alone are shown on the built-in character.
    let clips_alone = first.imported.character.instances().is_empty() && !first.imported.clips.is_empty();
    let (first, clips) = if clips_alone { (source::open(None)?, first.path) } else { (first, None) };
    let mut state = State::new(first, options)?;
    clips.into_iter().chain(others).for_each(|path| state.apply(Command::Open(path)));
    hidden.apply(&mut state.shown.cast.lead, &state.shown.name)?;
    state.arms = arms;
    if let Some(rig) = rig {
        state.use_rig(rig)?;
    }
    if let Some(kind) = scene {
        let held = hide::what_is_held(&state.shown.cast.lead, &state.shown.name);
        held.filter(|_| kind.wants_hands()).iter().for_each(|held| eprintln!("sinew: {held}"));
        state.enter_scene(kind, options.clip.is_some())?;
    }
    // Of what is chosen it is told where it is chosen.
    if options.travel && options.clip.is_none() && options.graph.is_none() {
        let lead = &state.shown.cast.lead;
        script::what_stays(lead, lead.graph().is_some()).iter().for_each(|stays| eprintln!("sinew: {stays}"));
    }
    let mut viewer = window::Viewer::new(state);
    events.run_app(&mut viewer).map_err(no_window)?;
    viewer.into_failure().map_or(Ok(ExitCode::SUCCESS), Err)
}
