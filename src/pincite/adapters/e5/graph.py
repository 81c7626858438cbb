"""The encoder as an ONNX model: 8-bit products, everything else in single precision.

What is kept precise decides the quality (ko_law, dense Recall@1, see ADR 0002): the embedding table stays in
its own 4-bit blocks, activations get one scale a token (one scale a tensor lets a few large values after
GELU coarsen the rest), attention products and layer norms are single precision. Operators of the domain
``com.microsoft`` are ONNX Runtime's own and are named directly, so no optimiser has to find them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import TensorProto, helper, numpy_helper

from pincite.adapters.e5.weights import BLOCK, WeightFile

OPSET = 20
IR_VERSION = 10
"""The first that knows 4-bit tensors."""

INPUT_IDS, INPUT_POSITIONS, OUTPUT_MEAN = "ids", "positions", "mean"

_RUNTIME = "com.microsoft"


def build(weights: WeightFile, *, unsigned: bool, metadata: Mapping[str, str]) -> bytes:
    """The serialised model. Inputs ``ids`` and ``positions``, both int32 ``(texts, tokens)`` without padding;
    output ``mean``, float32 ``(texts, hidden)``, not normalised.

    ``unsigned`` stores the products' weights as uint8: exact on processors without VNNI, whose mixed-sign
    instruction saturates, and 2.6 times slower in the products where VNNI exists.
    """
    model = _Builder(weights, unsigned).model()
    helper.set_model_props(model, dict(metadata))
    serialised: bytes = model.SerializeToString()
    return serialised


class _Builder:
    def __init__(self, weights: WeightFile, unsigned: bool) -> None:
        self._weights = weights
        self._shape = weights.shape
        self._unsigned = unsigned
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def model(self) -> Any:
        hidden = self._shape.hidden
        self._constant("last", np.array([-1], np.int64))
        self._constant("tokens_axis", np.array([1], np.int64))
        self._constant("flat_shape", np.array([-1, hidden], np.int64))
        self._constant("tiny", np.array(1e-12, np.float32))
        self._constant("step", np.array(1 / 127, np.float32))
        self._constant("one", np.array(1, np.float32))
        self._constant("zero_point", np.array(128, np.uint8))

        ids = self._node("Reshape", INPUT_IDS, "last")
        self._zero_points = self._node("Expand", "zero_point", self._node("Shape", ids))
        width = self._constant("hidden", np.array([hidden], np.int64))
        self._by_text = self._node("Concat", self._node("Shape", INPUT_IDS), width, axis=0)

        state = self._embeddings(ids)
        for number in range(self._shape.layers):
            state = self._layer(state, f"l{number}")
        self._nodes.append(
            helper.make_node(
                "ReduceMean",
                [self._node("Reshape", state, self._by_text), "tokens_axis"],
                [OUTPUT_MEAN],
                keepdims=0,
            )
        )
        integers = [
            helper.make_tensor_value_info(name, TensorProto.INT32, ["texts", "tokens"])
            for name in (INPUT_IDS, INPUT_POSITIONS)
        ]
        mean = helper.make_tensor_value_info(OUTPUT_MEAN, TensorProto.FLOAT, ["texts", hidden])
        graph = helper.make_graph(
            self._nodes, "multilingual-e5-small", integers, [mean], list(self._constants.values())
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(_RUNTIME, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="pincite")

    def _embeddings(self, ids: str) -> str:
        hidden = self._shape.hidden
        scales, nibbles = self._weights.blocks("emb.word", hidden)
        # ONNX's INT4 is two's complement where the file is offset by 8; flipping the top bit converts.
        packed = ((nibbles[:, 0::2] | (nibbles[:, 1::2] << 4)) ^ 0x88).astype(np.uint8)
        self._constants["words"] = helper.make_tensor(
            "words", TensorProto.INT4, nibbles.shape, packed.tobytes(), raw=True
        )
        words = self._node(
            "GatherBlockQuantized",
            "words",
            ids,
            self._constant("words.scale", scales),
            domain=_RUNTIME,
            block_size=BLOCK,
            gather_axis=0,
            quantize_axis=1,
        )
        places = (
            self._weights.floats("emb.pos").reshape(-1, hidden) + self._weights.floats("emb.type")[:hidden]
        )
        place = self._node(
            "Gather",
            self._constant("positions.table", places),
            self._node("Reshape", INPUT_POSITIONS, "last"),
        )
        return self._norm(self._node("Add", words, place), "emb.ln")

    def _layer(self, state: str, name: str) -> str:
        hidden, inner = self._shape.hidden, self._shape.inner
        joined, bias = self._product(state, (f"{name}.q", f"{name}.k", f"{name}.v"), hidden)
        parts = self._nodes_of("Split", 3, self._node("Add", joined, bias), axis=-1, num_outputs=3)
        attended = self._node(
            "MultiHeadAttention",
            *(self._node("Reshape", part, self._by_text) for part in parts),
            domain=_RUNTIME,
            num_heads=self._shape.heads,
        )
        product, bias = self._product(self._node("Reshape", attended, "flat_shape"), (f"{name}.ao",), hidden)
        state = self._norm(self._residual(product, bias, state), f"{name}.aln")
        product, bias = self._product(state, (f"{name}.fi",), hidden)
        activated = self._node("BiasGelu", product, bias, domain=_RUNTIME)
        product, bias = self._product(activated, (f"{name}.fo",), inner)
        return self._norm(self._residual(product, bias, state), f"{name}.oln")

    def _residual(self, product: str, bias: str, state: str) -> str:
        return self._node("Add", self._node("Add", product, bias), state)

    def _product(self, state: str, names: tuple[str, ...], width: int) -> tuple[str, str]:
        """``state`` times the joined matrices in 8 bits, and their bias, still to be added."""
        matrix = np.concatenate([self._weights.matrix(f"{name}.w", width) for name in names])
        scales = (np.abs(matrix).max(axis=1) / 127).astype(np.float32)
        rounded = np.rint(matrix / scales[:, None]).astype(np.int8).T
        name = "+".join(names)
        quantised, token_scale = self._quantise(state)
        inputs = [
            quantised,
            self._constant(f"{name}.w", _offset(rounded) if self._unsigned else rounded),
            "one",
            self._constant(f"{name}.scale", scales),
            "zero_point",
        ]
        if self._unsigned:
            inputs.append(self._constant(f"{name}.zero", np.full(len(scales), 128, np.uint8)))
        product = self._node("MatMulIntegerToFloat", *inputs, domain=_RUNTIME)
        bias = np.concatenate([self._weights.floats(f"{part}.b") for part in names])
        return self._node("Mul", product, token_scale), self._constant(f"{name}.b", bias)

    def _quantise(self, state: str) -> tuple[str, str]:
        """Tokens in 8 bits around 128, and each token's scale as a column."""
        largest = self._node("ReduceMax", self._node("Abs", state), "last", keepdims=0)
        scale = self._node("Mul", self._node("Max", largest, "tiny"), "step")
        quantised = self._node("QuantizeLinear", state, scale, self._zero_points, axis=0)
        return quantised, self._node("Unsqueeze", scale, "last")

    def _norm(self, state: str, name: str) -> str:
        # LayerNormalization after Add, not SkipLayerNormalization: 65 against 280 ms for the same tokens.
        return self._node(
            "LayerNormalization",
            state,
            self._constant(f"{name}.w", self._weights.floats(f"{name}.w")),
            self._constant(f"{name}.b", self._weights.floats(f"{name}.b")),
            axis=-1,
            epsilon=self._shape.epsilon,
        )

    def _constant(self, name: str, value: npt.NDArray[Any]) -> str:
        self._constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def _node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        return self._nodes_of(operator, 1, *inputs, **attributes)[0]

    def _nodes_of(self, operator: str, count: int, *inputs: str, **attributes: Any) -> list[str]:
        number = len(self._nodes)
        outputs = [f"{operator}.{number}.{index}" for index in range(count)]
        self._nodes.append(
            helper.make_node(operator, list(inputs), outputs, name=f"{operator}.{number}", **attributes)
        )
        return outputs


def _offset(rounded: npt.NDArray[np.int8]) -> npt.NDArray[np.uint8]:
    return (rounded.astype(np.int16) + 128).astype(np.uint8)
