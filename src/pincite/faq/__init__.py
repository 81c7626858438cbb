"""Entries of question and answer: the record, its fold and hash, its texts, its files, and imports."""

from pincite.faq.entry import (
    AnswerStrategy,
    FaqEntry,
    check_questions,
    entry_json,
    make_entry,
    pack_entry,
    tagged,
    unpack_entry,
)
from pincite.faq.files import FORMATS, MEDIA_TYPES, read_file, write_file
from pincite.faq.modes import FaqModes, IndexMode, QuestionMode
from pincite.faq.planning import Action, ImportMode, Plan, Step, Stored, plan_import
from pincite.faq.questions import is_negative, normalise_question
from pincite.faq.reading import Table
from pincite.faq.recall import QuestionRecall, answerable
from pincite.faq.report import ImportReport
from pincite.faq.texts import (
    answer_text,
    chunk_details,
    content_hash,
    entry_of_chunk,
    index_text,
    indexed_entries,
    refilled,
    whole_words,
)

__all__ = [
    "FORMATS",
    "MEDIA_TYPES",
    "Action",
    "AnswerStrategy",
    "FaqEntry",
    "FaqModes",
    "ImportMode",
    "ImportReport",
    "IndexMode",
    "Plan",
    "QuestionMode",
    "QuestionRecall",
    "Step",
    "Stored",
    "Table",
    "answer_text",
    "answerable",
    "check_questions",
    "chunk_details",
    "content_hash",
    "entry_json",
    "entry_of_chunk",
    "index_text",
    "indexed_entries",
    "is_negative",
    "make_entry",
    "normalise_question",
    "pack_entry",
    "plan_import",
    "read_file",
    "refilled",
    "tagged",
    "unpack_entry",
    "whole_words",
    "write_file",
]
