//! Cards of one layer.

use super::canvas::Canvas;
use super::centerline::centerline;
use super::chain::HairChain;
use super::choose::{CurveFeature, clusters};
use super::gaps::fill_gaps;
use super::maps::CardMaps;
use super::occlusion::HairOcclusion;
use super::paint::{STRAND_ROWS, paint_cap, paint_card};
use super::section;
use super::settings::{CardSettings, MIN_CARD_TEXTURE};
use super::shape::{CardRow, face_outwards, rows};
use super::strands::{CardStrand, CardStrands};
use super::tile::Tile;
use super::tiles::tiles;
use super::weights::{Row, chains_of, row};
use glam::{Vec2, Vec3, Vec4};
use sinew::hair::{GroomLayer, RibbonMesh};
use sinew::internal::Random;
use sinew::skeleton::JointId;

/// Tilt of normals towards the edges of a card, so that it is lit like a lock.
const ROUNDING: f32 = 0.3;

/// Length of a segment of short cards, metres on the head of an adult.
const SHORTEST: f32 = 0.006;
/// Share of hair that stands off the skin from which on cards are lit as a whole: from the direction out of
/// the head, whatever side of a card is seen.
const STANDING: f32 = 0.4;
/// Brightness of cards where no light from around arrives: their own shadows are drawn as well.
const DEEPEST: f32 = 0.5;
/// Width and height of a texel in widths of a strand, where the texture may be as large as that.
const TEXEL: (f32, f32) = (0.8, 2.0);

/// Cards of a layer in the reference pose.
#[derive(Clone, Debug, Default)]
pub(super) struct LayerCards {
    pub(super) name: String,
    /// Number of cards.
    pub(super) cards: usize,
    /// Whether each card has its back as triangles of its own, with the normals of the front.
    pub(super) has_backs: bool,
    /// Cards, then the cap.
    pub(super) mesh: RibbonMesh,
    /// Tangents of the vertices.
    pub(super) tangents: Vec<Vec4>,
    /// Colours of the vertices: the share of light that arrives there.
    pub(super) colors: Vec<Vec4>,
    /// Colour of the cap's vertices.
    pub(super) cap_color: Vec4,
    /// Influences of the vertices.
    pub(super) weights: Vec<Row>,
    /// Textures; none without cards.
    pub(super) maps: Option<CardMaps>,
}

/// Layer with the head and the chains that its cards are made for.
pub(super) struct LayerInput<'a> {
    pub(super) layer: &'a GroomLayer,
    /// Middle and size of the head.
    pub(super) head: (Vec3, f32),
    /// Chains of the layer among all, and all of them.
    pub(super) chains: &'a [(u32, CurveFeature)],
    pub(super) all_chains: &'a [HairChain],
    /// Joint of the root of each guide.
    pub(super) anchors: &'a [JointId],
}

/// At most `count` cards of a layer.
pub(super) fn layer_cards(input: &LayerInput<'_>, count: usize, settings: &CardSettings) -> LayerCards {
    let LayerInput { layer, head: (_, scale), .. } = *input;
    let strands = CardStrands::of(layer);
    let mean_length = strands.mean_length();
    let count = count.max(strands.patches(mean_length).min(count + settings.cards / 2));
    let segments = ((mean_length / (SHORTEST * scale)) as usize).clamp(2, settings.segments.max(2));
    let segments = segments.min(settings.segments);
    let features: Vec<CurveFeature> = strands.all.iter().map(|strand| strand.feature).collect();
    let clusters = clusters(&features, count);
    let mut members: Vec<Vec<&CardStrand>> = clusters.middles.iter().map(|_| Vec::new()).collect();
    strands.all.iter().zip(&clusters.of).for_each(|(strand, of)| members[*of as usize].push(strand));
    let mut made = LayerCards { name: layer.name.clone(), cards: members.len(), ..LayerCards::default() };
    if members.is_empty() {
        return made;
    }
    let mut random = Random::named(settings.seed, &layer.name);
    let cards = shaped(input, &members, segments, settings.width, &mut random);
    let stands = cards.iter().flatten().map(|row| row.stands).sum::<f32>();
    made.has_backs = stands > STANDING * cards.iter().map(Vec::len).sum::<usize>() as f32;
    let tiles = tiles(&cards, &members, layer.look.width * strands.share, settings.tiles as usize);
    let texture = texture_size(&cards, layer.look.width, tiles.middles.len(), settings);
    let tile = |number: u32| Tile { number, count: tiles.middles.len() as u32, width: texture[0] };
    let mut canvas = Canvas::new(texture);
    for (number, card) in tiles.middles.iter().enumerate() {
        let members = &members[*card];
        paint_card(&mut canvas, tile(number as u32), &cards[*card], members, &layer.look, strands.share);
    }
    paint_cap(&mut canvas, &layer.look, settings.seed);
    fill_gaps(&mut canvas, tiles.middles.len() as u32);
    made.maps = Some(CardMaps::new(&canvas, !made.has_backs));
    for (number, (card, middle)) in cards.iter().zip(&clusters.middles).enumerate() {
        // A card shows its strands as they lie, and those of another one from either side.
        let is_mirrored = !tiles.middles.contains(&number) && random.unit() < 0.5;
        let nearest = chains_of(&strands.all[*middle].feature, input.chains);
        let length = card.last().map_or(0.0, |row| row.along).max(f32::MIN_POSITIVE);
        made.add(card, (settings.across, length), is_mirrored, |x| tile(tiles.of[number]).u(x));
        for at in card {
            let anchor = input.anchors[strands.all[*middle].guide];
            let weights = row(at.along, length, &nearest, input.all_chains, anchor);
            made.weights.extend(std::iter::repeat_n(weights, settings.across + 1));
        }
    }
    made.add_colors(&strands, &members, layer.look.width);
    made
}

