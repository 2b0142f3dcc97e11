//! Property test that written files are read back as they were: characters and clips made at random, with
//! options chosen at random, as GLB, pack and VRM animation.

use crate::compare::{Differences, apart, clips_apart, export_and_import};
use crate::made::{as_imported, mesh, weights};
use crate::vrma::bone_position;
use sinew::character::{MeshId, MeshInstance, MeshInstanceId, Primitive, Skin, SkinId, SkinningMethod};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track, TrackValue};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::{BoneMap, HumanBone, Humanoid};
use sinew::morph::MorphTarget;
use sinew::pack::write_pack;
use sinew::skeleton::Joint;
use sinew::{CharacterParts, JointId, ModelPose, RawClip, Skeleton, Transform};
use sinew_author::clip::{CompressError, CompressionSettings, compress, measure_compression_error};
use sinew_import::{ExportOptions, Imported, NoFiles, Severity, export_vrma, import};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use test_needs::cases;

/// Cases of each thread, 10 000 in all.
const CASES: u64 = 5_000;
const THREADS: u64 = 2;

/// One case in this many has its keys reduced, is packed, or is a humanoid that is also written as a VRM
/// animation: each takes as long as many other cases, and the test is to end within 20 seconds.
const REDUCED: usize = 40;
const PACKS: u64 = 29;
const HUMANOIDS: u64 = 100;

/// Largest vertex error of quantization relative to the character's size, and of lossless files.
const QUANTIZED: f32 = 4e-5;
const EXACT: f32 = 1e-5;
/// Largest distance of a human bone in a VRM animation, metres per metre of the body: single precision in a
/// chain of rotations.
const VRMA: f32 = 2e-3;

/// Clips that could not be packed within the error.
static UNREACHABLE: AtomicUsize = AtomicUsize::new(0);

/// Pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Between -0.5 and 0.5.
    fn number(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32 - 0.5
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.number()))
    }

    fn rotation(&mut self) -> Quat {
        Quat::from_scaled_axis(self.vector() * 5.0)
    }

    fn scale(&mut self) -> Vec3 {
        Vec3::ONE + self.vector()
    }
}

/// The node of the skinned mesh, which is no joint: a mesh with morph targets on a joint would get another
/// node.
fn mesh_node() -> Joint {
    Joint { name: "mesh".into(), parent: None, rest: Transform::IDENTITY, in_scene: true }
}

/// The mesh's node, and joints in a tree of any shape.
fn tree(random: &mut Random, scaled: bool) -> Vec<Joint> {
    let count = 2 + random.below(7) as u32;
    let joint = |n: u32| Joint {
        name: format!("joint {n}"),
        parent: (n > 1).then(|| 1 + random.below(n as usize - 1) as u32),
        rest: Transform {
            translation: random.vector(),
            rotation: if random.one_in(3) { Quat::IDENTITY } else { random.rotation() },
            scale: if scaled && random.one_in(3) { random.scale() } else { Vec3::ONE },
        },
        in_scene: true,
    };
    std::iter::once(mesh_node()).chain((1..count).map(joint)).collect()
}

/// Required bones of a body in the T-pose, those in the middle and on the left, and their offsets in metres.
const BODY: [(HumanBone, [f32; 3]); 9] = [
    (HumanBone::Hips, [0.0, 0.95, 0.0]),
    (HumanBone::Spine, [0.0, 0.1, 0.0]),
    (HumanBone::Head, [0.0, 0.5, 0.0]),
    (HumanBone::LeftUpperArm, [0.17, 0.35, 0.0]),
    (HumanBone::LeftLowerArm, [0.27, 0.0, 0.0]),
    (HumanBone::LeftHand, [0.25, 0.0, 0.0]),
    (HumanBone::LeftUpperLeg, [0.09, -0.05, 0.0]),
    (HumanBone::LeftLowerLeg, [0.0, -0.4, 0.0]),
    (HumanBone::LeftFoot, [0.0, -0.42, 0.0]),
];

