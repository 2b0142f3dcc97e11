//! Tree of nodes for `sinew inspect --nodes`.

use super::NodeEntry;
use std::io::{self, Write};

/// Spaces that a node is indented by below its parent.
const INDENT: usize = 2;

/// Largest depth that is shown by indentation, so that long chains stay readable.
const MAX_DEPTH: usize = 60;

/// Prints all nodes as a tree, children below their parents in the file's order, each with its number in the
/// file.
pub(super) fn tree(nodes: &[NodeEntry], out: &mut dyn Write) -> io::Result<()> {
    if nodes.is_empty() {
        return Ok(());
    }
    let (mut roots, mut children) = (Vec::new(), vec![Vec::new(); nodes.len()]);
    for (number, node) in nodes.iter().enumerate() {
        let parent = usize::try_from(node.parent).ok();
        parent.and_then(|parent| children.get_mut(parent)).unwrap_or(&mut roots).push(number);
    }
    // Nodes that are not printed yet, the next one last, each with its depth.
    let mut open: Vec<(usize, usize)> = roots.into_iter().rev().map(|root| (root, 0)).collect();
    let digits = (nodes.len() - 1).to_string().len();
    writeln!(out, "\nNodes")?;
    while let Some((number, depth)) = open.pop() {
        let indent = INDENT * depth.min(MAX_DEPTH);
        writeln!(out, "  {number:digits$}  {:indent$}{}", "", nodes[number].name)?;
        open.extend(children[number].iter().rev().map(|child| (*child, depth + 1)));
    }
    Ok(())
}
