use super::look;
use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{Color32, CursorIcon, PointerButton, Pos2, Rect, Sense, Stroke, Ui, vec2};
use sinew::glam::Vec2;

/// Radius of a handle in points.
const RADIUS: f32 = 7.0;

/// Draggable handles over the picture at `place`. Other drags on a handle are passed to `else_dragged`.
pub(super) fn show(
    ui: &mut Ui,
    place: Rect,
    state: &State,
    commands: &mut Vec<Command>,
    else_dragged: impl Fn(&egui::Response, &mut Vec<Command>),
) {
    let Some(projection) = state.projection() else { return };
    let at = |point: Vec2| place.min + vec2(point.x, point.y);
    let painter = ui.painter_at(place);
    for handle in state.handles() {
        let Some(point) = projection.project(handle.place).map(at).filter(|at| place.contains(*at)) else {
            continue;
        };
        let area = Rect::from_center_size(point, vec2(RADIUS, RADIUS) * 2.4);
        let id = ui.scope_id().with(("handle", &handle.effector));
        let mouse = ui.interact(area, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
        let shift = ui.input(|i| i.modifiers.shift);
        if mouse.double_clicked() {
            commands.push(Command::ClearGoal(handle.effector.clone()));
        } else if mouse.dragged_by(PointerButton::Primary) && !shift {
            if let Some(Pos2 { x, y }) = mouse.interact_pointer_pos() {
                commands.push(Command::DragGoal(
                    handle.effector.clone(),
                    Vec2::new(x - place.min.x, y - place.min.y),
                ));
            }
        } else {
            else_dragged(&mouse, commands);
        }
        let color = match (handle.misses(), handle.has_goal) {
            (true, _) => look::WARNING,
            (_, true) => look::ACCENT,
            _ => Color32::WHITE,
        };
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
