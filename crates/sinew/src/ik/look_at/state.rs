//! State of a look-at across frames.

use crate::math::smooth_damp;
use glam::Vec2;
use std::f32::consts::{PI, TAU};

/// State of a look-at that is kept between frames: its smoothed direction, and the side for targets behind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookState {
    /// Angles up and to the left, radians, and their rates.
    swing: Option<(Vec2, Vec2)>,
    pub(crate) side: f32,
    /// Side of the last requested rotation of the body, as a sign; 0 for none.
    turn: f32,
}

impl LookState {
    /// Requested rotation of the body, with the side kept near straight behind.
    pub(crate) fn turn_to(&mut self, yaw: Option<f32>) -> Option<f32> {
        /// Angle from straight behind, radians, within which the side is kept.
        const NEAR: f32 = 0.35;
        let Some(yaw) = yaw else {
            self.turn = 0.0;
            return None;
        };
        if yaw.abs() < PI - NEAR {
            self.turn = yaw.signum();
        } else if self.turn == 0.0 {
            // The body turns to the side to which the head has turned.
            self.turn = if self.side == 0.0 { yaw.signum() } else { self.side };
        }
        Some(if yaw * self.turn < 0.0 { yaw + TAU * self.turn } else { yaw })
    }

    /// Advances towards angles by `dt` seconds.
    pub(crate) fn follow(&mut self, goal: Vec2, asked: Vec2, seconds: f32, dt: f32) -> Vec2 {
        let dt = if dt > 0.0 { dt } else { 0.0 };
        // The side is kept until the target is clearly on the other.
        if asked.y.abs() > 0.1 {
            self.side = asked.y.signum();
        }
        let Some((value, rate)) = self.swing else {
            self.swing = Some((goal, Vec2::ZERO));
            return goal;
        };
        let (x, x_rate) = smooth_damp(value.x, rate.x, goal.x, seconds, dt);
        let (y, y_rate) = smooth_damp(value.y, rate.y, goal.y, seconds, dt);
        self.swing = Some((Vec2::new(x, y), Vec2::new(x_rate, y_rate)));
        Vec2::new(x, y)
    }
}
