//! Contents of a file as tables.

use super::avatar::{HumanoidEntry, LicenceEntry};
use super::{ClipEntry, Contents, events, nodes};
use crate::report::choices::shorten_list;
use crate::report::plural::count;
use crate::report::table::Table;
use sinew::skeleton::ReferenceOrigin;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Writes all tables, and the tree of nodes where it is asked for.
pub(super) fn write(c: &Contents, with_nodes: bool, out: &mut dyn Write) -> io::Result<()> {
    let size = c.size_m.map(|[x, y, z]| format!(", {x:.3} × {y:.3} × {z:.3} m")).unwrap_or_default();
    writeln!(out, "{}: {}, {}{size}", c.file, c.format, count(c.nodes.len(), "node"))?;
    if with_nodes {
        nodes::tree(&c.nodes, out)?;
    }
    write_skins(c, out)?;
    write_meshes(c, out)?;
    write_materials(c, out)?;
    write_clips(c, out)?;
    if let Some(humanoid) = &c.humanoid {
        write_humanoid(humanoid, out)?;
    } else if !c.skins.is_empty() {
        writeln!(
            out,
            "\nHumanoid: not recognized; --bone names the bones of one (.vrm files need them, and \
             retargeting but by --joints and --chain)"
        )?;
    }
    write_expressions(c, out)?;
    write_springs(c, out)?;
    if let Some(ragdoll) = &c.ragdoll {
        writeln!(out, "\nRagdoll: {}, {:.1} kg", count(ragdoll.parts.len(), "part"), ragdoll.mass_kg)?;
    }
    write_speech(c, out)?;
    if !c.emotions.is_empty() {
        writeln!(out, "\nEmotions by morph targets: {}", c.emotions.join(", "))?;
    }
    if let Some(licence) = &c.licence {
        write_licence(licence, out)?;
    }
    c.beside.write(out)?;
    if !c.diagnostics.is_empty() {
        writeln!(out, "\nFindings")?;
    }
    c.diagnostics.iter().try_for_each(|diagnostic| writeln!(out, "  {diagnostic}"))
}

/// Table of skins.
fn write_skins(c: &Contents, out: &mut dyn Write) -> io::Result<()> {
    let mut skins = Table::new(["#", "name", "joints"]);
    for (n, skin) in c.skins.iter().enumerate() {
        skins.row([n.to_string(), skin.name.clone(), skin.joints.len().to_string()]);
    }
    skins.write("Skins", out)
}

/// Table of meshes, and the names of those that the file hides.
fn write_meshes(c: &Contents, out: &mut dyn Write) -> io::Result<()> {
    let mut meshes = Table::new(["#", "name", "primitives", "vertices", "influences", "morph targets"]);
    for (n, mesh) in c.meshes.iter().enumerate() {
        let targets = match mesh.morph_targets.len() {
            0 => "none".to_owned(),
            1..=6 => mesh.morph_targets.join(", "),
            many => format!("{}, … ({many})", mesh.morph_targets[..5].join(", ")),
        };
        let counts = [mesh.primitives, mesh.vertices, mesh.influences].map(|n| n.to_string());
        let [primitives, vertices, influences] = counts;
        meshes.row([n.to_string(), mesh.name.clone(), primitives, vertices, influences, targets]);
    }
    meshes.write("Meshes", out)?;
    if !c.hidden_meshes.is_empty() {
        writeln!(out, "Hidden meshes: {}", shorten_list(c.hidden_meshes.clone()))?;
    }
    Ok(())
}

/// Table of materials.
fn write_materials(c: &Contents, out: &mut dyn Write) -> io::Result<()> {
    let mut materials = Table::new(["#", "name", "colour", "metallic", "roughness", "alpha", "textures"]);
    for (n, material) in c.materials.iter().enumerate() {
        materials.row([
            n.to_string(),
            material.name.clone(),
            format!("{:.2} {:.2} {:.2}", material.color[0], material.color[1], material.color[2]),
            format!("{:.2}", material.metallic),
            format!("{:.2}", material.roughness),
            material.alpha.to_owned(),
            material.textures.keys().cloned().collect::<Vec<_>>().join(", "),
        ]);
    }
    materials.write("Materials", out)
}

/// Clips with their numbers in the file.
fn numbered_clips(c: &Contents) -> impl Iterator<Item = (usize, &ClipEntry)> {
    c.clips.iter().enumerate().map(|(n, clip)| (clip.number.unwrap_or(n), clip))
}

/// Tables of clips and of their events.
fn write_clips(c: &Contents, out: &mut dyn Write) -> io::Result<()> {
    let mut clips = Table::new(["#", "name", "seconds", "tracks", "keys", "bytes", "events", "root motion"]);
    for (n, clip) in numbered_clips(c) {
        let [tracks, keys, bytes] = [clip.tracks, clip.keys, clip.bytes].map(|n| n.to_string());
        let root_motion = clip.root_motion.map(|[x, y, z, turn]| {
            format!("{:.2} m, {:.0}°", (x * x + y * y + z * z).sqrt(), turn.to_degrees())
        });
        let (events, root_motion) =
            (clip.events.count().to_string(), root_motion.unwrap_or_else(|| "none".into()));
        let seconds = format!("{:.3}", clip.seconds);
        clips.row([n.to_string(), clip.name.clone(), seconds, tracks, keys, bytes, events, root_motion]);
    }
    clips.write("Clips", out)?;
    events::table(numbered_clips(c).map(|(n, clip)| (n, clip.name.as_str(), &clip.events)), out)
}

