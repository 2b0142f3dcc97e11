use super::look;
use crate::viewer::command::Command;
use crate::viewer::hair::{BrushKind, HairCommand};
use crate::viewer::state::State;
use egui::{CursorIcon, Key, Pos2, Rect, Response, Stroke};
use sinew::glam::Vec2;

/// Commands of the mouse with a brush in the picture, which fills `viewport`, and of a drag that moves the
/// character. Returns true where the mouse is busy with them.
pub(super) fn input(mouse: &Response, viewport: Rect, state: &State, commands: &mut Vec<Command>) -> bool {
    let at = |Pos2 { x, y }: Pos2| Vec2::new(x - viewport.min.x, y - viewport.min.y);
    let (pressed, down, pointer, shift, moves) = mouse.ctx.input(|input| {
        let pointer = &input.pointer;
        let moves = input.key_down(Key::M);
        (
            pointer.primary_pressed(),
            pointer.primary_down(),
            pointer.latest_pos(),
            input.modifiers.shift,
            moves,
        )
    });
    let holds = down && mouse.is_pointer_button_down_on();
    if state.hair.is_brushing() {
        commands.push(Command::Hair(match pointer.filter(|_| down) {
            Some(pointer) => HairCommand::Stroke(at(pointer)),
            None => HairCommand::EndStroke,
        }));
        return true;
    }
    if moves && holds {
        let drag = mouse.drag_delta();
        commands.push(Command::Hair(HairCommand::Carry(Vec2::new(drag.x, drag.y))));
        return true;
    }
    let Some(kind) = state.hair.brush.filter(|_| state.shown.player.actor.hair().is_some()) else {
        return false;
    };
    let Some(hover) = mouse.hover_pos().filter(|_| !shift) else { return false };
    mouse.ctx.set_cursor_icon(match kind {
        BrushKind::Comb => CursorIcon::Grab,
        BrushKind::Cut => CursorIcon::Crosshair,
    });
    if !(pressed && mouse.is_pointer_button_down_on() && state.is_hair_at(at(hover))) {
        return false;
    }
    commands.push(Command::Hair(HairCommand::Stroke(at(hover))));
    true
}

/// Outline of the brush over the picture.
pub(super) fn show(ui: &egui::Ui, mouse: &Response, state: &State) {
    let brush = state.hair.brush.filter(|_| state.shown.player.actor.hair().is_some());
    if let (Some(_), Some(pointer)) = (brush, mouse.hover_pos()) {
        ui.painter().circle_stroke(pointer, state.hair.radius, Stroke::new(1.5, look::ACCENT));
    }
}
