use super::hair_look;
use super::value_slider::slider;
use crate::asset::groom::{BUILT_IN, EXTRAS};
use crate::viewer::command::{Command, Switch};
use crate::viewer::hair::{BrushKind, HairCommand};
use crate::viewer::state::State;
use egui::{CollapsingHeader, ComboBox, Key, RichText, TextEdit, Ui};
use sinew::hair::HairSimulation;
use std::path::{Path, PathBuf};

/// Hair: haircuts, wind, settings of a layer, brushes.
pub(super) fn show(ui: &mut Ui, state: &State, save_path: &mut Option<String>, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    if actor.character().mesh_instances().is_empty() {
        return;
    }
    let title = RichText::new("Hair").heading();
    let is_worn = actor.hair().is_some();
    CollapsingHeader::new(title).id_salt(("hair", is_worn)).default_open(is_worn).show(ui, |ui| {
        haircut(ui, state, commands);
        wind(ui, state, commands);
        ui.horizontal_wrapped(|ui| {
            for (name, switch, hint) in [
                ("Shake", Switch::Shake, "The head turns from side to side"),
                ("Guides", Switch::HairGuides, "Hairs that are simulated, from root (blue) to tip"),
                ("Body", Switch::HairBody, "Shapes that the hair stays out of"),
            ] {
                let mut on = state.is_on(switch);
                if ui.checkbox(&mut on, name).on_hover_text(hint).changed() {
                    commands.push(Command::Switch(switch, on));
                }
            }
        });
        let Some(hair) = actor.hair() else { return };
        let layers = &hair.groom().layers;
        let layer = state.hair.layer.min(layers.len().saturating_sub(1));
        if layers.len() > 1 {
            ui.horizontal(|ui| {
                ui.label("Layer");
                ComboBox::from_id_salt("hair layer").selected_text(&layers[layer].name).show_ui(ui, |ui| {
                    for (number, description) in layers.iter().enumerate() {
                        if ui.selectable_label(number == layer, &description.name).clicked() {
                            commands.push(Command::Hair(HairCommand::Layer(number)));
                        }
                    }
                });
            });
        }
        if let Some(simulation) = hair.simulation(layer) {
            settings(ui, simulation, layer, commands);
        }
        hair_look::show(ui, state, layer, commands);
        brushes(ui, state, save_path, commands);
    });
}

/// Menu of haircuts, and those that go along with them.
fn haircut(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let names = &state.hair.names;
    let is_extra = |name: &String| EXTRAS.contains(&name.as_str());
    let extras: Vec<String> = names.iter().filter(|name| is_extra(name)).cloned().collect();
    let main = names.iter().find(|name| !is_extra(name));
    let mut wear = |main: Option<&String>, extras: &[String]| {
        let names = main.into_iter().chain(extras).cloned().collect();
        commands.push(Command::Hair(HairCommand::Wear(names)));
    };
    ui.horizontal(|ui| {
        ui.label("Haircut").on_hover_text("A .ron, .groom, .hair or .tfx file can be dropped on the window");
        ComboBox::from_id_salt("haircut")
            .selected_text(main.map_or("none".into(), |texture| short(texture)))
            .show_ui(ui, |ui| {
                if ui.selectable_label(main.is_none(), "none").clicked() {
                    wear(None, &extras);
                }
                let built_in = BUILT_IN.iter().map(|(name, _)| (*name).to_owned());
                for name in built_in.filter(|name| !is_extra(name)).chain(state.hair.files.iter().cloned()) {
                    let row = ui.selectable_label(main == Some(&name), short(&name));
                    if row.on_hover_text(&name).clicked() {
                        wear(Some(&name), &extras);
                    }
                }
            });
        if state.hair.is_generating() {
            ui.spinner();
        }
    });
    ui.horizontal(|ui| {
        for name in EXTRAS {
            let mut on = extras.iter().any(|extra| extra == name);
            if ui.checkbox(&mut on, name).changed() {
                let mut all = extras.clone();
                all.retain(|extra| extra != name);
                all.extend(on.then(|| name.to_owned()));
                wear(main, &all);
            }
        }
    });
}

