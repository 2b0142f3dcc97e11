//! Lines of glTF files as hair, and imported hair on the built-in character.

use crate::maker::Maker;
use serde_json::json;
use sinew::glam::{Affine3A, Vec3};
use sinew::hair::GuidePose;
use sinew::surface::CharacterSurface;
use sinew_author::hair::{
    CurveRibbons, CurveStrands, GroomMakingError, HairCurves, HairSkin, groom_layer_from_curves,
};
use sinew_import::{
    ExportOptions, Format, HairFileOptions, HairFormat, NoFiles, Severity, export_hair, export_hair_glb,
    export_ribbon_glb, import, import_file, import_hair,
};
use std::sync::Arc;

#[test]
fn lines_of_every_mode_are_curves() {
    let mut maker = Maker::default();
    let positions = maker.floats("VEC3", &[0., 0., 0., 0., 1., 0., 0., 2., 0., 1., 0., 0.]);
    let order = maker.indices(&[3, 2, 1, 0]);
    let line = |mode: u32| json!({ "attributes": { "POSITION": positions }, "mode": mode });
    let read = |primitives: serde_json::Value| {
        let nodes = json!([{ "children": [1], "translation": [5, 0, 0] }, { "mesh": 0, "scale": [2, 2, 2] }]);
        let root =
            json!({ "nodes": nodes, "meshes": [{ "primitives": primitives }], "scenes": [{ "nodes": [0] }] });
        import_hair(&maker.glb(root), &NoFiles, &HairFileOptions::default())
    };
    let points =
        |flat: &[[f32; 2]]| -> Vec<Vec3> { flat.iter().map(|[x, y]| Vec3::new(*x, *y, 0.0)).collect() };
    let pairs = read(json!([line(1)])).unwrap();
    assert_eq!(pairs.format, HairFormat::Lines(Format::Glb));
    assert_eq!(pairs.curves.curve(0), points(&[[5., 0.], [5., 2.]]));
    assert_eq!(pairs.curves.curve(1), points(&[[5., 4.], [7., 0.]]));
    let strip = read(json!([line(3)])).unwrap().curves;
    assert_eq!(strip.curve(0), points(&[[5., 0.], [5., 2.], [5., 4.], [7., 0.]]));
    let closed = read(json!([line(2)])).unwrap().curves;
    assert_eq!(closed.curve(0), points(&[[5., 0.], [5., 2.], [5., 4.], [7., 0.], [5., 0.]]));
    let mut backwards = line(3);
    backwards["indices"] = json!(order);
    let all = read(
        json!([line(3), backwards, { "attributes": { "POSITION": positions }, "mode": 4, "indices": order }]),
    );
    let all = all.unwrap().curves;
    assert_eq!((all.len(), all.curve(1)[0]), (2, Vec3::new(7.0, 0.0, 0.0)));
    let none = read(json!([line(0)])).unwrap_err();
    assert!(none.code == "hair" && none.message.contains("LINE_STRIP"), "{none}");
}

/// Short hair that stands on the head of the built-in character: a curl for every third triangle above the
/// eyes.
fn hair(skin: &HairSkin) -> HairCurves {
    let tops = skin
        .triangles()
        .iter()
        .filter(|triangle| skin.is_on_head(triangle) && triangle.corners[0].y > 1.6)
        .step_by(3);
    let curl = |(n, triangle): (usize, &sinew_author::hair::SkinTriangle)| {
        let (root, normal) = (triangle.at(Vec3::splat(1.0 / 3.0)), triangle.normal);
        let side = normal.any_orthonormal_vector();
        (0..5 + n % 20).map(move |m| {
            let along = m as f32 * 0.004;
            root + normal * along + side * 0.004 * (m as f32 * 0.7).sin() + Vec3::NEG_Y * along * along * 4.0
        })
    };
    let curls: Vec<Vec<Vec3>> = tops.enumerate().map(|numbered| curl(numbered).collect()).collect();
    let counts: Vec<u32> = curls.iter().map(|curl| curl.len() as u32).collect();
    let curves = HairCurves::new(curls.concat(), &counts).unwrap();
    let total = curves.points().len();
    let curves = curves.with_thickness(vec![0.0002; total]).unwrap();
    curves.with_colors(vec![Vec3::new(0.5, 0.25, 0.125); total]).unwrap()
}

