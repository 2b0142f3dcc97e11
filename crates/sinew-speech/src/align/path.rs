//! The likeliest path through a graph (Viterbi), with a beam.
//!
//! Source: Rabiner, *A tutorial on hidden Markov models and selected applications in speech recognition*,
//! 1989; minimum durations by repeated states.

use super::graph::{COLUMNS, Graph};

/// Default beam: paths that are less likely than the best one by this natural logarithm are given up.
pub(super) const BEAM: f32 = 400.0;
/// Most nodes that are followed at a time, about five minutes of speech, and least of that number for long
/// sounds.
const MAX_WINDOW: usize = 1 << 14;
const MIN_WINDOW: usize = 1 << 9;
/// Most bytes of choices that a sound may need.
const MAX_CHOICES: usize = 1 << 30;
/// Predecessor of a node that stays.
const STAY: u8 = u8::MAX;

/// Node of every frame of the likeliest path, whose sum of emissions less costs is largest. `emissions` has a
/// row for every frame and a column for every state. Paths that are less likely than the best one by `beam`,
/// a natural logarithm, are given up. `None` where no path reaches the end.
pub(super) fn best_path(graph: &Graph, emissions: &[[f32; COLUMNS]], beam: f32) -> Option<Vec<u32>> {
    let count = graph.nodes.len();
    let reach = reach(graph);
    let mut scores = vec![f32::NEG_INFINITY; count];
    let first = emissions.first()?;
    let max_window = (MAX_CHOICES / emissions.len()).clamp(MIN_WINDOW, MAX_WINDOW);
    let mut window = 0..1;
    for start in &graph.starts {
        let node = &graph.nodes[*start as usize];
        scores[*start as usize] = first[usize::from(node.state)] - node.cost;
        window.end = window.end.max(*start as usize + 1);
    }
    // Choices of the nodes of every frame's window, one after another.
    let mut choices: Vec<u8> = Vec::new();
    let mut rows = vec![(window.start, 0)];
    for emission in &emissions[1..] {
        let end = (reach[window.end - 1] as usize + 1).min(count);
        let row = choices.len();
        choices.resize(row + end - window.start, STAY);
        let mut best = f32::NEG_INFINITY;
        // From the end, so that the nodes before a node still have the scores of the last frame.
        for at in (window.start..end).rev() {
            let node = &graph.nodes[at];
            let (mut score, mut choice) = (if node.is_loop { scores[at] } else { f32::NEG_INFINITY }, STAY);
            for (number, before) in graph.before(at).iter().enumerate().take(usize::from(STAY)) {
                let before = *before as usize;
                if before >= window.start && scores[before] - node.cost > score {
                    (score, choice) = (scores[before] - node.cost, number as u8);
                }
            }
            scores[at] = score + emission[usize::from(node.state)];
            choices[row + at - window.start] = choice;
            best = best.max(scores[at]);
        }
        rows.push((window.start, row));
        let is_kept = |at: &usize| scores[*at] > best - beam;
        let (Some(first), Some(last)) =
            ((window.start..end).find(is_kept), (window.start..end).rev().find(is_kept))
        else {
            return None;
        };
        // Scores outside the window must not come back.
        scores[window.start..first].fill(f32::NEG_INFINITY);
        scores[last + 1..end].fill(f32::NEG_INFINITY);
        window = first..last + 1;
        if window.len() > max_window {
            let middle = window.clone().max_by(|a, b| scores[*a].total_cmp(&scores[*b]))?;
            let narrow = middle.saturating_sub(max_window / 2).max(window.start)
                ..(middle + max_window / 2).min(window.end);
            scores[window.start..narrow.start].fill(f32::NEG_INFINITY);
            scores[narrow.end..window.end].fill(f32::NEG_INFINITY);
            window = narrow;
        }
    }
    let end =
        graph.ends.iter().copied().max_by(|a, b| scores[*a as usize].total_cmp(&scores[*b as usize]))?;
    if scores[end as usize] == f32::NEG_INFINITY {
        return None;
    }
    let mut nodes = vec![end];
    let mut at = end;
    for (start, row) in rows[1..].iter().rev() {
        let choice = choices[row + at as usize - start];
        if choice != STAY {
            at = graph.before(at as usize)[usize::from(choice)];
        }
        nodes.push(at);
    }
    nodes.reverse();
    Some(nodes)
}

/// The last node that any node up to a node leads to, itself included.
fn reach(graph: &Graph) -> Vec<u32> {
    let mut reach: Vec<u32> = (0..graph.nodes.len() as u32).collect();
    for node in 0..graph.nodes.len() {
        for before in graph.before(node) {
            let furthest = &mut reach[*before as usize];
            *furthest = (*furthest).max(node as u32);
        }
    }
    let mut most = 0;
    for furthest in &mut reach {
        most = most.max(*furthest);
        *furthest = most;
    }
    reach
}
