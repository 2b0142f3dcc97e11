//! `sinew decal`: marks as text, on tiny textures, with heights, and off the skin.

use crate::run_sinew::{Folder, sinew};

/// A texture of 2 × 2 texels is enlarged until each of several marks has enough, and looks as before elsewhere;
/// a material with a colour alone gets a texture of that colour. A mark that gets no texel is named.
#[test]
fn tiny_textures_are_enlarged_for_marks() {
    let folder = Folder::new("decal-tiny");
    let [red, tiny, plain, out] =
        ["red.png", "tiny.glb", "plain.glb", "out.glb"].map(|name| folder.path(name));
    image::RgbaImage::from_pixel(8, 8, image::Rgba([255, 0, 0, 255])).save(&red).unwrap();
    let built_in = include_bytes!("../../../../data/sinew.vrm");
    let imported = sinew_import::import(built_in, &sinew_import::NoFiles).unwrap();
    let write = |name: &str, has_texture: bool| {
        let mut parts = imported.character.clone().into_parts();
        let rgba = [40, 90, 200, 255].repeat(4);
        let pixels = sinew::character::Pixels { width: 2, height: 2, rgba };
        let image = sinew::character::ImageId(parts.images.len() as u32);
        parts.images.push(sinew_import::encode_image("tiny", &pixels).unwrap());
        let texture = sinew::character::TextureId(parts.textures.len() as u32);
        let wrap = sinew::character::TextureWrap::Repeat;
        parts.textures.push(sinew::character::Texture::smooth(image, wrap));
        for material in &mut parts.materials {
            material.toon = None;
            material.base_color = sinew::glam::Vec4::new(0.2, 0.4, 0.6, 1.0);
            let uses = sinew::character::TextureRef {
                texture,
                uv_set: 0,
                transform: sinew::character::UvTransform::IDENTITY,
            };
            material.base_color_texture = has_texture.then_some(uses);
        }
        let character = sinew::Character::new(parts).unwrap();
        let glb = sinew_import::export_glb(&character, &[], &sinew_import::ExportOptions::default()).unwrap();
        std::fs::write(name, glb.bytes).unwrap();
    };
    write(&tiny, true);
    write(&plain, false);
    let marks = ["--on", "left knee", "--on", "right elbow", "--on", "chest", "--radius", "0.04"];
    for file in [&tiny, &plain] {
        let run = sinew(&[&["decal", file], &marks[..], &["--image", &red, "--bake", "-o", &out]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(file == &plain || run.err.contains("enlarged from 2 × 2 texels"), "{}", run.err);
        let painted = sinew_import::import(&std::fs::read(&out).unwrap(), &sinew_import::NoFiles).unwrap();
        for mark in ["left knee", "right elbow", "chest"] {
            let picture = folder.path("mark.png");
            let call = ["decal", &out, "--on", mark, "--offset", "0", "--json"];
            let at = sinew(&call).json()["hit"]["material"].as_str().unwrap().to_owned();
            let character = &painted.character;
            let material = character.materials().iter().find(|material| material.name == at).unwrap();
            let texture = material.base_color_texture.unwrap().texture;
            let image = character.textures()[texture.index()].image.unwrap();
            let pixels = sinew_import::decode_image(&character.images()[image.index()]).unwrap();
            let reds = pixels.rgba.chunks(4).filter(|p| p[0] > 200 && p[1] < 40 && p[2] < 40).count();
            assert!(reds > 500, "{mark}: {reds} texels of {picture}");
        }
    }
    let small = ["--texels", "16", "--radius", "0.004"];
    let run = sinew(
        &[&["decal", &tiny, "--on", "chest", "--on", "left knee", "--bake", "-o", &out], &small[..]].concat(),
    );
    let lost = run.code == 1 && run.err.contains("gets no texel of the texture of material");
    assert!(lost || run.err.contains("which shows no details"), "{}", run.err);
}

/// Marks are written as text and read again, with images and drops.
#[test]
fn marks_are_written_as_text_and_read() {
    let folder = Folder::new("decal-marks");
    let [image, text, glb, still] =
        ["ink.png", "marks.ron", "out.glb", "drips.png"].map(|name| folder.path(name));
    image::RgbaImage::from_pixel(8, 4, image::Rgba([0, 80, 0, 255])).save(&image).unwrap();
    let run = sinew(&["decal", "--on", "left knee@20", "--image", &image, "--rotate", "30", "-o", &text]);
    assert_eq!(run.code, 0, "{}", run.err);
    let more =
        sinew(&["decal", "--decals", &text, "--on", "chest", "--look", "blood", "--drips=4", "-o", &text]);
    assert_eq!(more.code, 2, "an input is not overwritten: {}", more.err);
    let both = folder.path("both.ron");
    let more =
        sinew(&["decal", "--decals", &text, "--on", "chest", "--look", "blood", "--drips=4", "-o", &both]);
    assert_eq!(more.code, 0, "{}", more.err);
    let written = std::fs::read_to_string(&both).unwrap();
    for part in [
        "on: \"left knee\"",
        "from: (20",
        "rotation: 30",
        "aspect: 2",
        "\"ink.png\"",
        "look: \"blood\"",
        "rate: 4",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
    let run = sinew(&["decal", "--decals", &both, "-o", &glb]);
    assert!(run.code == 0 && run.err.contains("drops run in pictures"), "{}", run.err);
    let meshes = sinew(&["inspect", "--json", &glb]).json()["meshes"].to_string();
    assert_eq!(meshes.matches("\"decal\"").count(), 2, "{meshes}");
    // Drops run down from the chest after 2 seconds.
    let reds = |time: &str| {
        let call = [
            "decal",
            "--decals",
            &both,
            "--view",
            "front",
            "--target",
            "0,1.1,0.1",
            "--zoom",
            "4",
            "--time",
            time,
            "--size",
            "480x640",
            "-o",
            &still,
        ];
        let run = sinew(&call);
        assert_eq!(run.code, 0, "{}", run.err);
        let picture = image::open(&still).unwrap().into_rgb8();
        picture.pixels().filter(|p| p[0] > 70 && p[1] < 50 && p[2] < 60).count()
    };
    let (before, after) = (reds("0"), reds("2.5"));
    assert!(before > 1000 && after > before + 500, "{before} {after}");
    std::fs::write(&text, "(marks: [(look: \"blod\", on: \"chest\")])").unwrap();
    let wrong = sinew(&["decal", "--decals", &text, "-o", &glb]);
    assert!(wrong.code == 1 && wrong.err.contains("did you mean \"blood\"?"), "{}", wrong.err);
    std::fs::write(&text, "(marks: [(look: \"blood\", on: \"left elbw\")])").unwrap();
    let wrong = sinew(&["decal", "--decals", &text, "-o", &glb]);
    assert!(wrong.code == 1 && wrong.err.contains("marks.ron: line 1, column"), "{}", wrong.err);
}

/// Heights become a normal map, in an option and in a text, which is bumpier with more strength.
#[test]
fn heights_become_normal_maps() {
    let folder = Folder::new("decal-heights");
    let [image, text, out] = ["bump.png", "marks.ron", "out.glb"].map(|name| folder.path(name));
    image::RgbaImage::from_fn(32, 32, |x, _| {
        let grey = (127.0 + 100.0 * (x as f32 * 0.6).sin()) as u8;
        image::Rgba([grey, grey, grey, 255])
    })
    .save(&image)
    .unwrap();
    // Largest tilt of the normals of the written decal.
    let tilt = |args: &[&str]| {
        let run = sinew(&[&["decal"], args, &["-o", &out]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let character =
            sinew_import::import(&std::fs::read(&out).unwrap(), &sinew_import::NoFiles).unwrap().character;
        let material = character.materials().iter().find(|material| material.name == "decal").unwrap();
        let texture = material.normal_texture.expect("a normal map").texture;
        let image = character.textures()[texture.index()].image.unwrap();
        let pixels = sinew_import::decode_image(&character.images()[image.index()]).unwrap();
        pixels.rgba.chunks(4).map(|texel| texel[0].abs_diff(128)).max().unwrap()
    };
    let place = ["--on", "chest", "--radius", "0.04", "--image", &image, "--height", &image];
    let [weak, strong] = ["0.5", "4"].map(|mm| tilt(&[&place[..], &["--strength", mm]].concat()));
    assert!(weak > 2 && strong > weak * 3, "{weak} {strong}");
    let run = sinew(&[&["decal"], &place[..], &["--strength", "4", "-o", &text]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(tilt(&["--decals", &text]), strong);
}

/// Written decals lie above the skin and above one another, also those that are written into one file one after
/// the other, and marks are placed on the skin and not on decals of the file.
#[test]
fn decal_meshes_stand_off_the_skin() {
    let folder = Folder::new("decal-offset");
    let [one, two, flat, both] = ["one.glb", "two.glb", "flat.glb", "both.glb"].map(|name| folder.path(name));
    let write = |args: &[&str], out: &str| {
        let run = sinew(&[&["decal"], args, &["--radius", "0.04", "-o", out]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
    };
    // Front of the vertices of decal meshes: the chest faces +Z.
    let fronts = |file: &str| -> Vec<f32> {
        let bytes = std::fs::read(file).unwrap();
        let character = sinew_import::import(&bytes, &sinew_import::NoFiles).unwrap().character;
        let decals = character.meshes().iter().filter(|mesh| mesh.name == "decal");
        let front = |mesh: &sinew::character::Mesh| {
            mesh.primitives[0].positions.iter().map(|p| p.z).fold(f32::NEG_INFINITY, f32::max)
        };
        decals.map(front).collect()
    };
    write(&["--on", "chest"], &one);
    write(&[&one, "--on", "chest"], &two);
    write(&["--on", "chest", "--offset", "0"], &flat);
    write(&["--on", "chest", "--on", "chest", "--offset", "1"], &both);
    let (one, two, flat, both) = (fronts(&one), fronts(&two), fronts(&flat), fronts(&both));
    let near = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    near(one[0] - flat[0], 0.0003);
    near(two[1] - two[0], 0.0003);
    near(both[0] - flat[0], 0.001);
    near(both[1] - both[0], 0.001);
    let wrong = sinew(&["decal", "--on", "chest", "--offset", "-1", "-o", "x.glb"]);
    assert!(wrong.code == 2 && wrong.err.contains("expected millimetres, 0 to 20"), "{}", wrong.err);
}
