//! Tests of the .hair and .tfx importers and exporters.

use super::hair_header::{COLORS, POINTS, SEGMENTS, THICKNESS, TRANSPARENCY, UVS};
use super::{
    HairAxes, HairExportError, HairFileOptions, HairFormat, ImportedHair, export_hair, export_tfx,
    import_hair,
};
use crate::{ImportError, NoFiles, Severity};
use sinew::glam::Vec3;
use sinew_author::hair::{HairCurves, MAX_HAIR_CURVES};

const METRES: HairFileOptions =
    HairFileOptions { metres_per_unit: Some(1.0), axes: Some(HairAxes::YUpZForward) };

/// A .hair file of two strands, three points and two, with all properties.
fn hair() -> Vec<u8> {
    file(SEGMENTS | POINTS | THICKNESS | TRANSPARENCY | COLORS, &[2, 1], 5)
}

/// A .hair file with these arrays; point n is at (n, 0, 0.5).
fn file(arrays: u32, segments: &[u16], points: u32) -> Vec<u8> {
    let mut out = b"HAIR".to_vec();
    let mut put = |bytes: &[u8]| out.extend_from_slice(bytes);
    for number in [segments.len() as u32, points, arrays, 1] {
        put(&number.to_le_bytes());
    }
    for number in [0.5_f32, 0.25, 0.1, 0.2, 0.3] {
        put(&number.to_le_bytes());
    }
    let mut info = b"made by hand".to_vec();
    info.resize(88, 0);
    put(&info);
    if arrays & SEGMENTS != 0 {
        segments.iter().for_each(|count| put(&count.to_le_bytes()));
    }
    let mut array = |bit: u32, value: &dyn Fn(u32) -> Vec<f32>| {
        for n in (0..points).filter(|_| arrays & bit != 0) {
            value(n).iter().for_each(|number| put(&number.to_le_bytes()));
        }
    };
    array(POINTS, &|n| vec![n as f32, 0.0, 0.5]);
    array(THICKNESS, &|n| vec![0.01 * n as f32]);
    array(TRANSPARENCY, &|n| vec![0.125 * n as f32]);
    array(COLORS, &|n| vec![0.2 * n as f32, 1.0, 0.0]);
    array(UVS, &|_| vec![0.0, 0.0]);
    out
}

fn read(bytes: &[u8]) -> Result<ImportedHair, ImportError> {
    import_hair(bytes, &NoFiles, &METRES)
}

fn put(bytes: &mut [u8], at: usize, value: impl Into<u32>) {
    bytes[at..at + 4].copy_from_slice(&value.into().to_le_bytes());
}

