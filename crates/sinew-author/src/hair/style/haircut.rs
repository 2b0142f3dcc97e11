//! Generation of one layer of a groom: roots, guides and the strands between them.

use super::comb::{Combing, EDGE, Group};
use super::fur;
use super::grow::Growth;
use super::lids::lid_roots;
use super::maps::GroomMaps;
use super::parting;
use super::planes::{Planes, Unroll};
use super::roots::{Root, RootField};
use super::seed::Seed;
use super::shape::Shape;
use super::tie::Tie;
use crate::hair::head::SkinDistance;
use crate::hair::{Comb, Curl, GroomLayerDescription, GroomMakingError, HairRegion, HairSkin, HeadShape};
use glam::Vec3;
use sinew::character::Character;
use sinew::hair::{ControlHair, GroomLayer, GuidePose, HairCurve, HairLook, Strand, Strands};
use sinew::internal::{Random, blend_guides};
use sinew::math::smoothstep;

/// Largest distance of a strand's guides from its root, in mean distances of guides.
const MAX_REACH: f32 = 4.0;
/// Cosine of the angle between the direction of a strand and that of its guides at the edge of a fringe.
const SAME_WAY: f32 = 0.3;
/// Share of the strands at the hairline that are short (baby hair), and their lengths on the head of an adult,
/// metres.
const BABY_SHARE: f32 = 0.45;
/// See [`BABY_SHARE`].
const BABY_LENGTHS: (f32, f32) = (0.008, 0.035);

/// Layer that is generated.
pub(super) struct Haircut<'a> {
    pub(super) character: &'a Character,
    pub(super) skin: &'a HairSkin,
    pub(super) head: &'a HeadShape,
    pub(super) distance: &'a SkinDistance,
    pub(super) layer: &'a GroomLayerDescription,
    pub(super) maps: &'a GroomMaps,
    pub(super) tie: Option<Tie>,
    /// Called with a number of strands that have come a step further.
    pub(super) progress: &'a dyn Fn(usize),
}

