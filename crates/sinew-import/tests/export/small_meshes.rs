//! Meshes in fewer bytes: vertices on the posed body stay within the tolerance, whatever their order is, and no
//! triangle is lost.

use crate::compare::{export_and_import, files, open};
use crate::made::{as_imported, instance, mesh, node, worm};
use crate::validator;
use sinew::character::{AlphaMode, Material, MaterialId, MeshInstanceId, Primitive};
use sinew::glam::{IVec3, Vec2, Vec3};
use sinew::morph::MorphTarget;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, CharacterParts, ClipId, Skeleton, WrapMode};
use sinew_import::{ExportOptions, Imported, Severity};
use std::collections::HashMap;
use std::sync::Arc;
use test_needs::cases;

/// Options of meshes alone.
fn meshes() -> ExportOptions {
    ExportOptions::default().with_quantize(true).with_meshopt(true).with_reorder(true).with_prune(true)
}

/// Positions of a vertex in some poses.
type Way = Vec<Vec3>;

/// Ways of the vertices of each primitive, at rest and in poses of the first clips, by the number of the mesh.
fn ways(imported: &Imported, triangles: bool) -> HashMap<(u32, usize), Vec<Way>> {
    let character = &imported.character;
    let mut actor = Actor::new(Arc::new(character.clone()), imported.clips.clone()).unwrap();
    actor.set_constraints_enabled(false);
    let mut poses = vec![(None, 0.0)];
    for (c, clip) in imported.clips.iter().enumerate().take(4) {
        poses.extend([0.0, 0.13, 0.5, 0.83].map(|share| (Some(c), share * clip.end())));
    }
    let mut ways: HashMap<(u32, usize), Vec<Way>> = HashMap::new();
    let mut vertices = SkinnedVertices::default();
    for (clip, time) in poses {
        match clip {
            Some(clip) => {
                actor.play(ClipId(clip as u32)).unwrap().wrap(WrapMode::Clamp).seek(f64::from(time));
            }
            None => actor.stop(),
        }
        actor.update(0.0);
        let frame = actor.frame();
        for (i, instance) in (0..).map(MeshInstanceId).zip(character.mesh_instances()) {
            for (p, primitive) in character.meshes()[instance.mesh].primitives.iter().enumerate() {
                frame.skin_vertices(i, p, &mut vertices);
                let ways = ways.entry((instance.mesh.0, p)).or_default();
                let mut drawn = vec![!triangles; primitive.positions.len()];
                primitive.indices.iter().for_each(|&v| drawn[v as usize] = true);
                let drawn = vertices.positions.iter().zip(drawn).filter(|(_, drawn)| *drawn);
                for (n, (position, _)) in drawn.enumerate() {
                    if ways.len() <= n {
                        ways.push(Way::new());
                    }
                    ways[n].push(*position);
                }
            }
        }
    }
    ways
}

/// Largest distance of a way of `a` from the nearest one of `b`; beyond `reach` it is infinite.
fn farthest(a: &[Way], b: &[Way], reach: f32) -> f32 {
    let cell = |p: Vec3| (p / (2.0 * reach)).floor().as_ivec3();
    let mut grid: HashMap<IVec3, Vec<&Way>> = HashMap::new();
    b.iter().for_each(|way| grid.entry(cell(way[0])).or_default().push(way));
    let apart = |a: &Way, b: &Way| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    let nearest = |way: &Way| {
        let around = (0..27).map(|n| IVec3::new(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1) + cell(way[0]));
        around
            .flat_map(|cell| grid.get(&cell).into_iter().flatten())
            .map(|b| apart(way, b))
            .fold(f32::INFINITY, f32::min)
    };
    a.iter().map(nearest).fold(0.0, f32::max)
}

