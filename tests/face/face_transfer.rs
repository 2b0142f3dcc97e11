//! Transfer of face shapes: landmarks of real faces, and heads that speak with the shapes of others.

use sinew::Character;
use sinew::character::{MeshInstance, Primitive};
use sinew::face::VisemeMap;
use sinew::glam::Vec3;
use sinew_author::face::{FaceLandmarks, FaceTransfer, FaceTransferError};
use sinew_suite::{assets, open, repository, without_shapes};
use test_needs::cases;

fn built_in() -> Character {
    open(&repository().join("data/sinew.vrm")).unwrap().character
}

fn asset(name: &str) -> Option<Character> {
    Some(open(&assets()?.join(name)).unwrap().character)
}

const SCAN: &str = "gltf/LeePerrySmith/LeePerrySmith.glb";

/// Offsets of a shape in the mesh of the given name, one per vertex.
fn offsets(character: &Character, mesh: &str, shape: &str) -> Vec<Vec3> {
    let mesh = character.meshes().iter().find(|candidate| candidate.name == mesh).unwrap();
    let target = mesh.morph_names.iter().position(|name| name == shape).unwrap();
    let mut offsets = Vec::new();
    for primitive in &mesh.primitives {
        let mut dense = vec![Vec3::ZERO; primitive.positions.len()];
        let target = &primitive.morph_targets[target];
        target.vertices().iter().zip(target.positions()).for_each(|(v, offset)| dense[*v as usize] = *offset);
        offsets.extend(dense);
    }
    offsets
}

/// Offset of the vertex nearest to a point in a shape of the scan.
fn motion(character: &Character, point: Vec3, shape: &str) -> Vec3 {
    let mesh = &character.meshes()[0];
    let vertices = mesh.primitives[0].positions.iter().zip(&mesh.primitives[0].normals).enumerate();
    let front = vertices.filter(|(_, (_, normal))| normal.z > 0.0);
    let nearest = front.min_by(|a, b| a.1.0.distance(point).total_cmp(&b.1.0.distance(point))).unwrap();
    offsets(character, &mesh.name, shape)[nearest.0]
}

fn near(found: Vec3, expected: [f32; 3], error: f32) {
    assert!(found.distance(expected.into()) <= error, "{found} is not {expected:?}");
}

#[test]
fn landmarks_are_found_on_real_faces() {
    let landmarks = FaceLandmarks::detect(&built_in()).unwrap();
    near(landmarks.nose_tip, [0.0, 1.547, 0.105], 0.002);
    near(landmarks.mouth, [0.0, 1.505, 0.093], 0.003);
    near(landmarks.eye_left, [0.035, 1.569, 0.096], 0.001);
    let Some(scan) = asset(SCAN) else { return };
    let scan = FaceLandmarks::detect(&scan).unwrap();
    for (found, expected) in [
        (scan.nose_tip, [-0.09, 1.10, 2.59]),
        (scan.upper_lip, [-0.08, 0.59, 2.34]),
        (scan.mouth, [-0.08, 0.44, 2.24]),
        (scan.lower_lip, [-0.08, 0.32, 2.29]),
        (scan.mouth_left, [0.39, 0.36, 2.04]),
        (scan.mouth_right, [-0.53, 0.36, 2.07]),
        (scan.chin, [-0.08, -0.18, 2.27]),
    ] {
        near(found, expected, 0.08);
    }
    let Some(avatar) = asset("gltf/rpm_brunette-t.glb") else { return };
    let avatar = FaceLandmarks::detect(&avatar).unwrap();
    near(avatar.nose_tip, [0.0, 1.598, 0.157], 0.002);
    near(avatar.mouth, [0.0, 1.563, 0.142], 0.002);
    near(avatar.mouth_left, [0.024, 1.563, 0.128], 0.004);
}

#[test]
fn a_face_without_its_shapes_gets_them_back_from_itself() {
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&source).unwrap();
    let transfer = FaceTransfer::new(&source, landmarks).with_inner_mouth(false);
    let (copy, report) = transfer.apply(without_shapes(source.clone()), &landmarks).unwrap();
    assert!(report.lips_apart && report.kept.is_empty());
    assert!(report.shapes.iter().any(|name| name == "viseme_PP"));
    assert!(!report.shapes.iter().any(|name| name == "eyeBlinkLeft"));
    for shape in ["jawOpen", "viseme_aa", "viseme_PP", "mouthSmileLeft", "browInnerUp", "mouthFunnel"] {
        let (original, copied) = (offsets(&source, "head", shape), offsets(&copy, "head", shape));
        let most = original.iter().map(|offset| offset.length()).fold(0.0, f32::max);
        let sum: f32 = original.iter().zip(&copied).map(|(a, b)| a.distance_squared(*b)).sum();
        let all: f32 = original.iter().map(|offset| offset.length_squared()).sum();
        assert!(most > 0.001 && sum < 0.02 * all, "{shape}: {} of {}", sum.sqrt(), all.sqrt());
    }
}

