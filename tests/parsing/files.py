"""Files made at test time: a small PDF writer and a small DOCX writer."""

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class PdfPage:
    """``lines`` are (x, y, text) in points from the lower left corner; ``rules`` are (x0, y0, x1, y1)."""

    lines: list[tuple[float, float, str]] = field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = field(default_factory=list)
    picture: bool = False


_PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def _rc4(key: bytes, data: bytes) -> bytes:
    state, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


class _Lock:
    """The standard security handler, revision 2 (ISO 32000-1, 7.6.3), printing forbidden."""

    def __init__(self, user_password: str) -> None:
        user = (user_password.encode() + _PAD)[:32]
        self.owner = _rc4(hashlib.md5((b"owner" + _PAD)[:32]).digest()[:5], user)
        self.key = hashlib.md5(user + self.owner + struct.pack("<i", -64) + b"0" * 16).digest()[:5]

    def stream(self, number: int, data: bytes) -> bytes:
        return _rc4(hashlib.md5(self.key + struct.pack("<I", number)[:3] + b"\0\0").digest()[:10], data)

    def trailer(self) -> bytes:
        fields = self.owner.hex().encode(), _rc4(self.key, _PAD).hex().encode(), b"0" * 16
        encrypt = b"/Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -64 >>" % fields[:2]
        return encrypt + b" /ID [<%s> <%s>]" % (fields[2].hex().encode(), fields[2].hex().encode())


def pdf(pages: Sequence[PdfPage], title: str = "", user_password: str | None = None) -> bytes:
    """A PDF 1.4 in Helvetica 10 on A4; a picture fills its page. Encrypted if there is a password."""
    lock = _Lock(user_password) if user_password is not None else None
    objects: list[bytes] = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    grey = zlib.compress(bytes(16))
    objects.append(
        b"<< /Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8"
        b" /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(grey), grey)
    )
    objects.append(b"<< /Title (%s) >>" % _escape(title))
    kids = []
    for page in pages:
        content = b"".join(b"%g %g m %g %g l S\n" % rule for rule in page.rules)
        if page.picture:
            content += b"q 595 0 0 842 0 0 cm /I Do Q\n"
        for x, y, text in page.lines:
            content += b"BT /F 10 Tf %g %g Td (%s) Tj ET\n" % (x, y, _escape(text))
        packed = zlib.compress(content)
        if lock is not None:
            packed = lock.stream(len(objects) + 1, packed)
        objects.append(
            b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(packed), packed)
        )
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F 3 0 R >> /XObject << /I 4 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    more = lock.trailer() if lock is not None else b"/Info 5 0 R"
    trailer = b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n"
    out.write(trailer % (len(objects) + 1, more, start))
    return out.getvalue()


def _escape(text: str) -> bytes:
    raw = text.encode("cp1252")
    return raw.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def prose(lines: Sequence[str], top: float = 780) -> list[tuple[float, float, str]]:
    return [(60, top - 14 * at, line) for at, line in enumerate(lines)]


def table(rows: Sequence[Sequence[str]], top: float, left: float = 60, width: float = 110) -> PdfPage:
    """A page with one table, fully ruled, rows 20 points high."""
    height, columns = 20, len(rows[0])
    page = PdfPage()
    for at in range(len(rows) + 1):
        page.rules.append((left, top - at * height, left + columns * width, top - at * height))
    for at in range(columns + 1):
        page.rules.append((left + at * width, top, left + at * width, top - len(rows) * height))
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.lines.append((left + column * width + 4, top - at * height - 14, cell))
    return page


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>'
)
_RELS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
    '{type}" Target="{target}"/></Relationships>'
)


def paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def word_cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text) if text else '<w:p/>'}</w:tc>"


def word_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells made by `word_cell`."""
    grid = "<w:gridCol/>" * max(map(len, rows))
    body = "".join(f"<w:tr>{''.join(row)}</w:tr>" for row in rows)
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{body}</w:tbl>"


def docx(body: str, extra: dict[str, bytes] | None = None) -> bytes:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/>'
        f'<w:pPr><w:outlineLvl w:val="{n - 1}"/></w:pPr></w:style>'
        for n in (1, 2, 3)
    )
    files = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELS.format(type="officeDocument", target="word/document.xml"),
        "word/_rels/document.xml.rels": _RELS.format(type="styles", target="styles.xml"),
        "word/styles.xml": f'<?xml version="1.0"?><w:styles xmlns:w="{_WORD}">{styles}</w:styles>',
        "word/document.xml": f'<?xml version="1.0"?><w:document xmlns:w="{_WORD}">'
        f"<w:body>{body}</w:body></w:document>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        for name, data in (extra or {}).items():
            archive.writestr(name, data)
    return out.getvalue()
