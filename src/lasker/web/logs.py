"""Logs: a line for every call and every worker that is killed, as text or as JSON."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any, Literal

LOG = logging.getLogger("lasker.web")


class JsonLines(logging.Formatter):
    """A record as one line of JSON.

    >>> record = logging.makeLogRecord({"msg": "call", "levelname": "INFO", "created": 0.0,
    ...                                 "facts": {"method": "position"}})
    >>> JsonLines().format(record)
    '{"time": 0.0, "level": "info", "event": "call", "method": "position"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        facts: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            facts["exception"] = self.formatException(record.exc_info)
        return json.dumps(facts, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """A record as a line of text, with its facts."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, "facts", {}).items())
        return f"{self.formatTime(record)} {super().format(record)} {facts}".rstrip()


def log_to_stderr(form: Literal["json", "text"]) -> None:
    """Write the log to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logger = logging.getLogger("lasker")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def log(event: str, **facts: Any) -> None:
    """Log an event with its facts."""
    LOG.info(event, extra={"facts": facts})
