use crate::viewer::command::Command;
use crate::viewer::command::KEYS;
use egui::{Align2, Context, Grid, RichText, Window};

/// Help window with keys and file types.
pub(super) fn show(ctx: &Context, commands: &mut Vec<Command>) {
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
            ui.weak(
                "Drop a .glb, .gltf, .vrm, .vrma, .fbx, .x, .bvh, .asf, .amc or .c3d file on the window to open it.\n\
                     Clips of a file without meshes are added to the current character: unchanged on the \
                     same rig, else retargeted.\nA .ron file is an animation graph, an IK rig, a face map, \
                     wrinkles or a haircut for it;\n.groom, .hair and .tfx files are hair,\n.hdr and .exr files light the scene.",
            );
        });
    if !open {
        commands.push(Command::Help(false));
    }
}
