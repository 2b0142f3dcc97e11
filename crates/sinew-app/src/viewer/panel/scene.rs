use crate::scene::kind::SceneKind;
use crate::viewer::command::Command;
use crate::viewer::state::State;
use clap::ValueEnum;
use egui::{ComboBox, Ui};

/// Choice of a scene, for humanoids.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if state.shown.player.actor.character().humanoid().is_none() {
        return;
    }
    let now = state.shown.player.scene_kind();
    let name = |kind: Option<SceneKind>| kind.map_or_else(|| "none".to_owned(), SceneKind::name);
    ui.horizontal(|ui| {
        ui.label("Scene");
        ComboBox::from_id_salt("scene").selected_text(name(now)).show_ui(ui, |ui| {
            let kinds = SceneKind::value_variants().iter().copied().map(Some);
            for kind in std::iter::once(None).chain(kinds) {
                if ui.selectable_label(now == kind, name(kind)).clicked() && now != kind {
                    commands.push(Command::Scene(kind));
                }
            }
        });
    });
}
