//! Parser of motions, `.amc`.

use super::frame_rate;
use super::lines::{Line, Lines};
use super::tree::{Node, listed};
use crate::ImportError;
use crate::Report;
use crate::budget::Budget;
use crate::error::quoted;
use std::collections::{BTreeSet, HashMap};

/// Largest number of names of unknown bones that are remembered.
const MAX_UNKNOWN: usize = 100;

/// Table of frames. A row has the numbers of all nodes, in their order.
pub(super) struct Motion {
    pub(super) frames: usize,
    /// Frames per second, where the file states them.
    pub(super) rate: Option<f64>,
    /// Whether angles are in degrees, where the file states it.
    pub(super) degrees: Option<bool>,
    /// First column of each node.
    columns: Vec<usize>,
    width: usize,
    values: Vec<f32>,
    /// Whether any frame has numbers of the node.
    moves: Vec<bool>,
}

impl Motion {
    /// Numbers of a node in a frame.
    pub(super) fn row(&self, node: usize, channels: usize, frame: usize) -> &[f32] {
        let from = frame * self.width + self.columns.get(node).copied().unwrap_or(0);
        self.values.get(from..from + channels).unwrap_or_default()
    }

    /// Whether any frame has numbers of the node.
    pub(super) fn moves(&self, node: usize) -> bool {
        self.moves.get(node).copied().unwrap_or(false)
    }
}

/// Reads a motion of the skeleton of `nodes`. `skeleton` is its name, for messages.
pub(super) fn read(
    bytes: &[u8],
    nodes: &[Node],
    skeleton: &str,
    budget: &mut Budget,
    report: &mut Report,
) -> Result<Motion, ImportError> {
    let mut columns = Vec::with_capacity(nodes.len());
    let mut width = 0;
    for node in nodes {
        columns.push(width);
        width += node.channels.len();
    }
    let mut reader = Reader {
        nodes,
        skeleton,
        names: nodes.iter().enumerate().map(|(n, node)| (node.name.as_str(), n)).collect(),
        motion: Motion {
            frames: 0,
            rate: None,
            degrees: None,
            columns,
            width,
            values: Vec::new(),
            moves: vec![false; nodes.len()],
        },
        seen: vec![0; nodes.len()],
        given: 0,
        number: None,
        findings: Findings::default(),
    };
    let mut lines = Lines::new(bytes, "amc");
    for line in lines.by_ref() {
        match reader.line(&line, budget) {
            // A file that is cut off within a line has usable frames.
            Err(_) if line.is_last && reader.motion.frames > 1 => reader.findings.cut = true,
            other => other?,
        }
    }
    reader.finish(&lines, report)
}

struct Reader<'a> {
    nodes: &'a [Node],
    skeleton: &'a str,
    names: HashMap<&'a str, usize>,
    motion: Motion,
    /// Frame of which each node was read last, from 1.
    seen: Vec<usize>,
    /// Number of nodes that the present frame has numbers of.
    given: usize,
    /// Number that the file gives the present frame.
    number: Option<u64>,
    findings: Findings,
}

/// Deviations from the format, to be reported once each.
#[derive(Default)]
struct Findings {
    /// Whether the last line cannot be read.
    cut: bool,
    /// Names of bones that the skeleton lacks.
    unknown: BTreeSet<String>,
    /// Number of frames that lack a bone, and the line where the first of them ends.
    held: usize,
    first_held: usize,
    /// Line of the first frame that does not follow the one before.
    jump: Option<usize>,
}

