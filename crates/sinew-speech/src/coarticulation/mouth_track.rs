//! Movements of a mouth that speaks given phones.

use super::closure::contact;
use super::dominance::{LIPS, MAX_REACH_SECONDS, ROUNDING, influence, undershoot};
use crate::phone::{Articulation, LabialContact, LipContact, Manner, Phone, Place, viseme};
use crate::timeline::{PhoneTrack, TIMELINE_RATE, VisemeFrame, VisemeTimeline};
use sinew_viseme::Viseme;

/// Mouth at one time: articulators and contacts of the lips.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MouthPose {
    /// Positions of lips, jaw and tongue.
    pub articulation: Articulation,
    /// Contacts of the lips.
    pub contact: LipContact,
}

/// Phone with its time and strengths.
#[derive(Clone, Copy, Debug)]
struct Target {
    phone: Phone,
    viseme: Viseme,
    start: f64,
    end: f64,
    /// Dominance of lips, rounding, jaw, shape as a whole.
    strength: [f64; 4],
}

/// Continuous movements of a mouth: evaluated at any time, as articulators or as viseme weights.
#[derive(Clone, Debug, Default)]
pub struct MouthTrack {
    targets: Vec<Target>,
    end: f64,
}

/// Time constants of undershoot in seconds: of sounds, of pauses, in which lips are slower to rest.
const SOUND_SECONDS: f64 = 0.035;
const PAUSE_SECONDS: f64 = 0.08;
/// Silence before and after all phones, in seconds.
const LONG_SECONDS: f64 = 1e9;
/// Part of a sibilant's shape that is kept next to any neighbour.
const SIBILANT_HOLD: f32 = 0.85;
/// Widest jaw and lips of sibilants: the teeth are nearly together.
const MAX_SIBILANT_JAW: f32 = 0.15;
const MAX_SIBILANT_APERTURE: f32 = 0.25;

impl MouthTrack {
    /// Movements of a track of phones.
    #[must_use]
    pub fn new(track: &PhoneTrack) -> Self {
        let target = |(phone, start, end): (Phone, f64, f64)| {
            let constant = if phone.is_silence() { PAUSE_SECONDS } else { SOUND_SECONDS };
            let reached = undershoot(end - start, constant);
            let dominance = phone.dominance();
            let shape = f64::from(dominance.lips).sqrt();
            let parts = [dominance.lips, dominance.rounding, dominance.jaw].map(f64::from);
            let strength = [parts[0], parts[1], parts[2], shape].map(|strength| strength * reached);
            Target { phone, viseme: viseme(phone), start, end, strength }
        };
        let end = track.end();
        let before = (Phone::SILENCE, -LONG_SECONDS, 0.0);
        let after = (Phone::SILENCE, end, end + LONG_SECONDS);
        let all = std::iter::once(before).chain(track.targets()).chain([after]);
        Self { targets: all.map(target).collect(), end }
    }

