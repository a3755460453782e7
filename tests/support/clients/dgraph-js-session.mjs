/** Session of dgraph-js, `dgraph-js-session.mjs ADDRESS`: prints what it saw as JSON. */
import grpc from '@grpc/grpc-js';
import dgraph from 'dgraph-js';

const stub = new dgraph.DgraphClientStub(process.argv[2], grpc.credentials.createInsecure());
const client = new dgraph.DgraphClient(stub);
const seen = { version: (await stub.checkVersion(new dgraph.Check())).getTag().slice(0, 1) };
const statements = (text) => {
  const mutation = new dgraph.Mutation();
  mutation.setSetNquads(text);
  return mutation;
};
const writeNow = async (text) => {
  const mutation = statements(text);
  mutation.setCommitNow(true);
  return (await client.newTxn().mutate(mutation)).getUidsMap();
};

const operation = new dgraph.Operation();
operation.setSchema('title: string @index(exact) .\nyear: int .');
await client.alter(operation);
const txn = client.newTxn();
const json = new dgraph.Mutation();
json.setSetJson({ uid: '_:a', title: 'json', year: 1 });
await txn.mutate(json);
const node = (await txn.mutate(statements('_:b <title> "text" .'))).getUidsMap().get('b');
await txn.commit();
const BY_TITLE = 'query q($t: string) { q(func: eq(title, $t)) { title year } }';
const byTitle = async (title) =>
  (await client.newTxn({ readOnly: true }).queryWithVars(BY_TITLE, { $t: title })).getJson();
const reader = client.newTxn({ readOnly: true });
seen.all = (await reader.query('{ q(func: has(title), orderasc: title) { title year } }')).getJson();
seen.bound = await byTitle('json');
const rdf = await reader.queryRDF('{ q(func: eq(title, "text")) { title } }');
seen.rdf = Buffer.from(rdf.getRdf_asU8()).toString().split('>').slice(1).join('>');

const request = new dgraph.Request();
request.setQuery('{ u as var(func: eq(title, "text")) }');
const conditional = statements('uid(u) <year> "2" .');
conditional.setCond('@if(eq(len(u), 1))');
request.setMutationsList([conditional]);
request.setCommitNow(true);
await client.newTxn().doRequest(request);
seen.upsert = await byTitle('text');

const [one, two] = [client.newTxn(), client.newTxn()];
await one.mutate(statements(`<${node}> <year> "3" .`));
await two.mutate(statements(`<${node}> <year> "4" .`));
await one.commit();
await two.commit().catch((error) => (seen.conflict = error === dgraph.ERR_ABORTED ? 'aborted' : String(error)));

async function increment() {
  for (;;) {
    const adding = client.newTxn();
    try {
      const [{ year }] = (await adding.query(`{ q(func: uid(${node})) { year } }`)).getJson().q;
      await adding.mutate(statements(`<${node}> <year> "${year + 1}" .`));
      await adding.commit();
      return;
    } catch (error) {
      if (error !== dgraph.ERR_ABORTED) throw error;
    }
  }
}
const worker = async () => {
  for (let i = 0; i < 3; i++) await increment();
};
await Promise.all([worker(), worker(), worker(), worker()]);
seen.counted = await byTitle('text');

const animal = (await writeNow('_:x <dgraph.type> "Dog" .')).get('x');
const types = await client.newTxn({ readOnly: true }).query(`{ q(func: uid(${animal})) { dgraph.type } }`);
seen.types = types.getJson().q[0]['dgraph.type'].sort();
await writeNow(`<${animal}> <dgraph.type> "Cat" .`).catch(({ code, details }) => {
  seen.refused = [grpc.status[code], details.split(':')[1].split(' on ')[0].trim()];
});
const late = { deadline: Date.now() - 1 };
await client
  .newTxn({ readOnly: true })
  .query('{ q(func: has(title)) { title } }', new grpc.Metadata(), late)
  .catch(({ code }) => (seen.late = grpc.status[code]));
stub.close();
process.stdout.write(JSON.stringify(seen));
