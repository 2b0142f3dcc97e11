//! Names of joints in a BVH file: words without space, each once.

use super::joints::BvhJoint;
use crate::Report;
use sinew::Skeleton;
use std::collections::{HashMap, HashSet};

/// Name of the root above several roots.
const ROOT: &str = "root";

/// Names of the joints of the file.
pub(super) fn unique(skeleton: &Skeleton, joints: &[BvhJoint], report: &mut Report) -> Vec<String> {
    let mut used = HashSet::new();
    // Number to try next for names that are taken, since many joints may have one name.
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut changed = 0usize;
    let mut names = Vec::with_capacity(joints.len());
    for (n, joint) in joints.iter().enumerate() {
        let original = joint.joint.map_or(ROOT, |joint| skeleton.name(joint));
        let word = word(original, n);
        let mut name = word.clone();
        while !joint.is_end_site && !used.insert(name.clone()) {
            let number = numbers.entry(word.clone()).or_insert(2);
            name = format!("{word}_{number}");
            *number += 1;
        }
        changed += usize::from(name != original && !joint.is_end_site);
        names.push(name);
    }
    if changed > 0 {
        let message =
            format!("{changed} names of joints were made unique words, as other programs need them");
        report.info("export-names", "/", message);
    }
    names
}

/// `name` with `_` for what would end it or begin a comment; `joint_n` for an empty one.
fn word(name: &str, n: usize) -> String {
    let name = name.trim();
    let ends = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '{' | '}');
    let mut word: String = name.chars().map(|c| if ends(c) { '_' } else { c }).collect();
    if word.starts_with(['#', ';']) || word.starts_with("//") {
        word.insert(0, '_');
    }
    if word.is_empty() { format!("joint_{n}") } else { word }
}
