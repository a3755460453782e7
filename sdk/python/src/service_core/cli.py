"""The console script `service`: the SDK's operations in its own words, for a terminal."""

import argparse
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, get_args

from .sdk import (
    DEFAULT_TIMEOUT,
    DEFAULT_URL,
    AuthError,
    Module,
    Passage,
    RateLimitError,
    RetrievalResult,
    ServiceError,
    Trace,
    TrajectoryStep,
    connect,
)

OK, FAILED, USAGE, REFUSED, LIMITED, INTERRUPTED = 0, 1, 2, 3, 4, 130

_HELP = f"""\
environment:
  SERVICE_API_KEY       the API key, where --api-key is not given
  SERVICE_PLATFORM_URL  the service's address, where --url is not given (default: {DEFAULT_URL})

exit codes:
  {OK}  a result, be the answer known or not
  {FAILED}  the service failed, or is not to be reached
  {USAGE}  wrong arguments
  {REFUSED}  the API key is missing, invalid or revoked
  {LIMITED}  the quota is exhausted

examples:
  service retrieve default "Who sails the Aurora?"
  service retrieve default "Which ships are tankers?" --module owl --trace full
  echo "Who sails the Aurora?" | service retrieve default - --json
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return _retrieve(options)
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing more may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="service",
        description="Ask an ontology-aware graph service questions in words.",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    retrieve = commands.add_parser(
        "retrieve",
        help="ask a question",
        description="Ask a database a question; print its answer, the passages it rests on and the steps taken.",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    retrieve.add_argument("database", metavar="DATABASE", help="the database's name at the service")
    retrieve.add_argument("question", metavar="QUESTION", help="the question; - reads it from standard input")
    retrieve.add_argument(
        "--module", choices=get_args(Module), help="how to retrieve (default: the database's own way)"
    )
    retrieve.add_argument(
        "--trace", choices=get_args(Trace), default="summary", help="full: whole results of the steps"
    )
    retrieve.add_argument("--json", action="store_true", help="print the whole result as JSON")
    retrieve.add_argument("--url", help="the service's address")
    retrieve.add_argument("--api-key", help="better given by the environment: arguments are seen by other users")
    retrieve.add_argument("--timeout", type=float, default=DEFAULT_TIMEOUT, metavar="SECONDS", help="default: 120")
    return parser


def _retrieve(options: argparse.Namespace) -> int:
    question = sys.stdin.read() if options.question == "-" else options.question
    try:
        with connect(options.database, api_key=options.api_key, url=options.url, timeout=options.timeout) as database:
            result = database.retrieve(question, module=options.module, trace=options.trace)
    except ValueError as error:
        return _fail(str(error), USAGE)
    except AuthError as error:
        return _fail(str(error), REFUSED)
    except RateLimitError as error:
        wait = "" if error.retry_after is None else f" (again in {error.retry_after:g} s)"
        return _fail(f"{error}{wait}", LIMITED)
    except ServiceError as error:
        return _fail(str(error), FAILED)
    text = json.dumps(asdict(result), indent=2) if options.json else render(result)
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
    return OK


def _fail(message: str, code: int) -> int:
    print(f"service: {_plain(message)}", file=sys.stderr)
    return code


def render(result: RetrievalResult, width: int | None = None) -> str:
    """Make a result readable: answer, passages, steps, and what it took."""
    columns = min(width or shutil.get_terminal_size().columns, 110)
    blocks = [_wrap(result.answer, columns, "") if result.answer is not None else "(no answer is known)"]
    if result.passages:
        passages = [_passage(number, passage, columns) for number, passage in enumerate(result.passages, 1)]
        blocks.append("\n".join(["Passages", *passages]))
    if result.trajectory:
        steps = [_step(number, step, columns) for number, step in enumerate(result.trajectory, 1)]
        blocks.append("\n".join(["Steps", *steps]))
    turns = "1 loop" if result.loops == 1 else f"{result.loops} loops"
    blocks.append(f"{_plain(result.module_used)} · {turns} · ${result.cost_usd:.4f}")
    return "\n\n".join(blocks)


def _passage(number: int, passage: Passage, columns: int) -> str:
    part = "" if passage.chunk_index is None else f" #{passage.chunk_index}"
    score = "" if passage.score is None else f" ({passage.score:.3g})"
    return f"  [{number}] {_plain(passage.source)}{part}{score}\n{_wrap(passage.text, columns, '      ')}"


def _step(number: int, step: TrajectoryStep, columns: int) -> str:
    arguments = ", ".join(f"{name}={_value(value)}" for name, value in step.arguments.items())
    head = _wrap(f"{number}. {step.tool}({arguments})", columns, "  ", "     ")
    return head if step.result_summary is None else f"{head}\n{_wrap(step.result_summary, columns, '     ')}"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrap(text: str, columns: int, indent: str, further: str | None = None) -> str:
    further = indent if further is None else further
    lines = [
        textwrap.fill(line, max(columns, 40), initial_indent=indent if first else further, subsequent_indent=further)
        for first, line in ((index == 0, line) for index, line in enumerate(_plain(text).splitlines()))
    ]
    return "\n".join(lines) or indent


def _plain(text: str) -> str:
    """Leave out control characters: what a document says must not steer the terminal."""
    return "".join(c for c in text if c in "\n\t" or not (ord(c) < 32 or 127 <= ord(c) < 160))


if __name__ == "__main__":
    sys.exit(main())
