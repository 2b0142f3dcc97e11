//! VRM animations (VRMC_vrm_animation 1.0): a clip for any humanoid, on the bones of the body it was made for, in T-pose
//! without rotations; expressions and gaze as moves of nodes that stand for them.

use super::document::Document;
use super::{ExportError, Exported, animation, node, plan};
use serde_json::{Map, Value, json};
use sinew::clip::{JointTrack, Track};
use sinew::glam::Vec3;
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::retarget::{FaceMap, ReferencePose, RetargetSettings, Retargeter, retarget_clip};
use sinew::skeleton::{Joint, Skeleton};
use sinew::{Character, CharacterParts, JointIndex, RawClip, Transform};

/// VRM 1.0's own expressions; all others are custom.
const PRESETS: [&str; 18] = [
    "happy",
    "angry",
    "sad",
    "relaxed",
    "surprised",
    "neutral",
    "aa",
    "ih",
    "ou",
    "ee",
    "oh",
    "blink",
    "blinkLeft",
    "blinkRight",
    "lookUp",
    "lookDown",
    "lookLeft",
    "lookRight",
];

/// Writes one clip of a character with a human body as a `.vrma` file. What moves other joints, and morph weights that no
/// expression holds, are left out.
///
/// # Errors
/// When the character has no human body or the clip does not fit it.
pub fn export_vrma(character: &Character, clip: &RawClip) -> Result<Exported, ExportError> {
    animation::check(character, std::slice::from_ref(clip))?;
    let no_body = || {
        let message = "no human body was found in it, which a VRM animation must have";
        ExportError::new("export-no-body", "/", message)
    };
    let humanoid = character.humanoid().ok_or_else(no_body)?;
    let source = ReferencePose::from_clip(character.skeleton(), humanoid, clip).with_skin(character);
    let look_at = offset(character, &source);
    let (bones, map) = source.normalized(character.skeleton()).ok_or_else(no_body)?;
    let stance = ReferencePose::new(&bones, &Humanoid::from_map(&bones, map.clone(), "vrm"));
    let stance = stance.with_ankle_height(source.ankle_height());
    let retargeter = Retargeter::humanoid((character.skeleton(), source), (&bones, stance));
    let settings = RetargetSettings::default().with_foot_correction(false);
    let face = FaceMap::from_expressions((0..character.setup().expressions.len()).map(|n| (n, n)));
    let (mut made, _) = retarget_clip(clip, &retargeter, &settings, &face)
        .map_err(|e| ExportError::new("export-clip", format!("/{}", clip.name), e.to_string()))?;

    // Bones keep their numbers; what stands for expressions and gaze follows them.
    let mut joints: Vec<Joint> = (0..bones.len()).filter_map(|n| joint(&bones, n)).collect();
    let mut stand_in = |name: &str| {
        let rest = Transform::IDENTITY;
        joints.push(Joint { name: name.to_owned(), parent: None, rest, in_scene: true });
        joints.len() - 1
    };
    let expressions = &character.setup().expressions;
    let (mut preset, mut custom, mut extra) = (Map::new(), Map::new(), Vec::new());
    for track in std::mem::take(&mut made.expressions) {
        let Some(expression) = expressions.get(track.expression) else { continue };
        let number = stand_in(&expression.name);
        let named = if PRESETS.contains(&expression.name.as_str()) { &mut preset } else { &mut custom };
        named.insert(expression.name.clone(), json!({ "node": number }));
        let places = track.weight.values().iter().map(|&weight| Vec3::new(weight, 0.0, 0.0)).collect();
        let keys = Track::new(track.weight.interpolation(), 1, track.weight.times().into(), places).ok();
        extra.push((number, keys, None));
    }
    let gaze = made.gaze.take().map(|gaze| (stand_in("lookAt"), gaze));
    if let Some((number, gaze)) = &gaze {
        extra.push((*number, None, Some(gaze.clone())));
    }
    let from = |n: JointIndex| bones.file_index(n);
    let skeleton = Skeleton::new(joints).map_err(|e| ExportError::new("export-clip", "/", e.to_string()))?;
    let at = |number: usize| skeleton.by_file_index(number).unwrap_or(JointIndex(0));
    made.joints.iter_mut().for_each(|track| track.joint = at(from(track.joint)));
    for (number, translation, rotation) in extra {
        made.joints.push(JointTrack { translation, rotation, ..JointTrack::new(at(number)) });
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
    let mut document = Document::new(false);
    let plan = plan::Plan::new(&bare, false, &mut document.report);
    let nodes = node::write(&mut document, &bare, &plan);
    animation::write(&mut document, &bare, &[made], &nodes);
    document.extensions.add(&mut document.root, "VRMC_vrm_animation", extension);
    let (bytes, report) = document.finish()?;
    Ok(Exported { bytes, report })
}

/// From the head to between the eyes, where the character says it; else as far as is usual.
fn offset(character: &Character, body: &ReferencePose) -> Vec3 {
    const USUAL: Vec3 = Vec3::new(0.0, 0.06, 0.0);
    let own = character.setup().look_at.as_ref();
    let offset = own
        .and_then(|own| body.normalized_offset(character.skeleton(), HumanBone::Head, own.offset_from_head));
    offset.unwrap_or(USUAL)
}

/// Joint number `n` of a skeleton in its file's order.
fn joint(skeleton: &Skeleton, n: usize) -> Option<Joint> {
    let joint = skeleton.by_file_index(n)?;
    Some(Joint {
        name: skeleton.name(joint).to_owned(),
        parent: skeleton.parent(joint).map(|parent| skeleton.file_index(parent) as u32),
        rest: skeleton.rest()[joint.index()],
        in_scene: true,
    })
}
