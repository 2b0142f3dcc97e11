//! Built-in character.
fn main() {}
