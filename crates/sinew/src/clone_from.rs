//! Clones that reuse memory, for saving and restoring a character in every frame.

/// Implements [`Clone`] for a struct so that `clone_from` reuses the memory of its fields, which `derive`
/// does not: there it is a clone and a drop.
///
/// All fields are named, so that one that is added later cannot be left out. `buffers` are vectors whose
/// length changes within the memory reserved for them; their clones reserve as much.
macro_rules! impl_clone_from {
    (
        $name:ident { $($field:ident),* $(,)? }
        $(, buffers { $($buffer:ident),* $(,)? })? $(,)?
    ) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                let Self { $($field,)* $($($buffer,)*)? } = self;
                Self {
                    $($field: Clone::clone($field),)*
                    $($($buffer: crate::clone_from::clone_buffer($buffer),)*)?
                }
            }

            fn clone_from(&mut self, from: &Self) {
                let Self { $($field,)* $($($buffer,)*)? } = from;
                $(self.$field.clone_from($field);)*
                $($(crate::clone_from::clone_buffer_from(&mut self.$buffer, $buffer);)*)?
            }
        }
    };
}

pub(crate) use impl_clone_from;

/// Clone with as much reserved memory.
pub(crate) fn clone_buffer<T: Clone>(from: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(from.capacity());
    copy.extend_from_slice(from);
    copy
}

/// Clone into memory that exists, with as much reserved memory.
pub(crate) fn clone_buffer_from<T: Clone>(to: &mut Vec<T>, from: &Vec<T>) {
    to.reserve_exact(from.capacity().saturating_sub(to.len()));
    to.clone_from(from);
}

#[cfg(test)]
mod tests {
    #[derive(Debug, PartialEq)]
    struct State {
        fixed: Vec<u8>,
        queue: Vec<u8>,
    }

    impl_clone_from!(State { fixed }, buffers { queue });

    #[test]
    fn buffers_keep_the_memory_reserved_for_them() {
        let mut state = State { fixed: vec![1; 3], queue: Vec::with_capacity(16) };
        let mut copy = state.clone();
        assert_eq!(copy, state);
        assert!(copy.queue.capacity() >= 16);
        state.fixed[1] = 7;
        state.queue.extend([5; 16]);
        let memory = (copy.fixed.as_ptr(), copy.queue.as_ptr());
        copy.clone_from(&state);
        assert_eq!(copy, state);
        assert_eq!(memory, (copy.fixed.as_ptr(), copy.queue.as_ptr()));
    }
}
