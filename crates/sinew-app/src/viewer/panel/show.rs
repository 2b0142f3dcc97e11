//! Controls of a show: play, step, seek, speed, start over, close.

use super::transport::play_buttons;
use crate::viewer::command::Command;
use crate::viewer::open_show::OpenShow;
use crate::viewer::state::State;
use egui::{DragValue, RichText, Slider, Ui};
use std::path::Path;

/// Width of the controls on the right of the slider, points.
const CONTROLS: f32 = 480.0;

pub(super) fn show(ui: &mut Ui, state: &State, show: &OpenShow, commands: &mut Vec<Command>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        play_buttons(ui, state.transport.playing, commands);
        let (now, seconds) = show.time();
        let label = match show.goal() {
            Some(goal) => format!("{now:6.2} of {goal:.2} / {seconds:.2} s"),
            None => format!("{now:6.2} / {seconds:.2} s"),
        };
        ui.label(RichText::new(label).monospace());
        let mut time = show.goal().unwrap_or(now);
        // The slider takes the space that the controls on the right leave.
        ui.spacing_mut().slider_width = (ui.available_width() - CONTROLS).max(60.0);
        if ui.add(Slider::new(&mut time, 0.0..=seconds).show_value(false)).changed() {
            commands.push(Command::Seek(time));
        }
        let mut speed = state.transport.speed.max(0.0);
        ui.label("Speed");
        let value = DragValue::new(&mut speed).speed(0.01).range(0.0..=4.0).suffix("×").fixed_decimals(2);
        if ui.add(value).on_hover_text("The pitch of the sound changes with it").changed() {
            commands.push(Command::Speed(speed));
        }
        if ui.button("Start over").clicked() {
            commands.push(Command::RestartShow);
        }
        if ui.button("Show's camera").on_hover_text("F").clicked() {
            commands.push(Command::Frame(None));
        }
        if ui.button("Close").on_hover_text("Back to the character").clicked() {
            commands.push(Command::CloseShow);
        }
        let name = show.player.show().name();
        let short = Path::new(name).file_name().map_or(name.into(), |file| file.to_string_lossy());
        ui.weak(short).on_hover_text(name);
    });
    ui.add_space(2.0);
}
