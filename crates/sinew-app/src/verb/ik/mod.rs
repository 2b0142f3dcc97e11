//! `sinew ik`: IK requests on standard input, solved poses and errors on standard output.

mod answer;
mod body;
#[cfg(test)]
mod damaged_tests;
mod request;
mod solve;

use crate::asset::height;
use crate::asset::input_file::{STANDARD_INPUT as INPUT, is_standard_input, read_standard_input};
use crate::asset::source;
use crate::options::input::InputOptions;
use crate::options::reference::ReferenceOption;
use crate::report::choices::shorten_list;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::nodes::Nodes;
use crate::report::output;
use answer::Answer;
use clap::Args;
use request::Request;
use sinew::glam::Affine3A;
use solve::Body;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Solve IK requests from standard input, with one answer each.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew ik hero.glb --json < reach.json\n\nwhere reach.json says:\n  \
    [{\"solver\":\"two_bone\",\"chain\":[\"leftUpperArm\",\"leftLowerArm\",\"leftHand\"],\"target\":[0.3,1.2,0.3]},\n   \
    {\"solver\":\"look_at\",\"chain\":[\"neck\",\"head\"],\"target\":[0.5,1.7,2]}]\n\n\
    Fields of a request:\n  \
    solver      two_bone, look_at, ccd, fabrik, jacobian or full_body\n  \
    chain       names of joints or VRM bones, root to tip; only these joints turn; two_bone takes three\n  \
    target      [x,y,z], position for the tip, or point to look at\n  \
    rotation    [x,y,z,w], orientation of the tip (not for look_at)\n  \
    pole        [x,y,z], direction point of the elbow or knee (two_bone)\n  \
    weight      0 to 1, blend from the rest pose (default: 1)\n  \
    swivel      radians, turn of the limb about the line to the target (two_bone)\n  \
    softness    0 to 1, slows down towards a straight limb, which shortens the reach, or towards the border of the view\n  \
    \x20           cone (default: 0; two_bone, look_at)\n  \
    stretch     1 or more, largest length factor of the limb (default: 1; two_bone)\n  \
    tolerance   metres, distance at which the solver stops (not for two_bone, look_at)\n  \
    iterations  largest number of iterations (not for two_bone, look_at)\n  \
    rounds      largest number of rounds of the method itself, before damped steps finish (default: 1; ccd, fabrik)\n  \
    restarts    0 to 5, number of restarts where limits keep the tip away (default: 5; not for two_bone, look_at)\n\n\
    Positions and rotations are in model space: metres, +Y up, facing +Z. Each request starts at the rest pose. Only\n\
    joints of the chain turn, and its root stays. full_body pulls a humanoid at the chain's tip instead: hips, spine and\n\
    legs follow, and the feet stay planted as far as possible. Humanoids have human joint limits, measured from the\n\
    T-pose; the limit of a swing depends on its direction. look_at turns the direction that faces +Z at rest, not a\n\
    bone's own axis; its error_m is the target's distance from that ray, and rotation is ignored. Fields that a solver\n\
    does not use are reported on stderr and ignored.\n\n\
    Fields of an answer:\n  \
    reached              true if the tip is at most 1 mm from the target\n  \
    error_m              distance from the target, metres\n  \
    rotation_error_rad   angle to the requested rotation, if there is one\n  \
    limit_violation_rad  largest angle beyond a joint limit\n  \
    limits               of each joint that turns: joint, kind (hinge, swing, twist), min, max and value in radians\n  \
    left_out             joints between those of the chain, which keep their pose; only if there are any\n  \
    nodes                world transforms of all nodes, as in `sinew pose`\n\n\
    Without --json the answers are tables in millimetres and degrees. If one request is malformed, none is answered.")]
pub(crate) struct Ik {
    /// Character file; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    file_options: InputOptions,
    #[command(flatten)]
    reference: ReferenceOption,
    /// Print JSON: an answer per request, with the world transforms of all nodes
    #[arg(long)]
    json: bool,
}

/// Example of a request list, for error messages.
const EXAMPLE: &str =
    r#"[{"solver":"ccd","chain":["leftUpperArm","leftLowerArm","leftHand"],"target":[0.3,1.2,0.3]}]"#;

impl Ik {
    pub(crate) fn run(self) -> Outcome {
        if self.file.as_deref().is_some_and(is_standard_input) {
            return Err(Failure::Call(
                "standard input holds the requests; give the character as a file".into(),
            ));
        }
        let mut file = source::open(self.file.as_deref(), &self.file_options)?;
        self.file_options.check_used()?;
        self.reference.apply(&mut file)?;
        let requests = read()?;
        let body = Body::new(&file.imported.character);
        if requests.is_empty() && !self.json {
            message!(
                "sinew: {INPUT}: the list of requests is empty; expected at least one, such as {EXAMPLE}"
            );
        }
        height::report_unusual(&file.name, body.character);
        let mut answers = Vec::new();
        for (number, request) in requests.iter().enumerate() {
            let wrong = |error| Failure::input(INPUT, format!("request {number}{error}"));
            for field in &request.ignored {
                message!("sinew: request {number}: {} ignores {field}", request.solver.name());
            }
            let solved = body.solve(request).map_err(wrong)?;
            let mut nodes = Nodes(Vec::new());
            let posed = (Affine3A::IDENTITY, &solved.model[..]);
            nodes.add(&file.name, body.character.skeleton(), posed, None)?;
            let answer = Answer::new(&body, request, &solved, nodes);
            if !answer.left_out.is_empty() {
                let joints = shorten_list(answer.left_out.clone());
                message!("sinew: request {number}: chain leaves out {joints}; only named joints turn");
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

/// Reads the requests on standard input.
fn read() -> Result<Vec<Request>, Failure> {
    let missing =
        |why: &str| Failure::input(INPUT, format!("{why}; expected a list of requests, such as {EXAMPLE}"));
    // Requests come from a file or program; waiting on a terminal would look like a hang.
    if io::stdin().is_terminal() {
        return Err(missing("no input (a terminal)"));
    }
    let text = String::from_utf8(read_standard_input()?);
    let text = text.map_err(|_| Failure::input(INPUT, "the text is not UTF-8"))?;
    if text.trim().is_empty() {
        return Err(missing("no input"));
    }
    Request::read(&text).map_err(|error| Failure::input(INPUT, error))
}
