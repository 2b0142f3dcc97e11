use egui::{Slider, SliderClamping, Ui};
use std::ops::RangeInclusive;

/// Slider with two decimals. It does not round the value that it shows.
pub(super) fn slider(
    ui: &mut Ui,
    value: &mut f32,
    range: RangeInclusive<f32>,
    name: &str,
    hint: &str,
) -> bool {
    let slider = Slider::new(value, range).clamping(SliderClamping::Edits).fixed_decimals(2).text(name);
    ui.add(slider).on_hover_text(hint).changed()
}
