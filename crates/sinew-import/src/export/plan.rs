//! Export plan: exported meshes, primitives and skins, additional joints, and quantization volumes. It is
//! computed first, since meshes, skins and nodes depend on each other.

use super::small_mesh::PosedMeshes;
use super::volume::{Extent, Volume};
use crate::Report;
use sinew::character::{Mesh, MeshId, MeshInstance, Skin, SkinId};
use sinew::clip::JointTrack;
use sinew::glam::Affine3A;
use sinew::skeleton::{Joint, MAX_COORDINATE};
use sinew::{Character, JointId, RawClip, Skeleton};

/// Exported mesh. A mesh that is used with several skins may be exported several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeshUse {
    /// Mesh of the character.
    pub(super) mesh: MeshId,
    /// Joint for vertices without weights, as an index into the skin's joints.
    pub(super) anchor: Option<u16>,
    /// Quantization volume of the positions; `None` for floats.
    pub(super) volume: Option<Volume>,
    /// Step of floats in metres that vertices need; `None` for all bits.
    pub(super) step: Option<f32>,
}

/// Exported skin.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SkinUse {
    /// Skin of the character.
    pub(super) skin: SkinId,
    /// Additional joints for vertices that follow the node of their mesh.
    pub(super) anchors: Vec<JointId>,
    /// Quantization volume of its meshes.
    pub(super) volume: Option<Volume>,
}

/// Exported mesh instance: indices of the file's mesh and skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct InstanceUse {
    pub(super) mesh: usize,
    pub(super) skin: Option<usize>,
}

/// Export plan of a character.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Exportable primitives of each mesh of the character.
    pub(super) drawn: Vec<Vec<usize>>,
    /// Meshes of the file.
    pub(super) meshes: Vec<MeshUse>,
    /// Skins of the file.
    pub(super) skins: Vec<SkinUse>,
    /// Exported mesh instances; `None` for one without drawable primitives.
    pub(super) instances: Vec<Option<InstanceUse>>,
}

