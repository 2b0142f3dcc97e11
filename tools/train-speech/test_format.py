"""Test that FORMAT.md is enough: frame-by-frame networks in plain numpy give the numbers of the golden test."""

import os
import unittest

import numpy as np

from sinew_speech import container, export, features

HERE = os.path.dirname(os.path.abspath(__file__))
WEIGHTS = os.path.join(HERE, "..", "..", "crates", "sinew-speech", "data", "speech.bin")
GOLDEN = os.path.join(HERE, "speech-golden.bin")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def affine(t, name, x):
    return t[name + ".weight"] @ x + t[name + ".bias"]


def step(t, name, x, h):
    """One frame of a recurrent layer."""
    n = len(h)
    a, g = affine(t, name + ".input", x), affine(t, name + ".hidden", h)
    r, u = sigmoid(a[:n] + g[:n]), sigmoid(a[n : 2 * n] + g[n : 2 * n])
    return (1 - u) * np.tanh(a[2 * n :] + r * g[2 * n :]) + u * h


def tap(rows, i):
    return rows[i] if 0 <= i < len(rows) else np.zeros_like(rows[0])


def head(t, name, h):
    y = affine(t, name, h)
    p = np.exp(y[:46] - y[:46].max())
    return np.concatenate([p / p.sum(), [sigmoid(y[46]), min(max(y[47], 0.0), 1.0)]])


def live(t, z, delay):
    one, two, out = [], [], []
    h = np.zeros(len(t["live.gru.input.bias"]) // 3)
    z = np.concatenate([z, np.repeat(z[-1:], delay, 0)])
    for i in range(len(z)):
        one.append(np.maximum(affine(t, "live.conv1", np.concatenate([tap(z, i - 2), tap(z, i - 1), z[i]])), 0))
        two.append(np.maximum(affine(t, "live.conv2", np.concatenate([tap(one, i - 4), tap(one, i - 2), one[i]])), 0))
        h = step(t, "live.gru", two[i], h)
        out.append(head(t, f"live.head{delay * 10}", h))
    return np.array(out[delay:])


def both_ways(t, name, x):
    half = len(t[name + ".forward.input.bias"]) // 3
    out = np.zeros((len(x), 2 * half))
    for way, order, part in (("forward", range(len(x)), slice(0, half)), ("backward", range(len(x) - 1, -1, -1), slice(half, None))):
        h = np.zeros(half)
        for i in order:
            h = step(t, f"{name}.{way}", x[i], h)
            out[i, part] = h
    return out


def whole(t, z):
    x = [np.maximum(affine(t, "whole.conv1", np.concatenate([tap(z, i + k) for k in range(-2, 3)])), 0) for i in range(len(z))]
    x = both_ways(t, "whole.gru2", both_ways(t, "whole.gru1", np.array(x)))
    return np.array([head(t, "whole.head", h) for h in x])


class Golden(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tensors, cls.golden = container.read(WEIGHTS), container.read(GOLDEN)

    def test_features(self):
        x = features.log_mel(export.golden_signal())
        np.testing.assert_allclose(x, self.golden["features"], atol=1e-3)
        normaliser = features.Normaliser(self.tensors["norm.shape"])
        for name in ("normalised", "normalised_twice"):
            np.testing.assert_allclose(normaliser.run(x[None])[0], self.golden[name], atol=1e-3)

    def test_live_heads(self):
        for delay in (0, 3, 6):
            out = live(self.tensors, self.golden["normalised"], delay)[:: export.GOLDEN_STEP]
            np.testing.assert_allclose(out, self.golden[f"live{delay * 10}"], atol=1e-3)

    def test_whole(self):
        out = whole(self.tensors, self.golden["normalised_twice"])[:: export.GOLDEN_STEP]
        np.testing.assert_allclose(out, self.golden["whole"], atol=1e-3)


if __name__ == "__main__":
    unittest.main()
