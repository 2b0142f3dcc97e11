//! Tests of incomplete sets of shapes: parts of sets, expressions without effect, jaws.

use super::test_face::{empty, face, face_with, moving, parts_with};
use super::{VisemeMap, VisemeTargets};
use crate::character::CharacterParts;
use crate::face::{FaceRig, Viseme};
use crate::skeleton::{Joint, Skeleton};
use crate::{Actor, Character, Transform};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Sets with a missing part show what the others can.
#[test]
fn parts_of_sets_show_what_they_can() {
    let weight = |names: &[&str], shape: &str, viseme: Viseme| {
        let map = VisemeMap::detect(&face(names, &[])).unwrap();
        let row = map.morphs.iter().find(|(id, _)| names[id.target] == shape).unwrap().1;
        row[viseme.index()]
    };
    let arkit = ["jawOpen", "mouthFunnel", "mouthRollLower", "mouthStretchLeft"];
    assert_eq!(weight(&arkit, "jawOpen", Viseme::PP), 0.0, "without mouthClose the jaw shuts the lips");
    let whole = ["jawOpen", "mouthFunnel", "mouthPucker", "mouthClose"];
    assert!(weight(&arkit, "mouthFunnel", Viseme::Ou) > weight(&whole, "mouthFunnel", Viseme::Ou) + 0.3);
    let vowels = ["viseme_aa", "viseme_E", "viseme_I", "viseme_O", "viseme_U"];
    assert!(weight(&vowels, "viseme_I", Viseme::SS) > 0.2);
    assert_eq!(weight(&vowels, "viseme_aa", Viseme::PP), 0.0);
}

const VROID: [&str; 5] = ["Fcl_MTH_A", "Fcl_MTH_I", "Fcl_MTH_U", "Fcl_MTH_E", "Fcl_MTH_O"];

/// Sum of the weights of all shapes for a viseme.
fn total(map: &VisemeMap, viseme: Viseme) -> f32 {
    let morphs = map.morphs.iter().map(|(_, row)| row);
    let expressions = map.expressions.iter().map(|(_, row)| row);
    morphs
        .chain(expressions)
        .chain(map.jaw.as_ref().map(|jaw| &jaw.openings))
        .map(|row| row[viseme.index()])
        .sum()
}

