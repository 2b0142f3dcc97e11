//! Graph of all ways to say a text: chains of phone states, with the readings and pronunciations of a word
//! side by side.

use crate::network::{STATES, States};
use crate::pronunciation::{Dictionary, Phoneme};
use crate::transcript::Transcript;

/// Shortest phone, half of a diphthong and silence, frames of 10 ms.
const MIN_FRAMES: usize = 3;
const MIN_HALF_FRAMES: usize = 2;
const MIN_SILENCE_FRAMES: usize = 6;
/// Cost of a silence between words, natural logarithm of a probability.
const SILENCE_COST: f32 = 4.0;
/// Least duration of speech that the text does not have, and its cost.
const MIN_FILLER_FRAMES: usize = 12;
const FILLER_COST: f32 = 60.0;
/// Most words of a text.
pub(super) const MAX_WORDS: usize = 50_000;
/// Most nodes of a graph: those of the most words, with some variants of each.
const MAX_NODES: usize = 1 << 23;

/// Column of emissions for speech that the text does not have, after those of the networks' states.
pub(super) const FILLER: usize = STATES;
/// Columns of emissions.
pub(super) const COLUMNS: usize = STATES + 1;

/// Part of a path: silence, or a phoneme of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Silence,
    /// Speech that the text does not have.
    Filler,
    /// Number of the word, phoneme.
    Phone(usize, Phoneme),
}

/// Frame of a phone in the graph. Nodes come after all nodes that lead to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) state: u8,
    /// Number of the segment.
    pub(super) segment: u32,
    /// Node that may last longer than a frame.
    pub(super) is_loop: bool,
    /// Cost of entering the node.
    pub(super) cost: f32,
    /// Range in [`Graph::before`].
    first: u32,
    last: u32,
}

/// All ways to say a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Nodes that lead to a node.
    before: Vec<u32>,
    pub(super) segments: Vec<Segment>,
    /// Nodes that a path may begin with, and end with.
    pub(super) starts: Vec<u32>,
    pub(super) ends: Vec<u32>,
}

impl Graph {
    /// Graph of a text; words that the dictionary cannot pronounce are left out. `None` for texts with more
    /// than [`MAX_NODES`].
    pub(super) fn new(transcript: &Transcript, dictionary: &Dictionary, states: &States) -> Option<Self> {
        let mut graph = Self::default();
        // Nodes after which a word may begin; at first also the start of the sound.
        let mut enter = graph.pause(states, &[], 0.0).to_vec();
        graph.starts.extend([0, MIN_SILENCE_FRAMES as u32]);
        let mut is_first = true;
        for (number, word) in transcript.words().iter().enumerate() {
            let mut ends = Vec::new();
            for reading in &word.readings {
                let mut before = enter.clone();
                let mut is_start = is_first;
                for spoken in reading {
                    let word_ends =
                        graph.word(number, &dictionary.pronunciations(spoken), states, &before, is_start);
                    if word_ends.is_empty() {
                        continue;
                    }
                    is_start = false;
                    if graph.nodes.len() > MAX_NODES {
                        return None;
                    }
                    let pause = graph.pause(states, &word_ends, SILENCE_COST);
                    before = word_ends;
                    before.extend(pause);
                }
                if !is_start || !is_first {
                    ends.extend(before);
                }
            }
            ends.sort_unstable();
            ends.dedup();
            if !ends.is_empty() {
                (enter, is_first) = (ends, false);
            }
        }
        graph.ends = enter;
        Some(graph)
    }

    /// Adds the pronunciations of a word; returns their last nodes.
    fn word(
        &mut self,
        number: usize,
        pronunciations: &[Vec<Phoneme>],
        states: &States,
        before: &[u32],
        is_start: bool,
    ) -> Vec<u32> {
        let mut ends = Vec::new();
        for pronunciation in pronunciations {
            let first = self.nodes.len() as u32;
            let mut last = None;
            for phoneme in pronunciation {
                let segment = self.segments.len() as u32;
                self.segments.push(Segment::Phone(number, *phoneme));
                let halves = states.of(*phoneme);
                let frames = if halves.len() > 1 { MIN_HALF_FRAMES } else { MIN_FRAMES };
                for state in halves {
                    for at in 0..frames {
                        let node = self.node(state, segment, last.as_slice(), before, 0.0);
                        self.nodes[node as usize].is_loop = at + 1 == frames;
                        last = Some(node);
                    }
                }
            }
            if is_start && last.is_some() {
                self.starts.push(first);
            }
            ends.extend(last);
        }
        ends
    }

    /// Adds a silence and other speech, either of which may stand after these nodes; returns their last
    /// nodes.
    fn pause(&mut self, states: &States, before: &[u32], silence_cost: f32) -> [u32; 2] {
        let silence = (Segment::Silence, states.silence, MIN_SILENCE_FRAMES, silence_cost);
        let filler = (Segment::Filler, FILLER as u8, MIN_FILLER_FRAMES, FILLER_COST);
        [silence, filler].map(|(kind, state, frames, cost)| {
            let segment = self.segments.len() as u32;
            self.segments.push(kind);
            let mut last = None;
            for at in 0..frames {
                let node_cost = if at == 0 { cost } else { 0.0 };
                let node = self.node(state, segment, last.as_slice(), before, node_cost);
                self.nodes[node as usize].is_loop = at + 1 == frames;
                last = Some(node);
            }
            last.unwrap_or_default()
        })
    }

    /// Adds a node after the last one, or after `before` where there is none.
    fn node(&mut self, state: u8, segment: u32, last: &[u32], before: &[u32], cost: f32) -> u32 {
        let first = self.before.len() as u32;
        self.before.extend(if last.is_empty() { before } else { last });
        let end = self.before.len() as u32;
        self.nodes.push(Node { state, segment, is_loop: false, cost, first, last: end });
        (self.nodes.len() - 1) as u32
    }

    /// Nodes that lead to a node.
    pub(super) fn before(&self, node: usize) -> &[u32] {
        let node = &self.nodes[node];
        &self.before[node.first as usize..node.last as usize]
    }

    /// Frames of the shortest path.
    pub(super) fn min_frames(&self) -> usize {
        let mut frames = vec![usize::MAX; self.nodes.len()];
        self.starts.iter().for_each(|start| frames[*start as usize] = 1);
        for node in 0..self.nodes.len() {
            for before in self.before(node) {
                frames[node] = frames[node].min(frames[*before as usize].saturating_add(1));
            }
        }
        self.ends.iter().map(|end| frames[*end as usize]).min().unwrap_or_default()
    }
}
