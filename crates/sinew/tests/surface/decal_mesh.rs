//! Decals as skinned meshes: they move as the skin below them.

use crate::shapes::{chain, cone, parts, primitive};
use sinew::character::{
    Expression, Influences, MaterialId, MeshId, MeshInstance, MeshInstanceId, MorphBind, Skin, SkinId,
    SkinningMethod, Topology,
};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, RawClip, Track};
use sinew::glam::{Affine3A, EulerRot, Quat, Vec3};
use sinew::morph::MorphTarget;
use sinew::skinning::SkinnedVertices;
use sinew::surface::{
    CharacterSurface, Decal, DecalMesh, DecalPlacer, DecalSettings, HitFaces, PosedSurface, Ray,
};
use sinew::{Actor, Character, CharacterParts, JointId};
use std::sync::Arc;

const LIMB: MeshInstanceId = MeshInstanceId(0);

/// An arm of three joints with two morph targets; its upper half is a second material.
fn arm(method: SkinningMethod) -> CharacterParts {
    let halves = [[0.07, 0.06], [0.06, 0.05]].into_iter().enumerate().map(|(n, radii)| {
        let (mut positions, indices) = cone(24, 10, radii);
        positions.iter_mut().for_each(|p| p.y = p.y * 0.5 + 0.1 + 0.2 * n as f32);
        let mut part = primitive(positions, indices);
        part.topology = Topology::Triangles;
        part.normals = part.positions.iter().map(|p| Vec3::new(p.x, 0.0, p.z).normalize()).collect();
        let weights = part.positions.iter().flat_map(|p| {
            let second = (p.y / 0.2 - 0.5).clamp(0.0, 1.0);
            let third = (p.y / 0.2 - 1.2).clamp(0.0, 1.0) * 0.5;
            [(1.0 - second) * (1.0 - third), second * (1.0 - third), third]
        });
        let weights: Vec<f32> = weights.collect();
        let count = part.positions.len();
        part.influences = Influences::new(3, &[0, 1, 2].repeat(count), &weights).ok();
        let bulge: Vec<Vec3> = part.normals.iter().map(|n| *n * 0.02).collect();
        let dent: Vec<Vec3> =
            part.positions.iter().map(|p| Vec3::NEG_Z * (0.01 * p.z.max(0.0) / 0.06)).collect();
        part.morph_targets =
            [bulge, dent].map(|all| MorphTarget::from_dense(count, &all, &all, &[]).unwrap()).into();
        part
    });
    let mut parts = parts(halves.collect());
    parts.meshes[0].morph_names = vec!["bulge".into(), "dent".into()];
    parts.skeleton = chain(3);
    parts.skins = vec![Skin {
        name: "arm".into(),
        joints: (0..3).map(JointId).collect(),
        inverse_binds: (0..3).map(|n| Affine3A::from_translation(Vec3::NEG_Y * n as f32)).collect(),
    }];
    let instance = &mut parts.mesh_instances[0];
    (instance.skin, instance.skinning, instance.weights) = (Some(SkinId(0)), method, vec![0.0, 0.25]);
    parts
}

/// The halves of the arm as meshes of their own.
fn in_two_meshes(mut parts: CharacterParts) -> CharacterParts {
    let mut second = parts.meshes[0].clone();
    second.primitives.remove(0);
    parts.meshes[0].primitives.truncate(1);
    parts.meshes.push(second);
    parts.mesh_instances.push(MeshInstance { mesh: MeshId(1), ..parts.mesh_instances[0].clone() });
    parts
}

fn decal_on(character: &Character, surface: &Arc<CharacterSurface>) -> Decal {
    let actor = Actor::without_clips(Arc::new(character.clone()));
    let mut posed = PosedSurface::new(surface);
    actor.frame().pose_surface(&mut posed).unwrap();
    let ray = Ray::new(Vec3::new(0.01, 0.19, 1.0), Vec3::NEG_Z);
    let hit = posed.nearest_hit(character, &ray, HitFaces::Front).expect("the arm");
    DecalPlacer::new().place(&posed, &hit.point, &DecalSettings::new(0.05)).unwrap()
}

