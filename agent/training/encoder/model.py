"""The sentence encoder: Universal Sentence Encoder lite, rebuilt in PyTorch, with heads for ranking answers."""

import copy
import json
import math
import unicodedata
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

FIRST_PIECE = 6
DROPOUT = 0.1
HEADS = 4
# Pieces read of each part; a part's index is its segment.
PIECES_MAX = {"question": 60, "before": 30, "title": 16, "sentence": 64}


class Tokenizer:
    """Splits a text into the most probable pieces, like agent/sentence-pieces.ts."""

    def __init__(self, vocabulary):
        pieces = json.loads(Path(vocabulary).read_text())
        self.pieces = {piece: (score or 0.0, at) for at, (piece, score) in enumerate(pieces) if at >= FIRST_PIECE}
        self.longest = max(map(len, self.pieces))
        self.cache = {}

    def encode(self, text):
        if text not in self.cache:
            self.cache[text] = self._split(unicodedata.normalize("NFKC", text))
        return self.cache[text]

    def _split(self, text):
        if not text:
            return []
        text = "\u2581" + text.replace(" ", "\u2581")
        best = [(0.0, 0, 0)] + [(-math.inf, 0, 0)] * len(text)
        for start in range(len(text)):
            found = [
                (length, *self.pieces[text[start : start + length]])
                for length in range(1, min(self.longest, len(text) - start) + 1)
                if text[start : start + length] in self.pieces
            ]
            for length, score, piece in found or [(1, 0.0, 0)]:
                if best[start][0] + score >= best[start + length][0]:
                    best[start + length] = (best[start][0] + score, piece, length)
        ids, end = [], len(text)
        while end > 0:
            _, piece, length = best[end]
            if piece != 0 or not ids or ids[-1] != 0:
                ids.append(piece)
            end -= length
        return ids[::-1]


def load_original(folder):
    """The weights of the TensorFlow.js model in the package's `dist`."""
    folder, weights = Path(folder), {}
    for group in json.loads((folder / "model.json").read_text())["weightsManifest"]:
        data, offset = b"".join((folder / path).read_bytes() for path in group["paths"]), 0
        for entry in group["weights"]:
            count = math.prod(entry["shape"])
            values = np.frombuffer(data, entry["dtype"], count, offset).reshape(entry["shape"]).copy()
            weights[entry["name"]] = torch.from_numpy(values)
            offset += 4 * count
    return weights


def linear(weight, bias):
    made = nn.Linear(*weight.shape)
    made.weight.data, made.bias.data = weight.t().contiguous().clone(), bias.clone()
    return made


class Norm(nn.Module):
    def __init__(self, scale, shift):
        super().__init__()
        self.w, self.b = nn.Parameter(scale.clone()), nn.Parameter(shift.clone())

    def forward(self, x):
        return F.layer_norm(x, self.w.shape, self.w, self.b, 1e-6)


