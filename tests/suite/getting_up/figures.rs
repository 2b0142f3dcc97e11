//! Figures of a body that gets up, and their bounds. Lengths count as on a body of 1.7 m.

use super::trial::Moment;
use sinew::glam::{Quat, Vec3};

/// Bounds of a body that gets up; lengths in metres on a body of 1.7 m.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Height by which the hips fall back on the way up.
    pub fall_back: f32,
    /// Speed at which the hips rise, m/s.
    pub rise: f32,
    /// Speed of a joint, m/s.
    pub speed: f32,
    /// Time for which a joint is more than [`DEEP`] inside of the ground, seconds.
    pub sunk: f32,
    /// Way by which a planted hand or foot slides.
    pub slide: f32,
    /// Way and angle (degrees) of a joint in a frame around the end of the clip.
    pub jump: [f32; 2],
    /// Time from lying still to standing, seconds.
    pub time: f32,
}

/// The bounds to be held.
pub(super) const BOUNDS: Bounds =
    Bounds { fall_back: 0.05, rise: 2.0, speed: 6.0, sunk: 0.1, slide: 0.05, jump: [0.05, 10.0], time: 6.0 };

/// Depth of a joint inside of the ground from which on it counts as sunk, metres on a body of 1.7 m.
pub(super) const DEEP: f32 = 0.03;

/// Share of their standing height above which hips stand.
const STANDS: f32 = 0.85;

/// Height of the hips above where they lay from which on the body rises, metres on a body of 1.7 m.
const RISES: f32 = 0.08;

/// Horizontal speed of a planted hand or foot at most, m/s; faster ones are being moved.
const PLANTED_SPEED: f32 = 0.5;

/// Figures of one or of several bodies that got up: the worst of each.
#[derive(Clone, Debug, Default)]
pub struct GetUpFigures {
    /// Number of bodies that fell.
    pub tried: usize,
    /// Number of those that stood within the time.
    pub stood: usize,
    /// Number of those that stood within the time and held all bounds.
    pub clean: usize,
    /// Times from lying still to standing, seconds.
    pub times: Vec<f32>,
    /// Worst height by which hips fell back.
    pub fall_back: f32,
    /// Worst speed of rising hips.
    pub rise: f32,
    /// Worst speed of a joint.
    pub speed: f32,
    /// Longest time of a joint inside of the ground.
    pub sunk: f32,
    /// Worst way of a planted hand or foot.
    pub slide: f32,
    /// Worst way and angle of a joint in a frame around the end of the clip.
    pub jump: [f32; 2],
    /// Worst angle in degrees by which a body turned while and after its clip handed over.
    pub turn: f32,
    /// Joints of the worst speed and depth.
    pub joints: [usize; 2],
    /// Limb that slid most (left and right hand, left and right foot), and the time, seconds after lying
    /// still.
    pub slid: (usize, f32),
}

