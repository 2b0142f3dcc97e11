//! A limb of two bones in closed form (J. Granberg, *Character Animation with Direct3D*, 2009, chapter 11; the text's
//! method): the middle joint bends by the law of cosines until the end is as far as the goal, then the start joint turns it
//! there by the shortest arc.

use crate::ik::analytic::wide::Closed;
use crate::math::simd::{Lane, QuatLanes, Vec3Lanes};
use glam::{Quat, Vec3};

/// A limb of two bones and where its end is to come. All places and directions are in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBone {
    /// The joint that the limb hangs on: a shoulder, a hip.
    pub start: Vec3,
    /// The hinge: an elbow, a knee.
    pub middle: Vec3,
    /// The joint that is to reach.
    pub end: Vec3,
    /// The axis of the hinge, as the limb is posed: unit; turning the end about it bends the limb. [`hinge_axis`] finds
    /// it.
    pub hinge: Vec3,
    /// Where the end is to come.
    pub goal: Vec3,
    /// A place that the hinge is to turn to; none leaves it to the shortest arc.
    pub pole: Option<Vec3>,
    /// Turns the limb about the line to the goal after all else, in radians.
    pub swivel: f32,
    /// The share of the limb's length over which it slows down as it straightens, so that knees do not snap: 0 off. The end
    /// then stays behind a goal that is nearly out of reach.
    pub softness: f32,
    /// How much longer the limb may grow to reach: 1 not at all.
    pub stretch: f32,
}

/// How a limb of two bones turns to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneResult {
    /// Of the middle joint and what hangs from it, in model space, about the hinge; to be done first.
    pub middle: Quat,
    /// Of the start joint and all that hangs from it, in model space.
    pub start: Quat,
    /// By how much both bones are to be lengthened.
    pub stretch: f32,
    /// How far the end stays from the goal.
    pub error: f32,
}

impl TwoBone {
    /// A limb with its end to come to `goal` by the shortest arc: no pole, swivel, softness or stretch.
    pub fn new(limb: [Vec3; 3], hinge: Vec3, goal: Vec3) -> Self {
        let [start, middle, end] = limb;
        Self { start, middle, end, hinge, goal, pole: None, swivel: 0.0, softness: 0.0, stretch: 1.0 }
    }

    /// The turns that reach.
    ///
    /// A goal out of reach is pointed at with the limb straight; one too near folds it as far as it goes. Where the goal
    /// lies at the start joint the limb folds the way it points; opposite to where the folded limb points, it turns about
    /// the hinge. A limb of which a bone has no length, and numbers that are none or so large or small that products of
    /// them are, turn nothing.
    pub fn solve(&self) -> TwoBoneResult {
        self.alone()
    }
}

/// [`TwoBone::solve`] for many limbs, eight at a time where the processor can, else four.
///
/// # Panics
/// When there is not one place for each answer.
pub fn solve_two_bones(limbs: &[TwoBone], out: &mut [TwoBoneResult]) {
    assert_eq!(limbs.len(), out.len(), "a place for each answer");
    crate::ik::analytic::wide::solve(limbs, out);
}

/// The axis about which a limb bends as it stands: square to its bones, in the direction of the bend. None where it stands
/// straight; a hinge's axis is then best taken from a pose in which it does not.
pub fn hinge_axis(start: Vec3, middle: Vec3, end: Vec3) -> Option<Vec3> {
    let (first, second) = ((middle - start).try_normalize()?, (end - middle).try_normalize()?);
    let axis = first.cross(second);
    // A hundredth of a degree is not told from rounding.
    (axis.length() > 1e-3).then(|| axis.normalize())
}

pub(crate) struct Input<L> {
    pub(crate) start: Vec3Lanes<L>,
    pub(crate) middle: Vec3Lanes<L>,
    pub(crate) end: Vec3Lanes<L>,
    pub(crate) hinge: Vec3Lanes<L>,
    pub(crate) goal: Vec3Lanes<L>,
    pub(crate) pole: Vec3Lanes<L>,
    /// 1 where there is a pole.
    pub(crate) has_pole: L,
    pub(crate) swivel: (L, L),
    pub(crate) softness: L,
    pub(crate) stretch: L,
}

pub(crate) struct Output<L> {
    pub(crate) middle: QuatLanes<L>,
    pub(crate) start: QuatLanes<L>,
    pub(crate) stretch: L,
    pub(crate) error: L,
}

