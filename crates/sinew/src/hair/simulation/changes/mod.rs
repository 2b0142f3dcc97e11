//! Changes of settings and groom of running hair.

#[expect(clippy::module_inception, reason = "the file is named for its only concept")]
mod changes;
#[cfg(test)]
mod tests;
