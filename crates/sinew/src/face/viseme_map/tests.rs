//! Tests of viseme maps: shape names of common tools, incomplete sets, jaws.

use super::families::{kind_of, row_of};
use super::naming::arkit_row;
use super::targets::Row;
use super::test_face::{empty, face, face_with, moving, parts_with, solved};
use super::{VisemeMap, VisemeTargets};
use crate::character::CharacterParts;
use crate::face::{FaceError, FaceRig, FaceState, Viseme};
use crate::face_names::{FaceNames, normalized};
use crate::skeleton::{Joint, Skeleton};
use crate::{Actor, Character, Transform};
use glam::{Quat, Vec3};
use std::sync::Arc;

#[test]
fn names_are_compared_without_case_separators_and_meshes() {
    for (name, plain) in [
        ("Head.mouthSmile_L", "mouthsmileleft"),
        ("mouthSmileLeft", "mouthsmileleft"),
        ("V_Open", "vopen"),
        ("mouthSmile.L", "mouthsmileleft"),
        ("A25_Jaw_Open", "jawopen"),
        ("A25_", "a25"),
        ("Genesis8_1Female__facs_jnt_JawOpen", "facsjntjawopen"),
        ("blendShape1.jawOpen", "jawopen"),
        ("viseme_aa.001", "visemeaa"),
        ("あ", "あ"),
        ("_L", "left"),
        (".L", "l"),
        ("", ""),
    ] {
        assert_eq!(normalized(name), plain);
    }
}

#[test]
fn every_family_moves_something_for_each_viseme_that_is_seen() {
    for family in FaceNames::default().visemes() {
        let rows: Vec<Row> = match family.kind.as_str() {
            "arkit" => Viseme::ARKIT_NAMES.map(arkit_row).into(),
            _ => family.meanings.iter().map(|meaning| row_of(meaning)).collect(),
        };
        for viseme in &Viseme::ALL[1..] {
            let total: f32 = rows.iter().map(|row| row[viseme.index()]).sum();
            // Five vowels and an opening have no closed lips.
            let is_simple = matches!(family.kind.as_str(), "vroid" | "vowels" | "opening");
            assert!(total > 0.1 || is_simple, "{} {viseme}", family.name);
        }
        assert!(rows.iter().all(|row| row[0] == 0.0), "{}", family.name);
        let kind = kind_of(&family.kind);
        assert!(kind != VisemeTargets::Opening || family.kind == "opening", "{}", family.kind);
    }
}

