use super::icon::{self, Icon};
use super::{Command, State};
use crate::viewer::transport;
use egui::{Checkbox, DragValue, RichText, Slider, Ui};

/// Play, step, scrub, speed, loop.
pub(super) fn show(ui: &mut Ui, state: &State, wants: &mut Vec<Command>) {
    let place = transport::place(&state.shown.cast.lead);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_enabled_ui(place.is_some(), |ui| {
            let mut button = |ui: &mut Ui, icon: Icon, hint: &str, command: Command| {
                if icon::button(ui, icon).on_hover_text(hint).clicked() {
                    wants.push(command);
                }
            };
            button(ui, Icon::StepBack, "A frame back (left arrow)", Command::Nudge(-1));
            match state.transport.playing {
                true => button(ui, Icon::Pause, "Pause (Space)", Command::TogglePlaying),
                false => button(ui, Icon::Play, "Play (Space)", Command::TogglePlaying),
            }
            button(ui, Icon::StepOn, "A frame on (right arrow)", Command::Nudge(1));

            let (mut time, first, last) = place.unwrap_or((0.0, 0.0, 0.0));
            ui.label(RichText::new(format!("{time:6.2} / {last:.2} s")).monospace());
            // What stands to the right takes what it needs; the slider gets the rest.
            ui.spacing_mut().slider_width = (ui.available_width() - 176.0).max(60.0);
            if ui.add(Slider::new(&mut time, first..=last.max(first + 1e-6)).show_value(false)).changed() {
                wants.push(Command::Seek(time));
            }
            let mut speed = state.transport.speed;
            ui.label("Speed");
            if ui
                .add(DragValue::new(&mut speed).speed(0.01).range(-4.0..=4.0).suffix("×").fixed_decimals(2))
                .changed()
            {
                wants.push(Command::Speed(speed));
            }
            let mut looping = state.transport.looping;
            if ui.add(Checkbox::new(&mut looping, "Loop")).changed() {
                wants.push(Command::Looping(looping));
            }
        });
    });
    ui.add_space(2.0);
}
