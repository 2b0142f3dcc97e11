//! One frame of the window, apart from drawing.

use super::panel::Layout;
use super::state::State;
use egui::{Context, FullOutput, RawInput, TextureId};

/// Result of a frame.
pub(super) struct FrameOutput {
    /// Output of egui: shapes, textures, requests to the window.
    pub(super) egui: FullOutput,
    /// True if the user's commands changed the state; the panels show it in the next frame.
    pub(super) changed: bool,
}

/// Lays out the window, applies the user's commands, steps the state by `seconds` and shows the handles last,
/// so that they stand where the step leaves the hands: the picture is drawn from the same state.
pub(super) fn run(
    egui: &Context,
    input: RawInput,
    layout: &mut Layout,
    state: &mut State,
    picture: Option<TextureId>,
    seconds: f32,
) -> FrameOutput {
    let (mut step, mut changed) = (Some(seconds), false);
    let egui = egui.run_ui(input, |ui| {
        let commands = layout.show(ui, state, picture);
        state.set_viewport(layout.picture.size().into());
        let some = !commands.is_empty();
        commands.into_iter().for_each(|command| state.apply(command));
        // egui may run this twice; only the first pass has the input, and only it takes time.
        if step.is_some() || some {
            state.advance(step.take().unwrap_or(0.0));
        }
        changed |= some;
        layout.show_handles(ui, state);
    });
    FrameOutput { egui, changed }
}
