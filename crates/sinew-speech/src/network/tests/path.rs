//! Path through visemes against the search through all paths.

use crate::network::container::Tensors;
use crate::network::decode::ShapePath;
use sinew_viseme::Viseme;
use test_needs::cases;

/// Rules with these least durations, by a file of one tensor.
fn rules(least: &[f32; Viseme::COUNT], cost: f32) -> ShapePath {
    let mut bytes = b"SINEWSP1\x01\0\0\0\x01\0\0\0".to_vec();
    bytes.push(17);
    bytes.extend(b"decode.min_frames\x00\x01\x0f\0\0\0");
    least.iter().for_each(|frames| bytes.extend(frames.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    ShapePath::read(&Tensors::from_bytes(&bytes).unwrap(), cost).unwrap()
}

/// Best score of all paths of three visemes, each tried.
fn best_score(weights: &[[f32; Viseme::COUNT]], least: &[usize], cost: f64) -> f64 {
    let count = weights.len();
    (0..3_usize.pow(count as u32))
        .filter_map(|code| {
            let path: Vec<usize> = (0..count).map(|n| code / 3_usize.pow(n as u32) % 3).collect();
            is_allowed(&path, least).then(|| score(weights, &path, cost))
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// True where every stay but the first and the last one is long enough.
fn is_allowed(path: &[usize], least: &[usize]) -> bool {
    let stays: Vec<&[usize]> = path.chunk_by(|a, b| a == b).collect();
    stays.len() < 3 || stays[1..stays.len() - 1].iter().all(|stay| stay.len() >= least[stay[0]])
}

fn score(weights: &[[f32; Viseme::COUNT]], path: &[usize], cost: f64) -> f64 {
    let values = weights.iter().zip(path).map(|(row, n)| libm::log(f64::from(row[*n]).max(1e-5)));
    values.sum::<f64>() - cost * path.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64
}

#[test]
fn the_best_path_is_found() {
    let mut least = [3.0; Viseme::COUNT];
    least[..3].copy_from_slice(&[4.0, 2.0, 3.0]);
    for cost in [0.0, 0.4, 2.0] {
        let rules = rules(&least, cost);
        for mut random in cases(6) {
            let length = [1, 2, 3, 5, 8, 9][random.seed() % 6];
            let mut weights = vec![[0.0; Viseme::COUNT]; length];
            for weight in weights.iter_mut().flat_map(|row| &mut row[..3]) {
                *weight = random.f32() + 0.01;
            }
            let path: Vec<usize> = rules.best(&weights).into_iter().map(Viseme::index).collect();
            let best = best_score(&weights, &[4, 2, 3], f64::from(cost));
            assert!(is_allowed(&path, &[4, 2, 3]), "{path:?}");
            assert!((score(&weights, &path, f64::from(cost)) - best).abs() < 1e-9, "{path:?}");
        }
    }
    assert!(rules(&least, 1.0).best(&[]).is_empty());
}
