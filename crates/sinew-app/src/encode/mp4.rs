//! MP4 encoder with H.264 video.

use super::opus::Packets;
use super::{Clip, Encode, SOUND_RATE};
use crate::report::failure::Failure;
use crate::report::whole_file::{WholeFile, Writer, cannot_write};
use muxide::api::{AudioCodec, Muxer, MuxerBuilder, VideoCodec};
use openh264::OpenH264API;
use openh264::encoder::{
    Encoder, EncoderConfig, FrameRate, FrameType, MatrixCoefficients, QpRange, RateControlMode, VuiConfig,
};
use openh264::formats::{RgbaSliceU8, YUVBuffer};
use sinew::character::Pixels;
use std::path::{Path, PathBuf};

/// H.264 quantization parameter, 0 to 51; larger values show blotches on the ground.
const QUANTISER: u8 = 18;

/// H.264 in an MP4 file, with Opus where there is sound. Transparency becomes black.
pub(super) struct Mp4 {
    path: PathBuf,
    file: WholeFile,
    encoder: Encoder,
    muxer: Muxer<Writer>,
    fps: f64,
    frames: usize,
    sound: Option<Packets>,
    /// Packets of the sound that are written.
    packets: usize,
}

impl Mp4 {
    /// MP4 file; `sound` has samples of one channel at 48 kHz.
    pub(super) fn create(path: &Path, clip: Clip, sound: Option<&[f32]>) -> Result<Self, Failure> {
        if !clip.width.is_multiple_of(2) || !clip.height.is_multiple_of(2) {
            return Err(Failure::Call(format!(
                "mp4 needs an even width and height, not {}x{}",
                clip.width, clip.height
            )));
        }
        // Frames are sRGB, but the encoder converts to YUV with the coefficients of BT.601.
        let colours = VuiConfig::bt709().matrix_coefficients(MatrixCoefficients::Smpte170M);
        let config = EncoderConfig::new()
            .max_frame_rate(FrameRate::from_hz(clip.fps as f32))
            .rate_control_mode(RateControlMode::Bufferbased)
            .qp(QpRange::new(QUANTISER, QUANTISER))
            .vui(colours);
        let encoder = Encoder::with_api_config(OpenH264API::from_source(), config)
            .map_err(|e| cannot_write(path, e))?;
        let (file, writer) = WholeFile::create(path)?;
        let mut muxer = MuxerBuilder::new(writer).video(VideoCodec::H264, clip.width, clip.height, clip.fps);
        let sound = sound.map(Packets::encode).transpose().map_err(|e| cannot_write(path, e))?;
        if sound.is_some() {
            muxer = muxer.audio(AudioCodec::Opus, SOUND_RATE, 1);
        }
        let muxer = muxer.build().map_err(|e| cannot_write(path, e))?;
        Ok(Self { path: path.to_owned(), file, encoder, muxer, fps: clip.fps, frames: 0, sound, packets: 0 })
    }

    /// Writes the packets of the sound before a time in seconds.
    fn write_sound(&mut self, end: f64) -> Result<(), Failure> {
        while let Some((time, packet)) = self.sound.as_ref().and_then(|sound| sound.get(self.packets)) {
            if time >= end {
                break;
            }
            self.muxer.write_audio(time, packet).map_err(|e| cannot_write(&self.path, e))?;
            self.packets += 1;
        }
        Ok(())
    }
}

impl Encode for Mp4 {
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure> {
        let sides = (pixels.width as usize, pixels.height as usize);
        let picture = YUVBuffer::from_rgba8_source(RgbaSliceU8::new(&over_black(&pixels.rgba), sides));
        let coded = self.encoder.encode(&picture).map_err(|e| cannot_write(&self.path, e))?;
        let key = matches!(coded.frame_type(), FrameType::IDR | FrameType::I);
        let time = self.frames as f64 / self.fps;
        self.frames += 1;
        self.muxer.write_video(time, &coded.to_vec(), key).map_err(|e| cannot_write(&self.path, e))?;
        self.write_sound(self.frames as f64 / self.fps)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.write_sound(f64::INFINITY)?;
        let fail = |e: &dyn std::fmt::Display| cannot_write(&self.path, e);
        self.muxer.finish_in_place().map_err(|e| fail(&e))?;
        std::io::Write::flush(&mut self.muxer.into_writer()).map_err(|e| fail(&e))?;
        self.file.finish()
    }
}

fn over_black(rgba: &[u8]) -> Vec<u8> {
    let mut out = rgba.to_vec();
    for pixel in out.chunks_exact_mut(4) {
        let alpha = u16::from(pixel[3]);
        pixel[..3].iter_mut().for_each(|c| *c = (u16::from(*c) * alpha / 255) as u8);
    }
    out
}
