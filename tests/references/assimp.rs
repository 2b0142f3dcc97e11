//! Comparison of .x files with assimp, an independent importer: its bones, weights and keys, posed here in
//! double precision, result in the same vertices. Skipped with a message without the `assimp` command
//! (Debian: assimp-utils) or the test assets.

use serde_json::Value;
use sinew::glam::{DMat4, DQuat, DVec3, Vec3};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, ClipId, WrapMode};
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Largest vertex error relative to the model's size.
const TOLERANCE: f32 = 1e-4;
/// Default number of ticks per second.
const TICKS: f64 = 4800.0;

#[test]
fn x_files_agree_with_assimp() {
    let Some(assets) = sinew_suite::assets() else { return };
    for file in [
        "tiny/tiny.x",
        "assimp/Testwuson.X",
        "assimp/test_cube_text.x",
        "assimp/test_cube_binary.x",
        "assimp/test_cube_compressed.x",
        "assimp/kwxport_test_cubewithvcolors.x",
    ] {
        let path = assets.join("x").join(file);
        let Some(scene) = read(&path) else { return };
        let (poses, error) = compare(&path, &scene);
        eprintln!("{file}: {poses} poses, largest error {error:.1e} of the size");
        assert!(error <= TOLERANCE, "{file}: {error}");
    }
}

/// Scene imported by assimp as JSON; `None` without assimp.
fn read(path: &Path) -> Option<Value> {
    let name = path.file_name()?.to_string_lossy();
    let out = std::env::temp_dir().join(format!("sinew-assimp-{}-{name}.json", std::process::id()));
    let run = Command::new("assimp").arg("export").arg(path).arg(&out).arg("-fassjson").output();
    let Ok(text) = std::fs::read_to_string(&out) else {
        test_needs::skip(
            test_needs::Need::Program,
            format_args!("no assimp to read {} with ({:?})", path.display(), run.map(|r| r.status)),
        );
        return None;
    };
    let _ = std::fs::remove_file(&out);
    Some(serde_json::from_str(&text).expect("assimp writes JSON"))
}

fn compare(path: &Path, scene: &Value) -> (usize, f32) {
    let imported = sinew_suite::open(path).expect("a file that opens");
    // Humans are scaled to metres.
    let told = imported.report.diagnostics().iter().find(|d| d.code == "units").map(|d| d.message.clone());
    let factor =
        told.as_deref().and_then(|text| text.split("scaled × ").nth(1)?.split(", ").next()?.parse().ok());
    let metres: f32 = factor.expect("a factor in the report");
    let clips: Vec<_> = imported.clips;
    let ends: Vec<f64> = clips.iter().map(|c| f64::from(c.end())).collect();
    let mut actor = Actor::new(Arc::new(imported.character), clips).expect("its own clips");
    let mut poses = vec![(None, 0.0)];
    for (clip, end) in ends.iter().enumerate() {
        poses.extend([0.0, 0.21, 0.5, 0.83, 1.0].map(|share| (Some(clip), share * end)));
    }
    let mut worst = 0.0f32;
    for &(clip, time) in &poses {
        match clip {
            Some(clip) => drop(actor.play(ClipId(clip as u32)).unwrap().wrap(WrapMode::Clamp).seek(time)),
            None => actor.stop(),
        }
        actor.update(0.0);
        let theirs: Vec<Vec3> = posed(scene, clip, time).iter().map(|position| *position * metres).collect();
        let ours = vertices(&actor);
        let size = sinew::Bounds::from_points(theirs.iter().copied()).size().max_element();
        // assimp splits vertices, so each vertex must coincide with any of the other ones.
        let apart = |from: &[Vec3], to: &[Vec3]| {
            let nearest = |p: &Vec3| to.iter().map(|q| q.distance_squared(*p)).fold(f32::INFINITY, f32::min);
            from.iter().map(nearest).fold(0.0, f32::max).sqrt()
        };
        worst = worst.max(apart(&ours, &theirs).max(apart(&theirs, &ours)) / size);
    }
    (poses.len(), worst)
}

