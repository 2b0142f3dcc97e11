use super::{Command, State, look};
use egui::{Color32, CursorIcon, PointerButton, Pos2, Rect, Sense, Stroke, Ui, vec2};
use sinew::glam::Vec2;

/// Points from a handle's middle to its border.
const RADIUS: f32 = 7.0;

/// Handles over the picture at `place`, to be dragged. What a drag of theirs does not mean is left to `else_dragged`.
pub(super) fn show(
    ui: &mut Ui,
    place: Rect,
    state: &State,
    wants: &mut Vec<Command>,
    else_dragged: impl Fn(&egui::Response, &mut Vec<Command>),
) {
    let Some(sight) = state.sight() else { return };
    let at = |point: Vec2| place.min + vec2(point.x, point.y);
    let painter = ui.painter_at(place);
    for handle in state.handles() {
        let Some(point) = sight.point(handle.place).map(at).filter(|at| place.contains(*at)) else {
            continue;
        };
        let area = Rect::from_center_size(point, vec2(RADIUS, RADIUS) * 2.4);
        let id = ui.scope_id().with(("handle", &handle.slot));
        let mouse = ui.interact(area, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
        let shift = ui.input(|i| i.modifiers.shift);
        if mouse.double_clicked() {
            wants.push(Command::LetGo(handle.slot.clone()));
        } else if mouse.dragged_by(PointerButton::Primary) && !shift {
            if let Some(Pos2 { x, y }) = mouse.interact_pointer_pos() {
                wants.push(Command::Pull(handle.slot.clone(), Vec2::new(x - place.min.x, y - place.min.y)));
            }
        } else {
            else_dragged(&mouse, wants);
        }
        let color = match (handle.misses(), handle.is_held) {
            (true, _) => look::WARNING,
            (_, true) => look::ACCENT,
            _ => Color32::WHITE,
        };
        // From what is wanted to what has come of it.
        let joint = sight.point(handle.joint).map(at).filter(|_| handle.misses() && !handle.looks);
        if let Some(joint) = joint {
            painter.line_segment([point, joint], Stroke::new(1.5, color));
        }
        let radius = if mouse.hovered() || mouse.dragged() { RADIUS + 2.0 } else { RADIUS };
        painter.circle(point, radius, color.gamma_multiply(0.35), Stroke::new(2.0, color));
        painter.circle_stroke(point, radius + 1.5, Stroke::new(1.5, Color32::from_black_alpha(150)));
        if handle.looks {
            painter.circle_filled(point, 2.0, color);
        }
        mouse.on_hover_text(&handle.slot);
    }
}