/// A clip of random rotations and morph weights, a key every tenth of a second.
fn random_clip(keys: usize, interpolation: Interpolation) -> RawClip {
    let mut rng = fastrand::Rng::with_seed(7);
    let times: Arc<[f32]> = (0..keys).map(|n| n as f32 * 0.1).collect();
    let rows = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let joints = (0..3).map(|joint| {
        let turns = (0..keys).map(|_| {
            let [x, y, z] = [(); 3].map(|()| rng.f32() * 2.0 - 1.0);
            Quat::from_euler(EulerRot::XYZ, x, y, z)
        });
        JointTrack {
            joint: JointId(joint),
            rotation: Some(Track::new(Interpolation::Linear, 1, times.clone(), turns.collect()).unwrap()),
            translation: None,
            scale: None,
        }
    });
    let joints = joints.collect();
    let weights = (0..keys * rows * 2).map(|_| rng.f32() * 2.0 - 0.5).collect();
    let weights = Track::new(interpolation, 2, times, weights).unwrap();
    RawClip {
        name: "random".into(),
        joints,
        morphs: vec![MorphTrack { instance: LIMB, weights }],
        ..RawClip::default()
    }
}

/// In 100 random poses with morph targets, at keys and between them.
#[test]
fn vertices_move_as_those_of_the_skin() {
    let ways = [
        (SkinningMethod::Linear, Interpolation::Linear, false),
        (SkinningMethod::DualQuaternion, Interpolation::Step, false),
        (SkinningMethod::Linear, Interpolation::CubicSpline, false),
        (SkinningMethod::Linear, Interpolation::CubicSpline, true),
    ];
    for (method, interpolation, is_split) in ways {
        let mut parts = if is_split { in_two_meshes(arm(method)) } else { arm(method) };
        let halves: [(MeshInstanceId, usize); 2] =
            if is_split { [(LIMB, 0), (MeshInstanceId(1), 0)] } else { [(LIMB, 0), (LIMB, 1)] };
        let plain = Character::new(parts.clone()).unwrap();
        let surface = Arc::new(CharacterSurface::new(&plain));
        let decal = decal_on(&plain, &surface);
        assert!(decal.seams_crossed > 0 && decal.triangles.len() > 20);
        let mesh = DecalMesh::new(&decal, &plain, &surface, 0.0);
        assert_eq!(mesh.mesh.morph_names, ["bulge", "dent"].repeat(if is_split { 2 } else { 1 }));
        let indices = mesh.mesh.primitives[0].indices.clone();
        let copy = mesh.clone();
        let added = mesh.add_to(&mut parts, MaterialId(1));
        let mut clip = random_clip(50, interpolation);
        if is_split {
            clip.morphs.push(MorphTrack { instance: MeshInstanceId(1), ..clip.morphs[0].clone() });
        }
        clip.morphs.push(copy.track(&clip, added).expect("a track"));
        let mut actor = Actor::new(Arc::new(Character::new(parts).unwrap()), vec![Arc::new(clip)]).unwrap();
        let below = halves.map(|(instance, primitive)| {
            &plain.meshes()[plain.mesh_instances()[instance].mesh].primitives[primitive]
        });
        let first_half = below[0].indices.len() / 3;
        let (mut skin, mut mark) = ([(); 2].map(|()| SkinnedVertices::default()), SkinnedVertices::default());
        let (mut drift, mut moved) = (0.0_f32, 0.0_f32);
        let mut first = None;
        for pose in 0..100 {
            actor.play("random").unwrap().speed(0.0).seek(f64::from(pose) * 0.049);
            actor.update(0.0);
            let frame = actor.frame();
            skin.iter_mut()
                .enumerate()
                .for_each(|(n, out)| frame.skin_vertices(halves[n].0, halves[n].1, out));
            frame.skin_vertices(added, 0, &mut mark);
            for (corners, triangle) in indices.chunks_exact(3).zip(&decal.triangles) {
                let triangle = triangle.triangle as usize;
                let half = usize::from(triangle >= first_half);
                let start = (triangle - half * first_half) * 3;
                for (corner, vertex) in corners.iter().zip(&below[half].indices[start..start + 3]) {
                    let (corner, vertex) = (*corner as usize, *vertex as usize);
                    drift = drift.max(mark.positions[corner].distance(skin[half].positions[vertex]));
                    drift = drift.max(mark.normals[corner].distance(skin[half].normals[vertex]));
                }
            }
            let position = mark.positions[0];
            moved = moved.max(first.get_or_insert(position).distance(position));
        }
        assert!(drift <= 1e-6, "{method:?} {interpolation:?}: {drift} m");
        assert!(moved > 0.1);
    }
}

