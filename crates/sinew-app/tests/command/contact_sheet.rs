//! `sinew render --contact-sheet`.

use crate::render::{read_png, render};
use crate::run_sinew::{Folder, asset, sinew};

/// Whether any pixel of a rectangle differs from the first pixel of the picture.
fn is_drawn((width, _, rgba): &(u32, u32, Vec<u8>), [left, top, right, bottom]: [u32; 4]) -> bool {
    let pixel = |x: u32, y: u32| &rgba[((y * width + x) * 4) as usize..][..3];
    (top..bottom).any(|y| (left..right).any(|x| pixel(x, y) != pixel(0, 0)))
}

#[test]
fn all_clips_are_in_one_picture_with_their_names() {
    let folder = Folder::new("sheet");
    let Some(out) = render(&folder, "a.png", &["--contact-sheet=3", "--size", "40x60"]) else { return };
    let clips = sinew(&["inspect", "--json"]).json()["clips"].as_array().unwrap().len() as u32;
    let sheet = read_png(&out);
    let columns = (sheet.0 - 10) / 130;
    let cell_height = (sheet.1 - 10) / clips.div_ceil(columns);
    assert!(
        columns > 1 && (sheet.0 - 10).is_multiple_of(130) && (75..95).contains(&cell_height),
        "{} × {}",
        sheet.0,
        sheet.1
    );
    for clip in 0..columns * clips.div_ceil(columns) {
        let (left, top) = (10 + clip % columns * 130, 10 + clip / columns * cell_height);
        for moment in 0..3 {
            let left = left + moment * 40;
            assert_eq!(
                is_drawn(&sheet, [left, top, left + 40, top + 60]),
                clip < clips,
                "clip {clip}, {moment}"
            );
        }
        assert_eq!(
            is_drawn(&sheet, [left, top + 60, left + 120, top + cell_height]),
            clip < clips,
            "name {clip}"
        );
    }
    // One clip alone.
    let one = render(&folder, "b.png", &["--contact-sheet", "--clip", "walk", "--size", "40x60"]).unwrap();
    let (width, height, _) = read_png(&one);
    assert_eq!((width, height), (5 * 40 + 20, cell_height + 10));
    sinew(&["render", "--contact-sheet", "-o", "a.gif"]).failed(2, &["--contact-sheet is one picture"]);
    sinew(&["render", "--contact-sheet=0", "-o", "a.png"]).failed(2, &["expected a number of moments"]);
    sinew(&["render", "--contact-sheet", "--size", "8192x8192", "-o", "a.png"])
        .failed(2, &["use a smaller --size"]);
    if let Some(hat) = asset("gltf/greenman_hat.glb") {
        sinew(&["render", &hat, "--contact-sheet", "-o", "a.png"])
            .failed(1, &["greenman_hat.glb", "no clips"]);
    }
}

/// A stick that turns about Z, by the angles of its frames in degrees.
fn stick(angles: &[&str]) -> String {
    let head = "HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT b\n{\nOFFSET 0 0.8 0\n\
                CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0.4 0 0\n}\n}\n}\n";
    let rows: String = angles.iter().map(|angle| format!("{angle} 0 0 0 0 0\n")).collect();
    format!("{head}MOTION\nFrames: {}\nFrame Time: 0.1\n{rows}", angles.len())
}

#[test]
fn a_loop_is_shown_up_to_its_end_and_a_pose_once() {
    let folder = Folder::new("sheet-loops");
    // Moments of a sheet of two, as pixels.
    let moments = |name: &str, angles: &[&str]| {
        let file = folder.file(&format!("{name}.bvh"), stick(angles).as_bytes());
        let args = [&file, "--contact-sheet=2", "--view", "front", "--size", "40x60"];
        let sheet = read_png(&render(&folder, &format!("{name}.png"), &args)?);
        let pixels = |left: u32| {
            let rows = (10..70).map(|y| &sheet.2[((y * sheet.0 + left) * 4) as usize..][..160]);
            rows.flatten().copied().collect::<Vec<u8>>()
        };
        Some([pixels(10), pixels(50)])
    };
    let Some([first, last]) = moments("loop", &["0", "40", "90", "40", "0"]) else { return };
    assert_ne!(first, last, "the middle of the loop");
    let [first, last] = moments("turn", &["0", "90"]).unwrap();
    assert_ne!(first, last);
    let [_, empty] = moments("pose", &["0"]).unwrap();
    let mut colours = empty.as_chunks::<4>().0.to_vec();
    colours.dedup();
    assert_eq!(colours.len(), 1, "a clip of 0 s has one moment");
}

