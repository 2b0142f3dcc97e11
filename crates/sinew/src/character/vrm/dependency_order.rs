use super::{ConstraintKind, NodeConstraint};
use crate::skeleton::{JointId, Skeleton};

/// Error of [`dependency_order`]: constraints depend on one another in a cycle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("constraint {constraint} depends on its own result")]
#[non_exhaustive]
pub struct ConstraintCycle {
    /// Index of a constraint on the cycle.
    pub constraint: usize,
}

/// Indices of the constraints in solving order: each comes after the constraints of the joints that it reads,
/// which are its source and, for an aim, also all ancestors of source and node. Independent constraints keep
/// their order. Walks up the skeleton once per aim.
///
/// # Errors
/// When constraints depend on one another in a cycle.
pub fn dependency_order(
    skeleton: &Skeleton,
    constraints: &[NodeConstraint],
) -> Result<Vec<usize>, ConstraintCycle> {
    let mut on_joint: Vec<Vec<usize>> = vec![Vec::new(); skeleton.len()];
    for (n, constraint) in constraints.iter().enumerate() {
        on_joint[constraint.node.index()].push(n);
    }
    let reads = |n: usize| {
        let constraint = &constraints[n];
        let up = |from: Option<JointId>| std::iter::successors(from, |&joint| skeleton.parent(joint));
        let aims = matches!(constraint.kind, ConstraintKind::Aim { .. });
        let above = if aims { skeleton.parent(constraint.source) } else { None };
        let parents = if aims { skeleton.parent(constraint.node) } else { None };
        let joints = std::iter::once(constraint.source).chain(up(above)).chain(up(parents));
        joints.flat_map(|joint| on_joint[joint.index()].iter().copied()).filter(move |&m| m != n)
    };
    let mut state = vec![Visit::New; constraints.len()];
    let mut order = Vec::with_capacity(constraints.len());
    for start in 0..constraints.len() {
        // Depth first, without recursion: a file may chain any number of them.
        let mut open: Vec<(usize, Option<Vec<usize>>)> = vec![(start, None)];
        while let Some((n, pending)) = open.pop() {
            match (state[n], &pending) {
                (Visit::Done, _) => continue,
                (Visit::Open, None) => return Err(ConstraintCycle { constraint: n }),
                _ => state[n] = Visit::Open,
            }
            let mut pending = pending.unwrap_or_else(|| {
                let mut all: Vec<usize> = reads(n).collect();
                all.reverse();
                all
            });
            match pending.pop() {
                None => {
                    state[n] = Visit::Done;
                    order.push(n);
                }
                Some(next) => {
                    open.push((n, Some(pending)));
                    open.push((next, None));
                }
            }
        }
    }
    Ok(order)
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}
