//! Discrete cues: one viseme at a time, none shorter than a least duration. The choice is the best one by
//! dynamic programming (Bellman 1957): the sum of the weights of what is shown is largest.

use super::viseme_timeline::TIMELINE_RATE;
use super::viseme_timeline::VisemeTimeline;
use crate::phone::{Phone, viseme};
use sinew_viseme::Viseme;

/// Least duration of a cue in seconds that follows fast speech.
pub const FAST_CUE_SECONDS: f32 = 0.04;
/// Default least duration of a cue in seconds: what Rhubarb Lip Sync takes.
pub const DEFAULT_MIN_CUE_SECONDS: f32 = 0.07;
/// Longest least duration in frames: one second.
const MAX_MIN_FRAMES: usize = 100;
/// Value of a closure beside that of other shapes of the same weight: eyes notice when it is missing.
const CLOSURE_VALUE: f32 = 1.5;
/// Shapes that differ by the tongue alone, and the part of the others' weights that each may take.
const ALIKE: [Viseme; 7] =
    [Viseme::TH, Viseme::DD, Viseme::KK, Viseme::SS, Viseme::NN, Viseme::CH, Viseme::Ih];
const ALIKE_SHARE: f32 = 0.5;

/// Viseme with its time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VisemeCue {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds.
    pub end: f64,
    /// Viseme.
    pub viseme: Viseme,
}

impl VisemeCue {
    /// Cue between two times in seconds.
    #[must_use]
    pub const fn new(start: f64, end: f64, viseme: Viseme) -> Self {
        Self { start, end, viseme }
    }
}

impl VisemeTimeline {
    /// Cues that follow one another without gaps from 0 to the end, each at least so long (in seconds, at
    /// most 1 s) where the timeline is. Neighbours differ.
    #[must_use]
    pub fn cues(&self, min_seconds: f32) -> Vec<VisemeCue> {
        let frames = self.frames();
        let rate = f64::from(TIMELINE_RATE);
        // A NaN becomes 0, then 1.
        let least = ((f64::from(min_seconds) * rate - 1e-6).ceil() as usize)
            .clamp(1, MAX_MIN_FRAMES)
            .min(frames.len());
        if frames.is_empty() {
            return Vec::new();
        }
        const COUNT: usize = Viseme::COUNT;
        let values = self.values();
        let value = |frame: usize, viseme: usize| f64::from(values[frame][viseme]);
        // Best sum of the first n frames that end with a whole cue, and the viseme of that cue with its
        // start.
        let mut best = vec![(f64::NEG_INFINITY, 0, 0); frames.len() + 1];
        best[0].0 = 0.0;
        // Sum and start of a cue of each viseme that lasts to the present frame and is long enough.
        let mut open = [(f64::NEG_INFINITY, 0); COUNT];
        // Sums of the last `least` frames.
        let mut recent = [0.0_f64; COUNT];
        for end in 1..=frames.len() {
            for viseme in 0..COUNT {
                recent[viseme] += value(end - 1, viseme);
                if end > least {
                    recent[viseme] -= value(end - 1 - least, viseme);
                }
                let (sum, start) = open[viseme];
                let mut longer = (sum + value(end - 1, viseme), start);
                if end >= least {
                    let begun = best[end - least].0 + recent[viseme];
                    if begun > longer.0 {
                        longer = (begun, end - least);
                    }
                }
                open[viseme] = longer;
                if longer.0 > best[end].0 {
                    best[end] = (longer.0, viseme, longer.1);
                }
            }
        }
        let mut cues: Vec<VisemeCue> = Vec::new();
        let mut end = frames.len();
        while end > 0 {
            let (_, viseme, start) = best[end];
            let viseme = Viseme::ALL[viseme];
            match cues.last_mut() {
                Some(next) if next.viseme == viseme => next.start = start as f64 / rate,
                _ => cues.push(VisemeCue::new(start as f64 / rate, end as f64 / rate, viseme)),
            }
            end = start;
        }
        cues.reverse();
        cues
    }

    /// Value of showing each viseme in each frame: where phones are known 1 for that of the phone, else the
    /// weight and a part of those of the shapes that look alike.
    fn values(&self) -> Vec<[f32; Viseme::COUNT]> {
        let mut values: Vec<[f32; Viseme::COUNT]> = self.frames().iter().map(|frame| frame.weights).collect();
        if self.track().phones().is_empty() {
            for values in &mut values {
                let alike: f32 = ALIKE.iter().map(|viseme| values[viseme.index()]).sum();
                for viseme in ALIKE {
                    let value = &mut values[viseme.index()];
                    *value += ALIKE_SHARE * (alike - *value);
                }
            }
        } else {
            let rate = f64::from(TIMELINE_RATE);
            let mut targets = self.track().targets().into_iter().peekable();
            for (number, values) in values.iter_mut().enumerate() {
                let time = number as f64 / rate;
                while targets.next_if(|(_, _, end)| *end <= time + 1e-9).is_some() {}
                let phone = targets.peek().map_or(Phone::SILENCE, |(phone, ..)| *phone);
                *values = [0.0; Viseme::COUNT];
                values[viseme(phone).index()] = 1.0;
            }
        }
        for values in &mut values {
            for contact in [Viseme::PP, Viseme::FF] {
                values[contact.index()] *= CLOSURE_VALUE;
            }
        }
        values
    }
}
