//! Tests of the FBX importer, with reference vertices of authoring tools where the test assets are there.

use super::blend::Channel;
use super::import;
use super::node::affine;
use crate::{ImportError, ImportOptions, NoFiles};
use sinew::glam::{Affine3A, Vec3};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, ClipId, WrapMode};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Largest vertex error relative to the model's size.
const TOLERANCE: f32 = 1e-4;

/// Folder with FBX files and reference vertices exported by their authoring tools, from the shared test
/// assets.
fn folder() -> Option<PathBuf> {
    test_needs::asset("fbx/ufbx")
}

/// Name of an FBX file without version and encoding, which is the prefix of its OBJ reference files.
fn family(stem: &str) -> String {
    let parts: Vec<&str> = stem.split('_').collect();
    let version = |part: &str| part.len() == 4 && part.chars().all(|c| c.is_ascii_digit());
    parts.into_iter().filter(|p| !version(p) && *p != "ascii" && *p != "binary").collect::<Vec<_>>().join("_")
}

fn stems(folder: &Path, extension: &str) -> Vec<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut stems: Vec<String> = paths
        .filter(|p| p.extension().is_some_and(|e| e == extension))
        .map(|p| p.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    stems.sort();
    stems
}

/// Vertices of an OBJ file.
fn expected(path: &Path) -> Vec<Vec3> {
    let text = fs::read_to_string(path).unwrap();
    let vertices = text.lines().filter_map(|line| line.strip_prefix("v "));
    let number = |word: &str| word.parse::<f32>().unwrap();
    vertices
        .map(|v| v.split_whitespace().map(number).collect::<Vec<_>>())
        .map(|v| Vec3::new(v[0], v[1], v[2]))
        .collect()
}

/// Control points at a frame of a stack, with frames relative to the scene's start and to the stack's start.
fn posed(path: &Path, stack: Option<&str>, frame: f64, with_node_motion: bool) -> [Vec<Vec3>; 2] {
    let bytes = fs::read(path).unwrap();
    let scene = super::space::load(&bytes).unwrap();
    let imported = import(&bytes, &NoFiles, &ImportOptions::default()).unwrap();
    let clips: Vec<_> = imported.clips;
    let clip = stack.map_or(0, |name| {
        clips
            .iter()
            .position(|c| c.name.to_lowercase().ends_with(name))
            .unwrap_or_else(|| panic!("no stack {name}"))
    });
    // Bind transform of the mesh.
    let bind = with_node_motion.then(|| {
        let cluster = &scene.skin_clusters[0];
        affine(&cluster.bind_to_world) * affine(&cluster.geometry_to_bone)
    });
    let since_start = frame / scene.settings.frames_per_second;
    let mut actor = Actor::new(Arc::new(imported.character), clips).unwrap();
    [since_start - scene.anim_stacks[clip].time_begin, since_start].map(|seconds| {
        actor.play(ClipId(clip as u32)).unwrap().wrap(WrapMode::Clamp).seek(seconds);
        actor.update(0.0);
        control_points(&actor, bind)
    })
}

fn control_points(actor: &Actor, bind: Option<Affine3A>) -> Vec<Vec3> {
    let frame = actor.frame();
    let mut points = Vec::new();
    let mut skinned = SkinnedVertices::default();
    for (i, instance) in frame.character().mesh_instance_ids().zip(frame.character().mesh_instances()) {
        let mesh = &frame.character().meshes()[instance.mesh];
        let first = points.len();
        points.resize(first + mesh.file_vertex_count(), Vec3::NAN);
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            frame.skin_vertices(i, p, &mut skinned);
            for (&vertex, &position) in primitive.file_vertices.iter().zip(&skinned.positions) {
                let node = frame.model()[instance.node.index()];
                let again = bind.map(|bind| (node * bind.inverse()).transform_point3(position));
                points[first + vertex as usize] = again.unwrap_or(position);
            }
        }
    }
    points
}

/// Largest distance between vertices of equal index; if the orders differ, between each vertex and the
/// nearest one of the other list.
fn distance(ours: &[Vec3], theirs: &[Vec3], in_order: bool) -> f32 {
    assert!(ours.iter().all(|p| p.is_finite()));
    let max = |distances: &mut dyn Iterator<Item = f32>| distances.fold(0.0, f32::max);
    if in_order {
        return max(&mut ours.iter().zip(theirs).map(|(a, b)| a.distance(*b)));
    }
    let nearest = |p: Vec3, all: &[Vec3]| all.iter().map(|q| q.distance(p)).fold(f32::INFINITY, f32::min);
    let there = max(&mut ours.iter().map(|&p| nearest(p, theirs)));
    there.max(max(&mut theirs.iter().map(|&p| nearest(p, ours))))
}

