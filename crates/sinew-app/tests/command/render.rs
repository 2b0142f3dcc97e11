//! Tests of `sinew render`.

use crate::run_sinew::{Folder, asset, sinew};

/// Renders the built-in character into `folder`; none, with a notice, without a GPU.
pub(crate) fn render(folder: &Folder, name: &str, args: &[&str]) -> Option<String> {
    let out = folder.path(name);
    let args: Vec<_> = ["render", "-o", &out].iter().chain(args).copied().collect();
    let run = sinew(&args);
    if run.code == 3 && run.err.contains("no graphics device") {
        test_needs::skip(test_needs::Need::Gpu, run.err.trim());
        return None;
    }
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.names().iter().all(|name| !name.ends_with(".part")));
    Some(out)
}

pub(crate) fn read_png(path: &str) -> (u32, u32, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgba).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    (info.width, info.height, rgba)
}

#[test]
fn a_transparent_image_shows_the_whole_character() {
    let folder = Folder::new("png");
    let args = ["--background", "none", "--size", "160x120", "--view", "front"];
    let Some(out) = render(&folder, "a.png", &args) else { return };
    let (width, height, rgba) = read_png(&out);
    assert_eq!((width, height), (160, 120));
    let seen = |x: u32, y: u32| rgba[((y * width + x) * 4 + 3) as usize] > 128;
    let rows: Vec<_> = (0..height).filter(|&y| (0..width).any(|x| seen(x, y))).collect();
    let (top, bottom) = (rows[0], rows[rows.len() - 1]);
    let share = f64::from(bottom - top + 1) / f64::from(height);
    assert!((0.7..=0.86).contains(&share), "{share} of the height");
    assert!((i64::from(top) - i64::from(height - 1 - bottom)).abs() <= 4, "{top} above, {bottom} below");
}

#[test]
fn the_background_colour_is_exact() {
    let folder = Folder::new("colour");
    let Some(out) = render(&folder, "a.png", &["--background", "#204060", "--size", "32x24"]) else { return };
    assert_eq!(read_png(&out).2[..4], [0x20, 0x40, 0x60, 0xff]);
}

#[test]
fn a_gif_moves_and_loops() {
    let folder = Folder::new("gif");
    let args = ["--clip", "walk", "--seconds", "0.5", "--fps", "10", "--size", "64x48"];
    let Some(out) = render(&folder, "a.gif", &args) else { return };
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(out).unwrap()).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (64, 48));
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 10);
        frames.push(frame.buffer.to_vec());
    }
    assert_eq!(frames.len(), 5);
    assert_ne!(frames[0], frames[2]);
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
}

#[test]
fn an_apng_turns_the_character() {
    let folder = Folder::new("apng");
    let args = ["--turntable", "--seconds", "0.4", "--fps", "10", "--size", "48x48"];
    let Some(out) = render(&folder, "a.apng", &args) else { return };
    let file = std::io::BufReader::new(std::fs::File::open(out).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let control = *reader.info().animation_control().unwrap();
    assert_eq!((control.num_frames, control.num_plays), (4, 0));
    let mut frames = Vec::new();
    for _ in 0..4 {
        let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rgba).unwrap();
        frames.push(rgba);
    }
    assert_ne!(frames[0], frames[1]);
}

#[test]
fn frames_are_written_for_one_cycle_of_the_clip() {
    let folder = Folder::new("frames");
    let args = ["--clip", "run", "--fps", "10", "--size", "32x32", "--overlay", "skeleton,bounds"];
    if render(&folder, "frames/%03d.png", &args).is_none() {
        return;
    }
    let clips = sinew(&["inspect", "--json"]).json();
    let run = clips["clips"].as_array().unwrap().iter().find(|c| c["name"] == "run").unwrap().clone();
    let expected = (run["seconds"].as_f64().unwrap() * 10.0).round() as usize;
    let names: Vec<_> = std::fs::read_dir(folder.path("frames")).unwrap().collect();
    assert_eq!(names.len(), expected);
    assert_eq!(read_png(&folder.path("frames/000.png")).0, 32);
}

