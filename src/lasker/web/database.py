"""What the server keeps, in SQLite: texts of games by their hash, documents, and shared tables.

The journal is written ahead (WAL) and synchronised at every commit: what was acknowledged survives the end of
the process and of the machine.
"""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from threading import Lock
from typing import Any

from lasker.kernel.errors import FileError, LimitError, NameProblem
from lasker.kernel.files import make_folder
from lasker.web.game_names import Text

FILE = "lasker.sqlite"
MOST_TEXTS = 100_000
MOST_DOCUMENTS = 20_000
LISTED = 1_000  # documents of one list
SCHEMA = """
create table if not exists texts(name text primary key, format text not null, text text not null)
    without rowid;
create table if not exists documents(id text primary key, kind text not null, title text not null,
    body text not null, changed real not null) without rowid;
create index if not exists documents_by_change on documents(kind, changed);
create table if not exists tables(token text primary key, state text not null, secrets text not null,
    changed real not null) without rowid;
"""


class Store:
    """A database in a folder, or in memory without one.

    >>> store = Store()
    >>> store.keep_text("text:1", ("rules", "lasker 1"))
    >>> store.text("text:1")
    ('rules', 'lasker 1')
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._lock = Lock()
        if folder is not None:
            make_folder(folder)
        try:
            place = ":memory:" if folder is None else str(folder / FILE)
            self._database = sqlite3.connect(place, check_same_thread=False, timeout=10)
            self._database.executescript(
                f"pragma journal_mode = wal; pragma synchronous = full; begin; {SCHEMA} commit;"
            )
        except sqlite3.Error as error:
            raise FileError(
                f"{folder} has no database that can be used: {error}", remedy="name another folder: --data"
            ) from None

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._database.close()

    def _ask(self, statement: str, *values: object) -> list[Any]:
        with self._lock:
            return self._database.execute(statement, values).fetchall()

    def _change(self, statement: str, *values: object) -> int:
        """Execute and commit; the number of rows that it concerned."""
        with self._lock, self._database:
            return self._database.execute(statement, values).rowcount

    def keep_text(self, name: str, text: Text) -> None:
        """Keep a text under its name."""
        if self._ask("select 1 from texts where name = ?", name):
            return
        if self._ask("select count(*) from texts")[0][0] >= MOST_TEXTS:
            raise LimitError(f"more than {MOST_TEXTS:,} texts", remedy="serve another folder: --data")
        self._change("insert or ignore into texts values (?, ?, ?)", name, *text)

    def text(self, name: str) -> Text | None:
        """The text of a name, if it is kept."""
        found = self._ask("select format, text from texts where name = ?", name)
        return (found[0][0], found[0][1]) if found else None

    def documents(self, kind: str | None = None) -> list[dict[str, Any]]:
        """The documents of a kind, the last changed first, without their bodies."""
        found = self._ask(
            "select id, kind, title, changed from documents where kind = coalesce(?, kind) "
            "order by changed desc limit ?",
            kind,
            LISTED,
        )
        return [dict(zip(("id", "kind", "title", "changed"), row, strict=True)) for row in found]

    def document(self, id: str) -> dict[str, Any]:
        """A document with its body.

        >>> store = Store()
        >>> _ = store.put_document("1", "study", "Endings", {"moves": []})
        >>> store.document("1")["body"]
        {'moves': []}
        """
        found = self._ask("select kind, title, body, changed from documents where id = ?", id)
        if not found:
            raise NameProblem(f"no document is called {id}", remedy="choose one from the list")
        kind, title, body, changed = found[0]
        return {"id": id, "kind": kind, "title": title, "body": json.loads(body), "changed": changed}

    def put_document(self, id: str, kind: str, title: str, body: object) -> float:
        """Keep a document, in place of one of the same name; when it was changed."""
        if self._ask("select count(*) from documents")[0][0] >= MOST_DOCUMENTS:
            raise LimitError(f"more than {MOST_DOCUMENTS:,} documents", remedy="delete some")
        changed = time.time()
        row = (id, kind, title, json.dumps(body), changed)
        self._change("insert or replace into documents values (?, ?, ?, ?, ?)", *row)
        return changed

    def delete_document(self, id: str) -> bool:
        """Delete a document; was there one?"""
        return self._change("delete from documents where id = ?", id) > 0

    def table(self, token: str) -> tuple[dict[str, Any], dict[str, str]] | None:
        """The state of a shared table, and the secrets of its seats."""
        found = self._ask("select state, secrets from tables where token = ?", token)
        return (json.loads(found[0][0]), json.loads(found[0][1])) if found else None

    def put_table(self, token: str, state: object, secrets: object) -> None:
        """Keep the state of a shared table."""
        row = (token, json.dumps(state), json.dumps(secrets), time.time())
        self._change("insert or replace into tables values (?, ?, ?, ?)", *row)
