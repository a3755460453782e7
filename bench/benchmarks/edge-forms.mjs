/**
 * Forms in which an edge between stored nodes, with what follows from it, can be sent to an alpha: its facts at once
 * over HTTP, against the same over gRPC, a read and a mutation over either, and one upsert. Processor time of the alpha.
 * Also the reads of a group of edges, in blocks for each edge and in joined ones.
 */
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import { ratioOf, runSides } from '../harness/pair.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { alter } from '../harness/wire.mjs';
import { jobInferred, jobStated, personInferred, personStated } from '../programs/world.mjs';
import { makeNodes } from './fill.mjs';

const require = createRequire(import.meta.url);
const { create, toBinary } = require('@bufbuild/protobuf');
const { Alphas, connectEngine } = require('../../dist/dgraph');
const { parseRdfMutation } = require('../../dist/dql');
const { RequestSchema } = require('../../dist/grpc/protocol/dgraph_pb');

export const title = 'forms of a write: an edge between stored nodes';
export const perEngine = true;

const PEOPLE = 5_000;
const ORGANIZATIONS = 200;
/** Writes of a sample for each second of `--seconds`; reads for groups, and the edges of a group. */
const WRITES = 100;
const READS = 30;
const GROUP = 32;
const SCHEMA = `dgraph.type: [string] @index(exact) .
name: string .
worksFor: [uid] .
employs: [uid] .
lock: [string] .
receipt: string @noconflict .`;

export async function run(engine, { rounds, seconds, tell }) {
  if (engine.grpc === undefined || engine.pid === undefined) {
    tell('edge-forms: skipped, this engine has no gRPC port, or is not of this run');
    return { pairs: [] };
  }
  await alter(engine.url, { drop_all: true });
  await alter(engine.url, SCHEMA);
  const organizations = await makeNodes(engine.url, ORGANIZATIONS, (label, n) => [`${label} <name> "O ${n}" .`]);
  const people = await makeNodes(engine.url, PEOPLE, (label, n) => [
    ...personStated(label, `Person ${n}`),
    ...personInferred(label),
  ]);
  const logger = { debug() {}, info() {}, warn: tell, error: tell };
  const alphas = new Alphas({ addresses: [engine.grpc], logger });
  const kind = 'cluster';
  const http = connectEngine({ urls: [engine.url], kind });
  const grpc = connectEngine({ urls: [engine.url], kind, alphas });
  try {
    while (!alphas.isReady) await new Promise((resolve) => setTimeout(resolve, 10));
    let number = 0;
    const nextEdge = () => {
      const at = number++;
      const organization = organizations[(at + Math.floor(at / people.length)) % organizations.length];
      return [people[at % people.length], organization];
    };
    const compare = (name, unit, forms, rate, edges) => {
      const sides = Object.entries(forms).map(([label, send]) => ({
        label,
        sample: async () => {
          const requests = Math.ceil(rate * seconds);
          const [before, from] = [processorSeconds(engine.pid), performance.now()];
          for (let i = 0; i < requests; i++) await send(...Array.from({ length: edges }, nextEdge));
          const work = ((processorSeconds(engine.pid) - before) * 1e6) / requests;
          return { value: (requests * 1_000) / (performance.now() - from), work };
        },
      }));
      return runSides({ name, unit, sides, rounds, tell });
    };
    const writes = await compare('an edge, 1 client', 'writes/s', formsOf(http, grpc, alphas), WRITES, 1);
    const reads = await compare(`the reads of ${GROUP} edges`, 'reads/s', readsOf(grpc), READS, GROUP);
    const pairs = [...writes, ...reads];
    const byWork = pairs.map((pair) => ({
      ...ratioOf(pair, ({ work }) => work),
      unit: 'µs of the alpha’s processors',
    }));
    return { pairs: [...pairs, ...byWork] };
  } finally {
    await http.close();
    await grpc.close();
  }
}

