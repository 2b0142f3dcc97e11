//! Import from bytes to a character and clips, compared with other programs. The crates `gltf` and `ufbx`
//! read the same bytes and stop at the structures of the file: no skeleton, no tracks, no validation of the
//! data. The program `assimp`, where it is installed, reads the same files in a process of its own, and so
//! does the command `sinew` (`SINEW`, the built command).

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use sinew::character::{NormalMapSpace, UvTransform};
use sinew::glam::Vec3;
use sinew_author::face::{FaceLandmarks, FaceTransfer};
use sinew_author::surface::tangent::{MapSurface, NormalMap, convert_normal_map, generate_tangents};
use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

/// The built-in character, and real files of these extensions where they exist.
fn files(endings: &[&str]) -> Vec<String> {
    let mut files = vec![sinew_suite::repository().join("data/sinew.vrm")];
    if let Some(assets) = sinew_suite::assets() {
        let real = [
            "gltf/Fox.glb",
            "gltf/kaykit/Knight.glb",
            "gltf/rpm_brunette-t.glb",
            "vrm/Godette_vrm_v4.vrm",
            "x/tiny/tiny.x",
            "x/assimp/Testwuson.X",
            "bvh/cmu/01_01.bvh",
            "bvh/bandai-namco-1/dataset-1_dance-short_normal_001.bvh",
            "fbx/pab/arnaud.fbx",
            "fbx/seed-san/new_seedsan_betterfbx.fbx",
        ];
        files.extend(real.map(|file| assets.join(file)));
    }
    let wanted = |file: &std::path::PathBuf| {
        let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
        endings.is_empty() || endings.iter().any(|e| extension == *e)
    };
    files.into_iter().filter(wanted).map(|f| f.display().to_string()).collect()
}

#[divan::bench(args = files(&[]))]
fn sinew(bencher: Bencher<'_, '_>, file: &str) {
    let bytes = std::fs::read(file).unwrap();
    let nothing = |uri: &str| Err(format!("{uri} is not read here"));
    let counter = BytesCount::of_slice(&bytes);
    bencher.counter(counter).bench(|| sinew_import::import(&bytes, &nothing).unwrap());
}

#[divan::bench(args = files(&["fbx"]))]
fn ufbx_crate(bencher: Bencher<'_, '_>, file: &str) {
    let bytes = std::fs::read(file).unwrap();
    let counter = BytesCount::of_slice(&bytes);
    bencher.counter(counter).bench(|| ufbx::load_memory(&bytes, ufbx::LoadOpts::default()).unwrap());
}

