"""What the API takes and gives about files that wait for a study."""

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body, InAddress, Job, Words


class PieceQuery(InAddress):
    name: Words = Field(description="The file's name, with folders where it has some", examples=["pictures/1.jpg"])
    size: int = Field(ge=1, description="Bytes of the whole file")
    offset: int = Field(default=0, ge=0, description="Where the piece begins; at most what was received")
    stamp: Words = Field(default="", max_length=100, description="Tells versions of a file apart: when it was changed")


class LookWish(Body):
    reading: dict[str, object] | None = Field(
        default=None,
        description="How the tables are to be read where that can't be guessed: map, ignore, wide, references, "
        "system_from, split, header, encoding, quotes, duplicates, empty, missing. Without it as was said before.",
    )


class UploadLine(BaseModel):
    kind: str = Field(description="tables, media or people")
    name: str
    size: int
    received: int = Field(description="How many bytes are there; the offset of the next piece")


class Upload(BaseModel):
    files: list[UploadLine]
    reading: dict[str, object]
    job: Job | None
    look: dict[str, object] | None = Field(
        description="What was seen in the files as they are now: mapped columns, faults, counts, the first units"
    )
