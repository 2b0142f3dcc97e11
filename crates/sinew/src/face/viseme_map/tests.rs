//! Tests of viseme maps: shape names of common tools, and speech by them.

use super::families::{kind_of, row_of};
use super::naming::arkit_row;
use super::targets::Row;
use super::test_face::{face, solved};
use super::{VisemeMap, VisemeTargets};
use crate::character::CharacterParts;
use crate::face::{FaceError, FaceRig, FaceState, Viseme};
use crate::face_names::{FaceNames, normalized};
use crate::skeleton::{Joint, Skeleton};
use crate::{Character, Transform};
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
