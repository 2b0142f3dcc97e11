use super::naming::namings;
use super::test_face::face;
use super::{VisemeMap, VisemeTargets};
use crate::character::CharacterParts;
use crate::face::names::normalized;
use crate::face::{FaceState, Viseme};
use crate::skeleton::{Joint, Skeleton};
use crate::{Actor, Character, JointIndex, Transform};
use glam::{Quat, Vec3};
use std::sync::Arc;

#[test]
fn names_are_compared_without_case_separators_and_meshes() {
    for (name, plain) in [
        ("Head.mouthSmile_L", "mouthsmileleft"),
        ("mouthSmileLeft", "mouthsmileleft"),
        ("V_Open", "vopen"),
        ("", ""),
    ] {
        assert_eq!(normalized(name), plain);
    }
}

#[test]
fn every_naming_moves_something_for_each_viseme_that_is_seen() {
    for naming in namings() {
        for viseme in &Viseme::ALL[1..] {
            let total: f32 = naming.shapes.iter().map(|(_, row)| row[viseme.index()]).sum();
            // Five vowels have no closed lips.
            assert!(total > 0.1 || naming.kind == VisemeTargets::VRoid, "{} {viseme}", naming.kind);
        }
        assert!(naming.shapes.iter().all(|(_, row)| row[0] == 0.0), "{}", naming.kind);
    }
}

#[test]
fn shapes_of_tools_are_recognized() {
    let visemes: Vec<String> = Viseme::ALL.iter().map(|viseme| format!("viseme_{viseme}")).collect();
    let visemes: Vec<&str> = visemes.iter().map(String::as_str).collect();
    let both: Vec<&str> = Viseme::ARKIT_NAMES.iter().copied().chain(visemes.iter().copied()).collect();
    let vrm = ["aa", "ih", "ou", "ee", "oh"];
    let vroid = ["Fcl_MTH_A", "Fcl_MTH_I", "Fcl_MTH_U", "Fcl_MTH_E", "Fcl_MTH_O"];
    for (morphs, expressions, expected) in [
        (&visemes[..], &[][..], Some(VisemeTargets::Oculus)),
        (&both[..], &[], Some(VisemeTargets::Oculus)),
        (&Viseme::ARKIT_NAMES[..], &[], Some(VisemeTargets::ArKit)),
        (&Viseme::ARKIT_NAMES[..], &vrm, Some(VisemeTargets::ArKit)),
        (&vroid[..], &vrm, Some(VisemeTargets::Vrm)),
        (&vroid[..], &[], Some(VisemeTargets::VRoid)),
        (&[][..], &["a", "happy"], None),
        (&["smile", "jawOpen"][..], &[], None),
    ] {
        assert_eq!(
            VisemeMap::detect(&face(morphs, expressions)).map(|map| map.kind()),
            expected,
            "{morphs:?}"
        );
    }
}

#[test]
fn speech_takes_the_mouth_over_by_its_weight() {
    let character = face(&["mouth_wide", "other"], &["aa"]);
    let mut row = [0.0; Viseme::COUNT];
    row[Viseme::Aa.index()] = 0.8;
    let map = VisemeMap::new(&character, [("mouth_wide", row), ("aa", row)]).unwrap();
    let mut state = FaceState::new(&character).unwrap();
    state.set_viseme_map(Some(Arc::new(map.clone()))).unwrap();
    let mut other = FaceState::new(&face(&["mouth_wide"], &[])).unwrap();
    assert!(other.set_viseme_map(Some(Arc::new(map))).is_err());
    for (aa, expected) in [(0.0, [0.5, 0.4]), (1.0, [0.8, 0.8]), (0.5, [0.65, 0.6])] {
        let mut visemes = [0.0; Viseme::COUNT];
        visemes[Viseme::Aa.index()] = aa;
        visemes[Viseme::Sil.index()] = 1.0 - aa;
        state.set_visemes(visemes);
        let input = crate::face::FaceInput::new(&character, glam::Affine3A::IDENTITY, &[0.4]);
        let mut morphs = character.rest_weights().clone();
        morphs.as_mut_slice().copy_from_slice(&[0.5, 0.3]);
        assert!(state.resolve(&input, None));
        state.apply(&mut morphs);
        assert!((morphs.as_slice()[0] - expected[0]).abs() < 1e-6, "{aa}: {morphs:?}");
        assert_eq!(morphs.as_slice()[1], 0.3);
        assert!((state.expression_weights()[0] - expected[1]).abs() < 1e-6);
    }
    state.set_visemes([f32::NAN; Viseme::COUNT]);
    assert_eq!(state.visemes(), [0.0; Viseme::COUNT]);
    let error = VisemeMap::new(&character, [("mouth_wid", row)]).unwrap_err();
    assert!(error.to_string().contains("mouth_wide"), "{error}");
}

#[test]
fn a_jaw_alone_opens_downwards_and_closes_over_what_clips_animate() {
    let odd = Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize();
    let joint = |name: &str, parent: Option<u32>| Joint {
        name: name.into(),
        parent,
        rest: Transform { rotation: odd, ..Transform::IDENTITY },
        in_scene: true,
    };
    let joints = vec![joint("root", None), joint("upper_jaw", Some(0)), joint("Jaw.001", Some(0))];
    let parts = CharacterParts { skeleton: Skeleton::new(joints).unwrap(), ..CharacterParts::default() };
    let character = Arc::new(Character::new(parts).unwrap());
    let map = VisemeMap::detect(&character).unwrap();
    assert_eq!(map.kind(), VisemeTargets::Jaw);
    let mut actor = Actor::without_clips(character.clone());
    actor.face_mut().unwrap().set_viseme_map(Some(Arc::new(map))).unwrap();
    let chin = |actor: &mut Actor, viseme: Viseme| {
        let mut visemes = [0.0; Viseme::COUNT];
        visemes[viseme.index()] = 1.0;
        actor.face_mut().unwrap().set_visemes(visemes);
        actor.update(1.0 / 60.0);
        // The point of the jaw that is in front at rest.
        let front = character.rest_model()[2].inverse().transform_vector3(Vec3::Z);
        actor.frame().model()[2].transform_vector3(front)
    };
    for closed in [Viseme::Sil, Viseme::PP] {
        assert!(chin(&mut actor, closed).distance(Vec3::Z) < 1e-5, "{closed}");
    }
    let open = chin(&mut actor, Viseme::Aa);
    assert!(open.y < -0.2 && open.x.abs() < 1e-5 && open.z > 0.9, "{open}");
}
