//! Tests of the readers of phone tracks and cues.

use super::{
    ReadError, TextGrid, read_cues, read_htk_lab, read_json_track, read_papagayo, read_timit_phn, read_track,
};
use crate::format::{SwitchNames, dat, rhubarb_json, tsv, xml};
use crate::phone::DrawnShapes;
use crate::timeline::{PhoneTrack, VisemeCue};
use sinew_viseme::Viseme;
use test_needs::cases;

const LONG: &str = "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0\nxmax = 1\n\
    tiers? <exists>\nsize = 2\n\
    item []:\n    item [1]:\n        class = \"IntervalTier\"\n        name = \"Anna - words\"\n        xmin \
    = 0\n        xmax = 1\n\
    intervals: size = 2\n        intervals [1]:\n            xmin = 0\n            xmax = 0.4\n            \
    text = \"\"\n\
    intervals [2]:\n            xmin = 0.4\n            xmax = 1\n            text = \"say \"\"he\"\"\"\n    \
    item [2]:\n\
    class = \"IntervalTier\"\n        name = \"Anna - phones\"\n        xmin = 0\n        xmax = 1\n        \
    intervals: size = 3\n\
    intervals [1]:\n            xmin = 0\n            xmax = 0.4\n            text = \"\"\n        intervals \
    [2]:\n\
    xmin = 0.4\n            xmax = 0.6\n            text = \"HH\"\n        intervals [3]:\n            xmin \
    = 0.6\n\
    xmax = 1\n            text = \"IY1\"\n";

const SHORT: &str = "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n1\n<exists>\n3\n\
    \"TextTier\"\n\"marks\"\n0\n1\n1\n\
    0.5\n\"beat\"\n\"IntervalTier\"\n\"word\"\n0\n1\n2\n0\n0.4\n\"sil\"\n0.4\n1\n\"say \"\"he\"\"\"\n\
    \"IntervalTier\"\n\"phone\"\n0\n1\n3\n\
    0\n0.4\n\"\"\n0.4\n0.6\n\"HH\"\n0.6\n1\n\"IY1\"\n";

fn summary(track: &PhoneTrack) -> String {
    let phones =
        track.phones().iter().map(|p| format!("{:.2}-{:.2} {}", p.start, p.end, p.sound.phone.ipa()));
    let words = track.words().iter().map(|w| format!("{:.2}-{:.2} {}", w.start, w.end, w.word));
    phones.chain(words).collect::<Vec<_>>().join("|")
}

const EXPECTED: &str = "0.00-0.40 |0.40-0.60 h|0.60-1.00 i|0.40-1.00 say \"he\"";

