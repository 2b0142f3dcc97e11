use super::look;
use crate::viewer::state::State;
use egui::{CollapsingHeader, RichText, Ui};

/// Findings about the file.
pub(super) fn show(ui: &mut Ui, state: &State) {
    let findings = &state.shown.findings;
    let is_severe = findings.iter().any(|f| f.severity != "info");
    let title = RichText::new(format!("Findings ({})", findings.len())).heading();
    CollapsingHeader::new(title).id_salt(("findings", state.shown.serial)).default_open(is_severe).show(
        ui,
        |ui| {
            if findings.is_empty() {
                ui.weak("No findings for this file.");
            }
            for finding in findings {
                let color = match finding.severity {
                    "error" => look::ERROR,
                    "warning" => look::WARNING,
                    _ => ui.visuals().weak_text_color(),
                };
                ui.label(
                    RichText::new(format!("{}  {}", finding.severity, finding.code)).color(color).strong(),
                );
                ui.label(RichText::new(&finding.message).small());
                ui.label(RichText::new(&finding.place).small().weak());
            }
        },
    );
}
