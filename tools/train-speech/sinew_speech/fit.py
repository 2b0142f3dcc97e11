"""Training loop: sequences of disturbed clips, cross-entropy of states, closure and openness."""

import time

import numpy as np
import torch
from torch.nn import functional as F

from . import augment, features, phones
from .network import delays

LENGTH = 300  # frames of one training sequence
_OPEN = np.array(phones.OPENNESS, np.float32)
_CLOSED = np.array(phones.CLOSED, np.float32)
_KERNEL = np.exp(-0.5 * (np.arange(-10, 11) / 2.5) ** 2)
_KERNEL /= _KERNEL.sum()


def state_weights():
    """Loss weight of each state: silence less, states of rare mouth shapes more."""
    weights = torch.ones(len(phones.STATES))
    for i, (name, viseme) in enumerate(zip(phones.STATES, phones.VISEME)):
        if name == "SIL":
            weights[i] = 0.6
        elif viseme in ("PP", "FF"):
            weights[i] = 1.5
        elif viseme in ("oh", "ou") or name == "ER":
            weights[i] = 1.3
    return weights


class Sampler:
    """Draws batches of normalised sequences from groups of clips with given shares."""

    def __init__(self, clips, shares, shape, seed):
        self.rng = np.random.default_rng(seed)
        self.groups = {g: [c for c in clips if c.group == g] for g in shares}
        self.shares = np.array([shares[g] for g in self.groups]) / sum(shares.values())
        self.shape = shape
        self.all = clips

    def sequence(self):
        rng = self.rng
        names = list(self.groups)
        group = self.groups[names[rng.choice(len(names), p=self.shares)]]
        frames, states = [], []
        while sum(map(len, frames)) < LENGTH:
            clip = group[rng.integers(len(group))]
            start = rng.integers(0, max(1, len(clip.frames) - LENGTH // 2)) if not frames else 0
            frames.append(clip.frames[start:])
            states.append(clip.states[start:])
        babble = self.all[rng.integers(len(self.all))].frames
        x = augment.disturbed(np.concatenate(frames)[:LENGTH], rng, babble)
        return x, np.concatenate(states)[:LENGTH]

    def batch(self, size):
        """(normalised frames, states, openness) tensors."""
        drawn = [self.sequence() for _ in range(size)]
        x = np.stack([d[0] for d in drawn])
        states = np.stack([d[1] for d in drawn]).astype(np.int64)
        normaliser = features.Normaliser(self.shape, size)
        warm = self.rng.random(size) < 0.5
        ahead = features.Normaliser(self.shape, size)
        ahead.run(x)
        normaliser.level = np.where(warm, ahead.level, normaliser.level)
        normaliser.mean = np.where(warm[:, None], ahead.mean, normaliser.mean)
        normaliser.count = np.where(warm, ahead.count, normaliser.count)
        z = normaliser.run(x)
        opening = np.apply_along_axis(lambda r: np.convolve(np.pad(r, 10, mode="edge"), _KERNEL, "valid"), 1, _OPEN[states])
        return torch.from_numpy(z), torch.from_numpy(states), torch.from_numpy(opening.astype(np.float32))


def loss_of(network, z, states, opening, weights, dropout):
    closed = torch.from_numpy(_CLOSED)[states]
    total = 0.0
    for delay, y in zip(delays(network), network(z, dropout)):
        n = states.shape[1] - delay
        y, s, o, c = y[:, delay:], states[:, :n], opening[:, :n], closed[:, :n]
        total = total + F.cross_entropy(
            y[..., :-2].reshape(-1, y.shape[-1] - 2), s.reshape(-1), weight=weights, label_smoothing=0.03
        )
        total = total + 0.8 * F.binary_cross_entropy_with_logits(y[..., -2], c, pos_weight=torch.tensor(2.0))
        total = total + 4.0 * F.mse_loss(y[..., -1], o)
    return total / len(network.heads)


def fit(network, sampler, steps, batch=48, rate=3e-3, dropout=0.1, log=print, label=""):
    """Trains a network in place with one warm-up and a cosine fall of the rate; ends on averaged weights."""
    weights = state_weights()
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.08)
    average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995))
    begun, total = time.time(), 0.0
    network.train()
    for step in range(1, steps + 1):
        z, states, opening = sampler.batch(batch)
        loss = loss_of(network, z, states, opening, weights, dropout)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        average.update_parameters(network)
        total += loss.item()
        if step % 100 == 0:
            log(f"{label} step {step}/{steps} loss {total / 100:.4f} {time.time() - begun:.0f} s")
            total = 0.0
    network.load_state_dict(average.module.state_dict())
    return network


def mean_shape(clips):
    """Start value of the normaliser's spectral shape: the mean, over clips, of gated frames less their level."""
    shapes = []
    for clip in clips[:: max(1, len(clips) // 200)]:
        normaliser = features.Normaliser(np.zeros(features.BANDS), 1)
        normaliser.run(clip.frames.astype(np.float32)[None])
        shapes.append(normaliser.mean[0])
    return np.mean(shapes, 0)