impl GetUpFigures {
    /// Figures of one body: its frames from lying still on, `step` seconds apart.
    pub(super) fn of(moments: &[Moment], hips_standing: f32, step: f32) -> Self {
        let mut figures = Self { tried: 1, ..Self::default() };
        let height = |moment: &Moment| moment.hips_height;
        let stands = |moment: &Moment| height(moment) > STANDS * hips_standing;
        // It stands when it does so until the end.
        let lies_until = moments.iter().rposition(|moment| !stands(moment));
        let standing = lies_until.map_or(0, |last| last + 1);
        if standing < moments.len() {
            let time = standing as f32 * step;
            figures.times.push(time);
            figures.stood = usize::from(time <= BOUNDS.time);
        }
        let on_the_way = &moments[..standing.min(moments.len())];
        let mut highest = f32::MIN;
        for moment in on_the_way {
            highest = highest.max(moment.hips.y);
            figures.fall_back = figures.fall_back.max(highest - moment.hips.y);
        }
        for pair in moments.windows(2) {
            figures.rise = figures.rise.max((pair[1].hips.y - pair[0].hips.y) / step);
            for (n, (a, b)) in pair[0].joints.iter().zip(&pair[1].joints).enumerate() {
                let speed = a.0.distance(b.0) / step;
                if speed > figures.speed {
                    (figures.speed, figures.joints[0]) = (speed, n);
                }
            }
            if pair[1].hands_over {
                for (a, b) in pair[0].joints.iter().zip(&pair[1].joints) {
                    figures.jump[0] = figures.jump[0].max(a.0.distance(b.0));
                    figures.jump[1] = figures.jump[1].max(angle(a.1, b.1));
                }
            }
        }
        for joint in 0..moments.first().map_or(0, |moment| moment.depths.len()) {
            let mut frames = 0;
            for moment in moments {
                frames = if moment.depths[joint] > DEEP { frames + 1 } else { 0 };
                if frames as f32 * step > figures.sunk {
                    (figures.sunk, figures.joints[1]) = (frames as f32 * step, joint);
                }
            }
        }
        let lowest = on_the_way.iter().map(|moment| moment.hips.y).fold(f32::MAX, f32::min);
        let rises = on_the_way.iter().position(|moment| moment.hips.y > lowest + RISES).unwrap_or(0);
        // A body that stands all the while is watched all the while.
        let rising = if standing == 0 { moments } else { &on_the_way[rises..] };
        for limb in 0..rising.first().map_or(0, |moment| moment.contacts.len()) {
            let (slide, frame) = slide(rising, limb, step);
            if slide > figures.slide {
                (figures.slide, figures.slid) = (slide, (limb, (rises + frame) as f32 * step));
            }
        }
        let end = moments.iter().position(|moment| moment.hands_over);
        if let (Some(end), Some(last)) = (end, moments.last()) {
            figures.turn = heading(moments[end].heading, last.heading);
        }
        figures.clean = usize::from(figures.stood == 1 && figures.is_within());
        figures
    }

    fn is_within(&self) -> bool {
        self.fall_back <= BOUNDS.fall_back
            && self.rise <= BOUNDS.rise
            && self.speed <= BOUNDS.speed
            && self.sunk <= BOUNDS.sunk
            && self.slide <= BOUNDS.slide
            && self.jump[0] <= BOUNDS.jump[0]
            && self.jump[1] <= BOUNDS.jump[1]
    }

    /// The worst of two, and the counts of both.
    #[must_use]
    pub fn merged(mut self, other: &Self) -> Self {
        self.times.extend(&other.times);
        Self {
            tried: self.tried + other.tried,
            stood: self.stood + other.stood,
            clean: self.clean + other.clean,
            fall_back: self.fall_back.max(other.fall_back),
            rise: self.rise.max(other.rise),
            speed: self.speed.max(other.speed),
            sunk: self.sunk.max(other.sunk),
            slide: self.slide.max(other.slide),
            jump: [0, 1].map(|n| self.jump[n].max(other.jump[n])),
            turn: self.turn.max(other.turn),
            joints: [
                if other.speed > self.speed { other.joints[0] } else { self.joints[0] },
                if other.sunk > self.sunk { other.joints[1] } else { self.joints[1] },
            ],
            slid: if other.slide > self.slide { other.slid } else { self.slid },
            times: self.times,
        }
    }
}

/// Largest horizontal way of a hand or foot while it touches the ground and is not being moved.
fn slide(moments: &[Moment], limb: usize, step: f32) -> (f32, usize) {
    let (mut start, mut before, mut worst) = (None::<Vec3>, None::<Vec3>, (0.0f32, 0));
    for (frame, moment) in moments.iter().enumerate() {
        let contact = moment.contacts[limb];
        let speed = match (before, contact) {
            (Some(a), Some(b)) => (b - a).with_y(0.0).length() / step,
            _ => 0.0,
        };
        start = contact.filter(|_| speed < PLANTED_SPEED).map(|at| start.unwrap_or(at));
        if let (Some(from), Some(to)) = (start, contact) {
            let slide = (to - from).with_y(0.0).length();
            worst = if slide > worst.0 { (slide, frame) } else { worst };
        }
        before = contact;
    }
    worst
}

/// Angle between two rotations, degrees.
fn angle(a: Quat, b: Quat) -> f32 {
    let sine = (a.inverse() * b).xyz().length().min(1.0);
    2.0 * sine.asin().to_degrees()
}

/// Angle between two horizontal directions, degrees.
fn heading(a: Vec3, b: Vec3) -> f32 {
    a.with_y(0.0).angle_between(b.with_y(0.0)).to_degrees()
}
