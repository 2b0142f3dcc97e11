use super::{Command, State, look};
use egui::{CollapsingHeader, Grid, RichText, Ui};

/// What is reached for and looked at, and how that fares.
pub(super) fn show(ui: &mut Ui, state: &State, wants: &mut Vec<Command>) {
    let handles = state.handles();
    if handles.is_empty() {
        return;
    }
    let title = RichText::new("Reach").heading();
    CollapsingHeader::new(title).id_salt("reach").default_open(true).show(ui, |ui| {
        Grid::new("slots").num_columns(4).spacing([8.0, 3.0]).show(ui, |ui| {
            for handle in &handles {
                let report = handle.report;
                let color = match (handle.misses(), report.weight > 0.0) {
                    (true, _) => look::WARNING,
                    (_, true) => ui.visuals().text_color(),
                    _ => ui.visuals().weak_text_color(),
                };
                let cell = |text: String| RichText::new(text).monospace().size(12.0).color(color);
                ui.label(RichText::new(&handle.slot).color(color));
                ui.label(cell(format!("{:3.0} %", report.weight * 100.0)));
                let off = match handle.looks {
                    true => format!("turn {:4.0}°", report.turn_request.to_degrees()),
                    false => format!("{:6.1} mm", report.error * 1e3),
                };
                let hint = "What is missing to the goal; of a look, how far the body would have to turn";
                ui.label(cell(if report.weight > 0.0 { off } else { "–".into() })).on_hover_text(hint);
                if handle.is_held && ui.small_button("let go").clicked() {
                    wants.push(Command::LetGo(handle.slot.clone()));
                }
                ui.end_row();
            }
        });
        if handles.iter().any(|handle| handle.is_held) {
            if ui.button("Let go of all").clicked() {
                wants.push(Command::LetGoAll);
            }
        } else {
            ui.weak("Drag a handle; double click lets go.");
        }
    });
}
