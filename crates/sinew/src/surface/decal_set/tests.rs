//! Tests of decal sets: removal, fades, merging and budgets.

use super::*;
use crate::character::MeshInstanceId;
use crate::surface::{Decal, DecalSettings, DecalTriangle, PosedPoint, SurfacePoint};
use glam::{Affine3A, Vec2, Vec3};

/// Decal at a point along +X, which is the number of its triangle.
fn decal(number: u32, triangles: usize) -> Decal {
    let middle = Vec2::splat(0.5);
    let triangle = DecalTriangle { triangle: number, uvs: [middle, Vec2::X, Vec2::Y] };
    Decal {
        center: SurfacePoint {
            instance: MeshInstanceId(0),
            primitive: 0,
            triangle: number,
            barycentric: Vec3::X,
        },
        settings: DecalSettings::new(0.1),
        triangles: vec![triangle; triangles],
        seams_crossed: 0,
    }
}

/// Points stand along +X and face +Z.
fn pose_point(point: &SurfacePoint) -> PosedPoint {
    PosedPoint::new(Vec3::X * point.triangle as f32, Vec3::Z)
}

fn filled(budget: DecalBudget, count: u32) -> DecalSet {
    let mut set = DecalSet::new(budget);
    for n in 0..count {
        set.add(decal(n, 3), 0, DecalLife::default(), pose_point);
        set.advance(0.1);
    }
    set
}

fn staying_triangles(set: &DecalSet) -> Vec<u32> {
    set.iter().filter(|live| !live.is_leaving()).map(|live| live.decal.center.triangle).collect()
}

fn view_at(eye: Vec3, target: Vec3) -> DecalView {
    let clip = glam::camera::rh::proj::directx::perspective(0.8, 1.0, 0.01, 100.0)
        * glam::camera::rh::view::look_at_mat4(eye, target, Vec3::Y);
    DecalView::new(eye, clip, &Affine3A::IDENTITY)
}

#[test]
fn the_first_in_goes_first_and_low_priority_before_it() {
    let budget = DecalBudget::default()
        .with_max_decals(3)
        .with_removal(DecalRemoval::default())
        .with_exit(DecalExit::Cut);
    let mut set = filled(budget, 5);
    set.enforce(&[], pose_point);
    assert_eq!(staying_triangles(&set), [2, 3, 4]);
    set.add(decal(9, 3), 0, DecalLife::default().with_priority(-1), pose_point);
    set.enforce(&[], pose_point);
    assert_eq!(staying_triangles(&set), [2, 3, 4], "the least important goes, though it is the newest");
}

#[test]
fn triangles_have_a_limit_too() {
    let budget = DecalBudget::default()
        .with_max_triangles(7)
        .with_removal(DecalRemoval::Oldest)
        .with_exit(DecalExit::Cut);
    let mut set = filled(budget, 4);
    set.enforce(&[], pose_point);
    assert_eq!((staying_triangles(&set), set.triangle_count()), (vec![2, 3], 6));
}

#[test]
fn the_farthest_and_those_out_of_view_go_first() {
    let view = view_at(Vec3::new(1.0, 0.0, 3.0), Vec3::new(1.0, 0.0, 0.0));
    let budget = DecalBudget::default().with_max_decals(4);
    let mut far = filled(budget.with_removal(DecalRemoval::Farthest).with_exit(DecalExit::Cut), 6);
    far.enforce(&[view], pose_point);
    assert_eq!(staying_triangles(&far), [0, 1, 2, 3]);
    // 3, 4 and 5 are beside the picture, which is 2.5 m wide: the oldest of them go.
    let mut unseen = filled(budget.with_removal(DecalRemoval::OutOfView).with_exit(DecalExit::Cut), 6);
    unseen.enforce(&[view], pose_point);
    assert_eq!(staying_triangles(&unseen), [0, 1, 2, 5]);
    // From behind all are out of view.
    let behind = view_at(Vec3::new(1.0, 0.0, -3.0), Vec3::new(1.0, 0.0, 0.0));
    let mut unseen = filled(budget.with_removal(DecalRemoval::OutOfView).with_exit(DecalExit::Cut), 6);
    unseen.enforce(&[behind], pose_point);
    assert_eq!(staying_triangles(&unseen), [2, 3, 4, 5]);
}

