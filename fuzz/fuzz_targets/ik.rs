//! Arbitrary text as requests of `sinew ik`, solved on the built-in character. The command is a program
//! without a library, so its request parser and solver are compiled in from their own files.
#![no_main]
#![allow(dead_code, reason = "the command uses more of these files than a fuzz target does")]

use libfuzzer_sys::fuzz_target;
use sinew::Character;
use std::sync::LazyLock;

#[path = "../../crates/sinew-app/src/verb/ik/body.rs"]
mod body;
#[path = "../../crates/sinew-app/src/report/choices.rs"]
mod choices;
#[path = "../../crates/sinew-app/src/verb/ik/request.rs"]
mod request;
#[path = "../../crates/sinew-app/src/verb/ik/solve.rs"]
mod solve;

mod report {
    pub(crate) use crate::choices;
}

static CHARACTER: LazyLock<Character> = LazyLock::new(|| {
    let imported = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    imported.expect("the built-in character imports").character
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(requests) = request::Request::read(&text) else { return };
    let body = solve::Body::new(&CHARACTER);
    // Requests are independent of each other; four are enough.
    for request in requests.iter().take(4) {
        if let Ok(solved) = body.solve(request) {
            assert!(solved.model.iter().all(|joint| joint.is_finite()));
        }
    }
});
