//! Compilation of graph descriptions.

mod compiler;
mod coverage;
mod machine;
mod mask;
mod nodes;
mod sync;
