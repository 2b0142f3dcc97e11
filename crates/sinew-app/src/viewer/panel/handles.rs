//! Draggable handles of IK goals over the picture.

use super::look;
use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{
    Color32, Context, CursorIcon, Id, PointerButton, Pos2, Rect, Response, Sense, Stroke, Ui, UiBuilder, vec2,
};
use sinew::glam::Vec2;

/// Radius of a handle in points.
const RADIUS: f32 = 7.0;

/// Commands of the mouse on the handles that [`show`] left over the picture in `viewport` in the previous
/// frame. Other drags on a handle are passed to `else_dragged`.
pub(super) fn input(
    ctx: &Context,
    viewport: Rect,
    state: &State,
    commands: &mut Vec<Command>,
    else_dragged: impl Fn(&Response, &mut Vec<Command>),
) {
    let shift = ctx.input(|i| i.modifiers.shift);
    for handle in state.handles() {
        // egui finds out what the mouse does at the start of a frame, so this may come before the handle is
        // shown.
        let Some(mouse) = ctx.read_response(id(&handle.effector)) else { continue };
        if mouse.double_clicked() {
            commands.push(Command::ClearGoal(handle.effector));
        } else if mouse.dragged_by(PointerButton::Primary) && !shift {
            if let Some(Pos2 { x, y }) = mouse.interact_pointer_pos() {
                commands.push(Command::DragGoal(
                    handle.effector,
                    Vec2::new(x - viewport.min.x, y - viewport.min.y),
                ));
            }
        } else {
            else_dragged(&mouse, commands);
        }
    }
}

/// Draggable handles over the picture in `viewport`, where `state` has them now.
pub(super) fn show(ui: &mut Ui, viewport: Rect, state: &State) {
    let Some(projection) = state.projection() else { return };
    let at = |point: Vec2| viewport.min + vec2(point.x, point.y);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(viewport));
    ui.shrink_clip_rect(viewport);
    for handle in state.handles() {
        let Some(point) = projection.project(handle.position).map(at).filter(|at| viewport.contains(*at))
        else {
            continue;
        };
        let area = Rect::from_center_size(point, vec2(RADIUS, RADIUS) * 2.4);
        let mouse = ui.interact(area, id(&handle.effector), Sense::click_and_drag());
        let mouse = mouse.on_hover_cursor(CursorIcon::Grab);
        let color = match (handle.misses(), handle.has_goal) {
            (true, _) => look::WARNING,
            (_, true) => look::ACCENT,
            _ => Color32::WHITE,
        };
        let painter = ui.painter();
        // Line from a missed goal to the effector.
        let joint = projection.project(handle.joint).map(at).filter(|_| handle.misses() && !handle.looks);
        if let Some(joint) = joint {
            painter.line_segment([point, joint], Stroke::new(1.5, color));
        }
        let radius = if mouse.hovered() || mouse.dragged() { RADIUS + 2.0 } else { RADIUS };
        painter.circle(point, radius, color.gamma_multiply(0.35), Stroke::new(2.0, color));
        painter.circle_stroke(point, radius + 1.5, Stroke::new(1.5, Color32::from_black_alpha(150)));
        if handle.looks {
            painter.circle_filled(point, 2.0, color);
        }
        mouse.on_hover_text(&handle.effector);
    }
}

/// Identity of the handle of an effector in egui.
fn id(effector: &str) -> Id {
    Id::unique("handle").with(effector)
}
