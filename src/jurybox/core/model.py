"""The base of every document model: frozen, and unknown keys are refused."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
"""An id chosen by a protocol author: lower case, digits, - and _, starting with a letter."""