#[test]
fn a_shorter_animation_removes_the_frames_of_a_longer_one() {
    let folder = Folder::new("frames-shorter");
    for (pattern, name) in [("%03d.png", "a"), ("walk-%d-x.webp", "b"), ("%04d.jpg", "c")] {
        let out = format!("{name}/{pattern}");
        let frames = |seconds: &str| {
            let args = ["--turntable", "--seconds", seconds, "--fps", "10", "--size", "16x16"];
            render(&folder, &out, &args).is_some()
        };
        let number = |n: usize| match pattern {
            "%03d.png" => format!("{name}/{n:03}.png"),
            "%04d.jpg" => format!("{name}/{n:04}.jpg"),
            _ => format!("{name}/walk-{n}-x.webp"),
        };
        if !frames("1.2") {
            return;
        }
        // Behind a gap, and of another name: files of somebody else.
        let others =
            [number(40), format!("{name}/0004.txt")].map(|file_name| folder.file(&file_name, b"own"));
        let count = || std::fs::read_dir(folder.path(name)).unwrap().count();
        assert_eq!(count(), 12 + 2);
        assert!(frames("0.5"));
        assert_eq!(count(), 5 + 2);
        assert!(others.iter().all(|path| std::fs::read(path).unwrap() == b"own"));
        assert!(frames("0.7"));
        assert_eq!(count(), 7 + 2);
    }
}

#[test]
fn a_frame_that_the_call_reads_is_not_removed() {
    let folder = Folder::new("frames-kept");
    let mut file = crate::made::triangle_with_clips(&[("walk", true)]);
    let pixel = image::RgbaImage::from_pixel(2, 2, image::Rgba([200, 10, 10, 255]));
    pixel.save(folder.path("2.png")).unwrap();
    file["images"] = serde_json::json!([{"uri": "2.png"}]);
    file["textures"] = serde_json::json!([{"source": 0}]);
    file["materials"] = serde_json::json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    let file = folder.file("in.gltf", file.to_string().as_bytes());
    let call = |seconds: &str| {
        sinew(&[
            "render",
            &file,
            "--turntable",
            "--seconds",
            seconds,
            "--fps",
            "10",
            "--size",
            "16x16",
            "-o",
            &folder.path("%d.png"),
        ])
    };
    for seconds in ["0.2", "0.3"] {
        call(seconds).failed(2, &["2.png would be replaced or removed"]);
    }
    assert_eq!(folder.names(), ["2.png", "in.gltf"]);
}

#[test]
fn the_same_call_gives_the_same_bytes() {
    let folder = Folder::new("same");
    let args = ["--clip", "walk", "--time", "0.2", "--view", "face", "--size", "64x64"];
    let (Some(a), Some(b)) = (render(&folder, "a.png", &args), render(&folder, "b.png", &args)) else {
        return;
    };
    assert!(std::fs::read(a).unwrap() == std::fs::read(b).unwrap());
}

#[test]
fn time_without_a_clip_means_the_first_clip() {
    let folder = Folder::new("time");
    let size = ["--size", "48x48"];
    let picture = |name: &str, more: &[&str]| {
        render(&folder, name, &[&size[..], more].concat()).map(|path| read_png(&path).2)
    };
    let Some(timed) = picture("a.png", &["--time", "1.5"]) else { return };
    assert_eq!(Some(&timed), picture("b.png", &["--time", "1.5", "--clip", "0"]).as_ref());
    assert_ne!(Some(&timed), picture("c.png", &[]).as_ref());
    // A still is clamped to the end of the clip, an animation loops.
    for (name, over) in [("e.png", true), ("e.gif", false)] {
        let out = folder.path(name);
        let run = sinew(&["render", "#walk", "--time", "9", "-o", &out, "--size", "16x16", "--fps", "4"]);
        assert_eq!(
            (run.code, run.err.contains("ends at 1.067 s; its last key is shown")),
            (0, over),
            "{name}"
        );
    }
    let bare = folder.path("bare.glb");
    if let Some(hat) = asset("gltf/greenman_hat.glb") {
        std::fs::copy(hat, &bare).unwrap();
        let out = folder.path("d.png");
        sinew(&["render", &bare, "--time", "1", "-o", &out]).failed(2, &["--time", "bare.glb has no clips"]);
    }
}

