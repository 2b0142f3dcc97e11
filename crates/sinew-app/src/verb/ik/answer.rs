//! Answers of `sinew ik`, measured in the printed pose, independent of the solver's own report.

use super::request::{Request, Solver};
use super::solve::{Body, Solved};
use crate::report::nodes::Nodes;
use crate::report::table::Table;
use serde::Serialize;
use sinew::glam::{Quat, Vec3};
use sinew::limit::LimitReadingKind;
use sinew::{JointId, Transform};
use std::collections::BTreeSet;
use std::io::{self, Write};

#[derive(Serialize)]
pub(super) struct Answer {
    reached: bool,
    error_m: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation_error_rad: Option<f32>,
    limit_violation_rad: f32,
    limits: Vec<LimitEntry>,
    /// Joints between those of the chain, which keep their pose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<String>,
    nodes: Nodes,
}

/// Limit of a joint with the current value, radians.
#[derive(Serialize)]
struct LimitEntry {
    joint: String,
    kind: &'static str,
    min: f32,
    max: f32,
    value: f32,
}

/// Distance that counts as reached, metres.
const REACHED: f32 = 1e-3;

impl Answer {
    pub(super) fn new(body: &Body<'_>, request: &Request, solved: &Solved, nodes: Nodes) -> Self {
        let tip = solved.chain.tip();
        let error_m = match request.solver {
            Solver::LookAt => sight_error(body, solved, tip, request.target),
            _ => distance(solved.model[tip.index()].translation.into(), request.target),
        };
        let rotation = Transform::from_affine(&solved.model[tip.index()]).rotation;
        let mut answer = Self {
            reached: error_m <= REACHED,
            error_m,
            rotation_error_rad: request.rotation.map(|wanted| angle_between(rotation, wanted)),
            limit_violation_rad: 0.0,
            limits: Vec::new(),
            left_out: match request.solver.turns_named_only() {
                true => solved.left_out(body.character.skeleton()),
                false => Vec::new(),
            },
            nodes,
        };
        answer.measure_limits(body, request, solved);
        answer
    }

    fn measure_limits(&mut self, body: &Body<'_>, request: &Request, solved: &Solved) {
        let skeleton = body.character.skeleton();
        // Without a rotation goal most solvers do not turn the tip.
        let turns_tip = request.rotation.is_some() || request.solver == Solver::LookAt;
        let mut listed: BTreeSet<_> = (!turns_tip).then_some(solved.chain.tip()).into_iter().collect();
        let chains = std::iter::once(&solved.chain).chain(&solved.other_chains);
        let links = chains.flat_map(|chain| chain.links().iter().enumerate().map(move |link| (chain, link)));
        for (chain, (n, link)) in links {
            if !listed.insert(link.joint()) {
                continue;
            }
            let turn = chain.relative_rotation(skeleton, &solved.model, n);
            self.limit_violation_rad = self.limit_violation_rad.max(link.limit.violation(turn));
            self.limits.extend(link.limit.readings(turn).map(|measure| LimitEntry {
                joint: skeleton.name(link.joint()).to_owned(),
                kind: match measure.kind {
                    LimitReadingKind::Hinge => "hinge",
                    LimitReadingKind::Swing => "swing",
                    LimitReadingKind::Twist => "twist",
                    _ => "other",
                },
                min: measure.min,
                max: measure.max,
                value: measure.value,
            }));
        }
    }

    /// Table in millimetres and degrees.
    pub(super) fn table(&self, request: &Request, out: &mut dyn Write) -> io::Result<()> {
        let tip = request.chain.last().map_or("", String::as_str);
        let reached = if self.reached { "reached" } else { "not reached" };
        let off = f64::from(self.error_m) * 1e3;
        // Scientific notation beyond nine digits.
        let off = if off < 1e9 { format!("{off:.3}") } else { format!("{off:.2e}") };
        write!(out, "{} to {tip}: {reached}, {off} mm off", request.solver.name())?;
        if let Some(rotation) = self.rotation_error_rad {
            write!(out, ", turned {:.2}° off", rotation.to_degrees())?;
        }
        let beyond = self.limit_violation_rad.to_degrees();
        if beyond >= 0.005 {
            write!(out, ", {beyond:.2}° beyond a limit")?;
        }
        writeln!(out)?;
        let mut table = Table::new(["joint", "kind", "min", "max", "value"]);
        for limit in &self.limits {
            let [min, max, value] =
                [limit.min, limit.max, limit.value].map(|angle| format!("{:.1}", angle.to_degrees()));
            table.row([limit.joint.clone(), limit.kind.to_owned(), min, max, value]);
        }
        table.write("Limits, in degrees", out)
    }
}

/// Distance of `target` from the view ray of `tip`: forward at rest.
fn sight_error(body: &Body<'_>, solved: &Solved, tip: JointId, target: Vec3) -> f32 {
    let at_rest = Transform::from_affine(body.rest.get(tip)).rotation;
    let model = &solved.model[tip.index()];
    let forward = Transform::from_affine(model).rotation * (at_rest.inverse() * body.forward());
    let (forward, from) = (forward.as_dvec3().normalize(), model.translation.as_dvec3());
    let way = target.as_dvec3() - from;
    // A point behind the ray is measured from its start.
    single((way - forward * way.dot(forward).max(0.0)).length())
}

fn distance(a: Vec3, b: Vec3) -> f32 {
    single(a.as_dvec3().distance(b.as_dvec3()))
}

/// Finite single-precision number for JSON, which has no infinity.
fn single(distance: f64) -> f32 {
    (distance as f32).min(f32::MAX)
}

/// Angle between two rotations, from the sine, since the cosine is imprecise below a thousandth of a radian.
fn angle_between(a: Quat, b: Quat) -> f32 {
    let turn = (a.as_dquat().inverse() * b.as_dquat()).normalize();
    (2.0 * turn.xyz().length().atan2(turn.w.abs())) as f32
}