class Layer(nn.Module):
    def __init__(self, original, at):
        super().__init__()
        root = "Encoder_en/KonaTransformer/Encode"
        applied = f"module_apply_default/{root}/Layer_{at}/TransformerLayer"
        kernel = f"module/{root}/Layer_{at}/TransformerLayer/MultiheadAttention"
        stack = f"module_apply_default/{root}/TransformerStack/Layer_{at}/TransformerLayer/FFN"
        norm = "layer_prepostprocess/layer_norm/layer_norm_%s/ConcatPartitions/concat"
        bias = "bias/ConcatPartitions/concat"

        def attention(name):
            weight = original[f"{kernel}/{name}/kernel/part_0"][0, 0]
            return linear(weight, original[f"{applied}/MultiheadAttention/{name}/{bias}"])

        def inner(name):
            return linear(original[f"{stack}/{name}/Tensordot/Reshape_1"], original[f"{applied}/FFN/{name}/{bias}"])

        def normed(within):
            return Norm(*(original[f"{applied}/{within}{norm % name}"] for name in ("scale", "bias")))

        self.ln1, self.ln2 = normed(""), normed("FFN/")
        self.qkv, self.out = attention("qkv_transform_single"), attention("output_transform_single")
        self.f1, self.f2 = inner("conv1"), inner("conv2")
        dense = f"{applied}/dense"
        widens = at == 0
        self.res = linear(original[f"{dense}/kernel/ConcatPartitions/concat"], original[f"{dense}/{bias}"]) if widens else None

    def forward(self, x, hidden):
        batch, tokens, _ = x.shape
        parts = self.qkv(self.ln1(x)).chunk(3, -1)
        query, key, value = (part.view(batch, tokens, HEADS, -1).transpose(1, 2) for part in parts)
        shares = torch.softmax(query * query.shape[-1] ** -0.5 @ key.transpose(-1, -2) + hidden, -1)
        mixed = self.out((shares @ value).transpose(1, 2).reshape(batch, tokens, -1))
        x = (x if self.res is None else self.res(x)) + F.dropout(mixed, DROPOUT, self.training)
        return x + F.dropout(self.f2(F.relu(self.f1(self.ln2(x)))), DROPOUT, self.training)


class Encoder(nn.Module):
    def __init__(self, original):
        super().__init__()
        self.emb = nn.Embedding.from_pretrained(original["module/Embeddings_en"].clone(), freeze=False)
        self.seg = nn.Embedding(len(PIECES_MAX), 256)
        self.seg.weight.data.zero_()
        speeds = torch.exp(-torch.arange(128) * math.log(10_000) / 127)
        angles = torch.arange(128)[:, None] * speeds
        self.register_buffer("pos", torch.cat([angles.sin(), angles.cos()], 1))
        self.l0, self.l1 = Layer(original, 0), Layer(original, 1)

    def forward(self, texts):
        """The mean of each text's token vectors; a text is a list of (segment, piece)."""
        texts = [text or [(0, FIRST_PIECE)] for text in texts]
        length = max(map(len, texts))
        padded = torch.tensor([text + [(0, 0)] * (length - len(text)) for text in texts])
        mask = torch.arange(length) < torch.tensor([len(text) for text in texts])[:, None]
        # The original graph adds the embedding twice.
        x = 2 * self.emb(padded[..., 1]) + self.pos[:length] + self.seg(padded[..., 0])
        hidden = (~mask).float()[:, None, None, :] * -1e9
        x = self.l1(self.l0(F.dropout(x, DROPOUT, self.training), hidden), hidden)
        return (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)


class Ranker(nn.Module):
    """Scores sentences: scale × (cosine with the sentence + share × cosine with the mean of its step)."""

    def __init__(self, original):
        super().__init__()
        self.enc = Encoder(original)
        layer = "module/Encoder_en/hidden_layers/tanh_layer_0"
        head = linear(original[f"{layer}/weights"], original[f"{layer}/bias"])
        self.hq, self.hqt, self.hs, self.ht = (copy.deepcopy(head) for _ in range(4))
        self.nd = nn.Linear(512, 1)
        self.nd.weight.data.zero_()
        self.nd.bias.data.fill_(6.0)
        self.ls, self.wt = nn.Parameter(torch.tensor(math.log(15.0))), nn.Parameter(torch.tensor(0.4))

    def forward(self, questions, sentences, steps):
        """Scores for each question: one per sentence, then that of “no answer”."""
        asked, noted = self.enc(questions), self.enc(sentences)
        same = (steps[:, None] == steps[None]).float()
        whole = same / same.sum(1, keepdim=True) @ noted

        def cosines(head, left, other, right):
            return F.normalize(torch.tanh(head(left)), dim=-1) @ F.normalize(torch.tanh(other(right)), dim=-1).t()

        scores = cosines(self.hq, asked, self.hs, noted) + self.wt * cosines(self.hqt, asked, self.ht, whole)
        return torch.cat([self.ls.exp() * scores, self.nd(asked)], 1)
