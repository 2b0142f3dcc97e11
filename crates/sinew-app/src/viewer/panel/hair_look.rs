//! Panel with the look of a layer of hair: shading and colours.

use super::value_slider::slider;
use crate::viewer::command::Command;
use crate::viewer::hair::HairCommand;
use crate::viewer::state::State;
use egui::{ComboBox, Slider, SliderClamping, Ui};
use sinew::glam::Vec3;
use sinew::hair::HairShading;

/// Ways in which strands scatter light.
const SHADINGS: [(HairShading, &str); 2] =
    [(HairShading::Marschner, "Marschner"), (HairShading::Kajiya, "Kajiya–Kay")];
/// Millimetres in a metre.
const MM: f32 = 1000.0;

/// Strands that are drawn, and the look of a layer.
pub(super) fn show(ui: &mut Ui, state: &State, layer: usize, commands: &mut Vec<Command>) {
    strands(ui, state, commands);
    let Some(look) = state.hair.looks.get(layer) else { return };
    let mut new = *look;
    ui.horizontal(|ui| {
        for (color, name) in [(&mut new.root_color, "Root"), (&mut new.tip_color, "Tip")] {
            let mut channels = color.to_array();
            ui.label(name);
            if ui.color_edit_button_rgb(&mut channels).changed() {
                *color = Vec3::from_array(channels);
            }
        }
        let shown =
            SHADINGS.iter().find(|(shading, _)| *shading == new.shading).map_or("", |(_, name)| *name);
        ComboBox::from_id_salt("hair shading").width(90.0).selected_text(shown).show_ui(ui, |ui| {
            for (shading, name) in SHADINGS {
                if ui.selectable_label(new.shading == shading, name).clicked() {
                    new.shading = shading;
                }
            }
        });
    });
    let mut width = look.width * MM;
    let thickness = Slider::new(&mut width, 0.02..=2.0).logarithmic(true).clamping(SliderClamping::Edits);
    let thickness = thickness.fixed_decimals(3).text("Width");
    if ui.add(thickness).on_hover_text("Thickness at the root, millimetres").changed() {
        new.width = width / MM;
    }
    slider(ui, &mut new.tip_width, 0.0..=1.0, "Tip width", "Share of the thickness at the root");
    slider(ui, &mut new.roughness, 0.05..=1.0, "Roughness", "Width of the highlights");
    slider(
        ui,
        &mut new.variation,
        0.0..=1.0,
        "Variation",
        "Share by which the brightness of strands differs",
    );
    if new != *look {
        commands.push(Command::Hair(HairCommand::Look(layer, new)));
    }
}

/// Level of detail: the share of the strands.
fn strands(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let mut is_automatic = state.hair.strands.is_none();
    let hint = "As many strands as the distance needs";
    if ui.checkbox(&mut is_automatic, "Strands by distance").on_hover_text(hint).changed() {
        commands.push(Command::Hair(HairCommand::Strands((!is_automatic).then_some(1.0))));
    }
    if let Some(mut share) = state.hair.strands {
        let slider = Slider::new(&mut share, 0.005..=1.0).logarithmic(true).fixed_decimals(3).text("Strands");
        if ui.add(slider).on_hover_text("Share of the strands, which are wider by as much").changed() {
            commands.push(Command::Hair(HairCommand::Strands(Some(share))));
        }
    }
}
