//! `sinew speak`: visemes of sounds, as data and on faces.

use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

/// WAV file of a second at 16 kHz: a voice-like tone from 0.3 to 0.7 s in silence.
fn made_wav() -> Vec<u8> {
    let samples = (0..16_000).map(|n| {
        let time = n as f32 / 16_000.0;
        let tone =
            (time * 600.0 * std::f32::consts::TAU).sin() + (time * 150.0 * std::f32::consts::TAU).sin();
        let is_on = (0.3..0.7).contains(&time);
        (if is_on { tone * 12_000.0 } else { 0.0 }) as i16
    });
    let data: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
    let mut wav = b"RIFF".to_vec();
    wav.extend((36 + data.len() as u32).to_le_bytes());
    wav.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    wav.extend(16_000u32.to_le_bytes());
    wav.extend(32_000u32.to_le_bytes());
    wav.extend(b"\x02\0\x10\0data");
    wav.extend((data.len() as u32).to_le_bytes());
    wav.extend(data);
    wav
}

fn inspect(file: &str) -> Value {
    sinew(&["inspect", file, "--json"]).json()
}

#[test]
fn a_tone_in_silence_opens_the_mouth_while_it_sounds() {
    let folder = Folder::new("speak_data");
    let (wav, out) = (folder.file("tone.wav", &made_wav()), folder.path("tone.json"));
    let run = sinew(&["speak", &wav, "--mode", "amplitude", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let speech: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!((&speech["mode"], &speech["rate"]), (&"amplitude".into(), &100.into()));
    assert_eq!(speech["channels"].as_array().unwrap().len(), 15);
    let silence = |frame: usize| speech["values"][frame][0].as_f64().unwrap();
    assert!(silence(10) > 0.95 && silence(50) < 0.4 && silence(95) > 0.95);
    let cues = speech["cues"].as_array().unwrap();
    assert_eq!((&cues[0]["value"], cues[0]["start"].as_f64()), (&"sil".into(), Some(0.0)));
    assert!(cues.iter().any(|cue| cue["value"] == "aa"), "{cues:?}");
    for (name, start) in [("tone.tsv", "0.00\tX"), ("tone.xml", "<?xml"), ("tone.dat", "MohoSwitch1")] {
        let out = folder.path(name);
        assert_eq!(sinew(&["speak", &wav, "--mode", "amplitude", "-o", &out]).code, 0);
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(text.starts_with(start), "{name}: {text}");
    }
    let rhubarb = folder.path("rhubarb.json");
    assert_eq!(sinew(&["speak", &wav, "--format", "rhubarb", "-o", &rhubarb]).code, 0);
    let rhubarb: Value = serde_json::from_slice(&std::fs::read(&rhubarb).unwrap()).unwrap();
    assert_eq!(rhubarb["mouthCues"][0]["value"], "X");
}

#[test]
fn the_built_in_character_and_any_vrm_avatar_speak() {
    let folder = Folder::new("speak_face");
    let wav = folder.file("tone.wav", &made_wav());
    let out = folder.path("speaks.glb");
    let run = sinew(&["speak", &wav, "--mode", "amplitude", "--onto", "-o", &out]);
    assert!(run.code == 0 && run.err.contains("15 visemes"), "{}", run.err);
    let it = inspect(&out);
    let clips = it["clips"].as_array().unwrap();
    assert_eq!((clips.len(), &clips[0]["name"]), (1, &"speech".into()));
    assert!((clips[0]["seconds"].as_f64().unwrap() - 1.0).abs() < 1e-3);
    let skin = |time: &str| {
        let posed = sinew(&["pose", &out, "--clip", "speech", "--time", time, "--vertices", "--json"]).json();
        posed["meshes"].to_string()
    };
    assert!(skin("0") == skin("0.1"), "the mouth rests before the tone");
    assert!(skin("0") != skin("0.5"), "the mouth opens");
    let vrma = folder.path("speaks.vrma");
    assert_eq!(sinew(&["speak", &wav, "--onto", "-o", &vrma]).code, 0);
    let expressions = inspect(&vrma);
    assert_eq!(expressions["format"], "vrma");
    assert!(expressions["clips"][0]["tracks"].as_u64().unwrap() >= 5, "{}", expressions["clips"]);
}

#[test]
fn phones_and_voices_of_a_recording() {
    let Some(wav) = asset("speech/ae/msajc003.wav") else { return };
    let Some(phones) = asset("speech/ae/msajc003.TextGrid") else { return };
    let folder = Folder::new("speak_voice");
    let (voice, out) = (folder.path("voice.json"), folder.path("out.json"));
    let run = sinew(&["speak", &wav, "--phones", &phones, "--calibrate", "-o", &voice]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = sinew(&["speak", &wav, "--mode", "template", "--voice", &voice, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    // The networks hear closed lips by themselves.
    for mode in ["offline", "live"] {
        let run = sinew(&["speak", &wav, "--mode", mode, "-o", &out]);
        assert_eq!(run.code, 0, "{}", run.err);
        let speech: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
        assert_eq!(speech["mode"], mode);
        let cues = speech["cues"].as_array().unwrap();
        assert!(cues.iter().any(|cue| cue["value"] == "PP"), "{mode}: {cues:?}");
    }
    let run = sinew(&["speak", &wav, "--phones", &phones, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let speech: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert!(!speech["words"].as_array().unwrap().is_empty());
    let closed = speech["cues"].as_array().unwrap().iter().filter(|cue| cue["value"] == "PP").count();
    assert!(closed >= 2, "{}", speech["cues"]);
    sinew(&["speak", &wav, "--onto", &wav, "-o", &folder.path("x.glb")]).failed(1, &["msajc003.wav"]);
}

#[test]
fn wrong_calls_and_bad_sounds_are_named() {
    let folder = Folder::new("speak_wrong");
    let wav = folder.file("tone.wav", &made_wav());
    let short = folder.file("short.wav", &made_wav()[..30]);
    let out = folder.path("out.json");
    sinew(&["speak", &short, "-o", &out]).failed(1, &["short.wav"]);
    sinew(&["speak", &folder.path("none.wav"), "-o", &out]).failed(1, &["none.wav"]);
    let voice = folder.file("copy.json", &made_wav());
    sinew(&["speak", &voice, "-o", &voice]).failed(2, &["copy.json", "input"]);
    sinew(&["speak", &wav, "-o", &folder.path("out.mov")]).failed(2, &["out.mov", ".json"]);
    sinew(&["speak", &wav, "--onto", "-o", &folder.path("out.mov")]).failed(2, &["out.mov"]);
    sinew(&["speak", &wav, "--mode", "template", "-o", &out]).failed(2, &["--voice"]);
    let broken = folder.file("voice.json", b"{\"a\":");
    sinew(&["speak", &wav, "--mode", "template", "--voice", &broken, "-o", &out])
        .failed(1, &["voice.json", "line 1"]);
    let grid = folder.file(
        "bad.TextGrid",
        b"File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n1\n<exists>\n1\n\"Inter",
    );
    sinew(&["speak", &wav, "--phones", &grid, "-o", &out]).failed(1, &["bad.TextGrid"]);
    assert!(!std::path::Path::new(&out).exists());
}

#[test]
fn a_transcript_gives_words_and_phones() {
    let Some(wav) = asset("speech/ae/msajc003.wav") else { return };
    let folder = Folder::new("speak_text");
    let text = folder.file("line.txt", "Amongst her friends she was considered beautiful.".as_bytes());
    let out = folder.path("line.json");
    let run = sinew(&["speak", &wav, "--text", &text, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let speech: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!(speech["mode"], "text");
    let words = speech["words"].as_array().unwrap();
    let names: Vec<&str> = words.iter().filter_map(|word| word["word"].as_str()).collect();
    assert_eq!(names, ["Amongst", "her", "friends", "she", "was", "considered", "beautiful"]);
    let phones: Vec<&str> =
        words[2]["phones"].as_array().unwrap().iter().filter_map(|phone| phone["phone"].as_str()).collect();
    assert_eq!(phones, ["F", "R", "EH", "N", "Z"]);
    // "friends" begins at 0.74 s.
    assert!((words[2]["start"].as_f64().unwrap() - 0.74).abs() < 0.08, "{}", words[2]["start"]);

    let wrong = folder.file("wrong.txt", "Purple pumpkins parley with porcupines.".as_bytes());
    let run = sinew(&["speak", &wav, "--text", &wrong, "-o", &out]);
    assert!(run.code == 0 && run.err.contains("is it a recording of this text?"), "{}", run.err);
    let dictionary = folder.file("own.dict", "BEAUTIFUL  B AH1 M".as_bytes());
    let run = sinew(&["speak", &wav, "--text", &text, "--dictionary", &dictionary, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let speech: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!(speech["words"][6]["phones"].as_array().unwrap().len(), 3);
}

#[test]
fn transcripts_that_cannot_be_used_are_named() {
    let folder = Folder::new("speak_text_errors");
    let wav = folder.file("tone.wav", &made_wav());
    let out = folder.path("out.json");
    let long =
        folder.file("long.txt", "This is far too long for a single second of sound, is it not?".as_bytes());
    let empty = folder.file("empty.txt", b"... [music] ...");
    let broken = folder.file("broken.dict", b"hello  HH EH QQ");
    let cases: [(&[&str], &str); 5] = [
        (&["--text", &long], "cannot be said in less than"),
        (&["--text", &empty], "the text has no words"),
        (&["--text", &long, "--dictionary", &broken], "line 1: \"QQ\" in the pronunciation of \"hello\""),
        (&["--mode", "text"], "add --text FILE"),
        (&["--text", &long, "--mode", "live"], "--text needs --mode text"),
    ];
    for (options, message) in cases {
        let run = sinew(&[&["speak", &wav, "-o", &out], options].concat());
        assert!(run.code != 0 && run.err.contains(message), "{options:?}: {}", run.err);
    }
}
