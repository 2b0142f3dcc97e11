//! Tests of mouth shapes and of the viseme sets.

use super::{
    ARKIT_NAMES, LipContact, MouthShape, arkit_weights, mpeg_viseme, sapi_viseme, typical_phone, viseme,
};
use crate::phone::{LabialContact, Notation, Phone};
use sinew_viseme::Viseme;

/// Phones of an ARPABET label.
fn phone(label: &str) -> Phone {
    Notation::Arpabet.parse(label).unwrap_or_else(|| panic!("{label}")).phone
}

#[test]
fn the_published_table_of_oculus() {
    let table = "PP:P B M|FF:F V|TH:TH DH|DD:T D|kk:K G NG|CH:CH JH SH ZH|SS:S Z|nn:N L|RR:R ER|aa:AA AE AH|\
        E:EH|ih:IH IY|oh:AO OW|ou:UH UW W";
    for row in table.split('|') {
        let (name, labels) = row.split_once(':').unwrap();
        for label in labels.split(' ') {
            assert_eq!(viseme(phone(label)).name(), name, "{label}");
            assert_eq!(mpeg_viseme(phone(label)), viseme(phone(label)).index() as u8);
        }
    }
}

#[test]
fn the_published_table_of_sapi() {
    let table = "1:AE AX AH|2:AA|3:AO|4:EY EH UH|5:ER|6:Y IY IH IX|7:W UW|8:OW|9:AW|10:OY|11:AY|12:HH|13:R|\
        14:L|15:S Z|\
        16:SH CH JH ZH|17:TH DH|18:F V|19:D T N|20:K G NG|21:P B M|0:SIL";
    for row in table.split('|') {
        let (number, labels) = row.split_once(':').unwrap();
        for label in labels.split(' ') {
            assert_eq!(sapi_viseme(Notation::Arpabet.parse(label).unwrap()).to_string(), number, "{label}");
        }
    }
}

#[test]
fn mouth_shapes_of_rhubarb() {
    let table = "A:P B M|B:K S T IY|C:EH AE|D:AA|E:AO ER|F:UW W|G:F V|H:L|X:SIL";
    for row in table.split('|') {
        let (letter, labels) = row.split_once(':').unwrap();
        for label in labels.split(' ') {
            assert_eq!(MouthShape::of_phone(phone(label)).letter(), letter, "{label}");
        }
    }
    for shape in MouthShape::ALL {
        assert_eq!(MouthShape::from_letter(shape.letter()), Some(shape));
        assert_eq!(MouthShape::from_preston_blair(shape.preston_blair()), Some(shape));
        // No viseme has the raised tongue of L alone.
        assert!(shape == MouthShape::H || MouthShape::of_viseme(shape.viseme()) == shape);
    }
}

#[test]
fn typical_phones_have_their_viseme() {
    assert!(Viseme::ALL.into_iter().all(|v| viseme(typical_phone(v)) == v));
}

#[test]
fn arkit_lips_are_closed_where_the_phone_closes_them() {
    assert_eq!(ARKIT_NAMES[..2], ["jawOpen", "mouthClose"]);
    for phone in Phone::all() {
        let weights = arkit_weights(&phone.articulation(), LipContact::of(phone));
        assert!(weights.iter().all(|w| (0.0..=1.0).contains(w)), "{phone:?}");
        let is_closed = phone.contact() == LabialContact::Lips;
        assert_eq!(weights[1] > 0.0, is_closed, "{phone:?}");
        assert!(!is_closed || (weights[0] - weights[1]).abs() < 1e-6, "{phone:?}");
    }
    let round = arkit_weights(&phone("UW").articulation(), LipContact::default());
    assert!(round[3] > 0.7 && round[4] == 0.0);
}

#[test]
fn the_recipe_of_visemes_is_that_of_their_typical_phones() {
    for viseme in Viseme::ALL {
        let phone = typical_phone(viseme);
        let weights = arkit_weights(&phone.articulation(), LipContact::of(phone));
        for (name, weight) in ARKIT_NAMES.into_iter().zip(weights) {
            let runtime =
                viseme.arkit_weights().find(|weight| weight.0 == name).map_or(0.0, |weight| weight.1);
            assert!((runtime - weight).abs() < 0.0051, "{viseme} {name}: {runtime} for {weight}");
        }
    }
}
