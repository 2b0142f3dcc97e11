//! Panel with a slider per morph target.

use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{Align, CollapsingHeader, Label, Layout, Slider, TextEdit, Ui};
use sinew::Character;
use sinew::character::MeshInstanceId;
use std::collections::BTreeMap;

/// Number of morph targets from which on there is a search box.
const SEARCH_FROM: usize = 12;

/// Slider per morph target under its mesh. Targets of one name on several meshes share a slider, listed under
/// the mesh with the most moved vertices.
pub(super) fn show(ui: &mut Ui, state: &State, filter: &mut String, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    let character = actor.character();
    let instances_by_name = instances_by_name(character);
    if instances_by_name.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.heading("Morphs");
        ui.weak(instances_by_name.len().to_string());
        if !state.held.is_empty() && ui.small_button("Release all").clicked() {
            commands.push(Command::ReleaseAll);
        }
    });
    if instances_by_name.len() >= SEARCH_FROM {
        ui.add(TextEdit::singleline(filter).hint_text("Search").desired_width(f32::INFINITY));
    } else {
        filter.clear();
    }
    let wanted = filter.to_lowercase();
    for (i, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        let names = character.meshes()[instance.mesh].morph_names.iter().enumerate();
        let targets: Vec<_> = names
            .filter(|(_, name)| {
                instances_by_name[name.as_str()].0 == i && name.to_lowercase().contains(&wanted)
            })
            .collect();
        if targets.is_empty() {
            continue;
        }
        let title = format!("{} ({})", character.skeleton().name(instance.node), targets.len());
        CollapsingHeader::new(title).id_salt(("morphs", i)).default_open(true).show(ui, |ui| {
            for (target, name) in targets {
                let weight = actor.frame().morph_weights(i)[target];
                slider(ui, name, weight, state.held.contains_key(name), commands);
            }
        });
    }
}

/// For each target name, the instance with the most moved vertices and their number.
fn instances_by_name(character: &Character) -> BTreeMap<&str, (MeshInstanceId, usize)> {
    let mut instances_by_name = BTreeMap::new();
    for (i, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        let mesh = &character.meshes()[instance.mesh];
        for (target, name) in mesh.morph_names.iter().enumerate() {
            let moved = mesh.primitives.iter().map(|p| p.morph_targets[target].vertices().len()).sum();
            let main = instances_by_name.entry(name.as_str()).or_insert((i, moved));
            if moved > main.1 {
                *main = (i, moved);
            }
        }
    }
    instances_by_name
}

fn slider(ui: &mut Ui, name: &str, mut weight: f32, held: bool, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 80.0;
        let slider =
            Slider::new(&mut weight, 0.0..=1.0).clamping(egui::SliderClamping::Edits).fixed_decimals(2);
        if ui.add(slider).changed() {
            commands.push(Command::Hold(name.to_owned(), weight));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if held && ui.small_button("×").on_hover_text("Return to the clip").clicked() {
                commands.push(Command::Release(name.to_owned()));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(name).truncate()));
        });
    });
}