/// Halves of an arm, one blended linearly, one by dual quaternions: each piece of the decal moves by the
/// method of its half.
#[test]
fn pieces_move_by_the_methods_below_them() {
    let mut parts = in_two_meshes(arm(SkinningMethod::Linear));
    parts.mesh_instances[1].skinning = SkinningMethod::DualQuaternion;
    let plain = Character::new(parts.clone()).unwrap();
    let surface = Arc::new(CharacterSurface::new(&plain));
    let decal = decal_on(&plain, &surface);
    let center = decal.center.instance;
    let other = MeshInstanceId(1 - center.0);
    let meshes = DecalMesh::by_skinning(&decal, &plain, &surface, 0.0);
    assert_eq!(meshes.iter().map(|mesh| mesh.instance).collect::<Vec<_>>(), [center, other]);
    let counts = meshes.iter().map(|mesh| mesh.mesh.primitives[0].indices.len() / 3);
    assert_eq!(counts.sum::<usize>(), decal.triangles.len());
    let whole = DecalMesh::new(&decal, &plain, &surface, 0.0);
    let mut clip = random_clip(50, Interpolation::Linear);
    clip.morphs.push(MorphTrack { instance: MeshInstanceId(1), ..clip.morphs[0].clone() });
    let ids: Vec<MeshInstanceId> = meshes
        .iter()
        .chain([&whole])
        .map(|mesh| {
            let instance = mesh.clone().add_to(&mut parts, MaterialId(1));
            clip.morphs.push(mesh.track(&clip, instance).expect("a track"));
            instance
        })
        .collect();
    let mut actor = Actor::new(Arc::new(Character::new(parts).unwrap()), vec![Arc::new(clip)]).unwrap();
    let first_of = |id: MeshInstanceId| {
        surface.parts()[..id.index()]
            .iter()
            .map(|part| {
                plain.meshes()[plain.mesh_instances()[part.instance].mesh].primitives[0].indices.len() / 3
            })
            .sum::<usize>()
    };
    let (mut skin, mut mark) = (SkinnedVertices::default(), SkinnedVertices::default());
    let mut drift = [0.0_f32; 2];
    for pose in 0..100 {
        actor.play("random").unwrap().speed(0.0).seek(f64::from(pose) * 0.049);
        actor.update(0.0);
        let frame = actor.frame();
        for (below, mesh, instance, is_whole) in [
            (center, &meshes[0], ids[0], 0),
            (other, &meshes[1], ids[1], 0),
            (center, &whole, ids[2], 1),
            (other, &whole, ids[2], 1),
        ] {
            frame.skin_vertices(below, 0, &mut skin);
            frame.skin_vertices(instance, 0, &mut mark);
            let first = first_of(below);
            let indices = &plain.meshes()[plain.mesh_instances()[below].mesh].primitives[0].indices;
            let range = first..first + indices.len() / 3;
            let is_here = |n: usize| range.contains(&n);
            let there = decal.triangles.iter().map(|piece| piece.triangle as usize);
            let there: Vec<usize> = there.filter(|n| is_whole == 1 || is_here(*n)).collect();
            assert_eq!(there.len(), mesh.mesh.primitives[0].indices.len() / 3);
            for (corners, triangle) in mesh.mesh.primitives[0].indices.chunks_exact(3).zip(there) {
                if is_here(triangle) {
                    let start = (triangle - first) * 3;
                    for (corner, vertex) in corners.iter().zip(&indices[start..start + 3]) {
                        let apart =
                            mark.positions[*corner as usize].distance(skin.positions[*vertex as usize]);
                        drift[is_whole] = drift[is_whole].max(apart);
                    }
                }
            }
        }
    }
    assert!(drift[0] <= 1e-6, "pieces drift by {} m", drift[0]);
    assert!(drift[1] > 1e-3, "one mesh for both drifts by {} m only", drift[1]);
}

