//! Text of a BVH file.

use super::angles::zxy;
use super::frame_rate::Frames;
use super::joints::BvhJoint;
use super::motion::Motion;
use sinew::glam::DVec3;
use std::fmt::Write as _;

/// Centimetres per metre.
const CENTIMETRES: f64 = 100.0;
/// Deepest indentation: deeper ones would make long chains of joints quadratic.
const MAX_INDENT: usize = 64;
/// Length of the bone of a last joint that has no tip, relative to its distance from its parent.
const TIP: f64 = 0.5;
/// Length of such a bone where the joint is at its parent, metres.
const SHORT_TIP: f64 = 0.01;

/// Whole file.
pub(super) fn write(joints: &[BvhJoint], names: &[String], motion: &Motion, frames: &Frames) -> String {
    let mut text = String::from("HIERARCHY\n");
    hierarchy(joints, names, motion, &mut text);
    // `write!` to a string never fails.
    let _ = write!(text, "MOTION\nFrames: {}\nFrame Time: {:.8}\n", frames.count, frames.step);
    let mut before = vec![[0.0; 3]; joints.len()];
    for row in &motion.rows {
        let mut is_first = true;
        for (n, (position, rotation)) in row.iter().enumerate().filter(|(n, _)| !joints[*n].is_end_site) {
            if motion.has_positions[n] {
                for number in (*position * CENTIMETRES).to_array() {
                    add(&mut text, number, 4, &mut is_first);
                }
            }
            let angles = zxy(*rotation, before[n]);
            before[n] = angles;
            for angle in angles {
                add(&mut text, angle.to_degrees(), 5, &mut is_first);
            }
        }
        text.push('\n');
    }
    text
}

/// Adds a number behind a space.
fn add(text: &mut String, number: f64, digits: usize, is_first: &mut bool) {
    if !std::mem::replace(is_first, false) {
        text.push(' ');
    }
    let start = text.len();
    let _ = write!(text, "{number:.digits$}");
    // Such as `-0.0000`.
    let is_minus_zero =
        text[start..].starts_with('-') && text[start + 1..].chars().all(|c| matches!(c, '0' | '.'));
    if is_minus_zero {
        text.remove(start);
    }
}

fn hierarchy(joints: &[BvhJoint], names: &[String], motion: &Motion, text: &mut String) {
    let mut open: Vec<usize> = Vec::new();
    for (n, joint) in joints.iter().enumerate() {
        while open.last().copied() != joint.parent && !open.is_empty() {
            close(&mut open, text);
        }
        let indent = indentation(open.len());
        if joint.is_end_site {
            end_site(motion.offsets[n], indent, text);
            continue;
        }
        let kind = if joint.parent.is_none() { "ROOT" } else { "JOINT" };
        let _ = write!(text, "{indent}{kind} {}\n{indent}{{\n", names[n]);
        open.push(n);
        let indent = indentation(open.len());
        offset(motion.offsets[n], indent, text);
        let positions = if motion.has_positions[n] { "6 Xposition Yposition Zposition" } else { "3" };
        let _ = writeln!(text, "{indent}CHANNELS {positions} Zrotation Xrotation Yrotation");
        if joints.get(n + 1).is_none_or(|next| next.parent != Some(n)) {
            let offset = motion.offsets[n] * TIP;
            end_site(if offset.length() < 1e-6 { DVec3::Y * SHORT_TIP } else { offset }, indent, text);
        }
    }
    while !open.is_empty() {
        close(&mut open, text);
    }
}

fn close(open: &mut Vec<usize>, text: &mut String) {
    open.pop();
    let _ = writeln!(text, "{}}}", indentation(open.len()));
}

fn end_site(at: DVec3, indent: &str, text: &mut String) {
    let _ = write!(text, "{indent}End Site\n{indent}{{\n{indent}\t");
    offset(at, "", text);
    let _ = writeln!(text, "{indent}}}");
}

fn offset(at: DVec3, indent: &str, text: &mut String) {
    let _ = write!(text, "{indent}OFFSET ");
    let mut is_first = true;
    for number in (at * CENTIMETRES).to_array() {
        add(text, number, 5, &mut is_first);
    }
    text.push('\n');
}

fn indentation(depth: usize) -> &'static str {
    const TABS: &str = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\
        \t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
    TABS.get(..depth.min(MAX_INDENT)).unwrap_or(TABS)
}