fn vertices(actor: &Actor) -> Vec<Vec3> {
    let frame = actor.frame();
    let mut all = Vec::new();
    let mut skinned = SkinnedVertices::default();
    for (i, instance) in frame.character().mesh_instance_ids().zip(frame.character().mesh_instances()) {
        for p in 0..frame.character().meshes()[instance.mesh].primitives.len() {
            frame.skin_vertices(i, p, &mut skinned);
            all.extend_from_slice(&skinned.positions);
        }
    }
    all
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().map_or(Vec::new(), |list| list.iter().filter_map(Value::as_f64).collect())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Matrix from rows, as assimp writes them.
fn matrix(value: &Value) -> DMat4 {
    DMat4::from_cols_slice(&numbers(value)).transpose()
}

/// Keys around `tick`: two values and the fraction between them.
fn between(keys: &Value, tick: f64) -> (Vec<f64>, Vec<f64>, f64) {
    let keys: Vec<(f64, Vec<f64>)> =
        list(keys).iter().map(|key| (key[0].as_f64().unwrap_or(0.0), numbers(&key[1]))).collect();
    let after = keys.iter().position(|(time, _)| *time > tick).unwrap_or(keys.len());
    let (a, b) = (&keys[after.saturating_sub(1)], &keys[after.min(keys.len() - 1)]);
    let share = if b.0 > a.0 { ((tick - a.0) / (b.0 - a.0)).clamp(0.0, 1.0) } else { 0.0 };
    (a.1.clone(), b.1.clone(), share)
}

fn local_transforms(scene: &Value, clip: usize, time: f64) -> HashMap<String, DMat4> {
    let animation = &scene["animations"][clip];
    let rate = animation["tickspersecond"].as_f64().filter(|rate| *rate > 0.0).unwrap_or(TICKS);
    let vector = |keys: &Value| {
        let (a, b, share) = between(keys, time * rate);
        DVec3::from_slice(&a).lerp(DVec3::from_slice(&b), share)
    };
    let channels = list(&animation["channels"]).iter().map(|channel| {
        let (a, b, share) = between(&channel["rotationkeys"], time * rate);
        let turn = |q: &[f64]| DQuat::from_xyzw(q[1], q[2], q[3], q[0]);
        let rotation = turn(&a).slerp(turn(&b), share);
        let (scale, position) = (vector(&channel["scalingkeys"]), vector(&channel["positionkeys"]));
        let name = channel["name"].as_str().unwrap_or_default().to_owned();
        (name, DMat4::from_scale_rotation_translation(scale, rotation, position))
    });
    channels.collect()
}

/// Positions of all vertices, posed in double precision.
fn posed(scene: &Value, clip: Option<usize>, time: f64) -> Vec<Vec3> {
    let moved = clip.map_or(HashMap::new(), |clip| local_transforms(scene, clip, time));
    let mut worlds = HashMap::new();
    let mut shown = Vec::new();
    let mut open = vec![(&scene["rootnode"], DMat4::IDENTITY)];
    while let Some((node, above)) = open.pop() {
        let name = node["name"].as_str().unwrap_or_default();
        let local = moved.get(name).copied().unwrap_or_else(|| matrix(&node["transformation"]));
        let world = above * local;
        worlds.insert(name.to_owned(), world);
        shown.extend(numbers(&node["meshes"]).into_iter().map(|mesh| (mesh as usize, world)));
        open.extend(list(&node["children"]).iter().map(|child| (child, world)));
    }
    shown.into_iter().flat_map(|(mesh, world)| skinned(&scene["meshes"][mesh], world, &worlds)).collect()
}

fn skinned(mesh: &Value, world: DMat4, worlds: &HashMap<String, DMat4>) -> Vec<Vec3> {
    let points: Vec<DVec3> = numbers(&mesh["vertices"]).chunks_exact(3).map(DVec3::from_slice).collect();
    let mut sums = vec![(DVec3::ZERO, 0.0); points.len()];
    for bone in list(&mesh["bones"]) {
        let joint = worlds.get(bone["name"].as_str().unwrap_or_default()).copied().unwrap_or(world);
        let palette = joint * matrix(&bone["offsetmatrix"]);
        for weight in list(&bone["weights"]) {
            let (vertex, weight) =
                (weight[0].as_u64().unwrap_or(0) as usize, weight[1].as_f64().unwrap_or(0.0));
            sums[vertex].0 += palette.transform_point3(points[vertex]) * weight;
            sums[vertex].1 += weight;
        }
    }
    let transformed = |(point, (sum, weight)): (&DVec3, &(DVec3, f64))| {
        let posed = if *weight > 0.0 { *sum / *weight } else { world.transform_point3(*point) };
        posed.as_vec3()
    };
    points.iter().zip(&sums).map(transformed).collect()
}
