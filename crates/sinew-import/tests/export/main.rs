//! What the exporter makes of characters: those of the shared set, and small ones made here, read again.

#[path = "../import/assets.rs"]
mod assets;
mod avatars;
mod compare;
mod looks;
mod made;
mod odd;
mod reduce;
mod round_trip;
mod smaller;
mod validator;
mod vrma;
