//! Ids: indices of entries in a list, with a type of their own for each kind of entry.

/// Defines an id type.
macro_rules! define_id {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub u32);

        impl $id {
            /// The id as an index.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// Lets an id index slices and vectors of the things that it numbers.
macro_rules! id_indexes {
    ($id:ty, $thing:ty) => {
        id_indexes!(@ $id, [$thing], $thing);
        id_indexes!(@ $id, Vec<$thing>, $thing);
    };
    (@ $id:ty, $things:ty, $thing:ty) => {
        impl std::ops::Index<$id> for $things {
            type Output = $thing;

            #[inline]
            #[track_caller]
            fn index(&self, id: $id) -> &$thing {
                &self[id.index()]
            }
        }

        impl std::ops::IndexMut<$id> for $things {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, id: $id) -> &mut $thing {
                &mut self[id.index()]
            }
        }
    };
}

pub(crate) use {define_id, id_indexes};
