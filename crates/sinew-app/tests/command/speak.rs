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
fn a_map_of_shapes_goes_before_those_that_are_found() {
    let folder = Folder::new("speak_map");
    let wav = folder.file("tone.wav", &made_wav());
    let out = folder.path("speaks.glb");
    let printed = sinew(&["inspect", "--viseme-map"]);
    assert!(
        printed.code == 0 && printed.out.contains("\"PP\": (morphs: {\"viseme_PP\": 1.0}"),
        "{}",
        printed.out
    );
    let map = folder.file("found.ron", printed.out.as_bytes());
    let clip = |args: &[&str]| {
        let call = [&["speak", &wav, "--mode", "amplitude", "--onto", "-o", &out], args].concat();
        let run = sinew(&call);
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read(&out).unwrap()
    };
    // What was found and printed speaks alike.
    assert!(clip(&[]) == clip(&["--map", &map]));
    let other = "(visemes: {\"aa\": (morphs: {\"jawOpen\": 0.7})})";
    let own = folder.file("own.ron", other.as_bytes());
    assert!(clip(&["--map", &own]) != clip(&[]));
    let wrong = folder.file("wrong.ron", other.replace("jawOpen", "jawOpn").as_bytes());
    let named = ["wrong.ron", "line 1, column 28", "did you mean \"jawOpen\"?"];
    sinew(&["speak", &wav, "--onto", "--map", &wrong, "-o", &out]).failed(1, &named);
    sinew(&["speak", &wav, "--map", &own, "-o", &out]).failed(2, &["--onto"]);
    sinew(&["speak", &wav, "--onto", "--map", &own, "-o", &folder.path("a.vrma")]).failed(2, &["--map"]);
    sinew(&["speak", &wav, "--onto", "--map", &own, "-o", &own]).failed(2, &["own.ron"]);
    assert_eq!(sinew(&["check", &own]).code, 0);
    let checked = sinew(&["check", &folder.file("odd.ron", b"(visems: {}, jaw: (joint: 1))")]);
    assert!(checked.code == 1 && checked.out.contains("did you mean \"visemes\"?"), "{}", checked.out);
}

#[test]
fn a_seed_gives_the_built_in_character_another_face() {
    let folder = Folder::new("face_seed");
    let posed = |args: &[&str]| {
        sinew(&[&["pose", "--vertices", "--json"], args].concat()).json()["meshes"].to_string()
    };
    let seven = posed(&["--face-seed", "7"]);
    assert!(
        seven == posed(&["--face-seed", "7"]) && seven != posed(&["--face-seed", "8"]) && seven != posed(&[])
    );
    assert!(posed(&["--face-seed", "7", "--face-shape", "shape_cheeks=0..0"]) == posed(&[]));
    let out = folder.path("a.png");
    let wrong = ["render", "--face-seed", "1", "--face-shape", "shape_cheek", "-o", &out];
    sinew(&wrong).failed(1, &["did you mean \"shape_cheeks\"?"]);
    sinew(&["render", "--face-shape", "shape_cheeks", "-o", &out]).failed(2, &["--face-seed"]);
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
