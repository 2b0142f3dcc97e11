//! Tests of groom files: they are read as they were written, and damaged ones are refused.

use super::*;
use crate::character::{
    Character, CharacterParts, Mesh, MeshId, MeshInstance, MeshInstanceId, Primitive, SkinningMethod,
};
use crate::hair::{
    ControlHair, Groom, GroomLayer, GuidePose, HairBody, HairCurve, HairLook, HairSettings, HairShading,
    Strand, Strands,
};
use crate::math::Transform;
use crate::pack::{Sections, seal};
use crate::skeleton::{Joint, JointId, Skeleton};
use crate::surface::SurfacePoint;
use glam::Vec3;
use test_needs::cases;

/// Block whose top is `height` metres high.
fn block(height: f32) -> Character {
    let corner = |n: u32| {
        let side = |bit: u32| if n >> bit & 1 == 1 { 0.1 } else { -0.1 };
        Vec3::new(side(0), if n >> 1 & 1 == 1 { height } else { 0.0 }, side(2))
    };
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let primitive = Primitive {
        positions: (0..8).map(corner).collect(),
        normals: vec![Vec3::Y; 8],
        indices: quads.iter().flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d]).collect(),
        file_vertex_count: 8,
        file_vertices: (0..8).collect(),
        ..Primitive::default()
    };
    let joint = Joint { name: "block".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let instance = MeshInstance {
        node: JointId(0),
        mesh: MeshId(0),
        skin: None,
        weights: Vec::new(),
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    Character::new(CharacterParts {
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        meshes: vec![Mesh { name: "block".into(), primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![instance],
        ..CharacterParts::default()
    })
    .unwrap()
}

/// Two layers on the top of a block: triangles 6 and 7.
fn groom() -> Groom {
    let mut random = fastrand::Rng::with_seed(4);
    let mut layer = |name: &str, curve: HairCurve, guides: usize, strands: usize| {
        let mut unit = || random.f32();
        let root = |n: usize| Vec3::new(n as f32 * 0.01, 0.3, 0.0);
        let hairs: Vec<ControlHair> = (0..guides)
            .map(|n| {
                ControlHair::new([0.0, 0.1, 0.2, 0.3].map(|up| root(n) + Vec3::new(up * up, up, 0.0)))
                    .unwrap()
            })
            .collect();
        let points = (0..guides).map(|n| SurfacePoint {
            instance: MeshInstanceId(0),
            primitive: 0,
            triangle: 6 + n as u32 % 2,
            barycentric: Vec3::new(0.25, 0.25, 0.5),
        });
        let follow = |_| {
            let [a, b] = [unit() * 0.5, unit() * 0.3];
            let guides = [0, 1, 2, 0].map(|n| n % guides as u32);
            Strand { guides, weights: [1.0 - a - b, a, b, 0.0], length: 0.3 + 0.7 * unit(), random: unit() }
        };
        let all: Vec<Strand> = (0..strands).map(follow).collect();
        let offsets = (0..strands * 5).map(|_| (Vec3::new(unit(), unit(), unit()) - 0.5) * 0.04).collect();
        let strands = Strands::new(all, offsets, 5, curve, guides).unwrap();
        let look = HairLook { width: 0.0003, shading: HairShading::Kajiya, ..HairLook::default() };
        GroomLayer::new(name, hairs, points.collect(), strands).unwrap().with_look(look)
    };
    let scalp = layer("scalp", HairCurve::CatmullRom, 7, 101);
    let scalp = scalp.with_physics(HairSettings::default().with_stiffness(4.5).with_rate(90.0));
    Groom { name: "Ünion".into(), layers: vec![scalp, layer("", HairCurve::Cubic, 3, 20)] }
}

fn file() -> (Character, Groom, HairBody, Vec<u8>) {
    let (character, groom) = (block(0.3), groom());
    let body = HairBody::measure(&character, |_| true);
    assert_eq!(body.collider_count(), 1);
    let bytes = write_groom(&character, &groom, &body, &[MeshInstanceId(0)]).unwrap();
    (character, groom, body, bytes)
}

#[test]
fn hair_comes_back() {
    let (character, groom, body, bytes) = file();
    assert!(is_groom_file(&bytes) && !is_groom_file(b"\x89SINEW\r\n"));
    let saved = read_groom(&bytes, &character).unwrap();
    assert_eq!(saved.replaces, [MeshInstanceId(0)]);
    assert_eq!((saved.groom.name.as_str(), saved.groom.layers.len()), ("Ünion", 2));
    for (written, read) in groom.layers.iter().zip(&saved.groom.layers) {
        assert_eq!((&written.name, &written.guides, &written.roots), (&read.name, &read.guides, &read.roots));
        assert_eq!((written.look, written.physics), (read.look, read.physics));
        let pose = GuidePose::at_rest(&written.guides);
        for strand in 0..written.strands.strands().len() {
            let [a, b] = [&written.strands, &read.strands].map(|all| all.strands()[strand]);
            assert!((a.random - b.random).abs() < 1e-5 && (a.length - b.length).abs() < 2e-5);
            for n in 0..5 {
                let [a, b] = [&written.strands, &read.strands].map(|all| all.point(strand, n, &pose));
                assert!(a.distance(b) < 2e-6, "{strand} {n}: {a} {b}");
            }
        }
    }
    assert_eq!(format!("{:?}", saved.body), format!("{body:?}"));
    // What was read is written again as it was.
    let again = write_groom(&character, &saved.groom, &saved.body, &saved.replaces).unwrap();
    let third = read_groom(&again, &character).unwrap();
    assert_eq!(again.len(), bytes.len());
    assert_eq!(format!("{:?}", third.groom), format!("{:?}", saved.groom));
}

#[test]
fn another_character_is_refused() {
    let (_, _, _, bytes) = file();
    let refused = |character: &Character| read_groom(&bytes, character).unwrap_err().to_string();
    let taller = refused(&block(0.4));
    assert!(taller.contains(": layer 'scalp': the skin at guide 0 is 0.1"), "{taller}");
    assert!(taller.contains("grow it again"));
    let nobody = refused(&Character::new(CharacterParts::default()).unwrap());
    assert!(nobody.contains("mesh instance 0 is not on a node named \"block\""), "{nobody}");
    // A groom on a triangle that the character lacks is not written.
    let mut groom = groom();
    groom.layers[1].roots[2].triangle = 900;
    let character = block(0.3);
    let error = write_groom(&character, &groom, &HairBody::default(), &[]).unwrap_err();
    assert_eq!(error.to_string(), "layer '': guide 2 grows from no triangle of the character");
}

/// Each byte changed, with and without a valid checksum; each length.
#[test]
fn damaged_files_are_errors() {
    let (character, _, _, bytes) = file();
    let fault = |bytes: &[u8]| read_groom(bytes, &character).map(|_| ()).map_err(|error| error.to_string());
    assert!(fault(b"").unwrap_err().contains("not a groom file"));
    for end in (0..bytes.len()).step_by(97) {
        fault(&bytes[..end]).unwrap_err();
    }
    let mut read = 0;
    for mut random in cases(4000) {
        let mut damaged = bytes.clone();
        // The tables before the distances of the body, where nearly all bytes mean something.
        let end = Sections::open(&bytes, &GROOM).unwrap().need(BODY).unwrap().start + 200;
        for _ in 0..random.usize(1..4) {
            let at = random.usize(8..end);
            damaged[at] = random.u8(..);
        }
        assert_eq!(damaged == bytes, fault(&damaged).is_ok(), "the checksum covers all bytes");
        seal(&mut damaged);
        // Any content that is read can be drawn and written.
        if let Ok(saved) = read_groom(&damaged, &character) {
            read += 1;
            for layer in &saved.groom.layers {
                let pose = GuidePose::at_rest(&layer.guides);
                (0..layer.strands.strands().len())
                    .for_each(|strand| _ = layer.strands.point(strand, 4, &pose));
            }
            _ = write_groom(&character, &saved.groom, &saved.body, &saved.replaces);
        }
    }
    assert!(read > 500 && read < 3900, "{read}");
}
