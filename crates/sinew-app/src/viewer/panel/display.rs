//! Panel of view directions, overlays and visibility.

use super::{light, scene};
use crate::options::hide::name_of;
use crate::options::shading::ShadingOption;
use crate::viewer::command::Command;
use crate::viewer::command::Switch;
use crate::viewer::state::State;
use egui::{CollapsingHeader, ComboBox, Ui};
use sinew::character::SkinningMethod;
use sinew::humanoid::HumanBone;
use sinew_render::ViewPreset;

/// View directions.
const SIDES: [(&str, ViewPreset); 5] = [
    ("3/4", ViewPreset::ThreeQuarter),
    ("Front", ViewPreset::Front),
    ("Side", ViewPreset::Left),
    ("Back", ViewPreset::Back),
    ("Top", ViewPreset::Top),
];

/// View directions, overlays, and visibility of meshes.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(8.0);
    ui.heading("View");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (name, view) in SIDES {
            if ui.button(name).clicked() {
                commands.push(Command::Frame(Some(view)));
            }
        }
        if ui.button("Face").clicked() {
            commands.push(Command::FrameHead);
        }
    });
    ui.horizontal(|ui| {
        for (name, overlay) in [
            ("Skeleton", Switch::Skeleton),
            ("Bounds", Switch::Bounds),
            ("Ground", Switch::Ground),
            ("Root motion", Switch::RootMotion),
        ] {
            let mut on = state.is_on(overlay);
            if ui.checkbox(&mut on, name).changed() {
                commands.push(Command::Switch(overlay, on));
            }
        }
    });
    setup(ui, state, commands);
    scene::show(ui, state, commands);
    shading(ui, state, commands);
    light::show(ui, state, commands);
    skinning(ui, state, commands);
    meshes(ui, state, commands);
    ui.separator();
}

/// Switches for features of the character; those without effect are not shown.
fn setup(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let lead = &state.shown.player.actor;
    let character = lead.character();
    let finger = |bone| character.humanoid().is_some_and(|body| body.named_bones.joint(bone).is_some());
    let has_fingers = finger(HumanBone::LeftIndexProximal) || finger(HumanBone::RightIndexProximal);
    let switches = [
        ("First person", Switch::FirstPerson, character.first_person().is_some()),
        ("Constraints", Switch::Constraints, !character.constraints().is_empty()),
        ("Springs", Switch::Springs, lead.clips().spring_rig().is_some()),
        ("Fingers", Switch::Fingers, has_fingers),
        ("IK handles", Switch::Handles, character.humanoid().is_some()),
        ("Ragdoll", Switch::Ragdoll, !character.mesh_instances().is_empty()),
    ];
    if switches.iter().all(|(.., shown)| !shown) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (name, switch, _) in switches.into_iter().filter(|(.., shown)| *shown) {
            let mut on = state.is_on(switch);
            if ui.checkbox(&mut on, name).changed() {
                commands.push(Command::Switch(switch, on));
            }
        }
    });
}

fn shading(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let label = ShadingOption::labels().find(|(shading, _)| *shading == state.shading);
    ui.horizontal(|ui| {
        ui.label("Shading");
        ComboBox::from_id_salt("shading").selected_text(label.map_or("", |(_, label)| label)).show_ui(
            ui,
            |ui| {
                for (shading, label) in ShadingOption::labels() {
                    if ui.selectable_label(state.shading == shading, label).clicked() {
                        commands.push(Command::Shade(shading));
                    }
                }
            },
        );
    });
}

fn skinning(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let character = state.shown.player.actor.character();
    let Some(skinned) =
        character.mesh_instance_ids().find(|&id| character.mesh_instances()[id].skin.is_some())
    else {
        return;
    };
    let now = state.shown.player.actor.frame().skinning(skinned);
    let name = |method| match method {
        SkinningMethod::Linear => "Linear",
        SkinningMethod::DualQuaternion => "Dual quaternion",
    };
    ui.horizontal(|ui| {
        ui.label("Skinning");
        ComboBox::from_id_salt("skinning").selected_text(name(now)).show_ui(ui, |ui| {
            for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
                if ui.selectable_label(now == method, name(method)).clicked() {
                    commands.push(Command::Skin(method));
                }
            }
        });
    });
}

fn meshes(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let actor = &state.shown.player.actor;
    let character = actor.character();
    let title = format!("Meshes ({})", character.mesh_instances().len());
    CollapsingHeader::new(title).id_salt("meshes").show(ui, |ui| {
        for (n, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            let mesh = &character.meshes()[instance.mesh];
            let mut visible = actor.frame().is_visible(n);
            let vertices: usize = mesh.primitives.iter().map(|p| p.positions.len()).sum();
            if ui
                .checkbox(&mut visible, name_of(character, n))
                .on_hover_text(format!("{vertices} vertices"))
                .changed()
            {
                commands.push(Command::Show(n, visible));
            }
        }
    });
}
