//! `sinew normals`, and pictures with its maps: `--object-normals`, `--shading`.

use crate::run_sinew::{Folder, asset, sinew};
use std::fs::File;
use std::io::BufReader;

const HEAD: &str = "gltf/LeePerrySmith/LeePerrySmith.glb";
const MAP: &str = "gltf/LeePerrySmith/Infinite-Level_02_Tangent_SmoothUV.jpg";

/// Bit depth and bytes of a PNG.
fn read(path: &str) -> (png::BitDepth, [u32; 2], Vec<u8>) {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut data).unwrap();
    (frame.bit_depth, [frame.width, frame.height], data)
}

/// An even map in RGB.
fn even(folder: &Folder, name: &str, depth: png::BitDepth, texel: &[u8]) -> String {
    let path = folder.path(name);
    let mut encoder = png::Encoder::new(File::create(&path).unwrap(), 64, 64);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(depth);
    encoder.write_header().unwrap().write_image_data(&texel.repeat(64 * 64)).unwrap();
    path
}

/// Median and 95th percentile of the differences of two lists of bytes.
fn differences(a: &[u8], b: &[u8]) -> [u8; 2] {
    let mut all: Vec<u8> = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).collect();
    all.sort_unstable();
    [all[all.len() / 2], all[all.len() * 95 / 100]]
}

#[test]
fn a_map_goes_to_object_space_and_back() {
    let (Some(head), Some(map)) = (asset(HEAD), asset(MAP)) else { return };
    let folder = Folder::new("normals");
    let (object, back) = (folder.path("object.png"), folder.path("back.png"));
    let run = sinew(&["normals", &map, "--of", &head, "--to", "object", "-o", &object]);
    assert!(run.code == 0 && run.err.contains("% covered"), "{}", run.err);
    let run = sinew(&["normals", &object, "--of", &head, "--to", "tangent", "-o", &back]);
    assert_eq!(run.code, 0, "{}", run.err);
    let original = image::open(&map).unwrap().into_rgb8();
    let (depth, size, texels) = read(&back);
    assert_eq!((depth, size), (png::BitDepth::Eight, [original.width(), original.height()]));
    // Texels that no triangle covers are flat.
    let inside = |n: &usize| texels[3 * n..3 * n + 3] != [128, 128, 255];
    let covered: Vec<usize> = (0..texels.len() / 3).filter(inside).collect();
    let pick = |all: &[u8]| covered.iter().flat_map(|n| all[3 * n..3 * n + 3].to_vec()).collect::<Vec<u8>>();
    let [median, most] = differences(&pick(&texels), &pick(original.as_raw()));
    assert!(
        median <= 1 && most <= 6 && covered.len() > texels.len() / 6,
        "{median} {most} {}",
        covered.len()
    );
}

