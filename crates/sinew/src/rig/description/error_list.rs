//! Collector of errors in a rig description.

use crate::math::angle::shown_degrees;
use crate::rig::{IkRigError, IkRigProblem};
use glam::Vec3;
use std::fmt::Display;

/// Largest number of errors that are collected.
const MAX_ERRORS: usize = 100;

/// Errors in the order in which they are found. Places are formatted for errors only, since descriptions may
/// have very many numbers.
#[derive(Default)]
pub(crate) struct ErrorList(Vec<IkRigError>);

impl ErrorList {
    pub(crate) fn into_vec(self) -> Vec<IkRigError> {
        self.0
    }

    /// Whether the collector is full.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() >= MAX_ERRORS
    }

    pub(crate) fn add(&mut self, location: impl FnOnce() -> String, problem: IkRigProblem) {
        if !self.is_full() {
            self.0.push(IkRigError { location: location(), problem });
        }
    }

    pub(crate) fn invalid(&mut self, location: impl FnOnce() -> String, message: String) {
        self.add(location, IkRigProblem::Invalid(message));
    }

    /// Checks that a number is within a range.
    pub(crate) fn within(
        &mut self,
        number: f32,
        (least, max): (f32, f32),
        location: impl FnOnce() -> String,
        expected: impl Display,
    ) {
        if !(number.is_finite() && (least..=max).contains(&number)) {
            self.invalid(location, format!("expected {expected}, not {number}"));
        }
    }

    /// Checks that a number is within 0 to 1.
    pub(crate) fn share(&mut self, number: f32, location: impl FnOnce() -> String) {
        self.within(number, (0.0, 1.0), location, "0 to 1");
    }

    /// Checks that a number is finite.
    pub(crate) fn finite(&mut self, number: f32, location: impl FnOnce() -> String) {
        self.within(number, (f32::MIN, f32::MAX), location, "a finite number");
    }

    /// Checks a length, time or the like: finite, 0 or more.
    pub(crate) fn amount(&mut self, number: f32, location: impl FnOnce() -> String, what: &str) {
        self.within(number, (0.0, f32::MAX), location, format_args!("{what}, 0 or more"));
    }

    /// Checks that a position or offset is finite.
    pub(crate) fn position(&mut self, position: Vec3, location: impl FnOnce() -> String) {
        if !position.is_finite() {
            self.invalid(location, "expected finite numbers".to_owned());
        }
    }

    /// Checks that a vector has a direction.
    pub(crate) fn direction(&mut self, direction: Vec3, location: impl FnOnce() -> String) {
        if !direction.is_finite() || direction.try_normalize().is_none() {
            self.invalid(location, "expected a direction".to_owned());
        }
    }

    /// Checks an angle, 0 or more radians. Messages are about degrees, as texts are.
    pub(crate) fn angle(&mut self, angle: f32, max: f32, location: impl FnOnce() -> String) {
        if !(angle.is_finite() && (0.0..=max).contains(&angle)) {
            let up_to =
                if max < f32::MAX { format!("to {}", shown_degrees(max)) } else { "or more".to_owned() };
            let message = format!("expected an angle in degrees, 0 {up_to}, not {}", shown_degrees(angle));
            self.invalid(location, message);
        }
    }

    /// Checks a range of angles in ascending order; with `at_rest` it has to contain 0.
    pub(crate) fn angles(
        &mut self,
        (min, max): (f32, f32),
        at_rest: bool,
        location: impl FnOnce() -> String,
    ) {
        let holds = !at_rest || (min <= 0.0 && max >= 0.0);
        if !(min.is_finite() && max.is_finite() && min <= max && holds) {
            let expected = if at_rest { "0 or less up to 0 or more" } else { "the lesser to the greater" };
            let [min, max] = [min, max].map(shown_degrees);
            let message = format!("expected angles in degrees from {expected}, not {min} to {max}");
            self.invalid(location, message);
        }
    }

    /// Checks that a count is at most `max`.
    pub(crate) fn at_most(&mut self, count: u32, max: u32, location: impl FnOnce() -> String) {
        if count > max {
            self.invalid(location, format!("expected {max} at most, not {count}"));
        }
    }
}
