//! Two-bone IK in closed form (C. Granberg, *Character Animation with Direct3D*, 2009, chapter 11; the text's
//! method): the middle joint bends by the law of cosines until the end is as far from the start as the goal,
//! then the start joint rotates the limb onto the goal by the shortest arc.

use crate::ik::analytic::wide::Closed;
use crate::math::simd::{Lane, QuatLanes, Vec3Lanes};
use glam::{Quat, Vec3};

/// Limb of two bones and the goal of its end. All positions and directions are in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBone {
    /// Position of the start joint, such as a shoulder or hip.
    pub start: Vec3,
    /// Position of the middle joint, the hinge, such as an elbow or knee.
    pub middle: Vec3,
    /// Position of the end joint, such as a hand or foot; it moves to the goal.
    pub end: Vec3,
    /// Unit axis of the hinge in the current pose: a positive rotation of the end about it bends the limb.
    /// [`hinge_axis`] finds it.
    pub hinge: Vec3,
    /// Goal position of the end.
    pub goal: Vec3,
    /// Pole: a position that the hinge points to. None: the limb keeps the shortest arc.
    pub pole: Option<Vec3>,
    /// Swivel angle about the line from start to goal, radians, applied last.
    pub swivel: f32,
    /// Soft IK: share of the limb's length over which it slows down as it straightens, so that knees do not
    /// snap; 0 is off. The end then stays short of a goal that is nearly out of reach.
    pub softness: f32,
    /// Largest factor by which both bones may be lengthened to reach the goal; 1 is no stretch.
    pub stretch: f32,
}

/// Result of two-bone IK: rotations of both joints, stretch and error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TwoBoneResult {
    /// Rotation of the middle joint and its descendants about the hinge, in model space; applied first.
    pub middle_rotation: Quat,
    /// Rotation of the start joint and all its descendants, in model space; applied second.
    pub start_rotation: Quat,
    /// Factor by which both bones are lengthened; 1 is no stretch.
    pub stretch: f32,
    /// Distance of the end from the goal.
    pub error: f32,
}

impl Default for TwoBoneResult {
    /// Result without rotations and stretch.
    fn default() -> Self {
        TwoBone::NOTHING
    }
}

impl TwoBone {
    /// Two-bone IK for a limb (start, middle, end) without pole, swivel, softness or stretch.
    #[must_use]
    pub fn new(limb: [Vec3; 3], hinge: Vec3, goal: Vec3) -> Self {
        let [start, middle, end] = limb;
        Self { start, middle, end, hinge, goal, pole: None, swivel: 0.0, softness: 0.0, stretch: 1.0 }
    }

    /// Solves the limb.
    ///
    /// For a goal out of reach the straight limb points at it; for a goal too near the limb folds as far as
    /// it can. With the goal at the start joint the limb folds in its current direction. With the goal
    /// opposite to the folded limb the limb rotates by half a turn about the hinge. The result is the
    /// identity for bones without length and for values that are not finite, or so large or small that their
    /// products are not.
    #[must_use]
    pub fn solve(&self) -> TwoBoneResult {
        self.alone()
    }
}

/// [`TwoBone::solve`] for many limbs, eight at a time where the processor can, else four.
///
/// # Panics
/// When `limbs` and `out` differ in length.
pub fn solve_two_bones(limbs: &[TwoBone], out: &mut [TwoBoneResult]) {
    assert_eq!(limbs.len(), out.len(), "limbs and results differ in number");
    crate::ik::analytic::wide::solve(limbs, out);
}

/// Hinge axis of a limb in its current pose: unit, perpendicular to both bones, in the direction of the bend.
/// None for a straight limb; take the axis from a bent pose then.
#[must_use]
pub fn hinge_axis(start: Vec3, middle: Vec3, end: Vec3) -> Option<Vec3> {
    let (first, second) = ((middle - start).try_normalize()?, (end - middle).try_normalize()?);
    let axis = first.cross(second);
    // Smaller bends, below 0.06 degrees, may be rounding errors.
    (axis.length() > 1e-3).then(|| axis.normalize())
}

