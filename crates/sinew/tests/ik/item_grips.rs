//! Grips of items: handles are found by node and by shape, and the longer end leaves the fist on the thumb's side.

use sinew::body::{ItemGrip, ItemGripError, ItemGripSource};
use sinew::character::{Mesh, MeshId, MeshInstance, Primitive, SkinningMethod, Topology};
use sinew::glam::{Affine3A, EulerRot, Quat, Vec3};
use sinew::humanoid::BodySide;
use sinew::skeleton::{Joint, JointId};
use sinew::{Character, CharacterParts, Skeleton, Transform};

/// Length of a metacarpus of an adult, metres.
pub(crate) const PALM: f32 = 0.09;

/// A box: middle and size.
pub(crate) type Block = ([f32; 3], [f32; 3]);

/// An item of boxes, each on a node of its own, turned as a whole.
pub(crate) fn item(blocks: &[(&str, Block)], turn: Quat) -> Character {
    let root = Joint {
        name: "root".into(),
        parent: None,
        rest: Transform { rotation: turn, translation: Vec3::new(0.3, -0.2, 0.1), ..Transform::IDENTITY },
        in_scene: true,
    };
    let mut joints = vec![root];
    let mut parts = CharacterParts::default();
    for (n, (name, (middle, size))) in blocks.iter().enumerate() {
        let rest = Transform::from_translation(Vec3::from(*middle));
        joints.push(Joint { name: (*name).into(), parent: Some(0), rest, in_scene: true });
        let half = Vec3::from(*size) * 0.5;
        if half == Vec3::ZERO {
            continue;
        }
        let sign = |n: u32, bit: u32| if n >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let positions = (0..8).map(|n| half * Vec3::new(sign(n, 0), sign(n, 1), sign(n, 2))).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let indices = quads.iter().flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d]).collect();
        let primitive = Primitive {
            topology: Topology::Triangles,
            positions,
            normals: vec![Vec3::Y; 8],
            indices,
            file_vertices: (0..8).collect(),
            file_vertex_count: 8,
            ..Primitive::default()
        };
        parts.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
        parts.mesh_instances.push(MeshInstance {
            node: JointId(n as u32 + 1),
            mesh: MeshId(parts.meshes.len() as u32 - 1),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        });
    }
    parts.skeleton = Skeleton::new(joints).unwrap();
    Character::new(parts).unwrap()
}

const SWORD: [(&str, Block); 4] = [
    ("blade", ([0.0, 0.45, 0.0], [0.006, 0.7, 0.045])),
    ("guard", ([0.0, 0.09, 0.0], [0.02, 0.02, 0.16])),
    ("a", ([0.0, 0.02, 0.0], [0.026, 0.12, 0.032])),
    ("pommel", ([0.0, -0.06, 0.0], [0.075, 0.04, 0.075])),
];
const AXE: [(&str, Block); 2] =
    [("shaft", ([0.0, 0.3, 0.0], [0.028, 0.7, 0.028])), ("head", ([0.0, 0.6, 0.06], [0.02, 0.12, 0.15]))];
const STAFF: [(&str, Block); 1] = [("staff", ([0.0, 0.9, 0.0], [0.03, 1.8, 0.03]))];
const RIFLE: [(&str, Block); 4] = [
    ("receiver", ([0.0, 0.07, 0.1], [0.044, 0.07, 0.4])),
    ("barrel", ([0.0, 0.075, 0.45], [0.018, 0.018, 0.4])),
    ("stock", ([0.0, 0.05, -0.22], [0.036, 0.08, 0.26])),
    ("pistol", ([0.0, -0.02, 0.0], [0.028, 0.1, 0.036])),
];

/// The grip of an item in the space of its root.
pub(crate) fn grip(blocks: &[(&str, Block)], turn: Quat) -> (Affine3A, ItemGrip) {
    let character = item(blocks, turn);
    let found = ItemGrip::detect(&character, PALM, BodySide::Right).unwrap_or_else(|error| panic!("{error}"));
    (character.rest_model()[0].inverse() * found.item_from_grip, found)
}