#[test]
fn a_scanned_head_speaks_with_the_shapes_of_the_built_in_character() {
    let Some(head) = asset(SCAN) else { return };
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&head).unwrap();
    let width = landmarks.mouth_left.distance(landmarks.mouth_right);
    let transfer = FaceTransfer::new(&source, FaceLandmarks::detect(&source).unwrap());
    let (head, report) = transfer.apply(head, &landmarks).unwrap();
    assert!(report.lips_apart && report.vertices > 2000);
    assert_eq!(VisemeMap::detect(&head).unwrap().kind().to_string(), "15 visemes");
    let gap = |shape: &str| {
        motion(&head, landmarks.upper_lip, shape).y - motion(&head, landmarks.lower_lip, shape).y
    };
    assert!(gap("jawOpen") > 0.3 * width, "{}", gap("jawOpen") / width);
    assert!(gap("viseme_aa") > 0.25 * width && gap("viseme_E") > 0.1 * width);
    // Lips that are shut at rest are pressed together.
    assert!((-0.2 * width..0.0).contains(&gap("viseme_PP")), "{}", gap("viseme_PP") / width);
    assert!(offsets(&head, &head.meshes()[0].name, "viseme_sil").iter().all(|offset| *offset == Vec3::ZERO));
    // The lower lip goes back to the teeth; a smile lifts its own corner alone; rounded lips come forward and
    // together.
    assert!(motion(&head, landmarks.lower_lip, "viseme_FF").z < -0.05 * width);
    let smile = |point| motion(&head, point, "mouthSmileLeft").y;
    assert!(smile(landmarks.mouth_left) > 0.05 * width && smile(landmarks.mouth_right).abs() < 0.01 * width);
    let round = |point| motion(&head, point, "viseme_ou");
    assert!(round(landmarks.upper_lip).z > 0.05 * width);
    assert!(round(landmarks.mouth_left).x < -0.05 * width && round(landmarks.mouth_right).x > 0.05 * width);
    // Nothing moves at the back of the head.
    let mesh = &head.meshes()[0];
    let moved = offsets(&head, &mesh.name, "jawOpen");
    let back = mesh.primitives[0].positions.iter().zip(&moved).filter(|(p, _)| p.z < 0.0);
    assert!(back.map(|(_, offset)| offset.length()).fold(0.0, f32::max) < 1e-3);
    // The teeth came along, behind the lips.
    let teeth: Vec<&MeshInstance> = head
        .mesh_instances()
        .iter()
        .filter(|instance| head.meshes()[instance.mesh].name == "mouth")
        .collect();
    assert_eq!(teeth.len(), 1);
    let teeth = &head.meshes()[teeth[0].mesh].primitives[0];
    let front = teeth.positions.iter().map(|p| p.z).fold(f32::NEG_INFINITY, f32::max);
    assert!(front < landmarks.mouth.z && front > landmarks.mouth.z - width, "{front}");
}

#[test]
fn shapes_that_a_head_has_stay_as_they_are() {
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&source).unwrap();
    let transfer = FaceTransfer::new(&source, landmarks).with_inner_mouth(false);
    // All but the eyelids are there already.
    assert_eq!(transfer.apply(built_in(), &landmarks).unwrap_err(), FaceTransferError::NoShapes);
    let (head, report) = transfer
        .with_inner_mouth(true)
        .with_eyelids(true)
        .apply(without_shapes(built_in()), &landmarks)
        .unwrap();
    assert!(report.shapes.iter().any(|name| name == "eyeBlinkLeft"));
    assert!(head.find_morphs("eyeBlinkLeft").next().is_some());
    // It has teeth and a tongue of its own.
    assert_eq!(head.meshes().len(), built_in().meshes().len());
}

/// The character without the hair before its face.
fn without_hair(character: Character) -> Character {
    let is_hair: Vec<bool> = character
        .mesh_instances()
        .iter()
        .map(|instance| character.meshes()[instance.mesh].name == "hair")
        .collect();
    let mut parts = character.into_parts();
    parts.retain_instances(|id| !is_hair[id.index()]);
    Character::new(parts).unwrap()
}

