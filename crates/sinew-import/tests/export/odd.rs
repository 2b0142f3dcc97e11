//! Characters that glTF cannot represent directly: the exported file is valid, moves identically, and all
//! changes are reported.

use crate::compare::{apart, export_and_import};
use crate::made::{
    as_imported, instance, lossless_clip_options, mesh, node, ribbon, skin, triangle, weights, worm,
};
use crate::validator;
use sinew::character::{Mesh, MeshInstanceId, Skin, Topology};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track};
use sinew::glam::{Quat, Vec2, Vec3, Vec4};
use sinew::morph::MorphTarget;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, JointId, RawClip, Skeleton, Transform};
use sinew_import::{ExportOptions, Imported, NoFiles, Severity, export_glb, import};

/// Exports with all lossless options, validates, imports again and compares the motion. Returns the
/// diagnostic codes of the export and the import of the uncompressed file.
fn round_trip(name: &str, imported: &Imported, tolerance: f32) -> (Vec<&'static str>, Imported) {
    let mut files = Vec::new();
    let mut first = None;
    for (n, options) in lossless_clip_options().into_iter().enumerate() {
        let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
        let again = export_glb(&imported.character, &imported.clips, &options).unwrap();
        assert!(exported.bytes == again.bytes, "{name}: the same twice");
        let faults: Vec<_> =
            back.report.diagnostics().iter().filter(|f| f.severity == Severity::Error).collect();
        assert!(faults.is_empty(), "{name}, {options:?}: {faults:?}");
        let apart = apart(imported, &back);
        let tolerance = tolerance + if options.quantize { 5e-5 } else { 0.0 };
        assert!(apart.vertices <= tolerance, "{name}, {options:?}: {apart:?}");
        files.push((format!("{name}-{n}"), exported.bytes));
        let codes: Vec<_> = exported.report.diagnostics().iter().map(|f| f.code).collect();
        first.get_or_insert((codes, back));
    }
    if let Some(errors) = validator::errors(&files) {
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
    first.unwrap()
}

fn turning(joint: u32, times: &[f32]) -> RawClip {
    let turns = times.iter().enumerate().map(|(n, _)| Quat::from_rotation_x(n as f32 * 0.4)).collect();
    let mut track = JointTrack::new(JointId(joint));
    track.rotation = Some(Track::new(Interpolation::Linear, 1, times.into(), turns).unwrap());
    RawClip { name: "turn".into(), joints: vec![track], ..RawClip::default() }
}

#[test]
fn unweighted_vertices_follow_their_node() {
    let mut parts = worm();
    let rigid = triangle();
    parts.meshes[0].primitives[0].influences =
        weights(30, 4, |v| if v % 3 == 0 { vec![] } else { vec![(1, 1.0)] });
    parts.meshes[0].primitives.push(rigid);
    // The same mesh with another skin, in which the node is another joint.
    parts.skins.push(skin(&[0, 1, 2]));
    parts.mesh_instances.push(instance(1, 0, Some(1)));
    let (codes, back) = round_trip("unweighted", &as_imported(parts, vec![turning(1, &[0.0, 1.0])]), 1e-6);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(back.character.skins()[0].joints.len(), 3);
}

#[test]
fn weights_without_a_skin_are_ignored() {
    let mut parts = worm();
    parts.mesh_instances[0].skin = None;
    parts.skins.push(Skin::default());
    let mut rigid = worm().meshes.remove(0);
    rigid.primitives[0].influences = None;
    parts.meshes.push(rigid);
    parts.mesh_instances.push(instance(1, 1, Some(0)));
    parts.mesh_instances.push(instance(1, 1, Some(1)));
    let (codes, back) = round_trip("rigid", &as_imported(parts, vec![turning(1, &[0.0, 1.0])]), 1e-6);
    assert_eq!(codes, ["skin-without-joints"]);
    // Two meshes on one node: one of them gets an additional node.
    assert_eq!(back.character.skeleton().len(), 4);
}

#[test]
fn duplicate_joints_and_joints_without_a_common_root() {
    let mut parts = worm();
    parts.skeleton =
        Skeleton::new(vec![node("a", None), node("b", None), node("c", None), node("d", Some(1))]).unwrap();
    let mut twice = skin(&[0, 1, 1]);
    twice.joints[2] = JointId(1);
    parts.skins = vec![twice];
    parts.meshes[0].primitives[0].influences =
        weights(30, 4, |v| vec![(0, 0.5), (1, 0.25), (2, 0.25 * (v % 2) as f32)]);
    let (mut codes, back) = round_trip("twice", &as_imported(parts, vec![turning(1, &[0.0, 1.0])]), 1e-6);
    codes.sort_unstable();
    assert_eq!(codes, ["skin-joint-twice", "skin-no-common-root"]);
    assert_eq!(back.character.skeleton().len(), 6);
    assert_eq!(back.character.skeleton().name(back.character.skeleton().by_file_index(3).unwrap()), "d");
}

#[test]
fn nodes_outside_of_the_scene_stay_there_unless_needed() {
    let mut parts = worm();
    let mut nodes = vec![node("root", None), node("tip", Some(0)), node("skin", None), node("other", None)];
    for n in [0, 1, 3] {
        nodes[n].in_scene = false;
    }
    parts.skeleton = Skeleton::new(nodes).unwrap();
    let joint = |n| parts.skeleton.by_file_index(n).unwrap();
    parts.skins[0].joints = vec![joint(0), joint(1)];
    parts.mesh_instances[0].node = joint(2);
    let (codes, back) = round_trip("outside", &as_imported(parts.clone(), vec![]), 1e-6);
    assert_eq!(codes, ["skin-outside-scene"]);
    let shown: Vec<bool> = (0..4)
        .map(|n| back.character.skeleton().in_scene(back.character.skeleton().by_file_index(n).unwrap()))
        .collect();
    assert_eq!(shown, [true, true, true, false]);
    parts.mesh_instances.clear();
    parts.skins.clear();
    let mut nodes = vec![node("a", None)];
    nodes[0].in_scene = false;
    parts.skeleton = Skeleton::new(nodes).unwrap();
    let (_, back) = round_trip("nothing-shown", &as_imported(parts, vec![]), 1e-6);
    assert!(!back.character.skeleton().in_scene(JointId(0)));
}

#[test]
fn many_influences_and_indices_of_every_size() {
    for (vertices, influences) in [(255u32, 12), (256, 5), (257, 9), (65_535, 4), (65_536, 1), (70_000, 2)] {
        let mut parts = worm();
        parts.skeleton =
            Skeleton::new((0..300u32).map(|n| node("n", n.checked_sub(1).map(|n| n.min(3)))).collect())
                .unwrap();
        parts.skins = vec![skin(&(0..300).collect::<Vec<_>>())];
        let mut ribbon = ribbon(vertices);
        ribbon.influences = weights(vertices as usize, influences, |v| {
            (0..influences as u16).map(|n| ((v % 300) as u16 / 2 + n, 1.0 + f32::from(n))).collect()
        });
        parts.meshes = vec![mesh(vec![ribbon])];
        let (codes, back) = round_trip(&format!("sizes-{vertices}"), &as_imported(parts, vec![]), 1e-6);
        assert!(codes.is_empty(), "{codes:?}");
        let primitive = &back.character.meshes()[0].primitives[0];
        assert_eq!(primitive.positions.len(), vertices as usize);
        assert_eq!(primitive.influences.as_ref().unwrap().of_vertex(7).count(), influences);
    }
}

#[test]
fn empty_characters_and_empty_parts() {
    let (codes, back) = round_trip("nothing", &as_imported(CharacterParts::default(), vec![]), 0.0);
    assert!(codes.is_empty() && back.character.skeleton().is_empty());
    let mut parts = worm();
    parts.meshes[0].primitives.insert(0, Default::default());
    parts.meshes.insert(0, Mesh::default());
    parts.mesh_instances[0].mesh = sinew::character::MeshId(1);
    parts.mesh_instances.push(instance(0, 0, None));
    let clips = vec![RawClip { name: "still".into(), ..RawClip::default() }, turning(0, &[0.0, 1.0])];
    let (exported, back) =
        export_and_import(&as_imported(parts, vec![]).character, &clips, &ExportOptions::default());
    let codes: Vec<_> = exported.report.diagnostics().iter().map(|f| f.code).collect();
    assert_eq!(codes, ["primitive-count", "mesh-without-primitives", "animation-empty"]);
    assert_eq!((back.character.meshes().len(), back.clips.len()), (1, 1));
    assert_eq!(back.character.meshes()[0].primitives.len(), 1);
}

#[test]
fn points_lines_and_all_vertex_attributes() {
    let mut points = ribbon(9);
    (points.topology, points.indices) = (Topology::Points, vec![0, 3, 8]);
    points.normals.clear();
    let mut lines = ribbon(8);
    (lines.topology, lines.indices) = (Topology::Lines, (0..8).collect());
    let mut all = ribbon(12);
    all.tangents = vec![Vec4::new(0.0, 2.0, 0.0, -0.5); 12];
    all.normals[3] = Vec3::ZERO;
    all.normals[4] = Vec3::new(0.0, 0.0, 9.0);
    all.uvs = vec![vec![Vec2::new(f32::NAN, 3.5); 12], vec![], vec![Vec2::new(0.25, -0.75); 12]];
    all.colors = vec![Vec4::new(2.0, f32::NAN, 0.5, 1.0); 12];
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![node("n", None)]).unwrap(),
        meshes: vec![mesh(vec![points, lines, all])],
        mesh_instances: vec![instance(0, 0, None)],
        ..CharacterParts::default()
    };
    let (codes, back) = round_trip("kinds", &as_imported(parts, vec![]), 1e-6);
    assert_eq!(codes, ["normal-zero", "not-finite", "texture-without-uvs", "material-value"]);
    let primitives = &back.character.meshes()[0].primitives;
    assert_eq!(
        primitives.iter().map(|p| p.topology).collect::<Vec<_>>(),
        [Topology::Points, Topology::Lines, Topology::Triangles]
    );
    assert_eq!(primitives[0].indices, [0, 3, 8]);
    assert_eq!(primitives[2].tangents[0], Vec4::new(0.0, 1.0, 0.0, -1.0));
    assert_eq!(primitives[2].uvs.len(), 3);
    assert_eq!(primitives[2].colors[0], Vec4::new(1.0, 0.0, 0.5, 1.0));
}

