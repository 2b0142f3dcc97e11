//! `--cards` and `--card-width`: hair as meshes in an output file.

use crate::options::number::millimetres;
use clap::Args;
use sinew_author::hair::{CardSettings, MAX_CARDS};
use std::path::PathBuf;

/// Cards of hair.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CardOptions {
    /// Number of cards for a character file (default: 400)
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, help_heading = "Hair")]
    cards: Option<usize>,
    /// Mean width of cards in millimetres (default: as wide as the strands that a card stands for)
    #[arg(
        long, value_name = "MM", value_parser = width, allow_negative_numbers = true, help_heading = "Hair",
    )]
    card_width: Option<f32>,
    /// Also write the textures of the cards into this folder: colour, normal, flow and depth of each layer
    #[arg(long, value_name = "FOLDER", help_heading = "Hair")]
    pub(crate) card_maps: Option<PathBuf>,
}

fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MAX_CARDS).contains(count));
    count.ok_or_else(|| format!("expected a whole number from 1 to {MAX_CARDS}"))
}

fn width(text: &str) -> Result<f32, String> {
    millimetres(text)
        .ok()
        .filter(|share| *share <= 1.0)
        .ok_or_else(|| "expected a number of millimetres, more than 0 and at most 1000".to_owned())
}

impl CardOptions {
    /// True where one is given.
    pub(crate) const fn any(&self) -> bool {
        self.cards.is_some() || self.card_width.is_some() || self.card_maps.is_some()
    }

    /// Settings of the cards.
    pub(crate) fn settings(&self) -> CardSettings {
        let settings = CardSettings::default();
        settings.with_cards(self.cards.unwrap_or(settings.cards)).with_width(self.card_width)
    }
}
