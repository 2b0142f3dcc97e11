//! Controls of a show: play, speed, start over, close.

use super::icon::{self, Icon};
use crate::viewer::command::Command;
use crate::viewer::open_show::OpenShow;
use crate::viewer::state::State;
use egui::{DragValue, RichText, Ui};

pub(super) fn show(ui: &mut Ui, state: &State, show: &OpenShow, commands: &mut Vec<Command>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let (icon, hint) = match state.transport.playing {
            true => (Icon::Pause, "Pause (Space)"),
            false => (Icon::Play, "Play (Space)"),
        };
        if icon::button(ui, icon).on_hover_text(hint).clicked() {
            commands.push(Command::TogglePlaying);
        }
        let (time, seconds) = show.time();
        ui.label(RichText::new(format!("{time:6.2} / {seconds:.2} s")).monospace());
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
        ui.weak(show.player.show().name());
    });
    ui.add_space(2.0);
}
