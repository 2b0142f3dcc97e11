//! .x files of humans, whose units and up axis are found, and the alpha of materials.

use crate::assets;
use sinew::character::AlphaMode;
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::pose::{LocalPose, ModelPose};
use sinew_import::{Imported, NoFiles, import};
use std::fs;

/// Joints with parent and position in metres, of a body 1.7 m tall.
const BODY: [(&str, &str, [f32; 3]); 17] = [
    ("Hips", "", [0.0, 0.95, 0.0]),
    ("Spine", "Hips", [0.0, 1.1, 0.0]),
    ("Chest", "Spine", [0.0, 1.25, 0.0]),
    ("Neck", "Chest", [0.0, 1.45, 0.0]),
    ("Head", "Neck", [0.0, 1.6, 0.0]),
    ("LeftUpLeg", "Hips", [0.1, 0.9, 0.0]),
    ("LeftLeg", "LeftUpLeg", [0.1, 0.5, 0.0]),
    ("LeftFoot", "LeftLeg", [0.1, 0.08, 0.0]),
    ("RightUpLeg", "Hips", [-0.1, 0.9, 0.0]),
    ("RightLeg", "RightUpLeg", [-0.1, 0.5, 0.0]),
    ("RightFoot", "RightLeg", [-0.1, 0.08, 0.0]),
    ("LeftArm", "Chest", [0.2, 1.4, 0.0]),
    ("LeftForeArm", "LeftArm", [0.45, 1.4, 0.0]),
    ("LeftHand", "LeftForeArm", [0.7, 1.4, 0.0]),
    ("RightArm", "Chest", [-0.2, 1.4, 0.0]),
    ("RightForeArm", "RightArm", [-0.45, 1.4, 0.0]),
    ("RightHand", "RightForeArm", [-0.7, 1.4, 0.0]),
];

fn position_of(name: &str) -> Vec3 {
    BODY.iter().find(|row| row.0 == name).map_or(Vec3::ZERO, |row| Vec3::from(row.2))
}

/// Text of a joint with its children, `units` to the metre.
fn frame(name: &str, units: f32) -> String {
    let (_, parent, at) = BODY.iter().find(|row| row.0 == name).unwrap();
    let [x, y, z] = ((Vec3::from(*at) - position_of(parent)) * units).to_array();
    let children: String = BODY.iter().filter(|row| row.1 == name).map(|row| frame(row.0, units)).collect();
    format!(
        "Frame {name} {{ FrameTransformMatrix {{ 1,0,0,0, 0,1,0,0, 0,0,1,0, {x},{y},{z},1;; }}\n\
         {children}}}\n"
    )
}

/// The body under a root whose rows are `axes`, a mesh on the head and the hips raised by a clip.
fn human(units: f32, axes: &str) -> Imported {
    let [up, higher] = [0.95, 1.05].map(|y| y * units);
    let text = format!(
        "xof 0303txt 0032\nFrame Root {{ FrameTransformMatrix {{ {axes}, 0,0,0,1;; }}\n{}\n\
         Mesh {{ 3; 0;0;0;, {units};0;0;, 0;{units};0;; 1; 3;0,1,2;; }} }}\n\
         AnimationSet A {{ Animation {{ {{ Hips }} AnimationKey {{ 2; 2; 0;3;0,{up},0;;, \
         4800;3;0,{higher},0;;; }} }} }}",
        frame("Hips", units)
    );
    import(text.as_bytes(), &NoFiles).unwrap()
}

/// Positions of hips and head at rest.
fn trunk(imported: &Imported) -> [Vec3; 2] {
    let skeleton = imported.character.skeleton();
    let mut model = ModelPose::rest(skeleton);
    model.update(skeleton, &LocalPose::rest(skeleton));
    ["Hips", "Head"].map(|name| model.as_slice()[skeleton.find(name).unwrap().index()].translation.into())
}

fn reports(imported: &Imported, code: &str, words: &str) -> bool {
    imported.report.diagnostics().iter().any(|d| d.code == code && d.message.contains(words))
}