#[test]
fn mouths_are_found_by_any_name() {
    use VisemeTargets::{ArKit, Oculus, Opening, Phonemes, Rhubarb, Vowels};
    let words = |names: &str| names.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let around = |before: &str, names: &str, after: &str| -> Vec<String> {
        words(names).iter().map(|name| format!("{before}{name}{after}")).collect()
    };
    let preston = "AI E O U FV L MBP WQ etc rest";
    let faceshift = "EyeBlink_L EyeBlink_R JawOpen LipsTogether JawLeft LipsUpperUp LipsLowerDown \
        LipsUpperClose LipsLowerClose MouthSmile_L LipsStretch_L LipsStretch_R LipsPucker LipsFunnel Sneer \
        Puff";
    let sranipal = "Jaw_Open Mouth_Ape_Shape Mouth_Pout Mouth_Upper_Inside Mouth_Lower_Inside \
        Mouth_Upper_UpLeft Mouth_Lower_DownRight Eye_Left_Blink";
    let fuse = "Blink_Left Blink_Right Jaw_Down LowerLipIn UpperLipIn LowerLipOut UpperLipOut \
        MouthNarrow_Left MouthOpen Smile_Left";
    let cases = [
        (words("mouthOpen mouthSmile"), Opening, "mouthOpen"),
        (words("Mouth_Open"), Opening, "Mouth_Open"),
        (words("jaw"), Opening, "jaw"),
        (words("Aah blink"), Opening, "Aah"),
        (words("Wolf3D_Head_mouthOpen_01"), Opening, "Wolf3D_Head_mouthOpen_01"),
        (words("sil PP FF TH DD kk CH SS nn RR aa E I O U"), Oculus, "aa"),
        (around("Head_Viseme_", "aa E I O U", ""), Oculus, "Head_Viseme_aa"),
        (words(faceshift), ArKit, "JawOpen"),
        (around("blendShape1.", faceshift, ""), ArKit, "blendShape1.JawOpen"),
        (around("", faceshift, ".001"), ArKit, "JawOpen.001"),
        (words(&faceshift.to_lowercase()), ArKit, "jawopen"),
        (words(sranipal), ArKit, "Jaw_Open"),
        (around("Facial_Blends.", fuse, ""), ArKit, "Facial_Blends.Jaw_Down"),
        (words("jawOpen mouthFunnel mouthPucker mouthSmileLeft mouthRollLower"), ArKit, "jawOpen"),
        (words("mouth_stretch lip_puckerer lip_funneler lip_roll smile"), ArKit, "mouth_stretch"),
        (words(preston), Phonemes, "AI"),
        (around("Mouth_", preston, "_01"), Phonemes, "Mouth_AI_01"),
        (words("A B C D E F G H X"), Rhubarb, "D"),
        (around("mouth-", "A B C D E F G H X", ""), Rhubarb, "mouth-D"),
        (around("blendShape1.MTH_", "A I U E O", ""), Vowels, "blendShape1.MTH_A"),
        (
            around("Face.M_F00_000_00_Fcl_MTH_", "A I U E O", ""),
            VisemeTargets::VRoid,
            "Face.M_F00_000_00_Fcl_MTH_A",
        ),
        (words("ah ee oo eh oh"), Vowels, "ah"),
        (around("lip_", "a i u e o", ""), Vowels, "lip_a"),
        (around("M_", "A I U E O", ""), Vowels, "M_A"),
    ];
    for (names, kind, opens) in cases {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let character = face(&names, &[]);
        let map = VisemeMap::detect(&character).unwrap_or_else(|| panic!("{names:?}: no mouth"));
        assert_eq!(map.kind(), kind, "{names:?}");
        let row = map
            .morphs
            .iter()
            .find(|(id, _)| names[id.target] == opens)
            .unwrap_or_else(|| panic!("{names:?}"));
        let opening = row.1[Viseme::Aa.index()];
        assert!(opening > 0.3, "{names:?}: {opens} opens by {opening}");
        // No consonant is as open.
        assert!(row.1[Viseme::PP.index()] < 0.5 * opening, "{names:?}");
    }
}

#[test]
fn names_that_say_something_else_are_no_mouths() {
    for names in [
        "openHand HeadTurn",
        "Body_A Body_B Body_C Body_D Body_E Body_F Body_G Body_H",
        "Dress_A Dress_I Dress_U Dress_E Dress_O",
        "open closed",
        "jawOpenHand",
        "HandOpen_L HandOpen_R fist",
        "skirt_jaw",
        "smile frown",
        "rest etc",
        "armorAah",
        "E L O U",
        "door_open",
    ] {
        let all: Vec<&str> = names.split(' ').collect();
        let map = VisemeMap::detect(&face(&all, &[]));
        assert!(map.is_none(), "{names}: {:?}", map.map(|map| map.kind()));
    }
}

