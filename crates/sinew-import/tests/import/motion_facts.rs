//! All FBX, .x and BVH test assets match the facts in the README of the test assets.

use crate::assets;
use sinew::morph::MorphWeights;
use sinew::{LocalPose, ModelPose, SampleCursor};
use sinew_import::{Format, Imported, import};
use std::fs;

/// Rows of the README's table under `## folder`: file, facts and import.
fn rows(folder: &str) -> Vec<(String, String, Imported)> {
    let Some(root) = assets::root() else { return Vec::new() };
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let section = readme.split(&format!("\n## {folder}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut rows = Vec::new();
    for line in section.lines() {
        // Vertical bars within the facts are escaped.
        let line = line.replace("\\|", "¦");
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let [_, file, _, facts, ..] = cells[..] else { continue };
        let extension = file.rsplit('.').next().unwrap_or_default().to_lowercase();
        if extension != folder || facts.is_empty() {
            continue;
        }
        let path = root.join(folder).join(file);
        let imported = import(&fs::read(&path).unwrap(), &assets::files_beside(&path))
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        rows.push((file.to_owned(), facts.replace('¦', "|"), imported));
    }
    assert!(rows.len() >= 7, "only {} rows of {folder}", rows.len());
    rows
}

/// Number before `label`.
fn before(facts: &str, label: &str) -> Option<usize> {
    let head = &facts[..facts.find(label)?];
    head.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Number after `label`.
fn after(facts: &str, label: &str) -> Option<usize> {
    let tail = &facts[facts.find(label)? + label.len()..];
    tail.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn fbx() {
    for (file, facts, imported) in rows("fbx") {
        let character = &imported.character;
        assert_eq!(imported.format, Format::Fbx);
        let skeleton = character.skeleton();
        // ufbx adds helper nodes for transforms that nodes cannot represent.
        let helpers =
            skeleton.joints().filter(|&j| ["geometry", "scale"].contains(&skeleton.name(j))).count();
        assert_eq!(Some(skeleton.len() - helpers), after(&facts, "nodes "), "{file}: nodes");
        assert_eq!(Some(character.meshes().len()), after(&facts, ", meshes "), "{file}: meshes");
        let vertices = character.meshes().iter().map(|m| m.file_vertex_count()).sum();
        assert_eq!(Some(vertices), before(&facts, " vertices"), "{file}: vertices");
        assert_eq!(Some(character.skins().len()), after(&facts, ", skins "), "{file}: skins");
        let clusters = character.skins().iter().map(|s| s.joints.len()).sum();
        assert_eq!(Some(clusters), before(&facts, " clusters"), "{file}: clusters");
        let names = character.meshes().iter().flat_map(|m| &m.morph_names);
        let channels = names.filter(|name| !name.ends_with('%')).count();
        assert_eq!(Some(channels), after(&facts, "blend channels "), "{file}: blend channels");
        assert_eq!(Some(imported.clips.len()), after(&facts, "stacks "), "{file}: stacks");
        for clip in &imported.clips {
            let stated = format!("{} {:.2}s", clip.name, clip.end());
            assert!(facts.contains(&stated), "{file}: {stated} is not in {facts}");
        }
    }
}

#[test]
fn x() {
    for (file, facts, imported) in rows("x") {
        let character = &imported.character;
        assert_eq!(imported.format, Format::X);
        if facts.contains("malformed") || file.contains("malformed") {
            continue;
        }
        assert_eq!(Some(imported.clips.len()), before(&facts, " animations"), "{file}: clips");
        let channels: usize = imported.clips.iter().map(|c| c.joints.len()).sum();
        assert_eq!(Some(channels), before(&facts, " animation channels"), "{file}: channels");
        let bones: usize = character.skins().iter().map(|s| s.joints.len()).sum();
        assert_eq!(Some(bones), before(&facts, " bones"), "{file}: bones");
        let primitives = character.meshes().iter().flat_map(|m| &m.primitives);
        let faces: usize = primitives.map(|p| p.indices.len() / 3).sum();
        assert_eq!(Some(faces), before(&facts, " faces"), "{file}: faces");
    }
}

#[test]
fn bvh() {
    for (file, facts, imported) in rows("bvh") {
        let skeleton = imported.character.skeleton();
        let ends = before(&facts, " end sites").unwrap();
        let joints = before(&facts, " joints").unwrap();
        let names: Vec<_> = skeleton.joints().map(|j| skeleton.name(j)).collect();
        assert_eq!(names.len(), joints + ends, "{file}: joints");
        let root = facts.split("root ").nth(1).and_then(|r| r.split(',').next()).unwrap();
        assert_eq!(names[0], root, "{file}");
        let frames = before(&facts, " frames").unwrap();
        let clip = &imported.clips[0];
        let keys = clip.joints.iter().filter_map(|j| j.rotation.as_ref()).map(|r| r.times().len()).max();
        assert_eq!(keys, Some(frames), "{file}: frames");
        let step: f32 = facts.split("@ ").nth(1).and_then(|r| r.split(' ').next()).unwrap().parse().unwrap();
        let end = (frames - 1) as f32 * step;
        assert!((clip.end() - end).abs() < 1e-3 * end.max(1.0), "{file}: {} s", clip.end());
    }
}

/// Recorded bodies stand on the ground at height 0, also in files whose root has an offset.
#[test]
fn bodies_of_bvh_files_stand_on_the_ground() {
    for (file, _, imported) in rows("bvh") {
        let (skeleton, clip) = (imported.character.skeleton(), &imported.clips[0]);
        let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        let mut lowest = f32::INFINITY;
        for moment in 0..=20 {
            let time = clip.end() * moment as f32 / 20.0;
            clip.sample(time, &mut SampleCursor::new(), &mut pose, &mut MorphWeights::default());
            model.update(skeleton, &pose);
            lowest = skeleton.joints().map(|j| model.get(j).translation.y).fold(lowest, f32::min);
        }
        assert!(lowest.abs() < 0.15, "{file}: the lowest joint is at {lowest} m");
    }
}