#[test]
fn sparse_dense_and_empty_morph_targets() {
    let mut primitive = ribbon(400);
    let offset =
        |v: usize, near: usize| if v < near { Vec3::new(0.1, -0.4, v as f32 * 1e-3) } else { Vec3::ZERO };
    let dense = |near: usize| (0..400).map(|v| offset(v, near)).collect::<Vec<_>>();
    primitive.morph_targets = vec![
        MorphTarget::from_dense(400, &dense(3), &[], &[]).unwrap(),
        MorphTarget::from_dense(400, &dense(390), &dense(5), &dense(7)).unwrap(),
        MorphTarget::default(),
    ];
    primitive.tangents = vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 400];
    let mut body = mesh(vec![primitive.clone(), primitive]);
    body.morph_names = ["few", "most", "none"].map(String::from).to_vec();
    let (mut first, mut second) = (instance(0, 0, None), instance(1, 0, None));
    (first.weights, second.weights) = (vec![0.5, 0.0, 1.0], vec![0.0, 0.25, 0.0]);
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![node("a", None), node("b", Some(0))]).unwrap(),
        meshes: vec![body],
        mesh_instances: vec![first, second],
        ..CharacterParts::default()
    };
    let keys = vec![0.0, 1.0, 0.0, 1.0, 0.5, 0.0];
    let weights = Track::new(Interpolation::Linear, 3, [0.0, 2.0].into(), keys).unwrap();
    let clip =
        RawClip { morphs: vec![MorphTrack { instance: MeshInstanceId(1), weights }], ..RawClip::default() };
    let imported = as_imported(parts, vec![clip]);
    let (codes, back) = round_trip("morphs", &imported, 1e-6);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(back.character.meshes(), imported.character.meshes());
    assert_eq!(back.character.mesh_instances(), imported.character.mesh_instances());
    assert_eq!(back.clips, imported.clips);
    // Equal primitives share their data.
    let one = {
        let mut parts = worm();
        parts.meshes = imported.character.meshes().to_vec();
        parts.meshes[0].primitives.pop();
        (parts.skins, parts.mesh_instances) = (vec![], vec![]);
        let exported =
            export_glb(&as_imported(parts, vec![]).character, &[], &ExportOptions::default()).unwrap();
        exported.bytes.len()
    };
    let both = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap().bytes.len();
    assert!(both < one + 2000, "{both} {one}");
}