/// Curves at random, with properties chosen at random; `count` points each where it is not 0.
fn curves(random: &mut impl FnMut() -> f32, count: u32) -> HairCurves {
    let strands = 1 + (random() * 30.0) as usize;
    let (mut points, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..strands {
        let point_count = if count == 0 { 2 + (random() * 30.0) as u32 } else { count };
        let mut at = Vec3::new(random() - 0.5, random() + 1.0, random() - 0.5);
        points.extend((0..point_count).map(|_| {
            at += Vec3::new(random() - 0.5, -random() - 0.01, random() - 0.5) * 0.05;
            at
        }));
        counts.push(point_count);
    }
    let total = points.len();
    let mut curves = HairCurves::new(points, &counts).unwrap();
    if random() < 0.5 {
        let per_curve: Vec<f32> = counts.iter().map(|_| random() * 0.001).collect();
        let widths = counts.iter().zip(per_curve).flat_map(|(count, width)| vec![width; *count as usize]);
        curves = curves.with_thickness(widths.collect()).unwrap();
    }
    if random() < 0.5 {
        curves = curves.with_opacity((0..total).map(|_| random()).collect()).unwrap();
    }
    if random() < 0.5 {
        let colors = (0..total).map(|_| Vec3::new(random(), random(), random()));
        curves = curves.with_colors(colors.collect()).unwrap();
    }
    curves
}

/// Numbers from 0 to below 1.
fn random(seed: u64) -> impl FnMut() -> f32 {
    let mut random = fastrand::Rng::with_seed(seed);
    move || random.f32()
}

fn assert_same(a: &HairCurves, b: &HairCurves, case: u64) {
    assert!(a.counts().eq(b.counts()), "case {case}");
    let near =
        |a: &[f32], b: &[f32]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    for (a, b) in a.points().iter().zip(b.points()) {
        assert!(a.distance(*b) < 1e-6, "case {case}: {a} {b}");
    }
    assert!(near(a.thickness(), b.thickness()), "case {case}");
    assert!(near(a.opacity(), b.opacity()), "case {case}");
    assert_eq!(a.colors(), b.colors(), "case {case}");
}

#[test]
fn what_is_written_is_read_again() {
    for case in 0..400 {
        let mut random = random(case);
        let axes = [
            None,
            Some(HairAxes::YUpZForward),
            Some(HairAxes::ZUpXForward),
            Some(HairAxes::ZUpNegativeYForward),
        ];
        let units = [None, Some(1.0), Some(0.01), Some(0.0254)];
        let options = HairFileOptions {
            metres_per_unit: units[(random() * 4.0) as usize],
            axes: axes[(random() * 4.0) as usize],
        };
        let any = curves(&mut random, 0);
        let written = export_hair(&any, &options).unwrap();
        let read = import_hair(&written, &NoFiles, &options).unwrap();
        assert_eq!(
            (read.format, read.report.max_severity() > Some(Severity::Info)),
            (HairFormat::Hair, false)
        );
        assert!(read.info.starts_with("Sinew"));
        assert_same(&any, &read.curves, case);

        let count = 2 + (random() * 40.0) as u32;
        let even = curves(&mut random, count);
        let written = export_tfx(&even, &options).unwrap();
        let read = import_hair(&written, &NoFiles, &options).unwrap();
        assert_eq!(
            (read.format, read.report.max_severity() > Some(Severity::Info)),
            (HairFormat::Tfx, false)
        );
        let expected = match even.opacity().is_empty() || !even.colors().is_empty() {
            true => even,
            // Opacity is the fourth number of a colour.
            false => {
                let white = vec![Vec3::ONE; even.points().len()];
                even.with_colors(white).unwrap()
            }
        };
        assert_same(&expected, &read.curves, case);
    }
}

#[test]
fn wrong_exports_are_errors() {
    let curves = |counts: &[u32]| {
        let total: u32 = counts.iter().sum();
        HairCurves::new((0..total).map(|n| Vec3::X * n as f32).collect(), counts).unwrap()
    };
    let options = HairFileOptions::default();
    assert_eq!(export_hair(&curves(&[]), &options), Err(HairExportError::Empty));
    assert_eq!(export_tfx(&curves(&[]), &options), Err(HairExportError::Empty));
    let uneven = HairExportError::PointCount { curve: 1, points: 2, first: 3 };
    assert_eq!(export_tfx(&curves(&[3, 2]), &options), Err(uneven));
    for unit in [0.0, -1.0, f32::INFINITY] {
        let options = options.with_metres_per_unit(unit);
        assert_eq!(export_hair(&curves(&[2]), &options), Err(HairExportError::Unit(unit)));
        assert!(import_hair(&hair(), &NoFiles, &options).unwrap_err().message.contains("metres per unit"));
    }
    assert!(export_hair(&curves(&[2]), &options.with_metres_per_unit(f32::NAN)).is_err());
}

#[test]
fn fields_of_a_file_are_read() {
    let hair_file = read(&hair()).unwrap();
    assert_eq!((hair_file.curves.len(), hair_file.info.as_str()), (2, "made by hand"));
    assert_eq!(hair_file.curves.curve(1), [Vec3::new(3.0, 0.0, 0.5), Vec3::new(4.0, 0.0, 0.5)]);
    assert_eq!((hair_file.curves.thickness()[4], hair_file.curves.opacity()[4]), (0.04, 0.5));
    assert_eq!(hair_file.curves.colors()[2], Vec3::new(0.4, 1.0, 0.0));
    let defaults = hair_file.defaults.unwrap();
    assert_eq!((defaults.thickness, defaults.opacity), (0.5, 0.75));
    // Unit and axes of the format: x is ahead, z is up.
    let hair_file = import_hair(&hair(), &NoFiles, &HairFileOptions::default()).unwrap();
    assert!(hair_file.curves.points()[2].distance(Vec3::new(0.0, 0.5, 2.0) * 0.002_54) < 1e-9);
    assert_eq!(hair_file.report.count("hair-space", Severity::Info), 1);
    // Two segments for all, by the header; more bits and bytes than known.
    let mut plain = file(POINTS | UVS, &[0, 0], 4);
    let hair_file = read(&plain).unwrap();
    assert!(hair_file.curves.counts().eq([2, 2]) && hair_file.curves.colors().is_empty());
    plain.push(0);
    assert_eq!(read(&plain).unwrap().report.count("hair-extra", Severity::Warning), 1);
    put(&mut plain, 12, POINTS | UVS | 0x40);
    assert_eq!(read(&plain).unwrap().report.count("hair-extra", Severity::Warning), 1);
    put(&mut plain, 4, 1_u32);
    assert!(read(&plain).unwrap().report.count("hair-extra", Severity::Warning) > 1);
}

#[test]
fn faults_have_a_location() {
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = hair();
        change(&mut bytes);
        let error = read(&bytes).unwrap_err();
        (error.code, error.location, error.message)
    };
    let length = hair().len();
    let (code, location, message) = fault(&|bytes| bytes.truncate(100));
    assert_eq!((code, location.as_str()), ("hair", "byte 100"));
    assert!(message.contains("header of 128"), "{message}");
    let (_, location, message) = fault(&|bytes| bytes.truncate(length - 1));
    assert_eq!(location, "byte 232");
    assert!(message.contains("5 × 12 bytes of colours"), "{message}");
    let (code, location, _) = fault(&|bytes| put(bytes, 4, u32::MAX));
    assert_eq!((code, location.as_str()), ("too-large", "byte 4"));
    let (code, location, _) = fault(&|bytes| put(bytes, 8, u32::MAX));
    assert_eq!((code, location.as_str()), ("too-large", "byte 8"));
    let (_, location, message) = fault(&|bytes| put(bytes, 12, 0x1d_u32));
    assert_eq!((location.as_str(), message.contains("expected bit 2")), ("byte 12", true));
    let (_, location, message) = fault(&|bytes| bytes[130] = 2);
    assert_eq!(location, "byte 130");
    assert!(
        message.contains("strand 1 needs points 3 to 5") && message.contains("states 5 points"),
        "{message}"
    );
    let (_, location, _) = fault(&|bytes| {
        put(bytes, 12, POINTS);
        put(bytes, 16, 65_536_u32);
    });
    assert_eq!(location, "byte 16");
    let (_, location, message) = fault(&|bytes| put(bytes, 4, 0_u32));
    assert_eq!((location.as_str(), message.contains("no usable curve")), ("byte 4", true));
    let unknown = read(b"what is this").unwrap_err();
    assert!(unknown.code == "unknown-format" && unknown.message.contains(".tfx"), "{unknown}");
}

