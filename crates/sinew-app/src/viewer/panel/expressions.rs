use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{CollapsingHeader, Label, Slider, SliderClamping, Ui};
use sinew::character::ExpressionId;

/// Slider per expression of the character.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    let expressions = actor.character().expressions();
    if expressions.is_empty() {
        return;
    }
    let title = format!("Expressions ({})", expressions.len());
    CollapsingHeader::new(title).id_salt("expressions").default_open(true).show(ui, |ui| {
        let weights = actor.frame().expression_weights();
        for (n, (expression, weight)) in (0..).map(ExpressionId).zip(expressions.iter().zip(weights)) {
            let held = state.expressions.get(&n).copied();
            let mut weight = held.unwrap_or(*weight);
            ui.horizontal(|ui| {
                ui.spacing_mut().slider_width = 80.0;
                let slider = Slider::new(&mut weight, 0.0..=1.0);
                if ui.add(slider.clamping(SliderClamping::Edits).fixed_decimals(2)).changed() {
                    commands.push(Command::SetExpression(n, Some(weight)));
                }
                ui.add(Label::new(&expression.name).truncate());
                if held.is_some() && ui.small_button("×").on_hover_text("Return to the clip").clicked() {
                    commands.push(Command::SetExpression(n, None));
                }
            });
        }
    });
}