/// JSON chunk of a GLB.
fn json_of(glb: &[u8]) -> serde_json::Value {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + length]).unwrap()
}

#[test]
fn morph_meshes_on_a_joint_of_their_skin_get_a_node_of_their_own() {
    let mut parts = worm();
    let offsets: Vec<Vec3> = (0..30).map(|n| Vec3::new(0.0, 0.1, n as f32 * 0.01)).collect();
    parts.meshes[0].primitives[0].morph_targets =
        vec![MorphTarget::from_dense(30, &offsets, &[], &[]).unwrap()];
    parts.meshes[0].morph_names = vec!["wave".into()];
    // Joint 1 is a joint of the skin.
    parts.mesh_instances = vec![instance(1, 0, Some(0))];
    parts.mesh_instances[0].weights = vec![0.5];
    let keys = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), vec![0.0, 1.0]).unwrap();
    let mut clip = turning(1, &[0.0, 1.0]);
    clip.morphs = vec![MorphTrack { instance: MeshInstanceId(0), weights: keys }];
    let imported = as_imported(parts, vec![clip]);
    let (_, back) = round_trip("morphs on a joint", &imported, 1e-6);
    assert_eq!(back.clips[0].morphs.len(), 1);

    let exported = export_glb(&imported.character, &imported.clips, &ExportOptions::default()).unwrap();
    let json = json_of(&exported.bytes);
    let nodes = json["nodes"].as_array().unwrap();
    let [holder] = (0..nodes.len()).filter(|n| nodes[*n].get("mesh").is_some()).collect::<Vec<_>>()[..]
    else {
        panic!("one node with the mesh: {json}")
    };
    assert_eq!((holder, &nodes[holder]["skin"], nodes.len()), (3, &0.into(), 4), "{json}");
    let joints = json["skins"][0]["joints"].as_array().unwrap();
    assert!(joints.contains(&1.into()) && !joints.contains(&holder.into()), "{json}");
    assert!(nodes[1]["children"].as_array().unwrap().contains(&holder.into()), "{json}");
    // Weights are animated on the node of the mesh, the rotation on the joint.
    let channels = json["animations"][0]["channels"].as_array().unwrap();
    let targets: Vec<_> =
        channels.iter().map(|channel| (&channel["target"]["node"], &channel["target"]["path"])).collect();
    assert!(targets.contains(&(&holder.into(), &"weights".into())), "{targets:?}");
    assert!(targets.contains(&(&1.into(), &"rotation".into())), "{targets:?}");
}

