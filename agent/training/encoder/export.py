"""Writes agent/sentence-encoder.bin from trained weights: export.py <vocab.json> <weights.pt> <output>."""

import json
import struct
import sys

import numpy as np
import torch

MAGIC = b"SE1\n"


def layer(name, has_residual):
    parts = [("vector", f"{name}.ln1.w"), ("vector", f"{name}.ln1.b")]
    linears = ["qkv", "out"] + (["res"] if has_residual else [])
    parts += [("linear", f"{name}.{linear}") for linear in linears]
    parts += [("vector", f"{name}.ln2.w"), ("vector", f"{name}.ln2.b")]
    return parts + [("linear", f"{name}.f1"), ("linear", f"{name}.f2")]


# The order in which agent/sentence-encoder-file.ts reads them.
PARTS = [
    ("matrix", "enc.emb.weight"),
    ("vector", "enc.seg.weight"),
    *layer("enc.l0", True),
    *layer("enc.l1", False),
    ("linear", "hq"),
    ("linear", "hqt"),
    ("linear", "hs"),
    ("linear", "ht"),
    ("vector", "nd.weight"),
    ("vector", "nd.bias"),
    ("vector", "scales"),
]


def quantize(matrix):
    """One signed byte per weight, one scale per row."""
    scales = np.abs(matrix).max(axis=1, keepdims=True) / 127
    scales[scales == 0] = 1
    return scales.astype("<f4"), np.clip(np.rint(matrix / scales), -127, 127).astype(np.int8)


def main(vocabulary, weights, output):
    pieces = json.load(open(vocabulary))
    state = {name: value.numpy() for name, value in torch.load(weights).items()}
    state["enc.emb.weight"] = state["enc.emb.weight"][: len(pieces)]
    state["scales"] = np.array([np.exp(state["ls"]), state["wt"]])
    text = "".join(f"{piece}\n" for piece, _ in pieces).encode()
    text += b"\n" * (-len(text) % 4)
    file = bytearray(MAGIC + struct.pack("<II", len(pieces), len(text)) + text)
    file += np.array([score or 0 for _, score in pieces], "<f4").tobytes()
    for kind, name in PARTS:
        if kind == "vector":
            file += state[name].astype("<f4").tobytes()
            continue
        scales, bytes_ = quantize(state[name if kind == "matrix" else f"{name}.weight"])
        file += scales.tobytes() + bytes_.tobytes()
        if kind == "linear":
            file += state[f"{name}.bias"].astype("<f4").tobytes()
    open(output, "wb").write(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