/// The method, for one limb or some.
#[inline(always)]
pub(crate) fn solve<L: Lane>(limb: &Input<L>) -> Output<L> {
    let like = limb.stretch;
    let (zero, half, one, tiny) = (like.all(0.0), like.all(0.5), like.all(1.0), like.all(f32::MIN_POSITIVE));
    let way = limb.goal.minus(limb.start);
    let far_square = way.dot(way);
    let (mut first, mut second) = (limb.middle.minus(limb.start), limb.end.minus(limb.middle));
    let (mut stretch, mut wanted) = (one, far_square);
    // What is no number asks for nothing.
    let asks = (limb.stretch - one).max(limb.softness.max(zero));
    if asks.any_more(0.0) {
        let far = far_square.sqrt();
        let length = first.dot(first).sqrt() + second.dot(second).sqrt();
        // Stretching lengthens both bones alike.
        let grown = (far / length.max(tiny)).min(limb.stretch).max(one);
        stretch = asks.if_more(zero, grown, one);
        (first, second) = (first.times(stretch), second.times(stretch));
        let distance = softened(far, length * stretch, limb.softness);
        // Who asks for neither has the same bits beside one who does.
        wanted = asks.if_more(zero, distance * distance, far_square);
    }
    let squares = first.dot(first) + second.dot(second);

    // The angle at the hinge: of |first + turned second|² = distance², only what is square to the axis depends on it.
    let axis = limb.hinge;
    let along = second.dot(axis);
    let (first_flat, second_flat) = (first.perpendicular_to(axis), second.perpendicular_to(axis));
    let (cosine_part, sine_part) = (first_flat.dot(second_flat), axis.dot(second_flat.cross(first_flat)));
    let size_square = cosine_part * cosine_part + sine_part * sine_part;
    let (size, inverse) = (size_square.sqrt(), one / size_square.max(tiny));
    // Cosine and sine of where it is to be, times that size; roots and divisions wait for as few others as they can.
    let cosine = (wanted - squares) * half - first.dot(axis) * along;
    let sine = (size_square - cosine * cosine).max(zero).sqrt();
    let cosine = cosine.min(size).max(-size);
    // From where it is straight, then from where it stands.
    let turn_cosine = (cosine_part * cosine - sine_part * sine) * inverse;
    let turn_sine = (sine_part * cosine + cosine_part * sine) * inverse;
    let (half_sine, half_cosine) = half_of(turn_sine, turn_cosine, one);
    let inverse = one / (half_sine * half_sine + half_cosine * half_cosine).sqrt();
    let middle = QuatLanes::about(axis, half_sine * inverse, half_cosine * inverse);
    let bent = second_flat.times(turn_cosine).plus(axis.cross(second_flat).times(turn_sine));
    let end = first.plus(axis.times(along)).plus(bent);

    // In units of the bones, so that rotations need no length until all are done.
    let unit = squares.sqrt();
    let end = end.times(one / unit.max(tiny));
    let far = far_square.sqrt();
    let line = way.times(one / far.max(tiny));
    let reach = end.dot(end).sqrt();
    // Straight behind there is no shortest way: half a turn about the hinge. A goal at the start joint has no direction.
    let apart = far_square - squares * like.all(1e-12);
    let opposite = QuatLanes::about(axis, one, zero).if_more(apart, zero, QuatLanes::identity(like));
    let (arc, is_one) = QuatLanes::arc_unnormalized(end, line, reach);
    let mut start = arc.if_more(is_one, zero, opposite);
    // The end comes to lie on the line to the goal.
    let error = (reach * unit - far).max(far - reach * unit);
    let swivels = limb.swivel.0 * limb.swivel.0;
    if swivels.max(limb.has_pole).any_more(0.0) {
        let bulge = start.rotate_unnormalized(first).perpendicular_to(line);
        let to_pole = limb.pole.minus(limb.start).perpendicular_to(line);
        let (short, long) = (squares * like.all(1e-8), start.length_squared());
        let clear = (bulge.dot(bulge) - short * long * long).min(to_pole.dot(to_pole) - short);
        // About the line itself: the arc from one to the other leaves it where they are nearly opposite.
        let (cosine, sine) = (bulge.dot(to_pole), line.dot(bulge.cross(to_pole)));
        let both = cosine * cosine + sine * sine;
        let (half_sine, half_cosine) = half_of(sine, cosine, both.sqrt());
        // A goal at the start joint has no line about which to turn.
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

/// How far the end is to be from the start: past where the soft reach begins, the rest of the way is taken in ever
/// smaller steps and never done.
#[inline(always)]
fn softened<L: Lane>(far: L, length: L, softness: L) -> L {
    let (zero, one) = (far.all(0.0), far.all(1.0));
    let soft = softness * length;
    let hard = length - soft;
    let beyond = (far - hard).max(zero) / soft.max(far.all(f32::MIN_POSITIVE));
    let slowed = hard + soft * (beyond / (one + beyond));
    soft.if_more(zero, beyond.if_more(zero, slowed, far), far)
}

/// Sine and cosine of half an angle, of some length, from its own of the length that is told.
#[inline(always)]
fn half_of<L: Lane>(sine: L, cosine: L, length: L) -> (L, L) {
    let (zero, one) = (sine.all(0.0), sine.all(1.0));
    // Either pair is in the right ratio; each loses its digits where the other keeps them.
    let sign = sine.if_more(zero, one, -one);
    let half_sine = cosine.if_more(zero, sine, (length - cosine) * sign);
    let half_cosine = cosine.if_more(zero, length + cosine, sine * sign);
    (half_sine, half_cosine)
}

impl<L: Lane> Output<L> {
    /// Itself, or no turns for a limb that cannot bend and for numbers that are none, or whose products are none.
    #[inline(always)]
    fn or_nothing(self, size: L, squares: L) -> Self {
        let (zero, one) = (size.all(0.0), size.all(1.0));
        // What is no number is not more or less than anything.
        let bends = size - squares * size.all(1e-8);
        let sound = size.all(f32::MAX).if_more(self.error, bends, -one);
        let sound = self.middle.unit().if_more(zero, sound, -one);
        let sound = self.start.unit().if_more(zero, sound, -one);
        let pick = |own: L, none: f32| sound.if_more(zero, own, own.all(none));
        Self {
            middle: self.middle.if_more(sound, zero, QuatLanes::identity(size)),
            start: self.start.if_more(sound, zero, QuatLanes::identity(size)),
            stretch: pick(self.stretch, 1.0),
            error: pick(self.error, 0.0),
        }
    }
}
