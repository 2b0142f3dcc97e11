//! What of the character is written, and as what: which primitives can be drawn, which joints skins must have beside
//! their own, in which cubes positions are counted. Worked out before anything is written, since meshes, skins and nodes
//! depend on one another.

use super::volume::{Extent, Volume};
use crate::Report;
use sinew::character::{Mesh, MeshInstance, Skin};
use sinew::glam::Affine3A;
use sinew::{Character, JointIndex};

/// A mesh as it is written. One that is shown with several skins may be written several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeshUse {
    /// Its number in the character.
    pub(super) mesh: usize,
    /// The joint that vertices without weight hang on, by its place in the skin.
    pub(super) anchor: Option<u16>,
    /// The cube its positions are counted in; none for floats.
    pub(super) volume: Option<Volume>,
}

/// A skin as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SkinUse {
    /// Its number in the character.
    pub(super) skin: usize,
    /// Nodes that are joints beside its own, for vertices that follow their mesh's node.
    pub(super) anchors: Vec<JointIndex>,
    /// The cube that the positions of its meshes are counted in.
    pub(super) volume: Option<Volume>,
}

/// A mesh instance as it is written: numbers of meshes and skins of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) mesh: usize,
    pub(super) skin: Option<usize>,
}

/// All of it.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// For each mesh of the character, the primitives that can be written.
    pub(super) drawn: Vec<Vec<usize>>,
    /// The file's meshes.
    pub(super) meshes: Vec<MeshUse>,
    /// The file's skins.
    pub(super) skins: Vec<SkinUse>,
    /// For each mesh instance what it became; none for one that shows nothing.
    pub(super) instances: Vec<Option<Placed>>,
}

impl Plan {
    pub(super) fn new(character: &Character, quantize: bool, report: &mut Report) -> Self {
        let meshes = character.meshes().iter().enumerate();
        let mut plan =
            Self { drawn: meshes.map(|(m, mesh)| drawn(mesh, m, report)).collect(), ..Self::default() };
        let mut skin_numbers = Vec::new();
        for (s, skin) in character.skins().iter().enumerate() {
            skin_numbers.push((!skin.joints.is_empty()).then_some(plan.skins.len()));
            if skin.joints.is_empty() {
                report.warn(
                    "skin-without-joints",
                    format!("/skins/{s}"),
                    "it names no joint; it is left out",
                );
                continue;
            }
            plan.skins.push(SkinUse { skin: s, anchors: Vec::new(), volume: None });
        }
        // Each mesh under its own number as far as possible, so that references to it stay what they are.
        let mut mesh_numbers = Vec::new();
        for (m, drawn) in plan.drawn.iter().enumerate() {
            mesh_numbers.push((!drawn.is_empty()).then_some(plan.meshes.len()));
            if drawn.is_empty() {
                report.warn(
                    "mesh-without-primitives",
                    format!("/meshes/{m}"),
                    "it draws nothing; it is left out",
                );
                continue;
            }
            plan.meshes.push(MeshUse { mesh: m, anchor: None, volume: None });
        }
        let mut taken = vec![false; plan.meshes.len()];
        for instance in character.instances() {
            let number = mesh_numbers.get(instance.mesh).copied().flatten();
            let skin = instance.skin.and_then(|s| skin_numbers.get(s).copied().flatten());
            let placed = number.map(|number| plan.place(character, instance, number, skin, &mut taken));
            plan.instances.push(placed);
        }
        if quantize {
            plan.measure(character);
        }
        plan
    }

    fn place(
        &mut self,
        character: &Character,
        instance: &MeshInstance,
        number: usize,
        skin: Option<usize>,
        taken: &mut Vec<bool>,
    ) -> Placed {
        let facts = self.drawn.get(instance.mesh).zip(character.meshes().get(instance.mesh));
        let (weighted, unweighted) = facts.map_or((false, false), |(drawn, mesh)| weights(mesh, drawn));
        let skin = skin.filter(|_| weighted);
        let mut anchor = None;
        if let Some(written) = skin.and_then(|s| self.skins.get_mut(s)).filter(|_| unweighted)
            && let Some(joints) = character.skins().get(written.skin)
        {
            anchor = u16::try_from(written.anchor(joints, instance.node)).ok();
        }
        let wanted = |m: &MeshUse| m.mesh == instance.mesh && m.anchor == anchor;
        let free = taken.get(number) == Some(&false);
        let mesh =
            if free { number } else { self.meshes.iter().position(wanted).unwrap_or(self.meshes.len()) };
        if mesh == self.meshes.len() {
            self.meshes.push(MeshUse { mesh: instance.mesh, anchor, volume: None });
            taken.push(true);
        } else if let Some((written, taken)) = self.meshes.get_mut(mesh).zip(taken.get_mut(mesh)) {
            written.anchor = anchor;
            *taken = true;
        }
        Placed { mesh, skin }
    }