impl Reader<'_> {
    fn line(&mut self, line: &Line<'_>, budget: &mut Budget) -> Result<(), ImportError> {
        if let Some(comment) = line.comment() {
            self.motion.rate = self.motion.rate.or_else(|| frame_rate::of_comment(comment));
            return Ok(());
        }
        let mut words = line.words();
        let Some(first) = words.next() else { return Ok(()) };
        if first.starts_with(':') {
            for keyword in std::iter::once(first).chain(words) {
                self.keyword(line, keyword)?;
            }
            return Ok(());
        }
        let mut words = words.peekable();
        if words.peek().is_none()
            && let Ok(number) = first.parse()
        {
            return self.begin(line, number, budget);
        }
        if self.motion.frames == 0 {
            return Err(line.unexpected(Some(first), "the number of the first frame"));
        }
        self.bone(line, first, words)
    }

    fn keyword(&mut self, line: &Line<'_>, keyword: &str) -> Result<(), ImportError> {
        match keyword.to_ascii_uppercase().as_str() {
            ":DEGREES" => self.motion.degrees = Some(true),
            ":RADIANS" => self.motion.degrees = Some(false),
            ":SAMPLES-PER-SECOND" | ":FRAMES-PER-SECOND" | ":FPS" | ":FULLY-SPECIFIED" => {}
            word if word.starts_with(':') => {
                return Err(line.unexpected(Some(keyword), ":FULLY-SPECIFIED, :DEGREES or :RADIANS"));
            }
            number => self.motion.rate = self.motion.rate.or(frame_rate::of_word(number)),
        }
        Ok(())
    }

    /// Begins the frame that the file calls `number`.
    fn begin(&mut self, line: &Line<'_>, number: u64, budget: &mut Budget) -> Result<(), ImportError> {
        self.end(line.number);
        if self.number.is_some_and(|before| before.checked_add(1) != Some(number)) {
            self.findings.jump.get_or_insert(line.number);
        }
        self.number = Some(number);
        let Motion { values, width, frames, .. } = &mut self.motion;
        if values.len() + *width > values.capacity() {
            // Twice, since a growing list briefly exists twice.
            let more = values.capacity().max(256 * *width);
            budget.take(2 * more, size_of::<f32>(), &line.location())?;
            values.reserve_exact(more);
        }
        // What the frame lacks stays as it was.
        match values.len().checked_sub(*width) {
            Some(last) => values.extend_from_within(last..),
            None => values.resize(*width, 0.0),
        }
        *frames += 1;
        self.given = 0;
        Ok(())
    }

    /// Counts the present frame, if it lacks a bone that earlier frames have.
    fn end(&mut self, line: usize) {
        let expected = self.motion.moves.iter().filter(|moves| **moves).count();
        if self.given < expected {
            self.findings.held += 1;
            if self.findings.held == 1 {
                self.findings.first_held = line;
            }
        }
    }

    fn bone<'w>(
        &mut self,
        line: &Line<'_>,
        name: &str,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<(), ImportError> {
        let Some(&node) = self.names.get(name) else {
            if self.findings.unknown.len() < MAX_UNKNOWN {
                self.findings.unknown.insert(name.to_owned());
            }
            return Ok(());
        };
        let channels = self.nodes.get(node).map_or(0, |node| node.channels.len());
        let from = (self.motion.frames - 1) * self.motion.width
            + self.motion.columns.get(node).copied().unwrap_or_default();
        let mut row = self.motion.values.get_mut(from..from + channels).unwrap_or_default().iter_mut();
        let mut count = 0;
        for word in words {
            let number = line.number(Some(word))? as f32;
            if let Some(value) = row.next() {
                *value = number;
            }
            count += 1;
        }
        if count != channels {
            let message = format!(
                "{} has {count} numbers, and {channels} degrees of freedom in the skeleton {}",
                quoted(name),
                self.skeleton
            );
            return Err(line.error(message));
        }
        let frame = self.motion.frames;
        if let Some(seen) = self.seen.get_mut(node)
            && std::mem::replace(seen, frame) != frame
        {
            self.given += 1;
        }
        self.motion.moves.get_mut(node).into_iter().for_each(|moves| *moves = true);
        Ok(())
    }

    fn finish(mut self, lines: &Lines<'_>, report: &mut Report) -> Result<Motion, ImportError> {
        if self.motion.frames == 0 || !self.motion.moves.contains(&true) {
            let error = match self.findings.unknown.is_empty() {
                true => lines.cut_off("frames: a number, and a line for each bone"),
                false => {
                    let message = format!("no bone of the motion is in the skeleton {}", self.skeleton);
                    ImportError::new("amc", "file", message)
                }
            };
            return Err(error);
        }
        let expected = self.motion.moves.iter().filter(|moves| **moves).count();
        if self.motion.frames > 1 && (self.findings.cut || self.given < expected) {
            self.motion.frames -= 1;
            let kept = self.motion.frames;
            let message = format!(
                "the file seems to be cut off: its last frame is incomplete and left out; {kept} frames are used"
            );
            report.error("amc-frames", "file", message);
        }
        let Findings { unknown, held, first_held, jump, .. } = self.findings;
        if held > 0 {
            let message =
                format!("{held} frames lack bones of other frames, which keep their last rotation meanwhile");
            report.warn("amc-frames", format!("line {first_held}"), message);
        }
        if let Some(line) = jump {
            let message =
                "frames do not follow one another by their numbers; they are played in the file's order";
            report.warn("amc-frames", format!("line {line}"), message);
        }
        let (count, names) = listed(unknown.iter().map(String::as_str));
        if count > 0 {
            let message = format!("{count} bones are not in the skeleton {}: {names}", self.skeleton);
            report.error("amc-bones", "file", message);
        }
        let still = |(n, node): (usize, &'_ Node)| {
            (!node.channels.is_empty() && !self.motion.moves(n)).then(|| node.name.clone())
        };
        let still: Vec<String> = self.nodes.iter().enumerate().filter_map(still).collect();
        let (count, names) = listed(still.iter().map(String::as_str));
        if count > 0 {
            report.warn("amc-bones", "file", format!("the motion lacks {count} bones: {names}"));
        }
        Ok(self.motion)
    }
}