impl Plan {
    /// Plan of an export; vertices are as near as `posed` says.
    pub(super) fn new(
        character: &Character,
        quantize: bool,
        posed: Option<&PosedMeshes>,
        report: &mut Report,
    ) -> Self {
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
                    "the skin has no joints; it is left out",
                );
                continue;
            }
            plan.skins.push(SkinUse { skin: SkinId(s as u32), anchors: Vec::new(), volume: None });
        }
        // Meshes keep their indices as far as possible, so that references to them remain valid.
        let mut mesh_numbers = Vec::new();
        for (m, drawn) in plan.drawn.iter().enumerate() {
            mesh_numbers.push((!drawn.is_empty()).then_some(plan.meshes.len()));
            if drawn.is_empty() {
                report.warn(
                    "mesh-without-primitives",
                    format!("/meshes/{m}"),
                    "there is nothing to draw; it is left out",
                );
                continue;
            }
            plan.meshes.push(MeshUse { mesh: MeshId(m as u32), anchor: None, volume: None, step: None });
        }
        let mut taken = vec![false; plan.meshes.len()];
        for instance in character.mesh_instances() {
            let number = mesh_numbers.get(instance.mesh.index()).copied().flatten();
            let skin = instance.skin.and_then(|s| skin_numbers.get(s.index()).copied().flatten());
            let placed =
                number.map(|number| plan.add_instance(character, instance, number, skin, &mut taken));
            plan.instances.push(placed);
        }
        if quantize {
            plan.find_volumes(character, posed);
        }
        plan
    }

    /// Drops all volumes where readers could not pose what undoes their scaling: nodes of meshes without a
    /// skin, in the rest pose or in a clip, or inverse bind matrices.
    pub(super) fn check_volumes(&mut self, character: &Character, clips: &[RawClip], report: &mut Report) {
        if self.are_binds_posable(character) && self.are_nodes_posable(character, clips) {
            return;
        }
        self.meshes.iter_mut().for_each(|mesh| mesh.volume = None);
        self.skins.iter_mut().for_each(|skin| skin.volume = None);
        let message = "positions are too far away to be quantized; they are written in full";
        report.warn("too-large-number", "/meshes", message);
    }

    fn are_binds_posable(&self, character: &Character) -> bool {
        self.skins.iter().all(|written| {
            let binds = character.skins().get(written.skin.index()).map(|skin| skin.inverse_binds.as_slice());
            written.volume.is_none_or(|volume| {
                let numbers =
                    binds.unwrap_or_default().iter().flat_map(|bind| volume.bind(bind).to_cols_array());
                numbers.into_iter().all(|number| number.abs() <= MAX_COORDINATE)
            })
        })
    }

    fn are_nodes_posable(&self, character: &Character, clips: &[RawClip]) -> bool {
        let skeleton = character.skeleton();
        let joint = |n: usize| {
            let joint = skeleton.by_file_index(n)?;
            let parent = skeleton.parent(joint).map(|parent| skeleton.file_index(parent) as u32);
            let rest = skeleton.rest().get(joint.index()).copied()?;
            Some(Joint { name: String::new(), parent, rest, in_scene: true })
        };
        let mut joints: Vec<Joint> = (0..skeleton.len()).filter_map(joint).collect();
        for (placed, instance) in self.instances.iter().zip(character.mesh_instances()) {
            let rigid = placed.filter(|placed| placed.skin.is_none());
            let volume = rigid.and_then(|placed| self.meshes.get(placed.mesh)?.volume);
            joints.extend(volume.map(|volume| {
                let parent = Some(skeleton.file_index(instance.node) as u32);
                Joint { name: String::new(), parent, rest: volume.transform(), in_scene: true }
            }));
        }
        if joints.len() == skeleton.len() {
            return true;
        }
        // Nodes without children follow all joints, so joints may have other indices than in the character.
        let Ok(extended) = Skeleton::new(joints) else { return true };
        let moved = |clip: &RawClip| {
            let at = |joint: JointId| extended.by_file_index(skeleton.file_index(joint)).unwrap_or(joint);
            let joints =
                clip.joints.iter().map(|track| JointTrack { joint: at(track.joint), ..track.clone() });
            RawClip { joints: joints.collect(), ..RawClip::default() }
        };
        extended.unposable(extended.rest()).next().is_none()
            && clips.iter().all(|clip| moved(clip).first_unposable(&extended).is_none())
    }

    fn add_instance(
        &mut self,
        character: &Character,
        instance: &MeshInstance,
        number: usize,
        skin: Option<usize>,
        taken: &mut Vec<bool>,
    ) -> InstanceUse {
        let drawn = self.drawn.get(instance.mesh.index()).zip(character.meshes().get(instance.mesh.index()));
        let (weighted, unweighted) = drawn.map_or((false, false), |(drawn, mesh)| weights(mesh, drawn));
        let skin = skin.filter(|_| weighted);
        let mut anchor = None;
        if let Some(written) = skin.and_then(|s| self.skins.get_mut(s)).filter(|_| unweighted)
            && let Some(joints) = character.skins().get(written.skin.index())
        {
            anchor = u16::try_from(written.anchor(joints, instance.node)).ok();
        }
        let wanted = |m: &MeshUse| m.mesh == instance.mesh && m.anchor == anchor;
        let free = taken.get(number) == Some(&false);
        let mesh =
            if free { number } else { self.meshes.iter().position(wanted).unwrap_or(self.meshes.len()) };
        if mesh == self.meshes.len() {
            self.meshes.push(MeshUse { mesh: instance.mesh, anchor, volume: None, step: None });
            taken.push(true);
        } else if let Some((written, taken)) = self.meshes.get_mut(mesh).zip(taken.get_mut(mesh)) {
            written.anchor = anchor;
            *taken = true;
        }
        InstanceUse { mesh, skin }
    }

    /// Computes the quantization volumes. Meshes that share a skin share a volume, since a skin can undo only
    /// one scale.
    fn find_volumes(&mut self, character: &Character, posed: Option<&PosedMeshes>) {
        let meshes = self.meshes.len();
        let mut group: Vec<usize> = (0..meshes + self.skins.len()).collect();
        for placed in self.instances.iter().flatten() {
            if let Some(skin) = placed.skin {
                join(&mut group, placed.mesh, meshes + skin);
            }
        }
        let mut extents = vec![Extent::EMPTY; group.len()];
        let mut steps: Vec<Option<f32>> = vec![None; group.len()];
        for (number, written) in self.meshes.iter().enumerate() {
            let drawn = self.drawn.get(written.mesh.index()).map(Vec::as_slice).unwrap_or_default();
            let extent =
                character.meshes().get(written.mesh.index()).map_or(Extent::EMPTY, |m| Extent::of(m, drawn));
            if let Some(whole) = extents.get_mut(find(&group, number)) {
                *whole = whole.union(extent);
            }
            let step = posed.map(|posed| posed.step(written.mesh).unwrap_or(0.0));
            if let Some(finest) = steps.get_mut(find(&group, number)) {
                *finest = [*finest, step].into_iter().flatten().reduce(f32::min);
            }
        }
        let volume = |group: &[usize], n| {
            let n = find(group, n);
            let volume = extents.get(n).and_then(Extent::volume)?;
            match steps.get(n).copied().flatten() {
                None => Some(volume),
                Some(step) => volume.with_step(step),
            }
        };
        for (number, written) in self.meshes.iter_mut().enumerate() {
            written.volume = volume(&group, number);
            written.step = steps.get(find(&group, number)).copied().flatten().filter(|step| *step > 0.0);
        }
        for (number, written) in self.skins.iter_mut().enumerate() {
            written.volume = volume(&group, meshes + number);
        }
    }
}

