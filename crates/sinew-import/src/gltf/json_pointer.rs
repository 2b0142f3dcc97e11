//! JSON pointers (RFC 6901) from serde paths.

use serde_ignored::Path as Ignored;
use serde_path_to_error::{Path as Failed, Segment};

/// Pointer to a value that failed to parse; `/` for the root.
pub(super) fn failed(path: &Failed) -> String {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => push(&mut pointer, &index.to_string()),
            Segment::Map { key } => push(&mut pointer, key),
            Segment::Enum { variant } => push(&mut pointer, variant),
            Segment::Unknown => {}
        }
    }
    if pointer.is_empty() { "/".into() } else { pointer }
}

/// Pointer to a skipped property.
pub(super) fn ignored(path: &Ignored<'_>) -> String {
    match path {
        Ignored::Root => String::new(),
        Ignored::Seq { parent, index } => below(parent, &index.to_string()),
        Ignored::Map { parent, key } => below(parent, key),
        Ignored::Some { parent } | Ignored::NewtypeStruct { parent } | Ignored::NewtypeVariant { parent } => {
            ignored(parent)
        }
    }
}

fn below(parent: &Ignored<'_>, key: &str) -> String {
    let mut pointer = ignored(parent);
    push(&mut pointer, key);
    pointer
}

fn push(pointer: &mut String, key: &str) {
    pointer.push('/');
    pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
}
