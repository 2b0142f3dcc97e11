use super::{hair_brush, handles, parts};
use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{Align2, Color32, FontId, PointerButton, Pos2, Rect, Response, Sense, TextureId, Ui};
use sinew::glam::Vec2;

/// Picture of the character, with mouse control of the camera.
pub(super) fn show(
    ui: &mut Ui,
    viewport: Rect,
    state: &State,
    picture: Option<TextureId>,
    commands: &mut Vec<Command>,
) {
    if let Some(picture) = picture {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        ui.painter().image(picture, viewport, whole, Color32::WHITE);
    }
    let hint = viewport.right_bottom() - egui::vec2(10.0, 8.0);
    let gray = Color32::from_black_alpha(130);
    ui.painter().text(hint, Align2::RIGHT_BOTTOM, "H for help", FontId::proportional(12.0), gray);

    let mouse = ui.interact(viewport, ui.scope_id().with("picture"), Sense::click_and_drag());
    if mouse.clicked() || mouse.drag_started() {
        // A click takes the focus from text fields, so that keys work again.
        ui.ctx().memory_mut(|m| {
            if let Some(id) = m.focused() {
                m.surrender_focus(id)
            }
        });
    }
    let shift = ui.input(|i| i.modifiers.shift);
    hair_brush::show(ui, &mouse, state);
    if !parts::input(&mouse, viewport, state, commands) {
        dragged(&mouse, shift, commands);
    }
    handles::input(ui.ctx(), viewport, state, commands, |mouse, commands| dragged(mouse, shift, commands));
    if mouse.contains_pointer() {
        let (wheel, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let factor = (-wheel * 0.003).exp() / pinch;
        if factor != 1.0 {
            commands.push(Command::Zoom(factor));
        }
    }
}

/// Camera commands of a drag.
fn dragged(mouse: &Response, shift: bool, commands: &mut Vec<Command>) {
    let drag = Vec2::new(mouse.drag_delta().x, mouse.drag_delta().y);
    if drag == Vec2::ZERO {
        return;
    }
    if mouse.dragged_by(PointerButton::Middle) || (shift && mouse.dragged_by(PointerButton::Primary)) {
        commands.push(Command::Pan(drag));
    } else if mouse.dragged_by(PointerButton::Primary) {
        commands.push(Command::Orbit(drag));
    }
}
