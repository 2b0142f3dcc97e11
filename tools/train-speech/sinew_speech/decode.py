"""From network outputs to mouth shapes: live weights and the whole-file decoder."""

import numpy as np

from . import phones

# Settings of each mode: power of the prior, share of the closed output in the closed shape, its gain,
# gain of silence, frames of the causal mean (live) or cost of a change in natural-log units (whole).
SETTINGS = {
    "live0": [0.35, 1.0, 1.1, 0.4, 2],
    "live30": [0.35, 1.0, 1.1, 0.4, 2],
    "live60": [0.35, 1.0, 1.1, 0.4, 2],
    "whole": [0.35, 1.0, 1.15, 0.5, 4.0],
    "blend": [0.35],  # share of the live network (60 ms) in the whole-file mode
    "min_frames": [12, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],  # by viseme
}
LEAST_OPENING = 0.06  # shown wherever the lips are not judged closed
_MATRIX = np.zeros((len(phones.STATES), len(phones.VISEMES)))
_MATRIX[np.arange(len(phones.STATES)), phones.VISEME_INDEX] = 1.0
_PP = phones.VISEMES.index("PP")


def weights(probabilities, closed, prior, settings):
    """Viseme weights [frames, 15], each row summing to one."""
    power, share, closed_gain, silence_gain = settings[:4]
    p = probabilities / prior**power
    p = p / p.sum(1, keepdims=True)
    v = p @ _MATRIX
    v[:, 0] *= silence_gain
    v[:, _PP] = closed_gain * v[:, _PP] ** (1 - share) * closed**share
    return v / v.sum(1, keepdims=True)


def blended(whole, live):
    """(probabilities, closed, openness) of both networks together, for the whole-file mode."""
    share = SETTINGS["blend"][0]
    p = whole[0] ** (1 - share) * live[0] ** share
    closed = whole[1] ** (1 - share) * live[1] ** share
    return p / p.sum(1, keepdims=True), closed, (1 - share) * whole[2] + share * live[2]


def smoothed(x, frames):
    """Mean of each row and the rows before it, `frames` in all (fewer at the start)."""
    sums = np.cumsum(x, 0)
    out = sums.copy()
    out[frames:] -= sums[:-frames]
    return out / np.minimum(np.arange(1, len(x) + 1), frames)[:, None]


def live_visemes(probabilities, closed, prior, settings):
    """Viseme weights of the live mode [frames, 15]."""
    return smoothed(weights(probabilities, closed, prior, settings), int(settings[4]))


def whole_visemes(probabilities, closed, prior, settings=None, least=None):
    """Viseme index of each frame: Viterbi under minimum durations and a cost for each change."""
    settings = settings or SETTINGS["whole"]
    least = np.array(least or SETTINGS["min_frames"])
    emission = np.log(np.maximum(weights(probabilities, closed, prior, settings), 1e-5))
    if least.min() < 2:
        raise ValueError("the shortest duration must be 2 frames or more")
    frames, count = emission.shape
    rows, cost = np.arange(count), settings[4]
    longest = least.max()
    # score[s, k]: in shape s for k + 1 frames; the last column of a shape also holds longer stays.
    score = np.full((count, longest), -np.inf)
    score[rows, least - 1] = emission[0]  # a stream may begin inside a shape
    begun = np.zeros((frames, count, longest), np.int64)  # frame at which the shape of that cell began
    came = np.zeros((frames, count), np.int64)  # shape before a shape begun at that frame
    for t in range(1, frames):
        ends = score[rows, least - 1]
        order = np.argsort(-ends, kind="stable")
        source = np.where(rows == order[0], order[1], order[0])
        new, start = np.full_like(score, -np.inf), np.zeros((count, longest), np.int64)
        new[:, 1:], start[:, 1:] = score[:, :-1], begun[t - 1, :, :-1]
        stay = ends > new[rows, least - 1]  # staying longer beats just reaching the minimum
        new[rows, least - 1] = np.where(stay, ends, new[rows, least - 1])
        start[rows, least - 1] = np.where(stay, begun[t - 1, rows, least - 1], start[rows, least - 1])
        new[:, 0], start[:, 0] = ends[source] - cost, t
        new[np.arange(longest)[None] >= least[:, None]] = -np.inf
        came[t] = source
        score, begun[t] = new + emission[t][:, None], start
    out = np.zeros(frames, np.int64)
    end = frames
    shape, cell = np.unravel_index(int(score.argmax()), score.shape)  # a stream may end inside a shape
    while end > 0:
        start = begun[end - 1, shape, cell]
        out[start:end] = shape
        shape, end = came[start, shape], start
        cell = least[shape] - 1
    return out
