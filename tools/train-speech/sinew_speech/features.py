"""Log-mel features and their causal normalisation; FORMAT.md states both exactly."""

import numpy as np

RATE = 16000
HOP = 160
WINDOW = 400
FFT = 512
BANDS = 32
LOW_HZ, HIGH_HZ = 60.0, 7600.0
FRAMES_PER_S = 100

# Normaliser: level in natural-log units, per 10 ms frame.
LEVEL_START = -1.0
LEVEL_FLOOR = -9.0
LEVEL_RISE = 0.5
LEVEL_FALL = 0.006
GATE = 3.5
MEAN_START_FRAMES = 30
MEAN_MAX_FRAMES = 300
SCALE = 0.4


def mel(hz):
    return 2595.0 * np.log10(1.0 + hz / 700.0)


def filters():
    """Triangular mel filters, peak 1, evaluated at the bin centre frequencies: [32, 257]."""
    edges_mel = np.linspace(mel(LOW_HZ), mel(HIGH_HZ), BANDS + 2)
    edges = 700.0 * (10.0 ** (edges_mel / 2595.0) - 1.0)
    bins = np.arange(FFT // 2 + 1) * RATE / FFT
    rise = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0.0, np.minimum(rise, fall))


_FILTERS = filters()
_WINDOW = 0.5 - 0.5 * np.cos(2 * np.pi * (np.arange(WINDOW) + 0.5) / WINDOW)


def log_mel(samples):
    """Log-mel energies [frames, 32] of samples in -1..1 at 16 kHz; one frame per whole or begun hop."""
    x = np.asarray(samples, dtype=np.float64)
    y = x.copy()
    y[1:] -= 0.97 * x[:-1]
    frames = -(-len(x) // HOP)
    padded = np.concatenate([np.zeros(WINDOW // 2), y, np.zeros(WINDOW)])
    index = np.arange(frames)[:, None] * HOP + np.arange(WINDOW)
    power = np.abs(np.fft.rfft(padded[index] * _WINDOW, FFT)) ** 2
    return np.log(np.maximum(power @ _FILTERS.T, 1e-10)).astype(np.float32)


class Normaliser:
    """Causal normalisation of a batch of streams: level tracker plus gated mean of the spectral shape."""

    def __init__(self, shape, batch=1):
        self.start_shape = np.asarray(shape, dtype=np.float32)
        self.level = np.full(batch, LEVEL_START, np.float32)
        self.mean = np.tile(self.start_shape, (batch, 1))
        self.count = np.zeros(batch, np.float32)

    def frame(self, x):
        """Normalised features of one frame of each stream; x is [batch, 32]."""
        energy = x.mean(1)
        rising = energy > self.level
        self.level = np.where(rising, self.level + LEVEL_RISE * (energy - self.level), self.level - LEVEL_FALL)
        self.level = np.maximum(self.level, LEVEL_FLOOR).astype(np.float32)
        speech = energy > self.level - GATE
        self.count = np.where(speech, np.minimum(self.count + 1, MEAN_MAX_FRAMES), self.count)
        step = np.where(speech, 1.0 / np.minimum(self.count + MEAN_START_FRAMES, MEAN_MAX_FRAMES), 0.0)
        relative = x - self.level[:, None]
        self.mean = (self.mean + step[:, None] * (relative - self.mean)).astype(np.float32)
        return SCALE * (relative - self.mean)

    def run(self, x):
        """Normalised features of whole streams; x is [batch, frames, 32]."""
        return np.stack([self.frame(x[:, i]) for i in range(x.shape[1])], 1).astype(np.float32)
