//! Panel with the edits of the clip that plays.

use crate::asset::clip_edit::{ClipEdit, Reference};
use crate::viewer::command::Command;
use crate::viewer::state::State;
use crate::viewer::transport;
use egui::{Button, CollapsingHeader, DragValue, Key, RichText, TextEdit, Ui};
use sinew::ClipId;
use std::path::PathBuf;

/// Values of the panel.
pub(super) struct Values {
    speed: f32,
    /// Keys per second.
    rate: f32,
    /// Character and clip of the stretch, and its start and end in file seconds.
    stretch: (Option<(u64, ClipId)>, f32, f32),
    /// Path in the field of `Save…`; none while the field is closed.
    path: Option<String>,
}

impl Default for Values {
    fn default() -> Self {
        Self { speed: 1.5, rate: 30.0, stretch: (None, 0.0, 0.0), path: None }
    }
}

/// Edits of the clip that plays: buttons, each of which makes a new clip.
pub(super) fn show(ui: &mut Ui, state: &State, values: &mut Values, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    let Some(clip) = transport::shown_playback(actor).map(|playback| playback.clip()) else { return };
    CollapsingHeader::new(RichText::new("Clip edits").heading()).id_salt("clip edits").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let buttons = [
                ("Mirror", ClipEdit::Mirror, "Exchanges left and right"),
                ("Reverse", ClipEdit::Reverse, "Plays backwards"),
                ("Mend", ClipEdit::Mend, "Makes the edits that remove faults of motion"),
                ("Smooth", ClipEdit::Smooth, "Removes noise and jumps of captures"),
                ("Plant feet", ClipEdit::PlantFeet, "Holds feet where they stand"),
                (
                    "Close loop",
                    ClipEdit::CloseLoop,
                    "Blends the ends, so that the last pose becomes the first",
                ),
                (
                    "Additive",
                    ClipEdit::Additive(Reference::Start),
                    "The difference from its first pose, on the rest pose",
                ),
            ];
            for (name, edit, hint) in buttons {
                let hint = format!("{hint}, as a new clip (sinew convert --{})", edit.option());
                if ui.button(name).on_hover_text(hint).clicked() {
                    commands.push(Command::EditClip(edit));
                }
            }
        });
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut values.speed).speed(0.01).range(0.05..=20.0).suffix("×"));
            if ui.button("Speed").on_hover_text("A clip that is this many times as fast").clicked() {
                commands.push(Command::EditClip(ClipEdit::Speed(values.speed)));
            }
            ui.add(DragValue::new(&mut values.rate).speed(0.5).range(1.0..=240.0).suffix(" Hz"));
            if ui.button("Resample").on_hover_text("Keys at an even rate").clicked() {
                commands.push(Command::EditClip(ClipEdit::Resample(values.rate)));
            }
        });
        stretch(ui, state, clip, values, commands);
        save(ui, values, commands);
    });
}

/// Cuts the clip down to a stretch.
fn stretch(ui: &mut Ui, state: &State, clip: ClipId, values: &mut Values, commands: &mut Vec<Command>) {
    let Some((now, first, last)) = transport::clip_time(&state.shown.player.actor) else { return };
    let [now, first, last] = [now as f32, first as f32, last as f32];
    let shown = Some((state.shown.serial, clip));
    if values.stretch.0 != shown {
        values.stretch = (shown, first, last);
    }
    let (_, start, end) = &mut values.stretch;
    ui.horizontal(|ui| {
        for (time, hint) in
            [(&mut *start, "Start: the time that is shown"), (&mut *end, "End: the time that is shown")]
        {
            ui.add(DragValue::new(time).speed(0.01).range(first..=last).suffix(" s").fixed_decimals(2));
            if ui.small_button("now").on_hover_text(hint).clicked() {
                *time = now;
            }
        }
        let cut = ui.add_enabled(*start < *end, Button::new("Cut"));
        if cut.on_hover_text("The stretch between the two times, as a new clip").clicked() {
            commands.push(Command::EditClip(ClipEdit::Trim { start: Some(*start), end: Some(*end) }));
        }
    });
}

/// Button and field for the path of a file with all clips.
fn save(ui: &mut Ui, values: &mut Values, commands: &mut Vec<Command>) {
    if values.path.is_none() && ui.button("Save clips…").clicked() {
        values.path = Some("edited.glb".to_owned());
    }
    let Some(text) = &mut values.path else { return };
    let hint = "Path of a .glb, .gltf or .vrm file for the character with all clips, or of a .vrma or .bvh file for \
                the clip that plays; Enter writes it";
    let field = ui.add(TextEdit::singleline(text).desired_width(f32::INFINITY)).on_hover_text(hint);
    if field.lost_focus() {
        if ui.input(|input| input.key_pressed(Key::Enter)) && !text.trim().is_empty() {
            commands.push(Command::SaveClips(PathBuf::from(text.trim())));
        }
        values.path = None;
    } else if !field.has_focus() {
        field.request_focus();
    }
}
