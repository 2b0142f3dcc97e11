//! Decoding of sound files by the library Symphonia.

use super::aiff;
use super::cut_off::{CutOff, find_cut};
use super::error::SoundError;
use super::foreign::foreign_format;
use super::limits::{MAX_CHANNELS, MAX_SAMPLES};
use super::note::SoundNote;
use super::opus::{self, OpusStream};
use super::wav::Wav;
use std::io::{Cursor, Read};
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream, ReadOnlySource};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;

/// Most damaged packets that are skipped: streams that were cut out of others begin or end with one.
const MAX_DAMAGED_PACKETS: usize = 4;

/// Samples that any file may decode to: ten minutes at 48 kHz.
const FREE_SAMPLES: usize = 28_800_000;
/// Most samples beyond them per byte of the file. Speech has up to 16; coded silence has more, which small
/// hostile files use to grow.
const MAX_SAMPLES_PER_BYTE: usize = 1000;

/// Decoded sound of a file.
pub(super) struct DecodedFile {
    pub(super) channels: Vec<Vec<f32>>,
    pub(super) rate: u32,
    pub(super) notes: Vec<SoundNote>,
}

/// Decodes a file.
pub(super) fn decode(bytes: &[u8]) -> Result<DecodedFile, SoundError> {
    let wav = Wav::read(bytes)?;
    let shortened = aiff::shortened(bytes);
    // Symphonia may panic on damaged files; nothing outlives such a panic but this error.
    let result = std::panic::catch_unwind(|| match &wav {
        Some(wav) => {
            let file = Cursor::new(&wav.header).chain(wav.samples);
            decode_stream(Box::new(ReadOnlySource::new(file)), bytes)
        }
        None => decode_stream(Box::new(Cursor::new(shortened.as_deref().unwrap_or(bytes))), bytes),
    });
    let result = result.unwrap_or_else(|_| {
        let message = "the decoder cannot go on".into();
        Err(SoundError::Damaged { packet: 0, seconds: 0.0, message })
    });
    // The name of the format says more than the decoder does.
    match (result, foreign_format(bytes)) {
        (Err(_), Some(what)) => Err(SoundError::Unsupported { what }),
        (result, _) => result.map(|mut file| {
            file.notes.extend(wav.into_iter().flat_map(|wav| wav.notes));
            file
        }),
    }
}

/// Decodes a stream, which holds the sound of the file `bytes`.
fn decode_stream(stream: Box<dyn MediaSource + '_>, bytes: &[u8]) -> Result<DecodedFile, SoundError> {
    let stream = MediaSourceStream::new(stream, Default::default());
    let probe = symphonia::default::get_probe();
    let mut format = probe
        .probe(&Hint::new(), stream, FormatOptions::default(), MetadataOptions::default())
        .map_err(unknown)?;
    let track = format.default_track(TrackType::Audio).ok_or(SoundError::Empty)?;
    let (id, stated) = (track.id, track.num_frames);
    let parameters = track.codec_params.as_ref().and_then(|p| p.audio()).cloned();
    let parameters =
        parameters.ok_or(SoundError::Unsupported { what: "a codec that is not known".into() })?;
    if let Some(count) = parameters.channels.as_ref().map(|c| c.count()).filter(|count| *count > MAX_CHANNELS)
    {
        return Err(SoundError::Channels { count });
    }
    let mut decoder = Codec::new(&parameters)?;
    let limit =
        MAX_SAMPLES.min(FREE_SAMPLES.saturating_add(bytes.len().saturating_mul(MAX_SAMPLES_PER_BYTE)));
    let mut out = Decoded { limit, ..Decoded::default() };
    let mut damaged = 0;
    while let Some(packet) = next_packet(&mut *format, &out)? {
        if packet.track_id != id {
            continue;
        }
        match decoder.decode(&packet, &mut out.planes) {
            Ok((rate, count)) => out.append(rate, count)?,
            Err(error) if is_end(&error) => break,
            Err(error) => {
                damaged += 1;
                if damaged > MAX_DAMAGED_PACKETS {
                    return Err(out.damaged(&error));
                }
            }
        }
        out.packets += 1;
    }
    if out.channels.first().is_none_or(Vec::is_empty) {
        return Err(SoundError::Empty);
    }
    let decoded = out.channels[0].len() as u64;
    let seconds = |samples: u64| samples as f64 / f64::from(out.rate.max(1));
    let cut = find_cut(bytes, decoded, stated);
    let note =
        |cut: CutOff| SoundNote::CutOff { seconds: seconds(decoded), expected: cut.expected.map(seconds) };
    let notes = cut.map(note).into_iter().collect();
    Ok(DecodedFile { channels: out.channels, rate: out.rate, notes })
}

