//! Export of VRM animations (VRMC_vrm_animation 1.0): a clip on the human bones of its character, normalized
//! to a T-pose without rotations. Expressions and gaze are the motion of proxy nodes.

use super::document::Document;
use super::glb::smaller;
use super::smaller_clips::smaller_clips;
use super::vrm::PRESETS;
use super::{ExportError, ExportOptions, Exported, animation, node, plan};
use crate::Report;
use serde_json::{Map, Value, json};
use sinew::body::TPose;
use sinew::character::ExpressionId;
use sinew::clip::{JointTrack, Track};
use sinew::glam::Vec3;
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, retarget_clip};
use sinew::skeleton::{Joint, Skeleton};
use sinew::{Character, CharacterParts, JointId, RawClip, Transform};

/// Exports one clip of a humanoid character as a VRM animation (`.vrma`). Tracks of other joints and morph
/// weights outside of expressions are left out. Of `options`, those about keys and compression apply; weights
/// of expressions count as metres there.
///
/// # Errors
/// If the character is not a humanoid, or the clip does not match it.
///
/// ```no_run
/// use sinew_import::{ExportOptions, NoFiles, export_vrma, import};
/// let hero = import(&std::fs::read("hero.fbx")?, &NoFiles)?;
/// let exported = export_vrma(&hero.character, &hero.clips[0], &ExportOptions::default())?;
/// std::fs::write("hero.vrma", exported.bytes)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_vrma(
    character: &Character,
    clip: &RawClip,
    options: &ExportOptions,
) -> Result<Exported, ExportError> {
    let (bytes, report) = smaller(options, |options| write(character, clip, options), Vec::len)?;
    Ok(Exported { bytes, report })
}

/// Bytes of the file.
fn write(
    character: &Character,
    clip: &RawClip,
    options: &ExportOptions,
) -> Result<(Vec<u8>, Report), ExportError> {
    animation::check(character, std::slice::from_ref(clip))?;
    let mut document = Document::new(options.meshopt);
    let posable = animation::posable(character, std::slice::from_ref(clip), &mut document.report);
    let clip = posable.first().unwrap_or(clip);
    let not_humanoid = || {
        let message = "VRM animations need a humanoid; this character is not one";
        ExportError::new("export-no-body", "/", message)
    };
    let humanoid = character.humanoid().ok_or_else(not_humanoid)?;
    let source = TPose::of_clip(character.skeleton(), humanoid, clip).with_skin(character);
    let look_at = look_at_offset(character, &source);
    let (bones, map) = source.normalized(character.skeleton()).ok_or_else(not_humanoid)?;
    let stance = TPose::new(&bones, &Humanoid::of_map(&bones, map.clone(), "vrm"));
    let stance = stance.with_ankle_height(source.ankle_height());
    let retargeter = Retargeter::human((character.skeleton(), source), (&bones, stance));
    let settings = RetargetSettings::default().with_foot_correction(false);
    let face = FaceMap::from_expressions(
        (0..character.expressions().len() as u32).map(ExpressionId).map(|id| (id, id)),
    );
    let (mut retargeted, _) = retarget_clip(clip, &retargeter, &settings, &face)
        .map_err(|e| ExportError::new("export-clip", format!("/{}", clip.name), e.to_string()))?;

    // Bones keep their indices; proxy nodes for expressions and gaze are appended.
    let mut joints: Vec<Joint> = (0..bones.len()).filter_map(|n| joint(&bones, n)).collect();
    let mut add_proxy = |name: &str| {
        let rest = Transform::IDENTITY;
        joints.push(Joint { name: name.to_owned(), parent: None, rest, in_scene: true });
        joints.len() - 1
    };
    let expressions = character.expressions();
    let (mut preset, mut custom, mut extra) = (Map::new(), Map::new(), Vec::new());
    for track in std::mem::take(&mut retargeted.expressions) {
        let Some(expression) = expressions.get(track.expression.index()) else { continue };
        let number = add_proxy(&expression.name);
        let named = if PRESETS.contains(&expression.name.as_str()) { &mut preset } else { &mut custom };
        named.insert(expression.name.clone(), json!({ "node": number }));
        let translations = track.weight.values().iter().map(|&weight| Vec3::new(weight, 0.0, 0.0)).collect();
        let keys =
            Track::new(track.weight.interpolation(), 1, track.weight.times().into(), translations).ok();
        extra.push((number, keys, None));
    }
    let gaze = retargeted.gaze.take().map(|gaze| (add_proxy("lookAt"), gaze));
    if let Some((number, gaze)) = &gaze {
        extra.push((*number, None, Some(gaze.clone())));
    }
    let from = |n: JointId| bones.file_index(n);
    let skeleton = Skeleton::new(joints).map_err(|e| ExportError::new("export-clip", "/", e.to_string()))?;
    let at = |number: usize| skeleton.by_file_index(number).unwrap_or(JointId(0));
    retargeted.joints.iter_mut().for_each(|track| track.joint = at(from(track.joint)));
    for (number, translation, rotation) in extra {
        retargeted.joints.push(JointTrack { translation, rotation, ..JointTrack::new(at(number)) });
    }
    let human: Map<String, Value> =
        map.iter().map(|(bone, joint)| (bone.name().to_owned(), json!({ "node": from(joint) }))).collect();
    let mut extension = json!({ "specVersion": "1.0", "humanoid": { "humanBones": human } });
    if !(preset.is_empty() && custom.is_empty()) {
        let lists = [("preset", preset), ("custom", custom)].into_iter().filter(|(_, list)| !list.is_empty());
        extension["expressions"] =
            Value::Object(lists.map(|(k, list)| (k.to_owned(), Value::Object(list))).collect());
    }
    if let Some((number, _)) = gaze {
        extension["lookAt"] = json!({ "node": number, "offsetFromHeadBone": look_at.to_array() });
    }
    let parts = CharacterParts { skeleton, ..CharacterParts::default() };
    let bare = Character::new(parts).map_err(|e| ExportError::new("export-clip", "/", e.to_string()))?;
    let plan = plan::Plan::new(&bare, false, None, &mut document.report);
    let nodes = node::write(&mut document, &bare, &plan);
    let clips = smaller_clips(&bare, &[retargeted], options, &mut document.report);
    animation::write(&mut document, &bare, &clips, &nodes);
    document.extensions.add(&mut document.root, "VRMC_vrm_animation", extension);
    document.finish()
}

/// Look-at offset from the head bone, from the character's setup or a default.
fn look_at_offset(character: &Character, body: &TPose) -> Vec3 {
    const DEFAULT_OFFSET: Vec3 = Vec3::new(0.0, 0.06, 0.0);
    let setup = character.look_at();
    let offset = setup.and_then(|setup| {
        body.normalized_offset(character.skeleton(), HumanBone::Head, setup.offset_from_head)
    });
    offset.unwrap_or(DEFAULT_OFFSET)
}

/// Joint `n` of a skeleton in the file's order.
fn joint(skeleton: &Skeleton, n: usize) -> Option<Joint> {
    let joint = skeleton.by_file_index(n)?;
    Some(Joint {
        name: skeleton.name(joint).to_owned(),
        parent: skeleton.parent(joint).map(|parent| skeleton.file_index(parent) as u32),
        rest: skeleton.rest()[joint.index()],
        in_scene: true,
    })
}
