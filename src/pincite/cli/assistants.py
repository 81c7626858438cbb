"""``pincite assistant``: who answers, each in its own way."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, ask_first, console, print_json, run_with_library
from pincite.cli.options import AsJson, Commands, Yes
from pincite.core.errors import InvalidInput

if TYPE_CHECKING:
    from pincite.composing import Prompts
    from pincite.library import AsyncLibrary
    from pincite.pipeline.profile import Profile
    from pincite.ports.assistants import Assistant

Name = Annotated[str, typer.Argument(help="Name or id of the assistant.")]
Description = Annotated[str | None, typer.Option(help="What it is for.")]
Default = Annotated[
    bool | None, typer.Option("--default/--no-default", help="Answers where a question names none.")
]
ItsBases = Annotated[
    list[str] | None,
    typer.Option("--base", "-b", help="Base it asks where a question names none; may be given again."),
]
Values = Annotated[
    list[str] | None,
    typer.Option("--set", help="What it does otherwise than the settings, key=value; may be given again."),
]
Written = Annotated[
    list[str] | None,
    typer.Option("--prompt", help="A prompt of its own from a file: system/system:ko=FILE; - takes it away."),
]

assistant = Commands(help="Assistants, which answer each in their own way.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(assistant, name="assistant")


@assistant.command("list")
def list_assistants(context: typer.Context, as_json: AsJson = False) -> None:
    """All assistants; the default one has a star.

    Example: `pincite assistant list`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "list[Assistant]":
        return list(await library.assistants.list())

    found = run_with_library(options, work)
    if as_json:
        print_json([assistant_json(one) for one in found])
        return
    for one in found:
        star = "*" if one.is_default else " "
        console.print(f"{star} {one.name}  {one.description}".rstrip(), markup=False)
    if not found:
        console.print(options.say("no_assistant_yet"))


@assistant.command("show")
def show(context: typer.Context, name: Name, as_json: AsJson = False) -> None:
    """What an assistant does otherwise than the settings.

    Example: `pincite assistant show claims`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Assistant":
        return await library.assistants.get(name)

    _print(options, run_with_library(options, work), as_json=as_json)


@assistant.command("create")
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A name of its own.")],
    description: Description = None,
    default: Default = None,
    base: ItsBases = None,
    values: Values = None,
    prompt: Written = None,
    as_json: AsJson = False,
) -> None:
    """Make an assistant.

    Example: `pincite assistant create claims --base terms --set temperature=0 --set fallback=fixed`
    """
    from pincite.pipeline.profile import PLAIN_PROFILE

    options: Options = context.obj
    profile = _changed(PLAIN_PROFILE, values, (), prompt)

    async def work(library: "AsyncLibrary") -> "Assistant":
        return await library.assistants.create(
            name,
            description=description or "",
            profile=profile,
            bases=base or (),
            default=bool(default),
        )

    _print(options, run_with_library(options, work), as_json=as_json)


@assistant.command("edit")
def edit(
    context: typer.Context,
    name: Name,
    new_name: Annotated[str | None, typer.Option("--name", help="Its new name.")] = None,
    description: Description = None,
    default: Default = None,
    base: ItsBases = None,
    values: Values = None,
    unset: Annotated[
        list[str] | None, typer.Option(help="Key to leave to the settings again; `base` for all bases.")
    ] = None,
    prompt: Written = None,
    as_json: AsJson = False,
) -> None:
    """Change some of an assistant; the rest stays.

    Example: `pincite assistant edit claims --set rounds=0 --unset temperature`
    """
    from pincite.pipeline.profile import profile_of

    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Assistant":
        before = await library.assistants.get(name)
        profile = profile_of(before.profile)
        kept = () if "base" in (unset or ()) else profile.base_ids
        return await library.assistants.replace(
            before.id,
            new_name or before.name,
            description=before.description if description is None else description,
            profile=_changed(profile, values, unset or (), prompt),
            bases=base or kept,
            default=before.is_default if default is None else default,
        )

    _print(options, run_with_library(options, work), as_json=as_json)


@assistant.command("remove")
def remove(context: typer.Context, name: Name, yes: Yes = False, as_json: AsJson = False) -> None:
    """Delete an assistant. Sessions that name it must name another before they are asked again.

    Example: `pincite assistant remove claims --yes`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> None:
        found = await library.assistants.get(name)
        if not yes:
            ask_first(options, "confirm_assistant", as_json=as_json, name=found.name)
        await library.assistants.delete(found.id)

    run_with_library(options, work)
    if as_json:
        print_json({"removed": name})
    else:
        console.print(options.say("removed", names=name), markup=False)


