//! Networks of a weights file, with the settings of their decoders.

use super::container::Tensors;
use super::decode::{MAX_MEAN_FRAMES, ShapePath, VisemeDecoder};
use super::error::WeightsError;
use super::live_network::{HEADS, LiveNetwork};
use super::normaliser::NormaliserSettings;
use super::states::States;
use super::whole_network::WholeNetwork;
use crate::front_end::{LogMel, MELS};
use std::sync::{Arc, OnceLock};

/// Trained networks: one for live sound, one for whole sounds. `tools/train-speech/FORMAT.md` in the
/// repository states the file's bytes and all arithmetic.
#[derive(Clone, Debug)]
pub struct SpeechNetworks {
    pub(crate) states: States,
    pub(crate) normaliser: NormaliserSettings,
    pub(crate) live: LiveNetwork,
    pub(crate) whole: WholeNetwork,
    /// Decoders of the heads of the live network.
    pub(crate) live_decoders: [VisemeDecoder; HEADS.len()],
    pub(crate) whole_decoder: VisemeDecoder,
    pub(crate) path: ShapePath,
    /// Share of the live network in the mode for whole sounds.
    pub(crate) blend: f32,
}

impl SpeechNetworks {
    /// Networks that the crate contains. They are read at the first call and shared by all later ones: about
    /// 1 MB of memory.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: OnceLock<Arc<SpeechNetworks>> = OnceLock::new();
        let read = || {
            let networks = Self::from_bytes(include_bytes!("../../data/speech.bin"));
            Arc::new(networks.expect("the weights in the crate are whole: a test reads them"))
        };
        BUILT_IN.get_or_init(read).clone()
    }

    /// Networks of a weights file, which `tools/train-speech` writes.
    ///
    /// # Errors
    /// Damaged bytes, missing tensors, dimensions that do not fit one another, numbers outside their ranges.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let tensors = Tensors::from_bytes(bytes)?;
        let states = States::read(&tensors)?;
        let live_decoder = |name| VisemeDecoder::read(&tensors, name, &states, [1.0, MAX_MEAN_FRAMES as f32]);
        let whole_decoder = VisemeDecoder::read(&tensors, "decode.whole", &states, [0.0, 100.0])?;
        Ok(Self {
            normaliser: NormaliserSettings::read(&tensors)?,
            live: LiveNetwork::read(&tensors)?,
            whole: WholeNetwork::read(&tensors)?,
            live_decoders: [
                live_decoder("decode.live0")?,
                live_decoder("decode.live30")?,
                live_decoder("decode.live60")?,
            ],
            path: ShapePath::read(&tensors, whole_decoder.last)?,
            whole_decoder,
            states,
            blend: tensors.settings("decode.blend", [[0.0, 1.0]])?[0],
        })
    }

    /// Frames of a sound at 16 kHz, normalised by the level and the voice of the whole sound.
    pub(crate) fn normalised(&self, samples: &[f32]) -> Vec<[f32; MELS]> {
        let mut frames = LogMel::of_sound(samples);
        let mut normaliser = self.normaliser.start();
        // The first run finds the level and the voice, from which the second one starts.
        for frame in &frames {
            normaliser.step(&self.normaliser, frame);
        }
        for frame in &mut frames {
            *frame = normaliser.step(&self.normaliser, frame);
        }
        frames
    }
}
