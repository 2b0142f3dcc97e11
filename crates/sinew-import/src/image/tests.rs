//! Tests of image decoding: formats, limits and damaged files.

use super::decode_image;
use sinew::character::{Image, Pixels};
use test_needs::cases;

fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let image = Image { name: "test".into(), mime: String::new(), encoded: Some(bytes.into()) };
    decode_image(&image).map_err(|e| e.message)
}

/// A DDS header for `width` × `height` pixels.
fn header(width: u32, height: u32, flags: u32, code: &[u8; 4], bits: u32, masks: [u32; 4]) -> Vec<u8> {
    let mut words = [0u32; 32];
    words[0] = u32::from_le_bytes(*b"DDS ");
    (words[1], words[3], words[4], words[19]) = (124, height, width, 32);
    (words[20], words[21], words[22]) = (flags, u32::from_le_bytes(*code), bits);
    words[23..27].copy_from_slice(&masks);
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

#[test]
fn bit_masks_of_all_pixel_sizes() {
    let one = |flags, bits, masks, pixel: &[u8]| {
        decode(&[&header(1, 1, flags, &[0; 4], bits, masks)[..], pixel].concat()).map(|p| p.rgba)
    };
    let rgb = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000];
    assert_eq!(one(0x41, 32, rgb, &[3, 2, 1, 4]), Ok(vec![1, 2, 3, 4]));
    assert_eq!(
        one(0x40, 32, rgb, &[3, 2, 1, 4]),
        Ok(vec![1, 2, 3, 255]),
        "without an alpha flag, pixels are opaque"
    );
    assert_eq!(one(0x40, 24, rgb, &[3, 2, 1]), Ok(vec![1, 2, 3, 255]));
    assert_eq!(one(0x40, 16, [0xF800, 0x7E0, 0x1F, 0], &[0x1F, 0xF8]), Ok(vec![255, 0, 255, 255]));
    assert_eq!(one(0x2_0000, 8, [0xFF, 0, 0, 0], &[7]), Ok(vec![7, 7, 7, 255]));
    assert_eq!(one(0x2, 8, [0, 0, 0, 0xFF], &[9]), Ok(vec![255, 255, 255, 9]));
    assert!(one(0x40, 32, rgb, &[3, 2, 1]).is_err());
    assert!(one(0x40, 12, rgb, &[3, 2, 1]).is_err());
    assert!(one(0x200, 8, rgb, &[3]).is_err());
}

#[test]
fn blocks_are_cropped_at_the_edges() {
    // Two colours, red and blue: the first pixel is blue, all others are red.
    let bc1 = [0x00, 0xF8, 0x1F, 0x00, 0b01, 0, 0, 0];
    let made =
        |w, h, code: &[u8; 4], blocks: &[u8]| decode(&[&header(w, h, 4, code, 0, [0; 4]), blocks].concat());
    let pixels = made(5, 3, b"DXT1", &[bc1, bc1].concat()).unwrap();
    assert_eq!((pixels.width, pixels.height, pixels.rgba.len()), (5, 3, 60));
    let at = |x: usize, y: usize| &pixels.rgba[(y * 5 + x) * 4..][..4];
    assert_eq!(
        (at(0, 0), at(1, 0), at(4, 0), at(4, 2)),
        (&[0, 0, 255, 255][..], &[255, 0, 0, 255][..], &[0, 0, 255, 255][..], &[255, 0, 0, 255][..])
    );
    let alpha = made(4, 4, b"DXT3", &[[0x0F; 8], bc1].concat()).unwrap();
    assert_eq!((alpha.rgba[3], alpha.rgba[7]), (255, 0));
    // One value for all pixels.
    let flat = |value: u8| [value, value, 0, 0, 0, 0, 0, 0];
    assert_eq!(made(4, 4, b"ATI1", &flat(51)).unwrap().rgba[..4], [51, 51, 51, 255]);
    assert_eq!(made(4, 4, b"DXT5", &[flat(77), bc1].concat()).unwrap().rgba[4..8], [255, 0, 0, 77]);
    // A normal without tilt points out of the image.
    let [x, y, z, _] = made(4, 4, b"ATI2", &[flat(128), flat(128)].concat()).unwrap().rgba[..4] else {
        panic!()
    };
    assert!(x.abs_diff(128) <= 1 && y.abs_diff(128) <= 1 && z == 255);
    assert!(made(4, 4, b"DXT1", &bc1[..7]).is_err());
    assert!(made(4, 4, b"ABCD", &bc1).is_err());
}