/// Name of a haircut: that of its file without the folder.
fn short(name: &str) -> String {
    Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn wind(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let mut wind = state.hair.wind;
    let mut changed = slider(ui, &mut wind.speed, 0.0..=15.0, "Wind", "m/s");
    if wind.speed > 0.0 || changed {
        changed |= slider(
            ui,
            &mut wind.azimuth,
            -180.0..=180.0,
            "Towards",
            "Degrees: 0 blows forwards along +Z, 90 towards +X, the character's left",
        );
        changed |= slider(ui, &mut wind.elevation, -90.0..=90.0, "Upwards", "Degrees");
        changed |= slider(ui, &mut wind.gusts, 0.0..=1.0, "Gusts", "Share by which the wind rises and falls");
    }
    if changed {
        commands.push(Command::Hair(HairCommand::Wind(wind)));
    }
}

/// Settings of the simulation of a layer.
fn settings(ui: &mut Ui, simulation: &HairSimulation, layer: usize, commands: &mut Vec<Command>) {
    let mut settings = *simulation.settings();
    let mut changed = false;
    for (value, most, name, hint) in [
        (&mut settings.stiffness, 20.0, "Stiffness", "Frequency in hertz at which the hair sways"),
        (&mut settings.tip_stiffness, 1.0, "Tip stiffness", "Share of the stiffness at the tip"),
        (&mut settings.damping, 3.0, "Damping", "Share of the damping that ends swaying without a swing"),
        (&mut settings.drag, 20.0, "Drag", "Rate at which air takes the hair along, per second"),
        (&mut settings.volume, 1.0, "Volume", "Strength with which hair presses apart"),
        (&mut settings.hair_friction, 1.0, "Friction", "Friction of hair on hair"),
        (&mut settings.cohesion, 1.0, "Cohesion", "How neighbours in the groom hold together"),
    ] {
        changed |= slider(ui, value, 0.0..=most, name, hint);
    }
    if changed {
        commands.push(Command::Hair(HairCommand::Settings(layer, settings)));
    }
}

/// Brushes, taking strokes back, and saving.
fn brushes(ui: &mut Ui, state: &State, save_path: &mut Option<String>, commands: &mut Vec<Command>) {
    let mut push = |command| commands.push(Command::Hair(command));
    ui.horizontal(|ui| {
        for (name, kind, hint) in [
            ("Comb", BrushKind::Comb, "Drags over the hair comb it (C)"),
            ("Cut", BrushKind::Cut, "Drags over the hair cut it (K)"),
        ] {
            let is_used = state.hair.brush == Some(kind);
            if ui.selectable_label(is_used, name).on_hover_text(hint).clicked() {
                push(HairCommand::Brush(Some(kind).filter(|_| !is_used)));
            }
        }
        let undo = ui.add_enabled(state.hair.can_undo(), egui::Button::new("Undo"));
        if undo.on_hover_text("Takes the last stroke back (Z)").clicked() {
            push(HairCommand::Undo);
        }
        if save_path.is_none() && ui.button("Save…").clicked() {
            *save_path = Some("hair.hair".to_owned());
        }
    });
    if state.hair.brush.is_some() {
        let mut radius = state.hair.radius;
        if slider(ui, &mut radius, 5.0..=150.0, "Radius", "Points of the picture") {
            push(HairCommand::BrushRadius(radius));
        }
    }
    let Some(text) = save_path else { return };
    let hint = "Path of a .groom, .hair, .tfx or .glb file; Enter writes the hair as it is combed: .groom \
                loads fast on this character, the others are strands";
    let field = ui.add(TextEdit::singleline(text).desired_width(f32::INFINITY)).on_hover_text(hint);
    if field.lost_focus() {
        if ui.input(|input| input.key_pressed(Key::Enter)) && !text.trim().is_empty() {
            push(HairCommand::Save(PathBuf::from(text.trim())));
        }
        *save_path = None;
    } else if !field.has_focus() {
        field.request_focus();
    }
}