#[test]
fn text_grids_long_short_and_in_every_encoding() {
    for text in [LONG, SHORT] {
        let utf_16 = |unit: fn(u16) -> [u8; 2], mark: [u8; 2]| -> Vec<u8> {
            mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect()
        };
        let files = [
            text.as_bytes().to_vec(),
            [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            utf_16(u16::to_be_bytes, [0xFE, 0xFF]),
            utf_16(u16::to_le_bytes, [0xFF, 0xFE]),
            text.replace('\n', "\r\n").into_bytes(),
        ];
        for file in files {
            assert_eq!(summary(&read_track(&file).unwrap()), EXPECTED);
        }
    }
    let grid = TextGrid::from_bytes(SHORT.as_bytes()).unwrap();
    assert_eq!(grid.tiers[0].intervals[0].text, "beat");
}

#[test]
fn errors_of_text_grids_have_their_line() {
    let error =
        |from: &str, to: &str| read_track(SHORT.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
    assert!(
        error("0.6\n\"HH\"", "x\n\"HH\"").starts_with("line 36:"),
        "{}",
        error("0.6\n\"HH\"", "x\n\"HH\"")
    );
    assert!(error("\"IY1\"", "\"IY1").starts_with("line 39: a text without"));
    assert!(error("\"phone\"", "\"other\"").contains("no phones"));
    assert!(error("\"TextTier\"", "\"Tier\"").starts_with("line 8:"));
    assert!(error("0.4\n0.6", "0.1\n0.6").contains("phone 1"));
    assert!(error("3\n0\n0.4\n\"\"", "999999999999\n0\n0.4\n\"\"").contains("end of the file"));
    assert_eq!(read_track(b"\xFF\xFEa\0\x00\xD8x\0").unwrap_err(), ReadError::Encoding { byte: 4 });
    assert_eq!(read_track(b"ab\xFF").unwrap_err(), ReadError::Encoding { byte: 2 });
}

#[test]
fn label_files() {
    let htk = "0 4000000 sil\n4000000 6000000 hh\n6000000 10000000 iy -53.2 word\n";
    let hts = "0 4000000 x^x-sil+hh=iy@x_x/A:0\n4000000 5000000 x^sil-hh+iy=t@1_2/A:1[2]\n\
        5000000 6000000 x^sil-hh+iy=t@1_2/A:1[3]\n6000000 10000000 sil^hh-iy+t=er@2_1[2]\n";
    let mlf = "#!MLF!#\n\"*/a.lab\"\n0 4000000 sil\n4000000 6000000 sil-hh+iy\n6000000 10000000 hh-iy+sil\n\
        .\n\"*/b.lab\"\n0 1 t\n";
    let timit = "0 6400 h#\n6400 9600 hh\n9600 16003 iy\n";
    let seconds = "0.0\t0.4\tsil\n0.4\t0.6\thh\n0.6\t1.0\tiy\n";
    let xwaves = "signal a\nnfields 1\n#\n 0.4 125 H#\n 0.6 125 h\n 1.0 125 i\n";
    for text in [htk, hts, mlf, timit, seconds, xwaves] {
        let track = read_track(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(summary(&track), "0.00-0.40 |0.40-0.60 h|0.60-1.00 i", "{text}");
    }
    assert_eq!(read_htk_lab(htk.as_bytes()), read_track(htk.as_bytes()));
    assert_eq!(read_timit_phn(timit.as_bytes()), read_track(timit.as_bytes()));
    let error = read_track(b"0 1000 sil\n1000 x hh\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2: \"x\", expected the end as a number");
    assert!(read_track(b"0 1000\n").unwrap_err().to_string().starts_with("line 1: no label"));
}

#[test]
fn json_of_aligners() {
    let plain = r#"{"phones":[{"start":0,"end":0.4,"phone":"sil"},{"start":0.4,"end":0.6,"phone":"HH"},{"start":0.6,"end":1,"phone":"IY1"}],
        "words":[{"start":0.4,"end":1,"word":"say \"he\""}]}"#;
    let gentle = r#"{"words":[{"case":"not-found-in-audio","word":"um"},{"start":0.4,"end":1.0,"word":"say \"he\"",
        "phones":[{"duration":0.2,"phone":"hh_B"},{"duration":0.4,"phone":"iy_E"}]}]}"#;
    let sphinx = r#"{"b":0,"d":1,"t":"x","w":[{"b":0,"d":0.4,"t":"<sil>","w":[{"b":0,"d":0.4,"t":"SIL"}]},
        {"b":0.4,"d":0.6,"t":"say \"he\"(2)","w":[{"b":0.4,"d":0.2,"t":"HH"},{"b":0.6,"d":0.4,"t":"IY"}]}]}"#;
    let mfa = r#"{"tiers":{"words":{"entries":[[0,0.4,""],[0.4,1,"say \"he\""]]},
        "phones":{"entries":[[0,0.4,""],[0.4,0.6,"h"],[0.6,1,"iː"]]}}}"#;
    for text in [plain, sphinx, mfa] {
        assert_eq!(summary(&read_track(text.as_bytes()).unwrap()), EXPECTED, "{text}");
    }
    assert!(EXPECTED.ends_with(&summary(&read_track(gentle.as_bytes()).unwrap())));
    let error = |text: &str| read_json_track(text.as_bytes()).unwrap_err();
    let missing = error(r#"{"phones":[{"start":0,"end":1,"phone":"a"},{"start":1,"phone":"b"}]}"#);
    assert!(missing.to_string().starts_with("\"/phones/1\""), "{missing}");
    assert!(matches!(error("{\"phones\":\n["), ReadError::Line { line: 2, .. }));
    assert!(matches!(error(r#"{"words":[]}"#), ReadError::NoPhones { .. }));
    assert!(error(&"[".repeat(100_000)).to_string().contains("recursion"));
}

fn cues() -> Vec<VisemeCue> {
    let shapes = [Viseme::Sil, Viseme::PP, Viseme::Aa, Viseme::FF, Viseme::Ou];
    let cue = |(n, viseme): (usize, &Viseme)| VisemeCue::new(n as f64 * 0.25, (n + 1) as f64 * 0.25, *viseme);
    shapes.iter().enumerate().map(cue).collect()
}

#[test]
fn written_cues_are_read_again() {
    let written = cues();
    let files = [
        tsv(&written, DrawnShapes::ALL),
        xml("a.wav", 1.25, &written, DrawnShapes::ALL),
        rhubarb_json("a.wav", 1.25, &written, DrawnShapes::ALL),
        dat(&written, 24.0, DrawnShapes::ALL, SwitchNames::PrestonBlair),
        dat(&written, 24.0, DrawnShapes::ALL, SwitchNames::Letters),
    ];
    for text in files {
        let read = read_cues(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (cue, read) in written.iter().zip(&read) {
            assert_eq!(cue.viseme, read.viseme, "{text}");
            assert!((cue.start - read.start).abs() < 0.011 && (cue.end - read.end).abs() < 0.011, "{text}");
        }
    }
}

#[test]
fn names_of_visemes_are_no_letters_of_rhubarb() {
    let json = r#"{"cues":[{"start":0,"end":0.1,"value":"E"},{"start":0.1,"end":0.2,"value":"kk"},{"start":0.2,"end":0.3,"value":"O"}]}"#;
    let visemes: Vec<_> = read_cues(json.as_bytes()).unwrap().iter().map(|cue| cue.viseme).collect();
    assert_eq!(visemes, [Viseme::E, Viseme::KK, Viseme::Oh]);
    let letters: Vec<_> =
        read_cues(b"0.0\tX\n0.1\tE\n0.2\tX\n").unwrap().iter().map(|cue| cue.viseme).collect();
    assert_eq!(letters, [Viseme::Sil, Viseme::Oh, Viseme::Sil]);
}

#[test]
fn errors_of_cues_have_their_location() {
    let error = |text: &str| read_cues(text.as_bytes()).unwrap_err().to_string();
    assert!(error("0.0\tX\n0.1\tZZ\n").starts_with("line 2:"));
    assert!(error("0.2\tX\n0.1\tA\n").starts_with("line"));
    assert!(error("MohoSwitch1\n1 rest\nx MBP\n").starts_with("line 3:"));
    assert!(error("<a>\n<mouthCue start=\"0\">A</mouthCue>").starts_with("line 2:"));
    assert!(
        error(r#"{"cues":[{"start":0,"end":1,"value":"A"},{"start":2,"end":1,"value":"X"}]}"#)
            .starts_with("\"/cues/1\"")
    );
    assert!(error("hello").contains("unrecognized"));
}

const PAPAGAYO: &str = "lipsync version 1\nhi.wav\n24\n48\n1\n\tVoice 1\n\tHe may.\n\t1\n\t\tHe may.\n\t\t0\n\
    \t\t40\n\t\t2\n\
    \t\t\the 6 11 2\n\t\t\t\t6 etc\n\t\t\t\t9 E\n\t\t\tmay 24 35 2\n\t\t\t\t24 MBP\n\t\t\t\t27 AI\n";

#[test]
fn papagayo_files() {
    let file = read_papagayo(PAPAGAYO.as_bytes()).unwrap();
    assert_eq!((file.sound.as_str(), file.frames_per_second), ("hi.wav", 24.0));
    let voice = &file.voices[0];
    assert_eq!(voice.words[1].word, "may");
    assert_eq!((voice.words[1].start, voice.words[1].end), (1.0, 1.5));
    let found: Vec<_> = voice.cues.iter().map(|cue| (cue.start, cue.viseme)).collect();
    use Viseme::{Aa, DD, E, PP, Sil};
    assert_eq!(found, [(0.0, Sil), (0.25, DD), (0.375, E), (0.5, Sil), (1.0, PP), (1.125, Aa)]);
    assert_eq!(voice.cues[5].end, 1.5);
    assert_eq!(read_cues(PAPAGAYO.as_bytes()).unwrap(), voice.cues);
    let error = read_papagayo(PAPAGAYO.replace("27 AI", "27 XY").as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("line 18:"), "{error}");
    assert!(read_papagayo(b"lipsync version 1\na\n24\n1\n99999999999999\n").is_err());
}

#[test]
fn damaged_files_never_panic() {
    let cues = cues();
    let files = [
        LONG.into(),
        SHORT.into(),
        PAPAGAYO.into(),
        tsv(&cues, DrawnShapes::ALL),
        xml("a.wav", 1.0, &cues, DrawnShapes::ALL),
        rhubarb_json("a.wav", 1.0, &cues, DrawnShapes::ALL),
        dat(&cues, 24.0, DrawnShapes::ALL, SwitchNames::PrestonBlair),
        dat(&cues, 24.0, DrawnShapes::ALL, SwitchNames::Letters),
        "0 4000000 x^x-sil+hh=iy@x_x\n4000000 6000000 hh-iy+t[2]\n".to_owned(),
        "signal a\n#\n 0.4 125 H#\n".to_owned(),
    ];
    for file in files {
        for mut random in cases(1500) {
            let mut random = |limit: usize| random.usize(..limit);
            let mut bytes = file.clone().into_bytes();
            for _ in 0..=random(4) {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = b"\"\n 09-.e<>[]{}~\t\xFF"[random(17)],
                    2 => drop(bytes.remove(at.min(bytes.len() - 1))),
                    _ => bytes.insert(at, b"9\"-\n"[random(4)]),
                }
                if bytes.is_empty() {
                    bytes.push(b'0');
                }
            }
            let _ = (read_track(&bytes), read_cues(&bytes));
        }
    }
}