/// The file has cameras 40 m away.
#[test]
fn cameras_and_lights_are_not_framed() {
    let Some(run) = asset("fbx/pab/run.fbx") else { return };
    let folder = Folder::new("cameras");
    let args =
        [run.as_str(), "--time", "0.2", "--view", "front", "--size", "160x120", "--background", "#000000"];
    let Some(out) = render(&folder, "a.png", &args) else { return };
    let (width, height, rgba) = read_png(&out);
    let seen = |x: u32, y: u32| rgba[((y * width + x) * 4 + 2) as usize] > 64;
    let lit: u32 = (0..height).map(|y| u32::from((0..width).any(|x| seen(x, y)))).sum();
    assert!((0.75..=0.9).contains(&(f64::from(lit) / f64::from(height))), "{lit} rows of {height}");
    // The columns of the figure alone, not those of lines to the cameras.
    let columns: u32 = (0..width).map(|x| u32::from((0..height).any(|y| seen(x, y)))).sum();
    assert!((20..100).contains(&columns), "{columns} columns");
}

/// The rest pose of this skeleton is a bundle of lines one metre above its root on the ground.
#[test]
fn motion_without_a_mesh_is_shown_on_the_ground() {
    let Some(walk) = asset("bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh") else { return };
    let folder = Folder::new("ground");
    let draw = |name: &str, scene: &str| {
        let args = [walk.as_str(), "--time", "2", "--view", "side", "--size", "160x120", "--scene", scene];
        render(&folder, name, &args).map(|path| read_png(&path).2)
    };
    let (Some(ground), Some(empty)) = (draw("a.png", "ground"), draw("b.png", "empty")) else { return };
    // Lines behind the ground would be darker: as many bright pixels with the ground as without.
    let bright = |rgba: &[u8]| rgba.chunks_exact(4).filter(|p| p[0] < 40 && p[2] > 200).count();
    let (ground, empty) = (bright(&ground), bright(&empty));
    assert!(ground * 10 >= empty * 9 && empty > 100, "{ground} of {empty} pixels");
}

#[test]
fn real_files_render_with_an_attachment() {
    let (Some(man), Some(sword)) = (asset("gltf/greenman.glb"), asset("gltf/greenman_sword.glb")) else {
        return;
    };
    let folder = Folder::new("attach");
    let small = ["--size", "64x64"];
    let Some(plain) = render(&folder, "a.png", &[&[man.as_str()][..], &small].concat()) else { return };
    let nodes = sinew(&["pose", &man, "--json"]).json();
    let joint = nodes["nodes"].as_array().unwrap().last().unwrap()["name"].as_str().unwrap().to_owned();
    let attach = format!("{sword}@{joint}");
    let armed =
        render(&folder, "b.png", &[&[man.as_str(), "--attach", &attach][..], &small].concat()).unwrap();
    assert_ne!(read_png(&plain).2, read_png(&armed).2);
}

#[test]
fn an_output_that_cannot_be_written_leaves_no_files() {
    let folder = Folder::new("unwritable");
    let out = folder.path("no/such/folder/a.png");
    let run = sinew(&["render", "-o", &out, "--size", "16x16"]);
    run.failed(3, &[&out, "there is no folder"]);
    assert!(folder.names().is_empty());
}

#[cfg(not(feature = "mp4"))]
#[test]
fn mp4_without_the_feature_names_the_feature() {
    sinew(&["render", "-o", "a.mp4"]).failed(3, &["--features mp4"]);
}

