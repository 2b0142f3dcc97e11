use crate::viewer::command::{Command, Switch};
use crate::viewer::state::State;
use egui::{CollapsingHeader, RichText, Slider, Ui};

/// Ragdoll of the character: strength of its muscles, hits, and the overlay of its parts.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let player = &state.shown.player;
    if player.actor.character().mesh_instances().is_empty() {
        return;
    }
    let title = RichText::new("Ragdoll").heading();
    CollapsingHeader::new(title).id_salt("ragdoll").default_open(true).show(ui, |ui| {
        let mut strength = state.ragdoll.strength;
        let slider = Slider::new(&mut strength, 0.0..=1.0).fixed_decimals(2).text("Strength");
        let hint = "Strength of the muscles of a falling character: 0 is limp, 1 holds the pose of the clip";
        if ui.add(slider).on_hover_text(hint).changed() {
            commands.push(Command::Strength(strength));
        }
        ui.horizontal(|ui| {
            for (name, switch, hint) in [
                (
                    "Ragdoll parts",
                    Switch::RagdollParts,
                    "Shapes of the parts, and limits of their joints (P)",
                ),
                ("Hits", Switch::Hits, "A click on the animated character hits it"),
            ] {
                let mut on = state.is_on(switch);
                if ui.checkbox(&mut on, name).on_hover_text(hint).changed() {
                    commands.push(Command::Switch(switch, on));
                }
            }
        });
        if player.is_falling() {
            ui.weak("Drag the character to pull and throw it; D lets it get up.");
        }
    });
}
