//! Hair cards of a groom: the choice of cards and chains for its layers.

use super::anchor::anchor;
use super::chain::HairChain;
use super::choose::{CurveFeature, curve_feature, spread};
use super::layer::{LayerCards, LayerInput, layer_cards};
use super::{CardError, CardMaps, CardSettings};
use glam::Vec3;
use sinew::character::Character;
use sinew::hair::{Groom, GroomLayer};
use sinew::math::Bounds;
use sinew::skeleton::JointId;

/// Least number of cards of a layer with as many strands.
const MIN_LAYER_CARDS: usize = 32;
/// Half depth of an adult's head, metres (A. R. Tilley, *The Measure of Man and Woman*, 2002): scale of hair
/// on others.
const HALF_HEAD: f32 = 0.095;

/// Hair as cards: ribbons along chosen strands with a texture of many hairs, skinned to chains of joints
/// along chosen guides. Any engine that draws skinned meshes shows them; spring bones or keys of the chains
/// move them.
///
/// ```
/// # use sinew::character::{Character, Material, MaterialId};
/// # use sinew::hair::Groom;
/// # use sinew_author::hair::{CardError, CardMotion, CardSettings, HairCards};
/// fn with_cards(character: &Character, groom: &Groom) -> Result<Character, CardError> {
///     let cards = HairCards::new(groom, character, &CardSettings::default())?;
///     let mut parts = character.clone().into_parts();
///     let first = parts.materials.len() as u32;
///     let material = || Material { double_sided: true, ..Material::default() };
///     parts.materials.extend(groom.layers.iter().map(|_| material()));
///     let materials: Vec<MaterialId> = (first..parts.materials.len() as u32).map(MaterialId).collect();
///     cards.add_to(&mut parts, &materials, CardMotion::Springs)?;
///     Ok(Character::new(parts)?)
/// }
/// ```
#[derive(Clone, Debug)]
pub struct HairCards {
    pub(super) layers: Vec<LayerCards>,
    pub(super) chains: Vec<HairChain>,
    /// Radius of a chain's bones among colliders, metres.
    pub(super) hit_radius: f32,
}

impl HairCards {
    /// Cards of a groom on its character. Layers without physics move with the joints that their roots lie
    /// on. Takes up to some seconds; meant for loading.
    ///
    /// # Errors
    /// For a setting out of its range, a groom without strands, or a guide that grows from no triangle of the
    /// character.
    pub fn new(groom: &Groom, character: &Character, settings: &CardSettings) -> Result<Self, CardError> {
        settings.check()?;
        let anchors = groom.layers.iter().map(|layer| anchors(layer, character));
        let anchors = anchors.collect::<Result<Vec<_>, CardError>>()?;
        let (chains, features) = chains(groom, &anchors, settings);
        let (center, scale) = head(groom);
        let mut cards = Self { layers: Vec::new(), chains, hit_radius: 0.005 * scale };
        for ((number, layer), count) in
            groom.layers.iter().enumerate().zip(card_counts(groom, settings.cards))
        {
            let layer_chains: Vec<(u32, CurveFeature)> = (0..)
                .zip(&features)
                .filter(|(chain, _)| cards.chains[*chain as usize].layer == number)
                .map(|(chain, feature)| (chain, *feature))
                .collect();
            let input = LayerInput {
                layer,
                head: (center, scale),
                chains: &layer_chains,
                all_chains: &cards.chains,
                anchors: &anchors[number],
            };
            let mut made = layer_cards(&input, count, settings);
            if settings.cap && made.cards > 0 {
                made.add_cap(layer, character, (center, scale));
            }
            cards.layers.push(made);
        }
        if cards.card_count() == 0 {
            return Err(CardError::Empty);
        }
        Ok(cards)
    }

    /// Number of cards of all layers.
    #[must_use]
    pub fn card_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.cards).sum()
    }

    /// Number of vertices of all layers, with those of caps.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.mesh.positions.len()).sum()
    }

    /// Textures of the cards of a layer; `None` without cards.
    #[must_use]
    pub fn maps(&self, layer: usize) -> Option<&CardMaps> {
        self.layers.get(layer)?.maps.as_ref()
    }

    /// Chains of joints, those of a layer next to each other.
    #[must_use]
    pub fn chains(&self) -> &[HairChain] {
        &self.chains
    }
}

/// Joint of the root of each guide.
fn anchors(layer: &GroomLayer, character: &Character) -> Result<Vec<JointId>, CardError> {
    let of = |(guide, point)| {
        anchor(character, point).ok_or_else(|| CardError::NoSkin { layer: layer.name.clone(), guide })
    };
    layer.roots.iter().enumerate().map(of).collect()
}

/// Chains along guides that are far from each other. Layers get chains by the square root of their number of
/// guides, at least one.
fn chains(
    groom: &Groom,
    anchors: &[Vec<JointId>],
    settings: &CardSettings,
) -> (Vec<HairChain>, Vec<CurveFeature>) {
    let size = |layer: &GroomLayer| match layer.physics {
        Some(_) => (layer.guides.len() as f32).sqrt(),
        None => 0.0,
    };
    let counts = shares(groom.layers.iter().map(size).collect(), settings.chains, 1);
    let (mut chains, mut features) = (Vec::new(), Vec::new());
    for ((number, layer), count) in groom.layers.iter().enumerate().zip(counts) {
        let Some(physics) = layer.physics else { continue };
        let all: Vec<CurveFeature> = layer.guides.iter().map(|guide| curve_feature(guide.points())).collect();
        // Further layers than there may be chains share the joints of their roots.
        let left = settings.chains - chains.len();
        for guide in spread(&all, count.min(left)) {
            let points = layer.guides[guide].points();
            chains.push(HairChain::new(
                (number, guide),
                anchors[number][guide],
                points,
                settings.bones,
                physics,
            ));
            features.push(all[guide]);
        }
    }
    (chains, features)
}

/// Number of cards of each layer: by the square root of the length of its strands.
fn card_counts(groom: &Groom, count: usize) -> Vec<usize> {
    let size = |layer: &GroomLayer| {
        let lengths: f32 = layer.guides.iter().map(sinew::hair::ControlHair::length).sum();
        (lengths / layer.guides.len().max(1) as f32 * layer.strands.strands().len() as f32).sqrt()
    };
    shares(groom.layers.iter().map(size).collect(), count, MIN_LAYER_CARDS)
}

/// Shares of a number; each that is not 0 has at least `least`.
fn shares(sizes: Vec<f32>, count: usize, least: usize) -> Vec<usize> {
    let sum: f32 = sizes.iter().sum();
    let share = |size: f32| match size > 0.0 {
        true => ((size / sum * count as f32) as usize).max(least.min(count)),
        false => 0,
    };
    sizes.into_iter().map(share).collect()
}

/// Middle of the roots' box, from which cards face away, and the size of the head. That of the longest
/// layer's roots.
fn head(groom: &Groom) -> (Vec3, f32) {
    let roots = |layer: &GroomLayer| {
        layer.guides.iter().fold(Bounds::EMPTY, |bounds, guide| bounds.including(guide.points()[0]))
    };
    let boxes = groom.layers.iter().map(roots);
    let largest = boxes.max_by(|a, b| a.size().length().total_cmp(&b.size().length()));
    let largest = largest.unwrap_or(Bounds::EMPTY);
    (largest.center(), (largest.size().max_element() * 0.5 / HALF_HEAD).clamp(0.01, 100.0))
}
