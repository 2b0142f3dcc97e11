//! Which vertices are one point of the skin.

use crate::shapes::{chain, parts, primitive};
use sinew::character::{
    CharacterParts, Influences, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId, SkinningMethod,
};
use sinew::glam::{Affine3A, Vec2, Vec3};
use sinew::morph::MorphTarget;
use sinew::surface::CharacterSurface;
use sinew::surface::wrinkle::StrainRings;
use sinew::{Character, JointId};
use test_needs::cases;

/// Two triangles beside each other, with vertices of their own along the common edge.
fn pair() -> Primitive {
    let [a, b, c, d] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];
    primitive(vec![a, b, c, b, d, c], vec![0, 1, 2, 3, 4, 5])
}

fn welded(parts: CharacterParts) -> usize {
    let surface = CharacterSurface::new(&Character::new(parts).unwrap());
    surface.welded_vertex_count()
}

#[test]
fn seams_of_normals_texture_coordinates_and_materials_are_welded() {
    let mut mesh = pair();
    mesh.normals = (0..6).map(|n| if n < 3 { Vec3::Z } else { Vec3::X }).collect();
    mesh.uvs = vec![(0..6).map(|n| Vec2::splat(n as f32)).collect()];
    assert_eq!(welded(parts(vec![mesh])), 4);
    // Two primitives with a material each.
    let whole = pair();
    let halves = [0..3, 3..6]
        .map(|range: std::ops::Range<usize>| primitive(whole.positions[range].to_vec(), vec![0, 1, 2]));
    assert_eq!(welded(parts(halves.into())), 4);
}

/// Vertices a rounding apart are one, wherever they lie; a hundredth of a millimetre is a gap.
#[test]
fn positions_that_differ_by_rounding_are_welded() {
    for mut rng in cases(2000) {
        let position = crate::shapes::random(&mut rng);
        let far = [Vec3::X * 2.0, Vec3::Y * 2.0];
        let next = Vec3::from_array(position.to_array().map(|n| if rng.bool() { n.next_up() } else { n }));
        let two = |other: Vec3| {
            let positions = vec![position, far[0], far[1], other, far[1], far[0]];
            welded(parts(vec![primitive(positions, (0..6).collect())]))
        };
        assert_eq!(two(next), 3, "{position} {next}");
        assert_eq!(two(position + Vec3::Z * 1e-4), 4);
    }
}

/// Lips touch at rest and part with their morph targets.
#[test]
fn vertices_with_different_morph_targets_stay_apart() {
    let with = |offsets: [[Vec3; 6]; 2], names: [&str; 2]| {
        let mut mesh = pair();
        mesh.morph_targets = offsets.map(|all| MorphTarget::from_dense(6, &all, &[], &[]).unwrap()).into();
        let mut parts = parts(vec![mesh]);
        parts.meshes[0].morph_names = names.map(str::to_owned).into();
        parts.mesh_instances[0].weights = vec![0.0; 2];
        welded(parts)
    };
    let none = [Vec3::ZERO; 6];
    let upper = [Vec3::ZERO, Vec3::Y, Vec3::Y, Vec3::ZERO, Vec3::ZERO, Vec3::ZERO];
    let lower = [Vec3::ZERO, Vec3::ZERO, Vec3::ZERO, Vec3::Y, Vec3::ZERO, Vec3::Y];
    let both = [Vec3::ZERO, Vec3::Y, Vec3::Y, Vec3::Y, Vec3::ZERO, Vec3::Y];
    for names in [["open", "close"], ["", ""]] {
        assert_eq!(with([none, none], names), 4);
        assert_eq!(with([both, none], names), 4);
        assert_eq!(with([none, both], names), 4);
        assert_eq!(with([both, both], names), 4);
        assert_eq!(with([upper, none], names), 6, "{names:?}");
        assert_eq!(with([upper, lower], names), 6, "{names:?}: the same way by another target");
    }
    // Zeros of either sign are the same offset.
    let signed = both.map(|offset| Vec3::new(-0.0, offset.y, 0.0));
    let mixed = [both[0], both[1], both[2], signed[3], signed[4], signed[5]];
    assert_eq!(with([mixed, none], ["open", "close"]), 4);
}