/// A graph from standing to running by `speed`.
const GRAPH: &str = r#"(
    parameters: {"speed": Smooth(0, 0.1)},
    output: BlendSpace1d(x: "speed", points: [(0, Clip(clip: "idle")), (1, Clip(clip: "run"))]),
)"#;

#[test]
fn a_graph_is_shown_over_a_duration() {
    let folder = Folder::new("sheet-graph");
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    let setup = folder.file("a.ron", format!("(model: {model:?}, graph: {GRAPH})").as_bytes());
    let graph = folder.file("graph.ron", GRAPH.as_bytes());
    // Moments as pixels.
    let moments = |name: &str, count: u32, args: &[&str]| {
        let sheet = format!("--contact-sheet={count}");
        let args = [args, &[&sheet, "--view", "side", "--size", "40x60"]].concat();
        let (width, height, rgba) = read_png(&render(&folder, name, &args)?);
        assert_eq!(width, count * 40 + 20, "one row of {count} moments");
        assert!((85..105).contains(&height), "{height}");
        let row = |y: u32, left: u32| rgba[((y * width + left) * 4) as usize..][..160].to_vec();
        let moment = |n: u32| (10..70).flat_map(|y| row(y, 10 + n * 40)).collect::<Vec<u8>>();
        Some((0..count).map(moment).collect::<Vec<_>>())
    };
    let run = ["--set", "speed=1@0.2", "--seconds", "0.9"];
    let Some(sheet) = moments("a.png", 4, &[&[setup.as_str()], &run[..]].concat()) else { return };
    for (n, moment) in sheet.iter().enumerate() {
        assert!(moment.as_chunks::<4>().0.iter().any(|pixel| *pixel != moment[..4]), "moment {n} is empty");
        assert!(sheet[..n].iter().all(|other| other != moment), "moment {n} is one before it");
    }
    // The graph of the option is the same, with the duration that its settings give.
    let other = moments("b.png", 4, &[&["--graph", &graph], &run[..]].concat()).unwrap();
    assert!(sheet == other);
    let default = moments("c.png", 2, &[&setup, "--set", "speed=1@0.2"]).unwrap();
    assert_ne!(default[0], default[1]);
    // Without any of the options all clips of the set-up are shown.
    let clips = render(&folder, "e.png", &[&setup, "--contact-sheet=2", "--size", "40x60"]).unwrap();
    assert!(read_png(&clips).1 > 150, "several rows");
    let out = folder.path("f.png");
    sinew(&["render", "--contact-sheet", "--seconds", "2", "-o", &out])
        .failed(2, &["--seconds is for graphs"]);
    sinew(&["render", &setup, "--contact-sheet", "--time", "2", "-o", &out]).failed(2, &["--time"]);
}

#[test]
fn pictures_are_written_as_jpeg_and_webp() {
    let folder = Folder::new("formats");
    let args = ["--size", "40x30", "--view", "front"];
    let Some(png) = render(&folder, "a.png", &args) else { return };
    let webp = std::fs::read(render(&folder, "a.webp", &args).unwrap()).unwrap();
    let webp = image::load_from_memory(&webp).unwrap().to_rgba8();
    assert!(webp.as_raw() == &read_png(&png).2, "lossless");
    let jpeg = std::fs::read(render(&folder, "a.JPG", &args).unwrap()).unwrap();
    let jpeg = image::load_from_memory(&jpeg).unwrap().to_rgba8();
    let far = jpeg.as_raw().iter().zip(webp.as_raw()).map(|(a, b)| f64::from(a.abs_diff(*b)));
    let mean = far.sum::<f64>() / jpeg.as_raw().len() as f64;
    assert!(mean < 4.0, "{mean}");
    let moving = ["--clip", "walk", "--seconds", "0.2", "--fps", "10", "--size", "40x30"];
    render(&folder, "frames/%d.jpg", &moving).unwrap();
    assert!(std::fs::read(folder.path("frames/1.jpg")).unwrap().starts_with(&[0xff, 0xd8]));
    sinew(&["render", "--background", "none", "-o", &folder.path("b.jpg")]).failed(2, &["no transparency"]);
}