#[cfg(feature = "mp4")]
#[test]
fn an_mp4_is_complete() {
    let folder = Folder::new("mp4");
    let args = ["--clip", "walk", "--seconds", "0.5", "--fps", "10", "--size", "64x48"];
    let Some(out) = render(&folder, "a.mp4", &args) else { return };
    let bytes = std::fs::read(out).unwrap();
    assert_eq!(&bytes[4..8], b"ftyp");
    assert!(bytes.windows(4).any(|w| w == b"moov"));
    sinew(&["render", "-o", &folder.path("odd.mp4"), "--size", "63x48"]).failed(2, &["even"]);
}

#[test]
fn ik_goals_apply_at_once_in_stills_and_over_time_in_animations() {
    let folder = Folder::new("reach");
    let args = ["--size", "96x96", "--view", "front", "--background", "none"];
    let hand = ["--reach", "left hand=0.4,1.3,0.3"];
    let later = ["--reach", "left hand=0.4,1.3,0.3@0.5", "--clip", "idle", "--time", "0.1"];
    let still = |name: &str, more: &[&str]| {
        render(&folder, name, &[&args[..], more].concat()).map(|out| std::fs::read(out).unwrap())
    };
    let (Some(plain), Some(reaches)) = (still("plain.png", &[]), still("reaches.png", &hand)) else { return };
    assert_ne!(plain, reaches);
    let idle = ["--clip", "idle", "--time", "0.1"];
    assert_eq!(still("idle.png", &idle), still("later.png", &later));
    // A custom rig has its own effector names.
    let rig = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rig.ron");
    let points = still("points.png", &["--rig", rig, "--reach", "point=1,1.4,1"]).unwrap();
    assert!(points != plain && points != reaches);
    // Only the last frame is compared: the camera frames the whole animation.
    let moves = ["--reach", "left hand=0.4,1.3,0.3@0.5", "--seconds", "1", "--fps", "4", "--clip", "idle"];
    render(&folder, "moves/%d.png", &[&args[..], &moves].concat()).unwrap();
    let frame = |n: u32| std::fs::read(folder.path(&format!("moves/{n}.png"))).unwrap();
    let idle = ["--seconds", "1", "--fps", "4", "--clip", "idle"];
    render(&folder, "idle/%d.png", &[&args[..], &idle].concat()).unwrap();
    let animated = |n: u32| std::fs::read(folder.path(&format!("idle/{n}.png"))).unwrap();
    assert!(frame(3) != animated(3));
    sinew(&["render", "--reach", "tail=0,1,0", "-o", "a.png"])
        .failed(2, &["no effector called \"tail\"", "\"left hand\""]);
}

#[test]
fn the_face_view_follows_the_character() {
    let folder = Folder::new("faces");
    let args = ["--background", "none", "--size", "64x64", "--view", "face"];
    let covered = |time: &str, more: &[&str]| {
        let out = render(&folder, "a.png", &[&args[..], &["--time", time], more].concat())?;
        Some(read_png(&out).2.chunks(4).filter(|pixel| pixel[3] > 128).count())
    };
    let Some(walks) = covered("5.5", &["--clip", "walk", "--apply-root-motion"]) else { return };
    for (seen, of) in [(walks, "walk"), (covered("3", &["--scene", "slope"]).unwrap(), "slope")] {
        assert!(seen > 64 * 64 / 4, "{of}: {seen} of {}", 64 * 64);
    }
}

