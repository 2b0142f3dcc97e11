//! Simulated hair through its public names: memory, determinism, hostile input.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

#[path = "../counting/mod.rs"]
mod counting;

use counting::allocations;
use sinew::character::{Mesh, MeshId, MeshInstance, Primitive, SkinningMethod};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::hair::{
    ControlHair, GroomDescription, GroomLayerDescription, GroomMaps, Hair, HairBody, HairCollider,
    HairDetail, HairField, HairRoot, HairSettings, HairSimulation, HairSkin, HeadShape, generate_groom,
};
use sinew::skeleton::Joint;
use sinew::stage::EvenWind;
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character, CharacterParts, FrameInput, JointIndex, Skeleton, Transform};
use std::f32::consts::PI;
use std::sync::Arc;

fn hairs() -> Vec<ControlHair> {
    let hair = |n: usize| {
        let (sine, cosine) = (n as f32 * 0.7).sin_cos();
        let out = Vec3::new(sine, 0.6, cosine).normalize();
        let points = (0..16).map(|m| out * 0.1 + (out + Vec3::NEG_Y * m as f32 * 0.2) * m as f32 * 0.008);
        ControlHair::new(points.collect::<Vec<_>>()).unwrap()
    };
    (0..40).map(hair).collect()
}

fn head(root: &HairRoot) -> [HairCollider; 2] {
    [
        HairCollider::Ellipsoid {
            center: root.translation,
            axes: [Vec3::X * 0.09, Vec3::Y * 0.1, Vec3::Z * 0.095].map(|axis| root.rotation * axis),
        },
        HairCollider::Capsule { start: root.translation, end: root.at(Vec3::NEG_Y * 0.2), radius: 0.05 },
    ]
}

/// Field of an octahedron of this radius.
fn field(radius: f32) -> Arc<HairField> {
    let corners =
        [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z].map(|axis| axis * radius);
    let half = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]];
    let triangles: Vec<[u32; 3]> =
        half.into_iter().flat_map(|[a, b, c]| [[a, b, c], [b, a, c + 1]]).collect();
    Arc::new(HairField::new(&corners, &triangles, radius / 12.0).unwrap())
}

/// Settings with all that hair can do.
fn full() -> HairSettings {
    HairSettings::default().with_volume(0.8).with_hair_friction(0.5).with_shelter(1.0)
}

fn root(frame: u32) -> HairRoot {
    let time = frame as f32 / 60.0;
    HairRoot {
        rotation: Quat::from_rotation_z((time * 5.0).sin()),
        translation: Vec3::X * (time * 3.0).sin() * 0.2,
    }
}

#[test]
fn updates_allocate_nothing() {
    let skull = field(0.13);
    for (settings, details) in [
        (HairSettings::default(), [HairDetail::FULL; 2]),
        (full(), [HairDetail::new(0.4, 0.5), HairDetail::OFF]),
    ] {
        let mut hair = HairSimulation::new(&hairs(), settings).unwrap();
        let wind = EvenWind::new(Vec3::X * 3.0).with_gusts(0.5);
        let mut roots = [HairRoot::REST; 40];
        let colliders = |root: &HairRoot| {
            let [first, second] = head(root);
            [HairCollider::Field { field: Arc::clone(&skull), root: *root }, first, second]
        };
        hair.update(1.0 / 60.0, &roots, &wind, &colliders(&HairRoot::REST));
        for detail in details {
            hair.set_lod(detail);
            let count = allocations(|| {
                for frame in 0..200_u32 {
                    // It moves, rests and falls asleep, and moves again.
                    roots.fill(root(frame.min(50) + frame.saturating_sub(190)));
                    hair.update(1.0 / 60.0, &roots, &wind, &colliders(&roots[0]));
                    let still = |_: Vec3, _: f64| Vec3::ZERO;
                    hair.update(1.0 / 60.0, &roots, &still, &colliders(&roots[0]));
                }
                hair.reset(&roots);
            });
            assert_eq!(count, 0, "{detail:?}");
        }
    }
}

