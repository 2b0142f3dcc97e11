//! .gltf files with their data and images beside them, compared with GLB.

use crate::compare::{Differences, apart, files, open};
use serde_json::Value;
use sinew_import::{ExportOptions, export_glb, export_gltf, import};

#[test]
fn files_beside_a_gltf_hold_what_a_glb_holds() {
    let Some(files) = files() else { return };
    let (mut images, mut compared) = (0, 0);
    for path in files.iter().step_by(7) {
        let imported = open(path);
        let name = path.display().to_string();
        for options in
            [ExportOptions::default(), ExportOptions::default().with_meshopt(true).with_quantize(true)]
        {
            let exported = export_gltf(&imported.character, &imported.clips, &options, "my model").unwrap();
            let glb = export_glb(&imported.character, &imported.clips, &options).unwrap();
            let mut asked = Vec::new();
            let json: Value = serde_json::from_slice(&exported.files[0].1).unwrap();
            let entries =
                |list: &str| json[list].as_array().into_iter().flatten().cloned().collect::<Vec<_>>();
            asked.extend(entries("buffers").into_iter().chain(entries("images")));
            let uris: Vec<_> = asked.iter().filter_map(|item| item["uri"].as_str()).collect();
            assert!(uris.iter().all(|uri| uri.starts_with("my%20model")), "{name}: {uris:?}");
            assert!(entries("images").iter().all(|image| image["bufferView"].is_null()), "{name}");
            images += entries("images").len();
            let beside = |uri: &str| {
                let file = exported.files.iter().find(|(name, _)| name == uri);
                file.map(|(_, bytes)| bytes.clone()).ok_or_else(|| format!("no file {uri:?}"))
            };
            let back = import(&exported.files[0].1, &beside).unwrap_or_else(|e| panic!("{name}: {e}"));
            let whole = import(&glb.bytes, &sinew_import::NoFiles).unwrap();
            let codes = |report: &sinew_import::Report| {
                report.diagnostics().iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>()
            };
            assert_eq!(codes(&back.report), codes(&whole.report), "{name}");
            let mut differences = Differences::default();
            differences.structure(&whole.character, &back.character);
            differences.clips(&whole, &back);
            // An image without a name is called after its file.
            differences.0.retain(|difference| !difference.starts_with("image "));
            assert!(differences.0.is_empty(), "{name}: {:?}", differences.0);
            let apart = apart(&whole, &back);
            assert!(apart.vertices == 0.0 && apart.nodes == 0.0, "{name}: {apart:?}");
            let pictures = |imported: &sinew_import::Imported| {
                imported.character.images().iter().map(|image| image.encoded.clone()).collect::<Vec<_>>()
            };
            assert!(pictures(&back) == pictures(&whole), "{name}");
            compared += 1;
        }
    }
    println!("{compared} files, {images} images");
    assert!(compared > 10 && images > 5);
}