/// Names of shapes of bodies, clothes, hair, hands and props.
const OTHER_SHAPES: &str = "BodyFat BodyMuscle BodyHeight Body_Thin Body_Pregnant Weight Muscle Height Age \
    Gender BreastSize Breast_L Breast_R Breasts_Small Breasts_Big Nipples Waist WaistWidth Hips_Width \
    HipSize Belly BellyOut Butt ButtSize Thighs ThighWidth Calves CalfSize Knees FeetSize Foot_L Foot_R \
    Heels_On HighHeel ToesUp ToeCurl_L ArmsThin ArmWidth Forearm ShoulderWidth Shoulders NeckLength \
    NeckWidth Throat AdamsApple HeadSize HeadWidth HeadTurn HeadTilt SkullLong FaceWide FaceLong FaceOld \
    Cheeks CheekBones CheekFat JawWidth JawLine JawSize JawSquare Jaw_Narrow ChinSize ChinDimple ChinLong \
    NoseSize NoseWidth NoseHook NoseUp Nostrils EarSize EarsElf EarPointy Ears_Back EyeSize EyesBig \
    EyesAsian EyeDistance EyeColor EyeDepth LashesLong BrowThick BrowHeight LipsFull LipThickness LipSize \
    LipRing MouthSize MouthWidth MouthPosition MouthHeight TeethSharp Fangs Tusks Beard Mustache HairLong \
    HairShort HairUp HairDown Hair_A Hair_B Hair_C Bangs Ponytail_On BraidOff openHand HandOpen HandOpen_L \
    HandOpen_R HandClose_L Fist_L Fist_R Grip_L Point_L Thumb_Up Peace Spread_L Relax_L FingerCurl Claws_Out \
    NailsLong Shirt_Open ShirtLoose ShirtTight JacketOpen Jacket_Closed CoatLong Collar_Up collar_open \
    SleeveLong Sleeves_Rolled CuffOpen ZipperDown ButtonsOpen BeltLoose Belt_On PantsLong PantsTight \
    SkirtLong SkirtShort Skirt_Wind Skirt_L Skirt_R DressWide Dress_A Dress_B Dress_C Dress_D Dress_E \
    Dress_F Dress_G Dress_H Dress_X Cape_Up CapeWind HoodUp Hood_Down HatOn HatOff Helmet_Visor VisorOpen \
    MaskOn GlassesOn Scarf TieLoose GlovesOn BootsHigh SocksUp Pocket_Out ArmorHeavy ArmorLight \
    Shoulder_Pads Wings_Open WingsFold Tail_Up TailCurl Horns_Long FurFluffy Scales Wet Dirty Blood Damage_1 \
    Damage_2 Scar Tattoo_On Sweat Vein Hide_Body Hide_Arms Hide_Legs HideShoes Shrink_Torso Shrink_Feet \
    Fit_Armor Fix_Elbow_L Fix_Elbow_R CorrectiveKnee_L Corrective_Shoulder_R JCM_Elbow_90 pose_A Pose_T \
    A_Pose Basis Base Key_1 Key_2 Breath Breathing Inhale Exhale Chest_Expand Squash Stretch Inflate \
    Variant_A Variant_E Variant_I Variant_O Variant_U Door_Open ChestLidOpen Lid_Open BookOpen Flower_Open \
    Trigger Slide_Back Recoil Magazine_Out Bolt_Open";

/// Each alone, and all on one character.
#[test]
fn shapes_of_bodies_and_clothes_are_no_mouths() {
    let names: Vec<&str> = OTHER_SHAPES.split_whitespace().collect();
    assert!(names.len() >= 200, "{}", names.len());
    for name in &names {
        let map = VisemeMap::detect(&face(&[name], &[]));
        assert!(map.is_none(), "{name}: {:?}", map.map(|map| map.kind()));
    }
    let map = VisemeMap::detect(&face(&names, &[]));
    let moved = |map: &VisemeMap| map.morphs().map(|id| names[id.target]).collect::<Vec<_>>();
    assert!(map.is_none(), "{:?}", map.as_ref().map(moved));
}

/// Where a part of a set is missing, the others show what they can.
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

