//! What is made for one character is refused by others, with an error: those with joints of other names or
//! positions, with more joints, and with other shapes.

use sinew::character::{Character, CharacterParts, Spring, SpringBones, SpringJoint};
use sinew::face::{FaceRig, VisemeMap};
use sinew::glam::Vec3;
use sinew::hair::{Hair, HairBody};
use sinew::humanoid::HumanBone;
use sinew::ik::{Chain, ChainSolver, FullBody, FullBodySolver};
use sinew::locomotion::FootIk;
use sinew::ragdoll::Ragdoll;
use sinew::rig::{IkRig, IkState};
use sinew::skeleton::Joint;
use sinew::spring::{SpringRig, SpringState};
use sinew::surface::{CharacterSurface, PosedSurface, SurfaceBounds};
use sinew::{Actor, JointId, Skeleton, Transform};
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use sinew_suite::person;
use std::path::Path;
use std::sync::Arc;

fn built_in() -> Character {
    person(Path::new(""), "").character
}

/// The character with a joint more, which moves others back; with the joints of the file renamed; and with
/// two arms exchanged.
fn others() -> Vec<(&'static str, Character)> {
    let joint = Joint { name: "pocket".into(), parent: Some(0), rest: Transform::IDENTITY, in_scene: true };
    let mut longer = built_in().into_parts();
    longer.append_joints(vec![joint]).unwrap();
    let rejoined = |change: &dyn Fn(&mut Vec<Joint>)| -> CharacterParts {
        let mut parts = built_in().into_parts();
        let old = &parts.skeleton;
        let of = |n: usize| {
            let joint = old.by_file_index(n).unwrap();
            Joint {
                name: old.name(joint).to_owned(),
                parent: old.parent(joint).map(|parent| old.file_index(parent) as u32),
                rest: old.rest()[joint.index()],
                in_scene: old.in_scene(joint),
            }
        };
        let mut joints: Vec<Joint> = (0..old.len()).map(of).collect();
        change(&mut joints);
        parts.skeleton = Skeleton::new(joints).unwrap();
        parts
    };
    let renamed =
        rejoined(&|joints| joints.iter_mut().for_each(|joint| joint.name.insert_str(0, "mixamorig:")));
    let exchanged = rejoined(&|joints| {
        let character = built_in();
        let bone = |bone| character.humanoid().unwrap().joint(bone).unwrap();
        let [left, right] = [bone(HumanBone::LeftUpperArm), bone(HumanBone::RightUpperArm)]
            .map(|joint| character.skeleton().file_index(joint));
        let name = std::mem::take(&mut joints[left].name);
        joints[left].name = std::mem::replace(&mut joints[right].name, name);
    });
    [("longer", longer), ("renamed", renamed), ("exchanged", exchanged)]
        .map(|(name, parts)| (name, Character::new(parts).unwrap()))
        .into()
}

/// A neck that swings.
fn neck_springs(character: &Character) -> SpringBones {
    let bone = |bone| character.humanoid().unwrap().joint(bone).unwrap();
    let joint = |joint| SpringJoint {
        joint,
        hit_radius: 0.02,
        stiffness: 1.0,
        gravity_power: 0.0,
        gravity_dir: Vec3::NEG_Y,
        drag: 0.5,
    };
    let joints = [HumanBone::Neck, HumanBone::Head].map(|name| joint(bone(name))).to_vec();
    let spring = Spring { name: "neck".into(), joints, ..Spring::default() };
    SpringBones { springs: vec![spring], ..SpringBones::default() }
}

