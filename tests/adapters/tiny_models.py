"""Models of a few hundred kilobytes, made at test time: a vocabulary of characters and random weights."""

import json
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save
from tokenizers import Regex, Tokenizer, models, pre_tokenizers, processors

_WIDTH = 256
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def tiny_encoder(directory: Path, characters: str, *, layers: int = 0, seed: int = 7) -> Path:
    """An encoder: the mean over its output is a bag of characters. ``layers`` make it slow."""
    random = np.random.default_rng(seed)
    vocabulary = _tokenizer(directory, characters)
    table = random.normal(size=(vocabulary, _WIDTH))
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["h0"])]
    weights = {"table": table}
    for number in range(layers):
        weights[f"w{number}"] = np.linalg.qr(random.normal(size=(_WIDTH, _WIDTH)))[0]  # keeps angles
        nodes.append(helper.make_node("MatMul", [f"h{number}", f"w{number}"], [f"h{number + 1}"]))
    nodes.append(helper.make_node("Identity", [f"h{layers}"], ["last_hidden_state"]))
    _save(directory, nodes, weights, "last_hidden_state", ["batch", "length", _WIDTH])
    return directory


def tiny_cross_encoder(
    directory: Path, characters: str, *, seed: int = 7, labels: tuple[str, ...] = ("LABEL_0",)
) -> Path:
    """A cross-encoder: a logit a label, the mean over the characters of both texts."""
    random = np.random.default_rng(seed)
    vocabulary = _tokenizer(directory, characters)
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["hidden"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["column"]),
        helper.make_node("Mul", ["hidden", "column"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "middle"], ["sum"], keepdims=0),
        helper.make_node("ReduceSum", ["column", "middle"], ["count"], keepdims=0),
        helper.make_node("Div", ["sum", "count"], ["mean"]),
        helper.make_node("MatMul", ["mean", "head"], ["logits"]),
    ]
    weights = {
        "table": random.normal(size=(vocabulary, _WIDTH)),
        "head": random.normal(size=(_WIDTH, len(labels))),
        "last": np.array([2], dtype=np.int64),
        "middle": np.array([1], dtype=np.int64),
    }
    _save(directory, nodes, weights, "logits", ["batch", len(labels)])
    config = directory / "config.json"
    known = json.loads(config.read_text(encoding="utf-8"))
    known["id2label"] = {str(number): label for number, label in enumerate(labels)}
    config.write_text(json.dumps(known), encoding="utf-8")
    return directory


def _tokenizer(directory: Path, characters: str) -> int:
    known = [*_SPECIAL, *sorted(set(characters) - set(" \n"))]
    tokenizer = Tokenizer(models.WordLevel({token: i for i, token in enumerate(known)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Split(Regex("."), "isolated")]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    directory.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(directory / "tokenizer.json"))
    (directory / "tokenizer_config.json").write_text(
        json.dumps({"model_max_length": 512, "pad_token": "[PAD]"}), encoding="utf-8"
    )
    (directory / "config.json").write_text(
        json.dumps({"pad_token_id": 0, "max_position_embeddings": 512, "id2label": {"0": "LABEL_0"}}),
        encoding="utf-8",
    )
    return len(known)


def _save(directory: Path, nodes, weights, output: str, shape) -> None:  # type: ignore[no-untyped-def]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        inputs,
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)],
        [
            numpy_helper.from_array(value if value.dtype == np.int64 else value.astype(np.float32), name)
            for name, value in weights.items()
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    save(model, str(directory / "model.onnx"))
