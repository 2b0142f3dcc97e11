use crate::viewer::state::State;
use egui::{CollapsingHeader, Grid, RichText, Ui};

/// Durations of the stages of a frame.
pub(super) fn show(ui: &mut Ui, state: &State) {
    CollapsingHeader::new(RichText::new("Cost").heading()).id_salt("cost").default_open(false).show(
        ui,
        |ui| {
            Grid::new("stages").num_columns(2).spacing([16.0, 3.0]).show(ui, |ui| {
                let mut row = |name: &str, value: String| {
                    ui.weak(name);
                    ui.label(RichText::new(value).monospace().size(12.0));
                    ui.end_row();
                };
                for (name, microseconds) in state.cost.stages() {
                    // Zero before the first frame.
                    let timed = microseconds > 0.0;
                    row(&name, if timed { format!("{microseconds:7.1} µs") } else { "      –".into() });
                }
                let [draw, frame] = state.cost.drawing();
                row("Draw", format!("{draw:7.2} ms"));
                row("Frame", format!("{frame:7.2} ms"));
            });
        },
    );
}
