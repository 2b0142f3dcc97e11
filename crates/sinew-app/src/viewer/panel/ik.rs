use super::look;
use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{CollapsingHeader, Grid, RichText, Ui};

/// Goals of the effectors with their weights and errors.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let handles = state.handles();
    if handles.is_empty() {
        return;
    }
    let title = RichText::new("IK goals").heading();
    CollapsingHeader::new(title).id_salt("reach").default_open(true).show(ui, |ui| {
        Grid::new("effectors").num_columns(4).spacing([8.0, 3.0]).show(ui, |ui| {
            for handle in &handles {
                let report = handle.report;
                let color = match (handle.misses(), report.weight > 0.0) {
                    (true, _) => look::WARNING,
                    (_, true) => ui.visuals().text_color(),
                    _ => ui.visuals().weak_text_color(),
                };
                let cell = |text: String| RichText::new(text).monospace().size(12.0).color(color);
                ui.label(RichText::new(&handle.effector).color(color));
                ui.label(cell(format!("{:3.0} %", report.weight * 100.0)));
                let off = match handle.looks {
                    true => format!("turn {:4.0}°", report.turn_request.to_degrees()),
                    false => format!("{:6.1} mm", report.error * 1e3),
                };
                let hint = "Distance to the goal; for a look target, the turn of the body that it would need";
                ui.label(cell(if report.weight > 0.0 { off } else { "–".into() })).on_hover_text(hint);
                if handle.has_goal && ui.small_button("clear").clicked() {
                    commands.push(Command::ClearGoal(handle.effector.clone()));
                }
                ui.end_row();
            }
        });
        if handles.iter().any(|handle| handle.has_goal) {
            if ui.button("Clear all goals").clicked() {
                commands.push(Command::ClearGoals);
            }
        } else {
            ui.weak("Drag a handle to set a goal; double click clears it.");
        }
    });
}