#[test]
fn extended_headers() {
    let made = |format: u32, data: &[u8]| {
        let rest = [format, 3, 0, 1, 0].map(u32::to_le_bytes).concat();
        decode(&[header(1, 1, 4, b"DX10", 0, [0; 4]), rest, data.to_vec()].concat()).map(|p| p.rgba)
    };
    assert_eq!(made(28, &[1, 2, 3, 4]), Ok(vec![1, 2, 3, 4]));
    assert_eq!(made(87, &[3, 2, 1, 4]), Ok(vec![1, 2, 3, 4]));
    // Mode 6 of BC7 with both ends white and opaque.
    let mut white = [0xFFu8; 16];
    white[0] = 0b1100_0000;
    assert_eq!(made(98, &white).unwrap(), [255; 4]);
    assert!(made(2, &[0; 64]).is_err());
    for format in [71, 74, 77, 80, 81, 83, 84, 95, 96, 98] {
        assert_eq!(made(format, &[0; 16]).map(|rgba| rgba.len()), Ok(4), "{format}");
    }
}

#[test]
fn sizes_are_checked_before_pixels_are() {
    for (width, height) in [(0, 1), (1, 0), (1 << 30, 1), (16_385, 1), (u32::MAX, u32::MAX)] {
        let error = decode(&header(width, height, 4, b"DXT1", 0, [0; 4])).unwrap_err();
        assert!(error.contains("pixels"), "{error}");
    }
    let whole = header(4, 4, 4, b"DXT1", 0, [0; 4]);
    for end in 4..whole.len() {
        assert!(decode(&whole[..end]).is_err());
    }
}

#[test]
fn tga_and_bmp() {
    let mut tga = vec![0u8; 18];
    // Two pixels of 32 bits, from the top.
    (tga[2], tga[12], tga[14], tga[16], tga[17]) = (2, 2, 1, 32, 0x28);
    tga.extend([3, 2, 1, 4, 7, 6, 5, 8]);
    assert_eq!(decode(&tga).unwrap().rgba, [1, 2, 3, 4, 5, 6, 7, 8]);
    let mut bmp = b"BM".to_vec();
    bmp.extend([58u32, 0, 54, 40, 1, 1].iter().flat_map(|w| w.to_le_bytes()));
    bmp.extend([1u16, 24].iter().flat_map(|w| w.to_le_bytes()));
    bmp.extend([0u32, 4, 0, 0, 0, 0].iter().flat_map(|w| w.to_le_bytes()));
    bmp.extend([3, 2, 1, 0]);
    assert_eq!(decode(&bmp).unwrap().rgba, [1, 2, 3, 255]);
    assert!(decode(&tga[..20]).is_err());
    assert!(decode(b"what is this?").unwrap_err().contains("unrecognized"));
    let ktx2 = decode(b"\xABKTX 20\xBB\r\n\x1A\n").unwrap_err();
    assert!(ktx2.contains(if cfg!(feature = "basisu") { "header" } else { "ktxdecompress" }), "{ktx2}");
}

#[test]
fn any_block_decodes_to_pixels() {
    for format in [71u32, 74, 77, 80, 81, 83, 84, 95, 96, 98] {
        for mut random in cases(2000) {
            let block: Vec<u8> = (0..16).map(|_| random.u8(..)).collect();
            let rest = [format, 3, 0, 1, 0].map(u32::to_le_bytes).concat();
            decode(&[header(4, 4, 4, b"DX10", 0, [0; 4]), rest, block].concat()).unwrap();
        }
    }
    // Random headers.
    for mut random in cases(20_000) {
        let noise: Vec<u8> = (0..160).map(|_| random.u8(..) & random.u8(..)).collect();
        let _ = decode(&[b"DDS ", &noise[..]].concat());
    }
}
