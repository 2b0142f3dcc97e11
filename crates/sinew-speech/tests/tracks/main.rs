//! Tracks of real recordings: every alignment is read, speaks sounds, and moves a mouth.

#[path = "../sound/assets.rs"]
mod assets;

use sinew_speech::align::align;
use sinew_speech::coarticulation::MouthTrack;
use sinew_speech::format::read_track;
use sinew_speech::phone::{LabialContact, Phone};
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::provider::{LookAhead, Mode, VoiceProfile, analyze};
use sinew_speech::sound::Sound;
use sinew_speech::timeline::{PhoneTrack, VisemeTimeline};
use sinew_speech::transcript::Transcript;
use sinew_viseme::Viseme;
use std::path::Path;
use std::sync::Arc;

/// Recordings and their alignments.
const FILES: [(&str, &str); 8] = [
    ("acoustic_corpus/acoustic_corpus.wav", "acoustic_corpus/acoustic_corpus.TextGrid"),
    ("ae/msajc003.wav", "ae/msajc003.TextGrid"),
    ("ae/msajc010.wav", "ae/msajc010.lab"),
    ("ae/msajc012.wav", "ae/msajc012.TextGrid"),
    ("arctic/arctic_a0009.wav", "arctic/arctic_a0009_phone.lab"),
    (
        "librivox/sense_and_sensibility_01_austen_64kb-0870.wav",
        "librivox/sense_and_sensibility_01_austen_64kb-0870.phone.json",
    ),
    (
        "librivox/sense_and_sensibility_01_austen_64kb-0880.wav",
        "librivox/sense_and_sensibility_01_austen_64kb-0880.phone.json",
    ),
    ("pysle/pumpkins.wav", "pysle/pumpkins.TextGrid"),
];

fn open(folder: &Path, (sound, track): (&str, &str)) -> (Sound, PhoneTrack) {
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let sound = Sound::from_bytes(&read(sound)).unwrap();
    (sound, read_track(&read(track)).unwrap_or_else(|error| panic!("{track}: {error}")))
}

/// Opening of the lips by the phones themselves, smoothed as mouths move: a Gaussian of 25 ms.
fn reference(track: &PhoneTrack, frames: usize) -> Vec<f32> {
    let mut raw = vec![0.0_f32; frames];
    for (phone, start, end) in track.targets() {
        let last = ((end * 100.0).round() as usize).min(frames);
        let first = ((start * 100.0).round() as usize).min(last);
        raw[first..last].fill(phone.articulation().lip_aperture);
    }
    let kernel: Vec<f32> = (-10..=10_i32).map(|n| (-0.5 * (n as f32 / 2.5).powi(2)).exp()).collect();
    let sum: f32 = kernel.iter().sum();
    let at = |n: i64| raw[n.clamp(0, frames as i64 - 1) as usize];
    (0..frames as i64)
        .map(|n| kernel.iter().zip(-10..).map(|(k, d)| k * at(n + d)).sum::<f32>() / sum)
        .collect()
}

/// Correlation of openings.
fn correlation(pairs: &[(f32, f32)]) -> f32 {
    let count = pairs.len() as f32;
    let mean = |f: fn(&(f32, f32)) -> f32| pairs.iter().map(f).sum::<f32>() / count;
    let (a, b) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |f: &dyn Fn(f32, f32) -> f32| pairs.iter().map(|p| f(p.0 - a, p.1 - b)).sum::<f32>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

fn pairs(track: &PhoneTrack, timeline: &VisemeTimeline) -> Vec<(f32, f32)> {
    let reference = reference(track, timeline.frames().len());
    reference.into_iter().zip(timeline.frames().iter().map(|frame| frame.openness)).collect()
}

#[test]
fn openings_follow_the_phones() {
    let Some(folder) = assets::speech() else { return };
    let mut all = [Vec::new(), Vec::new()];
    for file in FILES {
        let (sound, track) = open(&folder, file);
        let spoken = track.phones().iter().filter(|span| !span.sound.is_silence()).count();
        assert!(spoken > 20 && spoken * 10 > track.phones().len() * 8, "{file:?}: {spoken} spoken phones");
        let mouth = MouthTrack::new(&track);
        all[0].extend(pairs(&track, &analyze(&sound, &Mode::Amplitude).unwrap()));
        all[1].extend(pairs(&track, &mouth.timeline(sound.duration())));
        // Closures are closed.
        for (phone, start, end) in track.targets() {
            if phone.contact() == LabialContact::Lips {
                let frame = mouth.frame_at(start + 0.25 * (end - start));
                assert!(frame.openness < 0.01, "{file:?} at {start} s: {frame:?}");
            }
        }
    }
    let [envelope, phones] = all.map(|pairs| correlation(&pairs));
    assert!(envelope > 0.58, "envelope: {envelope}");
    assert!(phones > 0.88, "phones: {phones}");
}

/// Recordings, their alignments and their words.
fn texts(folder: &Path) -> Vec<((&'static str, &'static str), String)> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let librivox = |file: (&'static str, &'static str)| (file, read(&file.1.replace(".phone.json", ".txt")));
    vec![
        (FILES[0], read("acoustic_corpus/acoustic_corpus.lab")),
        (FILES[1], read("ae/msajc003.txt")),
        (FILES[2], read("ae/msajc010.txt")),
        librivox(FILES[5]),
        librivox(FILES[6]),
        (FILES[7], "Innate: pumpkins parley with porcupines!".into()),
    ]
}

