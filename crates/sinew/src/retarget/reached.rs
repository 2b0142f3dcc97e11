//! Which joints of the target a clip of the source has anything to say about.

use super::retargeter::Retargeter;
use super::slide::is_apart;
use crate::clip::RawClip;
use crate::skeleton::JointIndex;

/// What of the target a clip reaches, by target joint.
pub(super) struct Reached {
    pub(super) turned: Vec<bool>,
    pub(super) moved: Vec<bool>,
}

impl Reached {
    /// A joint is turned when the source joint it follows is keyed, or one above that which no joint of the target
    /// follows; it is moved when it travels with a source joint that is keyed or hangs from what is.
    pub(super) fn of(clip: &RawClip, retargeter: &Retargeter) -> Self {
        let source = retargeter.source();
        let (mut turns, mut moves) = (vec![false; source.len()], vec![false; source.len()]);
        for track in &clip.joints {
            if let Some(turned) = turns.get_mut(track.joint.index()) {
                *turned |= track.rotation.is_some();
                moves[track.joint.index()] |= track.translation.is_some();
            }
        }
        let mut followed = vec![false; source.len()];
        for link in retargeter.links.iter().flatten() {
            link.from.iter().for_each(|(joint, _)| followed[joint.index()] = true);
        }
        let turned = |joint: JointIndex| {
            let above = std::iter::successors(source.parent(joint), |&j| source.parent(j));
            let mut own = std::iter::once(joint).chain(above.take_while(|j| !followed[j.index()]));
            own.any(|j| turns[j.index()])
        };
        let mut reached =
            Self { turned: vec![false; retargeter.links.len()], moved: vec![false; retargeter.links.len()] };
        for (joint, link) in retargeter.links.iter().enumerate() {
            reached.turned[joint] = link.is_some_and(|link| link.from.iter().any(|(j, _)| turned(*j)));
        }
        for travel in &retargeter.travel {
            let mut above = std::iter::successors(source.parent(travel.source), |&j| source.parent(j));
            reached.moved[travel.target.index()] =
                moves[travel.source.index()] || above.any(|j| moves[j.index()] || turns[j.index()]);
        }
        for slide in &retargeter.slides {
            let mut tracks = clip.joints.iter().filter(|track| track.joint == slide.source);
            let rest = source.rest()[slide.source.index()].translation;
            reached.moved[slide.target.index()] |=
                tracks.any(|track| is_apart(track.translation.as_ref(), rest));
        }
        for twist in &retargeter.twists {
            let any = reached.turned[twist.bone.index()] || reached.turned[twist.next.index()];
            reached.turned[twist.joint.index()] |= any;
            if let Some(below) = twist.below {
                reached.turned[below.index()] |= any;
            }
        }
        reached
    }

    pub(super) fn joint(&self, joint: JointIndex) -> bool {
        self.turned[joint.index()] || self.moved[joint.index()]
    }
}