/// L and R are phones too.
#[test]
fn phones_that_look_like_sides_are_shapes() {
    let preston = ["AI", "E", "O", "U", "FV", "L", "MBP", "WQ", "Etc", "Rest"];
    for before in ["mouth_", "Mouth.", "Phoneme ", "Mouth", ""] {
        let names = preston.map(|name| format!("{before}{name}"));
        let names = names.each_ref().map(String::as_str);
        let map = VisemeMap::detect(&face(&names, &[])).unwrap();
        assert_eq!((map.kind(), map.morphs.len()), (VisemeTargets::Phonemes, 10), "{before}");
        assert!(map.morphs[5].1[Viseme::NN.index()] == 1.0, "{before}");
    }
    let phones = [
        "EE", "Er", "IH", "Ah", "Oh", "W_OO", "S_Z", "Ch_J", "F_V", "TH", "T_L_D_N", "B_M_P", "K_G_H_NG",
        "AE", "R",
    ];
    let names = phones.map(|name| format!("lip_{name}"));
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(VisemeMap::detect(&face(&names, &[])).unwrap().morphs.len(), 15);
    // Of other parts of a body, and beside their other side, they are sides.
    names.extend(["EYE_JOY_R", "Skirt_R", "Hand.R", "lip_L"]);
    assert_eq!(VisemeMap::detect(&face(&names, &[])).unwrap().morphs.len(), 14);
}

#[test]
fn shapes_of_tools_are_recognized() {
    use VisemeTargets::{ArKit, Daz, MakeHuman, Oculus, Reallusion, VRoid, Vowels, Vrm};
    let with = |before: &str, names: &[&str], after: &str| -> Vec<String> {
        names.iter().map(|name| format!("{before}{name}{after}")).collect()
    };
    let visemes = Viseme::ALL.map(Viseme::name);
    let meta = with("viseme_", &visemes, "");
    let both: Vec<String> = with("", &Viseme::ARKIT_NAMES, "").into_iter().chain(meta.clone()).collect();
    let ready: Vec<String> = meta.iter().map(|name| name.replace("_ih", "_I").replace("_oh", "_O")).collect();
    let vrchat: Vec<String> = with("vrc.v_", &visemes, "").iter().map(|name| name.to_lowercase()).collect();
    let sides = |left: &str, right: &str| -> Vec<String> {
        Viseme::ARKIT_NAMES.iter().map(|name| name.replace("Left", left).replace("Right", right)).collect()
    };
    let genesis = [
        "facs_jnt_JawOpen",
        "facs_bs_MouthClose_div2",
        "facs_bs_MouthFunnel_div2",
        "facs_bs_MouthPucker_div2",
        "facs_bs_MouthPressLeft_div2",
        "facs_bs_MouthRollLower_div2",
        "facs_bs_MouthUpperUpLeft_div2",
    ];
    let creator = [
        "A25_Jaw_Open",
        "A29_Mouth_Funnel",
        "A30_Mouth_Pucker",
        "A37_Mouth_Close",
        "A48_Mouth_Press_Left",
        "A50_Mouth_Stretch_Left",
    ];
    let mixed = ["Open", "Explosive", "Dental_Lip", "Tight-O", "Tight", "Wide", "Affricate", "Lip_Open"];
    let phones = [
        "EE", "Er", "IH", "Ah", "Oh", "W_OO", "S_Z", "Ch_J", "F_V", "TH", "T_L_D_N", "B_M_P", "K_G_H_NG",
        "AE", "R",
    ];
    let daz = ["AA", "EE", "EH", "ER", "F", "IH", "IY", "K", "L", "M", "OW", "S", "SH", "T", "TH", "UW", "W"];
    let units = [
        "mouth-open",
        "mouth-compression",
        "mouth-parling",
        "mouth-part-later",
        "mouth-protusion",
        "mouth-pursing",
        "mouth-retraction",
        "mouth-elevation",
    ];
    let vowels = ["A", "I", "U", "E", "O"];
    for (morphs, expressions, expected) in [
        (meta, &[][..], Some(Oculus)),
        (both, &[], Some(Oculus)),
        (ready, &[], Some(Oculus)),
        (vrchat, &[], Some(Oculus)),
        (with("", &visemes, ""), &[], Some(Oculus)),
        (with("", &Viseme::ARKIT_NAMES, ""), &[], Some(ArKit)),
        (with("", &Viseme::ARKIT_NAMES, ""), &Viseme::VRM_NAMES, Some(ArKit)),
        (with("blendShape1.", &Viseme::ARKIT_NAMES, ""), &[], Some(ArKit)),
        (sides("_L", "_R"), &[], Some(ArKit)),
        (sides(".L", ".R"), &[], Some(ArKit)),
        (sides("L", "R"), &[], Some(ArKit)),
        (with("Genesis8_1Female__", &genesis, ""), &[], Some(ArKit)),
        (with("", &creator, ""), &[], Some(ArKit)),
        (with("V_", &mixed, ""), &[], Some(Reallusion)),
        (with("", &mixed, ""), &[], Some(Reallusion)),
        (with("", &phones, ""), &[], Some(Reallusion)),
        (with("head__eCTRLv", &daz, ""), &[], Some(Daz)),
        (with("Genesis9__facs_ctrl_v", &daz, ""), &[], Some(Daz)),
        (with("", &units, ""), &[], Some(MakeHuman)),
        (with("Face_Blendshape.Fcl_MTH_", &vowels, ""), &Viseme::VRM_NAMES, Some(Vrm)),
        (with("Fcl_MTH_", &vowels, ""), &[], Some(VRoid)),
        (with("", &["あ", "い", "う", "え", "お", "ん"], ""), &[], Some(Vowels)),
        (with("", &Viseme::VRM_NAMES, ""), &[], Some(Vowels)),
        (with("", &[], ""), &["a", "happy"], None),
        (with("", &["smile", "jawOpen"], ""), &[], Some(VisemeTargets::Opening)),
        (with("", &["smile", "frown"], ""), &[], None),
    ] {
        let morphs: Vec<&str> = morphs.iter().map(String::as_str).collect();
        let found = VisemeMap::detect(&face(&morphs, expressions));
        assert_eq!(found.map(|map| map.kind()), expected, "{morphs:?}");
    }
}

