"""Bytes to text."""

import json
import random

import pytest

from pincite.core.errors import CorruptDocument
from pincite.parsing import parse
from pincite.parsing.encoding import clean, decode
from tests.conftest import shared

KOREAN = "제43조(보험금의 지급) 회사는 서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다."
CHINESE = "第二十五条 失业人员死亡的，其家属应当自死亡之日起六个月内办理领取手续。"
TRADITIONAL = "臺灣的保險契約應該由當事人雙方簽名，並且說明賠償的條件與金額。"
JAPANESE = "この保険の契約者は、事故が起きた日から三十日以内に連絡しなければなりません。"
FRENCH = "L'assuré doit déclarer le sinistre dans un délai de cinq jours ouvrés après l'événement."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((text, name) for text in (KOREAN, CHINESE, FRENCH) for name in ("utf-8", "utf-8-sig", "utf-16")),
        *((text, name) for text in (KOREAN, CHINESE) for name in ("utf-16-le", "utf-16-be", "utf-32")),
        (KOREAN, "cp949"), (KOREAN, "euc_kr"), (CHINESE, "gb2312"), (CHINESE, "gbk"), (CHINESE, "gb18030"),
        (TRADITIONAL, "big5"), (JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"), (FRENCH, "cp1252"),
    ],
)  # fmt: skip
def test_every_encoding_comes_back_as_written(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize(
    ("collection", "encoding"),
    [("ko_law", "cp949"), ("zh_cmrc", "gb18030"), ("zh_xquad", "gbk"), ("zh_drcd", "big5hkscs")],
)
def test_real_passages_survive_their_legacy_encoding(collection: str, encoding: str) -> None:
    lines = shared("data", collection, "corpus.jsonl").read_text(encoding="utf-8").splitlines()[:120]
    wrong = total = 0
    for line in lines:
        text = json.loads(line)["text"].lstrip("\ufeff")
        try:
            data = text.encode(encoding)
        except UnicodeEncodeError:
            continue
        total += 1
        found = decode(data)
        wrong += found is None or found.text != clean(text)
    assert total > 50
    assert wrong == 0


def test_a_cut_last_character_does_not_change_the_table() -> None:
    found = decode((KOREAN * 20).encode("cp949")[:-1] + b"\xbf")
    assert found is not None
    assert found.encoding == "cp949"


def test_one_damaged_spot_in_utf8_leaves_the_rest() -> None:
    found = decode((KOREAN * 20).encode() + b"\xff")
    assert found is not None
    assert found.encoding == "utf-8"
    assert found.text.startswith(KOREAN)


def test_damaged_characters_are_counted() -> None:
    parsed = parse((KOREAN * 20).encode() + b" \xff.", "a.txt")
    assert parsed.warnings == ("1 character(s) could not be decoded and show as \ufffd.",)


def test_line_ends_and_controls() -> None:
    parsed = parse(b"one\r\ntwo\rthree\x07\tfour\x0cfive\n", "a.txt")
    assert parsed.markdown == "one\ntwo\nthree\tfour\x0cfive\n"


def test_a_nul_that_strayed_into_a_page_of_text_is_passed_over() -> None:
    found = decode(f"{KOREAN}\0\n{KOREAN}".encode())
    assert found is not None
    assert found.text == f"{KOREAN}\n{KOREAN}"


def test_noise_is_no_text() -> None:
    assert decode(bytes(range(256)) * 20) is None


@pytest.mark.parametrize(
    "data",
    [
        b"\x93\xf1\x97\xe4\xa1", b"\x91\x80\xb0\x86\x1b", b"\x01\x02\x03", b"\x07",
        b"\x7fELF", b"\x00\x01\x02\x03\xff", b"name\0of\0a\0C\0struct", b"hello\0world", b"\xff\xfeA", b"\xe9", b"\xbd",
        b"\x80\x04\x95", b"\xca\xfe\xba\xbe\0\0\0\x34",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["five.txt", "five.md", "five.csv", "five.json", "five"])
def test_a_few_bytes_of_something_else_are_no_text(data: bytes, name: str) -> None:
    with pytest.raises(CorruptDocument):
        parse(data, name)


def test_random_bytes_hardly_ever_are_text() -> None:
    noise = random.Random(5)
    files = [bytes(noise.randrange(256) for _ in range(size)) for size in (5, 8, 12, 20) for _ in range(100)]
    assert sum(decode(data) is not None for data in files) <= len(files) / 20


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("안녕", "utf-8"), ("안녕", "cp949"), ("안녕", "utf-16"), ("★공지★", "cp949"), ("제1조", "cp949"), ("ok", "ascii"),
        ("a", "ascii"), ("你好", "gb18030"), ("中国", "gbk"), ("こんにちは", "shift_jis"), ("Café", "cp1252"),
        ("été", "cp1252"), ("où", "cp1252"), ("naïve", "latin-1"), ("Übergröße", "latin-1"), ("FAÇADE", "cp1252"),
        ("L’été à Paris", "cp1252"), ("“Hello”", "cp1252"), ("20 °C", "cp1252"), ("© 2024 Acme", "cp1252"),
        ("가", "utf-8"), ("€", "utf-8"),
    ],
)  # fmt: skip
def test_a_word_is_a_text(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))
    assert found is not None
    assert found.text == text


