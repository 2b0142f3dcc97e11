use super::{Command, State};
use egui::{Align, CollapsingHeader, Label, Layout, Slider, TextEdit, Ui};
use sinew::Character;
use std::collections::BTreeMap;

/// From this many morph targets on there is a box to search them.
const MANY: usize = 12;

/// A slider per morph target under its mesh. A target that several meshes have under one name moves on all of them,
/// and stands under the one that it moves most.
pub(super) fn show(ui: &mut Ui, state: &State, filter: &mut String, wants: &mut Vec<Command>) {
    let actor = &state.shown.cast.lead;
    let character = actor.character();
    let homes = homes(character);
    if homes.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.heading("Morphs");
        ui.weak(homes.len().to_string());
        if !state.held.is_empty() && ui.small_button("Release all").clicked() {
            wants.push(Command::ReleaseAll);
        }
    });
    if homes.len() >= MANY {
        ui.add(TextEdit::singleline(filter).hint_text("Search").desired_width(f32::INFINITY));
    } else {
        filter.clear();
    }
    let wanted = filter.to_lowercase();
    for (i, instance) in character.instances().iter().enumerate() {
        let names = character.meshes()[instance.mesh].morph_names.iter().enumerate();
        let targets: Vec<_> = names
            .filter(|(_, name)| homes[name.as_str()].0 == i && name.to_lowercase().contains(&wanted))
            .collect();
        if targets.is_empty() {
            continue;
        }
        let title = format!("{} ({})", character.skeleton().name(instance.node), targets.len());
        CollapsingHeader::new(title).id_salt(("morphs", i)).default_open(true).show(ui, |ui| {
            for (target, name) in targets {
                let weight = actor.frame().morph_weights(i)[target];
                slider(ui, name, weight, state.held.contains_key(name), wants);
            }
        });
    }
}

/// For each name the instance that its targets move most, and how many vertices those are.
fn homes(character: &Character) -> BTreeMap<&str, (usize, usize)> {
    let mut homes = BTreeMap::new();
    for (i, instance) in character.instances().iter().enumerate() {
        let mesh = &character.meshes()[instance.mesh];
        for (target, name) in mesh.morph_names.iter().enumerate() {
            let moved = mesh.primitives.iter().map(|p| p.morph_targets[target].vertices().len()).sum();
            let home = homes.entry(name.as_str()).or_insert((i, moved));
            if moved > home.1 {
                *home = (i, moved);
            }
        }
    }
    homes
}

fn slider(ui: &mut Ui, name: &str, mut weight: f32, held: bool, wants: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 80.0;
        let slider =
            Slider::new(&mut weight, 0.0..=1.0).clamping(egui::SliderClamping::Edits).fixed_decimals(2);
        if ui.add(slider).changed() {
            wants.push(Command::Hold(name.to_owned(), weight));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if held && ui.small_button("×").on_hover_text("Give back to the clip").clicked() {
                wants.push(Command::Release(name.to_owned()));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(name).truncate()));
        });
    });
}
