//! All glTF, GLB and VRM test assets match the facts in the README of the test assets.

use crate::assets;
use sinew_import::{Format, Imported, Severity, import};
use std::fs;
use std::path::Path;

#[test]
fn all_models_match_the_readme() {
    let Some(root) = assets::root() else { return };
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let mut folder = "";
    let mut seen = 0;
    for line in readme.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            folder = heading;
        }
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let [_, file, _, facts, ..] = cells[..] else { continue };
        if !facts.starts_with("nodes ") || !file.ends_with(['f', 'b', 'm', 'a']) {
            continue;
        }
        let path = root.join(folder).join(file);
        let imported = import(&fs::read(&path).unwrap(), &assets::files_beside(&path))
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        compare(file, facts, &imported);
        seen += 1;
    }
    assert!(seen >= 40, "only {seen} rows found");
}

fn compare(file: &str, facts: &str, imported: &Imported) {
    let character = &imported.character;
    let primitives = || character.meshes().iter().flat_map(|m| &m.primitives);
    let number = |label: &str| -> Option<usize> {
        let at = facts.find(label)? + label.len();
        facts[at..].split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    assert_eq!(Some(character.skeleton().len()), number("nodes "), "{file}: nodes");
    assert_eq!(Some(character.meshes().len()), number(", meshes "), "{file}: meshes");
    assert_eq!(Some(primitives().count()), number(", prims "), "{file}: primitives");
    let vertices = character.meshes().iter().map(|m| m.file_vertex_count()).sum();
    assert_eq!(Some(vertices), number("; verts "), "{file}: vertices");
    for part in facts.split("; ") {
        if let Some(joints) = part.strip_prefix("skins ").and_then(|p| p.strip_suffix(" joints")) {
            let expected: Vec<usize> = joints.split('/').map(|n| n.parse().unwrap()).collect();
            let ours: Vec<_> = character.skins().iter().map(|s| s.joints.len()).collect();
            assert!(ours.starts_with(&expected), "{file}: {ours:?} is not {expected:?}");
        }
    }
    compare_clips(file, facts, imported);
    compare_morphs(file, facts, imported);
    if file.ends_with(".vrma") {
        assert_eq!(imported.format, Format::Vrma);
    } else if file.ends_with(".vrm") {
        let expected = if facts.contains("VRMC_vrm") { Format::Vrm1 } else { Format::Vrm0 };
        assert_eq!(imported.format, expected, "{file}");
    } else {
        assert_eq!(
            imported.format,
            if file.ends_with(".glb") { Format::Glb } else { Format::Gltf },
            "{file}"
        );
    }
    // One fragment is invalid according to the Khronos validator too.
    if !file.ends_with("skin-multiple-sets.gltf") {
        let errors: Vec<_> =
            imported.report.diagnostics().iter().filter(|f| f.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{file}: {errors:#?}");
    }
}

fn compare_clips(file: &str, facts: &str, imported: &Imported) {
    let Some(at) = facts.find("; clips ") else {
        assert!(imported.clips.is_empty(), "{file}: clips");
        return;
    };
    let (count, list) = facts[at + "; clips ".len()..].split_once(": ").unwrap();
    assert_eq!(imported.clips.len(), count.parse::<usize>().unwrap(), "{file}: clips");
    let named = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let ours: Vec<_> = imported.clips.iter().map(|c| format!("{} {:.2}s", named(&c.name), c.end())).collect();
    let ours = ours.join(", ");
    // Long rows are truncated.
    let list = list.strip_suffix('…').unwrap_or_else(|| list.split("; paths").next().unwrap());
    assert!(ours.starts_with(list), "{file}: {ours} is not {list}");
}

fn compare_morphs(file: &str, facts: &str, imported: &Imported) {
    let meshes = imported.character.meshes();
    let Some(at) = facts.find("; morphs ") else {
        assert!(meshes.iter().all(|m| m.morph_names.is_empty()), "{file}: morphs");
        return;
    };
    for entry in facts[at + "; morphs ".len()..].split("; ") {
        let (head, names) = entry.split_once(" [").unwrap_or((entry, ""));
        let Some((mesh, count)) = head.split_once(':') else { break };
        let Ok(count) = count.trim_end_matches('…').parse::<usize>() else { break };
        let mesh = if mesh == "?" { "" } else { mesh };
        let ours = meshes.iter().find(|m| m.name == mesh && !m.morph_names.is_empty());
        let ours = ours.unwrap_or_else(|| panic!("{file}: no mesh {mesh:?} with morphs"));
        assert_eq!(ours.morph_names.len(), count, "{file}: {mesh}");
        let cut = !names.ends_with(']') || names.ends_with("…]");
        let names: Vec<_> = names.trim_end_matches([']', '…']).split(',').filter(|n| !n.is_empty()).collect();
        // The last name of a truncated row may be incomplete.
        let whole = names.len() - usize::from(cut && !names.is_empty() && names.len() < 12);
        for (ours, name) in ours.morph_names.iter().zip(&names[..whole]) {
            assert_eq!(ours, name, "{file}: {mesh}");
        }
    }
}

/// Samples every clip and skins every vertex once; all results must be finite.
#[test]
fn all_models_can_be_posed() {
    let Some(root) = assets::root() else { return };
    for path in assets::all_models(&root) {
        pose(&path);
    }
}

fn pose(path: &Path) {
    use sinew::skinning::SkinnedVertices;
    use std::sync::Arc;
    let imported = import(&fs::read(path).unwrap(), &assets::files_beside(path)).unwrap();
    let clips: Vec<_> = imported.clips;
    let mut actor = sinew::Actor::new(Arc::new(imported.character), clips).unwrap();
    let mut vertices = SkinnedVertices::default();
    for clip in 0..actor.clips().len().min(4) {
        actor.play(sinew::ClipId(clip as u32)).unwrap().seek(0.3);
        actor.update(0.0);
        let frame = actor.frame();
        for (i, instance) in frame.character().mesh_instance_ids().zip(frame.character().mesh_instances()) {
            for p in 0..frame.character().meshes()[instance.mesh].primitives.len() {
                frame.skin_vertices(i, p, &mut vertices);
                assert!(vertices.positions.iter().all(|p| p.is_finite()), "{}", path.display());
            }
        }
    }
}
