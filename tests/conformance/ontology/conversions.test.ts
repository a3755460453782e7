/**
 * Predicates that a load converts to another type, or to a list: writes through another gateway succeed meanwhile,
 * those of the converted predicates included. `OWLGATE_TEST_CONVERSIONS=1000 npx jest
 * tests/conformance/ontology/conversions --selectProjects conformance` converts a thousand, and prints the longest
 * write and the time of each load.
 */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, json, post, query } from '../../support/engines/wire';

const COUNT = Number(process.env['OWLGATE_TEST_CONVERSIONS'] ?? 24);
const TIME_LIMIT_MS = 60_000 + 10_000 * COUNT;

const ontology = (parent: string, property: string): string => `@prefix : <http://example.org/conversions#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owlgate: <https://owlgate.dev/ns#> .
<http://example.org/conversions> a owl:Ontology .
:Person a owl:Class ; rdfs:subClassOf :${parent} . :${parent} a owl:Class .
:knows a owl:ObjectProperty ; rdfs:domain :Person ; owl:inverseOf :knownBy . :name a owl:DatatypeProperty .
${Array.from({ length: COUNT }, (_, i) => `:s${i} a owl:DatatypeProperty ; ${property} .`).join('\n')}`;

const INTEGER = 'rdfs:range xsd:integer';
const STRING = 'rdfs:range xsd:string';
const LIST = `${STRING} ; owlgate:list true`;

forEachEngine((engine) => {
  let loading: Gateway | undefined;
  let writing: Gateway | undefined;
  beforeEach(async () => {
    await engine.reset();
    loading = await startGatewayOver(engine);
    writing = await startGatewayOver(engine);
  });
  afterEach(async () => {
    await loading?.close();
    await writing?.close();
  });

  const write = async (set: unknown): Promise<Record<string, string>> => {
    const { body } = await post(writing!.url, json({ set }));
    expect(body.errors).toBeUndefined();
    return body.data.uids as Record<string, string>;
  };

  /** Loads a document while writes follow each other through the other gateway. */
  async function loadWhileWriting(turtle: string, set: unknown): Promise<void> {
    let isOver = false;
    const began = Date.now();
    const load = loadOntology(loading!.url, turtle).finally(() => (isOver = true));
    let longestMs = 0;
    let count = 0;
    for (; !isOver; count++) {
      const at = Date.now();
      await write(set);
      longestMs = Math.max(longestMs, Date.now() - at);
    }
    await load;
    if (process.env['OWLGATE_TEST_CONVERSIONS'] !== undefined) {
      process.stderr.write(`${engine.name}: load ${Date.now() - began} ms, ${count} writes, longest ${longestMs} ms\n`);
    }
  }

  /** Version by /health, which names it while stored facts lack entailments. */
  const versionOfWriting = async (): Promise<number | undefined> => {
    const health = (await (await fetch(`${writing!.url}/health`)).json()) as { ontology?: { version: number } }[];
    return health[0]?.ontology?.version;
  };
  const PERSON = [{ uid: '_:a', 'graph.type': 'Person', name: 'w', knows: { uid: '_:b' } }];
  const lacking = async (parent: string): Promise<unknown[]> => {
    const text = `{ q(func: eq(dgraph.type, "Person")) @filter(NOT eq(dgraph.type, "${parent}")) { uid } }`;
    return (await ask(engine.url, query(text))).data.q as unknown[];
  };
  const declared = async (): Promise<unknown[]> => {
    const { schema } = (await ask(engine.url, query('schema {}'))).data as { schema: { predicate: string }[] };
    return schema.filter(({ predicate }) => /^s\d+$/.test(predicate)).map(({ predicate: _, ...rest }) => rest);
  };

  it(
    'without data: other writes go on, and writes of the predicates wait',
    async () => {
      await loadWhileWriting(ontology('AgentA', INTEGER), PERSON);
      await loadWhileWriting(ontology('AgentB', STRING), PERSON);
      expect(await lacking('AgentB')).toEqual([]);
      await loadWhileWriting(ontology('AgentA', LIST), PERSON);
      expect(await lacking('AgentA')).toEqual([]);
      const type = { type: 'string', list: true, index: true, tokenizer: ['exact', 'term'] };
      expect(await declared()).toEqual(Array.from({ length: COUNT }, () => type));
      // Values that the version before cannot have: the writes wait for the conversion.
      const writes = Array.from({ length: COUNT }, (_, i) => ({ uid: '_:a', 'graph.type': 'Person', [`s${i}`]: 7 }));
      const load = loadOntology(loading!.url, ontology('AgentB', INTEGER));
      let isOver = false;
      void load.finally(() => (isOver = true));
      while (!isOver && (await versionOfWriting()) !== 4);
      const { a } = await write([writes[0]]);
      await load;
      const { data } = await ask(engine.url, query(`{ q(func: uid(${a})) { s0 } }`));
      expect(data.q).toEqual([{ s0: 7 }]);
    },
    TIME_LIMIT_MS,
  );

  it(
    'with data: a list keeps the values from before and those written meanwhile',
    async () => {
      await loadOntology(loading!.url, ontology('AgentA', STRING));
      const values = Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`s${i}`, 'one']));
      const { a } = await write([{ uid: '_:a', ...values }]);
      await loadWhileWriting(ontology('AgentB', LIST), PERSON);
      await write([{ uid: a, s0: 'two' }]);
      const fields = Object.keys(values).join(' ');
      const { data } = await ask(engine.url, query(`{ q(func: uid(${a})) { ${fields} } }`));
      const [{ s0, ...others }] = data.q as [Record<string, string[]>];
      expect(s0!.sort()).toEqual(['one', 'two']);
      expect(Object.values(others)).toEqual(Array.from({ length: COUNT - 1 }, () => ['one']));
    },
    TIME_LIMIT_MS,
  );
});
