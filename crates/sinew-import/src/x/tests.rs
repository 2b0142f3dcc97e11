//! Tests of the DirectX .x importer.

use super::import;
use crate::{ImportError, ImportOptions, Imported, NoFiles};
use sinew::character::MaterialId;
use sinew::glam::{Quat, Vec3};

fn text(body: &str) -> Result<Imported, ImportError> {
    import(format!("xof 0303txt 0032\n{body}").as_bytes(), &NoFiles, &ImportOptions::default())
}

/// Writer of the binary encoding.
#[derive(Default)]
struct Binary(Vec<u8>);

impl Binary {
    fn word(mut self, text: &str) -> Self {
        self.0.extend([1, 0]);
        self.0.extend((text.len() as u32).to_le_bytes());
        self.0.extend(text.as_bytes());
        self
    }
    fn string(mut self, text: &str) -> Self {
        self.0.extend([2, 0]);
        self.0.extend((text.len() as u32).to_le_bytes());
        self.0.extend(text.as_bytes());
        self.mark(20)
    }
    fn integers(mut self, values: &[u32]) -> Self {
        self.0.extend([6, 0]);
        self.0.extend((values.len() as u32).to_le_bytes());
        self.0.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        self
    }
    fn floats(mut self, values: &[f64], wide: bool) -> Self {
        self.0.extend([7, 0]);
        self.0.extend((values.len() as u32).to_le_bytes());
        for value in values {
            if wide {
                self.0.extend(value.to_le_bytes());
            } else {
                self.0.extend((*value as f32).to_le_bytes());
            }
        }
        self
    }
    fn mark(mut self, kind: u8) -> Self {
        self.0.extend([kind, 0]);
        self
    }
    fn import(&self, float: &str) -> Result<Imported, ImportError> {
        import(&[b"xof 0303bin ", float.as_bytes(), &self.0].concat(), &NoFiles, &ImportOptions::default())
    }
}

const SQUARE: &str = "Mesh Square { 4; 0;0;0;, 1;0;0;, 1;1;5;, 0;1;0;; 1; 4;0,3,2,1;;";

fn square(parts: &str) -> Imported {
    text(&format!("{SQUARE} {parts} }}")).unwrap()
}

#[test]
fn meshes_are_mirrored_and_their_winding_is_reversed() {
    let imported = square("");
    let primitive = &imported.character.meshes()[0].primitives[0];
    assert_eq!(primitive.file_vertex_count, 4);
    let at =
        |v: usize| primitive.positions[primitive.file_vertices.iter().position(|&s| s == v as u32).unwrap()];
    assert_eq!(at(2), Vec3::new(1.0, 1.0, -5.0));
    // The file is clockwise: 0, 3, 2, 1; the result is counter-clockwise.
    let corners: Vec<u32> = primitive.indices.iter().map(|&i| primitive.file_vertices[i as usize]).collect();
    assert_eq!(corners, [0, 1, 2, 0, 2, 3]);
    assert!(imported.report.diagnostics().iter().any(|f| f.code == "handedness"));
    let skeleton = imported.character.skeleton();
    assert_eq!((skeleton.len(), skeleton.name(sinew::JointId(0))), (1, "Square"));
}

#[test]
fn normals_have_their_own_polygons() {
    let imported = square("MeshNormals { 2; 0;0;-1;, 1;0;0;; 1; 4;0,0,1,0;; }");
    let primitive = &imported.character.meshes()[0].primitives[0];
    let normal = |v: u32| primitive.normals[primitive.file_vertices.iter().position(|&s| s == v).unwrap()];
    assert_eq!((normal(0), normal(2)), (Vec3::Z, Vec3::X));
    assert!(primitive.has_file_normals);
    for broken in ["MeshNormals { 1; 0;0;1;; 1; 3;0,0,0;; }", "MeshNormals { 1; 0;0;1;; 1; 4;0,0,0,7;; }"] {
        let imported = square(broken);
        assert_eq!(imported.report.max_severity(), Some(crate::Severity::Error), "{broken}");
        assert_eq!(
            imported.character.meshes()[0].primitives[0].normals.len(),
            4,
            "smooth normals are generated"
        );
    }
}

