/**
 * POST /ontology?validate=true over stored data: the preview equals the load that follows, for random ontologies over
 * random data, with or without a schema in the engine; and nothing is written. OWLGATE_HISTORIES sets the number of
 * runs (half of it; default 6).
 */
import * as fc from 'fast-check';
import { dump } from '../../support/engines/graph';
import { postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, alterJson, ask, query, rdf, type Answer } from '../../support/engines/wire';
import { CLASSES, DATA_PROPERTIES, OBJECT_PROPERTIES, ontologies, PROLOGUE } from '../../support/reasoner/samples';
import { itOn } from '../../support/runs';

const RUNS = Math.ceil(Number(process.env['OWLGATE_HISTORIES'] ?? 4) / 2);
const SEED = process.env['OWLGATE_SEED'];
const LISTS =
  '@prefix owlgate: <https://owlgate.dev/ns#> ' +
  `.\n${DATA_PROPERTIES.map((p) => `:${p} owlgate:list true .`).join('\n')}\n`;
const NODES = Array.from({ length: 7 }, (_, i) => `_:n${i}`);
const PREFIXES = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;

const node = fc.constantFrom(...NODES);
const statement = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(node, fc.constantFrom(...CLASSES)).map(([s, c]) => `${s} <dgraph.type> "${c}" .`) },
  {
    weight: 4,
    arbitrary: fc.tuple(node, fc.constantFrom(...OBJECT_PROPERTIES), node).map(([s, p, o]) => `${s} <${p}> ${o} .`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(node, fc.constantFrom(...DATA_PROPERTIES), fc.constantFrom('x', 'y'))
      .map(([s, p, value]) => `${s} <${p}> "${value}" .`),
  },
);
const data = fc.array(statement, { minLength: 3, maxLength: 25 }).map((lines) => [...new Set(lines)]);
const SCHEMA = [...OBJECT_PROPERTIES.map((p) => `${p}: [uid] .`), ...DATA_PROPERTIES.map((p) => `${p}: [string] .`)];

