"""A printed document of our own, for the pictures that everybody sees: rules of a regatta, made a PDF by Chromium."""

from pathlib import Path

from playwright.sync_api import Page

NAME = "regatta rules.pdf"
ASKED = "When does the starter's authority begin?"
BEGINS = "The starter’s authority begins 30 minutes before the first race and ends when the umpire signs the last result."
_ARTICLES = {
    "SECTION 1 OFFICIALS": {
        "ARTICLE 1. OFFICIALS OF THE COURSE": "Each race is held under four officials: the umpire, the starter, the "
        "aligner and the judge at the finish. Where one of them is missing, the umpire names who stands in.",
        "ARTICLE 2. AUTHORITY OF THE STARTER": BEGINS,
        "ARTICLE 3. DECISIONS OF THE UMPIRE": "The umpire decides all that these rules leave open. A decision on who "
        "crossed the line first is final. A crew may protest against any other within 10 minutes of the finish.",
    },
    "SECTION 2 CREWS AND BOATS": {
        "ARTICLE 4. WEIGHT OF THE COXSWAIN": "A coxswain weighs at least 55 kg in racing dress. Who weighs less carries "
        "up to 10 kg of dead weight, which is put as near to the coxswain as can be.",
        "ARTICLE 5. LATE CREWS": "A crew that is not on the start two minutes before its race is warned. A second "
        "warning in the same race leads to its exclusion, unless a boat was damaged on the way to the start.",
        "ARTICLE 6. LANES": "Lanes are drawn by lot one hour before the first race. They change only when the umpire "
        "finds that the wind makes them unequal.",
        "ARTICLE 7. DRESS": "All rowers of a crew wear the colours of their club. The umpire may let a crew start in "
        "other dress once in a regatta.",
        "ARTICLE 8. CHANGES OF A CREW": "Up to half of a crew may be changed until one hour before its first race. "
        "After that only who is ill is replaced, with the note of a doctor.",
    },
    "SECTION 3 THE RACE": {
        "ARTICLE 9. THE START": "The starter calls the crews by their lanes, says Attention and gives the signal. A crew "
        "that moves before the signal has made a false start and is warned.",
        "ARTICLE 10. COLLISIONS": "A crew that leaves its lane and touches another is excluded, unless the race was not "
        "touched by it. The umpire may order that the race is rowed again.",
        "ARTICLE 11. DAMAGE": "Who breaks a part of the boat within the first 100 metres raises an arm, and the race is "
        "stopped. Later damage stops no race.",
        "ARTICLE 12. THE FINISH": "A boat has finished when its bow touches the line of the finish. Where the judge sees "
        "no difference, both crews share the place.",
        "ARTICLE 13. RESULTS": "The judge writes the results down and the umpire signs them. They are shown at the "
        "boathouse within 20 minutes of each race.",
        "ARTICLE 14. FEES": "The entry of a boat costs 40 euros and is paid until noon of the day before. It is not paid "
        "back when a crew stays away.",
    },
}


def printed_rules(page: Page, folder: Path) -> Path:
    """The rules as a file of two pages' height on A4."""
    sections = "".join(
        f"<h2>{section}</h2>"
        + "".join(f"<p><b>{title}.</b> {words}</p>" for title, words in articles.items())
        for section, articles in _ARTICLES.items()
    )
    style = "body { font: 12pt/1.5 sans-serif; margin: 2cm } h1 { text-align: center } h2 { font-size: 14pt }"
    page.set_content(f"<title>Regatta rules</title><style>{style}</style><h1>REGATTA RULES</h1>{sections}")
    path = folder / NAME
    page.pdf(path=path, format="A4")
    return path