#[test]
fn referenced_and_nested_materials_split_the_mesh() {
    let body = "Material Red { 1;0;0;0.5;; 8; 1;1;1;; 0;0;0;; TextureFilename { \"..\\\\tex\\\\red.png\"; } }
        Mesh { 5; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;, 2;0;0;; 2; 4;0,3,2,1;, 3;1,2,4;;
        MeshMaterialList { 2; 2; 1, 0;; {Red} Material { 0;1;0;1;; 0; 0;0;0;; 0;0;0;; } }
        MeshTextureCoords { 5; 0;0;, 1;0;, 1;1;, 0;1;, 2;2;; } MeshVertexColors { 1; 4; 1;1;1;0.25;; } }";
    let read = |path: &str| if path == "red.png" { Ok(vec![1, 2, 3]) } else { Err("no".to_owned()) };
    let imported =
        import(format!("xof 0303txt 0032\n{body}").as_bytes(), &read, &ImportOptions::default()).unwrap();
    let character = &imported.character;
    let [red, green] = character.materials() else { panic!() };
    assert_eq!((red.base_color.x, green.base_color.y), (1.0, 1.0));
    assert_eq!(character.images()[0].encoded.as_deref(), Some(&[1u8, 2, 3][..]));
    let primitives = &character.meshes()[0].primitives;
    let of = |n: usize| (primitives[n].material, primitives[n].indices.len());
    assert_eq!((of(0), of(1)), ((Some(MaterialId(0)), 3), (Some(MaterialId(1)), 6)));
    assert_eq!(primitives[0].uvs[0].len(), 3);
    assert!(primitives[0].colors.iter().any(|c| c.w == 0.25));
    let missing = text(body).unwrap();
    assert!(missing.report.diagnostics().iter().any(|f| f.code == "image-missing"));
    assert!(missing.character.images()[0].encoded.is_none());
}