#[test]
fn the_same_input_gives_the_same_hair() {
    let skull = field(0.13);
    let run = || {
        let mut hair = HairSimulation::new(&hairs(), full()).unwrap();
        for frame in 0..200_u32 {
            let root = root(frame);
            let [first, second] = head(&root);
            let skull = HairCollider::Field { field: Arc::clone(&skull), root };
            if frame % 60 == 30 {
                hair.set_lod(HairDetail::new((frame % 80) as f32 / 80.0, 0.7));
            }
            let wind = EvenWind::new(Vec3::Z).with_gusts(1.0);
            hair.update(1.0 / 60.0, &[root; 40], &wind, &[skull, first, second]);
        }
        (0..40)
            .flat_map(|n| hair.points(n).to_vec())
            .map(|point| point.to_array().map(f32::to_bits))
            .collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

fn vector(number: &mut impl FnMut() -> f32) -> Vec3 {
    Vec3::new(number(), number(), number())
}

/// Roots, colliders, winds and times of any kind leave finite hair of its lengths.
#[test]
fn hostile_input_leaves_hair_whole() {
    let hairs = hairs();
    let mut random = fastrand::Rng::with_seed(4);
    let mut number = || match random.u32(..9) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => 0.0,
        3 => 1e30,
        4 => -1e-30,
        _ => random.f32() * 2.0 - 1.0,
    };
    let skull = field(0.13);
    let mut hair = HairSimulation::new(&hairs, full().with_drag(100.0)).unwrap();
    for round in 0..2000 {
        let turn = vector(&mut number).normalize_or(Vec3::X);
        // Places of the skin stay within a hundred metres.
        let translation = vector(&mut number).clamp(Vec3::splat(-100.0), Vec3::splat(100.0));
        let root = HairRoot { rotation: Quat::from_rotation_arc(Vec3::X, turn), translation };
        let colliders = [
            HairCollider::Capsule { start: vector(&mut number), end: vector(&mut number), radius: number() },
            HairCollider::Ellipsoid {
                center: vector(&mut number),
                axes: [vector(&mut number), vector(&mut number), vector(&mut number)],
            },
            HairCollider::Field {
                field: Arc::clone(&skull),
                root: HairRoot { rotation: root.rotation, translation: vector(&mut number) },
            },
        ];
        if round % 50 == 0 {
            hair.set_lod(HairDetail::new(number(), number()));
        }
        let wind = EvenWind::new(vector(&mut number).clamp(Vec3::splat(-100.0), Vec3::splat(100.0)))
            .with_gusts(number().clamp(-3.0, 3.0));
        hair.update(number().clamp(-1.0, 0.05), &[root; 40], &wind, &colliders[..round % 4]);
        for (n, rest) in hairs.iter().enumerate() {
            for (rest, now) in rest.points().windows(2).zip(hair.points(n).windows(2)) {
                let (length, found) = (rest[0].distance(rest[1]), now[0].distance(now[1]));
                // A hundred metres away a position is exact to some hundredths of a millimetre.
                assert!((found - length).abs() < 2e-4, "{found} {length}");
            }
        }
    }
}

/// Ball of 0.1 m that stands for a head.
fn ball() -> Arc<Character> {
    let mut primitive = Primitive::default();
    let (rows, columns) = (24_u32, 36_u32);
    for row in 0..=rows {
        for column in 0..=columns {
            let (down, around) = (row as f32 / rows as f32 * PI, column as f32 / columns as f32 * 2.0 * PI);
            let out = Vec3::new(around.sin() * down.sin(), down.cos(), around.cos() * down.sin());
            primitive.positions.push(out * 0.1);
            primitive.normals.push(out);
        }
    }
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let at = |row: u32, column: u32| row * (columns + 1) + column;
        let [a, b, c, d] =
            [at(row, column), at(row + 1, column), at(row, column + 1), at(row + 1, column + 1)];
        primitive.indices.extend([a, b, c, c, b, d]);
    }
    primitive.file_vertex_count = primitive.positions.len();
    primitive.file_vertices = (0..primitive.positions.len() as u32).collect();
    let joint = Joint { name: "ball".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        meshes: vec![Mesh { name: "ball".into(), primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![MeshInstance {
            node: JointIndex(0),
            mesh: MeshId(0),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        ..CharacterParts::default()
    };
    Arc::new(Character::new(parts).unwrap())
}

fn hairy_ball(layer: GroomLayerDescription) -> Actor {
    let character = ball();
    let skin = HairSkin::new(&character, &Arc::new(CharacterSurface::new(&character)), |_| true);
    let head = HeadShape::measure(&character, &skin).unwrap();
    let description = GroomDescription { name: "ball".into(), layers: vec![layer] };
    let groom = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()).unwrap();
    let body = Arc::new(HairBody::measure(&character, |_| true));
    let mut actor = Actor::without_clips(character);
    actor.set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body))))).unwrap();
    actor
}

fn short_hair() -> GroomLayerDescription {
    let mut layer = GroomLayerDescription::default();
    (layer.guides, layer.strands) = (60, 300);
    layer
}

fn transform(frame: u32) -> Affine3A {
    let root = root(frame);
    Affine3A::from_rotation_translation(root.rotation, root.translation)
}