/// [`TwoBone`] in SIMD lanes.
pub(crate) struct Input<L> {
    pub(crate) start: Vec3Lanes<L>,
    pub(crate) middle: Vec3Lanes<L>,
    pub(crate) end: Vec3Lanes<L>,
    pub(crate) hinge: Vec3Lanes<L>,
    pub(crate) goal: Vec3Lanes<L>,
    pub(crate) pole: Vec3Lanes<L>,
    /// 1 with a pole, 0 without.
    pub(crate) has_pole: L,
    /// Sine and cosine of half the swivel.
    pub(crate) swivel: (L, L),
    pub(crate) softness: L,
    pub(crate) stretch: L,
}

/// [`TwoBoneResult`] in SIMD lanes.
pub(crate) struct Output<L> {
    pub(crate) middle: QuatLanes<L>,
    pub(crate) start: QuatLanes<L>,
    pub(crate) stretch: L,
    pub(crate) error: L,
}

/// Solver for the limbs in one set of lanes.
#[inline(always)]
pub(crate) fn solve<L: Lane>(limb: &Input<L>) -> Output<L> {
    let like = limb.stretch;
    let (zero, half, one, tiny) = (like.all(0.0), like.all(0.5), like.all(1.0), like.all(f32::MIN_POSITIVE));
    let to_goal = limb.goal.minus(limb.start);
    let far_square = to_goal.dot(to_goal);
    let (mut first, mut second) = (limb.middle.minus(limb.start), limb.end.minus(limb.middle));
    let (mut stretch, mut wanted) = (one, far_square);
    // Positive for limbs with stretch or softness; NaN counts as neither.
    let adjusts = (limb.stretch - one).max(limb.softness.max(zero));
    if adjusts.any_more(0.0) {
        let far = far_square.sqrt();
        let length = first.dot(first).sqrt() + second.dot(second).sqrt();
        // Both bones are lengthened by the same factor.
        let grown = (far / length.max(tiny)).min(limb.stretch).max(one);
        stretch = adjusts.if_more(zero, grown, one);
        (first, second) = (first.times(stretch), second.times(stretch));
        let distance = softened(far, length * stretch, limb.softness);
        // A limb without stretch or softness gets the same bits whatever the limbs in other lanes have.
        wanted = adjusts.if_more(zero, distance * distance, far_square);
    }
    let squares = first.dot(first) + second.dot(second);

    // Angle at the hinge from |first + rotated second|² = distance²: only the components perpendicular to the
    // axis depend on it.
    let axis = limb.hinge;
    let along = second.dot(axis);
    let (first_flat, second_flat) = (first.perpendicular_to(axis), second.perpendicular_to(axis));
    let (cosine_part, sine_part) = (first_flat.dot(second_flat), axis.dot(second_flat.cross(first_flat)));
    let size_square = cosine_part * cosine_part + sine_part * sine_part;
    let (size, inverse) = (size_square.sqrt(), one / size_square.max(tiny));
    // Cosine and sine of the wanted angle from the straight limb, times `size`. Roots and divisions are
    // ordered so that few operations wait for them.
    let cosine = (wanted - squares) * half - first.dot(axis) * along;
    let sine = (size_square - cosine * cosine).max(zero).sqrt();
    let cosine = cosine.min(size).max(-size);
    // Rotation from the current pose: the wanted angle minus the current one.
    let turn_cosine = (cosine_part * cosine - sine_part * sine) * inverse;
    let turn_sine = (sine_part * cosine + cosine_part * sine) * inverse;
    let (half_sine, half_cosine) = half_of(turn_sine, turn_cosine, one);
    let inverse = one / (half_sine * half_sine + half_cosine * half_cosine).sqrt();
    let middle = QuatLanes::about(axis, half_sine * inverse, half_cosine * inverse);
    let turned_flat = second_flat.times(turn_cosine).plus(axis.cross(second_flat).times(turn_sine));
    let end = first.plus(axis.times(along)).plus(turned_flat);

    // In units of the bone lengths, so that rotations are normalized only once, at the end.
    let unit = squares.sqrt();
    let end = end.times(one / unit.max(tiny));
    let far = far_square.sqrt();
    let line = to_goal.times(one / far.max(tiny));
    let reach = end.dot(end).sqrt();
    // A goal straight behind has no shortest arc: half a turn about the hinge. A goal at the start joint has
    // no direction: no rotation.
    let apart = far_square - squares * like.all(1e-12);
    let opposite = QuatLanes::about(axis, one, zero).if_more(apart, zero, QuatLanes::identity(like));
    let (arc, is_one) = QuatLanes::arc_unnormalized(end, line, reach);
    let mut start = arc.if_more(is_one, zero, opposite);
    // The end lies on the line to the goal, so that its error is a difference of lengths.
    let error = (reach * unit - far).max(far - reach * unit);
    let swivels = limb.swivel.0 * limb.swivel.0;
    if swivels.max(limb.has_pole).any_more(0.0) {
        let bulge = start.rotate_unnormalized(first).perpendicular_to(line);
        let to_pole = limb.pole.minus(limb.start).perpendicular_to(line);
        let (short, long) = (squares * like.all(1e-8), start.length_squared());
        let clear = (bulge.dot(bulge) - short * long * long).min(to_pole.dot(to_pole) - short);
        // Rotation about the line itself: the shortest arc from bulge to pole would leave the line where they
        // are nearly opposite.
        let (cosine, sine) = (bulge.dot(to_pole), line.dot(bulge.cross(to_pole)));
        let both = cosine * cosine + sine * sine;
        let (half_sine, half_cosine) = half_of(sine, cosine, both.sqrt());
        // A goal at the start joint has no line to rotate about.
        let clear = limb.has_pole.if_more(half, apart.min(clear), -one);
        let clear = like.all(f32::MAX).if_more(both, clear, -one);
        let towards = QuatLanes::about(line, half_sine, half_cosine).after(start);
        start = towards.if_more(clear, zero, start);
        if swivels.any_more(0.0) {
            let swivelled = QuatLanes::about(line, limb.swivel.0, limb.swivel.1).after(start);
            start = swivelled.if_more(apart.min(swivels), zero, start);
        }
    }
    Output { middle, start: start.normalized(), stretch, error }.or_nothing(size, squares)
}

