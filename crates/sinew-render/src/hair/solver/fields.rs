use sinew::hair::{HairCollider, HairField};
use std::sync::Arc;

/// Signed distance fields that are on the device, with the numbers of their first nodes.
#[derive(Debug, Default)]
pub(super) struct Fields {
    entries: Vec<(Arc<HairField>, u32)>,
}

impl Fields {
    /// Number of the first node of a field; `None` for one that is not on the device.
    pub(super) fn first_node(&self, field: &Arc<HairField>) -> Option<u32> {
        self.entries.iter().find(|(uploaded, _)| Arc::ptr_eq(uploaded, field)).map(|(_, first)| *first)
    }

    /// True where the fields of all colliders are on the device.
    pub(super) fn has_all(&self, colliders: &[HairCollider]) -> bool {
        let has = |collider: &HairCollider| match collider {
            HairCollider::Field { field, .. } => self.first_node(field).is_some(),
            _ => true,
        };
        colliders.iter().all(has)
    }

    /// Fields of these colliders, with each field once.
    pub(super) fn of(colliders: &[HairCollider]) -> Self {
        let mut fields = Self::default();
        let mut count = 0;
        for collider in colliders {
            if let HairCollider::Field { field, .. } = collider
                && fields.first_node(field).is_none()
            {
                fields.entries.push((Arc::clone(field), count));
                // Two nodes share a word.
                count += (field.nodes().distances.len() as u32).next_multiple_of(2);
            }
        }
        fields
    }

    /// Nodes of all fields in order.
    pub(super) fn nodes(&self) -> Vec<i16> {
        let mut all = Vec::new();
        for (field, first) in &self.entries {
            all.resize(*first as usize, 0);
            all.extend_from_slice(field.nodes().distances);
        }
        all.resize(all.len().next_multiple_of(2), 0);
        all
    }
}
