//! Tests of the alignment: graph, best path and the track that follows.

use super::alignment::track;
use super::graph::{COLUMNS, FILLER};
use super::graph::{Graph, Segment};
use super::path::{BEAM, best_path};
use super::*;
use crate::network::SpeechNetworks;
use crate::pronunciation::{Dictionary, Phoneme};
use crate::sound::Sound;
use crate::transcript::Transcript;
use test_needs::cases;

fn graph(text: &str) -> Graph {
    Graph::new(&Transcript::new(text), &Dictionary::english(), &SpeechNetworks::built_in().states).unwrap()
}

/// Emissions that are as these phonemes and silences say, for so many frames each.
fn emissions(said: &[(Option<&str>, usize)]) -> Vec<[f32; COLUMNS]> {
    let states = &SpeechNetworks::built_in().states;
    let mut rows = Vec::new();
    for (label, frames) in said {
        let sequence: Vec<u8> = match label {
            Some(label) => states.of(Phoneme::from_label(label).unwrap()).collect(),
            None => vec![states.silence],
        };
        for at in 0..*frames {
            let mut row = [-4.0; COLUMNS];
            row[usize::from(sequence[at * sequence.len() / frames])] = 1.0;
            rows.push(row);
        }
    }
    rows
}

/// Phonemes of the best path, with their words and numbers of frames.
fn found(text: &str, said: &[(Option<&str>, usize)]) -> Vec<(usize, &'static str, usize)> {
    let graph = graph(text);
    let path = best_path(&graph, &emissions(said), BEAM).expect("a path");
    let segment = |node: &u32| graph.nodes[*node as usize].segment;
    let runs = path.chunk_by(|a, b| segment(a) == segment(b));
    let phones = runs.filter_map(|run| match graph.segments[segment(&run[0]) as usize] {
        Segment::Phone(word, phoneme) => Some((word, phoneme.name(), run.len())),
        Segment::Silence | Segment::Filler => None,
    });
    phones.collect()
}

#[test]
fn phones_lie_where_they_sound() {
    let said = [
        (None, 12),
        (Some("M"), 7),
        (Some("AY"), 20),
        (Some("B"), 4),
        (Some("IY"), 11),
        (None, 15),
        (Some("M"), 9),
        (Some("IY"), 8),
        (None, 6),
    ];
    let expected = [(0, "M", 7), (0, "AY", 20), (1, "B", 4), (1, "IY", 11), (2, "M", 9), (2, "IY", 8)];
    assert_eq!(found("my bee, me", &said), expected);
}

#[test]
fn sound_chooses_the_pronunciation_and_the_reading() {
    let red = found("read", &[(Some("R"), 5), (Some("EH"), 9), (Some("D"), 5)]);
    assert_eq!(red, [(0, "R", 5), (0, "EH", 9), (0, "D", 5)]);
    let street: Vec<_> = "S T R IY T".split(' ').map(|label| (Some(label), 5)).collect();
    assert_eq!(found("St.", &street).len(), 5);
    let saint: Vec<_> = "S EY N T".split(' ').map(|label| (Some(label), 5)).collect();
    assert_eq!(found("St.", &saint)[1].1, "EY");
}

#[test]
fn words_without_pause_follow_one_another_and_short_phones_keep_their_least_duration() {
    let said = [(Some("M"), 1), (Some("IY"), 9), (Some("M"), 1), (Some("IY"), 9)];
    let frames: Vec<usize> = found("me me", &said).iter().map(|(_, _, frames)| *frames).collect();
    assert_eq!(frames.iter().sum::<usize>(), 20);
    assert!(frames.iter().all(|frames| *frames >= 3), "{frames:?}");
}

/// The best score of all paths, tried one after another.
fn tried(graph: &Graph, emissions: &[[f32; COLUMNS]], node: usize, frame: usize) -> f32 {
    let current = &graph.nodes[node];
    let emission = emissions[frame][usize::from(current.state)];
    if frame == 0 {
        let is_start = graph.starts.contains(&(node as u32));
        return if is_start { emission } else { f32::NEG_INFINITY };
    }
    let stay = if current.is_loop { tried(graph, emissions, node, frame - 1) } else { f32::NEG_INFINITY };
    let before = graph.before(node).iter();
    let entered = before.map(|from| tried(graph, emissions, *from as usize, frame - 1) - current.cost);
    emission + entered.fold(stay, f32::max)
}