/// Rows of the cards of these strands, with `segments` each.
fn shaped(
    input: &LayerInput<'_>,
    members: &[Vec<&CardStrand>],
    segments: usize,
    width: Option<f32>,
    random: &mut Random,
) -> Vec<Vec<CardRow>> {
    let (center, scale) = input.head;
    let mut cards: Vec<Vec<CardRow>> =
        members.iter().map(|members| rows(&centerline(members, segments, center), segments)).collect();
    face_outwards(&mut cards, center, scale, random);
    for (card, members) in cards.iter_mut().zip(members) {
        // A card of few strands is as wide as some of them.
        section::fit(card, members, input.layer.look.width * 2.0);
    }
    if let Some(width) = width {
        let factor = width / mean_width(&cards).max(f32::MIN_POSITIVE);
        cards.iter_mut().flatten().for_each(|row| row.half_width *= factor);
    }
    cards
}

/// Mean width of the rows of cards, metres.
fn mean_width(cards: &[Vec<CardRow>]) -> f32 {
    let widths = cards.iter().flatten().map(|row| row.half_width * 2.0);
    widths.sum::<f32>() / cards.iter().map(Vec::len).sum::<usize>().max(1) as f32
}

/// Texels of the texture of a layer: as many as its strands need to be seen, and no more than the settings
/// allow.
fn texture_size(cards: &[Vec<CardRow>], strand: f32, tiles: usize, settings: &CardSettings) -> [u32; 2] {
    let lengths = cards.iter().filter_map(|card| card.last()).map(|row| row.along).sum::<f32>();
    let length = lengths / cards.len().max(1) as f32;
    let across = mean_width(cards) / (strand * TEXEL.0) * tiles as f32;
    let along = length / (strand * TEXEL.1) / STRAND_ROWS;
    let texels = |wanted: f32, most: u32| {
        (wanted.clamp(MIN_CARD_TEXTURE as f32, most as f32) as u32).next_power_of_two().min(most)
    };
    [texels(across, settings.texture[0]), texels(along, settings.texture[1])]
}

impl LayerCards {
    /// Adds the colours of the vertices of all cards: the light that arrives there, times the mean tint of the
    /// strands of the card. Tiles have the colours of the look.
    fn add_colors(&mut self, strands: &CardStrands, members: &[Vec<&CardStrand>], width: f32) {
        let occlusion = HairOcclusion::new(strands, width);
        let vertices = self.mesh.positions.len() / members.len();
        let tints = members.iter().flat_map(|members| {
            let mean = members.iter().map(|strand| strand.tint).sum::<Vec3>() / members.len().max(1) as f32;
            std::iter::repeat_n(mean, vertices)
        });
        let lights = self.mesh.positions.iter().map(|position| occlusion.light(*position));
        let colors = lights.zip(tints).map(|(light, tint)| tint * (DEEPEST + (1.0 - DEEPEST) * light));
        self.colors = colors.map(|color| color.extend(1.0)).collect();
    }

    fn add(
        &mut self,
        card: &[CardRow],
        (across, length): (usize, f32),
        is_mirrored: bool,
        u: impl Fn(f32) -> f32,
    ) {
        let first = self.mesh.positions.len() as u32;
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        for row in card {
            for n in 0..=across {
                let x = n as f32 / across as f32 * 2.0 - 1.0;
                let face = row.normal_at(x) + row.side() * (x * ROUNDING);
                let out = if self.has_backs { row.stands } else { 0.0 };
                let normal = (face.normalize() * (1.0 - out) + row.outward * out).normalize_or(face);
                let tangent = row.side().reject_from_normalized(normal).normalize_or(Vec3::X) * sign;
                self.mesh.positions.push(row.at(x));
                self.mesh.normals.push(normal);
                self.mesh.uvs.push(Vec2::new(u(x * sign), row.along / length * STRAND_ROWS));
                // Up in the texture is towards the root.
                self.tangents.push(tangent.extend(-sign));
            }
        }
        let columns = across as u32 + 1;
        for n in 0..card.len() as u32 - 1 {
            for m in 0..across as u32 {
                let a = first + n * columns + m;
                let [b, c, d] = [a + 1, a + columns, a + columns + 1];
                self.mesh.indices.extend([a, b, c, b, d, c]);
                if self.has_backs {
                    self.mesh.indices.extend([a, c, b, b, c, d]);
                }
            }
        }
    }
}
