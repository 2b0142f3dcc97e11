//! Choice of the cards whose strands are painted: each other card shows the tile of the most similar one.

use super::choose::{Clusters, Feature, clusters};
use super::project::on_card;
use super::shape::CardRow;
use super::strands::CardStrand;
use crate::hair::curves::Polyline;

/// Cells of a card across and along, in which its coverage is compared.
const ACROSS: usize = 4;
/// See [`ACROSS`].
const ALONG: usize = 8;
/// Places at which a strand is counted.
const SAMPLES: usize = 16;
/// Coverage above which more strands look the same.
const FULL: f32 = 1.5;

/// Coverage of the cells of a card.
type Coverage = Feature<{ ACROSS * ALONG }>;

/// At most `count` tiles for these cards: the card that each shows, and the tile of each card. `width` is that
/// of the strands.
pub(super) fn tiles(
    cards: &[Vec<CardRow>],
    members: &[Vec<&CardStrand>],
    width: f32,
    count: usize,
) -> Clusters {
    let all: Vec<Coverage> =
        cards.iter().zip(members).map(|(card, strands)| coverage(card, strands, width)).collect();
    clusters(&all, count)
}

/// Area of the strands in each cell by the area of the cell.
fn coverage(card: &[CardRow], strands: &[&CardStrand], width: f32) -> Coverage {
    let mut cells = [0.0f32; ACROSS * ALONG];
    let length = card.last().map_or(0.0, |row| row.along).max(f32::MIN_POSITIVE);
    for strand in strands {
        let line = Polyline::new(&strand.points);
        for n in 0..SAMPLES {
            let at = on_card(card, line.at((n as f64 + 0.5) / SAMPLES as f64));
            let cell = |at: f32, cells: usize| ((at * cells as f32).max(0.0) as usize).min(cells - 1);
            let (x, y) = (cell(at.across * 0.5 + 0.5, ACROSS), cell(at.along, ALONG));
            let area = 2.0 * at.half_width / ACROSS as f32 * length / ALONG as f32;
            cells[y * ACROSS + x] += strand.length / SAMPLES as f32 * width / area.max(f32::MIN_POSITIVE);
        }
    }
    cells.map(|cell| cell.min(FULL))
}