#[test]
fn skins_find_bones_by_name_and_create_missing_ones() {
    let identity = "1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1";
    let bind = "1,0,0,0, 0,1,0,0, 0,0,1,0, 0,-2,3,1";
    let body = format!(
        "Frame Root {{ FrameTransformMatrix {{ {identity};; }} {SQUARE}
            XSkinMeshHeader {{ 2; 4; 2; }}
            SkinWeights {{ \"Bone\"; 2; 0,1; 1.0,0.5; {bind};; }}
            SkinWeights {{ \"Ghost\"; 1; 1; 1.5; {bind};; }} }}
            Frame Bone {{ FrameTransformMatrix {{ 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,2,-3,1;; }} }} }}"
    );
    let imported = text(&body).unwrap();
    let character = &imported.character;
    let skin = &character.skins()[0];
    let names: Vec<_> = skin.joints.iter().map(|&j| character.skeleton().name(j)).collect();
    assert_eq!(names, ["Bone", "Ghost"]);
    assert_eq!(Vec3::from(skin.inverse_binds[0].translation), Vec3::new(0.0, -2.0, -3.0));
    // The bones are in their bind pose, so the mesh is not deformed.
    for (joint, bind) in skin.joints.iter().zip(&skin.inverse_binds) {
        let palette = character.rest_model()[joint.index()] * *bind;
        assert!(palette.abs_diff_eq(sinew::glam::Affine3A::IDENTITY, 1e-6));
    }
    let primitive = &character.meshes()[0].primitives[0];
    let influences = primitive.influences.as_ref().unwrap();
    let vertex = primitive.file_vertices.iter().position(|&v| v == 1).unwrap();
    let of: Vec<_> = influences.of_vertex(vertex).collect();
    assert_eq!(of, [(1, 0.75), (0, 0.25)]);
    let codes: Vec<_> = imported.report.diagnostics().iter().map(|f| f.code).collect();
    for code in ["x-frame", "weights-sum", "weights-zero"] {
        assert!(codes.contains(&code), "{code} is not in {codes:?}");
    }
    let beyond = body.replace("2; 0,1; 1.0,0.5", "2; 0,9; 1.0,0.5");
    assert!(text(&beyond).unwrap().report.diagnostics().iter().any(|f| f.code == "index-out-of-range"));
}

#[test]
fn keys_of_every_type_and_ticks_per_second() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let body = format!(
        "AnimTicksPerSecond {{ 10; }} Frame A {{ }} Frame B {{ }}
        AnimationSet Walk {{
            Animation {{ {{A}}
                AnimationKey {{ 0; 2; 0;4;1,0,0,0;;, 5;4;{half},0,0,{half};;; }}
                AnimationKey {{ 1; 1; 0;3;2,2,2;;; }}
                AnimationKey {{ 2; 2; 0;3;0,0,0;;, 20;3;1,2,3;;; }} }}
            Animation {{ AnimationKey {{ 4; 1; 3;16;1,0,0,0, 0,1,0,0, 0,0,1,0, 4,5,6,1;;; }} {{B}} \
            AnimationOptions {{ 1; 0; }} }} }}
        AnimationSet Run {{ Animation {{ AnimationKey {{ 2; 1; 0;3;7,8,9;;; }} {{Other}} }} }}"
    );
    let imported = text(&body).unwrap();
    let [walk, run] = &imported.clips[..] else { panic!("{}", imported.clips.len()) };
    assert_eq!((walk.name.as_str(), run.name.as_str(), walk.end()), ("Walk", "Run", 2.0));
    let [a, b] = &walk.joints[..] else { panic!() };
    // A key stores the inverse rotation in left-handed coordinates.
    let turned = a.rotation.as_ref().unwrap().values()[1];
    assert!(turned.dot(Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2)).abs() > 1.0 - 1e-6);
    assert_eq!(a.scale.as_ref().unwrap().values(), [Vec3::splat(2.0)]);
    assert_eq!(a.translation.as_ref().unwrap().values()[1], Vec3::new(1.0, 2.0, -3.0));
    assert_eq!(b.translation.as_ref().unwrap().values(), [Vec3::new(4.0, 5.0, -6.0)]);
    assert!((b.rotation.as_ref().unwrap().times()[0] - 0.3).abs() < 1e-6);
    // A frame that exists only in the animation has the first key as its rest transform.
    let skeleton = imported.character.skeleton();
    let other = skeleton.find("Other").unwrap();
    assert_eq!(skeleton.rest()[other.index()].translation, Vec3::new(7.0, 8.0, -9.0));
    let plain = text(&body.replace("AnimTicksPerSecond { 10; }", "")).unwrap();
    assert!((plain.clips[0].end() - 20.0 / 4800.0).abs() < 1e-9);
    for broken in ["0; 2; 0;4;1,0,0,0;;", "5; 1; 0;4;1,0,0,0;;", "0; 1; 0;3;1,0,0;;", "2; 1; 0;3;1e99,0,0;;"]
    {
        let clip =
            format!("Frame A {{ }} AnimationSet {{ Animation {{ {{A}} AnimationKey {{ {broken}; }} }} }}");
        let imported = text(&clip).unwrap();
        assert_eq!(imported.report.max_severity(), Some(crate::Severity::Error), "{broken}");
    }
}

#[test]
fn binary_equals_text() {
    let vertices = [0., 0., 0., 1., 0., 0., 1., 1., 5., 0., 1., 0.];
    for (float, wide) in [("0032", false), ("0064", true)] {
        let file = Binary::default()
            .mark(31)
            .word("Anything")
            .mark(10)
            .mark(41)
            .word("n")
            .mark(20)
            .mark(11)
            .word("Unknown")
            .mark(10)
            .integers(&[7])
            .string("text")
            .mark(11)
            .word("Mesh")
            .word("Square")
            .mark(10)
            .integers(&[4])
            .floats(&vertices, wide)
            .integers(&[1, 4, 0, 3, 2, 1])
            .mark(11);
        let imported = file.import(float).unwrap();
        assert_eq!(imported.character.meshes(), square("").character.meshes());
        for end in 1..file.0.len() {
            let cut = Binary(file.0[..end].to_vec());
            let _ = cut.import(float);
        }
    }
    let promise = Binary::default().word("Mesh").mark(10).0;
    let promise = [&promise[..], &[6, 0, 255, 255, 255, 255]].concat();
    assert!(Binary(promise).import("0032").unwrap_err().message.contains("4294967295"));
}