const UPRIGHT: &str = "1,0,0,0, 0,1,0,0, 0,0,1,0";
const LYING: &str = "1,0,0,0, 0,0,1,0, 0,-1,0,0";

#[test]
fn humans_come_out_in_metres_and_upright() {
    for (units, said) in [(1.0, ""), (100.0, "centimetres"), (1.0 / 0.0254, "inches"), (313.0, "scaled ×")] {
        for axes in [UPRIGHT, LYING] {
            let imported = human(units, axes);
            let [hips, head] = trunk(&imported);
            // Without a known unit the body, a tenth taller than its joints, is taken for 1.65 m tall.
            let size = if units == 313.0 { 1.65 / (1.1 * 1.52) } else { 1.0 };
            assert!((hips - Vec3::Y * (0.95 * size)).length() < 1e-3, "{units} {axes}: {hips}");
            assert!((head - Vec3::Y * (1.6 * size)).length() < 1e-3, "{units} {axes}: {head}");
            let corner = imported.character.meshes().iter().next().unwrap().primitives[0].positions[1];
            assert!((corner.length() - size).abs() < 1e-3, "{corner}");
            let keys = imported.clips[0].joints[0].translation.as_ref().unwrap().values();
            assert!(((keys[1] - keys[0]).length() - 0.1 * size).abs() < 1e-4, "{keys:?}");
            assert!(reports(&imported, "units", said), "{:?}", imported.report);
            assert_eq!(reports(&imported, "axes", "+Y"), axes == LYING, "{:?}", imported.report);
        }
    }
}

#[test]
fn a_box_is_not_scaled() {
    let text = "xof 0303txt 0032\nFrame Box { Mesh { 3; 0;0;0;, 500;0;0;, 0;0;900;; 1; 3;0,1,2;; } }";
    let imported = import(text.as_bytes(), &NoFiles).unwrap();
    assert!(reports(&imported, "units", "scaled × 1"), "{:?}", imported.report);
    assert!((imported.character.rest_bounds().size().z - 900.0).abs() < 0.1);
}

#[test]
fn tiny_is_as_tall_as_a_human() {
    let Some(root) = assets::root() else { return };
    let path = root.join("x/tiny/tiny.x");
    let imported = import(&fs::read(&path).unwrap(), &assets::files_beside(&path)).unwrap();
    let height = imported.character.rest_bounds().size().y;
    assert!((1.6..1.9).contains(&height), "{height}");
    assert!(reports(&imported, "units", "scaled × 0.003"), "{:?}", imported.report);
    assert!(imported.character.humanoid().unwrap().joint(HumanBone::Head).is_some());
}

#[test]
fn a_texture_makes_a_material_opaque() {
    let alpha = |alpha: &str, texture: &str| {
        let text = format!(
            "xof 0303txt 0032\nFrame A {{ Mesh {{ 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\n\
             MeshMaterialList {{ 1; 1; 0;; Material {{ 1;1;1;{alpha};; 0; 0;0;0;; 0;0;0;; {texture} }} }} }} \
             }}"
        );
        let imported = import(text.as_bytes(), &NoFiles).unwrap();
        let material = &imported.character.materials()[0];
        (material.alpha_mode, material.base_color.w, reports(&imported, "material-value", "alpha"))
    };
    let skin = "TextureFilename { \"dwarf.dds\"; }";
    assert_eq!(alpha("1", skin), (AlphaMode::Opaque, 1.0, false));
    assert_eq!(alpha("0.2", skin), (AlphaMode::Opaque, 1.0, true));
    assert_eq!(alpha("0", skin), (AlphaMode::Opaque, 1.0, true));
    // A window pane, and what would not be seen at all.
    assert_eq!(alpha("0.5", ""), (AlphaMode::Blend, 0.5, false));
    assert_eq!(alpha("0", ""), (AlphaMode::Opaque, 1.0, true));
}