#[test]
fn bad_strands_and_values_are_left_out() {
    let with = |at: usize, value: f32| {
        let mut bytes = hair();
        put(&mut bytes, at, value.to_bits());
        read(&bytes).unwrap()
    };
    // Point 4 is the second of the second strand.
    for value in [f32::NAN, f32::INFINITY, 1e30] {
        let damaged = with(132 + 4 * 12, value);
        assert_eq!((damaged.curves.len(), damaged.curves.thickness().len()), (1, 3));
        let diagnostic = &damaged.report.diagnostics()[0];
        assert_eq!((diagnostic.code, diagnostic.location.as_str()), ("hair-curve", "byte 168"));
        assert!(diagnostic.message.contains("point 1 of curve 1"), "{diagnostic}");
    }
    let same_position = with(132 + 4 * 12, 3.0);
    assert!(same_position.report.diagnostics()[0].message.contains("shorter"));
    // The properties of the curve that stays are its own.
    let first = with(132, f32::NAN);
    assert_eq!(first.curves.thickness(), [0.03, 0.04]);
    let (thickness, transparency, colors) = (192, 212, 232);
    let damaged = with(thickness + 4, f32::NAN);
    assert!(damaged.curves.thickness().is_empty() && !damaged.curves.colors().is_empty());
    assert_eq!(damaged.report.diagnostics()[0].location, "byte 196");
    let damaged = with(transparency + 8, 3.0);
    assert_eq!((damaged.curves.opacity()[2], damaged.curves.opacity()[1]), (0.0, 0.875));
    assert_eq!(damaged.report.count("hair-property", Severity::Warning), 1);
    let damaged = with(colors, -1.0);
    assert_eq!(damaged.curves.colors()[0], Vec3::Y);
}

#[test]
fn faults_of_tressfx_files_have_a_location() {
    let curves = HairCurves::new((0..8).map(|n| Vec3::X * n as f32).collect(), &[4, 4]).unwrap();
    let curves = curves.with_thickness(vec![0.5; 8]).unwrap();
    let bytes = export_tfx(&curves.with_colors(vec![Vec3::X; 8]).unwrap(), &METRES).unwrap();
    assert_eq!(bytes.len(), 160 + 8 * 16 + 8 * 16 + 2 * 4);
    let fault = |at: usize, value: u32| {
        let mut bytes = bytes.clone();
        put(&mut bytes, at, value);
        let error = read(&bytes).unwrap_err();
        (error.code, error.location)
    };
    assert_eq!(fault(0, 3.0_f32.to_bits()), ("hair", "byte 0".into()));
    assert_eq!(fault(4, u32::MAX), ("too-large", "byte 4".into()));
    assert_eq!(fault(4, 3), ("hair", "byte 416".into()));
    assert_eq!(fault(4, MAX_HAIR_CURVES as u32), ("hair", "byte 160".into()));
    assert_eq!(fault(8, 1), ("hair", "byte 8".into()));
    assert_eq!(fault(8, u32::MAX), ("hair", "byte 8".into()));
    assert_eq!(fault(12, 0), ("hair", "byte 12".into()));
    assert_eq!(fault(24, 7), ("hair", "byte 24".into()));
    assert_eq!(fault(28, u32::MAX), ("hair", format!("byte {}", u32::MAX)));
    let short = read(&bytes[..40]).unwrap_err();
    assert_eq!((short.code, short.location.as_str()), ("hair", "byte 40"));
    let mut thick = bytes.clone();
    put(&mut thick, bytes.len() - 4, f32::NAN.to_bits());
    let hair_file = read(&thick).unwrap();
    assert!(hair_file.curves.thickness().is_empty() && hair_file.curves.len() == 2);
    assert_eq!(hair_file.report.diagnostics()[0].location, format!("byte {}", bytes.len() - 4));
}