/// Presets that move nothing hide no shapes that do.
#[test]
fn expressions_without_effect_give_way_to_shapes() {
    use VisemeTargets::{Jaw, Opening, VRoid, Vrm};
    let all_empty = || Viseme::VRM_NAMES.map(empty).to_vec();
    let with = |others: Vec<crate::character::Expression>| {
        let mut all = all_empty();
        for replacement in others {
            all.iter_mut()
                .filter(|other| other.name == replacement.name)
                .for_each(|other| *other = replacement.clone());
        }
        all
    };
    for (morphs, expressions, expected) in [
        (&VROID[..], all_empty(), VRoid),
        (&VROID, with(vec![moving("aa", 0, 0.0)]), VRoid),
        (&VROID, with(vec![moving("aa", 0, 1.0)]), VRoid),
        (&["jawOpen"], all_empty(), Opening),
        (&["jawOpen"], vec![empty("aa")], Opening),
        (&["a1", "a2"], with(vec![moving("aa", 0, 1.0)]), Vrm),
        (&["jawOpen", "a2"], with(vec![moving("ih", 0, 1.0), moving("oh", 1, 1.0)]), Vrm),
        (&["x"], all_empty(), Vrm),
    ] {
        let map = VisemeMap::detect(&face_with(morphs, expressions.clone()));
        assert_eq!(map.map(|map| map.kind()), Some(expected), "{morphs:?} {expressions:?}");
    }
    let joint = |name: &str, parent: Option<u32>| Joint {
        name: name.into(),
        parent,
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let joints = vec![joint("head", None), joint("jaw", Some(0))];
    let parts = parts_with(joints, &["x"], all_empty());
    assert_eq!(VisemeMap::detect(&Character::new(parts).unwrap()).unwrap().kind(), Jaw);
}

/// Names that are certain need no whole set, and the mouth opens for every vowel.
#[test]
fn a_part_of_a_set_speaks_all_vowels() {
    use VisemeTargets::{ArKit, Oculus, Opening, VRoid, Vowels};
    for (names, expected) in [
        ("viseme_aa viseme_O viseme_U", Oculus),
        ("viseme_aa", Oculus),
        ("viseme_sil viseme_aa viseme_O viseme_U viseme_PP viseme_FF", Oculus),
        ("vrc.v_aa vrc.v_oh vrc.v_ch", Oculus),
        ("vrc.v_aa vrc.v_oh vrc.v_ch vrc.v_e", Oculus),
        ("Fcl_MTH_A Fcl_MTH_I Fcl_MTH_U Fcl_MTH_O", VRoid),
        ("Face.M_F00_000_00_Fcl_MTH_A", VRoid),
        ("blendShape1.MTH_A blendShape1.MTH_U", Vowels),
        ("あ い う", Vowels),
        ("aa ih ou oh", Vowels),
        // A set with some visemes is better than an opening, a whole set better than both.
        ("jawOpen viseme_aa viseme_O", Oculus),
        ("jawOpen mouthFunnel mouthRollLower mouthStretchLeft viseme_aa", ArKit),
        ("viseme_PP jawOpen", Opening),
        ("viseme_PP viseme_FF viseme_TH viseme_DD viseme_SS mouthOpen", Oculus),
    ] {
        let morphs: Vec<&str> = names.split(' ').collect();
        let map = VisemeMap::detect(&face(&morphs, &[])).unwrap_or_else(|| panic!("{names}: no mouth"));
        assert_eq!(map.kind(), expected, "{names}");
        for vowel in [Viseme::Aa, Viseme::E, Viseme::Ih, Viseme::Oh, Viseme::Ou] {
            assert!(total(&map, vowel) >= 0.19, "{names} {vowel}: {}", total(&map, vowel));
        }
        assert!(total(&map, Viseme::PP) <= 1.0);
    }
    for names in
        ["V_O", "v_aa", "あ", "MTH_A", "Skirt_MTH_A Skirt_MTH_U", "viseme_PP viseme_FF", "V_E Body_O"]
    {
        let morphs: Vec<&str> = names.split(' ').collect();
        let map = VisemeMap::detect(&face(&morphs, &[]));
        assert!(map.is_none(), "{names}: {:?}", map.map(|map| map.kind()));
    }
}

#[test]
fn vowels_without_a_shape_are_shown_by_their_neighbours() {
    let weights = |map: &VisemeMap, viseme: Viseme| -> Vec<f32> {
        let morphs = map.morphs.iter().map(|(_, row)| row[viseme.index()]);
        morphs.chain(map.expressions.iter().map(|(_, row)| row[viseme.index()])).collect()
    };
    let oculus = VisemeMap::detect(&face(&["viseme_aa", "viseme_O", "viseme_U", "viseme_PP"], &[])).unwrap();
    assert_eq!(weights(&oculus, Viseme::E), [0.5, 0.0, 0.0, 0.0]);
    assert_eq!(weights(&oculus, Viseme::Ih), [0.3, 0.0, 0.0, 0.0]);
    assert_eq!(weights(&oculus, Viseme::PP), [0.0, 0.0, 0.0, 1.0]);
    let four = VisemeMap::detect(&face(&["あ", "い", "う", "お"], &[])).unwrap();
    assert_eq!(weights(&four, Viseme::E), [0.5, 0.5, 0.0, 0.0]);
    // What is there stays as it is.
    assert_eq!(weights(&four, Viseme::Oh), [0.0, 0.0, 0.0, 1.0]);
    let open = VisemeMap::detect(&face_with(&["open"], vec![moving("aa", 0, 1.0)])).unwrap();
    assert_eq!(weights(&open, Viseme::Oh), [0.6]);
    let closed: Vec<_> =
        ["ih", "ou", "ee", "oh"].into_iter().enumerate().map(|(n, name)| moving(name, n, 1.0)).collect();
    let closed = VisemeMap::detect(&face_with(&["1", "2", "3", "4"], closed)).unwrap();
    assert_eq!((closed.kind(), weights(&closed, Viseme::Aa)), (VisemeTargets::Vrm, vec![0.0, 0.0, 0.6, 0.6]));
}

#[test]
fn consonants_without_vowels_open_the_mouth_by_a_jaw() {
    let consonants = ["viseme_PP", "viseme_FF", "viseme_TH", "viseme_DD", "viseme_SS"];
    let joint = |name: &str, parent: Option<u32>| Joint {
        name: name.into(),
        parent,
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let parts = parts_with(vec![joint("head", None), joint("jaw", Some(0))], &consonants, Vec::new());
    let map = VisemeMap::detect(&Character::new(parts).unwrap()).unwrap();
    let openings = map.jaw.as_ref().unwrap().openings;
    assert_eq!((map.kind(), openings[Viseme::Aa.index()]), (VisemeTargets::Oculus, 1.0));
    assert!(openings[Viseme::Ou.index()] > 0.1 && openings[Viseme::KK.index()] > 0.1);
    assert_eq!((openings[Viseme::SS.index()], openings[Viseme::PP.index()]), (0.0, 0.0), "they have shapes");
    let with_shape: Vec<&str> = consonants.into_iter().chain(["jawOpen"]).collect();
    let map = VisemeMap::detect(&face(&with_shape, &[])).unwrap();
    assert!(!map.moves_jaw() && map.morphs.len() == 6 && total(&map, Viseme::Aa) == 1.0);
    assert_eq!(map.morphs[5].1[Viseme::SS.index()], 0.0);
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
    let rig = FaceRig::new(&character).with_viseme_map(Some(Arc::new(map))).unwrap();
    actor.set_face(Some(Arc::new(rig))).unwrap();
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