#[test]
fn vertices_of_real_characters_stay_within_the_tolerance() {
    let Some(files) = files() else { return };
    let (mut wrong, mut sums, mut checked) = (Vec::new(), [0usize; 3], 0);
    for path in files {
        let name = path.display().to_string();
        let mut imported = open(&path);
        imported.clips.truncate(4);
        let size = imported.character.rest_bounds().size().max_element().max(1e-3);
        if imported.character.meshes().is_empty() || !size.is_finite() {
            continue;
        }
        let plain = ExportOptions::default().with_quantize(true).with_meshopt(true);
        sums[0] += export_and_import(&imported.character, &imported.clips, &plain).0.bytes.len();
        let before = ways(&imported, true);
        let (vertices, all) = (size * 1e-4, size * 4e-4);
        let keys = meshes().with_quantize_keys(true).with_key_tolerance(all);
        let options = [
            (meshes().with_vertex_tolerance(vertices), vertices),
            (keys.with_vertex_tolerance(vertices), all),
        ];
        let mut written = Vec::new();
        for (n, (options, bound)) in options.into_iter().enumerate() {
            let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
            sums[n + 1] += exported.bytes.len();
            let faults = back.report.diagnostics().iter().filter(|f| f.severity == Severity::Error);
            wrong.extend(faults.map(|f| format!("{name}, {options:?}: read again: {f}")));
            let after = ways(&back, false);
            // Single precision adds to it.
            let bound = bound * 1.05 + 2e-5 * size;
            for (at, before) in before.iter().filter(|(_, ways)| !ways.is_empty()) {
                let after = after.get(at).map(Vec::as_slice).unwrap_or_default();
                let there = farthest(before, after, bound);
                if there > bound || farthest(after, before, bound) > bound {
                    wrong.push(format!("{name}, {n}: mesh and primitive {at:?}: {there} m of {bound} m"));
                }
                checked += before.len();
            }
            written.push((format!("{n}"), exported.bytes));
        }
        wrong.extend(
            validator::errors(&written).unwrap_or_default().into_iter().map(|e| format!("{name}: {e}")),
        );
    }
    eprintln!("{checked} vertices; {sums:?} bytes");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 100_000 && sums[1] < sums[0] && sums[2] < sums[1]);
}

/// Corner of a triangle: position and texture coordinates.
type Corner = [u32; 5];

