//! Success rate, smoothness and speed of IK solvers: a line for every part of a body and every solver that
//! fits it.
//!
//! `cargo bench --bench reach` takes the built-in character, two of the shared files and a made-up chain of
//! ten bones of 0.1 m (free, and with every joint limited to a swing of 40 degrees and a twist of 20).
//! `-- WORD…` selects the lines whose body, part and solver contain all of these words, `--count N` (100,000)
//! sets the number of targets, `--seed S` the random seed; the results other than times depend on nothing
//! else. With `--tabs` columns are separated by tabs, for programs.
//!
//! People have the default human limits. Lengths are scaled to a body 1.7 m tall, whatever the unit of its
//! file: a millimetre, the solvers' tolerance, the distances of targets. The number behind ccd, fabrik and
//! transpose is the largest number of iterations of the method itself before damped steps finish; without a
//! number there are no damped steps. Every target is solved from the rest pose, and errors are measured in
//! the written local pose. A look-at misses by an angle, given as millimetres at a distance of a metre.
//!
//! People also reach with both hands, both feet and the head at once ("five at once"): the hips move too, and
//! the goals are those of a random pose within all limits, with hips up to 0.15 m away, up to 0.09 m lower
//! and turned by up to half a radian. "full_body" is the default solver, with one restart; "full_body once"
//! is without. The worst of the five errors counts. Pairs are such goals, one of them moved; steps lead from
//! the goals of one pose to those of another.
//!
//! - reached: of the targets that a random pose within all limits reaches, the share that the solver reaches
//!   within 1 mm, in percent; again: with up to five restarts; small, mirrored: on the same body a hundred
//!   times smaller, and on its mirror image.
//! - half, 99 %, worst: median, 99th percentile and maximum of the distances to those targets, millimetres.
//! - outside: largest excess over a joint limit, in radians; longer: largest relative change of a bone's
//!   length; both over all solved targets.
//! - pairs: a quarter as many targets in any direction, at 20 to 97 percent of the chain's length (0.5 to 3 m
//!   away for look-at), more than 15 degrees from the direction that the chain points in least, and a second
//!   target 1 mm further. For the pairs of which both are reached, and for the others: their number, the
//!   percentage with a joint that rotates by more than 5 degrees, and the largest rotation of a joint.
//! - steps: the same for as many steps of 1 mm along straight lines through everything, near the root and
//!   behind it too.
//! - µs, rounds: time and iterations for a target of the first kind; missed: µs for a pair's target that is
//!   not reached.

#[path = "../tests/suite/clock.rs"]
mod clock;

use clock::now;
use sinew::ik::FullBodySolver;
use sinew_suite::BenchCall;
use sinew_suite::reach::{Body, Case, Jumps, Part, Row, Solver, Targets, Whole, WholeTargets};

const HEAD: [&str; 21] = [
    "body, part, solver",
    "reached",
    "again",
    "small",
    "mirrored",
    "half",
    "99 %",
    "worst",
    "outside",
    "longer",
    "pairs",
    "jump",
    "most",
    "others",
    "jump",
    "most",
    "steps",
    "most",
    "µs",
    "rounds",
    "missed",
];

fn main() {
    let Some(call) = BenchCall::of_process("reach", 100_000, 1) else { return };
    let call = Call(call);
    call.print(HEAD.map(str::to_owned));
    for body in bodies() {
        if let Some(whole) = Whole::new(&body) {
            call.whole(&whole);
        }
        for case in Part::ALL.into_iter().filter_map(|part| Case::new(&body, part)) {
            let wanted: Vec<Solver> =
                Solver::ALL.into_iter().filter(|s| call.wants(&line(&case, *s))).collect();
            if wanted.is_empty() {
                continue;
            }
            let targets = Targets::new(&case, call.0.count as usize, call.0.seed);
            for solver in wanted {
                if let Some(row) = Row::of(&case, solver, &targets, &now) {
                    call.print(cells(&line(&case, solver), &row));
                }
            }
        }
    }
}

/// Command line.
struct Call(BenchCall);

impl Call {
    fn wants(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        self.0.words.iter().all(|word| line.contains(word))
    }

    /// Lines of a whole person.
    fn whole(&self, whole: &Whole) {
        let usual = FullBodySolver::default().restarts;
        let lines = [("full_body", usual), ("full_body once", 0)];
        let lines = lines.map(|(solver, restarts)| (format!("{}, {solver}", whole.name()), restarts));
        if lines.iter().any(|(line, _)| self.wants(line)) {
            let targets = WholeTargets::new(whole, self.0.count as usize, self.0.seed);
            for (line, restarts) in lines.iter().filter(|(line, _)| self.wants(line)) {
                if let Some(row) = Row::of_whole(whole, &targets, *restarts, &now) {
                    self.print(cells(line, &row));
                }
            }
        }
    }

    fn print(&self, cells: [String; HEAD.len()]) {
        if self.0.tabs {
            return println!("{}", cells.join("\t"));
        }
        let [line, rest @ ..] = &cells;
        let rest: Vec<String> = rest.iter().map(|cell| format!("{cell:>8}")).collect();
        println!("{line:<36} {}", rest.join(" "));
    }
}

fn bodies() -> impl Iterator<Item = Body> {
    let built_in = ("sinew", Some(sinew_suite::repository().join("data/sinew.vrm")));
    let assets = sinew_suite::assets();
    let shared = [("Knight", "gltf/kaykit/Knight.glb"), ("tiny.x", "x/tiny/tiny.x")];
    let shared = shared.map(|(name, file)| (name, assets.as_ref().map(|folder| folder.join(file))));
    let people = std::iter::once(built_in).chain(shared).filter_map(|(name, file)| {
        let imported = sinew_suite::open(&file?).map_err(|message| eprintln!("{message}")).ok()?;
        Body::of(name, &imported.character)
    });
    people.chain(std::iter::once(Body::of_ten_bones()))
}

fn line(case: &Case, solver: Solver) -> String {
    format!("{}, {}", case.name(), solver.name())
}

/// Cell without a value.
const NONE: &str = "–";

fn cells(line: &str, row: &Row) -> [String; HEAD.len()] {
    let hundredths = |share: f32| format!("{:.3}", share * 100.0);
    let [half, most, all] = row.error.map(|error| format!("{error:.4}"));
    let jumps = |jumps: &Jumps| match jumps.count {
        0 => [NONE, NONE].map(str::to_owned),
        _ => [hundredths(jumps.share()), format!("{:.1}", jumps.worst)],
    };
    let [both, others] = &row.pairs;
    let [[both_jump, both_most], [others_jump, others_most]] = [jumps(both), jumps(others)];
    let missed = match row.nanoseconds_missed {
        0.0 => NONE.to_owned(),
        nanoseconds => format!("{:.1}", nanoseconds * 1e-3),
    };
    let [steps_jump, steps_most] = jumps(&row.steps);
    [
        line.to_owned(),
        hundredths(row.reached),
        row.reached_by_tries.map_or_else(|| NONE.to_owned(), hundredths),
        hundredths(row.reached_small),
        hundredths(row.reached_mirrored),
        half,
        most,
        all,
        format!("{:.1e}", row.violation),
        format!("{:.1e}", row.stretched),
        both.count.to_string(),
        both_jump,
        both_most,
        others.count.to_string(),
        others_jump,
        others_most,
        steps_jump,
        steps_most,
        format!("{:.2}", row.nanoseconds * 1e-3),
        format!("{:.2}", row.iterations),
        missed,
    ]
}
