use super::{
    clip_edits, clips, cost, diagnostics, display, expressions, face, files, graph, hair, handles, help, ik,
    messages, morphs, ragdoll, setup, show, speech, speech_strip, stamps, transport, viewport, wrinkles,
};
use crate::viewer::command;
use crate::viewer::command::Command;
use crate::viewer::open_show::OpenShow;
use crate::viewer::state::State;
use egui::{CentralPanel, Context, Frame, Panel, Rect, ScrollArea, TextureId, Ui};

/// Layout of the window, with the texts of its search boxes.
pub(crate) struct Layout {
    clip_filter: String,
    morph_filter: String,
    clip_edits: clip_edits::Values,
    /// Path in the field of `Open…`; none while the field is closed.
    pub(crate) open_path: Option<String>,
    /// Path in the field of `Save…` of the hair; none while the field is closed.
    pub(crate) save_path: Option<String>,
    speech_picture: speech_strip::Picture,
    /// Rectangle of the character's picture, in points.
    pub(crate) picture: Rect,
}

impl Layout {
    pub(crate) fn new() -> Self {
        Self {
            clip_filter: String::new(),
            morph_filter: String::new(),
            clip_edits: clip_edits::Values::default(),
            open_path: None,
            save_path: None,
            speech_picture: None,
            picture: Rect::ZERO,
        }
    }

    /// Lays out the window, all but the handles, and returns the user's commands. `picture` shows the
    /// character.
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &State, picture: Option<TextureId>) -> Vec<Command> {
        let mut commands = keys(ui.ctx(), state);
        let dropped =
            ui.input(|i| i.raw.dropped_files.iter().map(|f| f.path().to_owned()).collect::<Vec<_>>());
        commands.extend(dropped.into_iter().map(Command::Open));
        if let Some(show) = &state.show {
            return self.show_show(ui, state, show, picture, commands);
        }
        Panel::left("left").default_size(230.0).min_size(150.0).show(ui, |ui| {
            files::show(ui, state, &mut self.open_path, &mut commands);
            clips::show(ui, state, &mut self.clip_filter, &mut commands);
        });
        Panel::right("right").default_size(285.0).min_size(180.0).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                display::show(ui, state, &mut commands);
                setup::show(ui, state, &mut commands);
                clip_edits::show(ui, state, &mut self.clip_edits, &mut commands);
                ik::show(ui, state, &mut commands);
                ragdoll::show(ui, state, &mut commands);
                stamps::show(ui, state, &mut commands);
                hair::show(ui, state, &mut self.save_path, &mut commands);
                speech::show(ui, state, &mut commands);
                cost::show(ui, state);
                diagnostics::show(ui, state);
                graph::show(ui, state, &mut commands);
                face::show(ui, state, &mut commands);
                wrinkles::show(ui, state, &mut commands);
                expressions::show(ui, state, &mut commands);
                morphs::show(ui, state, &mut self.morph_filter, &mut commands);
            });
        });
        Panel::bottom("transport").show(ui, |ui| transport::show(ui, state, &mut commands));
        if state.speech.is_shown() {
            Panel::bottom("speech")
                .show(ui, |ui| speech_strip::show(ui, state, &mut self.speech_picture, &mut commands));
        }
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            self.picture = ui.available_rect_before_wrap();
            viewport::show(ui, self.picture, state, picture, &mut commands);
        });
        messages::show(ui.ctx(), self.picture, state, &mut commands);
        if state.help {
            help::show(ui.ctx(), &mut commands);
        }
        commands
    }

    /// Lays out the window of a show: its picture with its controls below.
    fn show_show(
        &mut self,
        ui: &mut Ui,
        state: &State,
        show: &OpenShow,
        picture: Option<TextureId>,
        mut commands: Vec<Command>,
    ) -> Vec<Command> {
        Panel::bottom("show").show(ui, |ui| show::show(ui, state, show, &mut commands));
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            self.picture = ui.available_rect_before_wrap();
            viewport::show(ui, self.picture, state, picture, &mut commands);
        });
        messages::show(ui.ctx(), self.picture, state, &mut commands);
        if state.help {
            help::show(ui.ctx(), &mut commands);
        }
        commands
    }

    /// Shows the IK handles over the picture. They come last, when the commands are applied and the state is
    /// that of the picture, and so take precedence over the picture for the mouse.
    pub(crate) fn show_handles(&self, ui: &mut Ui, state: &State) {
        if state.show.is_none() {
            handles::show(ui, self.picture, state);
        }
    }
}

/// Commands of keys, unless a text field has the focus. Other widgets lose the focus, since the space bar
/// would click them.
fn keys(ctx: &Context, state: &State) -> Vec<Command> {
    if ctx.text_edit_focused() {
        return Vec::new();
    }
    let commands = ctx.input(|input| {
        command::of_keys(input, |o| state.is_on(o), state.hair.brush, (&state.lighting, state.help))
    });
    if !commands.is_empty() {
        ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    }
    commands
}
