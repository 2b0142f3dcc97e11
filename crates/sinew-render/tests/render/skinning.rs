//! GPU skinning compared with CPU skinning.

use crate::support::with_renderer;
use sinew::character::{
    Influences, Mesh, MeshId, MeshInstance, MeshInstanceId, Primitive, Skin, SkinId, SkinningMethod,
};
use sinew::glam::{EulerRot, Quat, Vec3, Vec4};
use sinew::morph::MorphTarget;
use sinew::skeleton::Joint;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Character, CharacterParts, JointId, Skeleton, Transform};
use sinew_render::{Model, ModelInstance, VertexDataBinding};
use std::sync::Arc;

/// Deterministic pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next()) * 2.0 - 1.0
    }

    fn rotation(&mut self, max_angle: f32) -> Quat {
        let v = self.vector() * max_angle;
        Quat::from_euler(EulerRot::XYZ, v.x, v.y, v.z)
    }
}

struct Case {
    joints: usize,
    influences: usize,
    vertices: usize,
    targets: usize,
    size: f32,
    scale: fn(usize) -> Vec3,
    /// True for morph targets with tangent offsets.
    morphs_tangents: bool,
    /// True for morph targets of which every second has colour offsets.
    morphs_colors: bool,
}

fn no_scale(_: usize) -> Vec3 {
    Vec3::ONE
}

/// Non-uniform scale at every third joint, mirroring at the second joint, the parent of many.
fn mirrored_and_non_uniform(joint: usize) -> Vec3 {
    match joint {
        1 => Vec3::new(-1.0, 1.0, 1.0),
        j if j % 3 == 0 => Vec3::new(0.7, 1.2, 0.9),
        _ => Vec3::ONE,
    }
}

fn build(case: &Case, skinning: SkinningMethod) -> Arc<Character> {
    let mut n = Numbers(7);
    let joints: Vec<_> = (0..case.joints)
        .map(|j| Joint {
            name: format!("joint {j}"),
            parent: (j > 0).then(|| (j as u32 - 1) / 3),
            rest: Transform {
                translation: n.vector() * 0.3 * case.size,
                rotation: n.rotation(1.0),
                scale: (case.scale)(j),
            },
            in_scene: true,
        })
        .collect();
    let skeleton = Skeleton::new(joints).expect("a tree");
    // The bind pose differs from the rest pose, so that the palette moves every vertex.
    let inverse_binds = (0..case.joints)
        .map(|_| {
            let rotation = n.rotation(0.6);
            sinew::glam::Affine3A::from_rotation_translation(rotation, n.vector() * 0.2 * case.size)
        })
        .collect();
    let count = case.vertices;
    let (mut rows, mut weights) = (Vec::new(), Vec::new());
    for vertex in 0..count {
        for _ in 0..case.influences {
            rows.push((n.next() * case.joints as f32) as u16);
            // Every tenth vertex has no weights at all.
            weights.push(if vertex % 10 == 0 { 0.0 } else { n.next() });
        }
    }
    let dense = |n: &mut Numbers, size: f32, skip: usize| -> Vec<Vec3> {
        (0..count).map(|v| if v % skip == 0 { n.vector() * size } else { Vec3::ZERO }).collect()
    };
    let morph_targets: Vec<_> = (0..case.targets)
        .map(|t| {
            let (p, o) = (dense(&mut n, 0.2 * case.size, t + 1), dense(&mut n, 0.3, t + 1));
            let tangents = if case.morphs_tangents { dense(&mut n, 0.3, t + 1) } else { Vec::new() };
            let target = MorphTarget::from_dense(count, &p, &o, &tangents).expect("dense offsets");
            match case.morphs_colors && t % 2 == 0 {
                true => target.with_colors(count, &vec![Vec4::splat(0.1); count]).expect("colours"),
                false => target,
            }
        })
        .collect();
    let direction = |n: &mut Numbers| n.vector().normalize_or(Vec3::Y);
    let primitive = Primitive {
        positions: (0..count).map(|_| n.vector() * case.size).collect(),
        normals: (0..count).map(|_| direction(&mut n)).collect(),
        tangents: (0..count).map(|v| direction(&mut n).extend(if v % 2 == 0 { 1.0 } else { -1.0 })).collect(),
        influences: Some(Influences::new(case.influences, &rows, &weights).expect("rows")),
        indices: vec![0, 1, 2],
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        morph_targets,
        ..Default::default()
    };
    let joints = skeleton.joints().collect();
    let parts = CharacterParts {
        skins: vec![Skin { name: String::new(), joints, inverse_binds }],
        skeleton,
        meshes: vec![Mesh {
            name: String::new(),
            primitives: vec![primitive],
            morph_names: (0..case.targets).map(|t| t.to_string()).collect(),
            ..Mesh::default()
        }],
        mesh_instances: vec![MeshInstance {
            node: JointId(1),
            mesh: MeshId(0),
            skin: Some(SkinId(0)),
            weights: (0..case.targets).map(|t| [0.7, 0.0, -0.4, 1.3][t % 4]).collect(),
            skinning,
            visible: true,
        }],
        ..Default::default()
    };
    Arc::new(Character::new(parts).expect("parts that fit"))
}

