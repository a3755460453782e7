/**
 * Import of LUBM through the reasoner, against writing the same facts, asserted and inferred, directly into the engine
 * by several clients at once, which repeat aborted writes. OWLGATE_BENCH_UNIVERSITIES sets the number of universities,
 * 1 by default, OWLGATE_BENCH_CLIENTS that of the clients. Both sides store the same, and each begins with an empty
 * engine. Processor time is that of the engine, and of the gateway with
 * the engine. Memory is the resident memory of the gateway's process, without the engine's.
 */
import { createReadStream, statSync } from 'node:fs';
import { startGateway } from '../harness/engines.mjs';
import { hasLubm, lubmFiles, univBench } from '../harness/lubm.mjs';
import { highest, watchMemory } from '../harness/memory.mjs';
import { ratioOf, runPair } from '../harness/pair.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { spread } from '../harness/stats.mjs';
import { timed } from '../harness/timed.mjs';
import { local } from '../harness/universities.mjs';
import { alter, loadOntology, mutate, query } from '../harness/wire.mjs';

export const title = 'an import of RDF, against the bulk write of the same facts';
export const perEngine = true;
/** Few rounds: a sample takes long. */
export const mostRounds = 3;

const UNIVERSITIES = Number(process.env.OWLGATE_BENCH_UNIVERSITIES ?? 1);
const STATEMENTS = 1_000;
const CLIENTS = Number(process.env.OWLGATE_BENCH_CLIENTS ?? 4);
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const QUAD = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|(".*?")) (<https:\/\/owlgate\.dev\/graph\/inferred> )?\.$/;

export async function run(engine, { rounds, tell }) {
  if (!hasLubm(UNIVERSITIES)) {
    tell('LUBM: skipped, not in the shared folder');
    return { pairs: [] };
  }
  const files = lubmFiles(UNIVERSITIES);
  try {
    let schema;
    let expanded;
    let census;
    const bulk = async () => {
      await alter(engine.url, { drop_all: true });
      await alter(engine.url, schema);
      const before = processorOf(engine);
      const seconds = await timed(() => writeFacts(engine.url, expanded));
      const processor = processorOf(engine) - before;
      const found = await censusOf(engine.url, expanded.facts);
      if (found !== census) throw new Error(`the two ways do not store the same:\n${census}\n${found}`);
      return { value: expanded.count / seconds, seconds, processor };
    };
    const load = async () => {
      await alter(engine.url, { drop_all: true });
      const gateway = await startGateway(engine);
      try {
        schema ??= (await loadOntology(gateway.url, univBench(), '?validate=true&profile=lenient')).compiledSchema;
        await loadOntology(gateway.url, univBench(), '?profile=lenient');
        const watch = watchMemory(gateway.pid);
        const before = processorOf(gateway, engine);
        let summary;
        const seconds = await timed(async () => (summary = await importFile(gateway.url, files.data)));
        const processor = processorOf(gateway, engine) - before;
        const memory = highest(watch.end(), 'rss');
        if (!expanded) {
          expanded = await expandedFacts(gateway.url);
          census = await censusOf(engine.url, expanded.facts);
        }
        const { stated, inferred } = summary;
        return { value: expanded.count / seconds, seconds, stated, inferred, processor, memory };
      } finally {
        await gateway.stop();
      }
    };
    // The first import finds the facts that the other side writes.
    await load();
    const name = `LUBM(${UNIVERSITIES}), ${files.triples} triples, ${expanded.count} facts with IRIs`;
    const sides = [
      { label: `${CLIENTS} ${CLIENTS === 1 ? 'client' : 'clients'} at the engine`, sample: bulk },
      { label: 'POST /import', sample: load },
    ];
    const pair = await runPair({ name, unit: 'facts/s', sides, rounds, warmUp: false, tell });
    const ofProcessor = ratioOf(pair, ({ processor }) => expanded.count / processor);
    const memory = spread(pair.b.samples.map((sample) => sample.memory));
    return {
      pairs: [pair, { ...ofProcessor, name: 'the same, by processor time', unit: 'facts/s of it' }],
      figures: [{ name: 'memory of the gateway, at most', unit: 'MB', ...memory }],
    };
  } finally {
    files.remove();
  }
}

