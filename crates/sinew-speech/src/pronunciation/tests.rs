//! Tests of dictionaries and of the spelling rules.

use super::*;

fn said(word: &str) -> Vec<String> {
    let labels =
        |pronunciation: &Pronunciation| pronunciation.iter().map(|p| p.label()).collect::<Vec<_>>().join(" ");
    Dictionary::english().pronunciations(word).iter().map(labels).collect()
}

#[test]
fn words_of_the_dictionary_are_said_as_it_says() {
    let known = [
        ("hello", "HH AH0 L OW"),
        ("through", "TH R UW"),
        ("beautiful", "B Y UW T AH0 F AH0 L"),
        ("psychology", "S AY K AA L AH0 JH IY"),
        ("w", "D AH B AH0 L Y UW"),
        ("o'clock", "AH0 K L AA K"),
        ("one", "W AH N"),
    ];
    for (word, phones) in known {
        assert_eq!(said(word)[0], phones, "{word}");
    }
}

#[test]
fn words_with_several_pronunciations_have_them_all() {
    assert!(said("the").len() >= 2, "{:?}", said("the"));
    let read = said("read");
    assert!(read.contains(&"R IY D".into()) && read.contains(&"R EH D".into()), "{read:?}");
}

#[test]
fn words_that_no_dictionary_has_are_read_by_their_letters() {
    assert_eq!(said("blorptastic"), ["B L AO R P T EY S T IH K"]);
    assert_eq!(said("SINEW"), said("sinew"));
}

#[test]
fn words_without_letters_have_no_pronunciation() {
    for word in ["", "'", "123", "…", "\u{1f600}"] {
        assert_eq!(said(word), Vec::<String>::new(), "{word:?}");
    }
}

#[test]
fn own_words_replace_the_built_in_ones() -> Result<(), DictionaryError> {
    let mut dictionary = Dictionary::english();
    dictionary.add_text(";;; names\nHELLO  B AH1 M # a joke\nHELLO(2)\t0.5 M IY1\n\n")?;
    assert_eq!(format!("{:?}", dictionary.pronunciations("Hello")), "[[B, AH, M], [M, IY]]");
    Ok(())
}

#[test]
fn mistakes_in_a_dictionary_name_their_line_and_add_nothing() {
    let mut dictionary = Dictionary::english();
    let error = dictionary.add_text("hello  M IY1\nworld  W ER1 QX D").unwrap_err();
    assert_eq!(error.to_string(), "line 2: \"QX\" in the pronunciation of \"world\" is no ARPABET phone");
    assert_eq!(dictionary.pronunciations("hello")[0].len(), 4);
    assert_eq!(
        dictionary.add_text("\nhello").unwrap_err(),
        DictionaryError::NoPhones { line: 2, word: "hello".into() }
    );
}