#[test]
fn decals_fade_in_and_out_smoothly() {
    let mut set = DecalSet::new(DecalBudget::default());
    let life = DecalLife::default().with_lifetime(2.0).with_fade_in(1.0).with_fade_out(0.5);
    let id = set.add(decal(0, 3), 7, life, pose_point);
    let mut seen = Vec::new();
    while let Some(live) = set.get(id) {
        seen.push(live.opacity());
        set.advance(0.05);
        assert!(seen.len() < 100, "it goes");
    }
    assert_eq!(seen[0], 0.0);
    assert!(seen.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.16), "no jump: {seen:?}");
    assert!((seen[20] - 1.0).abs() < 1e-4 && (seen[39] - 1.0).abs() < 1e-4);
    assert!((49..=52).contains(&seen.len()), "2.5 s: {}", seen.len());
}

#[test]
fn a_split_screen_keeps_what_either_camera_sees() {
    let budget = DecalBudget::default()
        .with_max_decals(1)
        .with_removal(DecalRemoval::OutOfView)
        .with_exit(DecalExit::WhenUnseen);
    let mut set = filled(budget, 2);
    let front = view_at(Vec3::new(0.5, 0.0, 3.0), Vec3::new(0.5, 0.0, 0.0));
    let behind = view_at(Vec3::new(0.5, 0.0, -3.0), Vec3::ZERO);
    set.enforce(&[behind, front], pose_point);
    assert_eq!(set.len(), 2, "the second camera sees it still");
    set.enforce(&[behind, behind], pose_point);
    assert_eq!(set.len(), 1);
    // The nearest camera counts.
    let budget = budget.with_removal(DecalRemoval::Farthest).with_exit(DecalExit::Cut);
    let eye = |x: f32| view_at(Vec3::new(x, 0.0, 0.5), Vec3::ZERO);
    for (eyes, stays) in [(vec![eye(0.0)], 0), (vec![eye(9.0)], 9), (vec![eye(20.0), eye(9.2)], 9)] {
        let mut set = filled(budget, 10);
        set.enforce(&eyes, pose_point);
        assert_eq!(staying_triangles(&set), [stays]);
    }
}

#[test]
fn unseen_exits_wait_for_the_camera() {
    let budget = DecalBudget::default()
        .with_max_decals(1)
        .with_removal(DecalRemoval::Oldest)
        .with_exit(DecalExit::WhenUnseen);
    let mut set = filled(budget, 2);
    let front = view_at(Vec3::new(0.5, 0.0, 3.0), Vec3::new(0.5, 0.0, 0.0));
    set.enforce(&[front], pose_point);
    assert_eq!((set.len(), staying_triangles(&set)), (2, vec![1]));
    assert_eq!(set.iter().next().unwrap().opacity(), 1.0, "it is seen whole");
    set.enforce(&[view_at(Vec3::new(0.5, 0.0, -3.0), Vec3::ZERO)], pose_point);
    assert_eq!(set.len(), 1);
}

#[test]
fn near_duplicates_of_one_look_are_one() {
    let mut set = DecalSet::new(DecalBudget::default());
    let first = set.add(decal(0, 3), 0, DecalLife::default(), pose_point);
    set.advance(5.0);
    let revision = set.revision();
    assert_eq!(set.add(decal(0, 3), 0, DecalLife::default(), pose_point), first);
    assert_eq!((set.len(), set.revision(), set.get(first).unwrap().age), (1, revision, 0.0));
    let other_look = set.add(decal(0, 3), 1, DecalLife::default(), pose_point);
    assert!(other_look != first && set.add(decal(1, 3), 0, DecalLife::default(), pose_point) != first);
    assert!(set.take_spare().is_some(), "the memory of the merged one is kept");
}

#[test]
fn a_merged_decal_stays_as_opaque_as_its_new_life_lets_it() {
    let mut set = DecalSet::new(DecalBudget::default());
    let at_once = DecalLife { fade_in: 0.0, ..DecalLife::default() };
    let id = set.add(decal(0, 3), 0, at_once, pose_point);
    set.advance(5.0);
    let slowly = DecalLife { fade_in: 2.0, ..DecalLife::default() };
    assert_eq!(set.add(decal(0, 3), 0, slowly, pose_point), id);
    assert_eq!(set.get(id).unwrap().opacity(), 1.0, "what was seen does not fade in again");
    let trail = DecalLife { priority: -1, ..DecalLife::default() };
    assert_eq!(set.add(decal(0, 3), 0, trail, pose_point), id);
    assert_eq!(set.get(id).unwrap().life.priority, 0, "a trail that begins in it leaves it as important");
}

