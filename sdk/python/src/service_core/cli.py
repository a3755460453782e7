"""The console script `service`: the SDK's operations for a terminal."""

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
  SERVICE_API_KEY       API key, unless --api-key is given
  SERVICE_PLATFORM_URL  address of the service, unless --url is given (default: {DEFAULT_URL})

exit codes:
  {OK}  result, with or without an answer
  {FAILED}  the service failed or cannot be reached
  {USAGE}  invalid arguments
  {REFUSED}  the API key is missing, invalid or revoked
  {LIMITED}  the quota is exhausted

examples:
  service retrieve default "Who sails the Aurora?"
  service retrieve default "Which ships are tankers?" --module owl --trace full
  echo "Who sails the Aurora?" | service retrieve default - --json
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return _retrieve(options)
    except BrokenPipeError:
        # The reader has closed the pipe. Output at exit would fail again.
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
        description="Ask a database a question; print the answer, the cited passages and the steps.",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    retrieve.add_argument("database", metavar="DATABASE", help="name of the database at the service")
    retrieve.add_argument("question", metavar="QUESTION", help="question; - reads it from standard input")
    retrieve.add_argument("--module", choices=get_args(Module), help="retrieval module (default: the database's own)")
    retrieve.add_argument(
        "--trace", choices=get_args(Trace), default="summary", help="full: complete results of the steps"
    )
    retrieve.add_argument("--json", action="store_true", help="print the complete result as JSON")
    retrieve.add_argument("--url", help="address of the service")
    retrieve.add_argument("--api-key", help="API key; prefer the environment, since other users can see arguments")
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
        wait = "" if error.retry_after is None else f" (retry after {error.retry_after:g} s)"
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
    """Return a result as text: answer, passages, steps, loops and cost."""
    columns = min(width or shutil.get_terminal_size().columns, 110)
    blocks = [_wrap(result.answer, columns, "") if result.answer is not None else "(no answer found)"]
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
    """Remove control characters: text of a document must not control the terminal."""
    return "".join(c for c in text if c in "\n\t" or not (ord(c) < 32 or 127 <= ord(c) < 160))


if __name__ == "__main__":
    sys.exit(main())
