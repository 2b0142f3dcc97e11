//! What is wrong with a rig as it is written, as it is found.

use crate::rig::{RigError, RigProblem};
use glam::Vec3;
use std::fmt::Display;

/// Who has so many mends them before asking for more.
const MAX_FAULTS: usize = 100;

/// Faults in the order in which they are found. Places are spelled out for what is faulty alone, since texts may have numbers
/// without end.
#[derive(Default)]
pub(crate) struct Faults(Vec<RigError>);

impl Faults {
    pub(crate) fn found(self) -> Vec<RigError> {
        self.0
    }

    /// Whether no more are taken.
    pub(crate) fn are_enough(&self) -> bool {
        self.0.len() >= MAX_FAULTS
    }

    pub(crate) fn add(&mut self, place: impl FnOnce() -> String, problem: RigProblem) {
        if !self.are_enough() {
            self.0.push(RigError { place: place(), problem });
        }
    }

    pub(crate) fn invalid(&mut self, place: impl FnOnce() -> String, message: String) {
        self.add(place, RigProblem::Invalid(message));
    }

    /// A number between two others.
    pub(crate) fn within(
        &mut self,
        number: f32,
        (least, most): (f32, f32),
        place: impl FnOnce() -> String,
        expected: impl Display,
    ) {
        if !(number.is_finite() && (least..=most).contains(&number)) {
            self.invalid(place, format!("expected {expected}, not {number}"));
        }
    }

    /// A share of one.
    pub(crate) fn share(&mut self, number: f32, place: impl FnOnce() -> String) {
        self.within(number, (0.0, 1.0), place, "0 to 1");
    }

    /// Any number that is one.
    pub(crate) fn finite(&mut self, number: f32, place: impl FnOnce() -> String) {
        self.within(number, (f32::MIN, f32::MAX), place, "a finite number");
    }

    /// A length, a time or the like, of which there is none below 0.
    pub(crate) fn amount(&mut self, number: f32, place: impl FnOnce() -> String, what: &str) {
        self.within(number, (0.0, f32::MAX), place, format_args!("{what}, 0 or more"));
    }

    /// A place or an offset.
    pub(crate) fn place(&mut self, place: Vec3, at: impl FnOnce() -> String) {
        if !place.is_finite() {
            self.invalid(at, "expected finite numbers".to_owned());
        }
    }

    /// A vector that has a length.
    pub(crate) fn direction(&mut self, direction: Vec3, place: impl FnOnce() -> String) {
        if !direction.is_finite() || direction.try_normalize().is_none() {
            self.invalid(place, "expected a direction".to_owned());
        }
    }

    /// Angles from one up to another; they hold 0 where a joint is to be `at_rest` in them.
    pub(crate) fn angles(&mut self, (min, max): (f32, f32), at_rest: bool, place: impl FnOnce() -> String) {
        let holds = !at_rest || (min <= 0.0 && max >= 0.0);
        if !(min.is_finite() && max.is_finite() && min <= max && holds) {
            let expected = if at_rest { "0 or less up to 0 or more" } else { "the lesser to the greater" };
            self.invalid(place, format!("expected angles from {expected}, not {min} to {max}"));
        }
    }

    /// Rounds, or the like.
    pub(crate) fn at_most(&mut self, count: u32, most: u32, place: impl FnOnce() -> String) {
        if count > most {
            self.invalid(place, format!("expected {most} at most, not {count}"));
        }
    }
}
