/** Nodes of individuals: found by IRI, and created if missing, whatever the engine has declared before. */
import type { Engine } from '../../../../src/dgraph';
import { EngineSchema } from '../../../../src/materialize/store/engine-schema';
import { ensureIndividuals } from '../../../../src/materialize/load/individuals';

const DECLARED = { predicate: 'iri', type: 'string', index: true, tokenizer: ['exact'], upsert: true };
const [ADA, REX] = ['<urn:ada>', '<urn:rex>'];

/** Engine with a schema and the nodes of some IRIs. Like Dgraph, it refuses queries without blocks. */
function engineOf(isDeclared: boolean, nodes: Record<string, string>) {
  const calls: string[] = [];
  const schema = () => ({ schema: isDeclared ? [DECLARED] : [], types: [] });
  const engine = {
    alter: (text: string) => {
      calls.push(text.startsWith('iri: string') || text.startsWith('<iri>: string') ? 'declare' : text);
      isDeclared = true;
      return Promise.resolve();
    },
    schema: () => Promise.resolve(schema()),
    query: (text: string) => {
      if (/^\{\s*\}$/.test(text)) return Promise.reject(new Error('Unexpected character'));
      calls.push('find');
      const found = Object.entries(nodes).filter(([iri]) => text.includes(JSON.stringify(iri)));
      const rows = found.map(([iri, uid]) => ({ iri, uid }));
      const data = { n0: rows };
      const extensions = { txn: { start_ts: 5 } };
      return Promise.resolve({ data, extensions, body: Buffer.from(JSON.stringify({ data, extensions })) });
    },
    mutate: (text: string) => {
      calls.push(`create ${[...text.matchAll(/"(urn:\w+)"/g)].map(([, iri]) => iri).join(' ')}`);
      const labels = [...new Set([...text.matchAll(/_:(\S+)/g)].map(([, label]) => label!))];
      return Promise.resolve({ uids: Object.fromEntries(labels.map((label, i) => [label, `0x${i + 10}`])) });
    },
  };
  return { engine: engine as unknown as Engine, schema: new EngineSchema(schema()), calls };
}

it.each([
  ['declared', true, {}, ['find', 'create urn:ada urn:rex']],
  ['declared', true, { 'urn:rex': '0x7' }, ['find', 'create urn:ada']],
  ['declared', true, { 'urn:ada': '0x6', 'urn:rex': '0x7' }, ['find']],
  // It was dropped, with its values.
  ['not declared', false, {}, ['declare', 'find', 'create urn:ada urn:rex']],
] as const)('the predicate of IRIs is %s (%s), %o: %o', async (_, isDeclared, stored, expected) => {
  const { engine, schema, calls } = engineOf(isDeclared, { ...stored });
  const nodes = await ensureIndividuals(engine, schema, [ADA, REX]);
  expect(calls).toEqual(expected);
  expect([...nodes.keys()].sort()).toEqual([ADA, REX]);
});
