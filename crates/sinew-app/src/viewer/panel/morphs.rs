use super::{Command, State};
use egui::{CollapsingHeader, Slider, TextEdit, Ui};
use std::collections::BTreeSet;

/// From this many morph targets on there is a box to search them.
const MANY: usize = 12;

/// A slider per morph target under its mesh. A target that several meshes have under one name moves on all of them,
/// and stands under the first.
pub(super) fn show(ui: &mut Ui, state: &State, filter: &mut String, wants: &mut Vec<Command>) {
    let actor = &state.shown.cast.lead;
    let (character, frame) = (actor.character(), actor.frame());
    let names = || character.instances().iter().flat_map(|i| &character.meshes()[i.mesh].morph_names);
    let count = names().collect::<BTreeSet<_>>().len();
    if count == 0 {
        return;
    }
    ui.horizontal(|ui| {
        ui.heading("Morphs");
        ui.weak(count.to_string());
        if !state.held.is_empty() && ui.small_button("Release all").clicked() {
            wants.push(Command::ReleaseAll);
        }
    });
    if count >= MANY {
        ui.add(TextEdit::singleline(filter).hint_text("Search").desired_width(f32::INFINITY));
    } else {
        filter.clear();
    }
    let wanted = filter.to_lowercase();
    let mut seen = BTreeSet::new();
    for (i, instance) in character.instances().iter().enumerate() {
        let mesh = &character.meshes()[instance.mesh];
        let targets = mesh.morph_names.iter().enumerate();
        let targets: Vec<_> = targets
            .filter(|(_, name)| seen.insert(name.as_str()) && name.to_lowercase().contains(&wanted))
            .collect();
        if targets.is_empty() {
            continue;
        }
        let title = format!("{} ({})", character.skeleton().name(instance.node), targets.len());
        CollapsingHeader::new(title).id_salt(("morphs", i)).default_open(true).show(ui, |ui| {
            for (target, name) in targets {
                slider(ui, name, frame.morph_weights(i)[target], state.held.contains_key(name), wants);
            }
        });
    }
    ui.separator();
}

fn slider(ui: &mut Ui, name: &str, mut weight: f32, held: bool, wants: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 80.0;
        let slider =
            Slider::new(&mut weight, 0.0..=1.0).clamping(egui::SliderClamping::Edits).fixed_decimals(2);
        if ui.add(slider).changed() {
            wants.push(Command::Hold(name.to_owned(), weight));
        }
        if held && ui.small_button("×").on_hover_text("Give back to the clip").clicked() {
            wants.push(Command::Release(name.to_owned()));
        }
        ui.add(egui::Label::new(name).truncate());
    });
}
