//! States of the networks: phonemes, silence, and both halves of diphthongs.

use super::container::Tensors;
use super::error::WeightsError;
use super::posterior::STATES;
use crate::pronunciation::Phoneme;
use sinew_viseme::Viseme;

/// Phone states: their visemes, how often each is spoken, and the states of every phoneme.
#[derive(Clone, Debug)]
pub(crate) struct States {
    pub(crate) visemes: [usize; STATES],
    pub(crate) prior: [f32; STATES],
    /// Number of the state of silence.
    pub(crate) silence: u8,
    /// First and last state of every phoneme, in the order of [`Phoneme::all`]; diphthongs have two, other
    /// phonemes the same one twice.
    phonemes: Vec<[u8; 2]>,
}

impl States {
    pub(crate) fn read(tensors: &Tensors<'_>) -> Result<Self, WeightsError> {
        let prior = tensors.settings("prior", [[1e-6, 1.0]; STATES])?;
        let text = tensors.text("states")?;
        let mut visemes = [0; STATES];
        let mut names = Vec::with_capacity(STATES);
        for (index, state) in text.split_ascii_whitespace().enumerate() {
            let parts =
                state.split_once(':').and_then(|(name, viseme)| Some((name, Viseme::from_name(viseme)?)));
            let (Some((name, viseme)), Some(to)) = (parts, visemes.get_mut(index)) else {
                return Err(WeightsError::State { index, found: state.into() });
            };
            *to = viseme.index();
            names.push(name);
        }
        if names.len() < STATES {
            return Err(WeightsError::State { index: names.len(), found: String::new() });
        }
        let find = |name: &str| {
            let index = names.iter().position(|known| *known == name);
            index.map(|index| index as u8).ok_or_else(|| WeightsError::MissingState { name: name.into() })
        };
        let of_phoneme = |phoneme: Phoneme| {
            let name = phoneme.name();
            let half = |number: char| find(&format!("{name}{number}"));
            match phoneme.sound().glide.is_some() {
                true => Ok([half('1')?, half('2')?]),
                false => find(name).map(|state| [state; 2]),
            }
        };
        let phonemes = Phoneme::all().map(of_phoneme).collect::<Result<_, _>>()?;
        Ok(Self { visemes, prior, silence: find("SIL")?, phonemes })
    }

    /// Bytes of the numbers of silence and of the states of every phoneme, which an alignment needs.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        std::iter::once(self.silence).chain(self.phonemes.iter().flatten().copied()).collect()
    }

    /// States of bytes, without visemes and priors, and the bytes behind them; `None` where they are too few or no
    /// states.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (silence, rest) = bytes.split_first()?;
        let (phonemes, rest) = rest.split_at_checked(2 * Phoneme::all().len())?;
        let is_state = |state: &u8| usize::from(*state) < STATES;
        let phonemes = phonemes.as_chunks::<2>().0.to_vec();
        let are_states = is_state(silence) && phonemes.iter().flatten().all(is_state);
        let states = Self { visemes: [0; STATES], prior: [1.0; STATES], silence: *silence, phonemes };
        are_states.then_some((states, rest))
    }

    /// Phoneme of a state; `None` for silence.
    pub(crate) fn phoneme(&self, state: usize) -> Option<Phoneme> {
        Phoneme::all().find(|phoneme| self.phonemes[phoneme.index()].contains(&(state as u8)))
    }

    /// States of a phoneme in their order.
    pub(crate) fn of(&self, phoneme: Phoneme) -> impl ExactSizeIterator<Item = u8> {
        let [first, last] = self.phonemes[phoneme.index()];
        let count = if first == last { 1 } else { 2 };
        [first, last].into_iter().take(count)
    }
}