/// Compressed file of two blocks; the second one has back-references to the first.
const ZIPPED: &[u8] = b"xof 0303tzip0032\xa4\x00\x00\x00\x4a\x00\x3b\x00\x43\x4b\x73\x2b\x4a\xcc\x4d\x55\x70\
    \x54\xa8\x56\x70\x03\xb1\x42\x8a\x12\xf3\x8a\xd3\xf2\x8b\x72\x7d\x13\x4b\x8a\x32\x2b\x80\xc2\x86\x3a\x06\
    \x60\xa8\x60\xa0\x63\x08\x63\x40\x98\x40\x29\x23\x1d\x63\x1d\x43\x6b\x6b\x85\x5a\x85\x5a\x2e\x00\x4a\x00\
    \x0a\x00\x43\x4b\x03\xeb\x57\x70\xa2\x82\x49\x00";

#[test]
fn compressed_blocks_have_back_references() {
    let imported = import(ZIPPED, &NoFiles, &ImportOptions::default()).unwrap();
    let skeleton = imported.character.skeleton();
    assert_eq!(skeleton.rest()[1].translation, Vec3::new(1.0, 2.0, -3.0));
    assert_eq!((skeleton.len(), skeleton.name(skeleton.by_file_index(1).unwrap())), (2, "B"));
    for end in 0..ZIPPED.len() {
        let error = import(&ZIPPED[..end], &NoFiles, &ImportOptions::default()).unwrap_err();
        assert!(error.location.starts_with("byte "), "{error}");
    }
    let mut wrong = ZIPPED.to_vec();
    wrong[24] = b'X';
    assert!(import(&wrong, &NoFiles, &ImportOptions::default()).unwrap_err().message.contains("CK"));
}

#[test]
fn a_zip_bomb_exceeds_the_limit() {
    // 32 KB of spaces compressed to about fifty bytes, two thousand times: 64 MB.
    let spaces = miniz_oxide::deflate::compress_to_vec(&[b' '; 32768], 9);
    let mut bomb = b"xof 0303tzip0032\xff\xff\xff\x7f".to_vec();
    for _ in 0..2000 {
        bomb.extend(32768u16.to_le_bytes());
        bomb.extend((spaces.len() as u16 + 2).to_le_bytes());
        bomb.extend(b"CK");
        bomb.extend(&spaces);
    }
    assert_eq!(import(&bomb, &NoFiles, &ImportOptions::default()).unwrap_err().code, "too-large");
}

#[test]
fn errors_have_a_location() {
    let location = |body: &str| text(body).unwrap_err().location;
    assert_eq!(location("Frame A {\n { B \n"), "line 4");
    assert_eq!(location("Frame A {\nMesh {"), "line 3");
    assert_eq!(location("\"never closed"), "line 2");
    assert_eq!(location("\nFrame }"), "line 3");
    for header in ["xof 0303", "xof 0303txt 0016", "xof 0303foo 0032", "xof 0303tzip0032\x01"] {
        assert!(
            import(header.as_bytes(), &NoFiles, &ImportOptions::default())
                .unwrap_err()
                .location
                .starts_with("byte "),
            "{header}"
        );
    }
    // An unreadable mesh is left out; the rest is imported.
    for mesh in
        ["Mesh { 3; 0;0;0;; }", "Mesh { -1; }", "Mesh { 1; nan;0;0;; 0; }", "Mesh { 1;0;0;0;; 1; 3;0,1,2;; }"]
    {
        let imported = text(&format!("Frame A {{ {mesh} }}")).unwrap();
        assert_eq!(imported.report.max_severity(), Some(crate::Severity::Error), "{mesh}");
        assert_eq!(imported.character.skeleton().len(), 1);
    }
    let circle = text("Frame A { Frame B { { A } } }").unwrap();
    assert_eq!(circle.character.skeleton().len(), 2);
    let deep = format!("{}{}", "Frame {".repeat(30_000), "}".repeat(30_000));
    assert_eq!(text(&deep).unwrap().character.skeleton().len(), 30_000);
    assert_eq!(text(&"Frame {}".repeat(70_000)).unwrap_err().code, "too-large");
}
