use crate::sound::IS_BUILT_IN;
use crate::viewer::command::Command;
use crate::viewer::speech::SpeechMode;
use crate::viewer::state::State;
use egui::{CollapsingHeader, ComboBox, RichText, Ui};

/// Sound that the character speaks: start, microphone, method.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if state.shown.player.actor.character().mesh_instances().is_empty() {
        return;
    }
    CollapsingHeader::new(RichText::new("Speech").heading()).id_salt("speech").default_open(true).show(
        ui,
        |ui| {
            let speech = &state.speech;
            ui.horizontal(|ui| {
                let talk = ui.button(if speech.playing { "Pause" } else { "Talk" });
                if talk
                    .on_hover_text(
                        "Speaks the sound that was dropped on the window, or a line of its own (L)",
                    )
                    .clicked()
                {
                    commands.push(Command::Talk);
                }
                let mut listens = speech.live_mouth().is_some();
                ui.add_enabled_ui(IS_BUILT_IN, |ui| {
                    if ui.toggle_value(&mut listens, "Microphone").clicked() {
                        commands.push(Command::Listen(listens));
                    }
                });
                let mode = speech.used_mode();
                ComboBox::from_id_salt("speech mode").width(80.0).selected_text(mode.name()).show_ui(
                    ui,
                    |ui| {
                        for offered in
                            SpeechMode::ALL.into_iter().filter(|candidate| speech.offers(*candidate))
                        {
                            if ui.selectable_label(offered == mode, offered.name()).clicked() {
                                commands.push(Command::SetSpeechMode(offered));
                            }
                        }
                    },
                );
            });
            if !IS_BUILT_IN {
                ui.label(RichText::new("Built without sound: the mouth moves silently").small().weak());
            }
            for notice in speech.notice.iter().chain(&speech.missing_mouth) {
                ui.label(RichText::new(notice).small().weak());
            }
            let add =
                "Gives the head the built-in character's mouth shapes, teeth and tongue, like `sinew shapes`";
            if speech.missing_mouth.is_some() && ui.button("Add a mouth").on_hover_text(add).clicked() {
                commands.push(Command::AddFaceShapes);
            }
        },
    );
}
