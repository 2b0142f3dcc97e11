//! Panel of the light: environment, sun, lights of the file, exposure, tone mapping.

use crate::drawing::lighting::{Environment, Lighting, SunChoice};
use crate::drawing::look::Look;
use crate::options::light::ToneMappingOption;
use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{CollapsingHeader, ComboBox, Slider, Ui};
use sinew_render::EnvironmentPreset;

/// Name of the plain sky.
const DAYLIGHT: &str = "daylight";

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    CollapsingHeader::new("Light").id_salt("light").show(ui, |ui| {
        let mut lighting = state.lighting.clone();
        environment(ui, &mut lighting);
        ui.add(Slider::new(&mut lighting.exposure, -24.0..=24.0).text("Exposure").suffix(" stops"));
        tone_mapping(ui, &mut lighting);
        sun(ui, &mut lighting);
        look(ui, &mut lighting);
        if !state.shown.player.actor.character().lights().is_empty() {
            ui.checkbox(&mut lighting.file_lights, "Lights of the file");
        }
        if lighting != state.lighting {
            commands.push(Command::Light(Box::new(lighting)));
        }
    });
}

fn environment(ui: &mut Ui, lighting: &mut Lighting) {
    let shown = lighting.environment.as_ref().map_or(DAYLIGHT, |shown| shown.name.as_str()).to_owned();
    ui.horizontal(|ui| {
        ui.label("Environment");
        ComboBox::from_id_salt("environment").selected_text(&shown).show_ui(ui, |ui| {
            if ui.selectable_label(shown == DAYLIGHT, DAYLIGHT).clicked() {
                lighting.environment = None;
            }
            for preset in EnvironmentPreset::ALL {
                if ui.selectable_label(shown == preset.name(), preset.name()).clicked() {
                    lighting.environment = Some(Environment::preset(preset));
                }
            }
        });
    });
    if lighting.environment.is_some() {
        let mut degrees = (lighting.rotation.to_degrees() + 180.0).rem_euclid(360.0) - 180.0;
        let slider = Slider::new(&mut degrees, -180.0..=180.0).text("Rotation").suffix("°");
        if ui.add(slider).changed() {
            lighting.rotation = degrees.to_radians();
        }
    }
}

fn tone_mapping(ui: &mut Ui, lighting: &mut Lighting) {
    let label = ToneMappingOption::labels().find(|(kind, _)| *kind == lighting.tone_mapping);
    ui.horizontal(|ui| {
        ui.label("Tone mapping");
        let shown =
            ComboBox::from_id_salt("tone mapping").selected_text(label.map_or("", |(_, label)| label));
        shown.show_ui(ui, |ui| {
            for (kind, label) in ToneMappingOption::labels() {
                ui.selectable_value(&mut lighting.tone_mapping, kind, label);
            }
        });
    });
}

fn sun(ui: &mut Ui, lighting: &mut Lighting) {
    ui.horizontal(|ui| {
        ui.label("Sun");
        for (choice, label) in [(SunChoice::Auto, "auto"), (SunChoice::On, "on"), (SunChoice::Off, "off")] {
            ui.selectable_value(&mut lighting.sun, choice, label);
        }
    });
}

fn look(ui: &mut Ui, lighting: &mut Lighting) {
    ui.horizontal(|ui| {
        ui.label("Look");
        for (look, label) in Look::labels() {
            ui.selectable_value(&mut lighting.look, look, label);
        }
    });
}
