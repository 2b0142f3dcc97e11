//! Sleep of hair that has come to rest.

mod look;
#[cfg(test)]
mod tests;
mod watch;

pub(super) use watch::RestWatch;
