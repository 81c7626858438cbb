"""PDFs made at test time that `files.pdf` cannot make: Korean text, placed pictures."""

import io
import zlib
from collections.abc import Sequence

_KOREAN = (
    b"<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H"
    b" /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /DW 1000"
    b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >>"
    b" /FontDescriptor << /Type /FontDescriptor /FontName /HYSMyeongJo-Medium /Flags 6"
    b" /FontBBox [0 -148 1001 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 90 >> >>] >>"
)
"""A Korean font of every reader, as printers name it without embedding it (ISO 32000-1, 9.7.5.2)."""


def written_pdf(objects: Sequence[bytes]) -> bytes:
    """A file of ``objects``, numbered from 1; the first is the catalogue."""
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def stream(data: bytes, head: bytes = b"") -> bytes:
    packed = zlib.compress(data)
    return b"<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (head, len(packed), packed)


def _file(
    contents: Sequence[bytes], resources: bytes, more: Sequence[bytes] = (), entries: bytes = b""
) -> bytes:
    """Pages of ``contents`` with common resources and ``entries``; ``more`` are the objects from number 3 on."""
    first = 3 + len(more)
    kids = b" ".join(b"%d 0 R" % (first + 2 * number + 1) for number in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents)),
        *more,
    ]
    for number, content in enumerate(contents):
        objects.append(stream(content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << %s >> %s >>"
            % (first + 2 * number, resources, entries)
        )
    return written_pdf(objects)


def korean_pdf(
    pages: Sequence[Sequence[tuple[float, float, str]]], rules: Sequence[str] = (), *, turned: bool = False
) -> bytes:
    """(x, y, text) a line in a Korean font of 11 points; ``rules`` are drawn on every page. ``turned`` ones lie
    on paper 842 points wide and 595 high, kept upright and shown turned (``/Rotate``), as printers do."""
    contents = []
    for lines in pages:
        drawn = b"".join(rule.encode() for rule in rules)
        for x, y, text in lines:
            at = b"0 1 -1 0 %g %g" % (595 - y, x) if turned else b"1 0 0 1 %g %g" % (x, y)
            drawn += b"BT /K 11 Tf %s Tm <%s> Tj ET\n" % (at, text.encode("utf-16-be").hex().encode())
        contents.append(drawn)
    return _file(contents, b"/Font << /K 3 0 R >>", [_KOREAN], b"/Rotate 90" if turned else b"")


def picture_pdf(
    pages: Sequence[
        tuple[Sequence[tuple[float, float, str]], Sequence[tuple[float, float, float, float, int]]]
    ],
    shades: int = 3,
) -> bytes:
    """A page of (x, y, text) lines in Helvetica and (x, y, width, height, number) pictures; the pictures are
    grey ramps of 64 by 64 pixels, each number another one."""
    helvetica = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    head = b"/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8"
    ramps = [
        stream(
            bytes((row * (number + 1) * 4 + column) % 256 for row in range(64) for column in range(64)), head
        )
        for number in range(shades)
    ]
    contents = []
    for lines, pictures in pages:
        drawn = b"".join(
            b"q %g 0 0 %g %g %g cm /I%d Do Q\n" % (width, height, x, y, number)
            for x, y, width, height, number in pictures
        )
        drawn += b"".join(b"BT /F 10 Tf %g %g Td (%s) Tj ET\n" % (x, y, t.encode()) for x, y, t in lines)
        contents.append(drawn)
    objects = b" ".join(b"/I%d %d 0 R" % (number, 4 + number) for number in range(shades))
    return _file(contents, b"/Font << /F 3 0 R >> /XObject << %s >>" % objects, [helvetica, *ramps])