#[test]
fn faces_that_are_none_are_errors() {
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&source).unwrap();
    let nothing = Character::new(sinew::character::CharacterParts::default()).unwrap();
    assert_eq!(FaceLandmarks::detect(&nothing), Err(FaceTransferError::NoFace));
    let mut flat = landmarks;
    flat.nose_tip.z = f32::NAN;
    let wrong = FaceTransfer::new(&source, flat).apply(built_in(), &landmarks).unwrap_err();
    assert_eq!(wrong.to_string(), "source landmarks: nose_tip: expected finite numbers");
    // A plane through all of them, tilted so that the nose is in front.
    let mut flat = landmarks;
    for point in [
        &mut flat.nose_bridge,
        &mut flat.nose_tip,
        &mut flat.nose_base,
        &mut flat.upper_lip,
        &mut flat.mouth,
        &mut flat.lower_lip,
        &mut flat.chin,
        &mut flat.mouth_left,
        &mut flat.mouth_right,
        &mut flat.eye_left,
        &mut flat.eye_right,
    ] {
        point.z = 0.5 * point.y;
    }
    let source = without_hair(source);
    let wrong = FaceTransfer::new(&source, flat).apply(without_shapes(built_in()), &landmarks).unwrap_err();
    assert!(matches!(wrong, FaceTransferError::Landmarks { landmarks: "source landmarks", .. }), "{wrong}");
    let bare = without_shapes(built_in());
    let none = FaceTransfer::new(&bare, landmarks).apply(built_in(), &landmarks).unwrap_err();
    assert_eq!(none, FaceTransferError::NoShapes);
    // A cylinder has no face; landmarks that are found on animals and masks are those of a face.
    let Some(folder) = assets() else { return };
    let transfer = FaceTransfer::new(&source, landmarks);
    for (name, is_none) in
        [("gltf/rigged_simple.gltf", true), ("gltf/Fox.glb", false), ("gltf/greenman.glb", false)]
    {
        if !folder.join(name).exists() {
            test_needs::skip(test_needs::Need::Assets, format_args!("{name} is missing"));
            continue;
        }
        let character = open(&folder.join(name)).unwrap().character;
        match FaceLandmarks::detect(&character) {
            Ok(found) => {
                assert!(!is_none, "{name}: {found:?}");
                let given = transfer.apply(character, &found);
                assert!(given.is_ok_and(|(_, report)| !report.shapes.is_empty()), "{name}");
            }
            Err(error) => assert!(
                matches!(error, FaceTransferError::NoFace | FaceTransferError::Landmark { .. }),
                "{name}: {error}"
            ),
        }
    }
}

#[test]
fn odd_landmarks_give_errors_or_valid_characters() {
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&source).unwrap();
    let bare = without_shapes(built_in());
    let transfer = FaceTransfer::new(&source, landmarks);
    let mut errors = 0;
    for mut random in cases(12) {
        let case = random.seed();
        let size = [1e-3, 0.02, 0.3, 1e6][case % 4];
        let mut odd = landmarks;
        for point in
            [&mut odd.nose_tip, &mut odd.mouth_left, &mut odd.chin, &mut odd.eye_right, &mut odd.upper_lip]
        {
            *point += Vec3::from_array(std::array::from_fn(|_| (random.f32() - 0.5) * size));
        }
        match transfer.apply(bare.clone(), &odd) {
            Err(_) => errors += 1,
            Ok((head, report)) => {
                assert!(!report.shapes.is_empty());
                let targets =
                    head.meshes().iter().flat_map(|mesh| &mesh.primitives).flat_map(|p| &p.morph_targets);
                assert!(targets.flat_map(|target| target.positions()).all(|offset| offset.is_finite()));
            }
        }
    }
    assert!((1..12).contains(&errors), "{errors}");
}

/// Rounds of [`fine_head`] for a head as fine as a scan; three make 300,000 vertices.
const FINE_ROUNDS: usize = 2;

