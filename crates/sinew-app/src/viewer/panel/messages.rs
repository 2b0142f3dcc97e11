use super::look;
use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{Align2, Area, Color32, Context, FontId, Frame, Id, Order, Rect, RichText, Ui};

/// Errors of changed files and messages over the top of the picture, and the drop hint while a file hovers over the window.
pub(super) fn show(ctx: &Context, picture: Rect, state: &State, commands: &mut Vec<Command>) {
    let hovering = ctx.input(|i| !i.raw.hovered_files.is_empty());
    if hovering {
        let painter = ctx.layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("drop")));
        painter.rect_filled(picture, 0.0, Color32::from_black_alpha(150));
        painter.text(
            picture.center(),
            Align2::CENTER_CENTER,
            "Drop to open",
            FontId::proportional(28.0),
            Color32::WHITE,
        );
    }
    Area::new(Id::unique("messages")).fixed_pos(picture.left_top() + egui::vec2(12.0, 12.0)).show(
        ctx,
        |ui| {
            ui.set_max_width((picture.width() - 24.0).max(100.0));
            for (n, error) in state.watch.errors().enumerate() {
                let text = format!("{error}\n{STAYS}");
                row(ui, &text, true, || commands.push(Command::DismissFileError(n)));
            }
            for (n, message) in state.messages.iter().enumerate() {
                row(ui, &message.text, message.is_error, || commands.push(Command::Dismiss(n)));
            }
        },
    );
}

/// Line below the error of a file that has changed.
const STAYS: &str = "What was read before stays until the file is saved without this error.";

/// A message with its button that closes it.
fn row(ui: &mut Ui, text: &str, is_error: bool, close: impl FnOnce()) {
    Frame::window(ui.style()).show(ui, |ui| {
        ui.horizontal(|ui| {
            if ui.small_button("×").on_hover_text("Close").clicked() {
                close();
            }
            let text = RichText::new(text);
            let text = if is_error { text.color(look::ERROR) } else { text };
            ui.add(egui::Label::new(text).wrap());
        });
    });
}