pub(crate) fn turns() -> impl Iterator<Item = Quat> {
    (0..12).map(|n| Quat::from_euler(EulerRot::XYZ, n as f32 * 0.7, n as f32 * 1.3, n as f32 * 0.4))
}

#[test]
fn a_sword_is_held_by_its_handle_however_it_lies() {
    for turn in turns() {
        let (grip, found) = grip(&SWORD, turn);
        let at = Vec3::from(grip.translation);
        assert!(at.x.abs() < 0.005 && at.z.abs() < 0.005 && (-0.01..0.06).contains(&at.y), "{at}");
        assert!(grip.matrix3.y_axis.y > 0.99, "the blade is beyond the thumb: {grip:?}");
        assert!(grip.matrix3.z_axis.z.abs() > 0.99, "the edge is ahead: {grip:?}");
        assert!((0.025..0.04).contains(&found.diameter), "{}", found.diameter);
        assert_eq!(found.source, ItemGripSource::Shape);
        assert!((grip.matrix3.determinant() - 1.0).abs() < 1e-3, "a rotation");
    }
}

#[test]
fn an_axe_is_held_away_from_its_head_with_the_edge_ahead() {
    for turn in turns() {
        let (grip, _) = grip(&AXE, turn);
        let at = Vec3::from(grip.translation);
        assert!(at.x.abs() < 0.005 && at.z.abs() < 0.005 && (-0.01..0.25).contains(&at.y), "{at}");
        assert!(grip.matrix3.y_axis.y > 0.99 && grip.matrix3.z_axis.z > 0.99, "{grip:?}");
    }
}

#[test]
fn a_staff_is_held_in_its_middle() {
    for turn in turns() {
        let (grip, _) = grip(&STAFF, turn);
        assert!((grip.translation.y - 0.9).abs() < 0.03 && grip.matrix3.y_axis.y.abs() > 0.99, "{grip:?}");
    }
}

#[test]
fn a_rifle_is_held_by_its_pistol_grip_with_the_barrel_ahead() {
    for turn in turns() {
        let (grip, _) = grip(&RIFLE, turn);
        let at = Vec3::from(grip.translation);
        assert!(at.z.abs() < 0.02 && (-0.08..0.03).contains(&at.y), "{at}");
        assert!(grip.matrix3.y_axis.y > 0.97 && grip.matrix3.z_axis.z > 0.97, "{grip:?}");
    }
}

#[test]
fn nodes_by_name_come_before_shapes() {
    let mut named = SWORD;
    // Held by the blade, as its node says.
    named[0].0 = "half_sword-Grip";
    let (grip, found) = grip(&named, Quat::IDENTITY);
    assert!((grip.translation.y - 0.45).abs() < 0.01, "{grip:?}");
    assert_eq!(found.source, ItemGripSource::Node("half_sword-Grip".into()));
    // A node without a mesh gives the axes too; one for the second hand is none for the first.
    let socket = ("HandGrip", ([0.0, 0.3, 0.0], [0.0; 3]));
    let second = ("left grip", ([0.0, 0.1, 0.0], [0.0; 3]));
    let blocks = [second, SWORD[0], SWORD[1], SWORD[2], socket];
    let (grip, found) = self::grip(&blocks, Quat::from_rotation_x(0.5));
    assert!(grip.translation.distance(Vec3::new(0.0, 0.3, 0.0).into()) < 1e-5, "{grip:?}");
    assert!(grip.matrix3.y_axis.y > 0.999 && found.diameter == 0.0, "{grip:?}");
    let character = item(&blocks, Quat::IDENTITY);
    let left = ItemGrip::at_node(&character, "left grip").unwrap();
    assert!((left.item_from_grip.translation.y - (0.1 - 0.2)).abs() < 1e-5);
    let error = ItemGrip::at_node(&character, "left gripp").unwrap_err().to_string();
    assert!(error.contains("did you mean \"left grip\"?"), "{error}");
}

