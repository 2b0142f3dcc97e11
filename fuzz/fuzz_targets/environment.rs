//! Pictures of radiance: arbitrary bytes after the signatures of both formats.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_render::EnvironmentImage;

fuzz_target!(|bytes: &[u8]| {
    for signature in [&b"#?RADIANCE\n"[..], b"\x76\x2f\x31\x01"] {
        let _ = EnvironmentImage::decode(&[signature, bytes].concat());
    }
});
