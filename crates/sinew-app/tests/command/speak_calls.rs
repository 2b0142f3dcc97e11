//! Calls of `sinew speak` that are refused, and inputs that are usable in part.

use crate::run_sinew::{Folder, asset, sinew, sinew_reads};
use crate::speak::{made_wav, own_line};
use serde_json::Value;

fn json(file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

#[test]
fn options_without_effect_are_refused_before_any_work() {
    let folder = Folder::new("speak_options");
    let wav = folder.file("tone.wav", &made_wav());
    let cases: [(&[&str], &str); 20] = [
        (&["-o", "a.json", "--fps", "60"], "--fps is that of a .dat file"),
        (&["-o", "a.json", "--extended-shapes", "GX"], "--extended-shapes is for .tsv"),
        (&["-o", "a.tsv", "--extended-shapes", "GY"], "letters of G, H and X"),
        (&["-o", "a.tsv", "--dat-names", "letters"], "--dat-names is for .dat"),
        (&["-o", "a.glb", "--onto", "--dat-names", "letters"], "--dat-names is for .dat"),
        (&["-o", "a.json", "--view", "face"], "the options of the camera"),
        (&["-o", "a.glb", "--onto", "--view", "side"], "the options of the camera"),
        (&["-o", "a.glb", "--onto", "--size", "60x60"], "--size"),
        (&["-o", "a.glb", "--onto", "--format", "rhubarb"], "--format"),
        (&["-o", "a.tsv", "--format", "rhubarb"], "--format"),
        (&["-o", "a.gif", "--onto", "--springs"], "--springs"),
        (&["-o", "a.glb", "--onto", "--emotion", "none"], "without --emotion"),
        (&["-o", "a.glb", "--onto", "--emotion", "happy=1.5"], "NAME=W with a weight from 0 to 1"),
        (&["-o", "a.glb", "--onto", "--seed", "-1"], "expected a whole number"),
        (&["-o", "a.glb", "--seed", "1"], "--onto"),
        (&["-o", "a.glb", "--no-face"], "--onto"),
        (&["-o", "a.vrma", "--onto", "--seed", "1"], ".vrma"),
        (&["--picture", "a.png", "--onto"], "add -o OUT.glb"),
        (&["--picture", "a.png", "--fps", "12"], "--onto"),
        (&["--json"], "add -o OUT.json"),
    ];
    for (options, message) in cases {
        sinew(&[&["speak", &wav], options].concat()).failed(2, &[message]);
    }
    // The ending is checked before the sound is read.
    let none = folder.path("none.wav");
    sinew(&["speak", &none, "-o", "a.mov"]).failed(2, &["a.mov"]);
    sinew(&["speak", &none, "--onto", "-o", "a.mov"]).failed(2, &["a.mov"]);
    assert_eq!(folder.names(), ["tone.wav"]);
}

#[test]
fn a_folder_that_is_missing_is_no_wrong_call() {
    let folder = Folder::new("speak_no_folder");
    let wav = folder.file("tone.wav", &made_wav());
    let out = folder.path("none/a.json");
    sinew(&["speak", &wav, "--mode", "amplitude", "-o", &out]).failed(3, &["there is no folder", "none"]);
}

#[test]
fn a_sound_is_read_from_standard_input() {
    let folder = Folder::new("speak_stdin");
    let wav = folder.file("tone.wav", &made_wav());
    let out = folder.path("a.json");
    let input = std::fs::File::open(&wav).unwrap();
    let run = sinew_reads(&["speak", "-", "--mode", "amplitude", "-o", &out], input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!((&json(&out)["file"], &json(&out)["duration"]), (&"standard input".into(), &1.0.into()));
}

#[test]
fn counts_of_cues_are_those_of_the_file() {
    let folder = Folder::new("speak_counts");
    let said = |name: &str, options: &[&str]| {
        let out = folder.path(name);
        let phones = own_line("line.TextGrid");
        let run =
            sinew(&[&["speak", &own_line("line.flac"), "--phones", &phones, "-o", &out], options].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        (run.err, std::fs::read_to_string(&out).unwrap())
    };
    let (xml_said, xml) = said("a.xml", &[]);
    let count = xml.matches("<mouthCue ").count();
    assert!(count > 10 && xml_said.contains(&format!(", {count} cues")), "{count}: {xml_said}");
    let (tsv_said, tsv) = said("a.tsv", &[]);
    // The last line closes the mouth.
    assert_eq!(tsv.lines().count(), count + 1);
    assert!(tsv_said.contains(&format!(", {count} cues")), "{tsv_said}");
    let (rhubarb_said, rhubarb) = said("a.json", &["--format", "rhubarb"]);
    assert_eq!(
        serde_json::from_str::<Value>(&rhubarb).unwrap()["mouthCues"].as_array().unwrap().len(),
        count
    );
    assert!(rhubarb_said.contains(&format!(", {count} cues")), "{rhubarb_said}");
    let last = |dat: &str| dat.lines().last().unwrap().split(' ').next().unwrap().parse::<f64>().unwrap();
    let [(said_24, at_24), (_, at_60)] = [said("a.dat", &[]), said("b.dat", &["--fps", "60"])];
    assert!(said_24.contains("24 frames per second") && last(&at_24) > 90.0, "{said_24}");
    assert!((last(&at_60) / last(&at_24) - 2.5).abs() < 0.05);
    // Fewer shapes, and letters as names.
    let (_, basic) = said("c.tsv", &["--extended-shapes", ""]);
    let letter = |line: &str| line.split('\t').nth(1).unwrap().to_owned();
    let letters = |tsv: &str| tsv.lines().map(letter).collect::<std::collections::BTreeSet<_>>();
    assert!(letters(&tsv).contains("X") && letters(&tsv).contains("G"), "{tsv}");
    assert!(letters(&basic).iter().all(|letter| ("A".."G").contains(&letter.as_str())), "{basic}");
    let (_, named) = said("c.dat", &["--dat-names", "letters", "--extended-shapes", "g"]);
    let names: Vec<_> = named.lines().skip(1).map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert!(names.contains(&"G") && names.iter().all(|name| ("A".."H").contains(name)), "{named}");
    assert!(at_24.contains(" rest") && at_24.contains(" FV"), "{at_24}");
}

#[test]
fn phones_of_a_longer_sound_are_reported_and_cut() {
    let folder = Folder::new("speak_long_phones");
    let wav = folder.file("tone.wav", &made_wav());
    let (out, phones) = (folder.path("a.json"), own_line("line.TextGrid"));
    let run = sinew(&["speak", &wav, "--phones", &phones, "-o", &out]);
    let named = ["line.TextGrid", "tone.wav lasts 1.00 s"].iter().all(|words| run.err.contains(words));
    assert!(run.code == 0 && named, "{}", run.err);
    let words = json(&out)["words"].clone();
    let words = words.as_array().unwrap();
    assert!(!words.is_empty() && words.iter().all(|word| word["end"].as_f64().unwrap() <= 1.0), "{words:?}");
    let voice = folder.path("voice.json");
    sinew(&["speak", &wav, "--phones", &phones, "--calibrate", "-o", &voice])
        .failed(1, &["line.TextGrid", "tone.wav"]);
    // The phones of the sound itself are no reason for a message, but a few seconds are few for a voice.
    let line = own_line("line.flac");
    let run = sinew(&["speak", &line, "--phones", &phones, "--calibrate", "-o", &voice]);
    assert!(run.code == 0 && run.err.contains("a minute of speech"), "{}", run.err);
    let run = sinew(&["speak", &line, "--phones", &phones, "-o", &out]);
    assert!(run.code == 0 && run.err.lines().count() == 1, "{}", run.err);
}

#[test]
fn a_text_of_another_sound_is_written_with_a_warning() {
    let folder = Folder::new("speak_other_text");
    let (out, line) = (folder.path("a.json"), own_line("line.flac"));
    let other = "Seven purple elephants jumped over a wooden fence.";
    let text = folder.file("other.txt", other.as_bytes());
    let run = sinew(&["speak", &line, "--text", &text, "-o", &out]);
    let named = ["other.txt", "line.flac", "is it a recording of this text?"];
    assert!(run.code == 0 && named.iter().all(|words| run.err.contains(words)), "{}", run.err);
    assert_eq!(json(&out)["words"].as_array().unwrap().len(), 8);
    let long = folder.file("long.txt", other.repeat(9).as_bytes());
    sinew(&["speak", &line, "--text", &long, "-o", &folder.path("b.json")])
        .failed(1, &["long.txt", "line.flac", "cannot be said in less than"]);
}

#[test]
fn sounds_of_other_formats_are_named() {
    let folder = Folder::new("speak_formats");
    let out = folder.path("a.json");
    let m4a = folder.file("a.m4a", b"\0\0\0\x20ftypM4A \0\0\0\0isom");
    sinew(&["speak", &m4a, "-o", &out]).failed(1, &["MP4 or M4A", "supported are WAV", "ffmpeg -i"]);
    let mut adpcm = made_wav();
    adpcm[20] = 2;
    let adpcm = folder.file("adpcm.wav", &adpcm);
    sinew(&["speak", &adpcm, "-o", &out]).failed(1, &["Microsoft ADPCM"]);
}

#[test]
fn weights_that_an_expression_cannot_have_are_reported() {
    let folder = Folder::new("speak_map_weights");
    let wav = folder.file("tone.wav", &made_wav());
    let map = folder.file("map.ron", br#"(visemes: {"aa": (expressions: {"aa": 7})})"#);
    let run =
        sinew(&["speak", &wav, "--mode", "amplitude", "--onto", "--map", &map, "-o", &folder.path("a.glb")]);
    let said = ["speaks by the shapes of", "map.ron", "\"aa\" has the weight 7"];
    assert!(run.code == 0 && said.iter().all(|words| run.err.contains(words)), "{}", run.err);
    let checked = sinew(&["check", &map]);
    assert!(checked.code == 0 && checked.out.contains("has the weight 7"), "{}{}", checked.out, checked.err);
}

#[test]
fn characters_without_a_mouth_are_said_to_have_none() {
    let Some(file) = asset("gltf/Fox.glb") else { return };
    let run = sinew(&["inspect", &file]);
    assert!(run.out.contains("Speech: none"), "{}", run.out);
    assert!(sinew(&["inspect"]).out.contains("Speech: 15 visemes"));
}
