"""Disturbances of speech: speed and pitch, rooms and telephone on samples; the rest on log-mel frames."""

import numpy as np
from scipy.signal import fftconvolve, resample_poly

from .features import BANDS, RATE


def resampled(samples, factor):
    """Samples played `factor` times as fast: pitch and formants rise by it, times shrink by it."""
    return resample_poly(samples, 100, int(round(100 * factor)))


def room(samples, rng):
    """Speech in a made room: decaying noise after the direct sound."""
    seconds = rng.uniform(0.12, 0.6)
    n = int(seconds * RATE)
    tail = rng.standard_normal(n) * np.exp(-6.9 * np.arange(n) / n)
    tail[: int(rng.uniform(0.002, 0.012) * RATE)] = 0.0
    tail *= 10 ** (-rng.uniform(2, 14) / 20) / max(1e-9, np.sqrt((tail**2).sum()))
    tail[0] = 1.0
    return fftconvolve(samples, tail)[: len(samples)]


def telephone(samples, rng):
    """Speech through a narrow band and 8-bit mu-law steps."""
    low = resample_poly(resample_poly(samples, 1, 2), 2, 1)[: len(samples)]
    peak = max(1e-9, np.abs(low).max())
    y = np.sign(low) * np.log1p(255 * np.abs(low) / peak) / np.log(256)
    y = np.round(y * 127) / 127
    y = np.sign(y) * np.expm1(np.abs(y) * np.log(256)) / 255 * peak
    return y + rng.standard_normal(len(y)) * peak * 1e-4


def warped(frames, factor):
    """Frames of a vocal tract `factor` times as short: the mel axis is stretched about its low end."""
    edges = 700 * (10 ** (np.linspace(0.0, 1.0, BANDS) * (2840.0 - 92.0) / 2595 + 92.0 / 2595) - 1)
    source = np.interp(edges / factor, edges, np.arange(BANDS))
    low = np.minimum(source.astype(int), BANDS - 2)
    part = (source - low).astype(np.float32)
    return frames[:, low] * (1 - part) + frames[:, low + 1] * part


def _curve(rng, tilt, bumps):
    axis = np.linspace(-1, 1, BANDS)
    curve = rng.uniform(-tilt, tilt) * axis
    for order in (1, 2, 3, 4):
        curve = curve + rng.normal(0, bumps / order) * np.cos(np.pi * order * (axis + rng.uniform(-1, 1)))
    return curve.astype(np.float32)


def disturbed(frames, rng, babble=None):
    """Frames with another vocal tract, microphone, gain and background noise."""
    x = frames.astype(np.float32)
    if rng.random() < 0.8:
        x = warped(x, np.exp(rng.uniform(-0.16, 0.16)))
    loud = np.percentile(x.mean(1), 90)
    x = x + _curve(rng, 1.3, 0.45)
    if rng.random() < 0.85:
        spectrum = _curve(rng, 2.5, 0.8) - rng.uniform(-1.0, 1.0) * np.linspace(-1, 1, BANDS, dtype=np.float32)
        level = loud - np.exp(rng.uniform(np.log(2.0), np.log(9.0)))
        grain = rng.gamma(4.0, 0.25, x.shape).astype(np.float32)
        sway = 0.4 * np.sin(np.arange(len(x)) * rng.uniform(0.005, 0.05) + rng.uniform(0, 6))[:, None]
        x = np.logaddexp(x, spectrum - spectrum.mean() + level + sway + np.log(grain + 1e-3))
    if babble is not None and rng.random() < 0.12:
        other = np.resize(babble.astype(np.float32), x.shape)
        x = np.logaddexp(x, other - np.percentile(other.mean(1), 90) + loud - rng.uniform(2.5, 6.0))
    if rng.random() < 0.25:
        first, count = rng.integers(0, BANDS - 4), rng.integers(2, 5)
        x[:, first : first + count] = x[:, first : first + count].mean()
    return (x + rng.uniform(-3.0, 2.0)).astype(np.float32)
