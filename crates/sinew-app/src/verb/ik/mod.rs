//! `sinew ik`: reaching and looking as numbers, for programs that compare or try targets out.

mod answer;
mod body;
#[cfg(test)]
mod damaged_tests;
mod request;
mod solve;

use crate::asset::height;
use crate::asset::source;
use crate::report::choices::shorten_list;
use crate::report::failure::{Failure, Outcome};
use crate::report::nodes::Nodes;
use crate::report::output;
use answer::Answer;
use clap::Args;
use request::Request;
use sinew::glam::Affine3A;
use solve::Body;
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

/// Make a character reach or look: requests on standard input, an answer for each.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew ik hero.glb --json < reach.json\n\nwhere reach.json says:\n  \
    [{\"solver\":\"two_bone\",\"chain\":[\"leftUpperArm\",\"leftLowerArm\",\"leftHand\"],\"target\":[0.3,1.2,0.3]},\n   \
    {\"solver\":\"look_at\",\"chain\":[\"neck\",\"head\"],\"target\":[0.5,1.7,2]}]\n\n\
    Fields of a request:\n  \
    solver      two_bone, look_at, ccd, fabrik, jacobian or full_body\n  \
    chain       names of joints from root to tip, or of VRM's bones; only those named turn; two_bone takes three\n  \
    target      [x,y,z], where the tip is to be or to look\n  \
    rotation    [x,y,z,w], how the tip is to be turned (not for look_at)\n  \
    pole        [x,y,z], where the elbow or knee is to point (two_bone)\n  \
    weight      0 to 1, how far to go from the rest pose; 1 without\n  \
    swivel      radians, the limb about the line to the target (two_bone)\n  \
    softness    0 to 1, slower towards straight, which shortens the reach, or towards the view cone's border; 0 without\n  \
    \x20           (two_bone, look_at)\n  \
    stretch     1 or more, how much longer the limb may grow; 1 without (two_bone)\n  \
    tolerance   metres, how near is near enough; iterations, rounds at most (not for two_bone, look_at)\n  \
    rounds      of its own way at most, damped steps end what is left; 1 without, as many as iterations for it alone\n  \
    \x20           (ccd, fabrik)\n  \
    tries       0 to 5, how often to begin again where limits hold the tip off; 5 without\n  \
    \x20           (not for two_bone, look_at)\n\n\
    Places and rotations are the model's: metres, +Y up, facing +Z. Each request begins at the rest pose. Only joints of\n\
    the chain turn, and its root stays; but full_body pulls a person at the chain's tip: hips, trunk and legs go along,\n\
    and feet stay where they stand as far as the tip lets them; all that bends is told with its limits, each joint once.\n\
    Human bodies keep human limits, counted from the T-pose; how far a joint may swing depends on where to, and is told\n\
    for where it has swung. look_at turns the direction that faces +Z at rest, not a bone's own axis; its error_m is the\n\
    target's distance from that ray, and a rotation is none of its business. Fields that a solver does not heed are told on\n\
    standard error and left out.\n\n\
    Fields of an answer:\n  \
    reached              whether the tip is off by a millimetre or less\n  \
    error_m              how far it is off, in metres\n  \
    rotation_error_rad   how far it is turned otherwise, where a rotation was asked for\n  \
    limit_violation_rad  how far any joint is beyond a limit\n  \
    limits               of each joint that bends: joint, kind (hinge, swing, twist), min, max and value in radians\n  \
    left_out             joints between those of the chain, which stay; only where there are such\n  \
    nodes                the world transforms of all nodes, as `sinew pose` gives them\n\n\
    Without --json the same is a table, in millimetres and degrees. Where one request cannot be read, none is answered.")]
pub(crate) struct Ik {
    /// The file; the built-in character without
    file: Option<PathBuf>,
    /// Print JSON: an answer for each request, with the world transforms of all nodes as `sinew pose` gives them
    #[arg(long)]
    json: bool,
}

const INPUT: &str = "standard input";

/// What is expected, for who gives nothing.
const EXAMPLE: &str =
    r#"[{"solver":"ccd","chain":["leftUpperArm","leftLowerArm","leftHand"],"target":[0.3,1.2,0.3]}]"#;

impl Ik {
    pub(crate) fn run(self) -> Outcome {
        let file = source::open(self.file.as_deref())?;
        let requests = read()?;
        let body = Body::new(&file.imported.character);
        if requests.is_empty() {
            eprintln!(
                "sinew: {INPUT}: the list is empty: no request was made; expected some, such as {EXAMPLE}"
            );
        }
        height::tell(&file.name, body.character);
        let mut answers = Vec::new();
        for (number, request) in requests.iter().enumerate() {
            let wrong = |error| Failure::input(INPUT, format!("request {number}{error}"));
            for field in &request.unheard {
                eprintln!("sinew: request {number}: {} has no {field}", request.solver.name());
            }
            let solved = body.solve(request).map_err(wrong)?;
            let mut nodes = Nodes(Vec::new());
            let posed = (Affine3A::IDENTITY, &solved.model[..]);
            nodes.add(&file.name, body.character.skeleton(), posed, None)?;
            let answer = Answer::new(&body, request, &solved, nodes);
            if !answer.left_out.is_empty() {
                let joints = shorten_list(answer.left_out.clone());
                eprintln!("sinew: request {number}: chain leaves out {joints}: only named joints turn");
            }
            answers.push(answer);
        }
        if self.json {
            return output::print_json(&answers);
        }
        output::print(|out| {
            for (number, (answer, request)) in answers.iter().zip(&requests).enumerate() {
                write!(out, "{}{number}: ", if number > 0 { "\n" } else { "" })?;
                answer.table(request, out)?;
            }
            Ok(())
        })
    }
}

/// The requests on standard input.
fn read() -> Result<Vec<Request>, Failure> {
    let mut stdin = io::stdin().lock();
    let missing =
        |why: &str| Failure::input(INPUT, format!("{why}; expected a list of requests, such as {EXAMPLE}"));
    // Nobody types requests, and who forgot them should not wait.
    if stdin.is_terminal() {
        return Err(missing("this is a terminal"));
    }
    let mut text = String::new();
    stdin.read_to_string(&mut text).map_err(|e| Failure::input(INPUT, e))?;
    if text.trim().is_empty() {
        return Err(missing("there is nothing"));
    }
    Request::read(&text).map_err(|error| Failure::input(INPUT, error))
}
