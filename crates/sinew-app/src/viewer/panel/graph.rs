use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::{CollapsingHeader, ComboBox, Label, RichText, Slider, SliderClamping, Ui};
use sinew::graph::{ParameterKind, ParameterValue};

/// Parameters, active states and slots of the graph, and the event log.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    if let Some(playing) = actor.graph() {
        CollapsingHeader::new("Graph").id_salt("graph").default_open(true).show(ui, |ui| {
            for (id, name, kind) in playing.graph().parameters() {
                let set = |value| Command::SetParameter(id, value);
                ui.horizontal(|ui| {
                    ui.spacing_mut().slider_width = 80.0;
                    match (kind, playing.parameter(id)) {
                        (ParameterKind::Trigger, _) => {
                            if ui.button(name).clicked() {
                                commands.push(set(ParameterValue::Bool(true)));
                            }
                        }
                        (_, ParameterValue::Bool(mut on)) => {
                            if ui.checkbox(&mut on, name).changed() {
                                commands.push(set(ParameterValue::Bool(on)));
                            }
                        }
                        (_, ParameterValue::Int(mut number)) => {
                            let slider = Slider::new(&mut number, 0..=9).clamping(SliderClamping::Never);
                            if ui.add(slider).changed() {
                                commands.push(set(ParameterValue::Int(number)));
                            }
                            ui.add(Label::new(name).truncate());
                        }
                        (_, ParameterValue::Float(mut number)) => {
                            let slider = Slider::new(&mut number, -1.0..=2.0).clamping(SliderClamping::Never);
                            if ui.add(slider.fixed_decimals(2)).changed() {
                                commands.push(set(ParameterValue::Float(number)));
                            }
                            ui.add(Label::new(name).truncate());
                        }
                        _ => {}
                    }
                });
            }
            for active in playing.active_states() {
                let change = if active.in_transition { " …" } else { "" };
                ui.label(format!("{}{change}  {:.1} s", active.state, active.elapsed))
                    .on_hover_text(active.machine);
            }
            for (playback, weight) in playing.playing_clips() {
                let name = actor.clips()[playback.clip()].name();
                ui.weak(format!("{:3.0} %  {name}", weight * 100.0));
            }
            for slot in playing.graph().slots() {
                ComboBox::from_id_salt(slot).selected_text(format!("Play in {slot}")).show_ui(ui, |ui| {
                    for (id, clip) in actor.clips().ids().zip(actor.clips().iter()) {
                        if ui.selectable_label(false, clip.name()).clicked() {
                            commands.push(Command::PlayInSlot(slot.clone(), id));
                        }
                    }
                });
            }
        });
    }
    let mut lines = state.log.lines().peekable();
    if lines.peek().is_some() {
        CollapsingHeader::new("Events").id_salt("events").default_open(true).show(ui, |ui| {
            for line in lines {
                let text = format!("{:6.2} s  {}", line.seconds, line.text);
                let text = RichText::new(text).small();
                ui.label(if line.weight < 0.5 { text.weak() } else { text });
            }
        });
    }
}
