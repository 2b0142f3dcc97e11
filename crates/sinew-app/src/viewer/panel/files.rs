//! Panel with the current file and the files opened before.

use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{Key, RichText, ScrollArea, TextEdit, Ui};
use sinew::skeleton::ReferenceOrigin;
use std::path::{Path, PathBuf};

/// Largest height of the list of earlier files in points, so that it leaves room for clips.
const MAX_RECENT_HEIGHT: f32 = 110.0;

/// Current character, the characters opened so far, and those of earlier runs.
pub(super) fn show(ui: &mut Ui, state: &State, open_path: &mut Option<String>, commands: &mut Vec<Command>) {
    let shown = &state.shown;
    let character = shown.player.actor.character();
    ui.add_space(8.0);
    let title = shown.path.as_deref().and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned());
    ui.label(RichText::new(title.unwrap_or_else(|| "Built-in character".into())).heading().strong());
    let vertices: usize =
        character.meshes().iter().flat_map(|m| &m.primitives).map(|p| p.positions.len()).sum();
    let size = character.reference_bounds().size();
    ui.weak(format!("{} · {} joints · {} vertices", shown.format, character.skeleton().len(), vertices));
    ui.weak(format!("{:.2} × {:.2} × {:.2} m", size.x, size.y, size.z));
    let reference = character.skeleton().reference_origin();
    if reference != ReferenceOrigin::RestPose {
        ui.weak(format!("Stands in its {}", reference.name()))
            .on_hover_text("Limits, IK and retargeting count from this pose; --reference chooses another");
    }
    if let Some((line, paths)) = state.watch.summary() {
        ui.weak(line).on_hover_text(paths);
    }
    ui.add_space(4.0);

    if ui.selectable_label(shown.path.is_none(), "Built-in character").clicked() && shown.path.is_some() {
        commands.push(Command::OpenBuiltIn);
    }
    for path in &state.files {
        row(ui, path, shown.path.as_ref() == Some(path), commands);
    }
    recent(ui, state.recent.earlier(), commands);
    open_button(ui, open_path, commands);
    ui.label(RichText::new("Or drop a character, clips or a sound on the window").small().weak());
    ui.separator();
}

/// Row of a file. A click opens it, unless it is `shown`.
fn row(ui: &mut Ui, path: &Path, shown: bool, commands: &mut Vec<Command>) {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let row = ui.selectable_label(shown, name).on_hover_text(path.display().to_string());
    if row.clicked() && !shown {
        commands.push(Command::Open(path.to_owned()));
    }
}

/// Files of earlier runs, a few at a time.
fn recent(ui: &mut Ui, files: &[PathBuf], commands: &mut Vec<Command>) {
    if files.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.label(RichText::new("Opened before").small().weak());
    let area = ScrollArea::vertical().id_salt("recent").max_height(MAX_RECENT_HEIGHT);
    area.auto_shrink([false, true])
        .show(ui, |ui| files.iter().for_each(|path| row(ui, path, false, commands)));
    ui.add_space(4.0);
}

/// Button that becomes a field for the path of a file. Enter opens the file, Escape or a click elsewhere
/// closes the field.
fn open_button(ui: &mut Ui, path: &mut Option<String>, commands: &mut Vec<Command>) {
    let Some(text) = path else {
        if ui.button("Open…").clicked() {
            *path = Some(String::new());
        }
        return;
    };
    let field = ui.add(TextEdit::singleline(text).hint_text("path of a file").desired_width(f32::INFINITY));
    if field.lost_focus() {
        let named = text.trim();
        if ui.input(|input| input.key_pressed(Key::Enter)) && !named.is_empty() {
            commands.push(Command::Open(below_home(named)));
        }
        *path = None;
    } else if !field.has_focus() {
        field.request_focus();
    }
}

/// A path whose leading `~` is the home folder, as in a shell.
fn below_home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => text.into(),
    }
}
