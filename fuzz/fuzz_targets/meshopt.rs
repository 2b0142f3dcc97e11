//! Compressed buffer views: the first four bytes select mode, filter, stride and count; the rest is the
//! stream.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|data: &[u8]| {
    let Some((&[mode, filter, stride, count], stream)) = data.split_first_chunk::<4>() else { return };
    let mode = ["ATTRIBUTES", "TRIANGLES", "INDICES"][usize::from(mode) % 3];
    let filter = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"][usize::from(filter) % 5];
    let stride = [2, 4, 8, 12, 16, 64, 256, 3][usize::from(stride) % 8];
    let count = usize::from(count) * if count > 200 { 1000 } else { 1 };
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{length}}}],"bufferViews":[{{"buffer":0,
        "byteLength":{bytes},"extensions":{{"EXT_meshopt_compression":{{"buffer":0,"byteLength":{length},
        "byteStride":{stride},"count":{count},"mode":"{mode}","filter":"{filter}"}}}}}}],"images":[{{"bufferView":0}}]}}"#,
        length = stream.len(),
        bytes = stride * count,
    )
    .into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let padding = stream.len().next_multiple_of(4) - stream.len();
    let chunk = |kind: &[u8], data: &[u8], padding: usize| {
        [&((data.len() + padding) as u32).to_le_bytes(), kind, data, &[0; 3][..padding]].concat()
    };
    let body = [chunk(b"JSON", &json, 0), chunk(b"BIN\0", stream, padding)].concat();
    let file = [b"glTF\x02\0\0\0", &(12 + body.len() as u32).to_le_bytes()[..], &body].concat();
    let _ = import(&file, &NoFiles);
});