/// Duration of a process from start to end.
fn process(bencher: Bencher<'_, '_>, program: &str, verb: &str, file: &str) {
    let run =
        || Command::new(program).args([verb, file]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if run().is_err() {
        eprintln!("{program} is not installed");
        return;
    }
    let bytes = std::fs::metadata(Path::new(file)).map_or(0, |m| m.len());
    bencher.counter(BytesCount::new(bytes)).bench(|| run().unwrap());
}

#[divan::bench(args = files(&[]), sample_count = 10)]
fn assimp_process(bencher: Bencher<'_, '_>, file: &str) {
    process(bencher, "assimp", "info", file);
}

#[divan::bench(args = files(&[]), sample_count = 10)]
fn sinew_process(bencher: Bencher<'_, '_>, file: &str) {
    let built = sinew_suite::repository().join("target/release/sinew");
    let program = std::env::var("SINEW").unwrap_or_else(|_| built.display().to_string());
    process(bencher, &program, "inspect", file);
}

#[divan::bench(args = files(&["glb", "vrm"]))]
fn gltf_crate(bencher: Bencher<'_, '_>, file: &str) {
    let bytes = std::fs::read(file).unwrap();
    let counter = BytesCount::of_slice(&bytes);
    bencher.counter(counter).bench(|| {
        let file = gltf::Gltf::from_slice_without_validation(&bytes).unwrap();
        let blob = file.blob.as_deref().unwrap_or_default();
        // The minimum that a program must read to play the file: all keys, vertices and influences.
        let mut numbers = 0usize;
        for channel in file.animations().flat_map(|a| a.channels().collect::<Vec<_>>()) {
            let reader = channel.reader(|_| Some(blob));
            numbers += reader.read_inputs().map_or(0, |i| i.collect::<Vec<f32>>().len());
            numbers += match reader.read_outputs() {
                Some(gltf::animation::util::ReadOutputs::Rotations(r)) => {
                    r.into_f32().collect::<Vec<_>>().len()
                }
                Some(gltf::animation::util::ReadOutputs::Translations(t)) => t.collect::<Vec<_>>().len(),
                Some(gltf::animation::util::ReadOutputs::Scales(s)) => s.collect::<Vec<_>>().len(),
                Some(gltf::animation::util::ReadOutputs::MorphTargetWeights(w)) => {
                    w.into_f32().collect::<Vec<_>>().len()
                }
                None => 0,
            };
        }
        for primitive in file.meshes().flat_map(|m| m.primitives().collect::<Vec<_>>()) {
            let reader = primitive.reader(|_| Some(blob));
            numbers += reader.read_positions().map_or(0, |p| p.collect::<Vec<_>>().len());
            numbers += reader.read_normals().map_or(0, |n| n.collect::<Vec<_>>().len());
            numbers += reader.read_indices().map_or(0, |i| i.into_u32().collect::<Vec<_>>().len());
            numbers += reader.read_joints(0).map_or(0, |j| j.into_u16().collect::<Vec<_>>().len());
            numbers += reader.read_weights(0).map_or(0, |w| w.into_f32().collect::<Vec<_>>().len());
        }
        numbers
    });
}

/// Shapes of the built-in character for a head, from landmarks to morph targets.
#[divan::bench(sample_count = 10)]
fn face_transfer(bencher: Bencher<'_, '_>) {
    let source = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap().character;
    let head = sinew_suite::without_shapes(source.clone());
    bencher.bench(|| {
        let landmarks = FaceLandmarks::detect(&head).unwrap();
        FaceTransfer::new(&source, landmarks).apply(head.clone(), &landmarks).unwrap()
    });
}

/// The largest mesh with texture coordinates of the scanned head, else of the built-in character.
fn mapped_mesh() -> sinew::character::Primitive {
    let head = sinew_suite::assets().map(|assets| assets.join("gltf/LeePerrySmith/LeePerrySmith.glb"));
    let file = head.unwrap_or_else(|| sinew_suite::repository().join("data/sinew.vrm"));
    let character = sinew_suite::open(&file).unwrap().character;
    let all = character.meshes().iter().flat_map(|mesh| &mesh.primitives);
    all.filter(|primitive| !primitive.uvs.is_empty())
        .max_by_key(|primitive| primitive.indices.len())
        .unwrap()
        .clone()
}

/// MikkTSpace tangents of a primitive with split vertices.
#[divan::bench]
fn tangents(bencher: Bencher<'_, '_>) {
    let mesh = mapped_mesh();
    let triangles = ItemsCount::new(mesh.indices.len() / 3);
    bencher.counter(triangles).bench(|| generate_tangents(&mesh, 0).unwrap());
}

/// The crate `bevy_mikktspace` alone: tangents per corner.
#[divan::bench]
fn tangents_bevy_mikktspace(bencher: Bencher<'_, '_>) {
    struct Corners<'a>(&'a sinew::character::Primitive, Vec<[f32; 4]>);
    impl Corners<'_> {
        fn vertex(&self, face: usize, vert: usize) -> usize {
            self.0.indices[3 * face + vert] as usize
        }
    }
    impl bevy_mikktspace::Geometry for Corners<'_> {
        fn num_faces(&self) -> usize {
            self.0.indices.len() / 3
        }
        fn num_vertices_of_face(&self, _: usize) -> usize {
            3
        }
        fn position(&self, face: usize, vert: usize) -> [f32; 3] {
            self.0.positions[self.vertex(face, vert)].to_array()
        }
        fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
            self.0.normals[self.vertex(face, vert)].to_array()
        }
        fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
            self.0.uvs[0][self.vertex(face, vert)].to_array()
        }
        fn set_tangent(&mut self, space: Option<bevy_mikktspace::TangentSpace>, face: usize, vert: usize) {
            self.1[3 * face + vert] = space.unwrap_or_default().tangent_encoded();
        }
    }
    let mesh = mapped_mesh();
    let corners = mesh.indices.len();
    bencher.counter(ItemsCount::new(corners / 3)).bench(|| {
        let mut work = Corners(&mesh, vec![[0.0; 4]; corners]);
        bevy_mikktspace::generate_tangents(&mut work).unwrap();
        work.1
    });
}

/// A normal map of 1024 × 1024 texels from tangent space to object space.
#[divan::bench]
fn normal_map_to_object_space(bencher: Bencher<'_, '_>) {
    let mesh = generate_tangents(&mapped_mesh(), 0).unwrap();
    let surface = [MapSurface::new(&mesh, 0, &UvTransform::IDENTITY).unwrap()];
    let map = NormalMap::new(1024, 1024, vec![Vec3::Z; 1 << 20]).unwrap();
    bencher
        .counter(ItemsCount::new(1usize << 20))
        .bench(|| convert_normal_map(&map, NormalMapSpace::Object, &surface, 16).unwrap());
}