#[test]
fn frames_of_actors_with_hair_allocate_nothing() {
    let mut actor = hairy_ball(short_hair());
    let wind = |position: Vec3, _: f64| Vec3::X * position.y;
    let mut run = |frames: std::ops::Range<u32>| {
        for frame in frames {
            actor.advance(1.0 / 60.0);
            actor.resolve(FrameInput::new(1.0 / 60.0, transform(frame)).with_wind(&wind));
        }
    };
    run(0..2);
    assert_eq!(allocations(|| run(2..200)), 0);
}

#[test]
fn resolving_again_without_time_gives_the_same_hair() {
    let mut actor = hairy_ball(short_hair());
    for frame in 0..60 {
        actor.resolve(FrameInput::new(1.0 / 60.0, transform(frame)));
    }
    let before = actor.hair().unwrap().pose(0).clone();
    actor.resolve(FrameInput::new(0.0, transform(59)));
    assert_eq!(actor.frame().hair().unwrap().pose(0), &before);
    // A cut puts the hair into its groomed shape where the character stands now.
    let far = Affine3A::from_translation(Vec3::X * 5.0);
    actor.resolve(FrameInput::new(0.0, far).with_teleport());
    let hair = actor.hair().unwrap();
    let groomed = &hair.groom().layers[0].guides;
    for (guide, points) in groomed.iter().enumerate() {
        let now = hair.pose(0).guide(guide);
        for (point, rest) in now.iter().zip(points.points()) {
            assert!(point.position().distance(*rest + Vec3::X * 5.0) < 1e-5);
        }
    }
}

/// The simulation counts from an origin near to the character, wherever that is.
#[test]
fn hair_moves_the_same_far_from_the_origin_of_the_world() {
    let run = |far: Vec3| {
        let mut actor = hairy_ball(short_hair());
        for frame in 0..120 {
            let turned = Affine3A::from_quat(root(frame).rotation);
            actor.resolve(FrameInput::new(1.0 / 60.0, Affine3A::from_translation(far) * turned));
        }
        let hair = actor.hair().unwrap();
        assert!(hair.origin().distance(far) < 1.0);
        let world = hair.pose(0).guide(5).last().unwrap().position();
        let simulation = hair.simulation(0).unwrap();
        let local = *simulation.points(5).last().unwrap();
        assert_eq!(world, local + hair.origin());
        (0..simulation.hair_count()).flat_map(|n| simulation.points(n).to_vec()).collect::<Vec<_>>()
    };
    let near = run(Vec3::ZERO);
    for far in [1e3, 1e5] {
        let positions = run(Vec3::new(far, 0.0, -far));
        let apart = near.iter().zip(&positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(apart < 1e-6, "{far}: {apart}");
    }
}

/// An origin that moves along with a character changes nothing that is seen.
#[test]
fn an_origin_that_moves_shifts_all_positions() {
    let mut moved = HairSimulation::new(&hairs(), full()).unwrap();
    let mut still = moved.clone();
    let mut origin = Vec3::ZERO;
    for frame in 0..120 {
        let root = root(frame);
        let mut seen = root;
        if frame % 25 == 10 {
            let by = Vec3::new(0.5, -0.25, 0.125);
            moved.move_origin(by);
            origin += by;
        }
        seen.translation -= origin;
        let wind = EvenWind::new(Vec3::X);
        still.update(1.0 / 60.0, &[root; 40], &wind, &head(&root));
        moved.update(1.0 / 60.0, &[seen; 40], &wind, &head(&seen));
        for n in 0..40 {
            for (a, b) in still.points(n).iter().zip(moved.points(n)) {
                assert!(a.distance(*b + origin) < 1e-3, "{frame}: {}", a.distance(*b + origin));
            }
        }
    }
}

#[test]
fn hair_without_physics_moves_with_the_skin() {
    let mut layer = short_hair();
    layer.physics = None;
    let mut actor = hairy_ball(layer);
    for frame in 0..30 {
        actor.resolve(FrameInput::new(1.0 / 60.0, transform(frame)));
    }
    let (hair, transform) = (actor.hair().unwrap(), transform(29));
    for (guide, strand) in hair.groom().layers[0].guides.iter().enumerate() {
        for (point, rest) in hair.pose(0).guide(guide).iter().zip(strand.points()) {
            assert!(point.position().distance(transform.transform_point3(*rest)) < 1e-5);
        }
    }
}

#[test]
fn a_groom_of_another_character_is_refused() {
    let actor = hairy_ball(short_hair());
    let groom = Arc::clone(actor.hair().unwrap().groom());
    let mut other = Actor::without_clips(Arc::new(Character::new(CharacterParts::default()).unwrap()));
    let error = other.set_hair(Some(Arc::new(Hair::new(groom, HairBody::default())))).unwrap_err();
    assert_eq!(error.to_string(), "layer '': guide 0 does not grow there from the skin of this character");
    assert!(other.hair().is_none());
}
