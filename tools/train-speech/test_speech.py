"""Tests of the pure functions: python -m unittest, in this folder."""

import os
import tempfile
import unittest

import numpy as np
import torch

from sinew_speech import align, container, decode, export, features, network, phones, spelling


def posteriors(names, frames_each):
    p = np.full((len(names) * frames_each, len(phones.STATES)), 1e-3)
    for i, name in enumerate(names):
        p[i * frames_each : (i + 1) * frames_each, phones.INDEX[name]] = 1.0
    return p / p.sum(1, keepdims=True)


class Features(unittest.TestCase):
    def test_sine_peaks_in_its_band(self):
        t = np.arange(16000) / 16000
        frame = features.log_mel(np.sin(2 * np.pi * 1000 * t))[50]
        edges = 700 * (10 ** (np.linspace(features.mel(60.0), features.mel(7600.0), 34) / 2595) - 1)
        self.assertEqual(frame.argmax(), np.abs(edges[1:-1] - 1000).argmin())

    def test_frames_of_a_begun_hop_count(self):
        self.assertEqual(features.log_mel(np.zeros(161)).shape, (2, 32))
        self.assertAlmostEqual(float(features.log_mel(np.zeros(161))[0, 0]), np.log(1e-10), places=4)

    def test_gain_is_forgotten(self):
        rng = np.random.default_rng(1)
        x = rng.normal(-3, 2, (1, 4000, 32)).astype(np.float32)
        a, b = (features.Normaliser(np.zeros(32)).run(x + gain)[0, -1] for gain in (0.0, 2.0))
        self.assertLess(np.abs(a - b).max(), 0.02)


class Decoder(unittest.TestCase):
    def test_short_shape_is_bridged_and_long_one_kept(self):
        prior = np.full(46, 1 / 46)
        p = posteriors(["AA", "M", "AA"], 10)
        v = decode.whole_visemes(p, p[:, phones.INDEX["M"]], prior)
        self.assertEqual(list(v[:10]) + list(v[10:20]), [10] * 10 + [1] * 10)
        p = np.concatenate([posteriors(["AA"], 10), posteriors(["M"], 1), posteriors(["AA"], 10)])
        v = decode.whole_visemes(p, p[:, phones.INDEX["M"]], prior)
        self.assertEqual(set(v), {10})

    def test_every_shape_lasts_its_minimum(self):
        rng = np.random.default_rng(2)
        p = posteriors(rng.choice(phones.STATES, 300), 3)
        v = decode.whole_visemes(p, p[:, phones.CLOSED].sum(1), np.full(46, 1 / 46))
        cuts = np.flatnonzero(np.diff(v)) + 1
        lengths = np.diff(cuts)
        self.assertTrue(len(lengths) > 10)
        self.assertTrue(all(n >= decode.SETTINGS["min_frames"][v[c]] for c, n in zip(cuts, lengths)))

    def test_smoothing_is_causal(self):
        x = np.array([[0.0], [3.0], [0.0], [0.0], [0.0]])
        np.testing.assert_allclose(decode.smoothed(x, 3)[:, 0], [0, 1.5, 1, 1, 0])


class Aligner(unittest.TestCase):
    def test_finds_variant_and_times(self):
        names = ["SIL", "B", "AY1", "AY2", "SIL", "M", "IY", "SIL"]
        p = posteriors(names, 8)
        book = {"by": [["B", "IY1"], ["B", "AY1"]], "me": [["M", "IY1"]]}
        segments, worth = align.align(p, ["by", "me"], book, np.full(46, 1 / 46))
        self.assertEqual([s[2] for s in segments], ["SIL", "B", "AY1", "SIL", "M", "IY1", "SIL"])
        self.assertEqual(segments[2][:2], (0.16, 0.32))
        self.assertGreater(worth, 0)

    def test_too_short_sound_is_an_error(self):
        with self.assertRaises(ValueError):
            align.align(posteriors(["B"], 4), ["by"], {"by": [["B", "AY1"]]}, np.full(46, 1 / 46))


class File(unittest.TestCase):
    def test_networks_come_back(self):
        torch.manual_seed(3)
        live, whole = network.Live().eval(), network.Whole().eval()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.bin")
            container.write(path, export.tensors_of(live, whole, np.zeros(32), np.full(46, 1 / 46)))
            read = container.read(path)
            with open(path, "rb") as file:
                data = bytearray(file.read())
            data[100] ^= 1
            with open(path, "wb") as file:
                file.write(data)
            with self.assertRaisesRegex(ValueError, "checksum"):
                container.read(path)
        z = np.random.default_rng(4).normal(0, 1, (60, 32)).astype(np.float32)
        for one, other in zip((live, whole), export.networks_of(read)):
            for a, b in zip(network.outputs(one, z), network.outputs(other, z)):
                np.testing.assert_allclose(a[0], b[0], atol=0.01)


class Spelling(unittest.TestCase):
    WORDS = {
        "cat": [["K", "AE1", "T"]], "cab": [["K", "AE1", "B"]], "city": [["S", "IH1", "T", "IY0"]], "ice": [["AY1", "S"]],
        "act": [["AE1", "K", "T"]], "bat": [["B", "AE1", "T"]], "read": [["R", "IY1", "D"], ["R", "EH1", "D"]],
    }

    def test_tree_says_its_words_and_exceptions_the_rest(self):
        words = spelling.aligned([(w, spelling.reduced(p[0])) for w, p in sorted(self.WORDS.items())])
        tree = spelling.grow(words)
        for word, known in self.WORDS.items():
            self.assertEqual(spelling.spoken(tree, word), spelling.reduced(known[0]))
        others = spelling.exceptions(tree, self.WORDS)
        self.assertEqual(others, {"read": (False, [("R", "EH", "D")])})
        data = spelling.file_bytes(tree, others)
        self.assertEqual((data[:8], data[-4:]), (b"SINEWLTS", spelling.zlib.crc32(data[:-4]).to_bytes(4, "little")))

    def test_letters_share_the_phones_of_a_word(self):
        words = [("tax", ("T", "AE", "K", "S")), ("ax", ("AE", "K", "S")), ("tat", ("T", "AE", "T"))]
        self.assertEqual(dict(spelling.aligned(words))["tax"], [("T",), ("AE",), ("K", "S")])


if __name__ == "__main__":
    unittest.main()
