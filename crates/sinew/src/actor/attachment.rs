//! Items on an actor: actors of their own that follow a socket.

use super::actor::Attachment;
use super::{Actor, FrameInput};
use crate::skeleton::Socket;
use crate::stage::StageInput;
use glam::Vec3;

/// Number of an attachment of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttachmentId(pub u32);

impl Actor {
    /// Attaches an item to a socket. It is shown at once, and moves with every frame from now on.
    pub fn attach(&mut self, item: Actor, socket: Socket) -> AttachmentId {
        let mut attachment = Attachment { actor: item, socket, world_from_item: None, is_shown: true };
        let stage = StageInput::new(0.0, self.frame.world_from_model);
        attachment.resolve(&stage, None, self);
        let free = self.attachments.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.attachments.push(None);
            self.attachments.len() - 1
        });
        self.attachments[at] = Some(attachment);
        AttachmentId(at as u32)
    }

    /// Takes an item off; `None` where it is no longer there.
    pub fn detach(&mut self, id: AttachmentId) -> Option<Actor> {
        Some(self.attachments.get_mut(id.0 as usize)?.take()?.actor)
    }

    /// An item; `None` where it is no longer there.
    #[must_use]
    pub fn attachment(&self, id: AttachmentId) -> Option<&Attachment> {
        self.attachments.get(id.0 as usize)?.as_ref()
    }

    /// An item, to show it or to move it to another socket.
    pub fn attachment_mut(&mut self, id: AttachmentId) -> Option<&mut Attachment> {
        self.attachments.get_mut(id.0 as usize)?.as_mut()
    }

    /// The items with their numbers.
    pub fn attachments(&self) -> impl Iterator<Item = (AttachmentId, &Attachment)> + Clone {
        let numbered = (0..).map(AttachmentId).zip(&self.attachments);
        numbered.filter_map(|(id, attachment)| Some((id, attachment.as_ref()?)))
    }

    /// The first half of a frame for the items.
    pub(super) fn advance_attachments(&mut self, dt: f32) {
        for attachment in self.attachments.iter_mut().flatten().filter(|item| item.is_shown) {
            attachment.actor.advance(dt);
        }
    }

    /// The second half of a frame for the items, when the pose is final.
    pub(super) fn resolve_attachments(&mut self, stage: &StageInput<'_>, viewer: Option<Vec3>) {
        for at in 0..self.attachments.len() {
            if let Some(mut item) = self.attachments[at].take_if(|item| item.is_shown) {
                item.resolve(stage, viewer, self);
                self.attachments[at] = Some(item);
            }
        }
    }
}

impl Attachment {
    fn resolve(&mut self, stage: &StageInput<'_>, viewer: Option<Vec3>, on: &Actor) {
        let world_from_model = self.world_from_item.unwrap_or_else(|| on.frame().socket(&self.socket));
        let stage = StageInput { world_from_model, ..*stage };
        self.actor.resolve(FrameInput { stage, physics: None, viewer, hook: None });
    }
}
