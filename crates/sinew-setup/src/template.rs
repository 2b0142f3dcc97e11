//! Set-ups that are written for a character file, as a beginning: with what was found, and comments that say
//! what may be added.

use sinew::Character;
use sinew::face::{FaceRig, VisemeMap};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::Ragdoll;
use sinew::rig::IkRig;
use sinew::spring::SpringRig;
use sinew_import::Imported;
use std::fmt::Write;
use std::sync::Arc;

/// Names that are listed of many.
const MAX_LISTED: usize = 12;
/// Emotions that are listed of many: as many as the message about an unknown one lists.
const MAX_EMOTIONS: usize = 24;

/// Text of a set-up for a character file, which [`SetupDescription::from_ron`](crate::SetupDescription::from_ron)
/// reads: what was found on the character stands in it, and comments show what may be added. `model` is the
/// path of the file, relative to the set-up.
#[must_use]
pub fn setup_template(model: &str, imported: &Imported) -> String {
    let character = Arc::new(imported.character.clone());
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, model, imported, &character);
    text
}

fn write(out: &mut String, model: &str, imported: &Imported, character: &Arc<Character>) -> std::fmt::Result {
    let body = character.humanoid();
    writeln!(
        out,
        "// Set-up of a character: docs/setup.md describes every field. Paths are relative to this file."
    )?;
    writeln!(out, "// What is left out is what the model's own file has, or what is found on it.")?;
    writeln!(out, "(")?;
    writeln!(out, "    model: {},", quoted(model))?;
    writeln!(out)?;
    let meshes = character.mesh_instances().iter().map(|instance| character.skeleton().name(instance.node));
    writeln!(out, "    // Meshes: {}.", list(meshes))?;
    writeln!(out, "    // hide: [\"NAME\"],")?;
    writeln!(out)?;
    let clips = imported.clips.iter().map(|clip| clip.name.as_str());
    writeln!(out, "    // Clips of the model: {}.", list(clips))?;
    writeln!(out, "    // Those of other files are retargeted where the rigs differ:")?;
    writeln!(out, "    // clips: [")?;
    writeln!(
        out,
        "    //     (file: \"walk.fbx\", rename: {{\"mixamo.com\": \"walk\"}}, root_motion: Hips, footsteps: true),"
    )?;
    writeln!(out, "    // ],")?;
    let first = imported.clips.iter().find(|clip| clip.moves());
    if let Some(clip) = first.filter(|clip| !clip.name.is_empty()) {
        writeln!(out, "    play: {},", quoted(&clip.name))?;
    }
    writeln!(out, "    // Animation graph (docs/graphs.md), in place of one clip:")?;
    writeln!(out, "    // graph: \"locomotion.ron\",")?;
    writeln!(out)?;
    match body {
        Some(body) => {
            let rig = IkRig::human(character.skeleton(), body);
            writeln!(
                out,
                "    // IK rig of a human: {}, feet on the ground.",
                list(rig.effectors().map(|(_, name)| name))
            )?;
        }
        None => writeln!(out, "    // No human body was found: IK needs a rig (docs/ik.md).")?,
    }
    writeln!(out, "    // ik: \"rig.ron\",")?;
    writeln!(out)?;
    face(out, character)?;
    writeln!(out)?;
    let springs = SpringRig::of(character).map_or(0, |springs| springs.joints().len());
    writeln!(
        out,
        "    // Spring bones of the model: {springs} joints. Others in their place (docs/springs.md):"
    )?;
    writeln!(out, "    // springs: (chains: [(from: \"tail_01\")], body_colliders: true),")?;
    writeln!(out)?;
    writeln!(out, "    // Hair that is grown on the head (docs/hair.md):")?;
    writeln!(out, "    // hair: (grooms: [\"long.ron\"]),")?;
    writeln!(out)?;
    ragdoll(out, imported, character)?;
    writeln!(out)?;
    writeln!(out, "    // Marks on the skin (docs/decals.md):")?;
    writeln!(
        out,
        "    // decals: (looks: {{\"blood\": (color: \"blood.png\", roughness: 0.2)}}, trails: \"blood\"),"
    )?;
    writeln!(out)?;
    let has_hands = body.is_some_and(|body| body.joint(HumanBone::RightHand).is_some());
    writeln!(out, "    // Items on joints{}:", if has_hands { " and in hands" } else { "" })?;
    writeln!(out, "    // attachments: {{")?;
    if has_hands {
        writeln!(out, "    //     \"sword\": (model: \"sword.glb\", hand: Right),")?;
    }
    writeln!(out, "    //     \"hat\": (model: \"hat.glb\", joint: \"head\", at: (position: (0, 0.1, 0))),")?;
    writeln!(out, "    // }},")?;
    writeln!(out)?;
    writeln!(out, "    // Outfits of further files on the same rig, and of meshes of the model:")?;
    writeln!(out, "    // outfits: {{\"armour\": (files: [\"armour.glb\"], hide: [\"shirt\"])}},")?;
    writeln!(out)?;
    writeln!(out, "    // Levels of detail:")?;
    writeln!(out, "    // levels: [(distance: 10, skip: [\"fingers\"], hair: 0.5)],")?;
    writeln!(out, ")")
}

fn face(out: &mut String, character: &Arc<Character>) -> std::fmt::Result {
    let Some(face) = FaceRig::detect(character) else {
        return writeln!(out, "    // No face was found: no expressions, morph targets, eyes or jaw.");
    };
    let mouth = VisemeMap::detect(character).map_or("no shapes of speech", |_| "a mouth that speaks");
    let eyes = if face.look_at().is_some() { "eyes that turn" } else { "no eyes that turn" };
    writeln!(out, "    // Face: {mouth}, {eyes}; emotions: {}.", list_up_to(MAX_EMOTIONS, face.emotions()))?;
    writeln!(
        out,
        "    // A face that lives, with shapes of your own (docs/face.md); wrinkles (docs/wrinkles.md):"
    )?;
    writeln!(out, "    // face: (blinks: true, eye_movements: true, turns_head: true, rig: \"face.ron\"),")?;
    writeln!(out, "    // wrinkles: \"wrinkles/wrinkles.ron\",")
}

fn ragdoll(out: &mut String, imported: &Imported, character: &Character) -> std::fmt::Result {
    match (&imported.ragdoll, Ragdoll::fit(character)) {
        (Some(described), _) => {
            writeln!(out, "    // Ragdoll of the model's rigid bodies: {} parts.", described.parts.len())?;
        }
        (None, Ok(fitted)) => writeln!(
            out,
            "    // Ragdoll, fitted to the skin: {} parts, {:.0} kg.",
            fitted.parts().len(),
            fitted.mass()
        )?,
        (None, Err(error)) => writeln!(out, "    // No ragdoll: {error}.")?,
    }
    writeln!(out, "    // ragdoll: (leave_out: [\"tail\"], mass: 75),")
}

/// A text as RON writes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The first of many names, on one line of a comment.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    list_up_to(MAX_LISTED, names)
}

fn list_up_to<'a>(max: usize, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| name.replace(['\n', '\r'], " ")).collect();
    match names.len() {
        0 => "none".to_owned(),
        count if count > max => format!("{} and {} more", names[..max].join(", "), count - max),
        _ => names.join(", "),
    }
}
