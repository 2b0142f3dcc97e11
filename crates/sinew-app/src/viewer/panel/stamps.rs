use crate::viewer::command::{Command, Switch};
use crate::viewer::stamp_looks::stamp_looks;
use crate::viewer::state::State;
use egui::{CollapsingHeader, ComboBox, RichText, Slider, Ui};

/// Decals: clicks place them, their look and size.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    if actor.character().mesh_instances().is_empty() {
        return;
    }
    let title = RichText::new("Decals").heading();
    let is_marked = actor.decals().is_some_and(|decals| !decals.set().is_empty());
    CollapsingHeader::new(title).id_salt(("decals", is_marked)).default_open(is_marked).show(ui, |ui| {
        let mut on = state.is_on(Switch::Stamps);
        if ui.checkbox(&mut on, "Stamp").on_hover_text("A click on the character places a decal").changed() {
            commands.push(Command::Switch(Switch::Stamps, on));
        }
        ui.horizontal(|ui| {
            ui.label("Look");
            let looks = stamp_looks(actor);
            let shown = looks.get(state.stamps.look).copied().unwrap_or_default();
            ComboBox::from_id_salt("decal look").selected_text(shown).show_ui(ui, |ui| {
                for (number, look) in looks.into_iter().enumerate() {
                    if ui.selectable_label(number == state.stamps.look, look).clicked() {
                        commands.push(Command::StampLook(number));
                    }
                }
            });
        });
        let mut radius = state.stamps.radius;
        let slider =
            Slider::new(&mut radius, 0.005..=0.15).logarithmic(true).fixed_decimals(3).text("Radius");
        if ui.add(slider).on_hover_text("As a share of the character's height").changed() {
            commands.push(Command::StampRadius(radius));
        }
        let mut drip = state.stamps.drip;
        if ui.checkbox(&mut drip, "Drip").on_hover_text("Drops run down the skin from new decals").changed() {
            commands.push(Command::StampDrip(drip));
        }
        let Some(set) = actor.decals().map(|decals| decals.set()) else { return };
        let mut max = set.budget().max_decals;
        let most = Slider::new(&mut max, 16..=4096).logarithmic(true).text("Most");
        if ui.add(most).on_hover_text("Most decals, with those of trails; the oldest leave first").changed() {
            commands.push(Command::StampBudget(max));
        }
        if set.is_empty() {
            return;
        }
        ui.horizontal(|ui| {
            if ui.button(format!("Remove {}", set.len())).clicked() {
                commands.push(Command::ClearStamps);
            }
            let hint = "Writes marks.ron into the present folder; a .ron of marks and images that are dropped on the \
                        window are loaded";
            if ui.button("Save").on_hover_text(hint).clicked() {
                commands.push(Command::SaveStamps("marks.ron".into()));
            }
        });
    });
}
