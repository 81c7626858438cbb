"""Letter statistics: which characters real Korean, Chinese and Latin text is made of.

The common sets are written for this project. Share of the letters of real text that they cover, measured on
``shared/data``: Hangul 0.86, simplified Han 0.60, traditional Han 0.61; of text decoded with the wrong table
(EUC-KR as GB 18030 and the other way) 0.11 and 0.04.
"""

import math
from collections import Counter
from functools import cache

COMMON_HANGUL = frozenset(
    "이다의는에을를가은로하고지도사자기인대한시서어나라리정아수보제일장해경부용전문주원그것있었으니며면여러들만과와게성구"
    "소조상관계적위물생안금무법중간동방공내비후년월등급회신체약명식별청실업행예스트드르될된되할함합히모세진행발분유선연"
    "요저권작처벌산규칙근초족결완료필허격참담때우오단미화국민반심출당입속량개및통또특재본임설영건교학재매마거치타바감음"
)
COMMON_HAN = frozenset(
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能"
    "好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意"
    "进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海"
    "口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市目体别处总才场师书比住员九性通报立马命张活难神数件"
    "安表原车应路期金何更反合放做系计或司利受光王果及界今京务制解各任至清物台象记共风战接它许八特觉直服林题建南度统色"
    "字请交爱让认论百义科术结六功指思非流每管资带条变联权往展领传近留红治决周保达办运武半候七必城完革区求品士转量空众"
    "技程告江语英基派式息极德收党取设始版历史商容研像找站广改议形委早房际则首单据导影失险约款费赔偿责险保"
    "這來個國說們為時會過學對後麼沒還發當開見經頭長現將與進實點種聲話兒業間門東氣關並內軍產華報馬張難數車應務記戰覺題"
    "統請愛讓認論連遠資帶條變聯權領傳紅決達運強語極黨設歷雙單導專視離險約費賠償責"
)
_LETTER_PERCENT = {
    "e": 12.1, "t": 8.9, "a": 8.5, "o": 7.5, "i": 7.3, "n": 7.2, "s": 6.7, "r": 6.3, "h": 5.1, "l": 4.2,
    "d": 3.9, "c": 3.2, "u": 2.9, "m": 2.5, "f": 2.2, "p": 2.1, "g": 2.0, "w": 1.8, "y": 1.7, "b": 1.5,
    "v": 1.1, "k": 0.8, "x": 0.2, "j": 0.2, "q": 0.1, "z": 0.1,
}  # fmt: skip
"""Letters of running English in percent (Norvig 2012, rounded). French, German and Spanish lie near it."""


def is_hangul(char: str) -> bool:
    return "가" <= char <= "힣"


def is_han(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"


def is_kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30fa"


@cache
def in_table(char: str, encoding: str) -> bool:
    """Whether a legacy character set holds the character: the sets hold what people really write.

    Python's ``euc_kr`` spells every other Hangul in eight bytes, which no file does.
    """
    try:
        return len(char.encode(encoding)) <= 2
    except UnicodeEncodeError:
        return False


def share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def latin_surprise(text: str) -> float:
    """Mean bits a letter under English frequencies: running Latin text 4.1 to 4.5, a uniform mix 5.9."""
    counts = Counter(char for char in text.lower() if char in _LETTER_PERCENT)
    total = sum(counts.values())
    bits = sum(n * -math.log2(_LETTER_PERCENT[char] / 100) for char, n in counts.items())
    return bits / total if total else 0.0
