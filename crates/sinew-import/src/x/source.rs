use super::tree::Tree;
use crate::budget::Budget;
use crate::{Report, Resolver};

/// State of one import.
pub(super) struct Source<'a> {
    pub(super) tree: Tree,
    pub(super) budget: Budget,
    pub(super) report: Report,
    pub(super) resolver: &'a dyn Resolver,
}
