//! Export of avatars: VRM data of both versions round-trips as VRM 1.0.

use crate::compare::{export_and_import, open};
use crate::validator;
use sinew::character::{
    Axis, Collider, ColliderGroup, ColliderShape, ConstraintKind, LookAtSetup, NodeConstraint, RangeMap,
    Spring,
};
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Character, CharacterParts, JointId};
use sinew_import::{ExportOptions, Format, export_glb};
use std::path::PathBuf;

fn avatars() -> Option<Vec<PathBuf>> {
    let root = crate::assets::root()?.join("vrm");
    let mut open = vec![root];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => open.push(path),
                Some(end) if ["vrm", "glb", "gltf"].iter().any(|e| end == *e) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    Some(found)
}

/// File index of a joint, for comparisons by index.
fn by_file_index<'a>(character: &'a Character) -> impl Fn(JointId) -> usize + Copy + 'a {
    |joint| character.skeleton().file_index(joint)
}

fn springs_of(character: &Character, with_ends: bool) -> Vec<String> {
    let node = by_file_index(character);
    let one = |spring: &Spring| {
        let mut joints: Vec<String> = spring
            .joints
            .iter()
            .map(|j| {
                format!(
                    "{} {} {} {} {} {}",
                    node(j.joint),
                    j.hit_radius,
                    j.stiffness,
                    j.gravity_power,
                    j.gravity_dir,
                    j.drag
                )
            })
            .collect();
        if with_ends && spring.tail.is_none() {
            // Settings of the virtual end apply to no joint.
            joints.pop();
        }
        format!("{} {joints:?} {:?} {:?}", spring.name, spring.collider_groups, spring.center.map(node))
    };
    character.spring_bones().springs.iter().map(one).collect()
}

fn degrees(look_at: &LookAtSetup) -> [f32; 8] {
    let maps =
        [look_at.horizontal_inner, look_at.horizontal_outer, look_at.vertical_down, look_at.vertical_up];
    let numbers: Vec<f32> = maps.iter().flat_map(|m: &RangeMap| [m.input_max, m.output_scale]).collect();
    numbers.try_into().unwrap()
}