#[test]
fn frames_equal_those_of_the_authoring_tools() {
    let Some(folder) = folder() else { return };
    let files = stems(&folder, "fbx");
    let (mut compared, mut worst, mut failures) = (0, 0.0f32, Vec::new());
    for reference in stems(&folder, "obj") {
        let (base, frame) = reference.rsplit_once('_').unwrap();
        let expected = expected(&folder.join(format!("{reference}.obj")));
        for file in files.iter().filter(|f| base.starts_with(&family(f))) {
            // The remainder of the reference's name is the animation stack.
            let stack = base[family(file).len()..].strip_prefix('_');
            let path = folder.join(format!("{file}.fbx"));
            // Maya also applies the motion of the mesh's own node since binding; engines do not.
            let with_node_motion = base.starts_with("maya_transformed");
            let ours = posed(&path, stack, frame.parse().unwrap(), with_node_motion);
            assert_eq!(ours[0].len(), expected.len(), "{file}");
            // 3ds Max has Z up and writes vertices in face order; the units are those displayed by the tool.
            let max = base.starts_with("max");
            let upright = |p: &Vec3| if max { Vec3::new(p.x, p.z, -p.y) } else { *p };
            let mut error = f32::INFINITY;
            for unit in [0.01, 1.0] {
                let theirs: Vec<Vec3> = expected.iter().map(|p| upright(p) * unit).collect();
                let size = sinew::Bounds::from_points(theirs.iter().copied()).size().max_element();
                for ours in &ours {
                    error = error.min(distance(ours, &theirs, !max) / size);
                }
            }
            eprintln!("{file} {reference}: {error:.1e}");
            compared += 1;
            worst = worst.max(error);
            if error > TOLERANCE {
                failures.push(format!("{file} at {reference}: {error}"));
            }
        }
    }
    eprintln!("{compared} frames, largest error {worst:.1e} of the size");
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(compared >= 30, "only {compared} frames were compared");
}

/// Morph names and weights of a file's first clip, by name and at many times.
fn weights(path: &Path) -> Vec<(String, Vec<f32>)> {
    let imported = import(&fs::read(path).unwrap(), &NoFiles, &ImportOptions::default()).unwrap();
    let track = &imported.clips[0].morphs.first().expect("a morph track").weights;
    let mesh = &imported.character.meshes().iter().next().unwrap();
    assert!(*track.times().last().unwrap() > 1.0);
    let at = |n: usize, seconds: f32| {
        let after = track.times().partition_point(|t| *t <= seconds).clamp(1, track.times().len() - 1);
        let (from, to) = (track.times()[after - 1], track.times()[after]);
        let share = ((seconds - from) / (to - from)).clamp(0.0, 1.0);
        let value = |key: usize| track.values()[key * track.width() + n];
        value(after - 1) * (1.0 - share) + value(after) * share
    };
    let curve = |n: usize| (0..120).map(|frame| at(n, frame as f32 / 24.0)).collect();
    mesh.morph_names.iter().cloned().enumerate().map(|(n, name)| (name, curve(n))).collect()
}

/// A channel of one shape that moves two vertices, whose `FullWeights` are 100 and 25, as `creator` writes
/// it.
fn masked(creator: &str) -> String {
    format!(
        "; FBX 7.3.0 project file\nFBXHeaderExtension:  {{\nFBXHeaderVersion: 1003\nFBXVersion: 7300\n\
         Creator: \"{creator}\"\n}}\n\
         Objects:  {{\n\
         Geometry: 1, \"Geometry::g\", \"Mesh\" {{\nVertices: *9 {{\na: 0,0,0,1,0,0,0,1,0\n}}\n\
         PolygonVertexIndex: *3 {{\na: 0,1,-3\n}}\n}}\n\
         Geometry: 2, \"Geometry::s\", \"Shape\" {{\nIndexes: *2 {{\na: 0,1\n}}\n\
         Vertices: *6 {{\na: 0,0,100,0,0,100\n}}\n}}\n\
         Model: 3, \"Model::m\", \"Mesh\" {{\n}}\n\
         Deformer: 4, \"Deformer::d\", \"BlendShape\" {{\n}}\n\
         Deformer: 5, \"SubDeformer::c\", \"BlendShapeChannel\" {{\nDeformPercent: 0\n\
         FullWeights: *2 {{\na: 100,25\n}}\n}}\n}}\n\
         Connections:  {{\nC: \"OO\",3,0\nC: \"OO\",1,3\nC: \"OO\",4,1\nC: \"OO\",5,4\nC: \"OO\",2,5\n}}\n"
    )
}

