use super::face_part::FacePart;
use super::lip_sides::LipSides;
use super::shapes::{self, SidedFace};
use super::surface::Surface;
use super::{FaceLandmarks, FaceTransferError, fit, inner_mouth};
use crate::character::{Character, CharacterParts};
use crate::face::normalized;
use crate::humanoid::HumanBone;
use crate::morph::MorphTarget;
use glam::Vec3;

/// Beginnings of names of shapes of the eyelids, as [`normalized`] has them.
const EYELIDS: [&str; 6] = ["eyeblink", "eyesquint", "eyewide", "eyelook", "blink", "eyesclosed"];

/// Transfer of the shapes of a face to the head of another character.
///
/// Both characters face +Z at rest. The result has the morph targets of the source's face under the same names, so that speech and
/// expressions find them, and the source's teeth and tongue.
///
/// The method is a nearest-point transfer after a warp by landmarks; see Noh and Neumann, *Expression Cloning* (SIGGRAPH 2001).
#[derive(Clone, Debug)]
pub struct FaceTransfer<'a> {
    source: &'a Character,
    landmarks: FaceLandmarks,
    eyelids: bool,
    inner_mouth: bool,
}

/// Report of [`FaceTransfer::apply`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FaceTransferReport {
    /// Names of the new morph targets.
    pub shapes: Vec<String>,
    /// Names of morph targets that the head had before, which are kept as they were.
    pub kept: Vec<String>,
    /// Whether the lips are apart in the mesh of the head. Where they are one surface the mouth cannot open.
    pub lips_apart: bool,
    /// Number of vertices that at least one of the shapes moves.
    pub vertices: usize,
}

impl<'a> FaceTransfer<'a> {
    /// Transfer of the shapes of `source`, whose face has the landmarks `landmarks`: without those of the eyelids, and with teeth
    /// and tongue.
    #[must_use]
    pub fn new(source: &'a Character, landmarks: FaceLandmarks) -> Self {
        Self { source, landmarks, eyelids: false, inner_mouth: true }
    }

    /// The transfer with or without the shapes of the eyelids (`eyeBlinkLeft`, `eyeWideRight` …). They need lids that are modelled
    /// apart from the eyes: a scan of one surface has none.
    #[must_use]
    pub fn with_eyelids(mut self, eyelids: bool) -> Self {
        self.eyelids = eyelids;
        self
    }

    /// The transfer with or without copies of the source's teeth and tongue: its meshes with `teeth`, `tongue`, `gums` or `mouth` in
    /// their names. A head that has such meshes keeps its own.
    #[must_use]
    pub fn with_inner_mouth(mut self, inner_mouth: bool) -> Self {
        self.inner_mouth = inner_mouth;
        self
    }

    /// Gives a head with the landmarks `landmarks` the shapes.
    ///
    /// # Errors
    /// When there is no face, the source has no shapes, or landmarks are not those of a face.
    pub fn apply(
        &self,
        head: Character,
        landmarks: &FaceLandmarks,
    ) -> Result<(Character, FaceTransferReport), FaceTransferError> {
        let own = [("source landmarks", &self.landmarks), ("landmarks", landmarks)];
        if let Some((landmarks, _)) = own.iter().find(|(_, landmarks)| !landmarks.is_face()) {
            return Err(FaceTransferError::Landmarks { landmarks });
        }
        let from = FacePart::of_landmarks(self.source, &self.landmarks)?;
        let to = FacePart::of_landmarks(&head, landmarks)?;
        let names = self.names(from, &to.mesh(&head).morph_names);
        if names.is_empty() {
            return Err(FaceTransferError::NoShapes);
        }
        let own_surface = Surface::new(self.source, from);
        let surface = Surface::new(&head, to);
        let (own_neighbors, neighbors) = (own_surface.neighbors(), surface.neighbors());
        let own_sides = LipSides::new(&own_surface, &own_neighbors, &self.landmarks);
        let sides = LipSides::new(&surface, &neighbors, landmarks);
        let own_map = self.landmarks.depth_map(&own_surface);
        let map = landmarks.depth_map(&surface);
        let own_landmarks = own_sides.with_gap_ends(&own_surface, &self.landmarks, &own_map);
        let landmarks = sides.with_gap_ends(&surface, landmarks, &map);
        let warp = fit::fit((&own_map, &own_landmarks), (&map, &landmarks))
            .ok_or(FaceTransferError::Landmarks { landmarks: "landmarks" })?;
        let mut offsets = self.surface_offsets(from, &own_surface);
        offsets = names.iter().map(|(shape, _)| std::mem::take(&mut offsets[*shape])).collect();
        let own = SidedFace { surface: &own_surface, neighbors: &own_neighbors, sides: &own_sides };
        let other = SidedFace { surface: &surface, neighbors: &neighbors, sides: &sides };
        let moved = shapes::follow(&own, &offsets, &warp, &other, landmarks.mouth_half());
        let mut report = FaceTransferReport {
            shapes: names.iter().map(|(_, name)| name.clone()).collect(),
            kept: to.mesh(&head).morph_names.clone(),
            lips_apart: sides.are_apart,
            vertices: 0,
        };
        let is_moved =
            |vertex: usize| moved.iter().any(|shape| shape.get(vertex).is_some_and(|m| *m != Vec3::ZERO));
        report.vertices = (0..surface.positions.len()).filter(|vertex| is_moved(*vertex)).count();
        let joint = head.humanoid().and_then(|humanoid| humanoid.joint(HumanBone::Head));
        let joint = joint.unwrap_or(head.mesh_instances()[to.instance].node);
        let node = (joint, head.rest_model()[joint.index()]);
        let copies_mouth = self.inner_mouth && inner_mouth::parts(&head, to).is_empty();
        let mut parts = head.into_parts();
        add(&mut parts, to, &surface, &report.shapes, &moved);
        if copies_mouth {
            for part in inner_mouth::parts(self.source, from) {
                inner_mouth::copy(self.source, part, &warp, node, &mut parts);
            }
        }
        Ok((Character::new(parts)?, report))
    }

