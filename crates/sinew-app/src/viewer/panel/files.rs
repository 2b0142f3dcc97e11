use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{RichText, Ui};
use sinew::skeleton::ReferenceOrigin;

/// Current character, and the characters opened so far.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
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
    ui.add_space(4.0);

    if ui.selectable_label(shown.path.is_none(), "Built-in character").clicked() && shown.path.is_some() {
        commands.push(Command::OpenBuiltIn);
    }
    for path in &state.files {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let chosen = shown.path.as_ref() == Some(path);
        let row = ui.selectable_label(chosen, name).on_hover_text(path.display().to_string());
        if row.clicked() && !chosen {
            commands.push(Command::Open(path.clone()));
        }
    }
    ui.label(RichText::new("Drop a character or clips on the window").small().weak());
    ui.separator();
}