#[test]
fn blender_masks_vertices_where_others_place_shapes() {
    let moved = |creator: &str| {
        let imported = import(masked(creator).as_bytes(), &NoFiles, &ImportOptions::default()).unwrap();
        let mesh = imported.character.meshes().iter().next().unwrap();
        let targets = &mesh.primitives[0].morph_targets;
        assert_eq!(targets.len(), 1);
        targets[0].positions().iter().map(|offset| offset.z).collect::<Vec<f32>>()
    };
    assert_eq!(moved("Blender (stable FBX IO) - 2.79 (sub 0) - 3.7.13"), [1.0, 0.25]);
    // The weight at which the channel's first shape is full: the second number belongs to no shape.
    assert_eq!(moved("Maya"), [1.0, 1.0]);
}

#[test]
fn old_files_move_the_same_morph_targets_as_new_ones() {
    let Some(folder) = folder() else { return };
    let [old, new] = ["6100_ascii", "7700_binary"]
        .map(|version| weights(&folder.join(format!("maya_blend_shape_cube_{version}.fbx"))));
    assert_eq!(new.len(), 2);
    for ((name, curve), (other_name, other)) in old.iter().zip(&new) {
        // New files put the name of the deformer in front.
        assert!(other_name.ends_with(name), "{name}, {other_name}");
        assert!(curve.iter().any(|w| *w > 0.9) && curve.iter().any(|w| *w < 0.1), "{name} moves");
        let error = curve.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(error < 2e-3, "{name}: {error}");
    }
}

#[test]
fn channel_weights_are_split_among_shapes() {
    let channel = Channel { weight: Default::default(), stops: vec![0.25, 1.0], first: 1, rest: 0.0 };
    let parts = |weight: f32| {
        let mut targets = [9.0; 4];
        channel.split(weight, &mut targets);
        assert_eq!((targets[0], targets[3]), (9.0, 9.0), "weights of other channels are unchanged");
        [targets[1], targets[2]]
    };
    assert_eq!(parts(0.0), [0.0, 0.0]);
    assert_eq!(parts(0.125), [0.5, 0.0]);
    assert_eq!(parts(0.25), [1.0, 0.0]);
    assert_eq!(parts(0.625), [0.5, 0.5]);
    assert_eq!(parts(1.0), [0.0, 1.0]);
    assert_eq!(parts(1.75), [-1.0, 2.0]);
    let both = Channel { weight: Default::default(), stops: vec![-0.5, -0.25, 1.0], first: 0, rest: 0.0 };
    let parts = |weight: f32| {
        let mut targets = [9.0; 3];
        both.split(weight, &mut targets);
        targets
    };
    assert_eq!(parts(2.0), [0.0, 0.0, 2.0]);
    assert_eq!(parts(-0.125), [0.0, 0.5, 0.0]);
    assert_eq!(parts(-0.375), [0.5, 0.5, 0.0]);
    assert_eq!(parts(-0.75), [2.0, -1.0, 0.0]);
    let single = Channel { weight: Default::default(), stops: vec![1.0], first: 0, rest: 0.0 };
    let mut targets = [0.0];
    single.split(-0.5, &mut targets);
    assert_eq!(targets, [-0.5]);
}

#[test]
fn invalid_files_are_errors() {
    let error =
        |bytes: &[u8]| -> ImportError { import(bytes, &NoFiles, &ImportOptions::default()).unwrap_err() };
    assert_eq!(error(b"Kaydara FBX Binary  \0\x1a\0").code, "fbx");
    assert_eq!(error(b"Kaydara FBX Binary  \0\x1a\0\xff\xff\xff\xff\xff\xff").code, "fbx");
    assert!(!super::is_fbx(b"glTF") && super::is_fbx(b"; FBX 6.1.0 project file"));
}