#[test]
fn words_are_found_where_they_are_spoken() {
    let Some(folder) = assets::speech() else { return };
    let mut errors = Vec::new();
    let mut all = Vec::new();
    for (file, text) in texts(&folder) {
        let (sound, track) = open(&folder, file);
        let transcript = Transcript::new(&text);
        let found = align(&sound, &transcript, &Dictionary::english()).unwrap();
        assert!(found.fits(), "{file:?}: {}", found.score);
        // No word is dropped.
        let words: Vec<&str> = found.track.words().iter().map(|word| word.word.as_str()).collect();
        let expected: Vec<&str> = transcript.words().iter().map(|word| word.text.as_str()).collect();
        assert_eq!(words, expected, "{file:?}");
        let timeline = found.timeline();
        all.extend(pairs(&track, &timeline));
        // Each closure of the reference has one of the alignment near it.
        let closures = |track: &PhoneTrack| -> Vec<f64> {
            let targets = track.targets().into_iter();
            targets.filter(|t| t.0.contact() == LabialContact::Lips).map(|(_, start, _)| start).collect()
        };
        let aligned = closures(&found.track);
        errors.extend(
            closures(&track)
                .into_iter()
                .map(|start| aligned.iter().map(|other| (other - start).abs()).fold(f64::INFINITY, f64::min)),
        );
        let other =
            align(&sound, &Transcript::new("a text about bumblebees"), &Dictionary::english()).unwrap();
        assert!(!other.fits(), "{file:?}: {}", other.score);
    }
    errors.sort_by(f64::total_cmp);
    let (median, late) = (errors[errors.len() / 2], errors[errors.len() * 9 / 10]);
    println!("closures off by {median:.3} s, nine in ten by less than {late:.3} s; {}", correlation(&all));
    assert!(median < 0.035 && late < 0.1, "{errors:?}");
    assert!(correlation(&all) > 0.85, "{}", correlation(&all));
}

#[test]
fn words_that_the_text_does_not_have_are_left_to_the_networks() {
    let Some(folder) = assets::speech() else { return };
    let (sound, _) = open(&folder, FILES[1]);
    let at = |text: &str| align(&sound, &Transcript::new(text), &Dictionary::english()).unwrap().track;
    let whole = at("amongst her friends she was considered beautiful");
    let part = at("amongst her friends beautiful");
    let times = |track: &PhoneTrack| {
        let word = track.words().iter().find(|word| word.word == "beautiful").unwrap();
        (word.start, word.end)
    };
    let ((a, b), (c, d)) = (times(&whole), times(&part));
    assert!((a - c).abs() < 0.1 && (b - d).abs() < 0.1, "{a} {b} {c} {d}");
    // What is said in between still moves the mouth.
    let friends = part.words()[2].end;
    let between = part.phones().iter().filter(|phone| phone.start >= friends && phone.end <= c);
    assert!(between.count() > 5, "{:?}", part.phones());
}

#[test]
fn templates_of_one_recording_fit_another_of_the_speaker() {
    let Some(folder) = assets::speech() else { return };
    let (sound, track) = open(&folder, FILES[5]);
    let profile = Arc::new(VoiceProfile::calibrate(&sound, &track).unwrap());
    let (sound, track) = open(&folder, FILES[6]);
    let timeline = analyze(&sound, &Mode::Template(profile)).unwrap();
    let pairs = pairs(&track, &timeline);
    assert!(correlation(&pairs) > 0.55, "{}", correlation(&pairs));
    // Chance is a tenth.
    let targets = track.targets();
    let right = targets.iter().filter(|(phone, start, end)| {
        timeline.at(0.5 * (start + end)).dominant() == sinew_speech::phone::viseme(*phone)
    });
    let (right, count) = (right.count(), targets.iter().filter(|t| t.0 != Phone::SILENCE).count());
    assert!(right * 3 > count, "{right} of {count}");
}

