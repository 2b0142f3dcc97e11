use crate::viewer::command::{Command, Switch};
use crate::viewer::state::State;
use egui::{CollapsingHeader, ComboBox, Slider, Ui};
use sinew::face::FaceState;

/// Channels of the face: emotion, eyes that move by themselves, blinks, and the gaze at the camera.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    let Some(face) = actor.face() else { return };
    let (has_eyes, has_emotions) = (face.rig().look_at().is_some(), face.rig().emotions().next().is_some());
    let map = state.shown.face_map.as_deref();
    if !has_eyes && !has_emotions && map.is_none() {
        return;
    }
    CollapsingHeader::new("Face").id_salt("face").default_open(true).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (name, switch, is_shown) in [
                ("Live eyes", Switch::LiveEyes, has_eyes),
                ("Blinks", Switch::Blinks, true),
                ("Eye contact", Switch::EyeContact, has_eyes),
            ] {
                let mut on = state.is_on(switch);
                if is_shown && ui.checkbox(&mut on, name).changed() {
                    commands.push(Command::Switch(switch, on));
                }
            }
        });
        if has_emotions {
            emotion(ui, face, commands);
        }
        if let Some(map) = map {
            let name = map.file_name().unwrap_or_default().to_string_lossy();
            ui.label(format!("Shapes of {name}")).on_hover_text(map.display().to_string());
        }
    });
}

/// Choice of the emotion and its intensity.
fn emotion(ui: &mut Ui, face: &FaceState, commands: &mut Vec<Command>) {
    let shown = face.emotion();
    let mut intensity = shown.map_or(1.0, |(_, intensity)| intensity);
    ui.horizontal(|ui| {
        ui.label("Emotion");
        let text = shown.map_or("none", |(name, _)| name);
        ComboBox::from_id_salt("emotion").width(90.0).selected_text(text).show_ui(ui, |ui| {
            if ui.selectable_label(shown.is_none(), "none").clicked() {
                commands.push(Command::Emotion(None, intensity));
            }
            for name in face.rig().emotions() {
                if ui.selectable_label(shown.is_some_and(|(shown, _)| shown == name), name).clicked() {
                    commands.push(Command::Emotion(Some(name.to_owned()), intensity));
                }
            }
        });
        ui.spacing_mut().slider_width = 60.0;
        let slider =
            ui.add_enabled(shown.is_some(), Slider::new(&mut intensity, 0.0..=1.0).fixed_decimals(2));
        if let Some((name, _)) = shown.filter(|_| slider.changed()) {
            commands.push(Command::Emotion(Some(name.to_owned()), intensity));
        }
    });
}