#[test]
fn all_avatars_round_trip() {
    let Some(files) = avatars() else { return };
    let mut written = Vec::new();
    for (n, path) in files.iter().enumerate() {
        let name = path.display();
        let imported = open(path);
        let (exported, back) =
            export_and_import(&imported.character, &imported.clips, &ExportOptions::default());
        let (a, b) = (&imported.character, &back.character);
        let is_old = imported.format == Format::Vrm0;
        let is_avatar = is_old || imported.format == Format::Vrm1;
        let whole = is_avatar && a.humanoid().is_some_and(|h| h.profile == "vrm");
        if whole {
            assert_eq!(back.format, Format::Vrm1, "{name}");
            let bones = |c: &Character| -> Vec<(HumanBone, usize)> {
                c.humanoid()
                    .unwrap()
                    .named_bones
                    .iter()
                    .map(|(bone, joint)| (bone, by_file_index(c)(joint)))
                    .collect()
            };
            assert_eq!(bones(a), bones(b), "{name}");
            // VRM 1.0 separates presets and custom expressions.
            let sorted = |c: &Character| {
                let mut all = c.expressions().to_vec();
                all.sort_by(|a, b| a.name.cmp(&b.name));
                all.iter().map(|e| format!("{e:?}")).collect::<Vec<_>>()
            };
            assert_eq!(sorted(a), sorted(b), "{name}");
            assert_eq!(a.look_at().is_some(), b.look_at().is_some(), "{name}");
            for (x, y) in a.look_at().iter().zip(&b.look_at()) {
                assert_eq!((x.kind, x.offset_from_head), (y.kind, y.offset_from_head), "{name}");
                for (p, q) in degrees(x).into_iter().zip(degrees(y)) {
                    assert!((p - q).abs() <= 1e-6 * p.abs().max(1.0), "{name}: {p} is not {q}");
                }
            }
            let views = |c: &Character| c.first_person().map(|f| f.mesh_annotations.clone());
            assert_eq!(views(a), views(b), "{name}");
            let (x, y) = (a.meta().unwrap(), b.meta().unwrap());
            if !x.name.is_empty() && !x.authors.is_empty() && !x.license_url.is_empty() {
                assert_eq!(x, y, "{name}");
            }
            assert_eq!(
                (&x.other_terms, x.allow_violent, &x.commercial_usage),
                (&y.other_terms, y.allow_violent, &y.commercial_usage),
                "{name}"
            );
        }
        let constraints = |c: &Character| -> Vec<String> {
            let node = by_file_index(c);
            c.constraints()
                .iter()
                .map(|k| format!("{} {} {} {:?}", node(k.node), node(k.source), k.weight, k.kind))
                .collect()
        };
        assert_eq!(constraints(a), constraints(b), "{name}");
        assert_eq!(springs_of(a, is_old), springs_of(b, is_old), "{name}");
        let colliders = |c: &Character| {
            format!(
                "{:?}",
                c.spring_bones()
                    .colliders
                    .iter()
                    .map(|k| (by_file_index(c)(k.joint), k.shape))
                    .collect::<Vec<_>>()
            )
        };
        assert_eq!(colliders(a), colliders(b), "{name}");
        assert_eq!(a.spring_bones().collider_groups, b.spring_bones().collider_groups, "{name}");
        for (x, y) in a.materials().iter().zip(b.materials()) {
            assert_eq!(x.toon, y.toon, "{name}: {}", x.name);
        }
        if is_old {
            for spring in b.spring_bones().springs.iter() {
                let [.., last, end] = spring.joints.as_slice() else { continue };
                let position = |j: JointId| b.rest_model()[j.index()].translation;
                let length = (position(end.joint) - position(last.joint)).length();
                assert!((length - 0.07).abs() < 1e-5, "{name}: {length}");
            }
        }
        written.push((format!("{n}"), exported.bytes));
    }
    assert!(written.len() >= 15, "only {} files", written.len());
    if let Some(errors) = validator::errors(&written) {
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

#[test]
fn any_humanoid_can_be_exported_as_an_avatar() {
    let Some(root) = crate::assets::root() else { return };
    let options = ExportOptions::default().with_vrm(true);
    let imported = open(&root.join("gltf/kaykit/Knight.glb"));
    let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
    assert_eq!(back.format, Format::Vrm1);
    let body = back.character.humanoid().unwrap();
    assert_eq!((body.profile, body.named_bones.iter().count()), ("vrm", 18));
    let licence = back.character.meta().unwrap();
    assert_eq!((licence.name.as_str(), licence.authors.as_slice()), ("unnamed", &["unknown".to_owned()][..]));
    assert_eq!((licence.avatar_permission.as_str(), licence.allow_redistribution), ("onlyAuthor", false));
    let count = exported.report.diagnostics().iter().filter(|f| f.code == "vrm-licence").count();
    assert_eq!(count, 4);
    // Without the option, nothing becomes an avatar.
    let (_, back) = export_and_import(&imported.character, &[], &ExportOptions::default());
    assert_eq!(back.format, Format::Glb);
    let fox = open(&root.join("gltf/Fox.glb"));
    let error = export_glb(&fox.character, &[], &options).unwrap_err();
    assert_eq!(error.code, "export-no-body");
}

#[test]
fn all_colliders_and_constraints_round_trip() {
    let nodes = ["a", "b", "c", "d", "e"].map(|name| crate::made::node(name, None));
    let mut parts =
        CharacterParts { skeleton: sinew::Skeleton::new(nodes.into()).unwrap(), ..CharacterParts::default() };
    let (offset, tail) = (Vec3::new(0.1, 0.2, -0.3), Vec3::new(0.0, 1.5, 0.0));
    let normal = Vec3::new(0.0, 0.6, 0.8);
    let shapes = [
        ColliderShape::Sphere { offset, radius: 0.3, inside: false },
        ColliderShape::Sphere { offset, radius: 0.4, inside: true },
        ColliderShape::Capsule { offset, tail, radius: 0.5, inside: false },
        ColliderShape::Capsule { offset, tail, radius: 0.6, inside: true },
        ColliderShape::Plane { offset, normal },
    ];
    let springs = &mut parts.spring_bones;
    springs.colliders = shapes.map(|shape| Collider { joint: JointId(1), shape }).into();
    springs.collider_groups = vec![ColliderGroup { name: "all".into(), colliders: vec![0, 4] }];
    let kinds = [
        ConstraintKind::Roll(Axis::Z),
        ConstraintKind::Aim { axis: Axis::Y, negative: true },
        ConstraintKind::Aim { axis: Axis::X, negative: false },
        ConstraintKind::Rotation,
    ];
    let constraints = kinds.into_iter().zip(1..).map(|(kind, node)| NodeConstraint {
        node: JointId(node),
        source: JointId(0),
        weight: 0.25,
        kind,
    });
    parts.constraints = constraints.collect();
    let character = Character::new(parts).unwrap();
    let (exported, back) = export_and_import(&character, &[], &ExportOptions::default());
    assert_eq!(back.character.constraints(), character.constraints());
    assert_eq!(back.character.spring_bones(), character.spring_bones());
    assert!(exported.report.diagnostics().is_empty(), "{:?}", exported.report);
}
