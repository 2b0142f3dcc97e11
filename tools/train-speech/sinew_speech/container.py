"""The tensor file of the trained networks and of the golden test; FORMAT.md states its bytes."""

import struct
import zlib

import numpy as np

MAGIC = b"SINEWSP1"
VERSION = 1
FLOATS, ROWS, TEXT = 0, 1, 2


def quantised(matrix):
    """(scales, int8 values) of a matrix, one scale per row."""
    scales = np.abs(matrix).max(1) / 127.0
    scales = np.where(scales > 0, scales, 1.0).astype(np.float32)
    return scales, np.clip(np.round(matrix / scales[:, None]), -127, 127).astype(np.int8)


def write(path, tensors):
    """Writes name -> array; matrices named `*.weight` become int8 rows, text stays text, the rest are floats."""
    data = bytearray(MAGIC + struct.pack("<II", VERSION, len(tensors)))
    for name, value in tensors.items():
        label = name.encode("ascii")
        data += struct.pack("<B", len(label)) + label
        if isinstance(value, str):
            raw = value.encode("ascii")
            data += struct.pack("<BBI", TEXT, 1, len(raw)) + raw
            continue
        value = np.asarray(value, np.float32)
        kind = ROWS if name.endswith(".weight") else FLOATS
        data += struct.pack("<BB", kind, value.ndim) + struct.pack(f"<{value.ndim}I", *value.shape)
        if kind == ROWS:
            scales, values = quantised(value)
            data += scales.astype("<f4").tobytes() + values.tobytes()
        else:
            data += value.astype("<f4").tobytes()
    data += struct.pack("<I", zlib.crc32(bytes(data)))
    with open(path, "wb") as file:
        file.write(data)
    return len(data)


def read(path):
    """Name -> array (dequantised) or text; raises ValueError with the byte offset of what is wrong."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != MAGIC or len(data) < 20:
        raise ValueError("byte 0: not a speech tensor file")
    if zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError(f"byte {len(data) - 4}: checksum differs")
    version, count = struct.unpack_from("<II", data, 8)
    if version != VERSION:
        raise ValueError(f"byte 8: version {version}, {VERSION} expected")
    at, tensors = 16, {}
    for _ in range(count):
        length = data[at]
        name = data[at + 1 : at + 1 + length].decode("ascii")
        at += 1 + length
        kind, rank = data[at], data[at + 1]
        shape = struct.unpack_from(f"<{rank}I", data, at + 2)
        at += 2 + 4 * rank
        size = int(np.prod(shape))
        if kind == TEXT:
            tensors[name] = data[at : at + size].decode("ascii")
            at += size
        elif kind == ROWS:
            scales = np.frombuffer(data, "<f4", shape[0], at)
            at += 4 * shape[0]
            tensors[name] = np.frombuffer(data, np.int8, size, at).reshape(shape) * scales[:, None]
            at += size
        elif kind == FLOATS:
            tensors[name] = np.frombuffer(data, "<f4", size, at).reshape(shape)
            at += 4 * size
        else:
            raise ValueError(f"byte {at}: unknown kind {kind} of tensor {name}")
    return tensors
