//! Turns a normal map in tangent space into one in object space and back, and says how much is lost.
//!
//! `cargo run --example normal_maps -- [FILE MAP.png]`

use sinew::character::{Image, NormalMapSpace, Primitive, UvTransform};
use sinew::glam::Vec3;
use sinew_author::surface::tangent::{DEFAULT_NORMAL_MAP_MARGIN, MapSurface, NormalMap, convert_normal_map};
use sinew_import::{NoFiles, decode_image, import};

/// Bumps, for a call without a map.
fn bumps() -> NormalMap {
    const SIDE: u32 = 256;
    let normal = |n: u32| {
        let (x, y) = ((n % SIDE) as f32, (n / SIDE) as f32);
        Vec3::new((x * 0.3).sin() * 0.3, (y * 0.3).cos() * 0.3, 1.0).normalize()
    };
    NormalMap::new(SIDE, SIDE, (0..SIDE * SIDE).map(normal).collect()).expect("a normal per texel")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or("data/sinew.vrm".into());
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let character = import(&bytes, &NoFiles)?.character;
    let map = match args.next() {
        None => bumps(),
        Some(path) => {
            let encoded = Some(std::fs::read(&path).map_err(|e| format!("{path}: {e}"))?.into());
            let pixels = decode_image(&Image { name: path, mime: String::new(), encoded })?;
            NormalMap::from_rgba8(pixels.width, pixels.height, &pixels.rgba)?
        }
    };
    let primitives = character.meshes().iter().flat_map(|mesh| &mesh.primitives);
    let largest: &Primitive = primitives.max_by_key(|primitive| primitive.indices.len()).ok_or("no mesh")?;
    let surface = [MapSurface::new(largest, 0, &UvTransform::IDENTITY)?];
    let object = convert_normal_map(&map, NormalMapSpace::Object, &surface, DEFAULT_NORMAL_MAP_MARGIN)?;
    println!(
        "{} × {} texels, {:.1} % covered, {:.1} % of these by several places with different normals",
        map.width(),
        map.height(),
        object.covered * 100.0,
        object.overlapping * 100.0
    );
    // As an image of 8 bits per channel would keep it.
    let stored = NormalMap::from_rgba8(map.width(), map.height(), &object.map.to_rgba8())?;
    let back = convert_normal_map(&stored, NormalMapSpace::Tangent, &surface, 0)?;
    // Texels that the mesh does not cover are exactly flat.
    let covered = map.normals().iter().zip(back.map.normals()).filter(|(_, b)| **b != Vec3::Z);
    let mut angles: Vec<f32> = covered.map(|(a, b)| a.angle_between(*b).to_degrees()).collect();
    angles.sort_by(f32::total_cmp);
    if let Some(median) = angles.get(angles.len() / 2) {
        println!("there and back: median difference {median:.2} degrees");
    }
    Ok(())
}
