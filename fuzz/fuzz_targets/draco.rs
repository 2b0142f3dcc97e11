//! Compressed primitives: the first two bytes select the numbers of vertices and indices; the rest is the
//! Draco stream.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|data: &[u8]| {
    let Some((&[points, indices], stream)) = data.split_first_chunk::<2>() else { return };
    let count = |byte: u8| usize::from(byte) * if byte > 200 { 1000 } else { 1 };
    let (points, indices) = (count(points), 3 * count(indices));
    let accessor = |component: u32, shape: &str, count: usize| {
        format!(r#"{{"componentType":{component},"type":"{shape}","count":{count}}}"#)
    };
    let accessors = [
        accessor(5126, "VEC3", points),
        accessor(5126, "VEC2", points),
        accessor(5121, "VEC4", points),
        accessor(5125, "SCALAR", indices),
    ];
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{length}}}],"bufferViews":[{{"buffer":0,"byteLength":{length}}}],
        "accessors":[{accessors}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"TEXCOORD_0":1,"JOINTS_0":2}},
        "indices":3,"extensions":{{"KHR_draco_mesh_compression":{{"bufferView":0,
        "attributes":{{"POSITION":0,"TEXCOORD_0":1,"JOINTS_0":2}}}}}}}}]}}]}}"#,
        length = stream.len(),
        accessors = accessors.join(","),
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
