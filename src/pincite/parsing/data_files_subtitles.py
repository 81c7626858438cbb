"""SubRip and WebVTT: what is said, each piece with the time at which it is."""

import re

_TIME = re.compile(r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}[ \t]*-->")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,100}>|\{\\[^{}\n]{0,100}\}")
_HEADER = re.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)\b")


def subtitles(text: str) -> str:
    """One paragraph a cue: ``[0:01:02] words``. Numbers, settings and styles go.

    >>> subtitles("1\\n00:01:02,000 --> 00:01:03,000\\n<i>Good\\nmorning.</i>")
    '[0:01:02] Good morning.'
    """
    cues = []
    for block in re.split(r"\n[ \t]*\n", text):
        lines = [line.strip() for line in block.strip().split("\n")]
        at = next((number for number, line in enumerate(lines) if _TIME.match(line)), None)
        if at is None:
            if lines[0] and not _HEADER.match(lines[0]):
                cues.append(" ".join(lines))
            continue
        time = _TIME.match(lines[at])
        words = _TAG.sub("", " ".join(lines[at + 1 :])).strip()
        if time and words:
            cues.append(f"[{int(time[1] or 0)}:{time[2].zfill(2)}:{time[3]}] {words}")
    return "\n\n".join(cues)
