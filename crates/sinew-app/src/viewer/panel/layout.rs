use super::{Command, State};
use super::{
    clips, cost, display, expressions, files, findings, graph, help, ik, messages, morphs, transport,
    viewport,
};
use crate::viewer::command;
use egui::{CentralPanel, Context, Frame, Panel, Rect, ScrollArea, TextureId, Ui};

/// Where everything is, and what of the window is nobody else's business.
pub(crate) struct Layout {
    clip_filter: String,
    morph_filter: String,
    /// Where the picture of the character goes, in points.
    pub(crate) picture: Rect,
}

impl Layout {
    pub(crate) fn new() -> Self {
        Self { clip_filter: String::new(), morph_filter: String::new(), picture: Rect::ZERO }
    }

    /// Lays out the window and gives what the user wants. `picture` is the character's, drawn last frame.
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &State, picture: Option<TextureId>) -> Vec<Command> {
        let mut wants = keys(ui.ctx(), state);
        let dropped =
            ui.input(|i| i.raw.dropped_files.iter().map(|f| f.path().to_owned()).collect::<Vec<_>>());
        wants.extend(dropped.into_iter().map(Command::Open));
        Panel::left("left").default_size(230.0).min_size(150.0).show(ui, |ui| {
            files::show(ui, state, &mut wants);
            clips::show(ui, state, &mut self.clip_filter, &mut wants);
        });
        Panel::right("right").default_size(285.0).min_size(180.0).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                display::show(ui, state, &mut wants);
                ik::show(ui, state, &mut wants);
                cost::show(ui, state);
                findings::show(ui, state);
                graph::show(ui, state, &mut wants);
                expressions::show(ui, state, &mut wants);
                morphs::show(ui, state, &mut self.morph_filter, &mut wants);
            });
        });
        Panel::bottom("transport").show(ui, |ui| transport::show(ui, state, &mut wants));
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            self.picture = ui.available_rect_before_wrap();
            viewport::show(ui, self.picture, state, picture, &mut wants);
        });
        messages::show(ui.ctx(), self.picture, state, &mut wants);
        if state.help {
            help::show(ui.ctx(), &mut wants);
        }
        wants
    }
}

/// What the keys ask for, unless somebody is typing. A button that was clicked keeps egui's focus, and would take the
/// space bar for a click on it.
fn keys(ctx: &Context, state: &State) -> Vec<Command> {
    if ctx.text_edit_focused() {
        return Vec::new();
    }
    let wants = ctx.input(|input| command::of_keys(input, |o| state.has(o), state.help));
    if !wants.is_empty() {
        ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    }
    wants
}
