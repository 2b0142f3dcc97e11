//! Sockets that limbs of a rig follow.

use crate::name_or_id::NameOrId;
use crate::rig::part::PartKind;
use crate::rig::solve_order::hangs_on;
use crate::rig::{EffectorId, IkError, IkGoal, IkRig};
use crate::skeleton::{JointId, Skeleton, Socket};

/// A limb that moves the joint of its own socket.
const OWN_JOINT: &str = "the limb moves this joint itself; expected one of another limb or of an object";

impl IkRig {
    /// Sets the socket that a limb follows while no other goal is set, such as the second hand on an object in the
    /// first one. States made of the rig begin with it as their goal; `None` for none.
    ///
    /// # Errors
    /// When the rig has no such effector, it is not a limb, it moves the joint of the socket, or the socket is not finite. A
    /// joint that the skeleton lacks, and limbs that follow each other, are errors of [`IkState::new`](crate::rig::IkState::new).
    pub fn set_follow<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        socket: impl Into<Option<Socket>>,
    ) -> Result<(), IkError> {
        let effector = self.find(effector)?;
        let Some(limb) = self.limb_mut(effector) else { return Err(self.wrong(effector, "limb")) };
        let socket = socket.into();
        let problem = socket.and_then(|socket| {
            let is_own = limb.limb.chain().links().iter().any(|link| link.joint == socket.joint);
            let is_finite = IkGoal::at_socket(socket).bounded().is_some();
            let not_finite =
                || (!is_finite).then_some("its offset is not finite, or its rotation has no length");
            is_own.then_some(OWN_JOINT).or_else(not_finite)
        });
        if let Some(message) = problem {
            return Err(self.wrong_socket(effector, message));
        }
        self.effectors[effector.index()].follows = socket;
        Ok(())
    }

    fn wrong_socket(&self, effector: EffectorId, message: &'static str) -> IkError {
        IkError::WrongSocket { name: self.effectors[effector.index()].name.clone(), message }
    }

    /// Checks the sockets of all limbs on a skeleton that the rig fits.
    pub(crate) fn check_follows(&self, skeleton: &Skeleton) -> Result<(), IkError> {
        for (n, effector) in self.effectors.iter().enumerate() {
            let Some(Socket { joint, .. }) = effector.follows else { continue };
            let wrong = |message| Err(self.wrong_socket(EffectorId(n as u32), message));
            if joint.index() >= skeleton.len() {
                return wrong("the skeleton has no such joint");
            }
            if self.root(n).is_some_and(|root| hangs_on(skeleton, joint, root)) {
                return wrong(OWN_JOINT);
            }
            // From limb to limb, until one follows something else.
            let mut at = n;
            for _ in 0..self.effectors.len() {
                let Some(next) = self.followed(at, skeleton) else { break };
                if next == n {
                    return wrong("the limb that moves this joint follows this limb in turn");
                }
                at = next;
            }
        }
        Ok(())
    }

    /// First joint of the limb of an effector; `None` where it is no limb.
    fn root(&self, effector: usize) -> Option<JointId> {
        match &self.part_of(EffectorId(effector as u32)).kind {
            PartKind::Limb(limb) => Some(limb.limb.chain().root()),
            _ => None,
        }
    }

    /// Effector of the limb on which the socket of another limb is.
    fn followed(&self, effector: usize, skeleton: &Skeleton) -> Option<usize> {
        let Socket { joint, .. } = self.effectors[effector].follows?;
        (0..self.effectors.len()).find(|n| {
            self.effectors[*n].follows.is_some()
                && self.root(*n).is_some_and(|root| hangs_on(skeleton, joint, root))
        })
    }
}
