//! Numbers of the training program, for the made sound of FORMAT.md.

use crate::front_end::{LogMel, MELS};
use crate::network::container::Tensors;
use crate::network::posterior::{OUTPUTS, Posterior};
use crate::network::{HEADS, RunningMean, SpeechNetworks};
use crate::provider::{LiveProvider, LookAhead, Mode, VisemeProvider, analyze};
use crate::sound::Sound;
use sinew_viseme::Viseme;

const FRAMES: usize = 150;
/// Frames from one that the file has to the next.
const STEP: usize = 5;
const KEPT: usize = FRAMES / STEP;
const TOLERANCE: f32 = 1e-3;

fn golden_file() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/train-speech/speech-golden.bin");
    std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn signal() -> Vec<f32> {
    let tau = std::f64::consts::TAU;
    let mut state = 1_u32;
    let sample = |n: usize| {
        let t = n as f64 / 16_000.0;
        let phase = tau * 120.0 * t - 20.0 * (libm::cos(tau * 1.5 * t) - 1.0);
        let partial = |h: f64| libm::sin(h * phase) / h * (0.6 + 0.4 * libm::sin(tau * 2.3 * t + h));
        let voice: f64 = (1..=24).map(|h| partial(f64::from(h))).sum();
        let gate = libm::sin(tau * 1.1 * t).max(0.0);
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = f64::from(state >> 8) / 16_777_216.0 - 0.5;
        (0.1 * gate * voice + 0.02 * noise) as f32
    };
    (0..FRAMES * 160).map(sample).collect()
}

/// Compares rows with a tensor of the golden file.
fn assert_near<const N: usize>(golden: &Tensors<'_>, name: &str, rows: &[[f32; N]]) {
    let expected = golden.numbers(name, &[rows.len(), N], [-100.0, 100.0]).unwrap();
    for (n, (row, expected)) in rows.iter().zip(expected.chunks_exact(N)).enumerate() {
        for (k, (value, expected)) in row.iter().zip(expected).enumerate() {
            assert!(
                (value - expected).abs() < TOLERANCE,
                "{name}, row {n}, {k}: {value}, expected {expected}"
            );
        }
    }
}

fn outputs(posterior: &Posterior) -> [f32; OUTPUTS] {
    let last = [posterior.closed, posterior.openness];
    std::array::from_fn(|n| posterior.states.iter().chain(&last).nth(n).copied().unwrap())
}

/// Every fifth row.
fn kept<T: Copy>(rows: &[T]) -> Vec<T> {
    assert_eq!(rows.len(), FRAMES);
    rows.iter().step_by(STEP).copied().collect()
}

/// Answers of a head about all frames.
fn live(networks: &SpeechNetworks, frames: &[[f32; MELS]], head: usize) -> Vec<Posterior> {
    let mut state = networks.live.start();
    let lag = HEADS[head].0;
    let after = std::iter::repeat_n(frames.last().unwrap(), lag);
    frames.iter().chain(after).map(|frame| networks.live.step(frame, head, &mut state)).skip(lag).collect()
}

#[test]
fn stages_give_the_numbers_of_the_training_program() {
    let bytes = golden_file();
    let golden = Tensors::from_bytes(&bytes).unwrap();
    let networks = SpeechNetworks::built_in();
    let features = LogMel::of_sound(&signal());
    assert_near(&golden, "features", &features);
    let mut normaliser = networks.normaliser.start();
    let mut run = || -> Vec<[f32; MELS]> {
        features.iter().map(|frame| normaliser.step(&networks.normaliser, frame)).collect()
    };
    let (once, twice) = (run(), run());
    assert_near(&golden, "normalised", &once);
    assert_near(&golden, "normalised_twice", &twice);

    for (head, name) in ["live0", "live30", "live60"].into_iter().enumerate() {
        let posteriors = live(&networks, &once, head);
        assert_near(&golden, name, &kept(&posteriors.iter().map(outputs).collect::<Vec<_>>()));
        let decoder = &networks.live_decoders[head];
        let mut mean = RunningMean::new(decoder.last as usize);
        let visemes: Vec<_> =
            posteriors.iter().map(|posterior| mean.push(decoder.weights(posterior))).collect();
        assert_near(&golden, &format!("{name}.visemes"), &kept(&visemes));
    }

    let whole: Vec<Posterior> = networks.whole.run(&twice).collect();
    assert_near(&golden, "whole", &kept(&whole.iter().map(outputs).collect::<Vec<_>>()));
    let both = whole.iter().zip(live(&networks, &twice, 2));
    let blended: Vec<Posterior> = both.map(|(whole, live)| whole.blend(&live, networks.blend)).collect();
    assert_near(&golden, "blended", &kept(&blended.iter().map(outputs).collect::<Vec<_>>()));
}

#[test]
fn providers_give_the_visemes_of_the_training_program() {
    let bytes = golden_file();
    let golden = Tensors::from_bytes(&bytes).unwrap();
    let samples = signal();
    let sound = Sound::mono(samples.clone(), 16_000).unwrap();
    for (look_ahead, name) in LookAhead::ALL.into_iter().zip(["live0", "live30", "live60"]) {
        let timeline = analyze(&sound, &Mode::Live(look_ahead)).unwrap();
        let frames = kept(timeline.frames());
        assert_near(
            &golden,
            &format!("{name}.visemes"),
            &frames.iter().map(|f| f.weights).collect::<Vec<_>>(),
        );
        let expected = golden.numbers(name, &[KEPT, OUTPUTS], [0.0, 1.0]).unwrap();
        for (frame, expected) in frames.iter().zip(expected.chunks_exact(OUTPUTS)) {
            let openness = expected[OUTPUTS - 1].max(0.06);
            let closed = frame.weights[Viseme::Sil.index()] + frame.weights[Viseme::PP.index()];
            let shown = openness * (1.0 - closed * closed);
            assert!((frame.openness - shown).abs() < TOLERANCE, "{frame:?}");
        }
        // Live sound that goes on gives the same frames, later.
        let mut provider = LiveProvider::new(look_ahead);
        let mut frames = Vec::new();
        provider.push(&samples, &mut |frame| frames.push(*frame));
        let late = FRAMES as f32 / 100.0 - frames.len() as f32 / 100.0;
        assert!((0.0..=provider.latency() + 1e-3).contains(&late), "{late}");
        assert_eq!(frames, timeline.frames()[..frames.len()]);
    }
    let timeline = analyze(&sound, &Mode::Offline).unwrap();
    let path = golden.numbers("whole.visemes", &[FRAMES], [0.0, 14.0]).unwrap();
    let visemes: Vec<usize> = timeline.frames().iter().map(|frame| frame.dominant().index()).collect();
    assert_eq!(visemes, path.iter().map(|n| *n as usize).collect::<Vec<_>>());
}
