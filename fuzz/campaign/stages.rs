//! Stages of a campaign: the work of a game and of the command on a character. A stage fails when it makes a
//! number that is not finite, or writes a file that cannot be read.

use crate::made::Made;
use fastrand::Rng;
use sinew::body::TPose;
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::height_field;
use sinew::locomotion::FootIk;
use sinew::pack::write_pack;
use sinew::ragdoll::{Ragdoll, RagdollDescription};
use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, retarget_clip};
use sinew::rig::{IkGoal, IkRig};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, ClipId, FrameInput, JointId, RawClip};
use sinew_author::clip::{CompressionSettings, compress, measure_compression_error};
use sinew_import::{ExportOptions, NoFiles, Severity, export_glb, export_vrma, import};
use std::sync::Arc;

/// Clips, mesh instances and primitives that are looked at in a case.
const SOME: usize = 3;

/// Seconds up to which a clip is always retargeted, and the share of longer ones: 30 frames a second are
/// solved, up to 20 000.
const MAX_SECONDS: f32 = 60.0;
const LONG: u8 = 64;

/// Samples up to which a clip is compressed and converted: the stages take as long as there are keys.
const MAX_KEYS: usize = 4_000;

fn clips(made: &Made) -> impl Iterator<Item = &RawClip> {
    made.clips.iter().filter(|clip| clip.key_count() <= MAX_KEYS).take(SOME)
}

/// Clips without most of those that take long to retarget.
fn clips_to_retarget<'a>(made: &'a Made, random: &mut Rng) -> impl Iterator<Item = &'a RawClip> + use<'a> {
    let long = random.u8(..LONG) == 0;
    clips(made).filter(move |clip| long || clip.end() - clip.start() <= MAX_SECONDS)
}

/// Plays clips and skins meshes.
pub(crate) fn pose(made: &Made) -> Result<(), String> {
    let clips: Vec<RawClip> = clips(made).cloned().collect();
    let character = Arc::new(made.character.clone());
    let mut actor = match Actor::new(character.clone(), clips) {
        Ok(actor) => actor,
        // Events may lie beyond the keys that are left.
        Err(_) => Actor::without_clips(character),
    };
    for n in 0..actor.clips().len().max(1) {
        let _ = actor.play(ClipId(n as u32)).map(|playback| _ = playback.seek(0.3));
        for _ in 0..2 {
            actor.update(0.1);
            finite(&actor)?;
        }
    }
    Ok(())
}

/// Sets goals near, far and out of reach.
pub(crate) fn ik(made: &Made, random: &mut Rng) -> Result<(), String> {
    let character = Arc::new(made.character.clone());
    let Some(human) = character.humanoid() else { return Ok(()) };
    let mut rig = IkRig::human(character.skeleton(), human).with_spine_assist(character.skeleton(), human);
    if let Ok(feet) = FootIk::human(&character, human) {
        rig = rig.with_feet(feet);
    }
    let names: Vec<String> = rig.effectors().map(|(_, name)| name.to_owned()).collect();
    let mut actor = Actor::without_clips(character);
    actor.set_ik(Some(Arc::new(rig))).map_err(|e| e.to_string())?;
    let ground = height_field(|x, z| 0.1 * (x + z).sin());
    for _ in 0..3 {
        for name in &names {
            let size = [1.0, 1e3, 1e9, 1e30][random.usize(..4)];
            let target = Vec3::from_array([0; 3].map(|_| (random.f32() - 0.5) * size));
            actor
                .ik_mut()
                .ok_or("no rig")?
                .set_goal(name.as_str(), IkGoal::at(target))
                .map_err(|e| e.to_string())?;
        }
        actor.advance(0.1);
        actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY).with_ground(&ground));
        finite(&actor)?;
    }
    Ok(())
}

/// Compresses clips, packs them and opens the pack.
pub(crate) fn pack(made: &Made, random: &mut Rng) -> Result<(), String> {
    let (skeleton, mut packed) = (made.character.skeleton(), Vec::new());
    // A made humanoid has many joints with random keys, which take the longest to compress.
    if made.character.humanoid().is_some_and(|human| human.profile == "made") && random.u8(..64) > 0 {
        return Ok(());
    }
    let settings = CompressionSettings::new([1e-4, 1e-3, 0.1][random.usize(..3)]);
    for clip in clips(made) {
        let Ok(compressed) = compress(clip, skeleton, &settings) else { continue };
        let error =
            measure_compression_error(clip, &compressed, skeleton, &settings).map_err(|e| e.to_string())?;
        if error.max_distance > settings.max_error || error.max_weight_error > settings.max_weight_error {
            return Err(format!("{error:?} above the bound {}", settings.max_error));
        }
        packed.push(compressed);
    }
    let bytes =
        write_pack(&made.character, &packed).map_err(|e| format!("compressed, but not packed: {e}"))?;
    let read = import(&bytes, &NoFiles).map_err(|e| format!("own pack: {e}"))?;
    if read.clips.len() != packed.len() {
        return Err(format!("{} of {} clips came back", read.clips.len(), packed.len()));
    }
    pose(&Made { character: read.character, clips: read.clips })
}

