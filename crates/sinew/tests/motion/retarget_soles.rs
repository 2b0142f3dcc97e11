//! Soles: the ground under a body is measured on its skin, if it has one.

use crate::retarget_body::{Build, PLAIN, body, walk};
use sinew::body::TPose;
use sinew::character::{Influences, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId, SkinningMethod};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone::*;
use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, retarget_clip};
use sinew::{Character, CharacterParts, JointId, LocalPose, ModelPose, RawClip, SampleCursor};

/// A body with boxes of skin as feet, whose undersides are `thick` below the plain body's ground.
fn shod(build: Build, thick: f32) -> Character {
    let person = body(build);
    let rest = ModelPose::rest(&person.skeleton);
    let bones = [(LeftFoot, LeftToes), (RightFoot, RightToes)];
    let (mut joints, mut positions, mut slots) = (Vec::new(), Vec::new(), Vec::new());
    for (foot, toes) in bones {
        let ankle = person.humanoid.named_bones.joint(foot).unwrap();
        let toes = person.humanoid.named_bones.joint(toes).unwrap_or(ankle);
        let at = Vec3::from(rest.get(ankle).translation);
        for (joint, z) in [(ankle, -0.06), (ankle, 0.1), (toes, 0.1), (toes, 0.2)] {
            let slot = joints.len() as u16;
            joints.push(joint);
            for x in [-0.04, 0.04] {
                for y in [-thick, 0.05] {
                    positions.push(Vec3::new(at.x + x * build.size, y, at.z + z * build.size));
                    slots.push(slot);
                }
            }
        }
    }
    let inverse_binds = joints.iter().map(|j| rest.get(*j).inverse()).collect();
    let count = positions.len();
    let primitive = Primitive {
        normals: vec![Vec3::Y; count],
        indices: (0..count as u32 / 3 * 3).collect(),
        influences: Some(Influences::new(1, &slots, &vec![1.0; count]).unwrap()),
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        positions,
        ..Primitive::default()
    };
    let instance = MeshInstance {
        node: JointId(0),
        mesh: MeshId(0),
        skin: Some(SkinId(0)),
        weights: Vec::new(),
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    Character::new(CharacterParts {
        skeleton: person.skeleton,
        skins: vec![Skin { name: String::new(), joints, inverse_binds }],
        meshes: vec![Mesh { primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![instance],
        humanoid: Some(person.humanoid),
        ..CharacterParts::default()
    })
    .unwrap()
}

/// Height of the lowest vertex over a clip.
fn lowest(character: &Character, clip: &RawClip, times: impl Iterator<Item = f32>) -> f32 {
    let (skin, primitive) = (&character.skins()[0], &character.meshes()[0].primitives[0]);
    let mut worst = f32::INFINITY;
    for time in times {
        let mut pose = LocalPose::rest(character.skeleton());
        clip.sample(time, &mut SampleCursor::new(), &mut pose, &mut Default::default());
        let mut model = ModelPose::rest(character.skeleton());
        model.update(character.skeleton(), &pose);
        let palette: Vec<Affine3A> =
            skin.joints.iter().zip(&skin.inverse_binds).map(|(j, bind)| *model.get(*j) * *bind).collect();
        for (n, p) in primitive.positions.iter().enumerate() {
            let (slot, _) = primitive.influences.as_ref().unwrap().of_vertex(n).next().unwrap();
            worst = worst.min(palette[slot].transform_point3(*p).y);
        }
    }
    worst
}

fn standing(character: &Character) -> TPose {
    TPose::new(character.skeleton(), character.humanoid().unwrap()).with_skin(character)
}

#[test]
fn ankle_heights_are_measured_on_the_skin() {
    for (build, thick) in [
        (PLAIN, 0.0),
        (PLAIN, 0.03),
        (Build { odd_axes: true, turned: 1.0, ..PLAIN }, 0.0),
        (Build { without: &[LeftToes, RightToes], ..PLAIN }, 0.02),
    ] {
        let reference = standing(&shod(build, thick));
        assert!((reference.ankle_height() - 0.09 - thick).abs() < 1e-4, "{}", reference.ankle_height());
        assert!((reference.ground_height().unwrap() + thick).abs() < 1e-4);
    }
    // Without skin a body little above 0 is taken to stand at 0, with or without toes.
    for without in [&[][..], &[LeftToes, RightToes]] {
        let reference = body(Build { without, ..PLAIN }).standing();
        assert!((reference.ankle_height() - 0.09).abs() < 1e-4, "{}", reference.ankle_height());
    }
    assert_eq!(body(PLAIN).standing().with_ankle_height(0.2).ankle_height(), 0.2);
    assert_eq!(
        body(PLAIN).standing().with_ankle_height(f32::NAN).ankle_height(),
        body(PLAIN).standing().ankle_height()
    );
}

#[test]
fn skin_does_not_penetrate_the_floor() {
    let source = body(PLAIN);
    let clip = walk(&source);
    for (build, thick) in
        [(PLAIN, 0.0), (PLAIN, 0.04), (Build { size: 0.7, without: &[LeftToes, RightToes], ..PLAIN }, 0.02)]
    {
        let target = shod(build, thick);
        let from = (&source.skeleton, source.standing());
        let retargeter = Retargeter::human(from, (target.skeleton(), standing(&target)));
        let (made, report) =
            retarget_clip(&clip, &retargeter, &RetargetSettings::default(), &FaceMap::default()).unwrap();
        // At keys, and between them.
        let times = (0..=720).map(|k| k as f32 / 240.0);
        let low = lowest(&target, &made, times);
        assert!(low > -1e-3 && low < 2e-3, "{thick}: {low}");
        let feet = report.foot_correction.unwrap();
        assert!((feet.penetration - (-low).max(0.0)).abs() < 1e-3 && feet.slide < 2e-3, "{feet:?}");
    }
}

#[test]
fn one_leg_is_enough_for_the_leg_length() {
    let source = body(PLAIN);
    let target = body(Build { without: &[RightLowerLeg, RightFoot, RightToes], ..PLAIN });
    let (_, report) = retarget_clip(
        &walk(&source),
        &source.onto(&target),
        &RetargetSettings::default(),
        &FaceMap::default(),
    )
    .unwrap();
    assert!((report.root_motion_scale - 1.0).abs() < 1e-4, "{}", report.root_motion_scale);
    assert!((target.standing().ankle_height() - 0.09).abs() < 1e-4);
}