#[test]
fn texture_coordinates_are_drawn_in_by_the_margin() {
    let plain = Character::new(arm(SkinningMethod::Linear)).unwrap();
    let surface = Arc::new(CharacterSurface::new(&plain));
    let decal = decal_on(&plain, &surface);
    let mesh = |margin| DecalMesh::new(&decal, &plain, &surface, margin).mesh.primitives[0].uvs[0].clone();
    for (plain, drawn) in mesh(0.0).into_iter().zip(mesh(0.1)) {
        assert!((plain * 0.8 + 0.1).distance(drawn) < 1e-6);
    }
    assert_eq!(mesh(-3.0), mesh(0.0));
    assert_eq!(mesh(f32::NAN), mesh(0.0));
    assert!(mesh(7.0).iter().all(|uv| uv.is_finite()));
}

/// Tangents run along the image's width, on the skin, with glTF's handedness.
#[test]
fn tangents_follow_the_image() {
    let plain = Character::new(arm(SkinningMethod::Linear)).unwrap();
    let surface = Arc::new(CharacterSurface::new(&plain));
    let mesh = DecalMesh::new(&decal_on(&plain, &surface), &plain, &surface, 0.0);
    let primitive = &mesh.mesh.primitives[0];
    for (tangent, normal) in primitive.tangents.iter().zip(&primitive.normals) {
        let along = tangent.truncate();
        assert!((along.length() - 1.0).abs() < 1e-4 && along.dot(*normal).abs() < 1e-4);
        // The image stands upright: its width runs around the arm, to the right; v points down.
        assert!(along.dot(Vec3::Y.cross(*normal)) > 0.9, "{tangent} {normal}");
        let bitangent = normal.cross(along) * tangent.w;
        assert!(bitangent.y > 0.9 || bitangent.y < -0.9);
        assert_eq!(tangent.w, primitive.tangents[0].w);
    }
}

#[test]
fn expressions_move_the_decal_too() {
    let mut parts = arm(SkinningMethod::Linear);
    let bind = |target, weight| MorphBind { instance: LIMB, target, weight };
    parts.expressions = vec![Expression {
        name: "strong".into(),
        morphs: vec![bind(0, 0.7), bind(1, 0.3)],
        ..Expression::default()
    }];
    let plain = Character::new(parts.clone()).unwrap();
    let surface = Arc::new(CharacterSurface::new(&plain));
    let mesh = DecalMesh::new(&decal_on(&plain, &surface), &plain, &surface, 0.0);
    let added = mesh.add_to(&mut parts, MaterialId(0));
    let binds = parts.expressions[0].morphs.iter().filter(|bind| bind.instance == added);
    let binds: Vec<_> = binds.map(|bind| (bind.target, bind.weight)).collect();
    assert_eq!(binds, [(0, 0.7), (1, 0.3)]);
    let instance = &Character::new(parts).unwrap().mesh_instances()[added].clone();
    assert_eq!(instance.weights, [0.0, 0.25]);
}

#[test]
fn clips_without_morph_targets_give_no_track() {
    let plain = Character::new(arm(SkinningMethod::Linear)).unwrap();
    let surface = Arc::new(CharacterSurface::new(&plain));
    let mesh = DecalMesh::new(&decal_on(&plain, &surface), &plain, &surface, 0.0);
    let clip = RawClip { morphs: Vec::new(), ..random_clip(3, Interpolation::Linear) };
    assert!(mesh.track(&clip, MeshInstanceId(1)).is_none());
}

/// The clip with a third of its rotations and weights of 0 to 1: skin that is turned inside out has no outside.
fn gentle(mut clip: RawClip) -> RawClip {
    for joint in &mut clip.joints {
        let turns = joint.rotation.take().unwrap();
        let values = turns.values().iter().map(|turn| Quat::IDENTITY.slerp(*turn, 0.33)).collect();
        joint.rotation = Some(Track::new(turns.interpolation(), 1, turns.times().into(), values).unwrap());
    }
    for morph in &mut clip.morphs {
        let weights = &morph.weights;
        let values = weights.values().iter().map(|weight| weight.clamp(0.0, 1.0)).collect();
        morph.weights = Track::new(weights.interpolation(), 2, weights.times().into(), values).unwrap();
    }
    clip
}