/** Functions that read what a group of edges needs: blocks for each edge, and two blocks for all. */
function readsOf(engine) {
  const types = 'uid dgraph.type @facets(owl.inferred)';
  const back = (people) => `employs @filter(uid(${people.join()})) @facets(owl.inferred) { uid }`;
  const ask = (blocks) => engine.query(`{ ${blocks.join('\n')} }`);
  return {
    'blocks for each': (...edges) =>
      ask(
        edges.flatMap(([person, organization], i) => [
          `a${i}(func: uid(${person})) { ${types} }`,
          `b${i}(func: uid(${organization})) { ${types} ${back([person])} }`,
        ]),
      ),
    'joined blocks': (...edges) => {
      const people = edges.map(([person]) => person);
      const organizations = edges.map(([, organization]) => organization);
      return ask([
        `a(func: uid(${people.join()})) { ${types} }`,
        `b(func: uid(${organizations.join()})) { ${types} ${back(people)} }`,
      ]);
    },
  };
}

/** Functions that write an edge, with guards and a receipt as a gateway does, except for the first. */
function formsOf(http, grpc, alphas) {
  const facts = (person, organization) => {
    const [s, o] = [`<${person}>`, `<${organization}>`];
    return [...jobStated(s, o), ...jobInferred(s, o)];
  };
  const guards = (person, organization) =>
    [String(Math.floor(Math.random() * 1_024)), `${person}/1`, `${organization}/1`].map(
      (guard) => `<0x${Math.ceil(Math.random() * 1_024).toString(16)}> <lock> "${guard}" .`,
    );
  const receipt = () => `<0x1> <receipt> "${Math.random()}" .`;
  const text = (set, deletes = []) => `{ set {\n${set.join('\n')}\n} delete {\n${deletes.join('\n')}\n} }`;
  const guarded = (...edge) => parseRdfMutation(text([...facts(...edge), receipt()], guards(...edge)));
  const typesOf = (person, organization) =>
    `a(func: uid(${person})) { uid dgraph.type @facets(owl.inferred) }
b(func: uid(${organization})) { uid dgraph.type @facets(owl.inferred) employs @filter(uid(${person})) { uid } }`;
  const inTwo =
    (engine) =>
    async ([person, organization]) => {
      const { extensions } = await engine.query(`{ ${typesOf(person, organization)} }`);
      await engine.mutate(guarded(person, organization), { startTs: extensions.txn.start_ts, commitNow: true });
    };
  const upsert =
    (reads) =>
    ([person, organization]) => {
      const [edge, worker, employer, back] = facts(person, organization);
      const query = `{ ${reads ? typesOf(person, organization) : ''}
v as var(func: uid(${person})) @filter(eq(dgraph.type, "Worker"))
w as var(func: uid(${organization})) @filter(eq(dgraph.type, "Organization"))
c(func: uid(v)) { uid }
d(func: uid(w)) { uid } }`;
      const lines = (statements) => Buffer.from(statements.join('\n'));
      const mutations = [
        { setNquads: lines([edge, back, receipt()]), delNquads: lines(guards(person, organization)) },
        { setNquads: lines([worker]), cond: '@if(eq(len(v), 0))' },
        { setNquads: lines([employer]), cond: '@if(eq(len(w), 0))' },
      ];
      const message = Buffer.from(
        toBinary(RequestSchema, create(RequestSchema, { query, mutations, commitNow: true })),
      );
      return alphas.call({ method: 'Query', message, metadata: {}, reads: false });
    };
  return {
    'facts at once, HTTP': (edge) =>
      http.mutate(text(facts(...edge)), { contentType: 'application/rdf', commitNow: true }),
    'facts at once, gRPC': (edge) => grpc.mutate(guarded(...edge), { commitNow: true }),
    'read and mutation, HTTP': inTwo(http),
    'read and mutation, gRPC': inTwo(grpc),
    'upsert that reads the types': upsert(true),
    'upsert that only tests them': upsert(false),
  };
}