    /// Finds the cubes: meshes that share a skin share one, since a skin undoes but one scale.
    fn measure(&mut self, character: &Character) {
        let meshes = self.meshes.len();
        let mut group: Vec<usize> = (0..meshes + self.skins.len()).collect();
        for placed in self.instances.iter().flatten() {
            if let Some(skin) = placed.skin {
                join(&mut group, placed.mesh, meshes + skin);
            }
        }
        let mut extents = vec![Extent::EMPTY; group.len()];
        for (number, written) in self.meshes.iter().enumerate() {
            let drawn = self.drawn.get(written.mesh).map(Vec::as_slice).unwrap_or_default();
            let extent = character.meshes().get(written.mesh).map_or(Extent::EMPTY, |m| Extent::of(m, drawn));
            if let Some(whole) = extents.get_mut(find(&group, number)) {
                *whole = whole.union(extent);
            }
        }
        let volume = |group: &[usize], n| extents.get(find(group, n)).and_then(Extent::volume);
        for (number, written) in self.meshes.iter_mut().enumerate() {
            written.volume = volume(&group, number);
        }
        for (number, written) in self.skins.iter_mut().enumerate() {
            written.volume = volume(&group, meshes + number);
        }
    }
}

impl SkinUse {
    /// The place in the skin of a joint that moves as `node` does, from the mesh's own space.
    fn anchor(&mut self, skin: &Skin, node: JointIndex) -> usize {
        let own = skin.joints.iter().zip(&skin.inverse_binds);
        let own = own.clone().position(|(&joint, bind)| joint == node && *bind == Affine3A::IDENTITY);
        own.unwrap_or_else(|| {
            let known = self.anchors.iter().position(|&anchor| anchor == node);
            skin.joints.len()
                + known.unwrap_or_else(|| {
                    self.anchors.push(node);
                    self.anchors.len() - 1
                })
        })
    }
}

/// The primitives of a mesh that draw something, others being reported.
fn drawn(mesh: &Mesh, m: usize, report: &mut Report) -> Vec<usize> {
    let primitives = mesh.primitives.iter().enumerate();
    let drawn = primitives.filter(|(p, primitive)| {
        let draws = !primitive.positions.is_empty() && !primitive.indices.is_empty();
        if !draws {
            let place = format!("/meshes/{m}/primitives/{p}");
            report.warn("primitive-count", place, "it draws nothing; it is left out");
        }
        draws
    });
    drawn.map(|(p, _)| p).collect()
}

/// Whether some vertices of a mesh have joint weights, and whether some have none.
fn weights(mesh: &Mesh, drawn: &[usize]) -> (bool, bool) {
    let (mut weighted, mut unweighted) = (false, false);
    for primitive in drawn.iter().filter_map(|&p| mesh.primitives.get(p)) {
        match &primitive.influences {
            None => unweighted = true,
            Some(influences) => {
                weighted = true;
                unweighted |= (0..influences.len()).any(|v| influences.of(v).next().is_none());
            }
        }
    }
    (weighted, unweighted)
}

/// The group that `n` belongs to (Galler and Fischer, *An Improved Equivalence Algorithm*, 1964).
pub(super) fn find(group: &[usize], mut n: usize) -> usize {
    while let Some(&above) = group.get(n).filter(|&&above| above != n) {
        n = above;
    }
    n
}

/// Makes one group of two.
pub(super) fn join(group: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(group, a), find(group, b));
    // The smaller number leads, so that the outcome does not depend on the order.
    if let Some(above) = group.get_mut(a.max(b)) {
        *above = a.min(b);
    }
}