/// In the reference pose every triangle of the mesh has the distance from the skin, whatever the units of the
/// mesh, and in moderate poses the mesh stays outside. Vertices that are one point of the skin stay one.
#[test]
fn offset_meshes_stand_off_the_skin() {
    for (method, scale) in [(SkinningMethod::Linear, 1.0), (SkinningMethod::DualQuaternion, 100.0)] {
        let mut parts = arm(method);
        for part in &mut parts.meshes[0].primitives {
            part.positions.iter_mut().for_each(|p| *p *= scale);
        }
        let to_metres = Affine3A::from_scale(Vec3::splat(1.0 / scale));
        parts.skins[0].inverse_binds.iter_mut().for_each(|bind| *bind *= to_metres);
        let plain = Character::new(parts.clone()).unwrap();
        let surface = Arc::new(CharacterSurface::new(&plain));
        let decal = decal_on(&plain, &surface);
        let mesh = DecalMesh::new(&decal, &plain, &surface, 0.0);
        let added = [0.0, 0.002]
            .map(|distance| mesh.clone().with_offset(&plain, distance).add_to(&mut parts, MaterialId(0)));
        let mut clip = gentle(random_clip(50, Interpolation::Linear));
        for instance in added {
            clip.morphs.push(mesh.track(&clip, instance).expect("a track"));
        }
        let mut actor = Actor::new(Arc::new(Character::new(parts).unwrap()), vec![Arc::new(clip)]).unwrap();
        let indices = &mesh.mesh.primitives[0].indices;
        let mut skinned = [(); 2].map(|()| SkinnedVertices::default());
        let mut gaps = |actor: &Actor| {
            for (instance, out) in added.into_iter().zip(&mut skinned) {
                actor.frame().skin_vertices(instance, 0, out);
            }
            let gap = |corners: &[u32]| {
                let [skin, mark] = [0, 1].map(|n| {
                    let corner = |c: usize| skinned[n].positions[corners[c] as usize];
                    [corner(0), corner(1), corner(2)]
                });
                let normal = (skin[1] - skin[0]).cross(skin[2] - skin[0]).normalize();
                mark.map(|p| (p - skin[0]).dot(normal)).into_iter().fold(f32::INFINITY, f32::min)
            };
            let all = indices.chunks_exact(3).map(gap);
            let (min, max) =
                all.fold((f32::INFINITY, 0.0_f32), |(min, max), gap| (min.min(gap), max.max(gap)));
            let joined = mesh.mesh.primitives[0].positions.iter().enumerate().flat_map(|(n, p)| {
                let others = mesh.mesh.primitives[0].positions.iter().enumerate().skip(n + 1);
                others.filter(move |(_, q)| *q == p).map(move |(m, _)| [n, m])
            });
            let torn = joined.map(|[n, m]| skinned[1].positions[n].distance(skinned[1].positions[m]));
            (min, max, torn.fold(0.0_f32, f32::max))
        };
        let (min, max, torn) = gaps(&actor);
        assert!((0.0019..0.0021).contains(&min) && max < 0.0022, "{min} to {max} m");
        assert!(torn < 1e-6, "torn by {torn} m");
        let mut least = f32::INFINITY;
        for pose in 0..100 {
            actor.play("random").unwrap().speed(0.0).seek(f64::from(pose) * 0.049);
            actor.update(0.0);
            least = least.min(gaps(&actor).0);
        }
        assert!(least > 0.0, "{method:?}: the mesh sinks in by {least} m");
    }
}

#[test]
fn decals_that_overlap_have_layers() {
    let plain = Character::new(arm(SkinningMethod::Linear)).unwrap();
    let surface = Arc::new(CharacterSurface::new(&plain));
    let decal = decal_on(&plain, &surface);
    let part =
        |keep: std::ops::Range<usize>| Decal { triangles: decal.triangles[keep].to_vec(), ..decal.clone() };
    let decals = [part(0..10), part(10..20), part(5..12), decal.clone(), part(0..1)];
    assert_eq!(DecalMesh::layers(&decals), [0, 0, 1, 2, 3]);
    assert_eq!(DecalMesh::layers(&[]), []);
}