/// Lines about the humanoid and its bones.
fn write_humanoid(humanoid: &HumanoidEntry, out: &mut dyn Write) -> io::Result<()> {
    let HumanoidEntry { profile, confidence, rest, reference, mirrored, faces_deg, bones } = humanoid;
    let mirrored = if *mirrored { ", left and right bone names are swapped" } else { "" };
    let source = match profile.as_str() {
        "structure" => "recognized by structure".to_owned(),
        profile => format!("{profile} names"),
    };
    let confidence = confidence * 100.0;
    let rest = match *rest {
        "N" => "neither T nor A",
        pose => pose,
    };
    let faces = direction_name(*faces_deg);
    writeln!(
        out,
        "\nHumanoid: {source}, confidence {confidence:.0} %, {reference}: {rest}, faces {faces}{mirrored}"
    )?;
    if *reference != ReferenceOrigin::RestPose.name() {
        writeln!(out, "  reference pose: {reference} (--reference chooses another)")?;
    }
    for (bone, node) in bones {
        writeln!(out, "  {bone:24} {node}")?;
    }
    Ok(())
}

/// Table of expressions.
fn write_expressions(c: &Contents, out: &mut dyn Write) -> io::Result<()> {
    let mut expressions = Table::new(["#", "name", "morphs", "colours", "texture transforms"]);
    for (n, expression) in c.expressions.iter().enumerate() {
        let counts = [expression.morphs, expression.colours, expression.uvs].map(|n| n.to_string());
        let [morphs, colours, uvs] = counts;
        expressions.row([n.to_string(), expression.name.clone(), morphs, colours, uvs]);
    }
    expressions.write("Expressions", out)
}

/// Table of springs.
fn write_springs(c: &Contents, out: &mut dyn Write) -> io::Result<()> {
    let mut springs = Table::new(["#", "name", "joints", "colliders"]);
    for (n, spring) in c.springs.iter().enumerate() {
        let [joints, colliders] = [spring.joints.len(), spring.colliders].map(|n| n.to_string());
        springs.row([n.to_string(), spring.name.clone(), joints, colliders]);
    }
    springs.write("Springs", out)
}

/// Lines about the shapes of the mouth that speech moves, for characters that may have them.
fn write_speech(c: &Contents, out: &mut dyn Write) -> io::Result<()> {
    let has_morphs = c.meshes.iter().any(|mesh| !mesh.morph_targets.is_empty());
    if c.visemes.is_some() || c.humanoid.is_some() || !c.skins.is_empty() || has_morphs {
        let none =
            "none (no mouth shapes and no jaw joint are found by name; `sinew speak --map` names others)";
        writeln!(out, "\nSpeech: {}", c.visemes.as_deref().unwrap_or(none))?;
        if let Some(names) = &c.viseme_names {
            writeln!(out, "  names of {}: {}", names.family, listed_names(&names.used))?;
            writeln!(out, "  other morph targets: {}", listed_names(&names.unused))?;
        }
    }
    Ok(())
}

/// Terms of the licence, without those that are empty.
fn write_licence(licence: &LicenceEntry, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nLicence")?;
    let redistribution = if licence.allow_redistribution { "allowed" } else { "not allowed" };
    let authors = licence.authors.join(", ");
    let terms = [
        ("name", &licence.name),
        ("version", &licence.version),
        ("authors", &authors),
        ("licence", &licence.licence_url),
        ("other licence", &licence.other_licence_url),
        ("avatar use by", &licence.avatar_permission),
        ("commercial use", &licence.commercial_usage),
        ("modification", &licence.modification),
        ("redistribution", &redistribution.to_owned()),
    ];
    for (what, said) in terms.into_iter().filter(|(_, said)| !said.is_empty()) {
        writeln!(out, "  {what:15} {said}")?;
    }
    for (what, said) in &licence.stated {
        writeln!(out, "  {what:15} {said}  (as stated in the file)")?;
    }
    Ok(())
}

/// Name of a level direction: an axis, else its angle.
fn direction_name(degrees: f32) -> String {
    let axes = [(0.0, "+Z"), (90.0, "+X"), (180.0, "-Z"), (-90.0, "-X"), (-180.0, "-Z")];
    let near = axes.into_iter().find(|(angle, _)| (degrees - angle).abs() < 0.05);
    near.map_or_else(|| format!("{degrees:.0}° from +Z to +X"), |(_, name)| name.to_owned())
}

/// Names separated by commas, at most 60 of them.
fn listed_names(names: &BTreeSet<String>) -> String {
    const MOST: usize = 60;
    let shown: Vec<&str> = names.iter().take(MOST).map(String::as_str).collect();
    match names.len().saturating_sub(MOST) {
        0 if shown.is_empty() => "none".to_owned(),
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
