//! Table of bodies that are pushed over, lie still and get up, with the worst of each bound.
//!
//! `cargo bench --bench get_up` takes eight bodies, five surfaces and 64 pushes each; bodies of real files
//! are left out where the files are missing. `-- WORD…` selects the rows whose body and surface contain all
//! of these words, `--count N` (64) takes N of the pushes, evenly spread. The words `each` and `trace` print
//! a line for each push or frame, `push=N` takes one push alone; a word that is the name of a file takes that
//! body instead. Nothing is random: the same pushes give the same figures.
//!
//! Lengths and speeds count as on a body of 1.7 m. Stood: hips above 85 % of their standing height within 6 s
//! of lying still, until the end; clean: stood with all bounds held. Back: largest height by which hips fall
//! back on the way up (must: 5 cm). Rise: largest speed of the hips upwards (2 m/s). Joint: largest speed of
//! a joint (6 m/s). Sunk: longest time for which a joint is more than 3 cm inside of the ground (0.1 s).
//! Slide: largest way of a hand or foot that stays on the ground while the body rises (5 cm). Jump: largest
//! way and angle of a joint in a frame within 0.4 s of the end of the clip (5 cm, 10°). Turn: angle by which
//! the body turns from 0.4 s before the end of its clip to 1.5 s after it.

use sinew_suite::BenchCall;
use sinew_suite::getting_up::{BODIES, FallingBody, GetUpFigures, Surface, Trial, pushes};

fn main() {
    let Some(mut call) = BenchCall::of_process("get_up", 64, 0) else { return };
    let count = call.count as usize;
    let each = call.words.iter().any(|word| word == "each");
    let folder = sinew_suite::assets();
    let named = std::env::args().skip(1).filter(|word| std::path::Path::new(word).is_file());
    let files: Vec<String> = named.collect();
    let number = |word: &String| word.strip_prefix("push=")?.parse::<usize>().ok();
    let only = call.words.iter().find_map(number);
    let traces = call.words.iter().any(|word| word == "trace");
    call.words.retain(|word| {
        word != "each"
            && word != "trace"
            && number(word).is_none()
            && !files.iter().any(|file| file.to_lowercase() == *word)
    });
    let there = BODIES.iter().filter(|body| body.1.is_empty() || folder.is_some());
    let bodies: Vec<(String, String)> = match files.is_empty() {
        true => there.map(|body| (body.0.to_owned(), body.1.to_owned())).collect(),
        false => files.iter().map(|file| (short_name(file), file.clone())).collect(),
    };
    let folder = if files.is_empty() { folder.unwrap_or_default() } else { "".into() };
    println!(
        "{:12} {:7} {:>5} {:>5} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}",
        "body",
        "surface",
        "tried",
        "stood",
        "clean",
        "median",
        "worst",
        "back",
        "rise",
        "joint",
        "sunk",
        "slide",
        "jump",
        "jump",
        "turn"
    );
    println!(
        "{:12} {:7} {:>5} {:>5} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}",
        "", "", "", "", "", "s", "s", "cm", "m/s", "m/s", "s", "cm", "cm", "deg", "deg"
    );
    for (name, file) in bodies {
        let wanted = Surface::ALL
            .into_iter()
            .filter(|surface| is_selected(&call, &format!("{name} {}", surface.name())));
        let surfaces: Vec<Surface> = wanted.collect();
        if surfaces.is_empty() {
            continue;
        }
        let body = FallingBody::open(&folder, &name, &file);
        for surface in surfaces {
            let mut all = GetUpFigures::default();
            let pushes = pushes();
            for n in 0..count {
                let index = n * pushes.len() / count;
                let push = &pushes[index];
                if only.is_some_and(|only| only != index) {
                    continue;
                }
                let mut trial = Trial::new(&body, surface, push, index as u64);
                let mut before = Vec::new();
                let figures = trial.run(push, |trial, time| {
                    if traces {
                        println!("{time:.3} {}", trial.line(&mut before));
                    }
                });
                if each {
                    print_row(&format!("{index}"), surface.name(), &figures);
                    let name = |n: usize| trial.joint_name(n);
                    println!(
                        "  {} at {:.2} s, {:.0}; {:?}; fastest {}, deepest {}, limb {} slides until {:.2} s",
                        push.clip,
                        push.at,
                        push.impulse,
                        trial.played,
                        name(figures.joints[0]),
                        name(figures.joints[1]),
                        figures.slid.0,
                        figures.slid.1
                    );
                }
                all = all.merged(&figures);
            }
            print_row(&name, surface.name(), &all);
        }
    }
}

fn print_row(name: &str, surface: &str, figures: &GetUpFigures) {
    let mut times = figures.times.clone();
    times.sort_by(f32::total_cmp);
    let at = |n: usize| times.get(n).copied().unwrap_or(f32::NAN);
    let (median, worst) = (at(times.len() / 2), at(times.len().saturating_sub(1)));
    println!(
        "{name:12} {surface:7} {:5} {:5} {:5} {median:6.2} {worst:6.2} {:6.1} {:6.2} {:6.2} {:6.2} {:6.1} \
         {:6.1} {:6.1} {:6.0}",
        figures.tried,
        figures.stood,
        figures.clean,
        figures.fall_back * 100.0,
        figures.rise,
        figures.speed,
        figures.sunk,
        figures.slide * 100.0,
        figures.jump[0] * 100.0,
        figures.jump[1],
        figures.turn
    );
}

/// Whether a row contains all words of the call.
fn is_selected(call: &BenchCall, row: &str) -> bool {
    call.words.iter().all(|word| row.to_lowercase().contains(word))
}

/// Name of a file without its folder and ending.
fn short_name(file: &str) -> String {
    std::path::Path::new(file)
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}