#[test]
fn green_of_the_other_convention_is_turned_around() {
    let folder = Folder::new("normals-green");
    // Up and down in the image, in the conventions of glTF and of DirectX.
    let [up, down] = [200u8, 55]
        .map(|green| even(&folder, &format!("{green}.png"), png::BitDepth::Eight, &[128, green, 230]));
    let (baked, other) = (folder.path("own.png"), folder.path("other.png"));
    let call = ["normals", "--to", "object", "--material", "skin", "--margin", "0"];
    let run = sinew(&[&call[..], &[&up, "-o", &baked]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let run = sinew(&[&call[..], &[&down, "--flip-green", "-o", &other]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let [_, most] = differences(&read(&baked).2, &read(&other).2);
    assert!(most <= 1, "{most}");
    let plain = folder.path("plain.png");
    assert_eq!(sinew(&[&call[..], &[&down, "-o", &plain]].concat()).code, 0);
    assert_ne!(read(&baked).2, read(&plain).2);
    // Back, in the other convention.
    let back = folder.path("back.png");
    let call = ["normals", &baked, "--to", "tangent", "--material", "skin", "--margin", "0", "--flip-green"];
    let run = sinew(&[&call[..], &["-o", &back]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let texels = read(&back).2;
    let covered = texels.as_chunks::<3>().0.iter().filter(|texel| **texel != [128, 128, 255]);
    let greens: Vec<u8> = covered.map(|texel| texel[1]).collect();
    let near = greens.iter().filter(|green| green.abs_diff(55) <= 4).count();
    assert!(near * 10 > greens.len() * 9 && near > 100, "{near} of {}", greens.len());
    let character = folder.path("hero.glb");
    sinew(&[&call[..], &["-o", &character]].concat()).failed(2, &["--flip-green", "DirectX"]);
}

#[test]
fn characters_with_both_maps_look_the_same() {
    let (Some(head), Some(map)) = (asset(HEAD), asset(MAP)) else { return };
    let folder = Folder::new("normals_pictures");
    let out = |name: &str| folder.path(name);
    let (object_map, object, tangent) = (out("object.png"), out("object.glb"), out("tangent.glb"));
    let convert = |map: &str, to: &str, out: &str| {
        let run = sinew(&["normals", map, "--of", &head, "--to", to, "-o", out]);
        assert_eq!(run.code, 0, "{}", run.err);
    };
    convert(&map, "object", &object_map);
    convert(&map, "object", &object);
    convert(&object_map, "tangent", &tangent);
    let render = |args: &[&str], name: &str| {
        let path = out(name);
        let run =
            sinew(&[&["render", "--size", "200x200", "--background", "none", "-o", &path], args].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        read(&path).2
    };
    let from_file = render(&[&object], "a.png");
    let from_option = render(&[&head, "--object-normals", &object_map], "b.png");
    let in_tangent_space = render(&[&tangent], "c.png");
    let plain = render(&[&head], "d.png");
    assert_eq!(from_file, from_option);
    let lit = |all: &[u8]| -> Vec<u8> {
        let texels = all.as_chunks::<4>().0.iter().zip(plain.as_chunks::<4>().0);
        texels.filter(|(_, color)| color[3] == 255).flat_map(|(texel, _)| texel[..3].to_vec()).collect()
    };
    let [median, most] = differences(&lit(&from_file), &lit(&in_tangent_space));
    assert!(median <= 1 && most <= 5, "{median} {most}");
    let [_, bumps] = differences(&lit(&from_file), &lit(&plain));
    assert!(bumps > most + 1, "{bumps} {most}");
    // Debug views are other pictures.
    let views = ["vertex", "geometry-normals", "normals", "tangents", "bitangents", "uv"];
    let pictures: Vec<Vec<u8>> =
        views.iter().map(|kind| render(&[&tangent, "--shading", kind], &format!("{kind}.png"))).collect();
    for (n, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..n].contains(picture) && *picture != in_tangent_space, "{}", views[n]);
    }
    assert_eq!(render(&[&tangent, "--shading", "pbr"], "pbr.png"), in_tangent_space);
}

#[test]
fn sixteen_bits_are_kept() {
    let Some(head) = asset(HEAD) else { return };
    let folder = Folder::new("normals_deep");
    let deep = even(&folder, "deep.png", png::BitDepth::Sixteen, &[0x80, 0, 0x80, 0, 0xff, 0xff]);
    let out = folder.path("out.png");
    let run = sinew(&["normals", &deep, "--of", &head, "--to", "object", "--margin", "0", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let (depth, _, data) = read(&out);
    assert_eq!(depth, png::BitDepth::Sixteen);
    // Flat texels are the vertex normals, whose last bits differ.
    let low: std::collections::BTreeSet<u8> = data.iter().skip(1).step_by(2).copied().collect();
    assert!(low.len() > 200, "{}", low.len());
}

#[test]
fn mistakes_name_the_file_and_the_choices() {
    let folder = Folder::new("normals_wrong");
    let thing = folder.file("thing.gltf", crate::made::triangle_with_clips(&[]).to_string().as_bytes());
    let map = even(&folder, "map.png", png::BitDepth::Eight, &[128, 128, 255]);
    let broken = folder.file("broken.png", b"\x89PNG\r\n\x1a\nno image");
    let out = folder.path("out.png");
    let call = |map: &str, args: &[&str]| sinew(&[&["normals", map, "--to", "object"], args].concat());
    call(&map, &["--of", &thing, "-o", &out]).failed(1, &["thing.gltf", "no mesh with a material"]);
    call(&map, &["-o", &out]).failed(2, &["built-in", "choose one by its name", "there are"]);
    call(&map, &["--material", "skni", "-o", &out]).failed(1, &["no material called \"skni\" is used"]);
    call(&map, &["-o", &folder.path("out.jpg")]).failed(2, &["expected a name ending in"]);
    call(&map, &["-o", &map]).failed(2, &["this is an input file"]);
    call(&folder.path("none.png"), &["--material", "0", "-o", &out]).failed(1, &["none.png"]);
    call(&broken, &["--material", "0", "-o", &out]).failed(1, &["broken.png"]);
    assert!(!std::path::Path::new(&out).exists());
}