/// Decoder of a track.
enum Codec {
    Library(Box<dyn AudioDecoder>),
    Opus(Box<OpusStream>),
}

impl Codec {
    fn new(parameters: &AudioCodecParameters) -> Result<Self, SoundError> {
        if parameters.codec == CODEC_ID_OPUS {
            let header = parameters.extra_data.as_deref().unwrap_or_default();
            return OpusStream::new(header).map(|stream| Self::Opus(Box::new(stream)));
        }
        symphonia::default::get_codecs()
            .make_audio_decoder(parameters, &AudioDecoderOptions::default())
            .map(Self::Library)
            .map_err(|_| SoundError::Unsupported { what: "a codec that is not known".into() })
    }

    /// Decodes a packet into one list per channel. Returns rate and number of channels.
    fn decode(&mut self, packet: &Packet, planes: &mut Vec<Vec<f32>>) -> Result<(u32, usize), Error> {
        match self {
            Self::Library(decoder) => {
                let buffer = decoder.decode(packet)?;
                buffer.copy_to_vecs_planar(planes);
                Ok((buffer.spec().rate(), buffer.spec().channels().count()))
            }
            Self::Opus(stream) => {
                let trim = usize::try_from(packet.trim_end.get()).unwrap_or(usize::MAX);
                stream.decode(&packet.data, trim, planes).map_err(Error::DecodeError)?;
                Ok((opus::RATE, stream.channels()))
            }
        }
    }
}

/// Samples decoded up to a packet.
#[derive(Default)]
struct Decoded {
    channels: Vec<Vec<f32>>,
    rate: u32,
    packets: usize,
    /// Channels of the last packet.
    planes: Vec<Vec<f32>>,
    /// Most samples of all channels together.
    limit: usize,
}

impl Decoded {
    /// Adds the last packet.
    fn append(&mut self, rate: u32, count: usize) -> Result<(), SoundError> {
        if count == 0 || count > MAX_CHANNELS {
            return Err(SoundError::Channels { count });
        }
        if self.channels.is_empty() {
            self.channels = vec![Vec::new(); count];
            self.rate = rate;
        }
        if rate != self.rate || count != self.channels.len() {
            let what = format!(
                "{} Hz and {} channels change to {rate} Hz and {count} channels",
                self.rate,
                self.channels.len()
            );
            return Err(SoundError::Unsupported { what });
        }
        for (all, plane) in self.channels.iter_mut().zip(&self.planes) {
            all.extend_from_slice(plane);
        }
        if self.channels[0].len() * count > self.limit { Err(SoundError::TooLong) } else { Ok(()) }
    }

    fn damaged(&self, error: &Error) -> SoundError {
        let samples = self.channels.first().map_or(0, Vec::len);
        SoundError::Damaged {
            packet: self.packets,
            seconds: samples as f64 / f64::from(self.rate.max(1)),
            message: error.to_string(),
        }
    }
}

/// Next packet; none at the end, and where the file ends in the middle of one.
fn next_packet(format: &mut dyn FormatReader, out: &Decoded) -> Result<Option<Packet>, SoundError> {
    match format.next_packet() {
        Ok(packet) => Ok(packet),
        Err(error) if is_end(&error) => Ok(None),
        // A chained stream begins: another sound.
        Err(Error::ResetRequired) => Ok(None),
        Err(error) => Err(out.damaged(&error)),
    }
}

fn is_end(error: &Error) -> bool {
    matches!(error, Error::IoError(e) if e.kind() == std::io::ErrorKind::UnexpectedEof)
}

fn unknown(error: Error) -> SoundError {
    match error {
        Error::Unsupported(what) if what.contains("probe") => {
            SoundError::UnknownFormat { found: "the data begins like none of them".into() }
        }
        Error::Unsupported(what) => SoundError::Unsupported { what: what.into() },
        Error::IoError(_) => {
            SoundError::UnknownFormat { found: "the data ends before a sound begins".into() }
        }
        error => SoundError::Damaged { packet: 0, seconds: 0.0, message: error.to_string() },
    }
}
