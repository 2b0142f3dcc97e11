//! Tests of the networks: golden numbers, hostile files, and the path through visemes.

mod golden;
mod hostile;
mod path;