    /// Numbers and names of the source's shapes that the head does not have.
    fn names(&self, from: FacePart, known: &[String]) -> Vec<(usize, String)> {
        let names = from.mesh(self.source).morph_names.iter().enumerate();
        let is_new = |name: &String| {
            let lids = !self.eyelids && EYELIDS.iter().any(|start| normalized(name).starts_with(start));
            !lids && !known.contains(name)
        };
        names.filter(|(_, name)| is_new(name)).map(|(shape, name)| (shape, name.clone())).collect()
    }

    /// Offsets of the vertices of the source's surface, one list per shape.
    fn surface_offsets(&self, from: FacePart, surface: &Surface) -> shapes::Offsets {
        let joined = |offsets: Vec<Vec3>| {
            let mut joined = vec![Vec3::ZERO; if offsets.is_empty() { 0 } else { surface.positions.len() }];
            offsets
                .iter()
                .zip(&surface.vertex_of)
                .for_each(|(offset, vertex)| joined[*vertex as usize] = *offset);
            joined
        };
        shapes::own_offsets(self.source, from).into_iter().map(joined).collect()
    }
}

/// Adds shapes to the mesh of a part.
fn add(
    parts: &mut CharacterParts,
    to: FacePart,
    surface: &Surface,
    names: &[String],
    moved: &shapes::Offsets,
) {
    let normals = surface.normals(&surface.positions);
    let turned = |shape: &Vec<Vec3>| {
        let positions: Vec<Vec3> = surface.positions.iter().zip(shape).map(|(p, m)| *p + *m).collect();
        if shape.is_empty() { Vec::new() } else { surface.normals(&positions) }
    };
    let turned: Vec<Vec<Vec3>> = moved.iter().map(turned).collect();
    let id = parts.mesh_instances[to.instance.index()].mesh;
    let mesh = &mut parts.meshes[id.index()];
    let mut start = 0;
    for primitive in &mut mesh.primitives {
        let is_surface = primitive.topology == crate::character::Topology::Triangles;
        let count = primitive.positions.len();
        for (shape, turned) in moved.iter().zip(&turned) {
            if !is_surface || shape.is_empty() {
                primitive.morph_targets.push(MorphTarget::default());
                continue;
            }
            let local = |vertex: usize| (surface.vertex_of[vertex] as usize, surface.mesh_from_model[vertex]);
            let offsets: Vec<Vec3> = (start..start + count)
                .map(|vertex| {
                    let (at, matrix) = local(vertex);
                    matrix * shape[at]
                })
                .collect();
            let turns: Vec<Vec3> = (start..start + count)
                .map(|vertex| {
                    let (at, matrix) = local(vertex);
                    let turn = |normal: Vec3| (matrix * normal).normalize_or_zero();
                    turn(turned[at]) - turn(normals[at])
                })
                .collect();
            let target = MorphTarget::from_dense(count, &offsets, &turns, &[]);
            primitive.morph_targets.push(target.unwrap_or_default());
        }
        if is_surface {
            start += count;
        }
    }
    mesh.morph_names.extend(names.iter().cloned());
    for instance in parts.mesh_instances.iter_mut().filter(|instance| instance.mesh == id) {
        instance.weights.resize(mesh.morph_names.len(), 0.0);
    }
}