async function importFile(url, file) {
  const response = await fetch(`${url}/import?id=bench`, {
    method: 'POST',
    body: createReadStream(file),
    duplex: 'half',
    headers: { 'content-type': 'application/n-triples', 'content-length': String(statSync(file).size) },
  });
  const summary = await response.json();
  if (summary.state !== 'done') throw new Error(`the import ended: ${JSON.stringify(summary).slice(0, 500)}`);
  return summary;
}

/**
 * Returns all facts as a client that knows the ontology would write them.
 *
 * @returns {Promise<{iris: string[], facts: object[], count: number}>} `from` and `to` are indices of nodes; the facts
 *   of IRIs are counted, but not in `facts`
 */
async function expandedFacts(url) {
  const text = await fetch(`${url}/export?format=nquads&facts=all`).then((response) => response.text());
  const indices = new Map();
  const indexOf = (iri) => {
    if (!indices.has(iri)) indices.set(iri, indices.size);
    return indices.get(iri);
  };
  const facts = text.split('\n').flatMap((line) => {
    const [, subject, property, iri, literal, inferred] = QUAD.exec(line) ?? [];
    if (subject === undefined) return [];
    const isType = property === RDF_TYPE;
    return {
      from: indexOf(subject),
      predicate: isType ? 'dgraph.type' : local(property),
      ...(isType ? { value: JSON.stringify(local(iri)) } : iri ? { to: indexOf(iri) } : { value: literal }),
      facet: inferred ? ' (owl.inferred=true)' : '',
    };
  });
  return { iris: [...indices.keys()], facts, count: facts.length + indices.size };
}

/** Writes the nodes with their IRIs, then all other facts. */
async function writeFacts(url, { iris, facts }) {
  const uids = new Array(iris.length);
  await inParts(iris, async (part, from) => {
    const { data } = await mutate(url, part.map((iri, i) => `_:n${i} <iri> ${JSON.stringify(iri)} .`).join('\n'));
    part.forEach((_, i) => (uids[from + i] = `<${data.uids[`n${i}`]}>`));
  });
  const line = ({ from, predicate, to, value, facet }) =>
    `${uids[from]} <${predicate}> ${to === undefined ? value : uids[to]}${facet} .`;
  await inParts(facts, (part) => mutate(url, part.map(line).join('\n')));
}

/** Calls `write` for STATEMENTS items at a time, CLIENTS calls at once. */
async function inParts(items, write) {
  let next = 0;
  const client = async () => {
    while (next < items.length) {
      const from = next;
      next += STATEMENTS;
      await untilCommitted(() => write(items.slice(from, from + STATEMENTS), from));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Repeats a write that was aborted: several clients write edges to one node, whose number the engine keeps. */
async function untilCommitted(write) {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!/aborted/i.test(error.message)) throw error;
    }
  }
}

/** Number of nodes that each predicate has, and of its edges. */
async function censusOf(url, facts) {
  const predicates = new Map(facts.map(({ predicate, to }) => [predicate, to !== undefined]));
  const found = [];
  for (const [name, isEdge] of [...predicates].sort()) {
    const sum = isEdge ? `edges(func: has(${name})) { n as count(${name}) } sum() { total: sum(val(n)) }` : '';
    const { data } = await query(url, `{ nodes(func: has(${name})) { count(uid) } ${sum} }`);
    found.push(`${name} ${data.nodes[0].count} ${isEdge ? data.sum[0].total : ''}`);
  }
  return found.join(', ');
}

/** Seconds of processor time of processes. */
const processorOf = (...processes) =>
  processes.reduce((sum, { pid }) => sum + (pid === undefined ? NaN : processorSeconds(pid)), 0);
