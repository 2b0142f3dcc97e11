use super::Command;
use crate::viewer::command::KEYS;
use egui::{Align2, Context, Grid, RichText, Window};

/// The keys, over everything.
pub(super) fn show(ctx: &Context, wants: &mut Vec<Command>) {
    let mut open = true;
    Window::new("Help")
        .open(&mut open)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .collapsible(false)
        .resizable(false)
        .show(ctx, |ui| {
            Grid::new("keys").num_columns(2).spacing([24.0, 6.0]).show(ui, |ui| {
                for (key, what) in KEYS {
                    ui.label(RichText::new(key).strong());
                    ui.label(what);
                    ui.end_row();
                }
            });
            ui.add_space(6.0);
            ui.weak("Drop a .glb, .gltf, .vrm, .vrma, .fbx, .x or .bvh on the window to see it;\na file with clips alone plays on the character shown, if the joints\nhave the same names. A .ron is the graph it plays by, or the rig\nit reaches with.");
        });
    if !open {
        wants.push(Command::Help(false));
    }
}
