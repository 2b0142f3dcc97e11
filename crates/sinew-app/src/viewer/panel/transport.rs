use super::icon::{self, Icon};
use crate::viewer::command::Command;
use crate::viewer::state::State;
use crate::viewer::transport;
use egui::{Checkbox, DragValue, RichText, Slider, Ui};

/// Playback controls: play, step, seek, speed, loop.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let clip_time = transport::clip_time(&state.shown.player.actor);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_enabled_ui(clip_time.is_some(), |ui| {
            play_buttons(ui, state.transport.playing, commands);
            let (mut time, first, last) = clip_time.unwrap_or((0.0, 0.0, 0.0));
            ui.label(RichText::new(format!("{time:6.2} / {last:.2} s")).monospace());
            // The slider takes the space that the controls on the right leave.
            ui.spacing_mut().slider_width = (ui.available_width() - 176.0).max(60.0);
            if ui.add(Slider::new(&mut time, first..=last.max(first + 1e-6)).show_value(false)).changed() {
                commands.push(Command::Seek(time));
            }
            let mut speed = state.transport.speed;
            ui.label("Speed");
            if ui
                .add(DragValue::new(&mut speed).speed(0.01).range(-4.0..=4.0).suffix("×").fixed_decimals(2))
                .changed()
            {
                commands.push(Command::Speed(speed));
            }
            let mut looping = state.transport.looping;
            if ui.add(Checkbox::new(&mut looping, "Loop")).changed() {
                commands.push(Command::Looping(looping));
            }
        });
    });
    ui.add_space(2.0);
}

/// Buttons that step back, play or pause, and step forward.
pub(super) fn play_buttons(ui: &mut Ui, is_playing: bool, commands: &mut Vec<Command>) {
    let (icon, hint) = match is_playing {
        true => (Icon::Pause, "Pause (Space)"),
        false => (Icon::Play, "Play (Space)"),
    };
    for (icon, hint, command) in [
        (Icon::StepBack, "Previous frame (left arrow)", Command::Step(-1)),
        (icon, hint, Command::TogglePlaying),
        (Icon::StepForward, "Next frame (right arrow)", Command::Step(1)),
    ] {
        if icon::button(ui, icon).on_hover_text(hint).clicked() {
            commands.push(command);
        }
    }
}