#[test]
fn imported_hair_grows_on_the_built_in_character() {
    let person = import_file(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm")).unwrap().character;
    let surface = Arc::new(CharacterSurface::new(&person));
    let skin = HairSkin::new(&person, &surface, |_| true);
    let options = HairFileOptions::default();
    let made = hair(&skin);
    assert!(made.len() > 100, "{}", made.len());
    let file = export_hair(&made, &options).unwrap();
    let read = import_hair(&file, &NoFiles, &options).unwrap().curves;
    let settings = CurveStrands::default().with_guides(64).with_points(24);
    let layer = groom_layer_from_curves("imported", &read, &skin, &settings).unwrap();
    assert_eq!((layer.guides.len(), layer.roots.len(), layer.strands.strands().len()), (64, 64, read.len()));
    let (pose, expected) = (GuidePose::at_rest(&layer.guides), read.resampled(24).unwrap());
    for strand in 0..read.len() {
        for n in 0..24 {
            let at = layer.strands.point(strand, n, &pose);
            assert!(at.distance(expected.curve(strand)[n]) < 1e-5);
        }
    }
    for (root, guide) in layer.roots.iter().zip(&layer.guides) {
        let (again, distance) = skin.nearest_point(guide.points()[0]).unwrap();
        let triangle =
            skin.triangles().iter().find(|triangle| triangle.point(root.barycentric) == *root).unwrap();
        assert!(distance < 1e-4 && again == *root, "{distance}");
        assert!(triangle.at(root.barycentric).distance(guide.points()[0]) < 1e-4);
    }
    assert!((layer.look.width - 0.0002).abs() < 1e-6 && (layer.look.root_color.y - 0.25).abs() < 1e-5);
    // Hair in another unit is far away from the head.
    let far = read.clone().transformed(&Affine3A::from_scale(Vec3::splat(100.0))).unwrap();
    let error = groom_layer_from_curves("far", &far, &skin, &settings).unwrap_err();
    assert!(
        matches!(&error, GroomMakingError::FarFromSkin { .. }) && error.to_string().contains("unit"),
        "{error}"
    );
    let nobody = HairSkin::new(&person, &surface, |_| false);
    let error = groom_layer_from_curves("", &read, &nobody, &settings).unwrap_err();
    assert!(matches!(error, GroomMakingError::NoSkin { .. }));
}

#[test]
fn curves_and_ribbons_are_written_as_glb() {
    let point =
        |n: usize| Vec3::new((n / 6) as f32 * 0.01, 1.7 - (n % 6) as f32 * 0.03, 0.001 * (n % 5) as f32);
    let curves = HairCurves::new((0..240).map(point).collect(), &[6; 40]).unwrap();
    let curves = curves.with_colors(vec![Vec3::new(0.2, 0.1, 0.05); 240]).unwrap();
    let lossless = ExportOptions::default();
    let lines = export_hair_glb(&curves, &lossless).unwrap();
    let read = import_hair(&lines.bytes, &NoFiles, &HairFileOptions::default()).unwrap();
    assert_eq!((read.curves, read.report.max_severity()), (curves.clone(), None));
    let small = export_hair_glb(&curves, &lossless.with_quantize(true).with_meshopt(true)).unwrap();
    let read = import_hair(&small.bytes, &NoFiles, &HairFileOptions::default()).unwrap().curves;
    assert!(read.points().iter().zip(curves.points()).all(|(a, b)| a.distance(*b) < 1e-5));
    let ribbons = curves.ribbons(&CurveRibbons::default().with_width(0.01, 0.3)).unwrap();
    let cards = export_ribbon_glb(&ribbons, &ExportOptions::default()).unwrap();
    let scene = import(&cards.bytes, &NoFiles).unwrap();
    assert!(scene.report.max_severity() < Some(Severity::Warning), "{:?}", scene.report.diagnostics());
    let primitive = &scene.character.meshes()[0].primitives[0];
    assert_eq!((primitive.indices.len(), primitive.uvs[0].len()), (40 * 8 * 6, 40 * 9 * 2));
    assert!(scene.character.materials()[0].double_sided);
}
