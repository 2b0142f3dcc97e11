//! Ragdolls as rigid bodies in glTF files.

use sinew::limit::Swing;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollPart, RagdollSettings, ShapeKind};
use sinew_import::{ExportOptions, Imported, NoFiles, Severity, export_glb, export_gltf, import};
use sinew_suite::RagdollDifference;
use sinew_suite::falls::FALLING;
use std::sync::Arc;

/// A character of [`FALLING`]; `None`, with a message, where its file is missing.
fn opened(name: &str, file: &str) -> Option<Imported> {
    let path = match file {
        "" => sinew_suite::repository().join("data/sinew.vrm"),
        file => sinew_suite::assets()?.join(file),
    };
    if !path.exists() {
        test_needs::skip(test_needs::Need::Assets, format_args!("there is no {} for {name}", path.display()));
        return None;
    }
    Some(sinew_suite::open(&path).unwrap())
}

/// The file of a character with a ragdoll, read again.
fn there_and_back(imported: &Imported, ragdoll: &Arc<Ragdoll>, options: ExportOptions) -> Imported {
    let options = options.with_ragdoll(ragdoll.clone());
    let exported = export_glb(&imported.character, &imported.clips, &options).unwrap();
    let read = import(&exported.bytes, &NoFiles).unwrap();
    let own_findings = read.report.diagnostics().iter().filter(|found| found.code.starts_with("physics"));
    assert_eq!(own_findings.map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
    read
}

fn own_ragdoll(read: &Imported) -> Ragdoll {
    Ragdoll::from_description(read.ragdoll.as_ref().expect("a ragdoll"), &read.character).unwrap()
}

/// Whether glTF has the limit as it is: all but polygons.
fn is_exact(part: &RagdollPart) -> bool {
    !matches!(part.limit.swing(), Swing::Polygon(_))
}

#[test]
fn fitted_ragdolls_come_back() {
    for (name, file) in FALLING {
        let Some(imported) = opened(name, file) else { continue };
        let fitted = Arc::new(Ragdoll::fit(&imported.character).unwrap());
        let read = there_and_back(&imported, &fitted, ExportOptions::default());
        // What was added for the bodies is gone again.
        let before = there_and_back_without(&imported);
        assert_eq!(read.character.skeleton().len(), before.character.skeleton().len(), "{name}");
        assert_eq!(read.character.meshes().len(), before.character.meshes().len(), "{name}");
        assert_eq!(read.character.reference_bounds(), before.character.reference_bounds(), "{name}");
        let ragdoll = own_ragdoll(&read);
        let names = |ragdoll: &Ragdoll, imported: &Imported| -> Vec<String> {
            let name = |part: &RagdollPart| imported.character.skeleton().name(part.joint).to_owned();
            ragdoll.parts().iter().map(name).collect()
        };
        assert_eq!(names(&fitted, &imported), names(&ragdoll, &read), "{name}");
        let all = RagdollDifference::with_limits_of(&fitted, &ragdoll, is_exact);
        println!("{name}: {all:?}");
        assert!(all.mass < 1e-5 && all.center < 1e-5 && all.inertia < 1e-4, "{name}: {all:?}");
        assert!(all.shape < 1e-5 && all.size == 0.0, "{name}: {all:?}");
        assert!(all.limit < 1e-3 && all.reference < 1e-4, "{name}: {all:?}");
        for (fitted, read) in fitted.parts().iter().zip(ragdoll.parts()).filter(|pair| !is_exact(pair.0)) {
            // The bone is the same, and the ellipse has the ranges of the polygon about two axes.
            assert!(fitted.limit.bone().angle_between(read.limit.bone()) < 1e-3, "{name}");
            assert!(matches!(read.limit.swing(), Swing::Ellipse(_)), "{name}");
            assert_eq!(fitted.limit.twist().is_some(), read.limit.twist().is_some());
        }
        // A second time nothing changes any more.
        let ragdoll = Arc::new(ragdoll);
        let again = own_ragdoll(&there_and_back(&read, &ragdoll, ExportOptions::default()));
        let all = RagdollDifference::of(&ragdoll, &again);
        assert!(
            all.mass < 1e-5 && all.inertia < 1e-4 && all.shape < 1e-5 && all.limit < 1e-3,
            "{name}: {all:?}"
        );
    }
}

fn there_and_back_without(imported: &Imported) -> Imported {
    let exported = export_glb(&imported.character, &imported.clips, &ExportOptions::default()).unwrap();
    import(&exported.bytes, &NoFiles).unwrap()
}

#[test]
fn all_shapes_and_options_come_back() {
    let imported = opened("built-in", "").unwrap();
    let small = ExportOptions::default().with_quantize(true).with_meshopt(true);
    for (kind, options) in [
        (ShapeKind::Capsule, small.clone()),
        (ShapeKind::Box, ExportOptions::default()),
        (ShapeKind::Hull, small),
    ] {
        let settings = RagdollSettings::default().with_shape(kind).with_mass(Some(80.0));
        let fitted = Arc::new(Ragdoll::fit_with(&imported.character, &settings).unwrap());
        let ragdoll = own_ragdoll(&there_and_back(&imported, &fitted, options));
        let all = RagdollDifference::with_limits_of(&fitted, &ragdoll, is_exact);
        println!("{kind:?}: {all:?}");
        assert!(all.mass < 1e-5 && all.center < 1e-5 && all.inertia < 1e-4, "{kind:?}: {all:?}");
        assert!(all.shape < 1e-5 && all.limit < 1e-3 && all.reference < 1e-4, "{kind:?}: {all:?}");
    }
}

/// An avatar rests in a T-pose, which the character need not: parts keep their positions at their joints.
#[test]
fn avatars_have_ragdolls_too() {
    let Some(imported) = opened("mannequiny", "gltf/mannequiny.glb") else { return };
    let fitted = Arc::new(Ragdoll::fit(&imported.character).unwrap());
    let read = there_and_back(&imported, &fitted, ExportOptions::default().with_vrm(true));
    let ragdoll = own_ragdoll(&read);
    assert_eq!(ragdoll.parts().len(), fitted.parts().len());
    for (read, fitted) in ragdoll.parts().iter().zip(fitted.parts()) {
        assert!((read.mass.mass / fitted.mass.mass - 1.0).abs() < 1e-5);
        let sorted = |part: &RagdollPart| {
            let mut moments = part.mass.inertia.to_array();
            moments.sort_by(f32::total_cmp);
            moments
        };
        for (a, b) in sorted(read).into_iter().zip(sorted(fitted)) {
            assert!((a / b - 1.0).abs() < 1e-3);
        }
        assert!((read.mass.center.length() - fitted.mass.center.length()).abs() < 1e-4);
    }
}

#[test]
fn a_gltf_file_has_the_extensions() {
    let imported = opened("built-in", "").unwrap();
    let fitted = Arc::new(Ragdoll::fit(&imported.character).unwrap());
    let options = ExportOptions::default().with_ragdoll(fitted.clone());
    let exported = export_gltf(&imported.character, &imported.clips, &options, "body").unwrap();
    let json: serde_json::Value = serde_json::from_slice(&exported.files[0].1).unwrap();
    assert!(json["extensionsUsed"].as_array().unwrap().iter().any(|used| used == "KHR_physics_rigid_bodies"));
    let nodes = json["nodes"].as_array().unwrap();
    let bodies = |name: &str| {
        let has = |node: &&serde_json::Value| !node["extensions"]["KHR_physics_rigid_bodies"][name].is_null();
        nodes.iter().filter(has).count()
    };
    assert_eq!(bodies("motion"), fitted.parts().len());
    assert_eq!(bodies("joint"), fitted.parts().len() - 1);
    assert_eq!(bodies("collider"), fitted.parts().iter().map(|part| part.shapes.len()).sum::<usize>());
    // Hulls are not drawn: their nodes are in no scene.
    let scene = json["scenes"][0]["nodes"].as_array().unwrap();
    let hulls = nodes.iter().enumerate().filter(|(_, node)| {
        let mesh = node["mesh"].as_u64();
        mesh.is_some_and(|mesh| mesh as usize >= imported.character.meshes().len())
    });
    for (n, node) in hulls {
        assert!(node["children"].is_null() && !scene.contains(&serde_json::json!(n)), "{n}");
    }
    let read = import(&exported.files[0].1, &|name: &str| {
        let file = exported.files.iter().find(|file| file.0 == name);
        file.map(|file| file.1.clone()).ok_or_else(|| "no such file".to_owned())
    });
    assert!(read.unwrap().ragdoll.is_some());
}

#[test]
fn a_ragdoll_of_another_character_is_refused() {
    let imported = opened("built-in", "").unwrap();
    let json = br#"{"asset":{"version":"2.0"},"nodes":[{"name":"a"}]}"#;
    let other = import(json, &NoFiles).unwrap();
    let fitted = Arc::new(Ragdoll::fit(&imported.character).unwrap());
    let error =
        export_glb(&other.character, &[], &ExportOptions::default().with_ragdoll(fitted)).unwrap_err();
    assert_eq!(error.code, "export-ragdoll");
    assert!(other.ragdoll.is_none() && other.report.max_severity() < Some(Severity::Error));
}

/// The description of what was read is text like any other.
#[test]
fn a_read_ragdoll_can_be_edited_as_text() {
    let imported = opened("built-in", "").unwrap();
    let fitted = Arc::new(Ragdoll::fit(&imported.character).unwrap());
    let read = there_and_back(&imported, &fitted, ExportOptions::default());
    let text = read.ragdoll.as_ref().unwrap().to_ron().unwrap();
    let description = RagdollDescription::from_ron(&text).unwrap();
    let all = RagdollDifference::of(
        &own_ragdoll(&read),
        &Ragdoll::from_description(&description, &read.character).unwrap(),
    );
    assert!(all.mass < 1e-6 && all.limit < 1e-4, "{all:?}");
}

/// Friction, springs and dampers of joints, names of shapes and the unit come back.
#[test]
fn the_dynamics_of_parts_comes_back() {
    let imported = opened("built-in", "").unwrap();
    let mut description =
        RagdollDescription::of(&Ragdoll::fit(&imported.character).unwrap(), &imported.character);
    description.units_per_metre = Some(2.0);
    for part in &mut description.parts {
        part.shape_names = vec![format!("{} shape", part.joint)];
    }
    let last = description.parts.len() - 1;
    (description.parts[1].friction, description.parts[2].friction) = (Some(0.1), Some(0.1));
    (description.parts[1].stiffness, description.parts[last].damping) = (Some(30.0), Some(2.5));
    let ragdoll = Arc::new(Ragdoll::from_description(&description, &imported.character).unwrap());
    let read = own_ragdoll(&there_and_back(&imported, &ragdoll, ExportOptions::default()));
    assert_eq!(read.units_per_metre(), 2.0);
    for (part, other) in ragdoll.parts().iter().zip(read.parts()) {
        assert_eq!(part.shape_name(0), other.shape_name(0));
        assert_eq!(part.dynamics.friction, other.dynamics.friction);
        assert_eq!(part.dynamics.stiffness, other.dynamics.stiffness);
        assert_eq!(part.dynamics.damping, other.dynamics.damping);
    }
    // The same by the names of joints.
    let options = ExportOptions::default().with_ragdoll_description(description);
    let exported = export_glb(&imported.character, &imported.clips, &options).unwrap();
    let again = own_ragdoll(&import(&exported.bytes, &NoFiles).unwrap());
    assert_eq!(RagdollDifference::of(&read, &again), RagdollDifference::default());
}

/// A ragdoll of another character is reported and left out.
#[test]
fn descriptions_that_do_not_fit_are_reported() {
    let imported = opened("built-in", "").unwrap();
    let mut description =
        RagdollDescription::of(&Ragdoll::fit(&imported.character).unwrap(), &imported.character);
    description.parts[0].joint = "pelvis of another".into();
    let options = ExportOptions::default().with_ragdoll_description(description);
    let exported = export_glb(&imported.character, &[], &options).unwrap();
    assert_eq!(exported.report.count("export-ragdoll", Severity::Warning), 1, "{:?}", exported.report);
    assert!(import(&exported.bytes, &NoFiles).unwrap().ragdoll.is_none());
}
