//! AIFF, RF64 and Ogg Opus files made from numbers.

use super::wav::{Depth, wav};
use sinew_speech::sound::{Sound, SoundError, SoundNote};

fn value(channel: usize, n: usize) -> f64 {
    0.8 * (n as f64 * 0.04 * (channel + 1) as f64).sin()
}

/// Largest difference of the samples of two sounds of equal shape.
fn difference(a: &Sound, b: &Sound) -> f32 {
    assert_eq!((a.rate(), a.channels().len()), (b.rate(), b.channels().len()));
    let pairs = a.channels().iter().zip(b.channels()).flat_map(|(a, b)| {
        assert_eq!(a.len(), b.len());
        a.iter().zip(b)
    });
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let mut chunk = [&name[..], &(body.len() as u32).to_be_bytes(), body].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}

/// AIFF or, with a codec, AIFF-C file of 16 bits. Text and other chunks stand before the sound.
fn aiff(channels: u16, rate: u32, samples: u32, codec: Option<&[u8; 4]>) -> Vec<u8> {
    let mut common = Vec::new();
    common.extend(channels.to_be_bytes());
    common.extend(samples.to_be_bytes());
    common.extend(16_u16.to_be_bytes());
    // The rate is a number of 80 bits.
    let exponent = 31 - rate.leading_zeros();
    common.extend((16_383 + exponent as u16).to_be_bytes());
    common.extend((u64::from(rate) << (63 - exponent)).to_be_bytes());
    if let Some(codec) = codec {
        common.extend(codec);
        common.extend([0, 0]);
    }
    let mut sound = vec![0; 8];
    for n in 0..samples as usize {
        for c in 0..usize::from(channels) {
            let sample = (value(c, n) * 32_767.0).round() as i16;
            let bytes = if codec == Some(b"sowt") { sample.to_le_bytes() } else { sample.to_be_bytes() };
            sound.extend(bytes);
        }
    }
    let kind: &[u8; 4] = if codec.is_some() { b"AIFC" } else { b"AIFF" };
    let mut body = kind.to_vec();
    if codec.is_some() {
        body.extend(chunk(b"FVER", &0xa280_5140_u32.to_be_bytes()));
    }
    body.extend(chunk(b"COMM", &common));
    body.extend(chunk(b"SSND", &sound));
    chunk(b"FORM", &body)
}

#[test]
fn aiff_files_are_as_wav_files() {
    for (channels, rate, samples) in [(1, 22_050, 777), (2, 44_100, 1000), (1, 16_000, 1)] {
        let expected = wav(Depth::Int16, channels, rate, samples as usize, false, value);
        let expected = Sound::from_bytes(&expected).unwrap();
        for codec in [None, Some(b"NONE"), Some(b"sowt")] {
            let sound = Sound::from_bytes(&aiff(channels, rate, samples, codec));
            let sound =
                sound.unwrap_or_else(|error| panic!("{channels} {rate} {samples} {codec:?}: {error}"));
            assert!(difference(&sound, &expected) < 1e-4, "{channels} {rate} {codec:?}");
            assert_eq!(sound.notes(), []);
        }
    }
    let whole = aiff(1, 22_050, 4000, None);
    let cut = Sound::from_bytes(&whole[..whole.len() / 2]).unwrap();
    assert!(matches!(cut.notes(), [SoundNote::CutOff { .. }]), "{:?}", cut.notes());
}

#[test]
fn rf64_files_are_as_wav_files() {
    for (depth, channels, samples) in
        [(Depth::Int16, 1, 900), (Depth::Float32, 2, 333), (Depth::Int24, 1, 500)]
    {
        let plain = wav(depth, channels, 24_000, samples, false, value);
        let expected = Sound::from_bytes(&plain).unwrap();
        let data = plain.windows(4).position(|name| name == b"data").unwrap() + 4;
        let length = (plain.len() - data - 4) as u64;
        for (name, stated, is_placeholder) in [
            (b"RF64", length, true),
            (b"BW64", length, true),
            (b"RF64", length, false),
            // A stream, whose lengths nobody filled in.
            (b"RF64", 0, true),
            (b"RF64", u64::MAX, true),
        ] {
            let mut sizes = Vec::from(*b"ds64\x1c\0\0\0");
            sizes.extend(stated.to_le_bytes());
            sizes.extend(stated.to_le_bytes());
            sizes.extend((samples as u64).to_le_bytes());
            sizes.extend([0; 4]);
            let mut file = plain.clone();
            file[..4].copy_from_slice(name);
            if is_placeholder {
                file[4..8].copy_from_slice(&[0xff; 4]);
                file[data..data + 4].copy_from_slice(&[0xff; 4]);
            }
            file.splice(12..12, sizes);
            // A chunk behind the sound.
            if stated == length {
                file.resize(file.len().next_multiple_of(2), 0);
                file.extend(*b"cue \x04\0\0\0\0\0\0\0");
            }
            let sound = Sound::from_bytes(&file).unwrap();
            assert_eq!(sound, expected, "{depth:?} {stated} {is_placeholder}");
        }
    }
}