    /// End of the last phone in seconds.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.end
    }

    /// Targets that have an influence at a time.
    fn near(&self, time: f64) -> &[Target] {
        let first = self.targets.partition_point(|target| target.end < time - MAX_REACH_SECONDS);
        let last = self.targets.partition_point(|target| target.start <= time + MAX_REACH_SECONDS);
        &self.targets[first..last.max(first)]
    }

    /// Degree of contact of the phones that have it.
    fn contact_where(&self, time: f64, has: impl Fn(Phone) -> bool) -> f32 {
        let targets = self.near(time).iter().filter(|target| has(target.phone));
        targets.map(|target| contact(time, target.start, target.end)).fold(0.0, f64::max) as f32
    }

    /// Articulators and contacts at a time in seconds; rest before the start and after the end.
    #[must_use]
    pub fn pose_at(&self, seconds: f64) -> MouthPose {
        let rest = Articulation::REST;
        // Sums of influences and of weighted targets: lips, rounding, jaw.
        let mut sums = [1e-6; 3];
        let mut values = [
            [rest.lip_aperture, rest.width, rest.tongue_tip, rest.tongue_dorsum, rest.tongue_front]
                .map(|x| f64::from(x) * 1e-6),
            [rest.rounding, rest.protrusion, 0.0, 0.0, 0.0].map(|x| f64::from(x) * 1e-6),
            [f64::from(rest.jaw) * 1e-6, 0.0, 0.0, 0.0, 0.0],
        ];
        for target in self.near(seconds) {
            let lips = influence(seconds, target.start, target.end, LIPS);
            let round = influence(seconds, target.start, target.end, ROUNDING);
            let weights = [lips * target.strength[0], round * target.strength[1], lips * target.strength[2]];
            let articulation = target.phone.articulation();
            let positions = [
                [
                    articulation.lip_aperture,
                    articulation.width,
                    articulation.tongue_tip,
                    articulation.tongue_dorsum,
                    articulation.tongue_front,
                ],
                [articulation.rounding, articulation.protrusion, 0.0, 0.0, 0.0],
                [articulation.jaw, 0.0, 0.0, 0.0, 0.0],
            ];
            for ((sum, values), (weight, positions)) in
                sums.iter_mut().zip(&mut values).zip(weights.into_iter().zip(positions))
            {
                *sum += weight;
                for (value, position) in values.iter_mut().zip(positions) {
                    *value += weight * f64::from(position);
                }
            }
        }
        let part = |group: usize, at: usize| (values[group][at] / sums[group]) as f32;
        let mut mouth = rest;
        mouth.lip_aperture = part(0, 0);
        mouth.width = part(0, 1);
        mouth.tongue_tip = part(0, 2);
        mouth.tongue_dorsum = part(0, 3);
        mouth.tongue_front = part(0, 4);
        mouth.rounding = part(1, 0);
        mouth.protrusion = part(1, 1);
        mouth.jaw = part(2, 0);
        let lips = LipContact {
            closed: self.contact_where(seconds, |p| p.contact() == LabialContact::Lips),
            on_teeth: self.contact_where(seconds, |p| p.contact() == LabialContact::LipAndTeeth),
        };
        let hiss = self.contact_where(seconds, is_hiss);
        let limit = |value: f32, most: f32, degree: f32| value + (value.min(most) - value) * degree;
        mouth.jaw = limit(mouth.jaw, MAX_SIBILANT_JAW, hiss);
        mouth.lip_aperture = limit(mouth.lip_aperture, MAX_SIBILANT_APERTURE, hiss);
        let touching = Phone::from_letter("f").unwrap_or_default().articulation().lip_aperture;
        mouth.lip_aperture = limit(mouth.lip_aperture, touching, lips.on_teeth);
        mouth.lip_aperture *= 1.0 - lips.closed;
        MouthPose { articulation: mouth, contact: lips }
    }

    /// Viseme weights and opening at a time in seconds; rest before the start and after the end.
    #[must_use]
    pub fn frame_at(&self, seconds: f64) -> VisemeFrame {
        let mut weights = [0.0; Viseme::COUNT];
        weights[Viseme::Sil.index()] = 1e-4;
        for target in self.near(seconds) {
            let weight = influence(seconds, target.start, target.end, LIPS) * target.strength[3];
            weights[target.viseme.index()] += weight as f32;
        }
        let mut weights = VisemeFrame::new(weights).weights;
        let mut hold = |viseme: Viseme, degree: f32| {
            weights = weights.map(|weight| weight * (1.0 - degree));
            weights[viseme.index()] += degree;
        };
        for hiss in [Viseme::SS, Viseme::CH] {
            let degree = self.contact_where(seconds, |p| is_hiss(p) && viseme(p) == hiss);
            hold(hiss, SIBILANT_HOLD * degree);
        }
        let degree = self.contact_where(seconds, |p| p.contact() == LabialContact::LipAndTeeth);
        hold(Viseme::FF, degree);
        hold(Viseme::PP, self.contact_where(seconds, |p| p.contact() == LabialContact::Lips));
        VisemeFrame::new(weights).with_openness(self.pose_at(seconds).articulation.lip_aperture)
    }

    /// Timeline of a sound of this duration in seconds.
    #[must_use]
    pub fn timeline(&self, seconds: f64) -> VisemeTimeline {
        /// Longest timeline in seconds: ten hours.
        const MAX_SECONDS: f64 = 36_000.0;
        let rate = f64::from(TIMELINE_RATE);
        let count = (seconds.clamp(0.0, MAX_SECONDS) * rate).ceil() as usize;
        VisemeTimeline::new((0..count).map(|n| self.frame_at(n as f64 / rate)).collect())
    }
}

/// Timeline of the phones and words of a sound of a duration in seconds, which it keeps.
#[must_use]
pub fn timeline_of(track: PhoneTrack, seconds: f64) -> VisemeTimeline {
    MouthTrack::new(&track).timeline(seconds).with_track(track)
}

/// Sounds with the teeth together.
fn is_hiss(phone: Phone) -> bool {
    match phone.manner() {
        Manner::Sibilant => true,
        Manner::Affricate => phone.place() != Place::Labiodental,
        _ => false,
    }
}
