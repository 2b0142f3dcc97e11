"""Networks: causal (live) and bidirectional (whole file), both from normalised log-mel frames."""

import torch
from torch import nn
from torch.nn import functional as F

from .features import BANDS
from .phones import STATES

OUTPUTS = len(STATES) + 2  # states, lips closed (logit), openness
DELAYS = (0, 3, 6)  # frames of look-ahead of the live heads


class Live(nn.Module):
    """Two causal convolutions, one recurrent layer, one head per look-ahead.

    The head of delay d tells at frame t about frame t - d.
    """

    def __init__(self, channels=72, hidden=120):
        super().__init__()
        self.conv1 = nn.Conv1d(BANDS, channels, 3)
        self.conv2 = nn.Conv1d(channels, channels, 3, dilation=2)
        self.gru = nn.GRU(channels, hidden, batch_first=True)
        self.heads = nn.ModuleList(nn.Linear(hidden, OUTPUTS) for _ in DELAYS)

    def forward(self, z, dropout=0.0):
        x = z.transpose(1, 2)
        x = F.relu(self.conv1(F.pad(x, (2, 0))))
        x = F.relu(self.conv2(F.pad(x, (4, 0)))).transpose(1, 2)
        h, _ = self.gru(F.dropout(x, dropout, self.training))
        h = F.dropout(h, dropout, self.training)
        return [head(h) for head in self.heads]


class Whole(nn.Module):
    """One centred convolution and two bidirectional recurrent layers."""

    def __init__(self, channels=72, hidden=56):
        super().__init__()
        self.conv1 = nn.Conv1d(BANDS, channels, 5)
        self.gru1 = nn.GRU(channels, hidden, batch_first=True, bidirectional=True)
        self.gru2 = nn.GRU(2 * hidden, hidden, batch_first=True, bidirectional=True)
        self.heads = nn.ModuleList([nn.Linear(2 * hidden, OUTPUTS)])

    def forward(self, z, dropout=0.0):
        x = F.relu(self.conv1(F.pad(z.transpose(1, 2), (2, 2)))).transpose(1, 2)
        h, _ = self.gru1(F.dropout(x, dropout, self.training))
        h, _ = self.gru2(F.dropout(h, dropout, self.training))
        h = F.dropout(h, dropout, self.training)
        return [self.heads[0](h)]


def delays(network):
    """Frames by which each head of a network lags."""
    return DELAYS if isinstance(network, Live) else (0,)


def outputs(network, z):
    """(state probabilities, closed probability, openness) per head, aligned to the frames, of one stream [n, 32]."""
    network.eval()
    with torch.no_grad():
        pad = max(delays(network))
        x = torch.from_numpy(z)[None]
        x = F.pad(x.transpose(1, 2), (0, pad), mode="replicate").transpose(1, 2) if pad else x
        result = []
        for delay, y in zip(delays(network), network(x)):
            y = y[0, delay : delay + len(z)]
            result.append(
                (torch.softmax(y[:, :-2], 1).numpy(), torch.sigmoid(y[:, -2]).numpy(), y[:, -1].clamp(0, 1).numpy())
            )
        return result