/// Triangles of a primitive that have three corners, each from its least corner on, sorted.
fn triangles(primitive: &Primitive) -> Vec<[Corner; 3]> {
    let corner = |v: u32| {
        let (p, uv) = (primitive.positions[v as usize], primitive.uvs[0][v as usize]);
        [p.x, p.y, p.z, uv.x, uv.y].map(f32::to_bits)
    };
    let mut triangles: Vec<[Corner; 3]> = Vec::new();
    for triangle in primitive.indices.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(corner);
        if a != b && b != c && c != a {
            triangles.push([[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap());
        }
    }
    triangles.sort_unstable();
    triangles
}

/// A rigid mesh of random triangles on few points, with a material that shows its texture coordinates.
fn soup(random: &mut fastrand::Rng, alpha_mode: AlphaMode) -> CharacterParts {
    let count = random.u32(3..60);
    let number = |random: &mut fastrand::Rng| random.u8(..3).into();
    let primitive = Primitive {
        material: Some(MaterialId(0)),
        positions: (0..count).map(|_| Vec3::from_array(std::array::from_fn(|_| number(random)))).collect(),
        normals: vec![Vec3::Z; count as usize],
        uvs: vec![(0..count).map(|_| Vec2::new(number(random), 0.0)).collect()],
        indices: (0..3 * random.u32(1..80)).map(|_| random.u32(..count)).collect(),
        file_vertices: (0..count).collect(),
        file_vertex_count: count as usize,
        has_file_normals: true,
        ..Primitive::default()
    };
    let image = sinew_import::encode_image(
        "dot",
        &sinew::character::Pixels { width: 1, height: 1, rgba: vec![255; 4] },
    );
    let texture = sinew::character::Texture::smooth(
        sinew::character::ImageId(0),
        sinew::character::TextureWrap::Repeat,
    );
    let reference = sinew::character::TextureRef {
        texture: sinew::character::TextureId(0),
        uv_set: 0,
        transform: sinew::character::UvTransform::IDENTITY,
    };
    let material = Material { base_color_texture: Some(reference), alpha_mode, ..Material::default() };
    CharacterParts {
        skeleton: Skeleton::new(vec![node("root", None)]).unwrap(),
        meshes: vec![mesh(vec![primitive])],
        mesh_instances: vec![instance(0, 0, None)],
        materials: vec![material, Material { name: "unused".into(), ..Material::default() }],
        textures: vec![texture],
        images: vec![image.unwrap()],
        ..CharacterParts::default()
    }
}

#[test]
fn no_triangle_is_lost() {
    for mut random in cases(300) {
        let made = as_imported(soup(&mut random, AlphaMode::Opaque), Vec::new());
        let before = triangles(&made.character.meshes()[0].primitives[0]);
        if before.is_empty() {
            continue;
        }
        for meshopt in [false, true] {
            let options = ExportOptions::default().with_reorder(true).with_prune(true).with_meshopt(meshopt);
            let (_, back) = export_and_import(&made.character, &[], &options);
            let primitive = &back.character.meshes()[0].primitives[0];
            assert_eq!(triangles(primitive), before);
            let mut used = primitive.indices.clone();
            used.sort_unstable();
            used.dedup();
            assert_eq!(used.len(), primitive.positions.len(), "unused vertices");
            assert_eq!(back.character.materials().len(), 1);
        }
    }
}

#[test]
fn blended_triangles_are_drawn_in_their_order() {
    let mut random = fastrand::Rng::with_seed(5);
    let made = as_imported(soup(&mut random, AlphaMode::Blend), Vec::new());
    let options = ExportOptions::default().with_reorder(true);
    let (_, back) = export_and_import(&made.character, &[], &options);
    let corners = |imported: &Imported| -> Vec<Vec3> {
        let primitive = &imported.character.meshes()[0].primitives[0];
        primitive.indices.iter().map(|&v| primitive.positions[v as usize]).collect()
    };
    assert_eq!(corners(&back), corners(&made));
}

#[test]
fn morph_targets_follow_their_vertices() {
    let mut parts = worm();
    let primitive = &mut parts.meshes[0].primitives[0];
    let count = primitive.positions.len();
    let offsets: Vec<Vec3> = primitive.positions.iter().map(|p| *p * 0.25).collect();
    primitive.morph_targets = vec![MorphTarget::from_dense(count, &offsets, &[], &[]).unwrap()];
    primitive.indices.reverse();
    parts.meshes[0].morph_names = vec!["swell".into()];
    parts.mesh_instances[0].weights = vec![0.0];
    let made = as_imported(parts, Vec::new());
    // Quantized vertices are counted in steps from another origin, which their skin undoes.
    let quantized = meshes().with_vertex_tolerance(1e-3);
    for (options, error) in [(ExportOptions::default().with_reorder(true), 1e-6), (quantized, 2.0)] {
        let (_, back) = export_and_import(&made.character, &[], &options);
        let primitive = &back.character.meshes()[0].primitives[0];
        let target = &primitive.morph_targets[0];
        assert_eq!(primitive.positions.len(), count);
        let moved = |n: usize| (primitive.positions[target.vertices()[n] as usize], target.positions()[n]);
        let (origin, first) = moved(0);
        for n in 1..target.vertices().len() {
            let (position, offset) = moved(n);
            let (offset, expected) = (offset - first, (position - origin) * 0.25);
            assert!(offset.distance(expected) < error, "{offset} {expected}");
        }
        assert!(target.vertices().len() >= count - 2, "{}", target.vertices().len());
    }
}

#[test]
fn draco_streams_hold_what_quantized_files_hold() {
    let Some(files) = files() else { return };
    let (mut wrong, mut sums) = (Vec::new(), [0usize; 2]);
    for path in files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "glb" || e == "fbx")) {
        let name = path.display().to_string();
        let mut imported = open(&path);
        imported.clips.truncate(1);
        let size = imported.character.rest_bounds().size().max_element().max(1e-3);
        if imported.character.meshes().is_empty() || !size.is_finite() {
            continue;
        }
        let plain = ExportOptions::default().with_quantize(true).with_prune(true);
        sums[0] += export_and_import(&imported.character, &imported.clips, &plain).0.bytes.len();
        let (exported, back) =
            export_and_import(&imported.character, &imported.clips, &plain.with_draco(true));
        sums[1] += exported.bytes.len();
        let faults = back.report.diagnostics().iter().filter(|f| f.severity == Severity::Error);
        wrong.extend(faults.map(|f| format!("{name}: read again: {f}")));
        let (before, after) = (ways(&imported, true), ways(&back, true));
        let bound = 5e-5 * size;
        for (at, before) in before.iter().filter(|(_, ways)| !ways.is_empty()) {
            let there = farthest(before, after.get(at).map(Vec::as_slice).unwrap_or_default(), bound);
            if there > bound {
                wrong.push(format!("{name}: mesh and primitive {at:?}: {there} m of {bound} m"));
            }
        }
        let errors = validator::errors(&[("draco".into(), exported.bytes)]).unwrap_or_default();
        wrong.extend(errors.into_iter().map(|e| format!("{name}: {e}")));
    }
    eprintln!("{sums:?} bytes");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(sums[1] < sums[0]);
}
