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
                    let changed = parameter(ui, name, kind, playing.parameter(id));
                    commands.extend(changed.map(set));
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

/// Widget of a parameter; the value that it is changed to, if any.
fn parameter(ui: &mut Ui, name: &str, kind: ParameterKind, value: ParameterValue) -> Option<ParameterValue> {
    let slider = |ui: &mut Ui, slider: Slider<'_>| {
        let changed = ui.add(slider.clamping(SliderClamping::Never)).changed();
        ui.add(Label::new(name).truncate());
        changed
    };
    match (kind, value) {
        (ParameterKind::Trigger, _) => ui.button(name).clicked().then_some(ParameterValue::Bool(true)),
        (_, ParameterValue::Bool(mut on)) => {
            ui.checkbox(&mut on, name).changed().then_some(ParameterValue::Bool(on))
        }
        (_, ParameterValue::Int(mut number)) => {
            slider(ui, Slider::new(&mut number, 0..=9)).then_some(ParameterValue::Int(number))
        }
        (_, ParameterValue::Float(mut number)) => {
            slider(ui, Slider::new(&mut number, -1.0..=2.0).fixed_decimals(2))
                .then_some(ParameterValue::Float(number))
        }
        _ => None,
    }
}
