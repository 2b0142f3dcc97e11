//! Contacts that must be reached whatever the neighbours want: closed lips, lip on teeth, near teeth (rules
//! of Edwards, Landreth, Fiume and Singh, *JALI: An Animator-Centric Viseme Model for Expressive Lip
//! Synchronization*, 2016).

/// Least time of full contact, in seconds.
pub const MIN_CLOSURE_SECONDS: f64 = 0.04;
/// Longest time by which a contact's movement begins before its phone, in seconds.
pub const MAX_LEAD_IN_SECONDS: f64 = 0.045;

/// Duration of the movement into and out of contact, in seconds.
const RAMP_SECONDS: f64 = 0.03;
/// Part at the end of a plosive's span in which it is released.
const RELEASE_SHARE: f64 = 0.15;

/// Degree of contact at a time, 0 to 1, of a phone between two times.
pub(super) fn contact(time: f64, start: f64, end: f64) -> f64 {
    let release = (end - RELEASE_SHARE * (end - start)).max(start + MIN_CLOSURE_SECONDS);
    let distance = if time < start {
        start - time
    } else if time > release {
        time - release
    } else {
        return 1.0;
    };
    let part = (1.0 - distance / RAMP_SECONDS).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

const _: () = assert!(RAMP_SECONDS <= MAX_LEAD_IN_SECONDS);