underGateway((testbed) => {
  /** Writes behind the gateway. */
  const write = async (lines: readonly string[]): Promise<Record<string, string>> =>
    (await ask(testbed.engine.url, rdf(`{ set {\n${lines.join('\n')}\n} }`))).data.uids;
  const clear = async () => {
    await ask(testbed.url, alterJson({ drop_all: true }));
  };
  /** @param names IRIs of nodes by uid, in place of which the messages have them */
  const numbers = ({ materialization }: Answer, names: ReadonlyMap<string, string> = new Map()) => {
    const { nodes, inferred, retracted, violationCount, violations } = materialization;
    const messages = violations.map(({ message }: Answer) =>
      message.replace(/\b0x[0-9a-f]+\b/g, (uid: string) => names.get(uid) ?? uid),
    );
    return { nodes, inferred, retracted, violationCount, violations: messages.sort() };
  };
  /** Returns the IRIs of stored nodes by uid, as messages print them. */
  const iris = async (): Promise<Map<string, string>> => {
    const { data } = await ask(testbed.engine.url, query('{ q(func: has(iri)) { uid iri } }'));
    return new Map(((data.q ?? []) as Answer[]).map(({ uid, iri }) => [uid as string, `<${iri}>`]));
  };
  const post = async (turtle: string, parameters: string): Promise<Answer> => {
    const { status, body } = await postOntology(testbed.url, turtle, `?profile=lenient${parameters}`);
    expect([status, body.errors]).toEqual([200, undefined]);
    return body;
  };
  /** Previews a load, loads, and compares. */
  const compare = async (turtle: string): Promise<Answer> => {
    const before = await dump(testbed.engine.url);
    const { status, body: preview } = await postOntology(testbed.url, turtle, '?profile=lenient&validate=true');
    expect(await dump(testbed.engine.url)).toBe(before);
    // The ontology contradicts itself, or stored data does not fit its schema.
    if (status !== 200 || !preview.materialization) {
      expect((await postOntology(testbed.url, turtle, '?profile=lenient')).status).not.toBe(200);
      return preview;
    }
    const stored = await iris();
    const report = await post(turtle, '');
    expect(preview.materialization.exact).toBe(true);
    // A preview knows no uid of a node that the document brings.
    const brought = new Map([...(await iris())].filter(([uid]) => !stored.has(uid)));
    expect(numbers(preview)).toEqual(numbers(report, brought));
    return preview;
  };

  it('the preview equals the load that follows', async () => {
    await fc.assert(
      fc.asyncProperty(ontologies, ontologies, data, fc.boolean(), async (first, second, lines, hasSchema) => {
        await clear();
        if (hasSchema) await ask(testbed.engine.url, alter(SCHEMA.join('\n')));
        await write(lines);
        await compare([PROLOGUE, LISTS, first.turtle].join('\n'));
        await compare([PROLOGUE, LISTS, second.turtle].join('\n'));
      }),
      { numRuns: RUNS, endOnFailure: true, ...(SEED && { seed: Number(SEED) }) },
    );
  }, 300_000);

  it('the preview follows incoming edges without an index, and facts of undeclared predicates', async () => {
    await clear();
    const n = await write(['_:a <p> _:b .', '_:b <p> _:c .', '_:x <dgraph.type> "A" .', '_:a <dgraph.type> "A" .']);
    const preview = await compare(`${PREFIXES}
      :A a owl:Class . :B a owl:Class . :p a owl:ObjectProperty , owl:TransitiveProperty .
      :q a owl:ObjectProperty ; owl:inverseOf :p . :r a owl:ObjectProperty ; owl:propertyChainAxiom ( :q :q ) .
      :p rdfs:range [ a owl:Restriction ; owl:onProperty :q ; owl:allValuesFrom :B ] .`);
    expect(preview.materialization).toMatchObject({ retracted: 0, violationCount: 0 });
    const inferred = preview.materialization.examples.inferred as Answer[];
    expect(inferred).toHaveLength(preview.materialization.inferred as number);
    expect(inferred).toContainEqual({ subject: n['a'], predicate: 'p', object: n['c'] });
    expect(inferred).toContainEqual({ subject: n['c'], predicate: 'q', object: n['a'] });
    expect(inferred).toContainEqual({ subject: n['c'], predicate: 'r', object: n['a'] });
    expect(inferred).toContainEqual({ subject: n['a'], predicate: 'graph.type', object: 'B' });
  });

  itOn(testbed.engine, 'embedded')('the preview covers many pages, retracted facts and contradictions', async () => {
    await clear();
    const lines: string[] = [];
    for (let i = 0; i < 1100; i++) {
      lines.push(`_:n${i} <dgraph.type> "A" .`);
      if (i % 5 > 0) lines.push(`_:n${i} <p> _:n${i - 1} .`);
    }
    await write(lines);
    const terms = `${PREFIXES} :A a owl:Class . :B a owl:Class . :p a owl:ObjectProperty . :q a owl:ObjectProperty .`;
    const preview = await compare(
      `${terms} :A rdfs:subClassOf :B . :p a owl:TransitiveProperty ; rdfs:subPropertyOf :q .`,
    );
    // Chains of five: each has 4 edges, and 6 more that they lead to.
    expect(preview.materialization).toMatchObject({ nodes: 1100, inferred: 1100 + 220 * 6 + 220 * 10, retracted: 0 });
    // The ends of chains lose B, and regain it when the edges turn out to lead back.
    const next = await compare(`${terms} :p a owl:TransitiveProperty , owl:SymmetricProperty . :A owl:disjointWith :B .
      :p rdfs:domain :B .`);
    expect(next.materialization).toMatchObject({ retracted: 220 * 10 + 220, violationCount: 1100 });
    expect(next.materialization.examples.inferred).toHaveLength(100);
    expect(next.materialization.examples.retracted).toHaveLength(100);
  });

  itOn(testbed.engine, 'embedded')('the preview can be left out and is limited in time', async () => {
    await clear();
    await write(Array.from({ length: 3000 }, (_, i) => `_:n${i} <dgraph.type> "A" .`));
    const turtle = `${PREFIXES} :A a owl:Class ; rdfs:subClassOf :B . :B a owl:Class .`;
    expect(await post(turtle, '&validate=true&data=false')).not.toHaveProperty('materialization');
    const { materialization } = await post(turtle, '&validate=true&timeout=60s');
    expect(materialization).toMatchObject({ exact: true, inferred: 3000 });
    for (const parameters of ['&validate=true&timeout=0', '&validate=true&timeout=soon', '&data=false', '&timeout=5']) {
      expect((await postOntology(testbed.url, turtle, `?profile=lenient${parameters}`)).status).toBe(400);
    }
  });

  it('a validation is refused like the load where stored data rules it out; without data it names the conflict', async () => {
    await clear();
    await ask(testbed.engine.url, alter('v: int .'));
    await write(['_:a <v> "5"^^<xs:int> .']);
    const turtle = `${PREFIXES} :v a owl:ObjectProperty . :A a owl:Class .`;
    const validation = await postOntology(testbed.url, turtle, '?validate=true');
    const load = await postOntology(testbed.url, turtle);
    expect([validation.status, load.status]).toEqual([409, 409]);
    expect(validation.body.errors).toEqual(load.body.errors);
    const unread = await post(turtle, '&validate=true&data=false');
    expect(unread.diff.conflicts).toMatchObject([{ name: 'v', effect: 'unknown' }]);
  });
});