/// The mesh's node, and the bones of a humanoid with limbs of random lengths.
fn body(random: &mut Random) -> Vec<Joint> {
    let size = 1.0 + random.number();
    let mut bones: Vec<Option<HumanBone>> = vec![None];
    let mut joints = vec![mesh_node()];
    for (bone, offset) in BODY {
        let offset = Vec3::from_array(offset) * size * (1.0 + 0.3 * random.number());
        let sides = [(bone, offset), (bone.mirrored(), offset * Vec3::new(-1.0, 1.0, 1.0))];
        for (bone, translation) in sides.into_iter().take(if bone.mirrored() == bone { 1 } else { 2 }) {
            let mut above = std::iter::successors(bone.parent(), |above| above.parent());
            let parent = above.find_map(|above| bones.iter().position(|bone| *bone == Some(above)));
            let rest = Transform { translation, ..Transform::IDENTITY };
            joints.push(Joint {
                name: bone.name().into(),
                parent: parent.map(|n| n as u32),
                rest,
                in_scene: true,
            });
            bones.push(Some(bone));
        }
    }
    // The feet stand on the ground.
    let mut foot = joints.iter().position(|joint| joint.name == HumanBone::LeftFoot.name());
    let mut height = 0.0;
    while let Some(joint) = foot.map(|n| &joints[n]).filter(|joint| joint.parent.is_some()) {
        height -= joint.rest.translation.y;
        foot = joint.parent.map(|n| n as usize);
    }
    joints[1].rest.translation.y = height;
    joints
}

/// The bones of a [`body`].
fn humanoid(skeleton: &Skeleton) -> Humanoid {
    let bones = HumanBone::ALL.into_iter().filter_map(|bone| Some((bone, skeleton.find(bone.name())?)));
    let map = BoneMap::new(skeleton, bones.collect::<Vec<_>>()).unwrap();
    Humanoid::of_map(skeleton, map, "made")
}

/// Triangles with random vertices, and morph targets.
fn triangles(random: &mut Random, targets: usize) -> Primitive {
    let count = 3 * (1 + random.below(4));
    let mut vectors = || (0..count).map(|_| random.vector()).collect::<Vec<_>>();
    let (positions, normals) = (vectors(), vectors());
    let morph_targets =
        (0..targets).map(|_| MorphTarget::from_dense(count, &vectors(), &[], &[]).unwrap()).collect();
    Primitive {
        positions,
        normals: normals.into_iter().map(|normal| normal.normalize_or(Vec3::Y)).collect(),
        indices: (0..count as u32).collect(),
        morph_targets,
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        has_file_normals: true,
        ..Primitive::default()
    }
}

/// A character with a skinned mesh, and sometimes a rigid one, and clips. Without scales if not `scaled`.
fn character(random: &mut Random, human: bool, scaled: bool) -> Imported {
    let skeleton = Skeleton::new(if human { body(random) } else { tree(random, scaled) }).unwrap();
    let node = skeleton.find("mesh").unwrap();
    let joints: Vec<JointId> = skeleton.joints().filter(|joint| *joint != node).collect();
    let model = ModelPose::rest(&skeleton);
    let inverse_binds = joints.iter().map(|joint| model.get(*joint).inverse()).collect();
    let targets = random.below(3);
    let mut skinned = triangles(random, targets);
    let count = skinned.positions.len();
    let mut influences = |_| {
        // Of a humanoid to hips and spine: skin at its feet would be soles, which stand on the ground.
        let first = random.below(if human { 1 } else { joints.len() });
        let weight = 0.5 + random.number().abs();
        match joints.len() {
            1 => vec![(0, 1.0)],
            count => vec![(first as u16, weight), (((first + 1) % count) as u16, 1.0 - weight)],
        }
    };
    let rows: Vec<_> = (0..count).map(&mut influences).collect();
    skinned.influences = weights(count, 4, |vertex| rows[vertex].clone());
    let mut meshes = vec![mesh(vec![skinned])];
    meshes[0].morph_names = (0..targets).map(|n| format!("target {n}")).collect();
    let instance = |node, mesh, skin, weights| MeshInstance {
        node,
        mesh,
        skin,
        weights,
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    let weights = (0..targets).map(|_| random.number() + 0.5).collect();
    let mut mesh_instances = vec![instance(node, MeshId(0), Some(SkinId(0)), weights)];
    if random.one_in(3) {
        meshes.push(mesh(vec![triangles(random, 0)]));
        meshes[1].name = "rigid".into();
        let joint = joints[random.below(if human { 2 } else { joints.len() })];
        mesh_instances.push(instance(joint, MeshId(1), None, Vec::new()));
    }
    let parts = CharacterParts {
        skins: vec![Skin { name: "skin".into(), joints, inverse_binds }],
        meshes,
        mesh_instances,
        humanoid: human.then(|| humanoid(&skeleton)),
        skeleton,
        ..CharacterParts::default()
    };
    let clips = (0..1 + random.below(2)).map(|n| clip(random, &parts, n, scaled)).collect();
    as_imported(parts, clips)
}

fn times(random: &mut Random) -> Arc<[f32]> {
    let mut time = if random.one_in(4) { 0.5 + random.number() } else { 0.0 };
    let keys = (0..1 + random.below(6)).map(|_| {
        let key_time = time;
        time += 0.02 + 0.3 * (random.number() + 0.5);
        key_time
    });
    keys.collect()
}

fn track<T: TrackValue>(
    random: &mut Random,
    value: impl Fn(&mut Random) -> T,
    tangent: impl Fn(&mut Random) -> T,
) -> Option<Track<T>> {
    let times = times(random);
    // A cubic spline of one key is not allowed in glTF.
    let kinds = if times.len() > 1 { 3 } else { 2 };
    let kind = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline][random.below(kinds)];
    let mut values = Vec::new();
    for _ in 0..times.len() {
        match kind {
            Interpolation::CubicSpline => values.extend([tangent(random), value(random), tangent(random)]),
            _ => values.push(value(random)),
        }
    }
    Some(Track::new(kind, 1, times, values).unwrap())
}

