//! Set of the decals on one character, kept within a budget.

use super::center::{Center, distance_in_image};
use super::live_decal::Leaving;
use super::removal::Rank;
use super::{DecalBudget, DecalExit, DecalId, DecalLife, DecalView, LiveDecal};
use crate::clone_from::impl_clone_from;
use crate::surface::{Decal, PosedPoint, SurfacePoint};
use glam::Vec3;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most decals whose memory is kept.
const MAX_SPARE: usize = 16;

/// Distance in the image of a decal, in those within which decals merge, from which on they are not measured
/// in the present pose.
const NEAR_IN_IMAGE: f32 = 2.0;

/// A number that no set had before.
fn next_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// The decals on one character, in the order in which they were placed, within a [`DecalBudget`].
///
/// ```
/// use sinew::surface::{DecalBudget, DecalLife, DecalSet};
/// # fn shot() -> sinew::surface::Decal { unimplemented!() }
/// # fn play(frame: &sinew::Frame<'_>) {
/// let mut wounds = DecalSet::new(DecalBudget::default().with_max_decals(32));
/// let bullet_hole = 0; // a look of the game's
/// wounds.add(shot(), bullet_hole, DecalLife::default(), |point| frame.surface(point));
/// // Once per frame:
/// wounds.advance(1.0 / 60.0);
/// wounds.enforce(&[], |point| frame.surface(point));
/// for wound in wounds.iter() {
///     println!("{:?} at {:.0} %", wound.id, wound.opacity() * 100.0);
/// }
/// # }
/// ```
#[derive(Debug, Default)]
pub struct DecalSet {
    decals: Vec<LiveDecal>,
    /// One per decal.
    centers: Vec<Center>,
    next: u32,
    budget: DecalBudget,
    /// Changes with every decal that comes or goes, so that a renderer knows when to upload.
    revision: u64,
    /// Memory of decals that are gone, for those to come.
    spare: Vec<Decal>,
    /// Ranks of the decals that stay, while some are over the budget.
    ranks: BinaryHeap<Rank>,
}

impl_clone_from!(DecalSet { next, budget, revision, ranks }, buffers { decals, centers, spare });

impl DecalSet {
    /// Set without decals.
    #[must_use]
    pub fn new(budget: DecalBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Limits.
    #[must_use]
    pub fn budget(&self) -> &DecalBudget {
        &self.budget
    }

    /// Sets the limits. The next [`DecalSet::enforce`] keeps them.
    pub fn set_budget(&mut self, budget: DecalBudget) {
        self.budget = budget;
    }

    /// Decals in the order in which they were placed; those that are leaving too.
    pub fn iter(&self) -> std::slice::Iter<'_, LiveDecal> {
        self.decals.iter()
    }

    /// Decal of this number; `None` after it has gone.
    #[must_use]
    pub fn get(&self, id: DecalId) -> Option<&LiveDecal> {
        self.decals.binary_search_by_key(&id, |live| live.id).ok().map(|at| &self.decals[at])
    }

    /// Number of decals; those that are leaving too.
    #[must_use]
    pub fn len(&self) -> usize {
        self.decals.len()
    }

