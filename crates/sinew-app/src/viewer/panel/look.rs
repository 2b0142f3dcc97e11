//! Colours and style of the panels.

use egui::{Color32, Context, CornerRadius, FontId, Stroke, TextStyle, Theme, Vec2, Visuals};

/// Colour of selected or playing items.
pub(super) const ACCENT: Color32 = Color32::from_rgb(232, 119, 46);
pub(super) const WARNING: Color32 = Color32::from_rgb(240, 190, 70);
pub(super) const ERROR: Color32 = Color32::from_rgb(240, 96, 84);

/// Sets a dark, flat style that keeps the character in focus.
pub(crate) fn apply(ctx: &Context) {
    ctx.set_theme(Theme::Dark);
    ctx.all_styles_mut(|style| {
        let mut visuals = Visuals::dark();
        visuals.panel_fill = Color32::from_rgb(30, 31, 34);
        visuals.window_fill = Color32::from_rgb(38, 39, 43);
        visuals.extreme_bg_color = Color32::from_rgb(22, 23, 25);
        visuals.selection.bg_fill = ACCENT.linear_multiply(0.55);
        visuals.selection.stroke = Stroke::new(1.0, Color32::WHITE);
        visuals.slider_trailing_fill = true;
        visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, Color32::from_rgb(48, 50, 54));
        visuals.widgets.noninteractive.fg_stroke.color = Color32::from_rgb(196, 198, 202);
        visuals.widgets.inactive.fg_stroke.color = Color32::from_rgb(214, 216, 220);
        visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(48, 50, 55);
        visuals.widgets.inactive.bg_fill = Color32::from_rgb(58, 60, 66);
        for widget in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
            &mut visuals.widgets.open,
        ] {
            widget.corner_radius = CornerRadius::same(4);
            widget.expansion = 0.0;
        }
        style.visuals = visuals;
        style.spacing.item_spacing = Vec2::new(8.0, 5.0);
        style.spacing.button_padding = Vec2::new(7.0, 3.0);
        style.spacing.slider_width = 110.0;
        style.text_styles.insert(TextStyle::Heading, FontId::proportional(15.0));
        style.text_styles.insert(TextStyle::Body, FontId::proportional(13.0));
        style.text_styles.insert(TextStyle::Button, FontId::proportional(13.0));
        style.text_styles.insert(TextStyle::Small, FontId::proportional(11.0));
    });
}
