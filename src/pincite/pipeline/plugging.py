"""Plugins of others: packages name them under the entry point group ``pincite.plugins``.

An entry point leads to a callable ``(services, settings) -> Plugin``. Its attribute ``before`` or ``after``
names the built-in plugin (`pincite.pipeline.stages`) that it stands beside; with neither it is the innermost
of its events.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points

from pincite.core.errors import ConfigurationError
from pincite.core.settings import Settings
from pincite.pipeline.events import Plugin
from pincite.pipeline.stages import Services, built_in_plugins

GROUP = "pincite.plugins"

Make = Callable[[Services, Settings], Plugin]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A plugin that a package brings."""

    name: str
    make: Make
    before: str = ""
    after: str = ""


def installed() -> list[Foreign]:
    """Of all packages, by name.

    Raises:
        ConfigurationError: one cannot be loaded.
    """
    found = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            make = point.load()
        except Exception as error:
            raise ConfigurationError(
                f"The plugin {point.name} ({point.value}) cannot be loaded: {error}",
                hint="Mend or uninstall the package that brings it.",
            ) from error
        before, after = getattr(make, "before", ""), getattr(make, "after", "")
        found.append(Foreign(point.name, make, str(before), str(after)))
    return found


def all_plugins(
    services: Services, settings: Settings, foreign: Sequence[Foreign] | None = None
) -> list[Plugin]:
    """Built-in plugins with those of others at their places; ``foreign`` are the `installed` ones if None.

    Raises:
        ConfigurationError: a plugin names a place that does not exist, or is none.
    """
    plugins = list(built_in_plugins(services, settings))
    for one in installed() if foreign is None else foreign:
        made = one.make(services, settings)
        if not hasattr(made, "events") or not hasattr(made, "on_event"):
            raise ConfigurationError(
                f"The plugin {one.name} has no `events` or no `on_event`.",
                hint="It must be a `pincite.pipeline.events.Plugin`.",
            )
        plugins.insert(_place(plugins, one), made)
    return plugins


def _place(plugins: Sequence[Plugin], one: Foreign) -> int:
    names = [type(plugin).__name__ for plugin in plugins]
    beside = one.before or one.after
    if not beside:
        return len(plugins)
    if beside not in names:
        raise ConfigurationError(
            f"The plugin {one.name} stands beside {beside}, which does not exist.",
            hint=f"Name one of {', '.join(names)}.",
        )
    return names.index(beside) + (not one.before)