fn rigs(character: &Character) -> Vec<(&'static str, IkRig)> {
    let (skeleton, humanoid) = (character.skeleton(), character.humanoid().unwrap());
    let chain = |joints: &[JointId]| Chain::new(skeleton, joints).unwrap();
    let mut tail = IkRig::new();
    let spine = [HumanBone::Spine, HumanBone::Head].map(|bone| humanoid.joint(bone).unwrap());
    tail.add_chain("tail", chain(&spine), ChainSolver::default());
    let mut body = IkRig::new();
    let whole = FullBody::human(skeleton, humanoid).unwrap();
    let names: Vec<String> = (0..whole.effector_count()).map(|n| format!("end {n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    body.add_body(&names, whole, FullBodySolver::default()).unwrap();
    vec![
        ("human", IkRig::human(skeleton, humanoid)),
        ("feet", IkRig::new().with_feet(FootIk::human(character, humanoid).unwrap())),
        ("tail", tail),
        ("body", body),
    ]
}

#[test]
fn rigs_ragdolls_springs_and_mouths_are_of_their_own_character() {
    let character = built_in();
    let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
    let springs = Arc::new(SpringRig::new(character.skeleton(), &neck_springs(&character)));
    assert_eq!(springs.joints().len(), 1);
    let mouth = Arc::new(VisemeMap::detect(&character).unwrap());
    let face_rig = Arc::new(FaceRig::detect(&Arc::new(character.clone())).unwrap());
    let (surface, bounds) = (Arc::new(CharacterSurface::new(&character)), SurfaceBounds::new(&character));
    for (name, other) in others() {
        let mut actor = Actor::without_clips(Arc::new(other));
        for (rig_name, rig) in rigs(&character) {
            let rig = Arc::new(rig);
            let error = actor.set_ik(Some(rig.clone())).expect_err(name).to_string();
            assert!(error.contains("other joints"), "{name}, {rig_name}: {error}");
            assert!(IkState::new(rig, actor.character()).is_err());
        }
        assert!(actor.set_ragdoll(Some(ragdoll.clone())).is_err(), "{name}");
        assert!(actor.set_springs(Some(springs.clone())).is_err(), "{name}");
        assert!(SpringState::new(springs.clone(), actor.character()).is_err(), "{name}");
        let face = FaceRig::new(actor.character()).with_viseme_map(Some(mouth.clone()));
        assert!(face.is_err(), "{name}");
        assert!(actor.set_face(Some(face_rig.clone())).is_err(), "{name}");
        assert!(!bounds.fits(actor.character()), "{name}");
        // The meshes are the same.
        actor.frame().pose_surface(&mut PosedSurface::new(&surface)).unwrap();
        actor.update(1.0 / 60.0);
    }
    // Another import of the same file is no other character.
    let mut again = Actor::without_clips(Arc::new(built_in()));
    for (_, rig) in rigs(&character) {
        again.set_ik(Some(Arc::new(rig))).unwrap();
    }
    again.set_ragdoll(Some(ragdoll)).unwrap();
    again.set_springs(Some(springs)).unwrap();
    again.set_face(Some(face_rig)).unwrap();
    FaceRig::new(again.character()).with_viseme_map(Some(mouth)).unwrap();
    again.frame().pose_surface(&mut PosedSurface::new(&surface)).unwrap();
    again.update(1.0 / 60.0);
}

#[test]
fn surfaces_of_other_meshes_are_refused_and_keep_their_pose() {
    let character = built_in();
    let surface = Arc::new(CharacterSurface::new(&character));
    let mut posed = PosedSurface::in_reference_pose(&surface, &character, |_| true);
    let before: Vec<Vec3> = surface.parts().iter().flat_map(|part| posed.positions(part).to_vec()).collect();
    let mut fewer = character.clone().into_parts();
    fewer.mesh_instances.pop();
    let mut shorter = character.clone().into_parts();
    let primitive =
        &mut shorter.meshes.iter_mut().find(|mesh| !mesh.primitives.is_empty()).unwrap().primitives[0];
    primitive.indices.truncate(primitive.indices.len() / 6 * 3);
    for other in [CharacterParts::default(), fewer, shorter] {
        let actor = Actor::without_clips(Arc::new(Character::new(other).unwrap()));
        let error = actor.frame().pose_surface(&mut posed).unwrap_err();
        assert_eq!(error.to_string(), "the surface was made for another character");
        let after: Vec<Vec3> =
            surface.parts().iter().flat_map(|part| posed.positions(part).to_vec()).collect();
        assert_eq!(before, after);
    }
}

#[test]
fn hair_and_its_body_are_of_one_character() {
    let character = built_in();
    let text = std::fs::read_to_string(sinew_suite::repository().join("data/grooms/bob.ron")).unwrap();
    let mut description = GroomDescription::from_ron(&text).unwrap();
    description.layers.iter_mut().for_each(|layer| layer.strands = layer.strands.min(40));
    let skin = HairSkin::new(&character, &Arc::new(CharacterSurface::new(&character)), |_| true);
    let head = HeadShape::measure(&character, &skin).unwrap();
    let groom = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()).unwrap();
    let groom = Arc::new(groom);
    let body = Arc::new(HairBody::measure(&character, |_| true));
    Actor::without_clips(Arc::new(character))
        .set_hair(Some(Arc::new(Hair::new(groom.clone(), Arc::clone(&body)))))
        .unwrap();
    for (name, other) in others() {
        let error = Actor::without_clips(Arc::new(other))
            .set_hair(Some(Arc::new(Hair::new(groom.clone(), Arc::clone(&body)))))
            .unwrap_err();
        assert_eq!(error.to_string(), "the hair body was made for another character", "{name}");
    }
    // The same triangles on a body of another size.
    let mut larger = built_in().into_parts();
    larger.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives).for_each(|primitive| {
        primitive.positions.iter_mut().for_each(|at| *at *= 1.5);
    });
    let larger = Arc::new(Character::new(larger).unwrap());
    let error = Actor::without_clips(larger)
        .set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body)))))
        .unwrap_err()
        .to_string();
    assert!(error.contains("does not grow there from the skin of this character"), "{error}");
}
