"""Bring the translations up to date with the code: ``python -m page.texts``, from the project's folder.

New sentences are added untranslated, those that are no longer used are dropped, and what each
language lacks is counted.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from page.texts import LANGUAGES
from page.texts.sentences import sentences


def main() -> None:
    here = Path(__file__).parent
    used = sentences(here.parent.parent)
    for language in LANGUAGES:
        if language == "en":
            continue
        file = here / language / "messages.po"
        file.parent.mkdir(exist_ok=True)
        known = {}
        if file.is_file():
            with file.open("rb") as content:
                known = {message.id: message.string for message in read_po(content, locale=language) if message.id}
        catalog = Catalog(locale=language, fuzzy=False)
        for sentence, files in used.items():
            catalog.add(sentence, known.get(sentence, ""), locations=[(name, 0) for name in files])
        with file.open("wb") as content:
            write_po(content, catalog, width=110, omit_header=True, include_lineno=False)
        print(f"{language}: sentences {len(used)}, not translated {sum(not known.get(one) for one in used)}")


if __name__ == "__main__":
    main()