fn check(case: &Case) {
    for path in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        with_renderer(path, |renderer| {
            for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
                let character = build(case, method);
                let mut actor = Actor::without_clips(character.clone());
                actor.update(0.0);
                let model = Model::new(renderer.gpu(), &character, &mut |_| None).expect("a model");
                let mut instance = ModelInstance::new(renderer.gpu(), &model);
                instance.update(renderer.gpu(), &actor.frame());
                let gpu = renderer.skinned_vertices(&instance, MeshInstanceId(0), 0).expect("vertices");
                let mut cpu = SkinnedVertices::default();
                actor.frame().skin_vertices(MeshInstanceId(0), 0, &mut cpu);
                let size = sinew::Bounds::from_points(cpu.positions.iter().copied()).size().length();
                compare(&gpu, &cpu, size, &format!("{path:?} {method:?}"));
            }
        });
    }
}

fn compare(gpu: &SkinnedVertices, cpu: &SkinnedVertices, size: f32, case: &str) {
    assert_eq!(gpu.positions.len(), cpu.positions.len(), "{case}");
    for (v, (a, b)) in gpu.positions.iter().zip(&cpu.positions).enumerate() {
        assert!(a.distance(*b) <= 1e-4 * size, "{case}: vertex {v} is at {a}, expected {b} (size {size})");
    }
    for (v, (a, b)) in gpu.normals.iter().zip(&cpu.normals).enumerate() {
        assert!(a.distance(*b) <= 2e-3, "{case}: normal {v} is {a}, expected {b}");
    }
    for (v, (a, b)) in gpu.tangents.iter().zip(&cpu.tangents).enumerate() {
        let close = |a: Vec4, b: Vec4| a.truncate().distance(b.truncate()) <= 2e-3 && a.w == b.w;
        assert!(close(*a, *b), "{case}: tangent {v} is {a}, expected {b}");
    }
}

const PLAIN: Case = Case {
    joints: 30,
    influences: 4,
    vertices: 700,
    targets: 0,
    size: 1.0,
    scale: no_scale,
    morphs_tangents: true,
    morphs_colors: false,
};

#[test]
fn four_influences() {
    check(&PLAIN);
}

#[test]
fn eight_and_twelve_influences() {
    check(&Case { influences: 8, ..PLAIN });
    check(&Case { influences: 12, ..PLAIN });
}

#[test]
fn morph_targets_before_skinning() {
    check(&Case { targets: 9, ..PLAIN });
}

#[test]
fn colours_of_morph_targets_leave_their_offsets_alone() {
    check(&Case { targets: 5, morphs_colors: true, ..PLAIN });
    check(&Case { targets: 5, morphs_colors: true, morphs_tangents: false, ..PLAIN });
}

#[test]
fn mirrored_and_non_uniformly_scaled_joints() {
    check(&Case { scale: mirrored_and_non_uniform, targets: 3, joints: 9, ..PLAIN });
}

#[test]
fn more_joints_and_targets_than_a_uniform_buffer_holds() {
    check(&Case { joints: 3000, vertices: 4000, targets: 300, ..PLAIN });
}

#[test]
fn very_small_and_very_large_characters() {
    check(&Case { size: 0.02, targets: 2, ..PLAIN });
    check(&Case { size: 300.0, targets: 2, ..PLAIN });
}

#[test]
fn tangents_follow_the_normals_of_morph_targets_without_tangent_offsets() {
    let case = Case { targets: 4, morphs_tangents: false, ..PLAIN };
    check(&case);
    // Without offsets nothing but the normals can move them.
    let morphed = build(&case, SkinningMethod::Linear);
    let mut parts = Character::clone(&morphed).into_parts();
    parts.mesh_instances[0].weights.fill(0.0);
    let still = Arc::new(Character::new(parts).expect("the same parts"));
    let tangents = |character: Arc<Character>| {
        let mut actor = Actor::without_clips(character);
        actor.update(0.0);
        let mut vertices = SkinnedVertices::default();
        actor.frame().skin_vertices(MeshInstanceId(0), 0, &mut vertices);
        vertices.tangents
    };
    let (morphed, still) = (tangents(morphed), tangents(still));
    let turned = morphed.iter().zip(&still).filter(|(a, b)| a.truncate().angle_between(b.truncate()) > 0.05);
    assert!(turned.count() > case.vertices / 2);
    assert!(morphed.iter().zip(&still).all(|(a, b)| a.w == b.w));
}
