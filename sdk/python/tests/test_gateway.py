"""The client against a gateway as users start it."""

import asyncio
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

import httpx
import pytest

from conftest import Keyed
from service_core.sdk import (
    AsyncDatabase,
    AuthError,
    Database,
    Module,
    RateLimitError,
    RetrievalResult,
    ServiceError,
    connect,
)

pytestmark = pytest.mark.gateway


def test_every_module_answers(gateway: str) -> None:
    with connect("default", url=gateway) as db:
        for module in get_args(Module):
            result = db.retrieve("Who sails the Aurora?", module=module)
            assert isinstance(result, RetrievalResult)
            # Without a model, `auto` answers as `owl`.
            assert result.module_used == ("owl" if module == "auto" else module)
            # There is nothing to know yet.
            assert (result.answer, result.passages, result.cost_usd) == (None, [], 0.0)


def test_the_database_has_a_module_of_its_own(gateway: str) -> None:
    with connect("default", url=gateway) as db:
        assert db.retrieve("Who sails the Aurora?", trace="full").module_used in get_args(Module)


def test_tasks_ask_at_the_same_time(gateway: str) -> None:
    async def main() -> list[RetrievalResult]:
        async with AsyncDatabase("default", url=gateway) as db:
            return await asyncio.gather(*(db.aretrieve(f"Who sails ship {n}?", module="naive") for n in range(20)))

    assert {result.module_used for result in asyncio.run(main())} == {"naive"}


def test_threads_share_a_database(gateway: str) -> None:
    with connect("default", url=gateway) as db, ThreadPoolExecutor(8) as pool:
        results = pool.map(lambda n: db.retrieve(f"Who sails ship {n}?", module="naive"), range(40))
        assert {result.module_used for result in results} == {"naive"}


def test_a_database_that_is_not_there_is_an_error(gateway: str) -> None:
    with connect("no such database", url=gateway) as db, pytest.raises(ServiceError) as caught:
        db.retrieve("Who sails the Aurora?")
    assert caught.value.status_code == 404
    assert caught.value.body["errors"][0]["extensions"]["code"] == "UnknownDatabase"
    assert "no such database" in str(caught.value)


def test_a_question_that_the_service_refuses_is_an_error(gateway: str) -> None:
    with connect("default", url=gateway) as db, pytest.raises(ServiceError) as caught:
        db.retrieve("long " * 100_000)
    assert caught.value.status_code == 400
    assert caught.value.body["errors"][0]["message"] in str(caught.value)


def test_an_address_beside_the_service_is_an_error(gateway: str) -> None:
    with connect("default", url=f"{gateway}/somewhere") as db, pytest.raises(ServiceError) as caught:
        db.retrieve("Who sails the Aurora?")
    assert caught.value.status_code == 404


def test_the_command_asks_it(gateway: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "service_core",
            "retrieve",
            "default",
            "Who sails the Aurora?",
            "--module=naive",
            "--json",
        ],
        capture_output=True,
        check=False,
        env={"SERVICE_PLATFORM_URL": gateway},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["module_used"] == "naive"


def test_passages_come_from_documents(gateway: str) -> None:
    text = "The Aurora is a barque. Ida Holm has commanded her since 1883."
    document = {"source": "ships/aurora.txt", "text": text, "media_type": "text/plain"}
    address = f"{gateway}/api/v1/databases/default/documents"
    httpx.post(address, json={"documents": [document]}).raise_for_status()
    try:
        with connect("default", url=gateway) as db:
            result = db.retrieve("Who commands the Aurora?", module="naive")
            (passage,) = result.passages
            assert (passage.source, passage.text, passage.chunk_index) == ("ships/aurora.txt", text, 0)
            assert result.answer is not None
            assert "Ida Holm" in result.answer
            for module in get_args(Module):
                found = db.retrieve("Who commands the Aurora?", module=module, trace="full").passages
                assert {passage.source for passage in found} <= {"ships/aurora.txt"}
    finally:
        httpx.delete(address, params={"source": "ships/aurora.txt"}).raise_for_status()


@pytest.mark.parametrize("key", [None, "owk_wrong", "x"])
def test_a_key_that_is_missing_or_wrong_is_refused(keyed_gateway: Keyed, key: str | None) -> None:
    with connect("default", url=keyed_gateway.url, api_key=key) as db, pytest.raises(AuthError) as caught:
        db.retrieve("Who sails the Aurora?")
    assert caught.value.status_code == 401
    error = caught.value.body["errors"][0]
    assert error["message"] in str(caught.value)
    assert error["extensions"]["code"] == ("KeyInvalid" if key == "owk_wrong" else "KeyMissing")


def test_a_key_that_is_revoked_is_refused_without_a_restart(keyed_gateway: Keyed) -> None:
    def ask_for_seconds(db: Database) -> None:
        for _ in range(50):
            try:
                db.retrieve("Who sails the Aurora?", module="naive")
            except ServiceError as error:
                # The request in progress ends without an answer.
                if error.status_code is not None:
                    raise
            time.sleep(0.1)

    with connect("default", url=keyed_gateway.url, api_key=keyed_gateway.leaving) as db:
        db.retrieve("Who sails the Aurora?", module="naive")
        keyed_gateway.revoke("leaver")
        with pytest.raises(AuthError) as caught:
            ask_for_seconds(db)
    assert (caught.value.status_code, caught.value.body["errors"][0]["extensions"]["code"]) == (401, "KeyInvalid")


def test_a_caller_who_may_not_ask_is_refused(gateway: str) -> None:
    class FromAPage(httpx.HTTPTransport):
        """As a page of a stranger would ask."""

        def handle_request(self, request: httpx.Request) -> httpx.Response:
            request.headers["Origin"] = "https://stranger.example"
            return super().handle_request(request)

    with Database("default", url=gateway, transport=FromAPage()) as db, pytest.raises(AuthError) as caught:
        db.retrieve("Who sails the Aurora?")
    assert caught.value.status_code == 403
    assert caught.value.body["errors"][0]["message"] in str(caught.value)


def test_a_key_opens(keyed_gateway: Keyed, monkeypatch: pytest.MonkeyPatch) -> None:
    with connect("default", url=keyed_gateway.url, api_key=keyed_gateway.key) as db:
        assert db.retrieve("Who sails the Aurora?", module="naive").answer is None
    monkeypatch.setenv("SERVICE_API_KEY", keyed_gateway.key)
    monkeypatch.setenv("SERVICE_PLATFORM_URL", keyed_gateway.url)
    with connect("default") as db:
        assert db.retrieve("Who sails the Aurora?", module="naive").answer is None


def test_a_quota_that_is_used_up_says_when_to_come_back(keyed_gateway: Keyed) -> None:
    with connect("default", url=keyed_gateway.url, api_key=keyed_gateway.limited) as db:
        for _ in range(2):
            db.retrieve("Who sails the Aurora?", module="naive")
        with pytest.raises(RateLimitError) as caught:
            db.retrieve("Who sails the Aurora?", module="naive")
    assert caught.value.status_code == 429
    assert caught.value.retry_after is not None
    assert 0 < caught.value.retry_after <= 60
    extensions = caught.value.body["errors"][0]["extensions"]
    assert extensions == {"code": "QuotaExhausted", "retryAfter": caught.value.retry_after}
