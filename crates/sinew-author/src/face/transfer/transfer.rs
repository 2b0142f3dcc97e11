//! Transfer of the shapes of a face to the head of another character.

use super::add_shape::add_shape;
use super::face_part::FacePart;
use super::inner_mouth::{self, InnerMouth};
use super::lip_sides::LipSides;
use super::shapes::{Followers, SidedFace, offsets_of};
use super::surface::Surface;
use super::{FaceLandmarks, FaceTransferError, fit};
use glam::Vec3;
use sinew::character::Character;
use sinew::humanoid::HumanBone;
use sinew::internal::normalized;

/// Beginnings of names of shapes of the eyelids, as [`normalized`] has them.
const EYELIDS: [&str; 6] = ["eyeblink", "eyesquint", "eyewide", "eyelook", "blink", "eyesclosed"];

/// Names of landmarks in errors.
const SOURCE_LANDMARKS: &str = "source landmarks";
const LANDMARKS: &str = "landmarks";

/// Transfer of the shapes of a face to the head of another character.
///
/// The result has the morph targets of the source's face under the same names, so that speech and
/// expressions find them, and the source's teeth and tongue.
///
/// The method is a nearest-point transfer after a warp by landmarks; see Noh and Neumann, *Expression
/// Cloning* (SIGGRAPH 2001).
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
    /// True where the lips are apart in the mesh of the head. Lips of one surface cannot open.
    pub lips_apart: bool,
    /// Number of vertices that at least one of the shapes moves.
    pub vertices: usize,
}

impl<'a> FaceTransfer<'a> {
    /// Transfer of the shapes of `source`, whose face has the landmarks `landmarks`: without those of the
    /// eyelids, and with teeth and tongue.
    #[must_use]
    pub fn new(source: &'a Character, landmarks: FaceLandmarks) -> Self {
        Self { source, landmarks, eyelids: false, inner_mouth: true }
    }

    /// The transfer with or without the shapes of the eyelids (`eyeBlinkLeft`, `eyeWideRight` …). They need
    /// lids that are modelled apart from the eyes: a scan of one surface has none.
    #[must_use]
    pub fn with_eyelids(mut self, eyelids: bool) -> Self {
        self.eyelids = eyelids;
        self
    }

    /// The transfer with or without copies of the source's teeth and tongue: its meshes with `teeth`,
    /// `tongue`, `gums` or `mouth` in their names. A head that has such meshes keeps its own.
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
        let (source_landmarks, landmarks) = (&self.landmarks.ahead(self.source), &landmarks.ahead(&head));
        source_landmarks.checked(SOURCE_LANDMARKS)?;
        landmarks.checked(LANDMARKS)?;
        let from = FacePart::of_landmarks(self.source, source_landmarks)?;
        let to = FacePart::of_landmarks(&head, landmarks)?;
        let names = self.names(from, &to.mesh(&head).morph_names);
        if names.is_empty() {
            return Err(FaceTransferError::NoShapes);
        }
        let source_surface = Surface::new(self.source, from);
        let surface = Surface::new(&head, to);
        let (source_neighbors, neighbors) = (source_surface.neighbors(), surface.neighbors());
        let source_sides = LipSides::new(&source_surface, &source_neighbors, source_landmarks);
        let sides = LipSides::new(&surface, &neighbors, landmarks);
        let source_map = source_landmarks.depth_map(&source_surface);
        let map = landmarks.depth_map(&surface);
        let source_landmarks = source_sides.with_gap_ends(&source_surface, source_landmarks, &source_map);
        let landmarks = sides.with_gap_ends(&surface, landmarks, &map);
        let warp = fit::fit((&source_map, &source_landmarks), (&map, &landmarks))
            .ok_or_else(|| wrong(SOURCE_LANDMARKS, "expected places that do not lie in one plane"))?;
        let source_face =
            SidedFace { surface: &source_surface, neighbors: &source_neighbors, sides: &source_sides };
        let other = SidedFace { surface: &surface, neighbors: &neighbors, sides: &sides };
        let followers = Followers::new(&source_face, &warp, &other, landmarks.mouth_half());
        let kept = to.mesh(&head).morph_names.clone();
        let joint = head.humanoid().and_then(|humanoid| humanoid.joint(HumanBone::Head));
        let joint = joint.unwrap_or_else(|| to.joint_near(&head, landmarks.nose_bridge));
        let node = (joint, head.rest_ahead(joint));
        let copies_mouth = self.inner_mouth && inner_mouth::parts(&head, to).is_empty();
        let mut parts = head.into_parts();
        let id = parts.mesh_instances[to.instance.index()].mesh;
        let mesh = &mut parts.meshes[id.index()];
        let (normals, matrices) = (surface.normals(&surface.positions), from.matrices(self.source));
        let mut is_moved = vec![false; surface.positions.len()];
        // One shape at a time: all those of a scan would fill the memory.
        for (shape, name) in &names {
            let offsets = offsets_of(self.source, from, &matrices, *shape);
            let motions = followers.motions(&source_surface.joined(&offsets));
            is_moved.iter_mut().zip(&motions).for_each(|(moved, motion)| *moved |= *motion != Vec3::ZERO);
            add_shape(mesh, name.clone(), (&surface, &normals), &motions)
                .map_err(|_| wrong(LANDMARKS, "the sizes of the two faces differ too much"))?;
        }
        let count = mesh.morph_names.len();
        for instance in parts.mesh_instances.iter_mut().filter(|instance| instance.mesh == id) {
            instance.weights.resize(count, 0.0);
        }
        if copies_mouth {
            let step = self.landmarks.mouth_half() * inner_mouth::STEP;
            let mut mouth = InnerMouth::new(self.source, (&warp, step), node);
            inner_mouth::parts(self.source, from).into_iter().for_each(|part| mouth.copy(part, &mut parts));
        }
        let report = FaceTransferReport {
            shapes: names.into_iter().map(|(_, name)| name).collect(),
            kept,
            lips_apart: sides.are_apart,
            vertices: is_moved.into_iter().filter(|moved| *moved).count(),
        };
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
}

fn wrong(landmarks: &'static str, fault: &str) -> FaceTransferError {
    FaceTransferError::Landmarks { landmarks, fault: fault.to_owned() }
}
