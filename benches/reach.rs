//! How surely, how smoothly and how fast solvers reach: a line for every part of a body and every solver that fits it.
//!
//! `cargo bench --bench reach` takes the built-in character, two of the shared files and a made-up chain of ten bones of
//! 0.1 m (free, and with every joint limited to a swing of 40 degrees and a twist of 20). `-- WORD…` takes the lines
//! whose body, part and solver have all of these words, `--count N` (100,000) targets, `--seed S` others; the figures
//! change with nothing else, but for the times. With `--tabs` columns are told apart by a tab each, for programs.
//!
//! People keep the usual human limits. Their lengths are those of a body 1.7 m tall, whatever unit their file has: a
//! millimetre, the solvers' tolerance, the distances of targets. Beside ccd, fabrik and transpose stands how many rounds of their
//! own way there are at most before damped steps end what is left; alone there are no others. Everything is solved from the rest pose and looked at by
//! the local pose that was written. What looks misses by an angle, told as millimetres at a metre.
//!
//! People also reach with both hands, both feet and the head at once ("five at once"): hips go along, goals are where a random
//! pose within all limits has the five, with hips up to 0.15 m away, up to 0.09 m lower and turned by up to half a radian. Of
//! "full_body" that is as it solves by default, which may begin again once, of "full_body once" without. The worst of the five
//! counts. Pairs are such goals, one of them moved; steps go from one pose's goals to another's.
//!
//! - reached: of the targets that a random pose within all limits reaches, those that the solver reaches within 1 mm, in
//!   hundredths; again: where it may begin again five times; small, mirrored: on the same body a hundred times smaller, and on its
//!   mirror image.
//! - half, 99 %, worst: by how many millimetres those targets are missed.
//! - outside: by how much the worst joint leaves its limit, in radians; longer: by what share the worst bone changes its
//!   length; both over everything that was solved.
//! - pairs: a quarter as many targets in any direction, at 20 to 97 hundredths of the chain's length (0.5 to 3 m away for what looks), more
//!   than 15 degrees from where the chain points least, and then 1 mm on. Of those of which both are reached, and of the
//!   others: how many there are, the hundredths at which some joint turns by more than 5 degrees, and the most that one turns.
//! - steps: the same of as many steps of 1 mm along straight lines through everything, near the root and behind too.
//! - µs, rounds: for a target of the first kind; missed: µs for one of the others that is not reached.

#[path = "../tests/suite/clock.rs"]
mod clock;

use clock::now;
use sinew::ik::FullBodySolver;
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
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    // What `cargo test --benches` calls; a test of its own bounds the same figures.
    if arguments.iter().any(|a| a == "--test" || a == "--list") {
        return;
    }
    let call = match Call::of(&arguments) {
        Ok(call) => call,
        Err(message) => {
            eprintln!("reach: {message}");
            std::process::exit(2);
        }
    };
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
            let targets = Targets::new(&case, call.count, call.seed);
            for solver in wanted {
                if let Some(row) = Row::of(&case, solver, &targets, &now) {
                    call.print(cells(&line(&case, solver), &row));
                }
            }
        }
    }
}

/// What was asked for.
struct Call {
    words: Vec<String>,
    count: usize,
    seed: u64,
    tabs: bool,
}

impl Call {
    fn of(arguments: &[String]) -> Result<Self, String> {
        let mut call = Self { words: Vec::new(), count: 100_000, seed: 1, tabs: false };
        let mut left = arguments.iter();
        while let Some(argument) = left.next() {
            let mut number = || {
                let number = left.next().and_then(|n| n.parse::<u64>().ok());
                number.ok_or_else(|| format!("{argument}: expected a number"))
            };
            match argument.as_str() {
                "--count" => call.count = number()? as usize,
                "--seed" => call.seed = number()?,
                "--tabs" => call.tabs = true,
                other if other.starts_with("--") => return Err(format!("there is no {other}")),
                word => call.words.push(word.to_lowercase()),
            }
        }
        Ok(call)
    }

    fn wants(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        self.words.iter().all(|word| line.contains(word))
    }

    /// The lines of a whole person.
    fn whole(&self, whole: &Whole) {
        let usual = FullBodySolver::default().restarts;
        let lines = [("full_body", usual), ("full_body once", 0)];
        let lines = lines.map(|(solver, tries)| (format!("{}, {solver}", whole.name()), tries));
        if lines.iter().any(|(line, _)| self.wants(line)) {
            let targets = WholeTargets::new(whole, self.count, self.seed);
            for (line, tries) in lines.iter().filter(|(line, _)| self.wants(line)) {
                if let Some(row) = Row::of_whole(whole, &targets, *tries, &now) {
                    self.print(cells(line, &row));
                }
            }
        }
    }

    fn print(&self, cells: [String; HEAD.len()]) {
        if self.tabs {
            return println!("{}", cells.join("\t"));
        }
        let [line, rest @ ..] = &cells;
        let rest: Vec<String> = rest.iter().map(|cell| format!("{cell:>8}")).collect();
        println!("{line:<36} {}", rest.join(" "));
    }
}

fn bodies() -> impl Iterator<Item = Body> {
    let own = ("sinew", Some(sinew_suite::repository().join("data/sinew.vrm")));
    let assets = sinew_suite::assets();
    let shared = [("Knight", "gltf/kaykit/Knight.glb"), ("tiny.x", "x/tiny/tiny.x")];
    let shared = shared.map(|(name, file)| (name, assets.as_ref().map(|folder| folder.join(file))));
    let people = std::iter::once(own).chain(shared).filter_map(|(name, file)| {
        let imported = sinew_suite::open(&file?).map_err(|message| eprintln!("{message}")).ok()?;
        Body::of(name, &imported.character)
    });
    people.chain(std::iter::once(Body::of_ten_bones()))
}

fn line(case: &Case, solver: Solver) -> String {
    format!("{}, {}", case.name(), solver.name())
}

/// What there is none of.
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
