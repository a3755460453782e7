/**
 * Every form of delete at a hub of 20,000 edges through the gateway, against deletes of the asserted edges by name at
 * the engine, 2,000 a transaction; and inferred edges of a hub deleted by name at the engine, with and without a count
 * index. `OWLGATE_BENCH_EDGES` sets another number of edges.
 */
import { setTimeout } from 'node:timers/promises';
import { startGateway } from '../harness/engines.mjs';
import { runPair } from '../harness/pair.mjs';
import { timed } from '../harness/timed.mjs';
import { alter, loadOntology, mutate, query, remove } from '../harness/wire.mjs';

export const title = 'deletes at a hub through the gateway, against its stated edges by name at the engine';
export const perEngine = true;
export const mostRounds = 1;

const EDGES = Number(process.env.OWLGATE_BENCH_EDGES ?? 20_000);
const AT_ONCE = 2_000;
/** Edges per sample with a count index. */
const FEW = 1_000;
/** Dgraph splits a long list some seconds after the writes. */
const UNTIL_DIVIDED_MS = 15_000;
const PREFIXES = `@prefix : <https://example.org/hubs#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <https://example.org/hubs> a owl:Ontology .
:From a owl:Class . :To a owl:Class . :p a owl:ObjectProperty . :q a owl:ObjectProperty .\n`;

const INFERRED = '(owl.inferred=true)';
const back = (p) => (s, o) => [`${o} <${p}> ${s} ${INFERRED} .`];
const types = (s, o) => [`${s} <dgraph.type> "From" ${INFERRED} .`, `${o} <dgraph.type> "To" ${INFERRED} .`];

/** Axioms, and the facts that `s p o` entails under them. */
const RULES = {
  'no rule': { axioms: '', follow: () => [] },
  'domain and range': { axioms: ':p rdfs:domain :From ; rdfs:range :To .', follow: types },
  'a property above': {
    axioms: ':p rdfs:subPropertyOf :q .',
    follow: (s, o) => [`${s} <q> ${o} ${INFERRED} .`],
  },
  'an inverse': { axioms: ':p owl:inverseOf :q .', follow: back('q') },
  symmetry: { axioms: ':p a owl:SymmetricProperty .', follow: back('p') },
};
const FORMS = {
  'S P *': { edge: (hub, other) => [hub, other], statement: (hub) => `${hub} <p> * .` },
  'a whole node': { edge: (hub, other) => [other, hub], statement: (hub) => `${hub} * * .` },
};

export async function run(engine, { rounds, tell }) {
  const pairs = [await countIndex(engine, { rounds, tell })];
  for (const [rule, { axioms, follow }] of Object.entries(RULES)) {
    for (const [form, { edge, statement }] of Object.entries(FORMS)) {
      const made = async () => {
        await alter(engine.url, { drop_all: true });
        const gateway = await startGateway(engine);
        await loadOntology(gateway.url, PREFIXES + axioms);
        return { gateway, ...(await fill(engine.url, edge, follow)) };
      };
      const byName = async () => {
        const { gateway, hub, others } = await made();
        await gateway.stop();
        const deletes = others.map((other) => `${edge(hub, other).join(' <p> ')} .`);
        return timed(async () => {
          for (let at = 0; at < deletes.length; at += AT_ONCE) {
            await remove(engine.url, deletes.slice(at, at + AT_ONCE).join('\n'));
          }
        });
      };
      const through = async () => {
        const { gateway, hub } = await made();
        try {
          const seconds = await timed(() => remove(gateway.url, statement(hub)));
          await expectNothing(engine.url);
          return seconds;
        } finally {
          await gateway.stop();
        }
      };
      const sides = [
        { label: 'by name at the engine', sample: byName },
        { label: 'through the gateway', sample: through },
      ];
      const name = `${form}, ${EDGES} edges, ${rule}`;
      pairs.push(await runPair({ name, unit: 's', sides, rounds, warmUp: false, tell }));
    }
  }
  return { pairs };
}

/** Deletes some inferred edges of a hub by name, with and without a count index of their predicate. */
function countIndex(engine, { rounds, tell }) {
  const sample = (index) => async () => {
    await alter(engine.url, { drop_all: true });
    await alter(engine.url, `p: [uid] @reverse .\nq: [uid] @reverse ${index} .`);
    const { hub, others } = await fill(engine.url, (s, o) => [s, o], back('q'));
    await setTimeout(UNTIL_DIVIDED_MS);
    const deletes = others.slice(0, FEW).map((other) => `${other} <q> ${hub} .`);
    return timed(() => remove(engine.url, deletes.join('\n')));
  };
  const sides = [
    { label: '[uid] @reverse', sample: sample('') },
    { label: '[uid] @reverse @count', sample: sample('@count') },
  ];
  const name = `${FEW} of ${EDGES} inferred edges, by name at the engine`;
  return runPair({ name, unit: 's', sides, rounds, warmUp: false, tell });
}

async function fill(url, edge, follow) {
  const { data } = await mutate(url, '_:hub <label> "hub" .');
  const hub = `<${data.uids.hub}>`;
  const others = [];
  for (let at = 0; at < EDGES; at += AT_ONCE) {
    const count = Math.min(AT_ONCE, EDGES - at);
    const lines = Array.from({ length: count }, (_, i) => {
      const [s, o] = edge(hub, `_:n${i}`);
      return [`${s} <p> ${o} .`, ...follow(s, o)].join('\n');
    });
    const { uids } = (await mutate(url, lines.join('\n'))).data;
    for (let i = 0; i < count; i++) others.push(`<${uids[`n${i}`]}>`);
  }
  return { hub, others };
}

/** Checks that the edges and their inferred facts are deleted, in both directions. */
async function expectNothing(url) {
  const lists = ['p', '~p', 'q', '~q'].map((name, i) => `l${i}(func: has(<${name}>)) { count(uid) }`);
  const classes = ['From', 'To'].map((name) => `${name}(func: type(${name})) { count(uid) }`);
  const { data } = await query(url, `{ ${[...lists, ...classes].join('\n')} }`);
  const left = Object.entries(data).filter(([, [{ count }]]) => count > 0);
  if (left.length > 0) throw new Error(`left behind: ${JSON.stringify(Object.fromEntries(left))}`);
}
