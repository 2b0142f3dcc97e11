//! `import_with`: units of files that state none, and named human bones.

use crate::assets;
use sinew::humanoid::HumanBone;
use sinew_import::{ImportOptions, Imported, NoFiles, import_with};
use std::fs;

/// A file without meshes: hips, a leg and a tail, 3 units tall.
const BVH: &str = "HIERARCHY\nROOT base\n\
    {\nOFFSET 0 3 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
    JOINT stilt\n\
    {\nOFFSET 0.5 -1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -2 0\n}\n}\n\
    JOINT tail\n\
    {\nOFFSET 0 0 -1\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 -1\n}\n}\n}\n\
    MOTION\nFrames: 2\nFrame Time: 0.1\n0 3 0 0 0 0 0 0 0 0 0 0\n0 3 1 0 0 0 0 0 0 0 0 0\n";

fn opened(options: &ImportOptions) -> Imported {
    import_with(BVH.as_bytes(), &NoFiles, options).unwrap()
}

#[test]
fn a_stated_unit_goes_before_the_bodys() {
    let length = |imported: &Imported| {
        let skeleton = imported.character.skeleton();
        skeleton.rest()[skeleton.find("tail").unwrap().index()].translation.length()
    };
    for metres in [0.01, 1.0, 25.4] {
        let imported = opened(&ImportOptions::default().with_metres_per_unit(metres));
        assert!((length(&imported) - metres).abs() < 1e-6 * metres);
        let travelled = imported.clips[0].joints[0].translation.as_ref().unwrap().values()[1].z;
        assert!((travelled - metres).abs() < 1e-5 * metres, "{travelled}");
        let units: Vec<_> =
            imported.report.diagnostics().iter().filter(|diagnostic| diagnostic.code == "units").collect();
        assert!(units.len() == 1 && units[0].message.contains("as stated"), "{units:?}");
    }
    let Some(root) = assets::root() else { return };
    let path = root.join("x/tiny/tiny.x");
    let (bytes, beside) = (fs::read(&path).unwrap(), assets::files_beside(&path));
    let height = |options: ImportOptions| {
        import_with(&bytes, &beside, &options).unwrap().character.rest_bounds().size().max_element()
    };
    let (usual, small, large) = (
        height(ImportOptions::default()),
        height(ImportOptions::default().with_metres_per_unit(0.001)),
        height(ImportOptions::default().with_metres_per_unit(0.01)),
    );
    assert!((large / small - 10.0).abs() < 1e-3 && (1.0..2.5).contains(&usual), "{usual} {small} {large}");
}

#[test]
fn bones_are_named_by_node_or_number() {
    let none = opened(&ImportOptions::default());
    assert!(none.character.humanoid().is_none());
    let options =
        ImportOptions::default().with_bone(HumanBone::Hips, "base").with_bone(HumanBone::LeftUpperLeg, "1");
    let imported = opened(&options);
    let (humanoid, skeleton) = (imported.character.humanoid().unwrap(), imported.character.skeleton());
    assert_eq!(humanoid.joint(HumanBone::Hips), skeleton.find("base"));
    assert_eq!(humanoid.named_bones.joint(HumanBone::LeftUpperLeg), skeleton.find("stilt"));
    let missing =
        imported.report.diagnostics().iter().find(|diagnostic| diagnostic.code == "bone-map").unwrap();
    assert!(missing.message.contains("spine") && missing.message.contains("rightFoot"), "{missing}");
    // A node that the file lacks is reported; where bones contradict each other, nothing is imported.
    let lacking = opened(&ImportOptions::default().with_bone(HumanBone::Head, "tial"));
    assert!(lacking.character.humanoid().is_none());
    let told = lacking.report.diagnostics().iter().find(|diagnostic| diagnostic.code == "bone-name").unwrap();
    assert!(told.message.contains("did you mean \"tail\"?"), "{told}");
    for (bone, node) in [(HumanBone::Head, "base"), (HumanBone::Spine, "tail")] {
        let options = ImportOptions::default().with_bone(HumanBone::Hips, "stilt");
        let options = options.with_bone(bone, if bone == HumanBone::Head { "stilt" } else { node });
        let error = import_with(BVH.as_bytes(), &NoFiles, &options).unwrap_err();
        assert_eq!(error.code, "bone-map", "{error}");
    }
}
