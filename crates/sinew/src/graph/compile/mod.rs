//! Compilation of graph descriptions.

mod compiler;
mod machine;
mod mask;
mod nodes;
mod sync;