#[test]
fn each_hand_takes_the_handle_of_its_side() {
    let node = |name: &'static str, y: f32| (name, ([0.0, y, 0.0], [0.0; 3]));
    let held =
        |blocks: &[(&str, Block)], side| match ItemGrip::detect(&item(blocks, Quat::IDENTITY), PALM, side)
            .map(|found| found.source)
        {
            Ok(ItemGripSource::Node(name)) => name,
            other => format!("{other:?}"),
        };
    let both =
        [SWORD[0], node("grip", 0.0), node("Grip_L", 0.1), node("rightHandle", 0.2), node("fore grip", 0.3)];
    assert_eq!(held(&both, BodySide::Left), "Grip_L");
    assert_eq!(held(&both, BodySide::Right), "rightHandle");
    let left = [
        SWORD[0],
        SWORD[1],
        SWORD[2],
        node("left grip", 0.0),
        node("off-hand grip", 0.1),
        node("FrontGrip", 0.1),
    ];
    assert_eq!(held(&left, BodySide::Left), "left grip");
    assert_eq!(held(&left, BodySide::Right), "Ok(Shape)");
}

#[test]
fn nodes_give_their_axes_whatever_their_mesh() {
    let character = item(&SWORD, Quat::from_rotation_x(0.5));
    let axes = character.rest_model()[0].inverse() * ItemGrip::node_axes(&character, "guard").unwrap();
    assert!(axes.abs_diff_eq(Affine3A::from_translation(Vec3::new(0.0, 0.09, 0.0)), 1e-5), "{axes}");
    assert!(
        ItemGrip::node_axes(&character, "gard").unwrap_err().to_string().contains("did you mean \"guard\"?")
    );
}

#[test]
fn fists_close_less_around_thick_handles() {
    let fist = |thick: f32| {
        let staff = [("staff", ([0.0, 0.9, 0.0], [thick, 1.8, thick]))];
        ItemGrip::detect(&item(&staff, Quat::IDENTITY), PALM, BodySide::Right).unwrap().fist(PALM)
    };
    assert!(fist(0.02) == 1.0 && fist(0.04) < 0.95 && fist(0.06) < fist(0.04) && fist(0.06) >= 0.5);
    let socket = [SWORD[0], ("grip", ([0.0; 3], [0.0; 3]))];
    let node = ItemGrip::detect(&item(&socket, Quat::IDENTITY), PALM, BodySide::Right).unwrap();
    assert!(node.fist(PALM) == 1.0 && node.fist(0.0) == 1.0);
}

#[test]
fn what_no_hand_holds_has_no_grip() {
    let shield = [("shield", ([0.0; 3], [0.5, 0.7, 0.03]))];
    let pillar = [("pillar", ([0.0; 3], [0.3, 2.0, 0.3]))];
    let wire = [("wire", ([0.0; 3], [0.002, 1.0, 0.002]))];
    for blocks in [shield, pillar, wire] {
        let error = ItemGrip::detect(&item(&blocks, Quat::IDENTITY), PALM, BodySide::Right).unwrap_err();
        assert!(matches!(error, ItemGripError::NoHandle { .. }), "{blocks:?}: {error}");
    }
    let error =
        ItemGrip::detect(&item(&pillar, Quat::IDENTITY), PALM, BodySide::Right).unwrap_err().to_string();
    assert!(error.ends_with("the item is 2 m long"), "{error}");
    // The same pillar is a stick for a giant.
    assert!(ItemGrip::detect(&item(&pillar, Quat::IDENTITY), 0.9, BodySide::Right).is_ok());
    let nothing = ItemGrip::detect(&item(&[], Quat::IDENTITY), PALM, BodySide::Right);
    assert_eq!(nothing, Err(ItemGripError::Empty));
    for palm in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(ItemGrip::detect(&item(&SWORD, Quat::IDENTITY), palm, BodySide::Right).is_err(), "{palm}");
    }
}
