use super::comb::{Combing, Group};
use super::grow::Growth;
use super::lids::lid_roots;
use super::maps::GroomMaps;
use super::planes::{Planes, Unroll};
use super::roots::{Root, RootField};
use super::shape::{Shaped, shape};
use super::tie::Tie;
use crate::hair::head::SkinDistance;
use crate::hair::strand::blend;
use crate::hair::{
    Comb, ControlHair, GroomError, GroomLayer, GuidePose, HairCurve, HairLook, HairRegion, HairSkin,
    HeadShape, LayerDescription, Strand, Strands,
};
use crate::math::random::Random;
use glam::Vec3;

/// Layer that is generated.
pub(super) struct Haircut<'a> {
    pub(super) skin: &'a HairSkin,
    pub(super) head: &'a HeadShape,
    pub(super) distance: &'a SkinDistance,
    pub(super) layer: &'a LayerDescription,
    pub(super) maps: &'a GroomMaps,
    pub(super) tie: Option<Tie>,
}

impl Haircut<'_> {
    /// The layer, without the tail of tied hair.
    pub(super) fn layer(&self) -> Result<GroomLayer, GroomError> {
        let Self { head, layer, .. } = *self;
        let no_skin = |reason| GroomError::NoSkin { layer: layer.name.clone(), reason };
        if layer.region.needs_face() && head.landmarks.is_none() {
            return Err(no_skin("no face is found, whose landmarks its region needs"));
        }
        let is_lash = layer.region == HairRegion::Lashes;
        let field = (!is_lash).then(|| RootField::new(self.skin, head, layer, self.maps)).transpose()?;
        let sample = |count, random: &mut Random| match &field {
            Some(field) => field.sample(count, random),
            None => lid_roots(self.skin, head, count, random),
        };
        let combing = Combing { head, layer, tie: self.tie.map(|tie| tie.place) };
        let growth = Growth { combing, skin: self.distance };
        let roots = sample(layer.guides, &mut Random::named(layer.seed, "guides"));
        if roots.is_empty() {
            return Err(no_skin("the eyes have no open edges in the mesh"));
        }
        let groups: Vec<Group> = roots.iter().map(|root| growth.combing.group(root.position)).collect();
        let guides = roots
            .iter()
            .zip(&groups)
            .map(|(root, group)| growth.guide(root, *group, layer.points))
            .collect::<Result<Vec<_>, _>>()?;
        let middle = if is_lash || layer.region == HairRegion::Brows { head.center } else { head.skull() };
        let unroll = Unroll::new(middle, roots.iter().map(|root| root.position));
        let places = roots.iter().map(|root| unroll.at(root.position)).collect();
        let planes = Planes::new(places, &groups);
        let mut random = Random::named(layer.seed, "strands");
        let grown: Vec<Root> = sample(layer.strands, &mut random);
        let seeds = grown.iter().map(|root| {
            let group = growth.combing.strand_group(root.position);
            let (guides, weights) = planes.weights(unroll.at(root.position), group);
            Seed { root: root.position, group, guides, weights }
        });
        let strands = self.strands(&guides, seeds.collect(), Some(self.distance), &mut random)?;
        let made = GroomLayer::new(
            layer.name.clone(),
            guides,
            roots.iter().map(|root| root.point).collect(),
            strands,
        )?
        .with_look(self.look());
        let is_cap = matches!(layer.comb, Comb::Tied { .. });
        Ok(match layer.physics.filter(|_| !is_cap) {
            Some(physics) => made.with_physics(physics),
            None => made,
        })
    }

    /// Look of the layer on this head.
    pub(super) fn look(&self) -> HairLook {
        HairLook { width: self.layer.look.width * self.head.scale, ..self.layer.look }
    }

    /// Strand of a random length.
    pub(super) fn strand(&self, guides: [u32; 4], weights: [f32; 4], random: &mut Random) -> Strand {
        let length = 1.0 - self.layer.length_variation * random.unit();
        Strand { guides, weights, length, random: random.unit() }
    }

    /// Strands that grow at these places.
    pub(super) fn strands(
        &self,
        guides: &[ControlHair],
        seeds: Vec<Seed>,
        skin: Option<&SkinDistance>,
        random: &mut Random,
    ) -> Result<Strands, GroomError> {
        let layer = self.layer;
        let (points, curve) = (layer.strand_points, HairCurve::default());
        let pose = GuidePose::at_rest(guides);
        let at = |strand: &Strand, n: usize| {
            blend(strand, strand.length * n as f32 / (points - 1) as f32, curve, &pose)
        };
        let follow = |seed: &Seed| self.strand(seed.guides, seed.weights, random);
        let strands: Vec<Strand> = seeds.iter().map(follow).collect();
        let mut shaped: Vec<Shaped> = strands
            .iter()
            .zip(&seeds)
            .map(|(strand, seed)| {
                let missing = seed.root - at(strand, 0);
                let points = (0..points).map(|n| at(strand, n) + missing).collect();
                Shaped { root: seed.root, group: seed.group, points }
            })
            .collect();
        shape(&mut shaped, layer, self.head.scale, skin, random);
        let offsets: Vec<Vec3> = strands
            .iter()
            .zip(&shaped)
            .flat_map(|(strand, shaped)| {
                shaped.points.iter().enumerate().map(move |(n, point)| *point - at(strand, n))
            })
            .collect();
        Ok(Strands::new(strands, offsets, points, curve, guides.len())?)
    }
}

/// Place where a strand grows, and the guides it follows.
pub(super) struct Seed {
    pub(super) root: Vec3,
    pub(super) group: Group,
    pub(super) guides: [u32; 4],
    pub(super) weights: [f32; 4],
}
