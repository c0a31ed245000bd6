"""Fine-tunes the encoder: train.py <dist> <data.json> <weights.pt> [minutes]. README.md says how to get its inputs."""

import json
import random
import sys
import time

import torch
from model import PIECES_MAX, Ranker, Tokenizer, load_original
from torch import nn

# The share of first questions that are trained with another question before them, and of pieces that are dropped.
STRAY_BEFORE = 0.15
DROPPED_PIECES = 0.08
RATES = (3e-4, 2e-4)
WARM_UP = 50
# Weight of the encoder's scores and of “no answer” beside the ranking's; learned further in the second stage.
JOINT = {"plain": 0.8, "dense": 0.63, "plain_nothing": 0.1, "bias": -0.6}


def loss_of(scores, right):
    return (torch.logsumexp(scores, 1) - torch.logsumexp(scores.masked_fill(~right, -1e9), 1)).mean()


class Product:
    def __init__(self, product, tokenizer):
        part = {name: at for at, name in enumerate(PIECES_MAX)}

        def pieces(name, text):
            return [(part[name], piece) for piece in tokenizer.encode(text)[: PIECES_MAX[name]]]

        items, questions = product["items"], product["questions"]
        self.sentences = [pieces("title", item["title"]) + pieces("sentence", item["text"]) for item in items]
        self.steps = torch.tensor([item["group"] for item in items])
        self.questions = [pieces("question", question["q"]) for question in questions]
        self.before = [pieces("before", question["before"]) for question in questions]
        self.firsts = [pieces("before", question["q"]) for question in questions if question["before"] == ""]
        self.right = torch.zeros(len(questions), len(items) + 1, dtype=torch.bool)
        for at, question in enumerate(questions):
            self.right[at, question["right"] or [len(items)]] = True
        self.plain = torch.log_softmax(torch.tensor([question["plain"] for question in questions]), 1)

    def asked(self):
        def one(question, before):
            kept = [piece for piece in question if random.random() > DROPPED_PIECES] or question
            stray = random.choice(self.firsts) if self.firsts and random.random() < STRAY_BEFORE else []
            return kept + (before or stray)

        return [one(*pair) for pair in zip(self.questions, self.before)]


def train(ranker, joint, products, rate, seconds):
    encoder = [value for name, value in ranker.named_parameters() if name.startswith("enc.")]
    others = [value for name, value in ranker.named_parameters() if not name.startswith("enc.")]
    groups = [{"params": encoder, "lr": rate}, {"params": others + list(joint.values()), "lr": 2 * rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
    started, steps = time.time(), 0
    while True:
        random.shuffle(products)
        for product in products:
            spent = (time.time() - started) / seconds
            if spent >= 1:
                return
            for group, times in zip(optimizer.param_groups, (1, 2)):
                group["lr"] = rate * times * min(1, (steps + 1) / WARM_UP) * max(0.02, 1 - spent)
            dense = ranker(product.asked(), product.sentences, product.steps)
            loss = loss_of(dense, product.right)
            if joint:
                log, plain = torch.log_softmax(dense, 1), product.plain
                items = joint["plain"] * plain[:, :-1] + joint["dense"] * log[:, :-1]
                nothing = joint["plain_nothing"] * plain[:, -1:] + log[:, -1:] + joint["bias"]
                loss = loss_of(torch.cat([items, nothing], 1), product.right) + 0.5 * loss
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(ranker.parameters(), 1.0)
            optimizer.step()
            steps += 1
            if steps % 50 == 0:
                print(f"{steps} products, loss {loss.item():.3f}", flush=True)


def main(dist, data, output, minutes="30"):
    random.seed(1)
    torch.manual_seed(1)
    tokenizer = Tokenizer(f"{dist}/vocab.json")
    products = [Product(product, tokenizer) for product in json.load(open(data))]
    ranker, seconds = Ranker(load_original(dist)), float(minutes) * 30
    train(ranker, {}, products, RATES[0], seconds)
    # Then beside the ranking's own scores, so that the encoder learns what the ranking misses.
    joint = {name: nn.Parameter(torch.tensor(value)) for name, value in JOINT.items()}
    train(ranker, joint, products, RATES[1], seconds)
    torch.save(ranker.state_dict(), output)


if __name__ == "__main__":
    main(*sys.argv[1:])
