//! Any text as requests of `sinew ik`, solved on the built-in character. The command is a program, not a library: its
//! reader and its solving are compiled in here from their own files, with what they use of the command.
#![no_main]
#![allow(dead_code, reason = "the command uses more of these files than a fuzz target does")]

use libfuzzer_sys::fuzz_target;
use sinew::Character;
use std::sync::LazyLock;

#[path = "../../crates/sinew-app/src/verb/ik_body.rs"]
mod ik_body;
#[path = "../../crates/sinew-app/src/verb/ik_request.rs"]
mod ik_request;
#[path = "../../crates/sinew-app/src/verb/ik_solve.rs"]
mod ik_solve;
#[path = "../../crates/sinew-app/src/listed.rs"]
mod listed;

static CHARACTER: LazyLock<Character> = LazyLock::new(|| {
    let imported = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    imported.expect("a person").character
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(requests) = ik_request::Request::read(&text) else { return };
    let body = ik_solve::Body::new(&CHARACTER);
    // Requests do not know of one another.
    for request in requests.iter().take(4) {
        if let Ok(solved) = body.solve(request) {
            assert!(solved.model.iter().all(|joint| joint.is_finite()));
        }
    }
});
