//! Damaged copies of hair files: an error with a location or usable curves, within the limits of time and
//! memory.

use crate::damage;
use crate::measure::hair_within_limits;
use sinew::glam::Vec3;
use sinew_author::hair::HairCurves;
use sinew_import::{HairFileOptions, export_hair, export_hair_glb, export_tfx};

/// Number of damaged copies of each file.
const COPIES: usize = 600;

/// 300 curls of 16 points with all properties.
fn curls() -> HairCurves {
    let point = |n: usize| {
        let (strand, along) = ((n / 16) as f32, (n % 16) as f32);
        let (sine, cosine) = (along + strand).sin_cos();
        Vec3::new(strand * 0.001 + sine * 0.01, 1.6 - along * 0.02, cosine * 0.01)
    };
    let total = 300 * 16;
    let curves = HairCurves::new((0..total).map(point).collect(), &[16; 300]).unwrap();
    let curves = curves.with_thickness(vec![0.0001; total]).unwrap();
    let curves = curves.with_opacity(vec![0.9; total]).unwrap();
    curves.with_colors(vec![Vec3::new(0.1, 0.05, 0.02); total]).unwrap()
}

#[test]
fn damaged_hair_files() {
    let (curves, options) = (curls(), HairFileOptions::default());
    let files = [
        ("hair", export_hair(&curves, &options).unwrap()),
        ("tfx", export_tfx(&curves, &options).unwrap()),
        ("glb", export_hair_glb(&curves, &Default::default()).unwrap().bytes),
    ];
    for (name, bytes) in files {
        assert_eq!(hair_within_limits(name, &bytes), Some(300));
        let (mut read, mut rejected) = (0, 0);
        for mut random in damage::copies(name, COPIES) {
            let copy = random.seed();
            let (what, mut damaged) = match copy % 3 {
                // Headers are small, and seldom hit otherwise.
                0 if name != "glb" => {
                    let mut damaged = bytes.clone();
                    let at = 4 * random.below(10);
                    let numbers =
                        [0, 1, 0xff, 0xffff, 0x1_0000, 0x10_0000, 0x7fff_ffff, u32::MAX, 0x7fc0_0000];
                    let number = numbers[random.below(numbers.len())];
                    damaged[at..at + 4].copy_from_slice(&number.to_le_bytes());
                    (format!("{number:#x} at byte {at}"), damaged)
                }
                _ if name == "glb" => damage::damage(&bytes, copy, &mut random),
                1 => {
                    let end = random.below(bytes.len());
                    (format!("cut at {end}"), bytes[..end].to_vec())
                }
                _ => {
                    let mut damaged = bytes.clone();
                    for _ in 0..1 + random.below(30) {
                        let at = random.below(damaged.len());
                        damaged[at] = [0, 0xff, 0x7f, 0x80, 0xc0][random.below(5)];
                    }
                    ("bytes".into(), damaged)
                }
            };
            if copy % 7 == 0 {
                damaged.extend_from_slice(&[0xff; 5]);
            }
            match hair_within_limits(&format!("{name}, copy {copy}: {what}"), &damaged) {
                Some(_) => read += 1,
                None => rejected += 1,
            }
        }
        assert!(read > 50 && rejected > 50, "{name}: {read} read, {rejected} rejected");
    }
}

#[test]
fn huge_counts_allocate_nothing() {
    let bytes = |counts: [u32; 3], arrays: u32| {
        let mut bytes = b"HAIR".to_vec();
        for number in [counts[0], counts[1], arrays, counts[2]] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.resize(200, 0);
        bytes
    };
    for counts in [[1 << 20, 1 << 24, 15], [1 << 20, 0, 0], [u32::MAX; 3], [1, 6, u32::MAX], [1 << 20, 6, 0]]
    {
        for arrays in [2, 3, 31, u32::MAX] {
            let what = format!("{counts:?}, arrays {arrays:#x}");
            assert_eq!(hair_within_limits(&what, &bytes(counts, arrays)), None, "{what}");
        }
    }
}
