"""The people of films: a JSON file {film: [{id, role, name, img}]}."""

import json
from pathlib import Path
from typing import NamedTuple

from jurybox.core import Fault, JsonObject, JsonValue
from jurybox.exchange.files import Faults, is_sound

KEYS = ("id", "role", "name", "img")


class Person(NamedTuple):
    """Someone of a film; `img` is a file of the media folder."""

    role: str
    name: str
    img: str | None


def read_people(path: Path, faults: Faults) -> dict[str, list[Person]]:
    """Every film with its people. What is wrong goes to `faults`."""
    document = _load(path, faults)
    if not isinstance(document, dict):
        if document is not None:
            _fault(faults, path, "people.not_films", "")
        return {}
    return {film: _film(film, people, path, faults) for film, people in document.items()}


def _load(path: Path, faults: Faults) -> JsonValue:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        read: JsonValue = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, path, faults))
        return read
    except UnicodeDecodeError as error:
        faults.add("import.not_utf8", (path.name, 1), f"0x{error.object[error.start]:02X}", offset=error.start)
    except json.JSONDecodeError as error:
        faults.add("import.broken_json", (path.name, error.lineno), error.msg)
    except (ValueError, RecursionError) as error:
        faults.add("import.broken_json", (path.name, 1), str(error))
    except FileNotFoundError:
        faults.add("import.no_such_file", (path.name, 1), str(path))
    except OSError as error:
        faults.add("import.unreadable", (path.name, 1), error.strerror)
    return None


def _once(pairs: list[tuple[str, JsonValue]], path: Path, faults: Faults) -> JsonObject:
    names = [name for name, _ in pairs]
    for name in sorted({n for n in names if names.count(n) > 1}):
        _fault(faults, path, "people.twice", "", name)
    return dict(pairs)


def _film(film: str, people: JsonValue, path: Path, faults: Faults) -> list[Person]:
    if not isinstance(people, list) or not is_sound(film):
        _fault(faults, path, "people.not_a_list", ascii(film))
        return []
    return [_person(f"{film}[{number}]", person, path, faults) for number, person in enumerate(people)]


def _person(where: str, person: JsonValue, path: Path, faults: Faults) -> Person:
    if not isinstance(person, dict):
        _fault(faults, path, "people.not_a_person", where, allowed=KEYS)
        return Person("", "", None)
    for key in person:
        if key not in KEYS:
            _fault(faults, path, "people.unknown_key", where, key, KEYS)
    role, name = (_text(person, key, where, path, faults) for key in ("role", "name"))
    picture = person.get("img")
    if picture is not None and (not isinstance(picture, str) or not picture or not is_sound(picture)):
        _fault(faults, path, "people.wrong_picture", where, ascii(picture))
        picture = None
    return Person(role, name, picture)


def _text(person: JsonObject, key: str, where: str, path: Path, faults: Faults) -> str:
    text = person.get(key)
    if isinstance(text, str) and is_sound(text):
        return text
    _fault(faults, path, "people.missing_text", where, key)
    return ""


def _fault(faults: Faults, path: Path, code: str, where: str, given: object = None, allowed: object = None) -> None:
    faults.put(Fault(code, where, given, allowed, file=path.name))