#[test]
fn ten_thousand_decals_leave_nothing_behind() {
    let mut set = DecalSet::new(DecalBudget::default().with_max_decals(64).with_merge(0.0));
    for n in 0..10_000 {
        set.add(decal(n % 50, 3), 0, DecalLife::default(), pose_point);
        set.enforce(&[], pose_point);
        set.advance(0.001);
        assert!(set.len() <= 128 && staying_triangles(&set).len() <= 64);
    }
    set.clear();
    assert!(set.is_empty() && set.spare_count() <= 16);
}

#[test]
fn a_budget_for_all_takes_from_the_fullest() {
    let cut = DecalBudget::default().with_removal(DecalRemoval::default()).with_exit(DecalExit::Cut);
    let (mut a, mut b) = (filled(cut, 8), filled(cut, 3));
    let mut characters =
        [&mut a, &mut b].map(|set| CharacterDecals { set, views: &[], pose_point: &pose_point });
    SharedDecalBudget::new(6, usize::MAX).enforce(&mut characters);
    assert_eq!((staying_triangles(&a), staying_triangles(&b)), (vec![5, 6, 7], vec![0, 1, 2]));
    let mut characters =
        [&mut a, &mut b].map(|set| CharacterDecals { set, views: &[], pose_point: &pose_point });
    SharedDecalBudget::new(0, 0).enforce(&mut characters);
    assert!(a.is_empty() && b.is_empty());
}

#[test]
fn time_that_is_none_changes_nothing() {
    let mut set = filled(DecalBudget::default(), 2);
    let before: Vec<LiveDecal> = set.iter().cloned().collect();
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        set.advance(dt);
    }
    assert_eq!(set.iter().cloned().collect::<Vec<_>>(), before);
}

#[test]
fn a_long_step_ends_a_life_as_many_short_ones_do() {
    for (lifetime, fade_out) in [(5.0, 1.0), (0.0, 2.0), (3.0, 0.0), (0.5, 40.0)] {
        let life = DecalLife::default().with_lifetime(lifetime).with_fade_in(0.0).with_fade_out(fade_out);
        for seconds in [0.25, 4.0, 5.5, 30.0] {
            let after = |steps: u32| {
                let mut set = DecalSet::default();
                set.add(decal(0, 1), 0, life, pose_point);
                (0..steps).for_each(|_| set.advance(seconds / steps as f32));
                set.iter().next().map_or(0.0, LiveDecal::opacity)
            };
            let [long, short] = [1, 600].map(after);
            assert!(
                (long - short).abs() < 0.02,
                "{lifetime} s, fade {fade_out} s after {seconds} s: {long}, {short}"
            );
        }
    }
}

#[test]
fn fades_that_are_no_numbers_are_none() {
    for fade in [f32::NAN, f32::INFINITY, -1.0, f32::NEG_INFINITY] {
        let life = DecalLife::default().with_lifetime(2.0).with_fade_in(fade).with_fade_out(fade);
        let mut set = DecalSet::default();
        let id = set.add(decal(0, 1), 0, life, pose_point);
        assert_eq!(set.get(id).unwrap().opacity(), 1.0, "{fade}");
        set.advance(1.0);
        assert_eq!(set.get(id).unwrap().opacity(), 1.0, "{fade}");
        set.fade_out(id);
        set.advance(0.001);
        assert!(set.is_empty(), "{fade}");
    }
    let forever = DecalLife::default().with_lifetime(f32::NAN);
    let mut set = DecalSet::default();
    set.add(decal(0, 1), 0, forever, pose_point);
    set.advance(1e6);
    assert_eq!(set.iter().next().map(LiveDecal::opacity), Some(1.0));
}

/// Positions are asked for as often as there are decals, and not for each that goes.
#[test]
fn costs_of_a_budget_grow_with_the_number_of_decals() {
    let asked = |count: u32| {
        let budget = DecalBudget::default()
            .with_max_decals(usize::MAX)
            .with_max_triangles(usize::MAX)
            .with_merge(0.0)
            .with_removal(DecalRemoval::Farthest)
            .with_exit(DecalExit::Cut);
        let mut set = filled(budget, count);
        set.set_budget(budget.with_max_decals(count as usize / 100));
        let asked = std::cell::Cell::new(0);
        let view = view_at(Vec3::new(1.0, 0.0, 3.0), Vec3::new(1.0, 0.0, 0.0));
        set.enforce(&[view], |point| {
            asked.set(asked.get() + 1);
            pose_point(point)
        });
        assert_eq!(set.len(), count as usize / 100);
        asked.get()
    };
    let [few, more, many] = [1000, 4000, 16_000].map(asked);
    assert!(more <= few * 5 && many <= more * 5, "{few} {more} {many}");
}
