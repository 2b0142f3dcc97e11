//! `sinew speak`: visemes of sounds, as data and on faces.

use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

/// WAV file of a second at 16 kHz: a voice-like tone from 0.3 to 0.7 s in silence.
pub(crate) fn made_wav() -> Vec<u8> {
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
    let openness = speech["openness"].as_array().unwrap();
    assert_eq!(openness.len(), speech["values"].as_array().unwrap().len());
    let open = |frame: usize| openness[frame].as_f64().unwrap();
    assert!(open(10) < 0.05 && open(50) > 0.5 && open(95) < 0.05, "{openness:?}");
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
    let skin = |time: &str| -> Vec<f64> {
        let posed = sinew(&["pose", &out, "--clip", "speech", "--time", time, "--vertices", "--json"]).json();
        let text = posed["meshes"].to_string();
        let numbers = text.split(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)));
        numbers.filter_map(|number| number.parse().ok()).collect()
    };
    // Coordinates that move by a millimetre: those of the eyes alone before the tone, then those of the mouth
    // too.
    let rest = skin("0");
    let moved = |time: &str| skin(time).iter().zip(&rest).filter(|(a, b)| (*a - *b).abs() > 1e-3).count();
    let (eyes, mouth) = (moved("0.1"), moved("0.5"));
    assert!(mouth > 500 && eyes * 2 < mouth, "{eyes} and {mouth} coordinates move");
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
    let map = folder.file("own.ron", other.as_bytes());
    assert!(clip(&["--map", &map]) != clip(&[]));
    let wrong = folder.file("wrong.ron", other.replace("jawOpen", "jawOpn").as_bytes());
    let named = ["wrong.ron", "line 1, column 28", "did you mean \"jawOpen\"?"];
    sinew(&["speak", &wav, "--onto", "--map", &wrong, "-o", &out]).failed(1, &named);
    sinew(&["speak", &wav, "--map", &map, "-o", &out]).failed(2, &["--onto"]);
    sinew(&["speak", &wav, "--onto", "--map", &map, "-o", &folder.path("a.vrma")]).failed(2, &["--map"]);
    sinew(&["speak", &wav, "--onto", "--map", &map, "-o", &map]).failed(2, &["own.ron"]);
    assert_eq!(sinew(&["check", &map]).code, 0);
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
    sinew(&["view", "--speech", &out]).failed(2, &["--speech", ".wav"]);
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
    assert_eq!((&speech["mode"], &speech["fits"]), (&"text".into(), &true.into()));
    let words = speech["words"].as_array().unwrap();
    let names: Vec<&str> = words.iter().filter_map(|word| word["word"].as_str()).collect();
    assert_eq!(names, ["Amongst", "her", "friends", "she", "was", "considered", "beautiful"]);
    let phones: Vec<&str> =
        words[2]["phones"].as_array().unwrap().iter().filter_map(|phone| phone["phone"].as_str()).collect();
    assert_eq!(phones, ["F", "R", "EH", "N", "Z"]);
    let confidence = |value: &Value| value["confidence"].as_f64().unwrap();
    assert!(words.iter().all(|word| (0.0..=1.0).contains(&confidence(word))), "{words:?}");
    let right = confidence(&speech);
    assert!(right > 0.4, "{right}");
    // "friends" begins at 0.74 s.
    assert!((words[2]["start"].as_f64().unwrap() - 0.74).abs() < 0.08, "{}", words[2]["start"]);

    let wrong = folder.file("wrong.txt", "Purple pumpkins parley with porcupines.".as_bytes());
    let run = sinew(&["speak", &wav, "--text", &wrong, "-o", &out]);
    assert!(run.code == 0 && run.err.contains("is it a recording of this text?"), "{}", run.err);
    let speech: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!(speech["fits"], false);
    assert!(confidence(&speech) < 0.5 * right, "{}", speech["confidence"]);
    let fail_on = |text: &str, severity: &str| {
        sinew(&["speak", &wav, "--text", text, "-o", &out, "--fail-on", severity]).code
    };
    assert_eq!([fail_on(&wrong, "warning"), fail_on(&wrong, "error"), fail_on(&text, "warning")], [1, 0, 0]);
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
    let cases: [(&[&str], &str); 7] = [
        (&["--text", &long, "--look-ahead", "30"], "--look-ahead needs --mode live"),
        (&["--mode", "live", "--look-ahead", "45"], "possible values: 0, 30, 60"),
        (&["--text", &long], "cannot be said in less than"),
        (&["--text", &empty], "the text has no words"),
        (&["--text", &long, "--dictionary", &broken], "line 1: \"QQ\" in the pronunciation of \"hello\""),
        (&["--mode", "text"], "add --text FILE"),
        (&["--text", &long, "--mode", "live"], "leave out --mode"),
    ];
    for (options, message) in cases {
        let run = sinew(&[&["speak", &wav, "-o", &out], options].concat());
        assert!(run.code != 0 && run.err.contains(message), "{options:?}: {}", run.err);
    }
}

/// Size and pixels of a picture.
fn pixels(file: &str) -> ([u32; 2], Vec<u8>) {
    let image = image::load_from_memory(&std::fs::read(file).unwrap()).unwrap().to_rgb8();
    ([image.width(), image.height()], image.into_raw())
}