/// Softened distance from start to end for a goal at distance `far`: within the last `softness` of the limb's
/// length it approaches the full length and never reaches it.
#[inline(always)]
fn softened<L: Lane>(far: L, length: L, softness: L) -> L {
    let (zero, one) = (far.all(0.0), far.all(1.0));
    let soft = softness * length;
    let hard = length - soft;
    let beyond = (far - hard).max(zero) / soft.max(far.all(f32::MIN_POSITIVE));
    let slowed = hard + soft * (beyond / (one + beyond));
    soft.if_more(zero, beyond.if_more(zero, slowed, far), far)
}

/// Sine and cosine of half an angle, times some factor, from sine and cosine of the angle times `length`.
#[inline(always)]
fn half_of<L: Lane>(sine: L, cosine: L, length: L) -> (L, L) {
    let (zero, one) = (sine.all(0.0), sine.all(1.0));
    // Two formulas with the same ratio: (sine, length + cosine) is accurate for acute angles, (length −
    // cosine, sine) for obtuse ones.
    let sign = sine.if_more(zero, one, -one);
    let half_sine = cosine.if_more(zero, sine, (length - cosine) * sign);
    let half_cosine = cosine.if_more(zero, length + cosine, sine * sign);
    (half_sine, half_cosine)
}

impl<L: Lane> Output<L> {
    /// The result itself; identity for limbs that cannot bend and where values or their products are not
    /// finite.
    #[inline(always)]
    fn or_nothing(self, size: L, squares: L) -> Self {
        let (zero, one) = (size.all(0.0), size.all(1.0));
        // Comparisons with NaN are false.
        let bends = size - squares * size.all(1e-8);
        let sound = size.all(f32::MAX).if_more(self.error, bends, -one);
        let sound = self.middle.unit().if_more(zero, sound, -one);
        let sound = self.start.unit().if_more(zero, sound, -one);
        let pick = |value: L, none: f32| sound.if_more(zero, value, value.all(none));
        Self {
            middle: self.middle.if_more(sound, zero, QuatLanes::identity(size)),
            start: self.start.if_more(sound, zero, QuatLanes::identity(size)),
            stretch: pick(self.stretch, 1.0),
            error: pick(self.error, 0.0),
        }
    }
}