#[test]
fn vertices_with_different_weights_stay_apart() {
    let with = |weights: [f32; 2]| {
        let mut mesh = pair();
        let rows = (0..6).flat_map(|n| {
            let first = weights[usize::from(n >= 3)];
            [first, 1.0 - first]
        });
        let rows: Vec<f32> = rows.collect();
        mesh.influences = Influences::new(2, &[0, 1].repeat(6), &rows).ok();
        let skin = Skin {
            name: "skin".into(),
            joints: vec![JointId(0), JointId(1)],
            inverse_binds: vec![Affine3A::IDENTITY, Affine3A::from_translation(Vec3::NEG_Y)],
        };
        let mut parts = parts(vec![mesh]);
        (parts.skeleton, parts.skins) = (chain(2), vec![skin]);
        parts.mesh_instances[0].skin = Some(SkinId(0));
        welded(parts)
    };
    assert_eq!(with([0.3, 0.3]), 4);
    assert_eq!(with([0.3, 0.305]), 4);
    assert_eq!(with([0.3, 0.4]), 6);
    assert_eq!(with([1.0, 0.0]), 6);
}

/// A head and a body in meshes of their own, of which one hangs at a node: welded where the same joint moves
/// them.
#[test]
fn meshes_are_welded_to_one_another() {
    let instance = |mesh, node| MeshInstance {
        node: JointId(node),
        mesh: MeshId(mesh),
        skin: None,
        weights: Vec::new(),
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    let two = |nodes: [u32; 2]| {
        let whole = pair();
        let half = |from: usize, down: f32| {
            let positions = whole.positions[from..from + 3].iter().map(|p| *p - Vec3::Y * down).collect();
            Mesh { primitives: vec![primitive(positions, vec![0, 1, 2])], ..Mesh::default() }
        };
        CharacterParts {
            skeleton: chain(2),
            meshes: vec![half(0, nodes[0] as f32), half(3, nodes[1] as f32)],
            mesh_instances: vec![instance(0, nodes[0]), instance(1, nodes[1])],
            ..CharacterParts::default()
        }
    };
    assert_eq!(welded(two([0, 0])), 4);
    assert_eq!(welded(two([1, 1])), 4);
    assert_eq!(welded(two([0, 1])), 6);
}

/// Triangles upon one another, each with vertices of its own, and the fan that one vertex has with all
/// others.
fn piled(count: u32) -> (Vec<Vec3>, Vec<u32>) {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    ((0..count).flat_map(|_| corners).collect(), (0..3 * count).collect())
}

fn fan(count: u32) -> (Vec<Vec3>, Vec<u32>) {
    let rim = |n: u32| {
        let angle = n as f32 / count as f32 * 6.0;
        Vec3::new(angle.cos(), angle.sin(), 0.0)
    };
    let positions = std::iter::once(Vec3::ZERO).chain((0..=count).map(rim));
    (positions.collect(), (1..=count).flat_map(|n| [0, n, n + 1]).collect())
}

/// Vertices at one position share the triangles around them.
#[test]
fn rings_of_welded_vertices_grow_with_their_number() {
    for (name, shape) in [("piled", piled as fn(u32) -> _), ("fan", fan)] {
        let entries = |count: u32| {
            let (positions, indices) = shape(count);
            let character = Character::new(parts(vec![primitive(positions, indices)])).unwrap();
            let instance = character.mesh_instance_ids().next().unwrap();
            let rings = StrainRings::new(&character, instance, 0).unwrap();
            assert_eq!(rings.vertex_count(), character.meshes()[0].primitives[0].positions.len());
            let around = rings.around(rings.vertex_count() - 1);
            assert!(!around.is_empty() && around.len() <= rings.entries().len());
            rings.entries().len()
        };
        let [few, more, many] = [200, 800, 3200].map(entries);
        assert!(more <= few * 5 && many <= more * 5, "{name}: {few} {more} {many}");
    }
}

/// A surface of many triangles at one position takes as long per triangle as one of few, by a factor that
/// leaves room for a busy machine.
#[test]
fn surfaces_of_piled_triangles_are_made_in_linear_time() {
    for (name, shape) in [("piled", piled as fn(u32) -> _), ("fan", fan)] {
        let seconds = |count: u32| {
            let (positions, indices) = shape(count);
            let character = Character::new(parts(vec![primitive(positions, indices)])).unwrap();
            let made = (0..3).map(|_| {
                let start = std::time::Instant::now();
                assert_eq!(CharacterSurface::new(&character).triangle_count(), count as usize);
                start.elapsed().as_secs_f64()
            });
            made.fold(f64::INFINITY, f64::min)
        };
        let (few, many) = (seconds(2000), seconds(32_000));
        assert!(many < few * 16.0 * 5.0, "{name}: {few} s, {many} s");
    }
}
