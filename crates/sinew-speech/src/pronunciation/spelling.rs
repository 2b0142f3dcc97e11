//! Pronunciation by spelling: a decision tree of every letter in its context, with exceptions.
//! `tools/train-speech` learns it from the CMU Pronouncing Dictionary and `SPELLING.md` there states the
//! bytes.
//!
//! Source: Daelemans and van den Bosch, *TabTalk: reusability in data-oriented grapheme-to-phoneme
//! conversion*, 1993.

use super::phoneme::{Phoneme, Pronunciation};
use std::collections::HashMap;
use std::sync::OnceLock;

const SIGNATURE: &[u8; 8] = b"SINEWLTS";
const VERSION: u32 = 1;
/// Letters of the tree; the last one stands before and after a word.
const LETTERS: &[u8; 28] = b"abcdefghijklmnopqrstuvwxyz'#";
const OUTSIDE: u8 = 27;
/// Neighbours of a letter in the order of the tests.
const CONTEXT: [isize; 14] = [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7];
const IS_LAST: u8 = 0x80;
const HAS_CHILDREN: u8 = 0x40;
const LETTER: u8 = 0x3f;

/// Knowledge of English spelling.
#[derive(Debug)]
pub(super) struct Spelling {
    /// Phonemes of a letter, by the number of the answer.
    answers: Vec<Pronunciation>,
    /// Nodes of the tree, parents before their children, siblings in the order of their letters.
    nodes: Vec<Node>,
    exceptions: HashMap<Vec<u8>, Exception>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    letter: u8,
    answer: u8,
    /// First child; 0 for none.
    child: u32,
    /// Next sibling; 0 for none.
    next: u32,
}

/// Pronunciations of a word beside that of the tree, or in its place.
#[derive(Debug)]
struct Exception {
    replaces: bool,
    pronunciations: Vec<Pronunciation>,
}

/// Reading position of the file.
struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.as_chunks().0.first().map(|bytes| u32::from_le_bytes(*bytes))
    }

    fn pronunciation(&mut self) -> Option<Pronunciation> {
        let count = self.byte()?;
        self.take(usize::from(count))?.iter().map(|code| Phoneme::from_code(*code)).collect()
    }
}

impl Spelling {
    /// Spelling that the crate contains, read at the first call.
    pub(super) fn built_in() -> &'static Self {
        static BUILT_IN: OnceLock<Spelling> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            let read = Self::from_bytes(include_bytes!("../../data/english.bin"));
            read.expect("the spelling file in the crate is whole: a test reads it")
        })
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk::<4>()?;
        let mut cursor = Cursor { bytes: content };
        let is_known = cursor.take(SIGNATURE.len())? == SIGNATURE && cursor.number()? == VERSION;
        if !is_known || crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let [answers, nodes, words] = [cursor.number()?, cursor.number()?, cursor.number()?];
        let answers = (0..answers).map(|_| cursor.pronunciation()).collect::<Option<Vec<_>>>()?;
        let nodes = read_tree(cursor.take(2 * nodes as usize)?)?;
        let mut exceptions = HashMap::with_capacity(words as usize);
        let mut word: Vec<u8> = Vec::new();
        for _ in 0..words {
            let (shared, more) = (cursor.byte()?, cursor.byte()?);
            word.truncate(usize::from(shared));
            word.extend(cursor.take(usize::from(more))?);
            let count = cursor.byte()?;
            let pronunciations =
                (0..count & !IS_LAST).map(|_| cursor.pronunciation()).collect::<Option<Vec<_>>>()?;
            exceptions.insert(word.clone(), Exception { replaces: count & IS_LAST != 0, pronunciations });
        }
        let is_whole =
            cursor.bytes.is_empty() && nodes.iter().all(|node| usize::from(node.answer) < answers.len());
        is_whole.then_some(Self { answers, nodes, exceptions })
    }

    /// Pronunciations of a word of the letters a to z and the apostrophe, likely ones first; other characters
    /// are silent.
    pub(super) fn pronunciations(&self, word: &str) -> Vec<Pronunciation> {
        let code = |letter: &u8| LETTERS[..usize::from(OUTSIDE)].iter().position(|known| known == letter);
        let word: Vec<u8> = word.as_bytes().iter().filter_map(code).map(|code| code as u8).collect();
        let exception = self.exceptions.get(&word);
        let by_letters = match exception {
            Some(Exception { replaces: true, .. }) => None,
            _ => Some(self.by_letters(&word)),
        };
        by_letters
            .into_iter()
            .chain(exception.iter().flat_map(|exception| exception.pronunciations.iter().cloned()))
            .collect()
    }

    fn by_letters(&self, word: &[u8]) -> Pronunciation {
        let mut phonemes = Vec::with_capacity(word.len());
        for (at, letter) in word.iter().enumerate() {
            let Some(mut node) = self.child(0, *letter) else { continue };
            for offset in CONTEXT {
                let neighbour = at.checked_add_signed(offset).and_then(|at| word.get(at));
                let below = self.nodes[node as usize].child;
                let child = (below > 0).then(|| self.child(below, *neighbour.unwrap_or(&OUTSIDE)));
                match child.flatten() {
                    Some(child) => node = child,
                    None => break,
                }
            }
            phonemes.extend(&self.answers[usize::from(self.nodes[node as usize].answer)]);
        }
        phonemes
    }

    /// Node of a letter among `first` and its later siblings.
    fn child(&self, first: u32, letter: u8) -> Option<u32> {
        let mut at = first;
        loop {
            let node = self.nodes.get(at as usize)?;
            match node.letter == letter {
                true => return Some(at),
                false if node.next == 0 => return None,
                false => at = node.next,
            }
        }
    }
}

/// Nodes of a tree from their bytes, in which a node is followed by its children.
fn read_tree(bytes: &[u8]) -> Option<Vec<Node>> {
    let mut nodes: Vec<Node> = Vec::with_capacity(bytes.len() / 2);
    // Nodes whose next sibling is still to come; the innermost one last.
    let mut open: Vec<usize> = Vec::new();
    let mut is_first = true;
    for [letter, answer] in bytes.as_chunks().0 {
        let at = nodes.len();
        match is_first {
            true if at > 0 => nodes[at - 1].child = at as u32,
            true => {}
            false => nodes[open.pop()?].next = at as u32,
        }
        nodes.push(Node { letter: letter & LETTER, answer: *answer, child: 0, next: 0 });
        if letter & IS_LAST == 0 {
            open.push(at);
        }
        is_first = letter & HAS_CHILDREN != 0;
    }
    (open.is_empty() && !is_first).then_some(nodes)
}
