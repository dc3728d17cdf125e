"""The people of films: a JSON file {film: [{id, role, name, img}]}."""

import json
from pathlib import Path
from typing import Any

from jurybox.core import Fault
from jurybox.exchange.files import Faults, is_sound

KEYS = ("id", "role", "name", "img")


def read_people(path: Path, faults: Faults) -> dict[str, list[dict[str, Any]]]:
    """Every film with its people; `img` is a file of the media folder or None. What is wrong goes to `faults`."""
    document = _load(path, faults)
    if not isinstance(document, dict):
        if document is not None:
            _fault(faults, path, "people.not_films", "")
        return {}
    return {film: _film(film, people, path, faults) for film, people in document.items()}


def _load(path: Path, faults: Faults) -> Any:
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"), object_pairs_hook=lambda p: _once(p, path, faults))
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


def _once(pairs: list[tuple[str, Any]], path: Path, faults: Faults) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    for name in sorted({n for n in names if names.count(n) > 1}):
        _fault(faults, path, "people.twice", "", name)
    return dict(pairs)


def _film(film: str, people: Any, path: Path, faults: Faults) -> list[dict[str, Any]]:
    if not isinstance(people, list) or not is_sound(film):
        _fault(faults, path, "people.not_a_list", ascii(film))
        return []
    return [_person(f"{film}[{number}]", person, path, faults) for number, person in enumerate(people)]


def _person(where: str, person: Any, path: Path, faults: Faults) -> dict[str, Any]:
    if not isinstance(person, dict):
        _fault(faults, path, "people.not_a_person", where, allowed=KEYS)
        return {"role": "", "name": "", "img": None}
    for key in person:
        if key not in KEYS:
            _fault(faults, path, "people.unknown_key", where, key, KEYS)
    for key in ("role", "name"):
        if not isinstance(person.get(key), str) or not is_sound(person[key]):
            _fault(faults, path, "people.missing_text", where, key)
    picture = person.get("img")
    if picture is not None and (not isinstance(picture, str) or not picture or not is_sound(picture)):
        _fault(faults, path, "people.wrong_picture", where, ascii(picture))
        picture = None
    return {"role": person.get("role"), "name": person.get("name"), "img": picture}


def _fault(faults: Faults, path: Path, code: str, where: str, given: Any = None, allowed: Any = None) -> None:
    faults.put(Fault(code, where, given, allowed, file=path.name))
