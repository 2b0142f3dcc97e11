"""Weights file and golden test from trained networks."""

import numpy as np
import torch

from . import container, decode, features, phones
from .network import DELAYS, Live, Whole, outputs

GOLDEN_FRAMES = 150
GOLDEN_STEP = 5  # network outputs are kept for each fifth frame


def _conv(prefix, conv):
    weight = conv.weight.detach().numpy()  # [out, in, tap] -> rows of taps of inputs
    return {f"{prefix}.weight": weight.transpose(0, 2, 1).reshape(len(weight), -1), f"{prefix}.bias": conv.bias.detach().numpy()}


def _gru(prefix, gru, suffix=""):
    get = lambda n: getattr(gru, n + "_l0" + suffix).detach().numpy()
    return {
        f"{prefix}.input.weight": get("weight_ih"), f"{prefix}.input.bias": get("bias_ih"),
        f"{prefix}.hidden.weight": get("weight_hh"), f"{prefix}.hidden.bias": get("bias_hh"),
    }


def _linear(prefix, linear):
    return {f"{prefix}.weight": linear.weight.detach().numpy(), f"{prefix}.bias": linear.bias.detach().numpy()}


def tensors_of(live, whole, shape, prior):
    """All tensors of the weights file, in file order."""
    t = {
        "states": " ".join(f"{s}:{v}" for s, v in zip(phones.STATES, phones.VISEME)),
        "prior": prior,
        "norm.shape": shape,
        "norm.settings": [
            features.LEVEL_START, features.LEVEL_FLOOR, features.LEVEL_RISE, features.LEVEL_FALL, features.GATE,
            features.MEAN_START_FRAMES, features.MEAN_MAX_FRAMES, features.SCALE,
        ],
    }
    for name in decode.SETTINGS:
        t[f"decode.{name}"] = decode.SETTINGS[name]
    t |= _conv("live.conv1", live.conv1) | _conv("live.conv2", live.conv2) | _gru("live.gru", live.gru)
    for delay, head in zip(DELAYS, live.heads):
        t |= _linear(f"live.head{delay * 10}", head)
    t |= _conv("whole.conv1", whole.conv1)
    for i, gru in ((1, whole.gru1), (2, whole.gru2)):
        t |= _gru(f"whole.gru{i}.forward", gru) | _gru(f"whole.gru{i}.backward", gru, "_reverse")
    return t | _linear("whole.head", whole.heads[0])


def networks_of(t):
    """(live, whole) networks with the (dequantised) tensors of a weights file."""

    def conv(layer, prefix):
        w = torch.from_numpy(np.array(t[f"{prefix}.weight"], np.float32))
        out, inputs, taps = layer.weight.shape
        layer.weight.data = w.reshape(out, taps, inputs).permute(0, 2, 1).contiguous()
        layer.bias.data = torch.from_numpy(np.array(t[f"{prefix}.bias"]))

    def gru(layer, prefix, suffix=""):
        for theirs, ours in (("weight_ih", "input.weight"), ("bias_ih", "input.bias"), ("weight_hh", "hidden.weight"), ("bias_hh", "hidden.bias")):
            getattr(layer, theirs + "_l0" + suffix).data = torch.from_numpy(np.array(t[f"{prefix}.{ours}"], np.float32))

    def linear(layer, prefix):
        layer.weight.data = torch.from_numpy(np.array(t[f"{prefix}.weight"], np.float32))
        layer.bias.data = torch.from_numpy(np.array(t[f"{prefix}.bias"]))

    channels, hidden = len(t["live.conv1.bias"]), len(t["live.gru.input.bias"]) // 3
    live = Live(channels, hidden)
    conv(live.conv1, "live.conv1"), conv(live.conv2, "live.conv2"), gru(live.gru, "live.gru")
    for delay, head in zip(DELAYS, live.heads):
        linear(head, f"live.head{delay * 10}")
    whole = Whole(len(t["whole.conv1.bias"]), len(t["whole.gru1.forward.input.bias"]) // 3)
    conv(whole.conv1, "whole.conv1")
    for i, layer in ((1, whole.gru1), (2, whole.gru2)):
        gru(layer, f"whole.gru{i}.forward"), gru(layer, f"whole.gru{i}.backward", "_reverse")
    linear(whole.heads[0], "whole.head")
    return live.eval(), whole.eval()


def golden_signal():
    """The made sound of the golden test; FORMAT.md states the formula."""
    n = np.arange(GOLDEN_FRAMES * features.HOP)
    t = n / features.RATE
    phase = 2 * np.pi * 120 * t - 20 * (np.cos(2 * np.pi * 1.5 * t) - 1)
    voice = sum(np.sin(h * phase) / h * (0.6 + 0.4 * np.sin(2 * np.pi * 2.3 * t + h)) for h in range(1, 25))
    gate = np.maximum(0.0, np.sin(2 * np.pi * 1.1 * t))
    state, noise = 1, np.empty(len(n))
    for i in range(len(n)):
        state = (state * 1664525 + 1013904223) % 2**32
        noise[i] = (state >> 8) / 2**24 - 0.5
    return 0.1 * gate * voice + 0.02 * noise


def golden(live, whole, shape, prior):
    """Tensors of the golden test: what each stage makes of the made sound."""
    x = features.log_mel(golden_signal())
    z = features.Normaliser(shape, 1).run(x[None])[0]
    normaliser = features.Normaliser(shape, 1)
    normaliser.run(x[None])
    z2 = normaliser.run(x[None])[0]
    t = {"features": x, "normalised": z, "normalised_twice": z2}
    for delay, (p, c, o) in zip(DELAYS, outputs(live, z)):
        t[f"live{delay * 10}"] = np.concatenate([p, c[:, None], o[:, None]], 1)[::GOLDEN_STEP]
        t[f"live{delay * 10}.visemes"] = decode.live_visemes(p, c, prior, decode.SETTINGS[f"live{delay * 10}"])[::GOLDEN_STEP]
    both = outputs(whole, z2)[0]
    t["whole"] = np.concatenate([both[0], both[1][:, None], both[2][:, None]], 1)[::GOLDEN_STEP]
    p, c, o = decode.blended(both, outputs(live, z2)[-1])
    t["blended"] = np.concatenate([p, c[:, None], o[:, None]], 1)[::GOLDEN_STEP]
    t["whole.visemes"] = decode.whole_visemes(p, c, prior).astype(np.float32)
    return t