#[test]
fn best_path_is_the_best_of_all() {
    let graph = graph("a bee");
    for mut random in cases(4) {
        let frames = [8, 9, 11, 13][random.seed() % 4];
        let mut number = || random.f32() * 6.0 - 3.0;
        let emissions: Vec<[f32; COLUMNS]> = (0..frames).map(|_| std::array::from_fn(|_| number())).collect();
        let ends = graph.ends.iter();
        let expected = ends.map(|end| tried(&graph, &emissions, *end as usize, frames - 1));
        let expected = expected.fold(f32::NEG_INFINITY, f32::max);
        let score = best_path(&graph, &emissions, BEAM).map_or(f32::NEG_INFINITY, |path| {
            let entered = path.windows(2).filter(|pair| pair[0] != pair[1]);
            let costs: f32 = entered.map(|pair| graph.nodes[pair[1] as usize].cost).sum();
            let state = |node: &u32| usize::from(graph.nodes[*node as usize].state);
            path.iter().zip(&emissions).map(|(node, row)| row[state(node)]).sum::<f32>() - costs
        });
        assert!((score - expected).abs() < 1e-3 || score == expected, "{frames}: {score} {expected}");
    }
}

#[test]
fn wrong_input_is_refused_with_its_reason() {
    let silence = |seconds: usize| Sound::mono(vec![0.0; seconds * 16_000], 16_000).unwrap();
    let message = |seconds: usize, text: &str| {
        align(&silence(seconds), &Transcript::new(text), &Dictionary::english())
            .map_err(|error| error.to_string())
    };
    assert_eq!(message(1, " [music] ").unwrap_err(), "the text has no words");
    let long = "seventeen purple elephants ".repeat(10);
    let error = message(1, &long).unwrap_err();
    assert!(error.starts_with("the sound lasts 1.00 s, but its text cannot be said in less than"), "{error}");
    let many = "me ".repeat(60_000);
    let error = message(1, &many).unwrap_err();
    assert!(error.starts_with("the text is too long: 60000 words"), "{error}");
    // Few words of very many phones.
    let error = message(1, &format!("{} ", "7".repeat(250)).repeat(8000)).unwrap_err();
    assert!(error.starts_with("the text is too long: 8000 words"), "{error}");
    // A text in silence is found somewhere, but does not fit.
    let aligned = message(3, "hello there").unwrap();
    assert!(!aligned.fits(), "{}", aligned.score);
    assert_eq!(aligned.track.words().len(), 2);
}

#[test]
fn unwritten_speech_within_a_word_is_no_part_of_it() {
    let said = "F AY V M IH L Y AH0 N D AA L ER Z".split(' ').map(|label| (Some(label), 8));
    let said: Vec<_> = said.chain([(None, 10)]).collect();
    let (transcript, mut emissions) = (Transcript::new("$5"), emissions(&said));
    emissions.iter_mut().for_each(|row| row[FILLER] = -1.0);
    let graph = graph("$5");
    let path = best_path(&graph, &emissions, BEAM).unwrap();
    let track = track(&graph, &path, &transcript, &emissions, &SpeechNetworks::built_in().states);
    assert_eq!(track.words().len(), 1);
    let word: Vec<&str> = track.phones_of(&track.words()[0]).map(|phone| phone.label.as_str()).collect();
    assert_eq!(word, ["F", "AY", "V", "D", "AA", "L", "ER", "Z"]);
    let unwritten: Vec<&str> =
        track.phones().iter().filter(|phone| phone.is_unwritten).map(|phone| phone.label.as_str()).collect();
    assert_eq!(unwritten, ["M", "IH", "L", "Y", "AH0", "N"]);
}

#[test]
fn a_text_of_another_sound_is_aligned_without_a_beam() {
    // Frames that are all very unlike the text, but for those that follow its end.
    let mut rows = vec![[-4.0_f32; COLUMNS]; 60];
    let aa =
        usize::from(SpeechNetworks::built_in().states.of(Phoneme::from_label("AA").unwrap()).next().unwrap());
    rows.iter_mut().for_each(|row| row[aa] = 40.0);
    let graph = graph("aah me");
    assert!(best_path(&graph, &rows, 20.0).is_none());
    assert_eq!(best_path(&graph, &rows, f32::INFINITY).map(|path| path.len()), Some(60));
}
