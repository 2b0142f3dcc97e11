//! Limbs do not flip: knees and elbows of retargeted bodies bend as in the source, about the same axes, and
//! no bone rotates much faster.

use sinew::humanoid::HumanBone;
use sinew_suite::{Angles, BODIES, LIMBS, MOTIONS, person, retargeted};

/// Smallest bend of a limb with a defined axis, degrees.
const STRAIGHT: f32 = 25.0;
/// Largest difference of a knee that looks equal, degrees.
const DIFFERENT: f32 = 25.0;
/// Number of samples around a moment in which the source's fastest rotation is compared.
const AROUND: usize = 3;

/// Largest differences from the source, degrees and degrees per second.
#[derive(Clone, Copy, Debug, Default)]
struct Differences {
    elbows: f32,
    knees: f32,
    elbow_axes: f32,
    knee_axes: f32,
    faster: f32,
    /// Number of compared knees, and of those that look different.
    looks: usize,
    different: usize,
}

impl Differences {
    fn of(theirs: &[Angles], ours: &[Angles], rate: f32) -> Self {
        let mut all = Self::default();
        for (n, limb) in LIMBS.into_iter().enumerate() {
            for (a, b) in theirs.iter().zip(ours) {
                let Some((bend, other)) = a.bend(limb).zip(b.bend(limb)) else { continue };
                let (apart, bent) = ((bend - other).abs(), bend.min(other) > STRAIGHT);
                let axes = a.axis(limb).zip(b.axis(limb)).filter(|_| bent);
                let axes = axes.map_or(0.0, |(a, b)| a.angle_between(b).to_degrees());
                let (most, most_axes) = match n > 1 {
                    true => (&mut all.knees, &mut all.knee_axes),
                    false => (&mut all.elbows, &mut all.elbow_axes),
                };
                (*most, *most_axes) = (most.max(apart), most_axes.max(axes));
                all.looks += usize::from(n > 1);
                all.different += usize::from(n > 1 && apart > DIFFERENT);
            }
        }
        for bone in HumanBone::ALL {
            let speeds = |angles: &[Angles]| -> Option<Vec<f32>> {
                angles.windows(2).map(|w| Some(w[1].turned(&w[0], bone)? * rate)).collect()
            };
            let Some((theirs, ours)) = speeds(theirs).zip(speeds(ours)) else { continue };
            for (k, speed) in ours.iter().enumerate() {
                let around = k.saturating_sub(AROUND)..(k + AROUND + 1).min(theirs.len());
                all.faster = all.faster.max(speed - theirs[around].iter().copied().fold(0.0, f32::max));
            }
        }
        all
    }

    fn join(&mut self, other: &Self) {
        self.elbows = self.elbows.max(other.elbows);
        self.knees = self.knees.max(other.knees);
        self.elbow_axes = self.elbow_axes.max(other.elbow_axes);
        self.knee_axes = self.knee_axes.max(other.knee_axes);
        self.faster = self.faster.max(other.faster);
        self.looks += other.looks;
        self.different += other.different;
    }

    /// Share of knees that look different.
    fn share(&self) -> f32 {
        self.different as f32 / self.looks.max(1) as f32
    }
}

/// How much of knees, axes of knees and speed a body may differ, and how many of its knees may look
/// different. The first has thighs half as long again as its shins, feet as large as those, and hips as wide
/// as a leg is long.
const BOUNDS: [(f32, f32, f32, f32); BODIES.len()] = [
    (115.0, 50.0, 1300.0, 0.11),
    (51.0, 25.0, 600.0, 0.01),
    (58.0, 45.0, 850.0, 0.04),
    (52.0, 25.0, 650.0, 0.015),
    (51.0, 25.0, 600.0, 0.01),
    (51.0, 25.0, 550.0, 0.01),
];

#[test]
fn limbs_bend_as_the_source_does() {
    let Some(assets) = sinew_suite::assets() else { return };
    let bodies = BODIES.map(|name| person(&assets, name));
    let mut worst = [Differences::default(); BODIES.len()];
    for (name, count) in MOTIONS {
        let motion = person(&assets, name);
        let from = &motion.character;
        let humanoid = from.humanoid().unwrap();
        for clip in motion.clips.iter().take(count) {
            let length = clip.end() - clip.start();
            let steps = ((length * 60.0) as usize).clamp(2, 1200);
            let times: Vec<f32> =
                (0..=steps).map(|k| clip.start() + length * k as f32 / steps as f32).collect();
            let theirs = Angles::over(from, humanoid, clip, &times);
            for ((body, file), worst) in bodies.iter().zip(BODIES).zip(&mut worst) {
                let (to, human) = (&body.character, body.character.humanoid().unwrap());
                let (made, report) = retargeted(clip, (from, humanoid), (to, human));
                // A clip of an arm leaves the other limbs at rest.
                if report.foot_correction.is_none() {
                    continue;
                }
                let ours = Angles::over(to, human, &made, &times);
                let differences = Differences::of(&theirs, &ours, steps as f32 / length);
                println!("{name} {:?} → {file}: {differences:.0?}", clip.name);
                worst.join(&differences);
            }
        }
    }
    let mut failures = Vec::new();
    for ((file, differences), (knees, axes, faster, share)) in BODIES.iter().zip(&worst).zip(BOUNDS) {
        let line = format!(
            "worst of {file:?}: {differences:.0?}, {:.3} of the knees look different",
            differences.share()
        );
        println!("{line}");
        let sound = differences.elbows < 3.0
            && differences.elbow_axes < 3.0
            && differences.knees < knees
            && differences.knee_axes < axes;
        if !(sound && differences.faster < faster && differences.share() < share) {
            failures.push(line);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