#[test]
fn follow_keeps_the_character_in_the_middle() {
    let folder = Folder::new("follow");
    let args = [
        "--clip",
        "walk",
        "--apply-root-motion",
        "--background",
        "none",
        "--size",
        "96x96",
        "--view",
        "side",
    ];
    let seen = |time: &str, more: &[&str]| {
        let out = render(&folder, "a.png", &[&args[..], &["--time", time], more].concat())?;
        let (width, height, rgba) = read_png(&out);
        let seen = |x: u32, y: u32| rgba[((y * width + x) * 4 + 3) as usize] > 128;
        let columns: Vec<_> = (0..width).filter(|&x| (0..height).any(|y| seen(x, y))).collect();
        let rows = (0..height).filter(|&y| (0..width).any(|x| seen(x, y))).count();
        Some((columns[0], columns[columns.len() - 1], rows))
    };
    let Some(home) = seen("0.2", &["--follow"]) else { return };
    // Five cycles of the clip later.
    let away = seen("5.53333", &["--follow"]).unwrap();
    assert!(home.0.abs_diff(away.0) <= 2 && home.1.abs_diff(away.1) <= 2, "{home:?} {away:?}");
    assert!((60..=90).contains(&away.2), "{away:?}");
    let out = folder.path("no.png");
    sinew(&["render", "--clip", "walk", "--follow", "-o", &out])
        .failed(2, &["--follow", "--apply-root-motion"]);
    sinew(&["render", "--turntable", "--apply-root-motion", "--follow", "-o", "a.gif"])
        .failed(2, &["--follow", "--turntable"]);
}

#[test]
fn hidden_meshes_are_neither_drawn_nor_framed() {
    let Some(knight) = asset("gltf/kaykit/Knight.glb") else { return };
    let folder = Folder::new("hide");
    let out = folder.path("a.png");
    let args = ["render", &knight, "--scene", "aim", "--time", "1", "--size", "32x32", "-o", &out];
    let run = sinew(&args);
    if run.code == 3 {
        return;
    }
    let message = "items in its hands: 1H_Sword_Offhand,";
    assert!(
        run.err.matches(message).count() == 1 && run.err.contains("--hide shield --hide sword"),
        "{}",
        run.err
    );
    let armed = std::fs::read(&out).unwrap();
    let run = sinew(&[&args[..], &["--hide", "Shield", "--hide", "sword"]].concat());
    assert!(run.code == 0 && !run.err.contains("sinew:"), "{}", run.err);
    assert!(std::fs::read(&out).unwrap() != armed);
    sinew(&[&args[..], &["--hide", "swrod"]].concat()).failed(1, &["did you mean \"Sword\"?", "2H_Sword"]);
    // One name that is found is enough.
    let run = sinew(&[&args[..], &["--hide", "swrod", "--hide", "shield"]].concat());
    let warning = "no mesh called \"swrod\"; did you mean \"Sword\"?";
    assert!(run.code == 0 && run.err.contains(warning), "{}", run.err);
    sinew(&[&args[..], &["--hide", ""]].concat()).failed(2, &["--hide", "the name of a mesh"]);
    // The swords are the widest part of the rest pose: without them the camera is nearer.
    let tall = |more: &[&str]| {
        let args =
            [&[knight.as_str(), "--background", "none", "--size", "96x48", "--view", "front"], more].concat();
        let (width, height, rgba) = read_png(&render(&folder, "b.png", &args).unwrap());
        let seen = |x: u32, y: u32| rgba[((y * width + x) * 4 + 3) as usize] > 128;
        (0..height).filter(|&y| (0..width).any(|x| seen(x, y))).count()
    };
    let arms = ["--hide", "arm", "--hide", "sword", "--hide", "shield", "--hide", "helmet", "--hide", "head"];
    assert_eq!(tall(&[]), tall(&arms), "the visible meshes fill the image");
}

#[test]
fn an_animation_of_one_frame_is_reported() {
    let folder = Folder::new("one-frame");
    let file = folder.file("bare.gltf", crate::made::triangle_with_clips(&[]).to_string().as_bytes());
    let out = folder.path("still.gif");
    let is_reported = |args: &[&str]| {
        let run = sinew(&[&["render", &file, "--size", "32x32", "-o", &out], args].concat());
        run.err.contains("still.gif: one frame only: ")
            && run.err.contains("bare.gltf has no clips; --clip, --turntable")
    };
    assert!(is_reported(&[]));
    assert!(!is_reported(&["--seconds", "0.1"]) && !is_reported(&["--turntable", "--seconds", "0.1"]));
}
