use super::body::mirror;
use super::posed::Posed;
use super::solver::Ready;
use super::{Body, Case, Solver, Targets};
use sinew::glam::{Quat, Vec3};
use std::time::Duration;

/// Statistics of a solver on a case.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Share of legal targets reached within a millimetre.
    pub reached: f32,
    /// The same with up to five restarts; `None` for solvers without restarts.
    pub reached_by_tries: Option<f32>,
    /// The same without restarts on a body a hundred times smaller, and on its mirror image.
    pub reached_small: f32,
    /// As above.
    pub reached_mirrored: f32,
    /// Distance from legal targets, millimetres: median, 99th percentile, maximum.
    pub error: [f32; 3],
    /// Largest difference from the error that the solver reports, millimetres.
    pub report_error: f32,
    /// Largest violation of a joint limit over all results, radians.
    pub violation: f32,
    /// Largest relative change of a bone length.
    pub stretched: f32,
    /// Pairs of targets with both reached, and other pairs.
    pub pairs: [Jumps; 2],
    /// Steps along lines.
    pub steps: Jumps,
    /// Time for a legal target.
    pub nanoseconds: f64,
    /// Time per missed target of pairs and lines; 0 without one.
    pub nanoseconds_missed: f64,
    /// Iterations per legal target.
    pub iterations: f64,
}

/// Rotation of joints when a target moves by a millimetre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jumps {
    /// Number of moves.
    pub count: usize,
    /// Number of moves with a joint rotation above five degrees.
    pub jumps: usize,
    /// Largest rotation of a joint, degrees.
    pub worst: f32,
}

impl Jumps {
    /// Share of moves with a jump.
    pub fn share(&self) -> f32 {
        share(self.jumps, self.count)
    }

    pub(super) fn add(&mut self, degrees: f32) {
        self.count += 1;
        self.jumps += usize::from(degrees > 5.0);
        self.worst = self.worst.max(degrees);
    }
}

/// Largest distance of a reached target, millimetres.
pub(super) const REACHED: f32 = 1.0;

impl Row {
    /// Statistics of `solver` on the targets; `None` where it does not apply. `now` is a clock.
    pub fn of(case: &Case, solver: Solver, targets: &Targets, now: &dyn Fn() -> Duration) -> Option<Self> {
        let ready = solver.ready(case, 0)?;
        let mut row = Self::default();
        let errors = row.reach(case, &ready, &targets.legal, now);
        let missed: Vec<Vec3> = errors
            .iter()
            .zip(&targets.legal)
            .filter_map(|(error, target)| (*error > REACHED).then_some(*target))
            .collect();
        row.tell(errors);
        if solver.restarts() {
            // Restarts happen only after a miss.
            let again = Self::share(case, solver, &missed, 5, &mut row)? * missed.len() as f32;
            row.reached_by_tries = Some(row.reached + again / targets.legal.len().max(1) as f32);
        }
        let small = |position: &Vec3| *position * SMALL;
        let other = |position: &Vec3| mirror(*position);
        row.reached_small = row.elsewhere(case.body.scaled(SMALL), case, solver, &targets.legal, small)?;
        row.reached_mirrored = row.elsewhere(case.body.mirrored(), case, solver, &targets.legal, other)?;
        row.nanoseconds_missed = row.follow(case, &ready, targets, now);
        Some(row)
    }

    /// Records the share of reached targets and the errors.
    pub(super) fn tell(&mut self, mut errors: Vec<f32>) {
        self.reached = share(errors.iter().filter(|error| **error <= REACHED).count(), errors.len());
        errors.sort_by(f32::total_cmp);
        let quantile = |share: f64| errors.get(((errors.len().max(1) - 1) as f64 * share) as usize).copied();
        self.error = [0.5, 0.99, 1.0].map(|share| quantile(share).unwrap_or(0.0));
    }

    /// Records the cost of `count` solves.
    pub(super) fn tell_cost(&mut self, time: Duration, iterations: u64, count: usize) {
        let count = count.max(1) as f64;
        self.nanoseconds = time.as_nanos() as f64 / count;
        self.iterations = iterations as f64 / count;
    }

