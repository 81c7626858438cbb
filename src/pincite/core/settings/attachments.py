"""What people may put beside a question."""

from pydantic import Field

from pincite.core.settings.section import Section

_MB = 1024 * 1024


class AttachmentSettings(Section):
    """Pictures and files of one question. Five pictures are reference 000's limit."""

    max_images: int = Field(5, ge=0, description="Most pictures of a question; 0 takes none.")
    max_image_bytes: int = Field(5 * _MB, ge=1, description="Largest picture, in bytes.")
    max_files: int = Field(5, ge=0, description="Most files of a question; 0 takes none.")
    max_file_bytes: int = Field(10 * _MB, ge=1, description="Largest file, in bytes.")
    max_bytes: int = Field(20 * _MB, ge=1, description="Most bytes of all pictures and files together.")
    max_characters: int = Field(
        100_000, ge=1, description="Most characters of text that all files together may hold."
    )