/// Checksum of an Ogg page.
fn ogg_checksum(page: &[u8]) -> u32 {
    page.iter().fold(0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte) << 24, |sum, _| {
            sum << 1 ^ if sum >> 31 == 1 { 0x04c1_1db7 } else { 0 }
        })
    })
}

/// Ogg page with packets that end on it.
fn page(number: u32, kind: u8, granule: u64, packets: &[Vec<u8>]) -> Vec<u8> {
    let mut lengths = Vec::new();
    for packet in packets {
        lengths.extend(vec![255_u8; packet.len() / 255]);
        lengths.push((packet.len() % 255) as u8);
    }
    let mut page = Vec::from(*b"OggS\0");
    page.push(kind);
    page.extend(granule.to_le_bytes());
    page.extend(7_u32.to_le_bytes());
    page.extend(number.to_le_bytes());
    page.extend([0; 4]);
    page.push(lengths.len() as u8);
    page.extend(lengths);
    packets.iter().for_each(|packet| page.extend(packet));
    let checksum = ogg_checksum(&page);
    page[22..26].copy_from_slice(&checksum.to_le_bytes());
    page
}

const PRE_SKIP: usize = 312;

/// Ogg Opus file of sound at 48 kHz in packets of `frame` samples, with a gain in 1/256 dB.
fn opus(
    channels: usize,
    samples: usize,
    frame: usize,
    gain: i16,
    application: opus_rs::Application,
) -> Vec<u8> {
    let mut encoder = opus_rs::OpusEncoder::new(48_000, channels, application).unwrap();
    encoder.bitrate_bps = 96_000;
    let mut head = Vec::from(*b"OpusHead\x01");
    head.push(channels as u8);
    head.extend((PRE_SKIP as u16).to_le_bytes());
    head.extend(48_000_u32.to_le_bytes());
    head.extend(gain.to_le_bytes());
    head.push(0);
    let mut file = page(0, 2, 0, &[head]);
    file.extend(page(1, 0, 0, &[b"OpusTags\x04\0\0\0made\0\0\0\0".to_vec()]));
    let total = PRE_SKIP + samples;
    let packets: Vec<Vec<u8>> = (0..total.div_ceil(frame))
        .map(|n| {
            let sound =
                (n * frame..(n + 1) * frame).flat_map(|at| (0..channels).map(move |c| value(c, at) as f32));
            let mut packet = vec![0; 4000];
            let length = encoder.encode(&sound.collect::<Vec<_>>(), frame, &mut packet).unwrap();
            packet.truncate(length);
            packet
        })
        .collect();
    let pages = packets.chunks(20).count();
    for (n, packets) in packets.chunks(20).enumerate() {
        let is_last = n + 1 == pages;
        let granule = if is_last { total } else { (n + 1) * 20 * frame };
        file.extend(page(n as u32 + 2, if is_last { 4 } else { 0 }, granule as u64, packets));
    }
    file
}

#[test]
fn opus_in_ogg_is_read() {
    for (channels, samples, frame, gain, application) in [
        (1, 48_000, 960, 0, opus_rs::Application::Audio),
        (2, 30_011, 960, 0, opus_rs::Application::Audio),
        (1, 24_000, 480, -1541, opus_rs::Application::Audio),
        (1, 48_000, 960, 0, opus_rs::Application::Voip),
    ] {
        let file = opus(channels, samples, frame, gain, application);
        let sound = Sound::from_bytes(&file).unwrap();
        let shape = (sound.rate(), sound.channels().len(), sound.channels()[0].len());
        assert_eq!(shape, (48_000, channels, samples));
        assert_eq!(sound.notes(), []);
        // The best position of the sound in what was encoded is that of the delay, and it is as loud.
        let channel = &sound.channels()[0];
        let factor = 10_f64.powf(f64::from(gain) / 256.0 / 20.0);
        let loud = |samples: &[f32]| {
            (samples.iter().map(|x| f64::from(x * x)).sum::<f64>() / samples.len() as f64).sqrt()
        };
        let middle = &channel[samples / 4..samples / 2];
        let loudness = loud(middle) / factor;
        assert!((0.4..0.75).contains(&loudness), "{channels} {samples} {gain}: {loudness}");
    }
    let whole = opus(1, 48_000, 960, 0, opus_rs::Application::Audio);
    let cut = Sound::from_bytes(&whole[..whole.len() / 2]).unwrap();
    assert!(matches!(cut.notes(), [SoundNote::CutOff { .. }]), "{:?}", cut.notes());
}

#[test]
fn opus_with_many_channels_is_refused_by_name() {
    let mut file = opus(1, 4_800, 960, 0, opus_rs::Application::Audio);
    let head = file.windows(8).position(|window| window == b"OpusHead").unwrap();
    file[head + 9] = 6;
    file[head + 18] = 1;
    file[22..26].fill(0);
    let checksum = ogg_checksum(&file[..head + 19]);
    file[22..26].copy_from_slice(&checksum.to_le_bytes());
    let error = Sound::from_bytes(&file).unwrap_err();
    assert!(matches!(error, SoundError::Unsupported { .. } | SoundError::UnknownFormat { .. }), "{error}");
}
