"""Whether a question is about what lies beside it, told by rules."""

import re

from pincite.text.analyzers import fold

_FILE = re.compile(
    r"첨부|(?:올린|올려\s?둔|보낸|업로드한?)\s?(?:파일|문서|자료|것)|(?:이|위)\s?파일"
    r"|\battach(?:ed|ment)s?\b|\bupload(?:ed)?\b|\b(?:this|the) file\b"
    r"|附件|所附|上传的?(?:文件|文档|资料)|(?:这个|该)文件"
)
_PICTURE = re.compile(
    r"(?:이|위|첨부한?|올린|보낸)\s?(?:그림|사진|이미지|스크린샷|화면|캡처|도면)"
    r"|\b(?:this|the|attached|uploaded)\s+(?:picture|image|photo|screenshot|drawing)\b"
    r"|(?:这|该|所附|上传的?)(?:张|个|幅)?(?:图|图片|照片|截图)|图中|图片中|照片中"
)


def about_files(question: str) -> bool:
    """Whether it asks of the files that a person attached.

    >>> about_files("첨부한 계약서를 요약해 줘"), about_files("연차는 며칠인가요?")
    (True, False)
    """
    return bool(_FILE.search(fold(question)))


def about_pictures(question: str) -> bool:
    """Whether it points at a picture, and so says little without it.

    >>> about_pictures("이 사진은 무슨 조항인가요?"), about_pictures("사진을 제출해야 하나요?")
    (True, False)
    """
    return bool(_PICTURE.search(fold(question)))