/// The triangles of the built-in character's bare head, each split into four, `rounds` times.
fn fine_head(rounds: usize) -> Character {
    let mut parts = without_shapes(built_in()).into_parts();
    let head = parts.meshes.iter().position(|mesh| mesh.name == "head").unwrap();
    // Without a skin its joint is not the head's.
    parts.humanoid = None;
    for instance in parts.mesh_instances.iter_mut().filter(|instance| instance.mesh.index() == head) {
        instance.skin = None;
    }
    for primitive in &mut parts.meshes[head].primitives {
        let mut fine = Primitive {
            positions: primitive.positions.clone(),
            normals: primitive.normals.clone(),
            indices: primitive.indices.clone(),
            ..Primitive::default()
        };
        for _ in 0..rounds {
            let mut middles = std::collections::HashMap::new();
            let mut indices = Vec::new();
            for corner in std::mem::take(&mut fine.indices).chunks_exact(3) {
                let mut middle = |a: u32, b: u32| {
                    *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                        let [a, b] = [a as usize, b as usize];
                        fine.positions.push(fine.positions[a].midpoint(fine.positions[b]));
                        fine.normals.push((fine.normals[a] + fine.normals[b]).normalize_or(Vec3::Z));
                        fine.positions.len() as u32 - 1
                    })
                };
                let [a, b, c] = [corner[0], corner[1], corner[2]];
                let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
                indices.extend([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca]);
            }
            fine.indices = indices;
        }
        fine.file_vertex_count = fine.positions.len();
        fine.file_vertices = (0..fine.positions.len() as u32).collect();
        *primitive = fine;
    }
    Character::new(parts).unwrap()
}

#[test]
fn fine_scans_get_the_shapes_of_coarse_faces_in_seconds() {
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&source).unwrap();
    let transfer = FaceTransfer::new(&source, landmarks).with_inner_mouth(false);
    let apply = |rounds: usize| {
        let head = fine_head(rounds);
        let vertices = head.meshes().iter().flat_map(|mesh| &mesh.primitives).map(|p| p.positions.len());
        let (vertices, start) = (vertices.sum::<usize>(), std::time::Instant::now());
        let found = FaceLandmarks::detect(&head).unwrap();
        let (head, report) = transfer.apply(head, &found).unwrap();
        let seconds = start.elapsed().as_secs_f32();
        eprintln!("{vertices} vertices: {seconds:.2} s, {} moved", report.vertices);
        (vertices, offsets(&head, "head", "jawOpen"), seconds)
    };
    let (coarse, fine) = (apply(0), apply(FINE_ROUNDS));
    assert!(fine.0 > 50_000);
    // The vertices of the coarse head come first.
    let differences = coarse.1.iter().zip(&fine.1).map(|(a, b)| a.distance(*b));
    let most = coarse.1.iter().map(|offset| offset.length()).fold(0.0, f32::max);
    let difference = differences.fold(0.0, f32::max);
    assert!(difference < 0.3 * most, "{difference} of {most}");
    // Comparisons of all vertices with all triangles take minutes.
    assert!(fine.2 < 60.0, "{} s", fine.2);
}

#[test]
fn meshes_without_normals_are_no_fault() {
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&source).unwrap();
    let mut parts = without_shapes(built_in()).into_parts();
    parts
        .meshes
        .iter_mut()
        .flat_map(|mesh| &mut mesh.primitives)
        .for_each(|primitive| primitive.normals.clear());
    let bare = Character::new(parts).unwrap();
    let found = FaceLandmarks::detect(&bare).unwrap();
    near(found.nose_tip, landmarks.nose_tip.to_array(), 0.002);
    let (head, report) = FaceTransfer::new(&source, landmarks).apply(bare, &found).unwrap();
    assert!(report.vertices > 100);
    assert!(offsets(&head, "head", "jawOpen").iter().any(|offset| offset.length() > 0.005));
}

#[test]
fn heads_of_no_size_have_no_face() {
    for scale in [0.0, 1e-30] {
        let mut parts = without_shapes(built_in()).into_parts();
        for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
            primitive.positions.iter_mut().for_each(|position| *position *= scale);
        }
        let Ok(head) = Character::new(parts) else { continue };
        let landmarks = FaceLandmarks::detect(&head);
        assert!(landmarks.is_err(), "{scale}: {landmarks:?}");
    }
}

#[test]
fn teeth_follow_the_joint_of_the_face_without_a_humanoid() {
    let source = built_in();
    let landmarks = FaceLandmarks::detect(&source).unwrap();
    let mut parts = without_shapes(built_in()).into_parts();
    parts.humanoid = None;
    parts.mesh_instances.retain(|instance| parts.meshes[instance.mesh.index()].name == "head");
    let bare = Character::new(parts).unwrap();
    let (head, _) = FaceTransfer::new(&source, landmarks).apply(bare, &landmarks).unwrap();
    let mouth =
        head.mesh_instances().iter().find(|instance| head.meshes()[instance.mesh].name == "mouth").unwrap();
    assert_eq!(head.skeleton().name(mouth.node), "head");
}
