use crate::asset::wrinkle_files::OwnWrinkles;
use crate::viewer::command::Command;
use crate::viewer::state::State;
use crate::viewer::wrinkles::WrinkleChoice;
use egui::{Align, CollapsingHeader, ComboBox, Label, Layout, Slider, SliderClamping, Ui};
use sinew::surface::wrinkle::{WrinkleChannel, WrinkleState};

/// Wrinkles of the face: the choice of a map, the intensity, and the strength of each region.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    if actor.face().is_none() && actor.wrinkles().is_none() {
        return;
    }
    let is_chosen = matches!(state.wrinkles.choice, WrinkleChoice::Automatic | WrinkleChoice::File(_));
    let header = CollapsingHeader::new("Wrinkles").id_salt(("wrinkles", is_chosen)).default_open(is_chosen);
    header.show(ui, |ui| {
        choice(ui, state, commands);
        let Some(wrinkles) = actor.wrinkles() else { return };
        let mut intensity = wrinkles.intensity();
        let slider = Slider::new(&mut intensity, 0.0..=1.0)
            .clamping(SliderClamping::Edits)
            .fixed_decimals(2)
            .text("Intensity");
        if ui.add(slider).changed() {
            commands.push(Command::WrinkleIntensity(intensity));
        }
        regions(ui, wrinkles, commands);
    });
}

fn choice(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let kind = match &state.shown.wrinkles {
        None => None,
        Some(OwnWrinkles::BuiltIn) => Some("built-in"),
        Some(OwnWrinkles::File(_)) => Some("of the character"),
    };
    let shown = &state.wrinkles.choice;
    let mut all = vec![
        (WrinkleChoice::Off, "off".to_owned(), "No wrinkles".to_owned()),
        (WrinkleChoice::Automatic, "automatic".to_owned(), "Made for the head".to_owned()),
    ];
    if let Some(kind) = kind {
        let hint = match &state.shown.wrinkles {
            Some(OwnWrinkles::File(path)) => path.display().to_string(),
            _ => "Those of the built-in character".to_owned(),
        };
        all.push((WrinkleChoice::Own, kind.to_owned(), hint));
    }
    if let WrinkleChoice::File(path) = shown {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        all.push((shown.clone(), name, path.display().to_string()));
    }
    ui.horizontal(|ui| {
        ui.label("Map").on_hover_text("A table of wrinkles (.ron) can be dropped on the window");
        let text = all.iter().find(|(choice, ..)| choice == shown).map_or("", |(_, name, _)| name.as_str());
        ComboBox::from_id_salt("wrinkle map").selected_text(text).show_ui(ui, |ui| {
            for (choice, name, hint) in &all {
                if ui.selectable_label(choice == shown, name).on_hover_text(hint).clicked() {
                    commands.push(Command::Wrinkles(choice.clone()));
                }
            }
        });
        if state.wrinkles.is_generating() {
            ui.spinner();
            ui.weak("is made");
        }
    });
}

/// Slider per region of each layer, which shows its present strength and takes it over from the drivers.
fn regions(ui: &mut Ui, wrinkles: &WrinkleState, commands: &mut Vec<Command>) {
    let map = wrinkles.map();
    let count = map.regions().len();
    let pairs = || (0..map.layers().len()).flat_map(|layer| (0..count).map(move |region| (layer, region)));
    if pairs().any(|(layer, region)| wrinkles.region_by_hand(layer, region).is_some())
        && ui.small_button("Release all").clicked()
    {
        commands.push(Command::ReleaseWrinkles);
    }
    let strengths = wrinkles.strengths(WrinkleChannel::Normal);
    for (layer, description) in map.layers().iter().enumerate() {
        let shown: Vec<usize> = (0..count)
            .filter(|region| {
                map.is_driven(layer, *region) || wrinkles.region_by_hand(layer, *region).is_some()
            })
            .collect();
        if shown.is_empty() {
            continue;
        }
        let title = format!("{} ({})", description.name, shown.len());
        CollapsingHeader::new(title).id_salt(("wrinkles", layer)).default_open(true).show(ui, |ui| {
            if description.automatic.is_some() {
                ui.weak("and by area strain, per vertex");
            }
            for region in shown {
                let by_hand = wrinkles.region_by_hand(layer, region);
                let strength = by_hand.unwrap_or(strengths[layer * count + region]);
                let name = &map.regions()[region].name;
                slider(ui, (layer, region), name, strength, by_hand.is_some(), commands);
            }
        });
    }
}

fn slider(
    ui: &mut Ui,
    (layer, region): (usize, usize),
    name: &str,
    mut strength: f32,
    is_by_hand: bool,
    commands: &mut Vec<Command>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 80.0;
        // Without this the slider would round the strength of the drivers, and so take it over.
        let slider = Slider::new(&mut strength, 0.0..=1.0).clamping(SliderClamping::Edits).fixed_decimals(2);
        if ui.add(slider).changed() {
            commands.push(Command::WrinkleRegion(layer, region, Some(strength)));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if is_by_hand && ui.small_button("×").on_hover_text("Return to the drivers").clicked() {
                commands.push(Command::WrinkleRegion(layer, region, None));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(name).truncate()));
        });
    });
}