/// Converts to GLB with any options, and opens the file.
pub(crate) fn convert(made: &Made, random: &mut Rng) -> Result<(), String> {
    let options = ExportOptions::default()
        .with_quantize(random.bool())
        .with_meshopt(random.bool())
        .with_key_tolerance(random.bool().then_some(1e-3));
    let avatar = options.clone().with_vrm(true);
    let options = if avatar.check(&made.character).is_ok() && random.bool() { avatar } else { options };
    let ragdoll = random.bool().then(|| Ragdoll::fit(&made.character).ok()).flatten();
    // Bodies of an odd size have no description.
    let is_usual = |ragdoll: &Ragdoll| {
        Ragdoll::from_description(&RagdollDescription::of(ragdoll, &made.character), &made.character).is_ok()
    };
    let options = options.with_ragdoll(ragdoll.filter(is_usual).map(Arc::new));
    let clips: Vec<RawClip> = clips(made).cloned().collect();
    let Ok(exported) = export_glb(&made.character, &clips, &options) else { return Ok(()) };
    let read = import(&exported.bytes, &NoFiles).map_err(|e| format!("own GLB, {options:?}: {e}"))?;
    let errors = read.report.diagnostics().iter().find(|d| d.severity == Severity::Error);
    match errors {
        Some(error) => Err(format!("own GLB, {options:?}: {error}")),
        None => pose(&Made { character: read.character, clips: read.clips }),
    }
}

/// Resamples clips at any rate.
pub(crate) fn resample(made: &Made, random: &mut Rng) -> Result<(), String> {
    // A rate that makes the largest number of keys takes as long as all other stages, and is rare.
    let rate = match random.u8(..64) {
        0 => [f32::NAN, f32::INFINITY, 0.0, -1.0, 1e9, 1e-9][random.usize(..6)],
        1 => 3e4,
        _ => [0.5, 24.0, 30.0, 240.0][random.usize(..4)],
    };
    for clip in made.clips.iter().take(SOME) {
        let Ok(resampled) = clip.resampled(rate) else { continue };
        if resampled.end() != clip.end() {
            return Err(format!("{} s at {rate} keys a second, {} s before", resampled.end(), clip.end()));
        }
        if resampled.key_count() <= MAX_KEYS {
            pose(&Made { character: made.character.clone(), clips: vec![resampled] })?;
        }
    }
    Ok(())
}

/// Retargets clips onto the character itself.
pub(crate) fn retarget(made: &Made, random: &mut Rng) -> Result<(), String> {
    let (character, skeleton) = (&made.character, made.character.skeleton());
    for clip in clips_to_retarget(made, random) {
        let retargeter = match character.humanoid() {
            Some(human) => {
                let (source, target) = (TPose::of_clip(skeleton, human, clip), TPose::new(skeleton, human));
                Ok(Retargeter::human(
                    (skeleton, source.with_skin(character)),
                    (skeleton, target.with_skin(character)),
                ))
            }
            None => Retargeter::by_names(skeleton, skeleton),
        };
        let Ok(retargeter) = retargeter else { return Ok(()) };
        let settings = RetargetSettings::default();
        let Ok((retargeted, _)) = retarget_clip(clip, &retargeter, &settings, &FaceMap::default()) else {
            continue;
        };
        pose(&Made { character: character.clone(), clips: vec![retargeted] })?;
    }
    Ok(())
}

/// Exports clips of humanoids as VRM animations, and opens them.
pub(crate) fn vrma(made: &Made, random: &mut Rng) -> Result<(), String> {
    for clip in clips_to_retarget(made, random).take(1) {
        let Ok(exported) = export_vrma(&made.character, clip, &ExportOptions::default()) else { continue };
        import(&exported.bytes, &NoFiles).map_err(|e| format!("own VRM animation: {e}"))?;
    }
    Ok(())
}

/// Fails at the first number of a frame or a skinned vertex that is not finite.
fn finite(actor: &Actor) -> Result<(), String> {
    let frame = actor.frame();
    let character = frame.character();
    let name = |n: usize| character.skeleton().name(JointId(n as u32));
    if let Some(n) = frame.local().iter().position(|transform| !transform.is_finite()) {
        return Err(format!("local {:?} is {:?}", name(n), frame.local()[n]));
    }
    if let Some(n) = frame.model().iter().position(|matrix| !matrix.is_finite()) {
        return Err(format!("model {:?} is {:?}", name(n), frame.model()[n]));
    }
    let mut vertices = SkinnedVertices::default();
    for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()).take(SOME) {
        for primitive in 0..character.meshes()[instance.mesh].primitives.len().min(SOME) {
            frame.skin_vertices(id, primitive, &mut vertices);
            if vertices.positions.iter().chain(&vertices.normals).any(|v| !v.is_finite()) {
                return Err(format!("vertices of instance {}, primitive {primitive}", id.0));
            }
        }
    }
    let bounds = frame.bounds();
    if !(bounds.is_empty() || bounds.min.is_finite() && bounds.max.is_finite()) {
        return Err(format!("bounds {bounds:?}"));
    }
    Ok(())
}