/// Linear rotations at `times`.
fn rotations(random: &mut Random, times: &Arc<[f32]>) -> Track<Quat> {
    let values = times.iter().map(|_| random.rotation()).collect();
    Track::new(Interpolation::Linear, 1, times.clone(), values).unwrap()
}

/// A clip. That of a humanoid has what a VRM animation stores without resampling or correction of feet:
/// linear rotations of the upper body with evenly spaced keys.
fn clip(random: &mut Random, parts: &CharacterParts, n: usize, scaled: bool) -> RawClip {
    let skeleton = &parts.skeleton;
    let human = parts.humanoid.is_some();
    let mut clip = RawClip { name: format!("clip {n}"), ..RawClip::default() };
    let step = 0.06 + 0.05 * random.number();
    let shared: Arc<[f32]> = (0..1 + random.below(6)).map(|n| n as f32 * step).collect();
    for joint in skeleton.joints().filter(|joint| skeleton.name(*joint) != "mesh") {
        if human && ["hips", "Leg", "Foot"].iter().any(|name| skeleton.name(joint).contains(name)) {
            continue;
        }
        let mut joint_track = JointTrack::new(joint);
        let at = skeleton.rest()[joint.index()].translation;
        if human && random.one_in(2) {
            joint_track.rotation = Some(rotations(random, &shared));
        } else if random.one_in(2) && !human {
            let tangent = |random: &mut Random| Quat::from_vec4(random.vector().extend(0.1));
            joint_track.rotation = track(random, Random::rotation, tangent);
        }
        if random.one_in(3) && !human {
            joint_track.translation = track(random, |random| at + random.vector() * 0.3, Random::vector);
        }
        if random.one_in(4) && scaled && !human {
            joint_track.scale = track(random, Random::scale, |random| random.vector() * 0.2);
        }
        if joint_track.rotation.is_some() || joint_track.translation.is_some() || joint_track.scale.is_some()
        {
            clip.joints.push(joint_track);
        }
    }
    if clip.joints.is_empty() {
        // Clips without tracks are not written.
        let joint = skeleton.find(if human { "head" } else { "joint 1" }).unwrap();
        clip.joints.push(JointTrack { rotation: Some(rotations(random, &shared)), ..JointTrack::new(joint) });
    }
    let width = parts.mesh_instances[0].weights.len();
    if width > 0 && !human && random.one_in(2) {
        let times = times(random);
        let weights = (0..times.len() * width).map(|_| random.number() + 0.5).collect();
        let weights = Track::new(Interpolation::Linear, width, times, weights).unwrap();
        clip.morphs.push(MorphTrack { instance: MeshInstanceId(0), weights });
    }
    clip
}

/// Writes and reads the character of a case. Returns what differs.
fn faults(case: u64) -> Vec<String> {
    let random = &mut Random(case);
    let human = case.is_multiple_of(HUMANOIDS);
    let quantize = random.one_in(2);
    // Errors of quantization grow with scales.
    let made = character(random, human, !quantize);
    let options = ExportOptions::default()
        .with_quantize(quantize)
        .with_meshopt(random.one_in(2))
        .with_key_tolerance(random.one_in(REDUCED).then_some(1e-3));
    let mut differences = Differences::default();
    glb(&made, &options, &mut differences.0);
    if differences.0.is_empty() && !quantize && options.key_tolerance.is_none() {
        let (_, back) = export_and_import(&made.character, &made.clips, &options);
        differences.clips(&made, &back);
        // Compression may rotate the corners of a triangle.
        if !options.meshopt {
            differences.structure(&made.character, &back.character);
        }
    }
    if case.is_multiple_of(PACKS) {
        pack(&made, &mut differences.0);
    }
    if human {
        vrma(&made, &mut differences.0);
    }
    differences.0.into_iter().map(|fault| format!("SINEW_SEED={case}, {options:?}: {fault}")).collect()
}