#[test]
fn forbidden_keys_are_corrected() {
    let mut clip = turning(0, &[-0.5, 0.25, 0.25, 1.0]);
    // Values that a track refuses can still come from `map_values`.
    let cubic = [Quat::IDENTITY, Quat::from_rotation_y(1.0), Quat::IDENTITY].to_vec();
    let mut cubic = Track::new(Interpolation::CubicSpline, 1, [0.5].into(), cubic).unwrap();
    cubic.map_values(|turn| turn * 3.0);
    let mut nan = Track::new(Interpolation::Step, 1, [0.0].into(), vec![Vec3::ONE]).unwrap();
    nan.map_values(|_| Vec3::NAN);
    let mut odd = JointTrack::new(JointId(1));
    (odd.rotation, odd.scale) = (Some(cubic), Some(nan));
    clip.joints.push(odd);
    let imported = as_imported(worm(), vec![clip.clone()]);
    let (exported, back) = export_and_import(&imported.character, &imported.clips, &ExportOptions::default());
    let codes: Vec<_> = exported.report.diagnostics().iter().map(|f| f.code).collect();
    assert_eq!(codes, ["too-large-number", "key-times", "rotation-not-unit", "key-times"]);
    assert_eq!(back.clips[0].joints[0].rotation.as_ref().unwrap().times()[3], 1.5);
    assert_eq!(back.clips[0].start(), 0.0);
    assert!(back.clips[0].joints[1].scale.is_none());
    assert!(back.report.diagnostics().iter().all(|f| f.severity != Severity::Error), "{:?}", back.report);
    if let Some(errors) = validator::errors(&[("keys".into(), exported.bytes)]) {
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

#[test]
fn clips_of_other_characters_are_rejected() {
    let imported = as_imported(worm(), vec![]);
    let rejected = |clip: RawClip, location: &str| {
        let error = export_glb(&imported.character, &[clip], &ExportOptions::default()).unwrap_err();
        assert_eq!((error.code, error.location.as_str()), ("export-clip", location));
    };
    rejected(turning(9, &[0.0]), "/clips/0/joints/0");
    let mut twice = turning(1, &[0.0]);
    twice.joints.push(twice.joints[0].clone());
    rejected(twice, "/clips/0/joints/1");
    let mut wide = turning(1, &[0.0]);
    let two = Track::new(Interpolation::Step, 2, [0.0].into(), vec![Vec3::ONE; 2]).unwrap();
    wide.joints[0].scale = Some(two);
    rejected(wide, "/clips/0/joints/0");
    let weights = Track::new(Interpolation::Step, 1, [0.0].into(), vec![1.0]).unwrap();
    let morphs = vec![MorphTrack { instance: MeshInstanceId(0), weights }];
    rejected(RawClip { morphs, ..RawClip::default() }, "/clips/0/morphs/0");
}

/// Thousands of equal tracks are a small file, which would decode to more than importers allow.
#[test]
fn what_compresses_too_well_is_read_back() {
    let count = 3000;
    let joint = |n: u32| Joint {
        name: String::new(),
        parent: n.checked_sub(1),
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let skeleton = Skeleton::new((0..count).map(joint).collect()).unwrap();
    let character = Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap();
    let times: std::sync::Arc<[f32]> = (0..1000).map(|n| n as f32 / 30.0).collect();
    let rotation =
        Track::new(Interpolation::Linear, 1, times.clone(), vec![Quat::from_rotation_x(0.5); 1000]).ok();
    let joints = (0..count).map(|n| JointTrack { rotation: rotation.clone(), ..JointTrack::new(JointId(n)) });
    let clip = RawClip { name: "still".into(), joints: joints.collect(), ..RawClip::default() };
    for meshopt in [false, true] {
        let options = ExportOptions::default().with_meshopt(meshopt);
        let exported = export_glb(&character, std::slice::from_ref(&clip), &options).unwrap();
        let read = import(&exported.bytes, &NoFiles).unwrap();
        assert_eq!(read.clips[0].joints.len(), count as usize, "meshopt: {meshopt}");
    }
}
