use super::run::FallRun;
use crate::asset::vertices::for_each_vertex;
use crate::report::plural::count;
use serde::Serialize;
use sinew::Character;
use sinew::limit::LimitReadingKind;
use sinew::ragdoll::Ragdoll;
use std::collections::BTreeMap;

/// Figures of a fall, as `sinew drop --json` prints them.
#[derive(Serialize)]
pub(crate) struct FallFigures {
    parts: Vec<PartEntry>,
    /// Distance between the two bodies of each joint at their common point.
    stretch_mm: Spread,
    /// Depth of the lowest vertex below the floor.
    penetration_mm: Spread,
    limit_overshoot_deg: Spread,
    /// Time after which the body came to rest; none while it moves.
    rest_s: Option<f64>,
    /// Clip that got the body up, and time after which it stood; none for a body that does not get up, or not
    /// yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    get_up_clip: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stood_s: Option<f64>,
    #[serde(skip)]
    scale: f32,
    #[serde(skip)]
    samples: Samples,
}

#[derive(Default)]
struct Samples {
    stretch: Vec<f32>,
    penetration: Vec<f32>,
    overshoot: Vec<f32>,
}

#[derive(Serialize)]
struct PartEntry {
    joint: String,
    shape: &'static str,
    mass_kg: f32,
    /// Range of each angle in degrees.
    limits: BTreeMap<&'static str, [f32; 2]>,
}

/// Median, 99th percentile and maximum of all frames.
#[derive(Clone, Copy, Default, Serialize)]
struct Spread {
    median: f32,
    p99: f32,
    max: f32,
}

impl Spread {
    fn of(mut values: Vec<f32>) -> Self {
        values.sort_by(f32::total_cmp);
        let at = |share: f64| {
            let index = (values.len().saturating_sub(1) as f64 * share).round() as usize;
            values.get(index).copied().unwrap_or(0.0)
        };
        Self { median: at(0.5), p99: at(0.99), max: at(1.0) }
    }
}

impl FallFigures {
    /// Figures of no frames yet, for a body that falls as one `scale` times smaller: lengths are those of that
    /// body.
    pub(crate) fn new(character: &Character, ragdoll: &Ragdoll, scale: f32) -> Self {
        let parts = ragdoll.parts().iter().map(|part| {
            let readings = part.limit.readings(sinew::glam::Quat::IDENTITY);
            let range = |min: f32, max: f32| [min.to_degrees(), max.to_degrees()];
            let limits = readings.map(|reading| {
                let name = match reading.kind {
                    LimitReadingKind::Hinge => "hinge",
                    LimitReadingKind::Swing => "swing",
                    _ => "twist",
                };
                (name, range(reading.min, reading.max))
            });
            PartEntry {
                joint: character.skeleton().name(part.joint).to_owned(),
                shape: part.shapes[0].name(),
                mass_kg: part.mass.mass,
                limits: if part.parent.is_some() { limits.collect() } else { BTreeMap::new() },
            }
        });
        Self {
            parts: parts.collect(),
            stretch_mm: Spread::default(),
            penetration_mm: Spread::default(),
            limit_overshoot_deg: Spread::default(),
            rest_s: None,
            get_up_clip: None,
            stood_s: None,
            scale,
            samples: Samples::default(),
        }
    }

    /// Adds the present frame of a fall. From getting up on the frames are none of the fall.
    pub(crate) fn add(&mut self, run: &FallRun) {
        if let Some(get_up) = &run.got_up {
            (self.rest_s, self.stood_s) = (Some(get_up.began), get_up.stood);
            self.get_up_clip = Some(get_up.clip.clone());
            return;
        }
        let frame = run.actor.frame();
        let Some(state) = run.actor.ragdoll().filter(|ragdoll| ragdoll.is_active()) else { return };
        for n in 1..state.ragdoll().parts().len() {
            self.samples.overshoot.extend(state.limit_violation(n).map(f32::to_degrees));
            self.samples.stretch.extend(state.joint_gap(n).map(|gap| gap * 1000.0 / self.scale));
        }
        let mut lowest = f32::MAX;
        for_each_vertex(&frame, |_, _, _, point| lowest = lowest.min(point.y));
        self.samples.penetration.push((-lowest).max(0.0) * 1000.0 / self.scale);
        self.rest_s = match state.is_at_rest() {
            true => self.rest_s.or(Some(run.fall_time())),
            false => None,
        };
    }

    /// Sums up the frames.
    pub(crate) fn finish(mut self) -> Self {
        let Samples { stretch, penetration, overshoot } = std::mem::take(&mut self.samples);
        self.stretch_mm = Spread::of(stretch);
        self.penetration_mm = Spread::of(penetration);
        self.limit_overshoot_deg = Spread::of(overshoot);
        self
    }

    /// A line about the fall.
    pub(crate) fn summary(&self) -> String {
        let parts = self.parts.len();
        let mass: f32 = self.parts.iter().map(|part| part.mass_kg).sum();
        let rest = match self.rest_s {
            Some(seconds) => format!("at rest after {seconds:.1} s"),
            None => "still moving at the end".to_owned(),
        };
        let got_up = match (&self.get_up_clip, self.stood_s) {
            (Some(clip), Some(seconds)) => format!(", got up by {clip}, stood after {seconds:.1} s"),
            (Some(clip), None) => format!(", did not stand by {clip} at the end"),
            (None, _) => String::new(),
        };
        format!("{}, {mass:.1} kg, {rest}{got_up}", count(parts, "part"))
    }
}
