//! Panel with the list of clips.

use crate::viewer::command::Command;
use crate::viewer::state::State;
use crate::viewer::transport::shown_playback;
use egui::{Align, Button, Layout, RichText, ScrollArea, TextEdit, Ui};
use sinew::clip::{ClipKeys, ClipSource};

/// Number of clips from which on there is a search box.
const SEARCH_FROM: usize = 12;

/// List of clips; a click plays one.
pub(super) fn show(ui: &mut Ui, state: &State, filter: &mut String, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    let clips = actor.clips();
    ui.horizontal(|ui| {
        ui.heading("Clips");
        ui.weak(clips.len().to_string());
    });
    if clips.len() >= SEARCH_FROM {
        ui.add(TextEdit::singleline(filter).hint_text("Search").desired_width(f32::INFINITY));
    } else {
        filter.clear();
    }
    if actor.character().humanoid().is_some() && !clips.iter().any(ClipSource::moves) {
        let add = ui.button("Add the built-in clips");
        if add.on_hover_text("Retargets the built-in character's clips to this one").clicked() {
            commands.push(Command::AddBuiltInClips);
        }
    }
    let playing = shown_playback(actor).map(|p| p.clip());
    let wanted = filter.to_lowercase();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        if row(ui, playing.is_none(), "Rest pose", "").clicked() {
            commands.push(Command::Play(None));
        }
        let matching = clips.ids().zip(clips.iter());
        for (id, clip) in matching.filter(|(_, c)| c.name().to_lowercase().contains(&wanted)) {
            let name = if clip.name().is_empty() { format!("Clip {}", id.0) } else { clip.name().to_owned() };
            let row = row(ui, playing == Some(id), &name, &format!("{:.2} s", clip.end()));
            let contents = match clip.keys() {
                ClipKeys::Raw(clip) => {
                    format!("{} tracks, {} keys", clip.track_count(), clip.key_count())
                }
                ClipKeys::Compressed(clip) => {
                    format!("compressed: {} channels, {} bytes", clip.channel_count(), clip.size_in_bytes())
                }
            };
            if row.on_hover_text(contents).clicked() {
                commands.push(Command::Play(Some(id)));
            }
        }
    });
}

/// Row with a name on the left and a duration on the right.
fn row(ui: &mut Ui, chosen: bool, name: &str, length: &str) -> egui::Response {
    let width = ui.available_width();
    ui.allocate_ui_with_layout([width, 20.0].into(), Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(length).small().weak());
        let button = Button::selectable(chosen, name).truncate();
        ui.with_layout(
            Layout::left_to_right(Align::Center).with_main_justify(true).with_main_align(Align::Min),
            |ui| ui.add(button),
        )
        .inner
    })
    .inner
}
