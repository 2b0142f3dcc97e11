//! Small files that request excessive resources.

use crate::maker::{Maker, U16};
use crate::measure::within_limits;
use serde_json::json;
use sinew_import::NoFiles;

fn hold(what: &str, json: &str) {
    within_limits(what, json.as_bytes(), json.len(), &NoFiles);
}

fn file(body: &str) -> String {
    format!(r#"{{"asset":{{"version":"2.0"}},{body}}}"#)
}

fn times(text: &str, count: usize) -> String {
    let mut all = vec![text; count].join(",");
    all.insert(0, '[');
    all.push(']');
    all
}

/// Six megabytes of each kind of entry, with a few bytes per entry.
#[test]
fn millions_of_tiny_entries() {
    for list in [
        "nodes",
        "meshes",
        "skins",
        "animations",
        "materials",
        "textures",
        "images",
        "samplers",
        "accessors",
        "bufferViews",
        "buffers",
        "scenes",
    ] {
        for count in [60_000, 2_000_000] {
            hold(&format!("{count} {list}"), &file(&format!(r#""{list}":{}"#, times("{}", count))));
        }
    }
    for body in [
        format!(r#""meshes":[{{"primitives":{}}}]"#, times("{}", 2_000_000)),
        format!(r#""meshes":{}"#, times(&format!(r#"{{"primitives":{}}}"#, times("{}", 1000)), 1000)),
        format!(r#""meshes":[{{"primitives":[{{"targets":{}}}]}}]"#, times("{}", 2_000_000)),
        format!(r#""animations":[{{"channels":{}}}]"#, times("{}", 2_000_000)),
        format!(r#""animations":[{{"samplers":{}}}]"#, times("{}", 2_000_000)),
        format!(r#""extensionsUsed":{}"#, times(r#""""#, 2_000_000)),
        format!(r#""meshes":[{{"extras":{{"targetNames":{}}}}}]"#, times(r#""""#, 2_000_000)),
        format!(r#""nodes":[{{"weights":{}}}]"#, times("0", 3_000_000)),
        format!(r#""nodes":[{{"children":{}}}]"#, times("0", 3_000_000)),
        format!(r#""extras":{}"#, times("[]", 2_000_000)),
        format!(r#""nodes":[{{"name":"{}"}}]"#, "\\u00e4".repeat(1_000_000)),
    ] {
        hold(&body[..40], &file(&body));
    }
}

/// Chain of nodes with skins, meshes and channels on every node.
#[test]
fn everything_on_everything() {
    let n = 60_000;
    let chain: Vec<_> = (0..n).map(|i| format!(r#"{{"children":[{}]}}"#, i + 1)).collect();
    let all: Vec<_> = (0..n).map(|i| i.to_string()).collect();
    let all = all.join(",");
    let nodes = format!(r#""nodes":[{},{{}}]"#, chain.join(","));
    hold("a chain", &file(&nodes));
    let skin = format!(r#"{{"joints":[{all}],"skeleton":0}}"#);
    hold("skins over a chain", &file(&format!(r#"{nodes},"skins":[{skin},{skin},{skin},{skin}]"#)));
    let triangle = r#""meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
        "accessors":[{"componentType":5126,"type":"VEC3","count":3},{"componentType":5121,"type":"VEC4","count":3},
        {"componentType":5126,"type":"VEC4","count":3}]"#;
    let users = times(r#"{"mesh":0,"skin":0}"#, 60_000);
    let skin = format!(r#""skins":[{{"joints":{}}}]"#, "[0,1,2,3,4,5,6,7,8,9]");
    hold("one mesh on every node", &file(&format!(r#""nodes":{users},{skin},{triangle}"#)));
    let users = times(r#"{"mesh":0,"skin":0}"#, 10_000);
    let wide: Vec<_> = (0..10_000).map(|i| i.to_string()).collect();
    let skin = format!(r#""skins":[{{"joints":[{}]}}]"#, wide.join(","));
    hold("wide skins everywhere", &file(&format!(r#""nodes":{users},{skin},{triangle}"#)));
    let big = triangle.replace(r#""count":3"#, r#""count":200000"#);
    let users = times(r#"{"mesh":0}"#, 60_000);
    hold("a large mesh on every node", &file(&format!(r#""nodes":{users},{big}"#)));
    let channels = times(r#"{"sampler":0,"target":{"node":1,"path":"weights"}}"#, 100_000);
    let users = times(r#"{"mesh":0}"#, 60_000);
    let moving = r#""meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}]}],
        "accessors":[{"componentType":5126,"type":"VEC3","count":3},{"componentType":5126,"type":"SCALAR","count":1}]"#;
    let animation =
        format!(r#""animations":[{{"channels":{channels},"samplers":[{{"input":1,"output":1}}]}}]"#);
    hold("channels on instances", &file(&format!(r#""nodes":{users},{moving},{animation}"#)));
    let targets = times(r#"{"POSITION":1}"#, 60_000);
    let many = format!(
        r#""nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"targets":{targets}}}]}}],
        "accessors":[{{"componentType":5126,"type":"VEC3","count":3}},{{"componentType":5126,"type":"VEC3","count":3,
        "sparse":{{"count":1,"indices":{{"bufferView":0,"componentType":5121}},"values":{{"bufferView":1}}}}}}],
        "buffers":[{{"byteLength":16,"uri":"data:,%01%00%00%00%00%00%80%3f%00%00%80%3f%00%00%80%3f"}}],
        "bufferViews":[{{"buffer":0,"byteLength":1}},{{"buffer":0,"byteOffset":4,"byteLength":12}}]"#
    );
    hold("sixty thousand morph targets", &file(&many));
}

/// Vertices with thousands of joints and morph targets for all of them, or with many instances.
#[test]
fn many_influences() {
    let influences = |vertices: usize, sets: usize, joints: usize, targets: usize, users: usize| {
        let mut maker = Maker::default();
        let positions = maker.floats("VEC3", &vec![1.0; 3 * vertices]);
        let weights = maker.floats("VEC4", &vec![1.0; 4 * vertices]);
        let mut attributes = json!({ "POSITION": positions });
        for set in 0..sets {
            let row = (4 * set..4 * set + 4).map(|j| (j % joints) as u16).cycle().take(4 * vertices);
            let row: Vec<u8> = row.flat_map(u16::to_le_bytes).collect();
            attributes[format!("JOINTS_{set}")] = json!(maker.accessor(U16, "VEC4", false, &row));
            attributes[format!("WEIGHTS_{set}")] = json!(weights);
        }
        let targets = vec![json!({ "POSITION": positions }); targets];
        maker.glb(json!({
            "nodes": vec![json!({ "mesh": 0, "skin": 0 }); users.max(joints)],
            "skins": [{ "joints": Vec::from_iter(0..joints) }],
            "meshes": [{ "primitives": [{ "mode": 0, "attributes": attributes, "targets": targets }] }]
        }))
    };
    for (what, bytes) in [
        ("targets for many joints", influences(1, 400, 1600, 40_000, 0)),
        ("targets for few joints", influences(1, 1000, 1, 40_000, 0)),
        ("many instances", influences(50, 400, 1, 0, 6000)),
        ("many pairs", influences(20_000, 2, 8000, 0, 0)),
    ] {
        within_limits(what, &bytes, bytes.len(), &NoFiles);
    }
}

/// Long texts that diagnostics quote.
#[test]
fn a_thousand_long_messages() {
    let text = "\u{200b}".repeat(70_000);
    let channels = times(r#"{"sampler":0,"target":{"node":0,"path":"translation"}}"#, 1000);
    let sampler = format!(r#"[{{"input":0,"output":0,"interpolation":"{text}"}}]"#);
    hold(
        "long",
        &file(&format!(r#""nodes":[{{}}],"animations":[{{"channels":{channels},"samplers":{sampler}}}]"#)),
    );
}

/// Counts that exceed the data.
#[test]
fn counts_without_data() {
    for count in [1_000_000u64, 2_500_000, 10_000_000, 1 << 40] {
        for (component, shape) in [(5126, "VEC3"), (5121, "VEC3"), (5126, "VEC4")] {
            let accessor = format!(r#"{{"componentType":{component},"type":"{shape}","count":{count}}}"#);
            let body = format!(
                r#""nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"NORMAL":0,
                "TEXCOORD_0":0,"JOINTS_0":0,"WEIGHTS_0":0}},"targets":[{{"POSITION":0}}]}}]}}],"accessors":[{accessor}]"#
            );
            hold(&format!("{count} × {shape} of {component}"), &file(&body));
        }
    }
}

/// One buffer view with many accessors.
#[test]
fn one_view_a_thousand_times() {
    let text = "A".repeat(4 << 20);
    let buffer = format!(
        r#""buffers":[{{"byteLength":3145728,"uri":"data:;base64,{text}"}}],"bufferViews":[{{"buffer":0,"byteLength":3145728}}]"#
    );
    let accessor =
        r#"{"bufferView":0,"componentType":5126,"type":"SCALAR","count":786432,"min":[0],"max":[0]}"#;
    hold("accessors", &file(&format!(r#"{buffer},"accessors":{}"#, times(accessor, 5000))));
    hold("images", &file(&format!(r#"{buffer},"images":{}"#, times(r#"{"bufferView":0}"#, 5000))));
    let inputs = times(r#"{"input":0,"output":0,"interpolation":"STEP"}"#, 2000);
    let channels: Vec<_> =
        (0..2000).map(|i| format!(r#"{{"sampler":{i},"target":{{"node":{i},"path":"scale"}}}}"#)).collect();
    let body = format!(
        r#"{buffer},"accessors":[{accessor}],"nodes":{},"animations":[{{"samplers":{inputs},"channels":[{}]}}]"#,
        times("{}", 2000),
        channels.join(",")
    );
    hold("samplers", &file(&body));
}

/// Meshes with expensive tangents.
#[test]
fn tangents_of_degenerate_meshes() {
    let hex = |values: &[f32]| -> String {
        values.iter().flat_map(|v| v.to_le_bytes()).map(|b| format!("%{b:02x}")).collect()
    };
    let shapes: [(&str, [f32; 9], [f32; 6]); 5] = [
        ("plain", [0., 0., 0., 1., 0., 0., 0., 1., 0.], [0., 0., 1., 0., 0., 1.]),
        ("without area", [0.; 9], [0.; 6]),
        ("huge", [3e38, 0., 0., -3e38, 0., 0., 0., 3e38, 0.], [3e38, 0., -3e38, 0., 0., 3e38]),
        ("tiny", [1e-40, 0., 0., 0., 1e-40, 0., 0., 0., 1e-40], [1e-40, 0., 0., 1e-40, 0., 0.]),
        ("mixed", [3e38, 1e-40, 0., 1., 0., 0., 0., -3e38, 0.], [3e38, 1e-40, 0., 0., 1., 1.]),
    ];
    for (what, positions, uvs) in shapes {
        for corners in [3, 300, 30_000] {
            let normals = [0.0f32, 0., 1.].repeat(3);
            let bin = [&positions[..], &uvs, &normals].concat();
            // The indices are all zero, or cycle through the three vertices, in their own buffer view.
            let round = "%00%01%02".repeat(corners / 3);
            for indices in [format!("%00%01%02{}", "%00".repeat(corners - 3)), round] {
                let body = format!(
                    r#""buffers":[{{"byteLength":96,"uri":"data:,{}"}},{{"byteLength":{corners},"uri":"data:,{indices}"}}],
                    "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":24}},
                    {{"buffer":0,"byteOffset":60,"byteLength":36}},{{"buffer":1,"byteLength":{corners}}}],
                    "accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}},
                    {{"bufferView":1,"componentType":5126,"type":"VEC2","count":3}},
                    {{"bufferView":2,"componentType":5126,"type":"VEC3","count":3}},
                    {{"bufferView":3,"componentType":5121,"type":"SCALAR","count":{corners}}}],
                    "materials":[{{"normalTexture":{{"index":0}}}}],"textures":[{{}}],"nodes":[{{"mesh":0}}],
                    "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"TEXCOORD_0":1,"NORMAL":2}},"indices":3,
                    "material":0}}]}}]"#,
                    hex(&bin)
                );
                hold(&format!("tangents, {what}, {corners} corners"), &file(&body));
            }
        }
    }
}
