use super::Case;
use super::solver::{Ready, Scratch, Told, eyes};
use sinew::glam::{Quat, Vec3};
use sinew::{JointId, LocalPose, ModelPose, Transform};

/// Result of a solver, measured from the written local pose alone.
pub(super) struct Posed<'a> {
    case: &'a Case,
    local: LocalPose,
    model: ModelPose,
    rest: ModelPose,
    scratch: Scratch,
    /// All joints of the chain, root first: links and joints between them.
    path: Vec<JointId>,
    /// Rest lengths between neighbours.
    lengths: Vec<f32>,
    /// Position and direction of the view, in the space of the tip.
    forward: Vec3,
    eye: Vec3,
}

impl<'a> Posed<'a> {
    pub(super) fn new(case: &'a Case) -> Self {
        let rest = case.body.standing();
        let tip = rest.get(case.chain.tip()).inverse();
        let mut posed = Self {
            local: LocalPose::reference(case.skeleton()),
            model: rest.clone(),
            scratch: Scratch::default(),
            path: case.path().collect(),
            lengths: Vec::new(),
            forward: tip.transform_vector3(Vec3::Z),
            eye: tip.transform_point3(eyes(case)),
            case,
            rest,
        };
        posed.path.reverse();
        posed.lengths = posed.bones().collect();
        posed
    }

    /// Result at the rest pose; measurements need [`Posed::update`].
    pub(super) fn solve(&mut self, ready: &Ready, target: Vec3) -> Told {
        let rest = self.case.skeleton().reference();
        for joint in &self.path {
            self.local.as_mut_slice()[joint.index()] = rest[joint.index()];
        }
        let (local, model) = (self.local.as_mut_slice(), self.rest.as_slice());
        ready.solve(self.case, target, local, model, &mut self.scratch)
    }

    /// The measured rotations.
    pub(super) fn rotations(&self) -> impl Iterator<Item = Quat> {
        self.path.iter().map(|joint| self.local.as_slice()[joint.index()].rotation)
    }

    pub(super) fn set_rotations(&mut self, rotations: &[Quat]) {
        for (joint, rotation) in self.path.iter().zip(rotations) {
            self.local.as_mut_slice()[joint.index()].rotation = *rotation;
        }
        self.update();
    }

    /// Sets rotations relative to the reference of the limits, of a body that is not mirrored.
    pub(super) fn set_turns(&mut self, turns: &[Quat]) {
        for (link, turn) in self.case.chain.links().iter().zip(turns) {
            self.local.as_mut_slice()[link.joint().index()].rotation =
                (*turn * link.reference_rotation).normalize();
        }
        self.update();
    }

    pub(super) fn update(&mut self) {
        self.model.update(self.case.skeleton(), &self.local);
    }

    fn position(&self, joint: JointId) -> Vec3 {
        self.model.get(joint).translation.into()
    }

    fn rotation(&self, joint: JointId) -> Quat {
        Transform::from_affine(self.model.get(joint)).rotation
    }

    pub(super) fn tip(&self) -> Vec3 {
        self.position(self.case.chain.tip())
    }

    /// Position and direction of the eye.
    pub(super) fn sight(&self) -> (Vec3, Vec3) {
        let head = self.model.get(self.case.chain.tip());
        (head.transform_point3(self.eye), head.transform_vector3(self.forward).normalize())
    }

    /// Distance from the target, millimetres of a body 1.7 m tall; for looking, at a distance of one metre.
    pub(super) fn error(&self, target: Vec3) -> f32 {
        if !self.case.part.looks() {
            return self.tip().distance(target) / self.case.body.unit * 1e3;
        }
        let (eye, forward) = self.sight();
        let way = (target - eye).normalize();
        // The arccosine is inaccurate near 1.
        forward.cross(way).length().atan2(forward.dot(way)) * 1e3
    }

    /// Largest violation of a joint limit, radians.
    pub(super) fn violation(&self) -> f32 {
        let links = &self.case.chain.links()[..self.case.turning()];
        let of = |joint: JointId| {
            let parent = self.case.skeleton().parent(joint);
            parent.map_or(Quat::IDENTITY, |parent| self.rotation(parent)).inverse() * self.rotation(joint)
        };
        links
            .iter()
            .filter(|link| !link.limit.is_free())
            .map(|link| {
                link.limit.violation((of(link.joint()) * link.reference_rotation.inverse()).normalize())
            })
            .fold(0.0, f32::max)
    }

    fn bones(&self) -> impl Iterator<Item = f32> {
        self.path.windows(2).map(|pair| self.position(pair[0]).distance(self.position(pair[1])))
    }

    /// Largest relative change of a bone length.
    pub(super) fn stretched(&self) -> f32 {
        self.bones().zip(&self.lengths).map(|(now, rest)| (now / rest - 1.0).abs()).fold(0.0, f32::max)
    }
}