    /// Errors at all targets; records their cost.
    fn reach(
        &mut self,
        case: &Case,
        ready: &Ready,
        targets: &[Vec3],
        now: &dyn Fn() -> Duration,
    ) -> Vec<f32> {
        // Clocks are slow to read, and the measurement must not be timed.
        const BATCH: usize = 256;
        let mut posed = Posed::new(case);
        let (mut errors, mut rotations, mut report) = (Vec::new(), Vec::<Quat>::new(), Vec::new());
        let (mut time, mut iterations, joints) = (Duration::ZERO, 0u64, case.path().count());
        for batch in targets.chunks(BATCH) {
            rotations.clear();
            report.clear();
            let start = now();
            for target in batch {
                report.push(posed.solve(ready, *target));
                rotations.extend(posed.rotations());
            }
            time += now().saturating_sub(start);
            for ((target, rotations), report) in batch.iter().zip(rotations.chunks(joints)).zip(&report) {
                posed.set_rotations(rotations);
                let error = self.look(&posed, *target);
                let scale = if case.part.looks() { 1e3 } else { 1e3 / case.body.unit };
                self.report_error = self.report_error.max((report.error * scale - error).abs());
                iterations += u64::from(report.iterations);
                errors.push(error);
            }
        }
        self.tell_cost(time, iterations, targets.len());
        errors
    }

    /// Error of a pose; records its other faults.
    fn look(&mut self, posed: &Posed<'_>, target: Vec3) -> f32 {
        self.violation = self.violation.max(posed.violation());
        self.stretched = self.stretched.max(posed.stretched());
        posed.error(target)
    }

    /// Share of reached `targets`.
    fn share(case: &Case, solver: Solver, targets: &[Vec3], restarts: u32, row: &mut Self) -> Option<f32> {
        let ready = solver.ready(case, restarts)?;
        let mut posed = Posed::new(case);
        let mut reaches = |target: &&Vec3| {
            posed.solve(&ready, **target);
            posed.update();
            row.look(&posed, **target) <= REACHED
        };
        let reached = targets.iter().filter(|target| reaches(target)).count();
        Some(share(reached, targets.len()))
    }

    /// The same for a transformed body with transformed targets.
    fn elsewhere(
        &mut self,
        body: Body,
        case: &Case,
        solver: Solver,
        targets: &[Vec3],
        transform: impl Fn(&Vec3) -> Vec3,
    ) -> Option<f32> {
        let case = Case::new(&body, case.part)?;
        let targets: Vec<Vec3> = targets.iter().map(transform).collect();
        Self::share(&case, solver, &targets, 0, self)
    }

    /// Records joint rotations for moving targets; returns the time per missed target.
    fn follow(&mut self, case: &Case, ready: &Ready, targets: &Targets, now: &dyn Fn() -> Duration) -> f64 {
        let mut posed = Posed::new(case);
        let (mut time, mut misses) = (Duration::ZERO, 0u32);
        let mut at = |row: &mut Self, target: Vec3| {
            let start = now();
            posed.solve(ready, target);
            let end = now();
            posed.update();
            let reached = row.look(&posed, target) <= REACHED;
            if !reached {
                time += end.saturating_sub(start);
                misses += 1;
            }
            (posed.rotations().collect::<Vec<Quat>>(), reached)
        };
        for pair in &targets.pairs {
            let [first, second] = pair.map(|target| at(self, target));
            let missed = usize::from(!(first.1 && second.1));
            self.pairs[missed].add(turned(&first.0, &second.0));
        }
        for line in &targets.lines {
            let poses: Vec<Vec<Quat>> = line.iter().map(|target| at(self, *target).0).collect();
            poses.windows(2).for_each(|pair| self.steps.add(turned(&pair[0], &pair[1])));
        }
        time.as_nanos() as f64 / f64::from(misses.max(1))
    }
}

pub(super) const SMALL: f32 = 0.01;

fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// Largest rotation of a joint, degrees.
pub(super) fn turned(before: &[Quat], now: &[Quat]) -> f32 {
    let angle = |(a, b): (&Quat, &Quat)| {
        let turn = *b * a.inverse();
        2.0 * turn.xyz().length().atan2(turn.w.abs()).to_degrees()
    };
    before.iter().zip(now).map(angle).fold(0.0, f32::max)
}
