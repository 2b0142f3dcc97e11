use egui::{Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, vec2};

/// Icons of the playback controls, painted, since not every font has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Icon {
    StepBack,
    Play,
    Pause,
    StepForward,
}

/// A button with an icon on it.
pub(super) fn button(ui: &mut Ui, icon: Icon) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(32.0, 24.0), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, format!("{icon:?}")));
    let visuals = ui.style().interact(&response);
    ui.painter().rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
    let color = visuals.fg_stroke.color;
    let sign = Rect::from_center_size(rect.center(), Vec2::splat(11.0));
    // The unit square, y down.
    let at = |x: f32, y: f32| sign.min + vec2(x, y) * sign.size();
    let triangle = |points: [Pos2; 3]| Shape::convex_polygon(points.into(), color, Stroke::NONE);
    let bar = |x: f32| Shape::rect_filled(Rect::from_min_max(at(x, 0.0), at(x + 0.28, 1.0)), 1.0, color);
    let shapes = match icon {
        Icon::StepBack => vec![bar(0.0), triangle([at(1.0, 0.0), at(1.0, 1.0), at(0.38, 0.5)])],
        Icon::StepForward => vec![bar(0.72), triangle([at(0.0, 0.0), at(0.62, 0.5), at(0.0, 1.0)])],
        Icon::Play => vec![triangle([at(0.08, 0.0), at(1.0, 0.5), at(0.08, 1.0)])],
        Icon::Pause => vec![bar(0.1), bar(0.62)],
    };
    ui.painter().extend(shapes);
    response
}
