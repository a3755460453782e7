"""Session of pydgraph, `pydgraph_session.py ADDRESS [CA [KEY CERTIFICATE]]`: prints what it saw as JSON.

With an authority, the connection has TLS; with a key and a certificate, the client shows who it is.
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pydgraph

address, *files = sys.argv[1:]
root, key, certificate = [Path(name).read_bytes() for name in files] + [None] * (3 - len(files))
secure = grpc.ssl_channel_credentials(root, key, certificate) if root else None
client = pydgraph.DgraphClient(pydgraph.DgraphClientStub(address, secure))
seen = {"version": client.check_version()[:1]}
if secure:
    print(json.dumps(seen))
    sys.exit()

client.alter(pydgraph.Operation(schema="title: string @index(exact) .\nyear: int ."))
txn = client.txn()
txn.mutate(set_obj={"uid": "_:a", "title": "json", "year": 1})
node = txn.mutate(set_nquads='_:b <title> "text" .').uids["b"]
txn.commit()
BY_TITLE = "query q($t: string) { q(func: eq(title, $t)) { title year } }"
ALL = "{ q(func: has(title), orderasc: title) { title year } }"
reader = client.txn(read_only=True, best_effort=False)
seen["all"] = json.loads(reader.query(ALL).json)
seen["bound"] = json.loads(reader.query(BY_TITLE, variables={"$t": "json"}).json)
seen["rdf"] = reader.query("{ q(func: eq(title, \"text\")) { title } }", resp_format="RDF").rdf.decode().split(">", 1)[1]
seen["dql"] = json.loads(client.run_dql(BY_TITLE, vars={"$t": "text"}, read_only=True).json)

txn = client.txn()
upsert = txn.create_request(
    query='{ u as var(func: eq(title, "text")) }',
    mutations=[txn.create_mutation(cond="@if(eq(len(u), 1))", set_nquads='uid(u) <year> "2" .')],
    commit_now=True,
)
txn.do_request(upsert)
seen["upsert"] = json.loads(client.txn(read_only=True).query(BY_TITLE, variables={"$t": "text"}).json)

one, two = client.txn(), client.txn()
one.mutate(set_nquads=f'<{node}> <year> "3" .')
two.mutate(set_nquads=f'<{node}> <year> "4" .')
one.commit()
try:
    two.commit()
except pydgraph.AbortedError:
    seen["conflict"] = "aborted"


def increment(_):
    def add(txn):
        year = json.loads(txn.query(f"{{ q(func: uid({node})) {{ year }} }}").json)["q"][0]["year"]
        txn.mutate(set_nquads=f'<{node}> <year> "{year + 1}" .')
        txn.commit()

    pydgraph.run_transaction(client, add, max_retries=100)


with ThreadPoolExecutor(4) as pool:
    list(pool.map(increment, range(12)))
seen["counted"] = json.loads(client.txn(read_only=True).query(BY_TITLE, variables={"$t": "text"}).json)

animal = client.txn().mutate(set_nquads='_:x <dgraph.type> "Dog" .', commit_now=True).uids["x"]
types = json.loads(client.txn(read_only=True).query(f"{{ q(func: uid({animal})) {{ dgraph.type }} }}").json)
seen["types"] = sorted(types["q"][0]["dgraph.type"])
try:
    client.txn().mutate(set_nquads=f'<{animal}> <dgraph.type> "Cat" .', commit_now=True)
except grpc.RpcError as error:
    seen["refused"] = [error.code().name, error.details().split(":")[1].split(" on ")[0].strip()]
try:
    client.txn(read_only=True).query(ALL, timeout=0.000001)
except grpc.RpcError as error:
    seen["late"] = error.code().name
client.close()
print(json.dumps(seen))