WESTERN = [
    "The café’s résumé – naïve approach costs £5.",
    "It costs £5 – or €6 – per day. “Quoted” text.",
    "Größe und Übermaß kosten 5 € – sagt Müller.",
    "§ 5 Absatz 2 – Die Kündigung bedarf der Schriftform; für die Fristen gilt § 7.",
    "L’été dernier, où étiez-vous ? C’est ça, le cœur à l’œuvre.",
    "¿Cuándo llegará el señor Muñoz? Mañana, según él.",
    "São três ações, não é? A opção é útil.",
    "L'università è così, perché più città.",
    "Är det så? Ja, på måndag går jag.",
    "Það er íslenska: þú, ég og ýmsir aðrir.",
    "1½ cups of sugar, ½ cup of butter, 350 °F",
]
CENTRAL = [
    "Zażółć gęślą jaźń. Opłata wynosi 5 zł – płatna z góry.",
    "Osoba może złożyć reklamację w terminie 14 dni od dnia zakupu.",
    "Umowa wchodzi w życie z dniem podpisania.",
    "Łódź jest dużym miastem w Polsce.",
    "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "Smlouva nabývá účinnosti dnem podpisu oběma stranami.",
    "Podľa zmluvy je nájomca povinný uhradiť nájomné.",
    "A bérleti szerződés határozott időre szól, az őszi félévtől.",
    "Pogodba začne veljati z dnem podpisa; šola, življenje, čas.",
]


@pytest.mark.parametrize("times", [1, 30])
@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((text, "cp1252") for text in WESTERN),
        *((text, "cp1250") for text in CENTRAL),
        ("Sözleşme imza tarihinde yürürlüğe girer. Şirket, müşteriye ödeme yapacaktır.", "cp1254"),
        ("Sutartis įsigalioja nuo pasirašymo dienos. Šalys žino ūkį.", "cp1257"),
        ("Līgums stājas spēkā ar parakstīšanas brīdi.", "cp1257"),
        ("Zażółć gęślą jaźń. Opłata wynosi 5 zł.", "iso8859-2"),
        ("Договор вступает в силу со дня подписания.", "cp1251"),
    ],
)  # fmt: skip
def test_tables_of_one_alphabet_are_told_by_the_languages_that_they_serve(
    text: str, encoding: str, times: int
) -> None:
    found = decode(f"{text}\n".encode(encoding) * times)
    assert found is not None
    assert found.text == f"{text}\n" * times
    assert found.encoding == encoding


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [(WESTERN[0], "cp1252", "Windows-1252"), (CENTRAL[0], "cp1250", "Windows-1250")],
)
def test_the_warning_names_the_table(text: str, encoding: str, name: str) -> None:
    parsed = parse(text.encode(encoding), "a.txt")
    assert parsed.markdown == text
    assert parsed.warnings == (
        f"The file is not in UTF-8; its encoding was detected and it was read as {name}.",
    )


@pytest.mark.parametrize("name", ["ko_keywords_cp949.txt", "ko_keywords_euckr.txt"])
def test_korean_legacy_files(name: str) -> None:
    parsed = parse(shared("documents", name).read_bytes(), name)
    assert "의미론적 검색" in parsed.markdown
    assert "\ufffd" not in parsed.markdown
    assert parsed.metadata["encoding"] == "cp949"
    assert parsed.warnings == (
        "The file is not in UTF-8; its encoding was detected and it was read as CP949/EUC-KR.",
    )
    assert parsed.title == name.removesuffix(".txt")
