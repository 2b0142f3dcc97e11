//! Tests of transcripts: readings of words, numbers and abbreviations.

use super::*;
use test_needs::cases;

/// First readings of all words.
fn read(text: &str) -> String {
    let words = Transcript::new(text);
    words.words().iter().map(|word| word.readings[0].join(" ")).collect::<Vec<_>>().join(" ")
}

/// All readings of the one word of a text.
fn ways(text: &str) -> Vec<String> {
    let words = Transcript::new(text);
    assert_eq!(words.words().len(), 1, "{words:?}");
    words.words()[0].readings.iter().map(|reading| reading.join(" ")).collect()
}

#[test]
fn punctuation_is_not_read() {
    assert_eq!(
        read("\u{201c}Well, I\u{2019}m here!\u{201d} she said\u{2014}quietly\u{2026} (then) left."),
        "well i'm here she said quietly then left"
    );
    assert_eq!(read("  - one --two * three_ "), "one two three");
    assert_eq!(read(""), "");
    assert_eq!(read("... --- !!! \u{1f600}"), "");
}

#[test]
fn words_know_their_text_and_offset() {
    let text = "\u{201c}Hello,\u{201d} Mr. O\u{2019}Neil-Smith!";
    let transcript = Transcript::new(text);
    let words: Vec<&str> = transcript.words().iter().map(|word| word.text.as_str()).collect();
    assert_eq!(words, ["Hello", "Mr", "O\u{2019}Neil", "Smith"]);
    for word in transcript.words() {
        assert!(text[word.at..].starts_with(&word.text), "{word:?}");
    }
}

#[test]
fn numbers_are_read() {
    assert_eq!(read("7 12 35 40 0"), "seven twelve thirty five forty zero");
    assert_eq!(read("1,234,567"), "one million two hundred thirty four thousand five hundred sixty seven");
    assert_eq!(read("3.14 .5 -7"), "three point one four point five minus seven");
    assert_eq!(read("007"), "oh oh seven");
    assert!(ways("205").contains(&"two oh five".into()));
    assert!(ways("205").contains(&"two hundred and five".into()));
    assert!(ways("100").contains(&"a hundred".into()));
    assert_eq!(read("99999999999999999999"), ["nine"; 20].join(" "));
}

#[test]
fn years_ordinals_and_decades_are_read() {
    assert_eq!(read("1852"), "eighteen fifty two");
    assert!(ways("1852").contains(&"one thousand eight hundred fifty two".into()));
    assert_eq!(
        read("1905 1900 2026 2007"),
        "nineteen oh five nineteen hundred twenty twenty six two thousand seven"
    );
    assert_eq!(
        read("21st 2nd 3rd 12th 20th 100th"),
        "twenty first second third twelfth twentieth one hundredth"
    );
    assert_eq!(read("the 1990s and '60s"), "the nineteen nineties and sixties");
    assert!(ways("VIII").starts_with(&["the eighth".into(), "eight".into()]), "{:?}", ways("VIII"));
}

#[test]
fn money_times_and_fractions_are_read() {
    assert_eq!(read("$5 $1 \u{a3}20"), "five dollars one dollar twenty pounds");
    assert_eq!(ways("$5.50")[0], "five dollars fifty cents");
    assert!(ways("$5.50").contains(&"five fifty".into()));
    assert_eq!(read("$5 million"), "five dollars million dollars");
    assert!(ways("$1.25M")[0].ends_with("million dollars"), "{:?}", ways("$1.25M"));
    assert_eq!(read("1,2,3"), "one two three");
    assert!(ways("$5").contains(&"five".into()));
    assert_eq!(read("10:45 10:05 9:00"), "ten forty five ten oh five nine o'clock");
    assert_eq!(read("1/2 3/4 2/3"), "one half three quarters two thirds");
    assert_eq!(read("50% 20\u{b0}"), "fifty percent twenty degrees");
}