impl Haircut<'_> {
    /// The layer, without the tail of tied hair.
    pub(super) fn layer(&self) -> Result<GroomLayer, GroomMakingError> {
        let Self { head, layer, .. } = *self;
        let name = if layer.name.is_empty() { format!("{:?}", layer.region) } else { layer.name.clone() };
        let no_skin = |reason| GroomMakingError::NoSkin { layer: name, reason };
        if layer.region.needs_face() && head.landmarks.is_none() {
            return Err(no_skin(
                "no face is found, whose landmarks its region needs; give the face's landmarks",
            ));
        }
        let is_lash = layer.region == HairRegion::Lashes;
        let combing = Combing { head, layer, tie: self.tie.map(|tie| tie.position) };
        let field =
            (!is_lash).then(|| RootField::new(self.skin, &combing, self.distance, self.maps)).transpose()?;
        let sample = |count, random: &mut Random| match &field {
            Some(field) => field.sample(count, random, self.progress),
            None => lid_roots(self.skin, head, count, random),
        };
        // Brows and lashes are short and fine: the field of the skin is coarser than they are.
        let is_fine = is_lash || layer.region == HairRegion::Brows;
        let distance = (!is_fine).then_some(self.distance);
        let growth = Growth { combing: &combing, skin: distance };
        let mut roots = sample(layer.guides, &mut Random::named(layer.seed, "guides"));
        if layer.region.is_on_body() {
            let length = layer.length * head.scale;
            roots.iter_mut().for_each(|root| {
                root.length *= fur::share_of_length(self.character, self.skin, root, length)
            });
        }
        if roots.is_empty() {
            return Err(no_skin(
                "no open eyes are found: lashes need eyeballs that are pieces of the mesh of their own, \
                 and lids around them",
            ));
        }
        let groups: Vec<Group> = roots.iter().map(|root| growth.combing.group(root.position)).collect();
        let guides =
            roots.iter().map(|root| growth.guide(root, layer.points)).collect::<Result<Vec<_>, _>>()?;
        // Guides that are neighbours, on either side of a gap without hair.
        let reach = field.as_ref().map_or(f32::INFINITY, |field| field.spacing(layer.guides) * MAX_REACH);
        let middle = if is_fine { head.center } else { head.skull() };
        let unroll = Unroll::new(middle, roots.iter().map(|root| root.position));
        let positions = roots.iter().map(|root| unroll.at(root.position)).collect();
        let planes = Planes::new(positions, &groups);
        let around = layer.region.is_on_body().then(|| fur::NearGuides::new(&roots, reach / MAX_REACH));
        let mut random = Random::named(layer.seed, "strands");
        let mut grown: Vec<Root> = sample(layer.strands, &mut random);
        parting::close(&combing, &mut grown);
        let mut baby = Random::named(layer.seed, "baby hair");
        let seeds = grown.iter().filter_map(|root| {
            let group = growth.combing.strand_group(root.position);
            let (guides, weights) = match &around {
                Some(around) => around.weights(root)?,
                None => planes.weights(unroll.at(root.position), group),
            };
            let way = combing.direction(root.position, root.position);
            let is_near = |guide: u32| {
                let guide = roots[guide as usize].position;
                // At the edge of a fringe some guides go the other way.
                let goes_along = group != EDGE || combing.direction(guide, guide).dot(way) > SAME_WAY;
                goes_along && guide.distance(root.position) < reach
            };
            let weights = near_weights(guides, weights, is_near)?;
            let weighted = |(guide, weight): (u32, f32)| roots[guide as usize].length * weight;
            let length: f32 = guides.into_iter().zip(weights).map(weighted).sum();
            let (is_baby, short) = (baby.unit(), baby.unit());
            let border = layer.region.border(head, root.position);
            let baby_length = BABY_LENGTHS.0 + (BABY_LENGTHS.1 - BABY_LENGTHS.0) * short;
            let most = match is_baby < BABY_SHARE * smoothstep((border - 0.5) / 0.5) {
                true => baby_length / layer.length,
                false => 1.0,
            };
            Some(Seed {
                root: root.position,
                group,
                guides,
                weights,
                length: if around.is_some() { 1.0 } else { (root.length / length).min(1.0).min(most) },
                tint: root.tint,
            })
        });
        let is_cap = matches!(layer.comb, Comb::Tied { .. });
        // Hair before a tie is drawn straight.
        let curl = layer.curl.filter(|_| !is_cap);
        let strands = self.strands(&guides, seeds.collect(), (distance, curl), &mut random)?;
        let made = GroomLayer::new(
            layer.name.clone(),
            guides,
            roots.iter().map(|root| root.point).collect(),
            strands,
        )?
        .with_look(self.look());
        Ok(match layer.physics.filter(|_| !is_cap) {
            Some(physics) => made.with_physics(physics),
            None => made,
        })
    }

    /// Look of the layer on this head.
    pub(super) fn look(&self) -> HairLook {
        let mut look = self.layer.look;
        look.width *= self.head.scale;
        look
    }

    /// Layer of the hair beyond a tie, without physics. It has one tint where the layer has a map of colours.
    pub(super) fn beyond_tie(
        &self,
        tie: &Tie,
        guides: Vec<ControlHair>,
        mut strands: Strands,
        tint: [u8; 3],
    ) -> Result<GroomLayer, GroomMakingError> {
        if self.layer.color_map.is_some() {
            let tints = vec![tint; strands.strands().len()];
            strands = strands.with_tints(tints)?;
        }
        let roots = vec![tie.point; guides.len()];
        let name = format!("{} tail", self.layer.name).trim().to_owned();
        Ok(GroomLayer::new(name, guides, roots, strands)?.with_look(self.look()))
    }

    /// Strand of a random length.
    pub(super) fn strand(&self, guides: [u32; 4], weights: [f32; 4], random: &mut Random) -> Strand {
        let length = 1.0 - self.layer.length_variation * random.unit();
        Strand { guides, weights, length, random: random.unit() }
    }

    /// Strands that grow from these seeds.
    pub(super) fn strands(
        &self,
        guides: &[ControlHair],
        seeds: Vec<Seed>,
        (skin, curl): (Option<&SkinDistance>, Option<Curl>),
        random: &mut Random,
    ) -> Result<Strands, GroomMakingError> {
        let layer = self.layer;
        let (points, curve) = (layer.strand_points, HairCurve::default());
        let pose = GuidePose::at_rest(guides);
        let shape = Shape {
            layer,
            curl,
            clumps: layer.clumps(),
            scale: self.head.scale,
            skin,
            progress: self.progress,
        };
        let locks = shape.locks(&seeds);
        let follow = |(number, seed): (usize, &Seed)| {
            let mut strand = self.strand(seed.guides, seed.weights, random);
            // Where guides part, a lock stays together: its strands follow the guide of its middle.
            let lead = locks.middle(number).map(|middle| seeds[middle].guides[0]);
            let mut shares = strand.guides.iter().zip(strand.weights);
            if let Some(index) = shares.position(|(guide, weight)| Some(*guide) == lead && weight > 0.0) {
                strand.guides.swap(0, index);
                strand.weights.swap(0, index);
            }
            Strand { length: strand.length * seed.length, ..strand }
        };
        let strands: Vec<Strand> = seeds.iter().enumerate().map(follow).collect();
        let between = strands.iter().flat_map(|strand| {
            let along = move |n: usize| strand.length * n as f32 / (points - 1) as f32;
            let pose = &pose;
            (0..points).map(move |n| blend_guides(strand, along(n), curve, pose))
        });
        // First the positions between the guides, then how far from them the strands are.
        let mut offsets: Vec<Vec3> = between.collect();
        let mut shaped = offsets.clone();
        for (points, seed) in shaped.chunks_exact_mut(points).zip(&seeds) {
            let missing = seed.root - points[0];
            points.iter_mut().for_each(|point| *point += missing);
        }
        shape.apply(&mut shaped, &locks, random);
        offsets.iter_mut().zip(&shaped).for_each(|(offset, point)| *offset = *point - *offset);
        let tints = match layer.color_map {
            Some(_) => seeds.iter().map(|seed| seed.tint).collect(),
            None => Vec::new(),
        };
        Ok(Strands::new(strands, offsets, points, curve, guides.len())?.with_tints(tints)?)
    }
}

/// Weights of the guides that are near, with a sum of 1; `None` where none is.
fn near_weights(guides: [u32; 4], weights: [f32; 4], is_near: impl Fn(u32) -> bool) -> Option<[f32; 4]> {
    let mut near = weights;
    for (weight, guide) in near.iter_mut().zip(guides) {
        if !is_near(guide) {
            *weight = 0.0;
        }
    }
    let sum: f32 = near.iter().sum();
    (sum > 0.0).then(|| near.map(|weight| weight / sum))
}