/// A GLB has the poses of the character, within the errors that the options state.
fn glb(made: &Imported, options: &ExportOptions, faults: &mut Vec<String>) {
    let (_, back) = export_and_import(&made.character, &made.clips, options);
    faults.extend(
        back.report
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|diagnostic| diagnostic.to_string()),
    );
    let exact = if options.quantize { QUANTIZED } else { EXACT };
    let apart = match options.key_tolerance {
        None => apart(made, &back),
        Some(_) => clips_apart(made, &back),
    };
    let size = apart.metres / apart.vertices.max(1e-30);
    let allowed = options.key_tolerance.unwrap_or(0.0) + exact * size.max(1.0);
    if apart.metres > allowed || apart.nodes > options.key_tolerance.unwrap_or(0.0) + EXACT {
        faults.push(format!("GLB: {apart:?}, allowed {allowed}"));
    }
}

/// A pack has the clips within the error with which they were compressed.
fn pack(made: &Imported, faults: &mut Vec<String>) {
    let settings = CompressionSettings::new(1e-3);
    let skeleton = made.character.skeleton();
    // A chain of joints with large scales can need more bits than a pack has, which is an error of its own.
    let pairs = made.clips.iter().map(|clip| match compress(clip, skeleton, &settings) {
        Err(CompressError::ErrorUnreachable { .. }) => None,
        compressed => Some((clip, compressed.unwrap())),
    });
    let (clips, compressed): (Vec<_>, Vec<_>) = pairs.flatten().unzip();
    UNREACHABLE.fetch_add(made.clips.len() - clips.len(), Ordering::Relaxed);
    let bytes = write_pack(&made.character, &compressed).unwrap();
    let back = import(&bytes, &NoFiles).unwrap();
    if back.compressed_clips.len() != clips.len() {
        faults.push(format!("pack: {} clips of {}", back.compressed_clips.len(), clips.len()));
    }
    for (clip, read) in clips.into_iter().zip(&back.compressed_clips) {
        let error = measure_compression_error(clip, read, skeleton, &settings).unwrap();
        if error.max_distance > settings.max_error || error.max_weight_error > settings.max_weight_error {
            faults.push(format!("pack: {error:?}"));
        }
        if (clip.name.as_str(), clip.end()) != (read.name(), read.end()) {
            faults.push(format!(
                "pack: {:?} of {} s is {:?} of {} s",
                clip.name,
                clip.end(),
                read.name(),
                read.end()
            ));
        }
    }
}

/// A VRM animation has the positions of all bones.
fn vrma(made: &Imported, faults: &mut Vec<String>) {
    let clip = &made.clips[0];
    if clip.joints.is_empty() {
        return;
    }
    let exported = export_vrma(&made.character, clip, &ExportOptions::default()).unwrap();
    let back = import(&exported.bytes, &NoFiles).unwrap();
    let Some(read) = back.clips.first() else {
        faults.push("VRM animation: no clip".into());
        return;
    };
    for bone in made.character.humanoid().unwrap().named_bones.iter().map(|(bone, _)| bone) {
        for time in clip.joints.iter().flat_map(|track| track.rotation.iter().flat_map(|keys| keys.times())) {
            let (here, there) = (
                bone_position(&made.character, clip, *time, bone),
                bone_position(&back.character, read, *time, bone),
            );
            if here.distance(there) > VRMA {
                faults.push(format!("VRM animation: {bone:?} at {time} s: {here} and {there}"));
                return;
            }
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    let faults: Vec<String> = thread::scope(|scope| {
        let all = || cases((CASES * THREADS) as usize).map(|case| (case.seed() as u64, case));
        let work = |n: u64| {
            let part = all().filter(move |(seed, _)| seed % THREADS == n);
            scope.spawn(move || part.flat_map(|(seed, _case)| faults(seed)).collect::<Vec<_>>())
        };
        let threads: Vec<_> = (0..THREADS).map(work).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let shown = faults.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} differences, such as\n{shown}", faults.len());
    let unreachable = UNREACHABLE.load(Ordering::Relaxed) as u64;
    assert!(unreachable < CASES * THREADS / 100, "{unreachable} clips were not packed");
}
