/**
 * Several gateways over one engine under load: transactions through each, versions of the ontology in turn through
 * each, and exports meanwhile. Each export is one state: of every transaction it has all statements and all that
 * follows from them, or none. `OWLGATE_TEST_GATEWAYS` and `OWLGATE_TEST_EXPORTS` set the numbers.
 */
import { Parser } from 'n3';
import { describeIf } from '../support/conditional';
import { clusterOfBlock } from '../support/engines/cluster';
import { dgraphVersion } from '../support/engines/dgraph';
import { loadOntology } from '../support/engines/ontology';
import { ask, query } from '../support/engines/wire';
import { build, cleanUp, start, temporaryDirectory } from '../support/program/program';

const GATEWAYS = Number(process.env['OWLGATE_TEST_GATEWAYS'] ?? 3);
const EXPORTS = Number(process.env['OWLGATE_TEST_EXPORTS'] ?? 4);
const WRITERS = 4;
const LIMIT_MS = 240_000 + EXPORTS * 20_000;

const NS = 'https://example.org/pairs#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
/** Every version entails as much about a pair. */
const ontology = (version: number): string => `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/pairs> a owl:Ontology ; rdfs:comment "${version}" .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class . :Version${version} a owl:Class .
:leads a owl:ObjectProperty ; owl:inverseOf :follows . :follows a owl:ObjectProperty .
:note a owl:DatatypeProperty ; rdfs:range xsd:string .`;

/** Statements about the nodes of a pair, sorted: property and, for a type, its local name. */
const WHOLE = ['follows', 'leads', 'note', 'note', 'type Animal', 'type Animal', 'type Dog', 'type Dog'];

/** Writers, each of which stores pairs through the gateways in turn, until it is stopped. */
class Writers {
  readonly stored: string[] = [];
  private isStopped = false;
  private readonly work: Promise<unknown>;

  constructor(private readonly urls: readonly string[]) {
    this.work = Promise.all(Array.from({ length: WRITERS }, (_, i) => this.write(i)));
  }

  private async write(writer: number): Promise<void> {
    for (let i = 0; !this.isStopped; i++) {
      const note = `${writer}-${i}`;
      const set = { 'graph.type': 'Dog', note, leads: { 'graph.type': 'Dog', note } };
      const answer = await ask(this.urls[(writer + i) % this.urls.length]!, {
        path: '/mutate?commitNow=true',
        type: 'application/json',
        body: JSON.stringify({ set }),
      });
      if (answer.errors) throw new Error(JSON.stringify(answer.errors));
      this.stored.push(note);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.work;
  }
}

async function exportFrom(url: string): Promise<string> {
  const response = await fetch(`${url}/export?format=nquads`);
  const text = await response.text();
  expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
  return text;
}

/** Returns the statements of each pair of an export, as in WHOLE, by note. */
function pairsOf(text: string): Map<string, string[]> {
  const quads = new Parser({ format: 'N-Quads' }).parse(text);
  const notes = new Map<string, string>();
  for (const { subject, predicate, object } of quads)
    if (predicate.value === `${NS}note`) notes.set(subject.value, object.value);
  const pairs = new Map<string, string[]>();
  for (const { subject, predicate, object } of quads) {
    const note = notes.get(subject.value) ?? subject.value;
    const name = predicate.value === TYPE ? `type ${local(object.value)}` : local(predicate.value);
    pairs.set(note, [...(pairs.get(note) ?? []), name].sort());
  }
  return pairs;
}

const local = (iri: string): string => iri.slice(iri.lastIndexOf('#') + 1);

async function checkExports(urls: readonly string[]): Promise<void> {
  await loadOntology(urls[0]!, ontology(0));
  const writers = new Writers(urls);
  for (let i = 0; i < EXPORTS; i++) {
    const before = [...writers.stored];
    const [text] = await Promise.all([
      exportFrom(urls[i % urls.length]!),
      loadOntology(urls[(i + 1) % urls.length]!, ontology(i + 1)),
    ]);
    const pairs = pairsOf(text);
    expect([...pairs].filter(([, statements]) => statements.join() !== WHOLE.join())).toEqual([]);
    expect(before.filter((note) => !pairs.has(note))).toEqual([]);
  }
  await writers.stop();
  expect(writers.stored.length).toBeGreaterThan(EXPORTS);
  const last = await exportFrom(urls[0]!);
  expect([...pairsOf(last).keys()].sort()).toEqual(writers.stored.sort());
  await checkCopy(last, writers.stored.length);
}

/** Loads an export into another program, which has the same graph then. */
async function checkCopy(text: string, pairs: number): Promise<void> {
  const url = await start({ OWLGATE_DATA: temporaryDirectory() }).url();
  await loadOntology(url, ontology(EXPORTS));
  const response = await fetch(`${url}/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/n-quads' },
    body: text,
  });
  expect(response.status).toBe(200);
  await response.text();
  const { data } = await ask(url, query('{ q(func: type(Animal)) { count(uid) } }'));
  expect(data.q).toEqual([{ count: 2 * pairs }]);
  expect(pairsOf(await exportFrom(url))).toEqual(pairsOf(text));
}

beforeAll(build);
afterEach(cleanUp);

it(
  'a program on its embedded engine',
  async () => {
    await checkExports([await start({ OWLGATE_DATA: temporaryDirectory() }).url()]);
  },
  LIMIT_MS,
);

describeIf(dgraphVersion(), 'needs a dgraph program')('before a cluster', () => {
  const cluster = clusterOfBlock(1);

  it(
    'several gateways',
    async () => {
      const settings = { DGRAPH_URL: cluster().urls.join(',') };
      const gateways = Array.from({ length: GATEWAYS }, () => start(settings).url());
      await checkExports(await Promise.all(gateways));
    },
    LIMIT_MS,
  );
});
