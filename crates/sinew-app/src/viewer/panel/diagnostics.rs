use super::look;
use crate::viewer::state::State;
use egui::{CollapsingHeader, RichText, Ui};

/// Diagnostics about the file.
pub(super) fn show(ui: &mut Ui, state: &State) {
    let diagnostics = &state.shown.diagnostics;
    let is_severe = diagnostics.iter().any(|f| f.severity != "info");
    let title = RichText::new(format!("Diagnostics ({})", diagnostics.len())).heading();
    CollapsingHeader::new(title).id_salt(("diagnostics", state.shown.serial)).default_open(is_severe).show(
        ui,
        |ui| {
            if diagnostics.is_empty() {
                ui.weak("No diagnostics for this file.");
            }
            for diagnostic in diagnostics {
                let color = match diagnostic.severity {
                    "error" => look::ERROR,
                    "warning" => look::WARNING,
                    _ => ui.visuals().weak_text_color(),
                };
                ui.label(
                    RichText::new(format!("{}  {}", diagnostic.severity, diagnostic.code))
                        .color(color)
                        .strong(),
                );
                ui.label(RichText::new(&diagnostic.message).small());
                ui.label(RichText::new(&diagnostic.location).small().weak());
            }
        },
    );
}