#[test]
fn abbreviations_initials_and_mixtures_are_read() {
    assert_eq!(read("Mr. and Mrs. Smith, etc."), "mister and missus smith et cetera");
    assert_eq!(read("No. 5"), "number five");
    assert_eq!(read("No, I won't."), "no i won't");
    assert_eq!(ways("St."), ["saint", "street"]);
    assert!(ways("in.").contains(&"in".into()) && ways("Sat.").contains(&"sat".into()));
    assert_eq!(ways("10:30am")[0], "ten thirty a m");
    assert_eq!(ways("5pm")[0], "five p m");
    assert_eq!(ways("DC")[0], "d c");
    assert_eq!(read("U.S.A. a.m."), "u s a a m");
    assert!(ways("NASA").contains(&"n a s a".into()) && ways("NASA").contains(&"nasa".into()));
    assert_eq!(read("TV TVs"), "t v t v's");
    assert_eq!(read("MP3 B2B 3D"), "m p three b two b three d");
    assert_eq!(read("R&D"), "r and d");
    assert_eq!(ways("example.com")[0], "example dot com");
    assert_eq!(read("twenty-one and/or"), "twenty one and or");
    assert_eq!(read("hmm"), "h m m");
    assert!(ways("hmm").contains(&"hmm".into()));
}

#[test]
fn other_alphabets_are_read_by_the_nearest_letters() {
    assert_eq!(read("caf\u{e9} ni\u{f1}o \u{fc}ber"), "cafe nino uber");
    assert_eq!(read("\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}"), "privet");
    assert!(!read("\u{5317}\u{4eac}").is_empty());
}

#[test]
fn long_pieces_are_read_to_their_end() {
    let text = "\u{5317}\u{4eac}".repeat(300);
    let transcript = Transcript::new(&text);
    let covered: usize = transcript.words().iter().map(|word| word.text.len()).sum();
    assert_eq!(covered, text.len());
    assert!(transcript.words().iter().all(|word| text[word.at..].starts_with(&word.text)));
}

#[test]
fn notes_in_brackets_are_not_spoken() {
    assert_eq!(read("well [laughs loudly] then <b>now</b>"), "well then now");
    assert_eq!(read("a < b [ c"), "a b c");
    assert_eq!(read("3 < 5\nand 7 > 2"), "three five and seven two");
    // Many brackets take no long time.
    assert!(Transcript::new(&"[".repeat(200_000)).words().is_empty());
}

#[test]
fn capitals_are_initials_only_beside_small_letters() {
    assert_eq!(ways("XIX")[0], "the nineteenth");
    assert_eq!(read("THE MIX IS CIVIL AND VIVID"), "the mix is civil and vivid");
    assert_eq!(read("the BBC"), "the b b c");
}

#[test]
fn damaged_texts_are_read_or_left_out() {
    let text = "\u{201c}Dr. Smith\u{2019}s $5.50 \u{2014} 1/2 of VIII, 10:45 p.m. [laughs] R&D 21st \
        caf\u{e9} \u{5317} co-op -3.5% <i>x</i>";
    let characters: Vec<char> = text.chars().collect();
    for mut random in cases(4000) {
        let mut random = |below: usize| random.usize(..below);
        let mut damaged = characters.clone();
        for _ in 0..=random(6) {
            let (from, to) = (random(damaged.len()), random(damaged.len()));
            match random(3) {
                0 => damaged.swap(from, to),
                1 => drop(damaged.remove(from)),
                _ => damaged.insert(to, characters[random(characters.len())]),
            }
        }
        let damaged: String = damaged.into_iter().collect();
        for word in Transcript::new(&damaged).words() {
            assert!(damaged[word.at..].starts_with(&word.text), "{damaged:?}: {word:?}");
            assert!(
                !word.readings.is_empty() && word.readings.iter().all(|reading| !reading.is_empty()),
                "{word:?}"
            );
        }
    }
}

#[test]
fn no_piece_of_text_makes_trouble() {
    let pieces = [
        "'",
        "''",
        "-",
        ".",
        "..",
        "1.",
        ".1.",
        "1,,2",
        "$",
        "$$5",
        "$.",
        ":",
        "1:",
        ":1",
        "/",
        "1/",
        "1/0",
        "-.5",
        "+-3",
        "'s",
        "1st2nd",
        "\u{a3}k",
        "&&",
        "[",
        "<",
        "a\u{301}",
        "\u{feff}x",
        "9".repeat(300).as_str(),
        "x".repeat(5000).as_str(),
    ]
    .map(str::to_owned);
    for piece in &pieces {
        let words = Transcript::new(piece);
        for word in words.words() {
            assert!(
                !word.readings.is_empty() && word.readings.iter().all(|reading| !reading.is_empty()),
                "{word:?}"
            );
        }
    }
    let all = pieces.join(" ");
    assert!(Transcript::new(&all).words().len() < 100);
}
