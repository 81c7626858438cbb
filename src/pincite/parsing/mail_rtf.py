"""The packed rich text in which Outlook keeps a body that is neither text nor HTML ([MS-OXRTFCP])."""

import struct

_DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
"""[MS-OXRTFCP] 2.1.2.1: the 207 bytes that every stream may refer to."""
_PACKED, _PLAIN = b"LZFu", b"MELA"
_SIZE = 4096
_HEADER = 16


def decompressed(data: bytes) -> bytes:
    """The RTF. Damage ends it early: what came before is returned."""
    if len(data) < _HEADER or data[8:12] == _PLAIN:
        return data[_HEADER:]
    if data[8:12] != _PACKED:
        return b""
    (limit,) = struct.unpack_from("<I", data, 4)
    window = bytearray(_DICTIONARY.ljust(_SIZE, b" "))
    at, write, out = _HEADER, len(_DICTIONARY), bytearray()

    def put(byte: int) -> None:
        nonlocal write
        window[write] = byte
        write = (write + 1) % _SIZE
        out.append(byte)

    while at < len(data) and len(out) < limit:
        control, at = data[at], at + 1
        for bit in range(8):
            if not control >> bit & 1:
                if at >= len(data):
                    break
                put(data[at])
                at += 1
                continue
            reference = int.from_bytes(data[at : at + 2], "big")
            start, length = reference >> 4, (reference & 15) + 2
            if at + 2 > len(data) or start == write:
                return bytes(out[:limit])
            at += 2
            for step in range(length):  # one by one: a run may read what it writes
                put(window[(start + step) % _SIZE])
    return bytes(out[:limit])