/// File that comes with Sinew.
pub(crate) fn own_line(name: &str) -> String {
    format!("{}/../../data/speech/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_picture_shows_the_sound_with_or_without_other_output() {
    let folder = Folder::new("speak_picture");
    let (wav, out) = (folder.file("tone.wav", &made_wav()), folder.path("tone.webp"));
    let run = sinew(&["speak", &wav, "--mode", "amplitude", "--picture", &out]);
    assert!(run.code == 0 && run.err.contains("tone.webp"), "{}", run.err);
    assert_eq!(folder.names(), ["tone.wav", "tone.webp"]);
    let ([width, height], rgb) = pixels(&out);
    assert!(width > 640 && height > 400, "{width} × {height}");
    // The tones of 150 and 600 Hz are dark while they sound, and only there.
    let ink = |seconds: f64| {
        let x = 64 + (seconds * 640.0) as usize;
        let rows = (92..92 + 257).map(|y| (y * width as usize + x) * 3);
        rows.filter(|start| rgb[*start] < 100).count()
    };
    assert!(ink(0.5) > 3 && ink(0.1) == 0 && ink(0.9) == 0, "{} {} {}", ink(0.1), ink(0.5), ink(0.9));
    let (json, phones) = (folder.path("line.json"), own_line("line.TextGrid"));
    let picture = folder.path("line.png");
    let run =
        sinew(&["speak", &own_line("line.flac"), "--phones", &phones, "-o", &json, "--picture", &picture]);
    assert_eq!(run.code, 0, "{}", run.err);
    let speech: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    assert_eq!(speech["words"].as_array().unwrap().len(), 12);
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn pictures_that_cannot_be_are_refused() {
    let folder = Folder::new("speak_no_picture");
    let wav = folder.file("tone.wav", &made_wav());
    let to = |name: &str| folder.path(name);
    sinew(&["speak", &wav]).failed(2, &["-o OUT.json", "--picture OUT.png"]);
    sinew(&["speak", &wav, "--picture", &to("tone.gif")]).failed(2, &["--picture", ".png"]);
    sinew(&["speak", &wav, "--picture", &to("%04d.png")]).failed(2, &["--picture"]);
    sinew(&["speak", &wav, "--picture", &to("a.png"), "-o", &to("a.png")]).failed(2, &["a.png", ".json"]);
    sinew(&["speak", &wav, "--picture", &to("a.png"), "--onto"]).failed(2, &["-o"]);
    let copy = folder.file("copy.png", &made_wav());
    sinew(&["speak", &copy, "--picture", &copy]).failed(2, &["copy.png", "input"]);
    assert_eq!(folder.names(), ["copy.png", "tone.wav"]);
}

#[test]
fn an_animation_has_the_size_that_was_asked_for() {
    let folder = Folder::new("speak_size");
    let (wav, out) = (folder.file("tone.wav", &made_wav()), folder.path("%d.webp"));
    let run = sinew(&["speak", &wav, "--onto", "--fps", "2", "--size", "60x80", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        (folder.names(), pixels(&folder.path("1.webp")).0),
        (vec!["0.webp".into(), "1.webp".into(), "tone.wav".into()], [60, 80])
    );
    sinew(&["speak", &wav, "--size", "60x80", "-o", &folder.path("a.json")]).failed(2, &["--onto"]);
}

/// Duration and start in seconds of the stream of a kind in a file, by ffprobe; none, with a notice, where
/// ffprobe is missing.
fn stream(file: &str, kind: &str) -> Option<(f64, f64)> {
    let arguments = [
        "-v",
        "error",
        "-select_streams",
        kind,
        "-show_entries",
        "stream=duration,start_time",
        "-of",
        "json",
        file,
    ];
    let Ok(output) = std::process::Command::new("ffprobe").args(arguments).output() else {
        test_needs::skip(test_needs::Need::Program, "there is no ffprobe");
        return None;
    };
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let seconds = |name: &str| json["streams"][0][name].as_str().unwrap_or("NaN").parse().unwrap();
    Some((seconds("duration"), seconds("start_time")))
}

#[test]
fn an_mp4_holds_the_sound() {
    let folder = Folder::new("speak_mp4");
    let (line, out) = (own_line("line.flac"), folder.path("line.mp4"));
    let run = sinew(&["speak", &line, "--onto", "--fps", "10", "--size", "64x64", "-o", &out]);
    if run.code == 3 && run.err.contains("MP4 encoder") {
        test_needs::skip(test_needs::Need::Program, "this build has no MP4 encoder (--features mp4)");
        return;
    }
    assert_eq!(run.code, 0, "{}", run.err);
    let bytes = std::fs::read(&out).unwrap();
    assert!(bytes.windows(4).any(|name| name == b"Opus"), "a sound track");
    let (Some((video, _)), Some((sound, start))) = (stream(&out, "v"), stream(&out, "a")) else { return };
    assert!((video - 4.3).abs() < 0.11, "{video}");
    assert!((sound - 4.26).abs() < 0.05 && start.abs() < 0.03, "{sound} from {start}");
    // A picture without sound has none.
    assert_eq!(sinew(&["render", "--seconds", "0.2", "--size", "64x64", "-o", &out]).code, 0);
    assert!(!std::fs::read(&out).unwrap().windows(4).any(|name| name == b"Opus"));
}
