//! No limb flips: knees and elbows of retargeted bodies bend as far as those of the source, the same way, as fast.

use sinew::humanoid::HumanBone;
use sinew_suite::{Angles, BODIES, LIMBS, MOTIONS, carried, person};

/// Limbs that bend less than this have no side, degrees.
const STRAIGHT: f32 = 25.0;

#[test]
fn limbs_bend_as_the_source_does() {
    let Some(assets) = sinew_suite::assets() else { return };
    let bodies = BODIES.map(|name| person(&assets, name));
    let mut worst = [[0.0f32; 5]; BODIES.len()];
    for (name, count) in MOTIONS {
        let motion = person(&assets, name);
        let from = &motion.character;
        for clip in motion.clips.iter().take(count) {
            let length = clip.end() - clip.start();
            let steps = ((length * 60.0) as usize).clamp(2, 1200);
            let times: Vec<f32> =
                (0..=steps).map(|k| clip.start() + length * k as f32 / steps as f32).collect();
            let theirs = Angles::over(from, from.humanoid().unwrap(), clip, &times);
            for ((body, file), worst) in bodies.iter().zip(BODIES).zip(&mut worst) {
                let (to, human) = (&body.character, body.character.humanoid().unwrap());
                let (made, report) = carried(clip, (from, from.humanoid().unwrap()), (to, human));
                let ours = Angles::over(to, human, &made, &times);
                let mut all = [0.0f32; 5];
                let mut place = String::new();
                let mut fast = String::new();
                let mut axis = String::new();
                for (n, limb) in LIMBS.into_iter().enumerate() {
                    let legs = usize::from(n > 1);
                    for (k, (a, b)) in theirs.iter().zip(&ours).enumerate() {
                        let Some((bend, own)) = a.bend(limb).zip(b.bend(limb)) else { continue };
                        if legs == 1 && (bend - own).abs() > all[1] {
                            let t = times[k];
                            let left = n == 2;
                            let foot = human
                                .map
                                .joint(if (n == 2) != human.mirrored {
                                    HumanBone::LeftFoot
                                } else {
                                    HumanBone::RightFoot
                                })
                                .unwrap();
                            let stands: Vec<[f32; 2]> = report
                                .stands
                                .iter()
                                .filter(|s| s.joint == foot || to.skeleton().parent(s.joint) == Some(foot))
                                .filter(|s| s.end > t - 0.3 && s.start < t + 0.3)
                                .map(|s| [s.start, s.end])
                                .collect();
                            place = format!(
                                " left {left} at {t:.2} source {bend:.0} own {own:.0} stands {stands:.2?}"
                            );
                        }
                        all[legs] = all[legs].max((bend - own).abs());
                        if let Some((x, y)) =
                            a.axis(limb).zip(b.axis(limb)).filter(|_| bend.min(own) > STRAIGHT)
                        {
                            if legs == 1 && x.angle_between(y).to_degrees() > all[3] {
                                axis = format!(" axis at {:.2} {} {bend:.0} {own:.0}", times[k], n == 2);
                            }
                            all[2 + legs] = all[2 + legs].max(x.angle_between(y).to_degrees());
                        }
                    }
                }
                for bone in HumanBone::ALL {
                    let rate = steps as f32 / length;
                    let speeds = |angles: &[Angles]| -> Option<Vec<f32>> {
                        angles.windows(2).map(|w| Some(w[1].turned(&w[0], bone)? * rate)).collect()
                    };
                    let Some((theirs, ours)) = speeds(&theirs).zip(speeds(&ours)) else { continue };
                    for (k, own) in ours.iter().enumerate() {
                        let around = &theirs[k.saturating_sub(3)..(k + 4).min(theirs.len())];
                        let most = around.iter().copied().fold(0.0, f32::max);
                        if own - most > all[4] {
                            fast = format!(" fast {bone:?} at {:.2}: {own:.0} for {most:.0}", times[k]);
                        }
                        all[4] = all[4].max(own - most);
                    }
                }
                println!(
                    "{name} {:?} → {file}: elbows {:.0}, knees {:.0}; axes of elbows {:.0}, of knees {:.0}; faster by {:.0}{place}{fast}{axis}",
                    clip.name, all[0], all[1], all[2], all[3], all[4]
                );
                (0..5).for_each(|n| worst[n] = worst[n].max(all[n]));
            }
        }
    }
    for (file, worst) in BODIES.iter().zip(worst) {
        println!("worst of {file:?}: {worst:.0?}");
    }
}
