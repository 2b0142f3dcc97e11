//! Files and streams that the command reads and writes.

mod damaged;
#[cfg(target_os = "linux")]
mod full_streams;
mod images;
mod inputs;
#[cfg(unix)]
mod outputs;
#[cfg(unix)]
mod signals;
