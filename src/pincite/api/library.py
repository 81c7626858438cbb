"""The library of the application, as a dependency of its routes."""

from typing import Annotated

from fastapi import Depends, Request

from pincite.library import AsyncLibrary


def _library(request: Request) -> AsyncLibrary:
    library: AsyncLibrary = request.app.state.library
    return library


LibraryDep = Annotated[AsyncLibrary, Depends(_library)]
