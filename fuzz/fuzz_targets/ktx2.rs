//! KTX2 textures: arbitrary bytes after the signature.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::character::Image;

fuzz_target!(|bytes: &[u8]| {
    let encoded = Some([b"\xABKTX 20\xBB\r\n\x1A\n", bytes].concat().into());
    let _ = sinew_import::decode_image(&Image { name: String::new(), mime: String::new(), encoded });
});
