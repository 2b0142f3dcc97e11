use super::hair_brush;
use crate::viewer::command::{Command, Switch};
use crate::viewer::state::State;
use egui::{CursorIcon, Pos2, Rect, Response};
use sinew::glam::Vec2;

/// Commands of the mouse on the character in the picture, which fills `viewport`: a falling character is
/// dragged by a part, an animated one is hit. Returns true where the mouse holds a part.
pub(super) fn input(mouse: &Response, viewport: Rect, state: &State, commands: &mut Vec<Command>) -> bool {
    let at = |Pos2 { x, y }: Pos2| Vec2::new(x - viewport.min.x, y - viewport.min.y);
    let (pressed, down, pointer, origin, shift) = mouse.ctx.input(|input| {
        let pointer = &input.pointer;
        let pressed = pointer.primary_pressed();
        (pressed, pointer.primary_down(), pointer.latest_pos(), pointer.press_origin(), input.modifiers.shift)
    });
    if state.ragdoll.is_dragging() {
        commands.push(match pointer.filter(|_| down) {
            Some(pointer) => Command::DragPart(at(pointer)),
            None => Command::ReleaseGrab,
        });
        return true;
    }
    if !state.is_on(Switch::Ragdoll) {
        if hair_brush::input(mouse, viewport, state, commands) {
            return true;
        }
        let clicked = mouse.interact_pointer_pos().filter(|_| mouse.clicked()).map(at);
        commands.extend(clicked.filter(|_| state.is_on(Switch::Stamps)).map(Command::Stamp));
        commands.extend(clicked.filter(|_| state.is_on(Switch::Hits)).map(Command::HitPart));
        return false;
    }
    let is_part = |pointer: Pos2| state.part_at(at(pointer)).is_some();
    if mouse.hover_pos().is_some_and(is_part) {
        mouse.ctx.set_cursor_icon(CursorIcon::Grab);
    }
    let begins = pressed && !shift && mouse.is_pointer_button_down_on();
    let Some(origin) = origin.filter(|origin| begins && is_part(*origin)) else { return false };
    commands.push(Command::GrabPart(at(origin)));
    commands.extend(pointer.map(|pointer| Command::DragPart(at(pointer))));
    true
}