impl SkinUse {
    /// Index of a joint that moves mesh space with `node`; added if the skin has none.
    fn anchor(&mut self, skin: &Skin, node: JointId) -> usize {
        let pairs = skin.joints.iter().zip(&skin.inverse_binds);
        let index = pairs.clone().position(|(&joint, bind)| joint == node && *bind == Affine3A::IDENTITY);
        index.unwrap_or_else(|| {
            let known = self.anchors.iter().position(|&anchor| anchor == node);
            skin.joints.len()
                + known.unwrap_or_else(|| {
                    self.anchors.push(node);
                    self.anchors.len() - 1
                })
        })
    }
}

/// Drawable primitives of a mesh. Others are reported.
fn drawn(mesh: &Mesh, m: usize, report: &mut Report) -> Vec<usize> {
    let primitives = mesh.primitives.iter().enumerate();
    let drawn = primitives.filter(|(p, primitive)| {
        let draws = !primitive.positions.is_empty() && !primitive.indices.is_empty();
        if !draws {
            let location = format!("/meshes/{m}/primitives/{p}");
            report.warn("primitive-count", location, "there is nothing to draw; it is left out");
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
                unweighted |= (0..influences.len()).any(|v| influences.of_vertex(v).next().is_none());
            }
        }
    }
    (weighted, unweighted)
}

/// Union-find: representative of the group of `n` (Galler and Fischer, *An Improved Equivalence Algorithm*,
/// 1964).
pub(super) fn find(group: &[usize], mut n: usize) -> usize {
    while let Some(&above) = group.get(n).filter(|&&above| above != n) {
        n = above;
    }
    n
}

/// Union-find: merges the groups of `a` and `b`.
pub(super) fn join(group: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(group, a), find(group, b));
    // The smaller index is the representative, so that the result does not depend on the order.
    if let Some(above) = group.get_mut(a.max(b)) {
        *above = a.min(b);
    }
}