#[test]
fn networks_follow_the_phones_of_voices_that_they_do_not_know() {
    let Some(folder) = assets::speech() else { return };
    // Correlation of the opening and share of closures that are closed, at least: a little below what the
    // shipped networks reach.
    let modes = [
        (Mode::Live(LookAhead::Ms0), 0.76, 0.75),
        (Mode::Live(LookAhead::Ms30), 0.79, 0.72),
        (Mode::Live(LookAhead::Ms60), 0.79, 0.70),
        (Mode::Offline, 0.81, 0.63),
    ];
    for (mode, least_correlation, least_closed) in modes {
        let mut all = Vec::new();
        let (mut closed, mut closures) = (0, 0);
        for file in FILES {
            let (sound, track) = open(&folder, file);
            let timeline = analyze(&sound, &mode).unwrap();
            all.extend(pairs(&track, &timeline));
            for (_, start, end) in track.targets().iter().filter(|t| t.0.contact() == LabialContact::Lips) {
                let frames = (0..=6).map(|n| timeline.at(start + (end - start) * f64::from(n) / 6.0));
                closures += 1;
                closed +=
                    usize::from(frames.map(|f| f.dominant()).any(|v| matches!(v, Viseme::PP | Viseme::Sil)));
            }
        }
        let share = closed as f32 / closures as f32;
        let correlation_of_all = correlation(&all);
        println!("{mode:?}: correlation {correlation_of_all}, {closed} of {closures} closures");
        assert!(correlation_of_all > least_correlation, "{mode:?}: {correlation_of_all}");
        assert!(share > least_closed, "{mode:?}: {closed} of {closures} closures");
    }
}

/// Words that none of the texts has.
const OTHERS: [&str; 8] =
    ["giraffe", "umbrella", "mushroom", "volcano", "pineapple", "zigzag", "kangaroo", "bubblegum"];

#[test]
fn confidence_tells_the_words_that_are_said() {
    let Some(folder) = assets::speech() else { return };
    let (mut said, mut wrong, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    let dictionary = Dictionary::english();
    let lj = std::fs::read_to_string(folder.join("ljspeech/metadata.csv")).unwrap();
    let lj = ["LJ001-0001", "LJ001-0002", "LJ001-0004"].map(|clip| {
        let line = lj.lines().find(|line| line.starts_with(clip)).unwrap();
        (format!("ljspeech/{clip}.wav"), line.rsplit('|').next().unwrap().to_owned())
    });
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let ae = ["ae/msajc012", "ae/msajc015"].map(|file| (format!("{file}.wav"), read(&format!("{file}.txt"))));
    let all =
        texts(&folder).into_iter().map(|((sound, _), text)| (sound.to_owned(), text)).chain(lj).chain(ae);
    for (file, text) in all {
        let sound = Sound::from_bytes(&std::fs::read(folder.join(&file)).unwrap()).unwrap();
        let whole = align(&sound, &Transcript::new(&text), &dictionary).unwrap();
        let other = align(&sound, &Transcript::new(&OTHERS.join(" ")), &dictionary);
        let other = other.map_or(0.0, |other| other.confidence);
        println!("{file}: {:.2}, another text {other:.2}", whole.confidence);
        assert!(whole.confidence > 0.45 && other < 0.3 * whole.confidence, "{file}");
        said.extend(whole.track.words().iter().filter_map(|word| word.confidence));
        // Every fourth word is another one.
        let is_wrong = |n: usize| n % 4 == 2;
        let words = text.split_whitespace().enumerate();
        let changed: Vec<&str> =
            words.map(|(n, word)| if is_wrong(n) { OTHERS[n / 4 % OTHERS.len()] } else { word }).collect();
        let Ok(found) = align(&sound, &Transcript::new(&changed.join(" ")), &dictionary) else { continue };
        for word in found.track.words() {
            let list = if OTHERS.contains(&word.word.as_str()) { &mut wrong } else { &mut kept };
            list.extend(word.confidence);
        }
    }
    for (list, count) in [(&mut said, 150), (&mut wrong, 30), (&mut kept, 100)] {
        list.sort_by(f32::total_cmp);
        assert!(list.len() >= count, "{}", list.len());
    }
    let at = |list: &[f32], share: f32| list[((list.len() - 1) as f32 * share).round() as usize];
    let spread = |list: &[f32]| [0.1, 0.5, 0.9].map(|share| at(list, share));
    println!("said {:?}, not said {:?}, said beside them {:?}", spread(&said), spread(&wrong), spread(&kept));
    assert!(at(&said, 0.5) > 0.6 && at(&kept, 0.5) > 0.6 && at(&wrong, 0.5) < 0.12);
    assert!(at(&said, 0.1) > 0.2 && at(&wrong, 0.9) < 0.25);
    // A word that is said nearly always has more than one that is not.
    let pairs = said.iter().flat_map(|a| wrong.iter().map(move |b| a > b));
    let (right, all) = (pairs.clone().filter(|right| *right).count(), pairs.count());
    assert!(right as f64 > 0.97 * all as f64, "{right} of {all}");
}