    /// Whether there is no decal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.decals.is_empty()
    }

    /// Number of triangles of all decals; of those that are leaving too.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.decals.iter().map(|live| live.decal.triangles.len()).sum()
    }

    /// Number that changes with every decal that comes or goes, and that no set with other decals has; 0
    /// before the first decal. Opacities change without it.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// A decal that is gone, to place the next one into:
    /// [`DecalPlacer::place_into`](crate::surface::DecalPlacer::place_into) keeps its memory.
    pub fn take_spare(&mut self) -> Option<Decal> {
        self.spare.pop()
    }

    /// Adds a decal of a look, or merges it into an equal one that is near on the same piece of skin.
    /// `pose_point` gives the position and normal of a point in the present pose
    /// ([`Frame::surface`](crate::Frame::surface)). Returns the decal's number.
    pub fn add(
        &mut self,
        decal: Decal,
        look: u32,
        life: DecalLife,
        pose_point: impl Fn(&SurfacePoint) -> PosedPoint,
    ) -> DecalId {
        if let Some(near) = self.find_near(&decal, look, &pose_point) {
            let live = &mut self.decals[near];
            live.age = live.age.min(life.fade_in);
            // A trail that begins in a wound leaves it as important as it was.
            let priority = live.life.priority.max(life.priority);
            (live.life, live.leaving) = (DecalLife { priority, ..life }, None);
            let id = live.id;
            if self.spare.len() < MAX_SPARE {
                self.spare.push(decal);
            }
            return id;
        }
        let id = DecalId(self.next);
        self.push(LiveDecal { id, decal, look, life, age: 0.0, revision: 0, leaving: None });
        id
    }

    /// Adds a decal under the next number.
    pub(super) fn push(&mut self, live: LiveDecal) {
        self.revision = next_revision();
        let live = LiveDecal { id: DecalId(self.next), revision: self.revision, ..live };
        self.centers.push(Center::of(&live));
        self.decals.push(live);
        self.next += 1;
    }

    /// Index of a decal of the same look whose centre is near on the same piece of skin. Only those that are
    /// near in the image of the new one are looked at in the present pose.
    fn find_near(
        &self,
        decal: &Decal,
        look: u32,
        pose_point: &impl Fn(&SurfacePoint) -> PosedPoint,
    ) -> Option<usize> {
        if self.budget.merge <= 0.0 {
            return None;
        }
        let mut center: Option<Vec3> = None;
        self.decals.iter().zip(&self.centers).position(|(live, listed)| {
            let Some(triangle) = listed.triangle.filter(|_| listed.look == look) else { return false };
            let Some(distance) = distance_in_image(decal, live, triangle) else { return false };
            let radius = live.decal.settings.radius.min(decal.settings.radius) * self.budget.merge;
            if distance > radius * NEAR_IN_IMAGE {
                return false;
            }
            let center = *center.get_or_insert_with(|| pose_point(&decal.center).position);
            pose_point(&live.decal.center).position.distance(center) < radius
        })
    }

    /// Begins to fade out a decal; nothing for one that has gone.
    pub fn fade_out(&mut self, id: DecalId) {
        if let Ok(at) = self.decals.binary_search_by_key(&id, |live| live.id) {
            self.decals[at].begin_fade();
        }
    }

    /// Removes a decal at once; nothing for one that has gone.
    pub fn remove(&mut self, id: DecalId) {
        self.retain(|live| live.id != id);
    }

    /// Removes all decals at once.
    pub fn clear(&mut self) {
        self.retain(|_| false);
    }

    /// Lets `dt` seconds pass: decals age, fade and go. Not finite or negative: nothing.
    pub fn advance(&mut self, dt: f32) {
        if !(dt.is_finite() && dt > 0.0) {
            return;
        }
        for live in &mut self.decals {
            live.age += dt;
            if let Some(Leaving::Fading(seconds)) = &mut live.leaving {
                *seconds += dt;
            }
            if live.age >= live.life.lifetime {
                // It ended within the step, however long that was.
                live.begin_fade_before((live.age - live.life.lifetime).clamp(0.0, dt));
            }
        }
        self.retain(|live| !live.is_gone());
    }

    /// Keeps the budget: decals over it leave, lowest priority first. `views` are the cameras that see the
    /// character: the nearest counts, and a decal is out of view where none sees it; with none, as on a
    /// server, decals go by age. `pose_point` gives the position and normal of a point in the present pose.
    pub fn enforce(&mut self, views: &[DecalView], pose_point: impl Fn(&SurfacePoint) -> PosedPoint) {
        let (mut count, mut triangles) = self.staying();
        let budget = self.budget;
        let is_over = |count, triangles| count > budget.max_decals || triangles > budget.max_triangles;
        if is_over(count, triangles) {
            self.rank(views, &pose_point);
            while is_over(count, triangles) {
                let Some(gone) = self.send_off(!views.is_empty()) else { break };
                (count, triangles) = (count - 1, triangles - gone);
            }
            self.end_ranking();
        }
        if !views.is_empty() {
            self.retain(|live| {
                live.leaving != Some(Leaving::WhenUnseen)
                    || !DecalView::all_miss(views, live, &pose_point(&live.decal.center))
            });
        }
        // The limit of memory holds whatever the fades.
        let mut excess = self.decals.len().saturating_sub(self.budget.max_decals.saturating_mul(2));
        self.retain(|live| {
            let goes = excess > 0 && live.is_leaving();
            excess -= usize::from(goes);
            !goes
        });
    }

    /// Number of the decals that are not leaving, and of their triangles.
    pub(super) fn staying(&self) -> (usize, usize) {
        let staying = self.decals.iter().filter(|live| !live.is_leaving());
        staying.fold((0, 0), |(count, triangles), live| (count + 1, triangles + live.decal.triangles.len()))
    }

    /// Ranks the decals that are not leaving, for [`DecalSet::send_off`].
    pub(super) fn rank(&mut self, views: &[DecalView], pose_point: &dyn Fn(&SurfacePoint) -> PosedPoint) {
        let removal = self.budget.removal;
        let mut ranks = std::mem::take(&mut self.ranks).into_vec();
        ranks.clear();
        let staying = self.decals.iter().filter(|live| !live.is_leaving());
        ranks.extend(staying.map(|live| Rank::new(live, removal, views, pose_point)));
        self.ranks = ranks.into();
    }

    /// Number of decals that have a rank and have not been sent off since.
    pub(super) fn ranked(&self) -> usize {
        self.ranks.len()
    }

    /// Lets the decal go that comes first by its rank, and returns the number of its triangles; `None` where
    /// none stays.
    pub(super) fn send_off(&mut self, has_view: bool) -> Option<usize> {
        let id = self.ranks.pop()?.id;
        let at = self.decals.binary_search_by_key(&id, |live| live.id).ok()?;
        let live = &mut self.decals[at];
        match self.budget.exit {
            DecalExit::Cut => live.leaving = Some(Leaving::Fading(f32::INFINITY)),
            DecalExit::WhenUnseen if has_view => live.leaving = Some(Leaving::WhenUnseen),
            DecalExit::Fade | DecalExit::WhenUnseen => live.begin_fade(),
        }
        Some(live.decal.triangles.len())
    }

    /// Removes the decals that were sent off and have no fade, and ends the ranking.
    pub(super) fn end_ranking(&mut self) {
        self.ranks.clear();
        self.retain(|live| !live.is_gone());
    }

    #[cfg(test)]
    pub(super) fn spare_count(&self) -> usize {
        self.spare.len()
    }

    /// Keeps the decals that fit, and the memory of the others.
    fn retain(&mut self, mut fits: impl FnMut(&LiveDecal) -> bool) {
        let (spare, centers) = (&mut self.spare, &mut self.centers);
        let (mut at, mut kept) = (0, 0);
        self.decals.retain_mut(|live| {
            let keep = fits(live);
            if keep {
                centers[kept] = centers[at];
                kept += 1;
            } else if spare.len() < MAX_SPARE {
                let triangles = std::mem::take(&mut live.decal.triangles);
                spare.push(Decal { triangles, ..live.decal.clone() });
            }
            at += 1;
            keep
        });
        if kept < at {
            centers.truncate(kept);
            self.revision = next_revision();
        }
    }
}

impl<'a> IntoIterator for &'a DecalSet {
    type Item = &'a LiveDecal;
    type IntoIter = std::slice::Iter<'a, LiveDecal>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
