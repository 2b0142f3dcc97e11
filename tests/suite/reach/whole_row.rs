//! Statistics of the full-body solver.

use super::legal::direction;
use super::row::{REACHED, SMALL, turned};
use super::whole::{WholePosed, mirrored};
use super::{Body, Five, Row, Whole};
use fastrand::Rng;
use sinew::glam::Quat;
use sinew::ik::FullBodySolver;
use std::time::Duration;

/// Goals of a whole humanoid.
#[derive(Clone, Debug)]
pub struct WholeTargets {
    /// Positions of hands, feet and head in poses within all limits.
    pub legal: Vec<Five>,
    /// Pairs of such goals with one random effector moved by a millimetre.
    pub pairs: Vec<[Five; 2]>,
    /// Straight lines from one such pose to another, the fastest effector by a millimetre per step.
    pub lines: Vec<Vec<Five>>,
}

impl WholeTargets {
    /// `count` legal goals, and a quarter as many pairs and steps. Random, but for a body dependent on the
    /// seed alone.
    pub fn new(whole: &Whole, count: usize, seed: u64) -> Self {
        let millimetre = 1e-3 * whole.body.unit;
        let random = |kind: u64| Rng::with_seed(seed.wrapping_mul(31).wrapping_add(kind));
        let (mut legal, mut pairs, mut lines) = (random(1), random(2), random(3));
        let pair = |_| {
            let first = whole.legal(&mut pairs);
            let mut second = first;
            second[pairs.usize(..5)] += direction(&mut pairs) * millimetre;
            [first, second]
        };
        let (mut left, mut ways) = (count / 4, Vec::new());
        while left > 0 {
            let [from, to] = [(); 2].map(|()| whole.legal(&mut lines));
            let far = from.iter().zip(&to).map(|(from, to)| from.distance(*to)).fold(0.0, f32::max);
            let all = (far / millimetre).max(1.0);
            let steps = (all as usize).min(left);
            let at = |n: usize| std::array::from_fn(|five| from[five].lerp(to[five], n as f32 / all));
            ways.push((0..=steps).map(at).collect());
            left -= steps;
        }
        Self {
            legal: (0..count).map(|_| whole.legal(&mut legal)).collect(),
            pairs: (0..count / 4).map(pair).collect(),
            lines: ways,
        }
    }
}

impl Row {
    /// Statistics of [`FullBodySolver`] with a number of restarts; `None` for a body whose transformed
    /// versions are incomplete. `now` is a clock.
    pub fn of_whole(
        whole: &Whole,
        targets: &WholeTargets,
        restarts: u32,
        now: &dyn Fn() -> Duration,
    ) -> Option<Self> {
        let mut row = Self::default();
        let solver = whole.solver(restarts);
        let errors = row.reach_whole(whole, &solver, &targets.legal, now);
        row.tell(errors);
        let mut elsewhere = |body: Body, transform: &dyn Fn(&Five) -> Five| {
            let other = Whole::new(&body)?;
            let legal: Vec<Five> = targets.legal.iter().map(transform).collect();
            let mut form = Self::default();
            let errors = form.reach_whole(&other, &other.solver(restarts), &legal, &|| Duration::ZERO);
            form.tell(errors);
            row.violation = row.violation.max(form.violation);
            row.stretched = row.stretched.max(form.stretched);
            Some(form.reached)
        };
        let small = elsewhere(whole.body.scaled(SMALL), &|five| five.map(|position| position * SMALL))?;
        let mirrored = elsewhere(whole.body.mirrored(), &mirrored)?;
        (row.reached_small, row.reached_mirrored) = (small, mirrored);
        row.follow_whole(whole, &solver, targets, now);
        Some(row)
    }

    /// Errors at all targets; records their cost.
    fn reach_whole(
        &mut self,
        whole: &Whole,
        solver: &FullBodySolver,
        targets: &[Five],
        now: &dyn Fn() -> Duration,
    ) -> Vec<f32> {
        let mut posed = WholePosed::new(whole);
        let (mut time, mut iterations, mut errors) = (Duration::ZERO, 0u64, Vec::new());
        for five in targets {
            // A solve takes much longer than reading the clock.
            let start = now();
            let reach = posed.solve(solver, five);
            time += now().saturating_sub(start);
            let error = self.look_at_whole(&mut posed, five);
            self.report_error = self.report_error.max((reach.error * 1e3 / whole.body.unit - error).abs());
            iterations += u64::from(reach.iterations);
            errors.push(error);
        }
        self.tell_cost(time, iterations, targets.len());
        errors
    }

    /// Error of a pose; records its other faults.
    fn look_at_whole(&mut self, posed: &mut WholePosed<'_>, five: &Five) -> f32 {
        posed.update();
        self.violation = self.violation.max(posed.violation());
        self.stretched = self.stretched.max(posed.stretched());
        posed.error(five)
    }

    /// Records joint rotations for moving targets; returns the time per missed target.
    fn follow_whole(
        &mut self,
        whole: &Whole,
        solver: &FullBodySolver,
        targets: &WholeTargets,
        now: &dyn Fn() -> Duration,
    ) {
        let mut posed = WholePosed::new(whole);
        let (mut time, mut misses) = (Duration::ZERO, 0u32);
        let mut at = |row: &mut Self, five: &Five| {
            let start = now();
            posed.solve(solver, five);
            let end = now();
            let reached = row.look_at_whole(&mut posed, five) <= REACHED;
            if !reached {
                time += end.saturating_sub(start);
                misses += 1;
            }
            (posed.rotations(), reached)
        };
        for pair in &targets.pairs {
            let [first, second] = [&pair[0], &pair[1]].map(|five| at(self, five));
            let missed = usize::from(!(first.1 && second.1));
            self.pairs[missed].add(turned(&first.0, &second.0));
        }
        for line in &targets.lines {
            let poses: Vec<Vec<Quat>> = line.iter().map(|five| at(self, five).0).collect();
            poses.windows(2).for_each(|pair| self.steps.add(turned(&pair[0], &pair[1])));
        }
        self.nanoseconds_missed = time.as_nanos() as f64 / f64::from(misses.max(1));
    }
}
