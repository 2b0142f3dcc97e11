//! Benchmark jobs: batches of about half a millisecond, several per round.

use super::clock::Clock;
use super::instructions::Instructions;
use super::statistics::{median, tenth_percentile};
use std::time::{Duration, Instant};

/// Shortest batch, so that clock resolution does not matter.
const BATCH: Duration = Duration::from_micros(500);
/// Largest number of batches in a round, and the time after which a round starts no further batch.
const BATCHES: usize = 41;
const ROUND: Duration = Duration::from_millis(60);

/// Work to measure.
pub(crate) struct Job<'a> {
    pub(crate) name: &'static str,
    /// Unit of work that the results are for.
    pub(crate) per: &'static str,
    count: usize,
    clock: Clock,
    /// Repetitions of the work in a batch; 0 before the first.
    repeats: u32,
    work: Box<dyn FnMut() + 'a>,
    /// Nanoseconds per unit, by round and batch.
    rounds: Vec<Vec<f64>>,
    instructions: Vec<f64>,
}

impl<'a> Job<'a> {
    /// A job whose `work` does `count` units.
    pub(crate) fn new(name: &'static str, per: &'static str, count: usize, work: impl FnMut() + 'a) -> Self {
        Self {
            name,
            per,
            count: count.max(1),
            clock: Clock::Thread,
            repeats: 0,
            work: Box::new(work),
            rounds: Vec::new(),
            instructions: Vec::new(),
        }
    }

    /// The job timed by the wall clock, for work that another thread or device does.
    pub(crate) fn waited_for(self) -> Self {
        Self { clock: Clock::Wall, ..self }
    }

    /// Measures a round of batches. The first call warms up and finds the number of repetitions.
    pub(crate) fn round(&mut self, instructions: &mut Instructions) {
        if self.repeats == 0 {
            self.repeats = 1;
            while self.batch() < BATCH && self.repeats < 1 << 30 {
                self.repeats *= 2;
            }
        }
        let (mut round, start) = (Vec::new(), Instant::now());
        while round.is_empty() || (round.len() < BATCHES && start.elapsed() < ROUND) {
            let before = instructions.now();
            let time = self.batch();
            let counted = before.zip(instructions.now()).filter(|_| self.clock == Clock::Thread);
            let one = f64::from(self.repeats) * self.count as f64;
            self.instructions.extend(counted.map(|(from, to)| to.saturating_sub(from) as f64 / one));
            round.push(time.as_nanos() as f64 / one);
        }
        self.rounds.push(round);
    }

    fn batch(&mut self) -> Duration {
        let (work, repeats) = (&mut self.work, self.repeats);
        self.clock.time(|| (0..repeats).for_each(|_| work()))
    }

    /// Undisturbed nanoseconds per unit: the median over rounds of their 10th percentiles, as for the runs of
    /// a peer.
    pub(crate) fn quiet(&self) -> Option<f64> {
        let rounds: Vec<f64> = self.rounds.iter().filter_map(|round| tenth_percentile(round)).collect();
        median(&rounds)
    }

    /// Median nanoseconds per unit of all batches.
    pub(crate) fn median(&self) -> Option<f64> {
        median(&self.rounds.concat())
    }

    /// Median instructions per unit of all batches; none if not counted.
    pub(crate) fn instructions(&self) -> Option<f64> {
        median(&self.instructions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_for_one_and_twice_the_work_takes_longer() {
        let mut instructions = Instructions::new();
        let mut figure = |count: usize, rounds: u64| {
            let mut job = Job::new("sum", "number", count, move || {
                for n in 0..rounds {
                    std::hint::black_box(n);
                }
            });
            (0..3).for_each(|_| job.round(&mut instructions));
            let (quiet, median) = (job.quiet().unwrap(), job.median().unwrap());
            assert!(quiet > 0.0 && quiet <= median * 1.5, "{quiet} {median}");
            quiet
        };
        let (one, ten) = (figure(1, 10_000), figure(1, 100_000));
        assert!(ten > 4.0 * one, "{one} {ten}");
        let each = figure(10_000, 10_000);
        assert!(each < one / 1_000.0, "{one} {each}");
    }
}