#[test]
fn all_shapes_of_a_tool_are_used() {
    let sides: Vec<String> =
        Viseme::ARKIT_NAMES.iter().map(|name| format!("Genesis9__facs_bs_{name}_div2")).collect();
    let sides: Vec<&str> = sides.iter().map(String::as_str).collect();
    let character = face(&sides, &[]);
    let map = VisemeMap::detect(&character).unwrap();
    assert_eq!(map.morphs.len(), sides.len());
    // The jaw of Character Creator opens by a joint, whatever its morph targets do.
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![Joint {
            name: "CC_Base_JawRoot".into(),
            parent: None,
            rest: Transform::IDENTITY,
            in_scene: true,
        }])
        .unwrap(),
        ..(*character).clone().into_parts()
    };
    let map = VisemeMap::detect(&Character::new(parts).unwrap()).unwrap();
    assert!(map.kind() == VisemeTargets::ArKit && map.moves_jaw());
}

#[test]
fn speech_takes_the_mouth_over_by_its_weight() {
    let character = face(&["mouth_wide", "other"], &["aa"]);
    let mut row = [0.0; Viseme::COUNT];
    row[Viseme::Aa.index()] = 0.8;
    let map = VisemeMap::new(&character, [("mouth_wide", row), ("aa", row)]).unwrap();
    let rig = FaceRig::new(&character).with_viseme_map(Some(Arc::new(map.clone()))).unwrap();
    let mut state = FaceState::new(Arc::new(rig), &character).unwrap();
    let other = face(&["mouth_wide"], &[]);
    assert_eq!(FaceState::new(state.rig().clone(), &other).unwrap_err(), FaceError::OtherCharacter);
    assert!(FaceRig::new(&other).with_viseme_map(Some(Arc::new(map))).is_err());
    for (aa, expected) in [(0.0, [0.5, 0.4]), (1.0, [0.8, 0.8]), (0.5, [0.65, 0.6])] {
        let mut visemes = [0.0; Viseme::COUNT];
        visemes[Viseme::Aa.index()] = aa;
        visemes[Viseme::Sil.index()] = 1.0 - aa;
        state.set_visemes(visemes);
        let morphs = solved(&mut state, &[0.4], &[0.5, 0.3], 0.0);
        assert!((morphs[0] - expected[0]).abs() < 1e-6, "{aa}: {morphs:?}");
        assert_eq!(morphs[1], 0.3);
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