def assistant_json(one: "Assistant") -> dict[str, Any]:
    """As HTTP shows it, its profile with what it sets alone."""
    return {
        "id": one.id,
        "name": one.name,
        "description": one.description,
        "default": one.is_default,
        "profile": dict(one.profile),
        "created_at": one.created_at,
        "updated_at": one.updated_at,
    }


def _print(options: Options, one: "Assistant", *, as_json: bool) -> None:
    if as_json:
        print_json(assistant_json(one))
        return
    star = " *" if one.is_default else ""
    console.print(f"{one.name}{star}  {one.description}".rstrip(), markup=False)
    for key, value in sorted(one.profile.items()):
        if value in ([], {}):
            continue
        if key == "prompts":
            for name, texts in sorted(value.items()):
                console.print(f"  {name}: {', '.join(sorted(texts))}", markup=False)
        else:
            shown = ", ".join(value) if isinstance(value, list) else value
            console.print(f"  {key}: {shown}", markup=False)


def _changed(
    profile: "Profile", values: Iterable[str] | None, unset: Iterable[str], prompts: Iterable[str] | None
) -> "Profile":
    """Raises InvalidInput for a key that no profile has, or a value that is none of its kind."""
    from pydantic import TypeAdapter, ValidationError

    from pincite.pipeline.profile import Profile, profile_values

    known = set(Profile.__dataclass_fields__) - {"base_ids", "prompts"}
    given = profile_values(profile)
    for key in (key for key in unset if key != "base"):
        _check(key, known)
        given.pop(key, None)
    for word in values or ():
        key, assigned, value = word.partition("=")
        key = key.strip()
        if not assigned:
            raise InvalidInput(f"{word!r} is no setting.", hint="Write key=value, like rounds=0.")
        _check(key, known)
        given[key] = [part for part in value.split(",") if part] if key == "intents" else value
    kept = {key: value for key, value in given.items() if key in known}
    try:
        read: Profile = TypeAdapter(Profile).validate_python(kept)
    except ValidationError as error:
        problems = "; ".join(f"{item['loc'][0]}: {item['msg']}" for item in error.errors())
        raise InvalidInput(f"The assistant cannot be set so. {problems}") from error
    return replace(
        read,
        base_ids=profile.base_ids,
        prompts=_written(profile.prompts, prompts or ()),
    )


def _check(key: str, known: set[str]) -> None:
    if key not in known:
        raise InvalidInput(
            f"An assistant has no setting {key!r}.", hint=f"Use one of {', '.join(sorted(known))}."
        )


def _written(prompts: "Prompts", words: Iterable[str]) -> "Prompts":
    """``prompts`` with those of files in their place, or without those whose file is ``-``."""
    from pincite.composing import Prompts
    from pincite.composing.prompts import place_of

    texts = {key: dict(own) for key, own in prompts.texts.items()}
    for word in words:
        name, assigned, path = word.partition("=")
        place, _, language = name.partition(":")
        file, _, identifier = place.partition("/")
        if not assigned or not language:
            raise InvalidInput(f"{word!r} is no prompt.", hint="Write system/system:ko=FILE.")
        key = place_of(file, identifier).key
        if path == "-":
            texts.get(key, {}).pop(language, None)
        else:
            texts.setdefault(key, {})[language] = _text(path)
    return Prompts({key: own for key, own in texts.items() if own})


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no UTF-8"
        raise InvalidInput(f"{path} cannot be read: {reason}.", hint="Name a text file.") from error
