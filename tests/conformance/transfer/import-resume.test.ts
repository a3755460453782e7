/** Imports that end early, interrupted or killed: the next run of the same name continues, and counts the same. */
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { connectEngine, type Engine } from '../../../src/dgraph';
import { runImport, streamSource, type ImportSummary, type Source } from '../../../src/import';
import { createMaterializer, type Materializer } from '../../../src/materialize';
import { forEachEngine } from '../../support/engines';
import { shareOf } from '../../support/runs';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://ex.org/> a owl:Ontology .
:Animal a owl:Class . :Cat a owl:Class ; rdfs:subClassOf :Animal .
:Dog a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Cat .
:name a owl:DatatypeProperty . :space a owl:DatatypeProperty . :friend a owl:ObjectProperty , owl:SymmetricProperty .
`;

/** End of a run: after a number of batches, by a signal or by the death of gateway and connections. */
interface End {
  readonly kind: 'interrupted' | 'killed';
  readonly after: number;
}

interface Case {
  /** Numbers of nodes of the documents. */
  readonly documents: readonly number[];
  readonly ends: readonly End[];
  readonly batch: number;
}

const CASES: fc.Arbitrary<Case> = fc.record({
  documents: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 3 }),
  ends: fc.array(
    fc.record({
      kind: fc.constantFrom('interrupted' as const, 'killed' as const),
      after: fc.integer({ min: 0, max: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  batch: fc.integer({ min: 1, max: 9 }),
});

/** Nodes of a document: every fourth contradicts, every fifth has a class of another ontology, some are in a graph. */
const documentOf = (space: string, document: number, nodes: number): string =>
  Array.from({ length: nodes }, (_, i) => {
    const node = `<http://ex.org/${space}/${document}-${i}>`;
    const graph = i % 3 === 0 ? ' <http://ex.org/graph>' : '';
    const isA = (name: string) => `${node} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://ex.org/${name}>`;
    return [
      `${isA(i % 5 === 4 ? 'Bird' : 'Dog')}${graph} .`,
      ...(i % 4 === 3 && i % 5 !== 4 ? [`${isA('Cat')} .`] : []),
      `${node} <http://ex.org/name> "${document}-${i}" .`,
      `${node} <http://ex.org/space> "${space}" .`,
      `${node} <http://ex.org/friend> _:${i % 2} .`,
    ].join('\n');
  }).join('\n');

const textsOf = (space: string, documents: readonly number[]): string[] =>
  documents.map((nodes, i) => documentOf(space, i, nodes));

const sourcesOf = (space: string, documents: readonly string[]): Source[] =>
  documents.map((text, i) =>
    streamSource(Readable.from([Buffer.from(text)]), {
      name: `${i}.nq`,
      identity: `${space.padEnd(31, '0')}${i}`,
    }),
  );

const countsOf = ({ stated, inferred, refused, refusedNodes, refusals, unknown, inGraphs }: ImportSummary) => ({
  ...{ stated, inferred, refused, refusedNodes, unknown, inGraphs },
  refusals: refusals.map(({ source, line }) => `${source}:${line}`).sort(),
});

/** Returns an object whose methods fail once it is dead. */
function mortal<T extends object>(target: T, isDead: () => boolean): T {
  return new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (isDead()) throw new Error('dead');
        return Reflect.apply(value, target, args);
      };
    },
  });
}

forEachEngine((underTest) => {
  let engine: Engine;
  let materializer: Materializer;
  beforeAll(async () => {
    await underTest.reset();
    engine = connectEngine({ kind: 'cluster', urls: [underTest.url] });
    materializer = createMaterializer(engine, undefined, { pollMs: 3_600_000 });
    await materializer.start();
    await materializer.loads.load({ source: ONTOLOGY, profile: 'lenient' });
  });
  afterAll(async () => {
    await materializer.stop();
    await engine.close();
  });

  const importOf = (id: string, documents: readonly string[], batch: number, end?: End): Promise<ImportSummary> => {
    const signal = new AbortController();
    let batches = 0;
    const isDead = () => end?.kind === 'killed' && batches > end.after;
    const { writes, inForce, schema } = materializer;
    const writeBatch: typeof writes.writeBatch = (each) => {
      batches++;
      if (end?.kind === 'interrupted' && batches > end.after) signal.abort();
      if (isDead()) throw new Error('dead');
      return writes.writeBatch(each);
    };
    const host = {
      engine: mortal(engine, isDead),
      materializer: { inForce, schema, writes: { ...writes, writeBatch } },
    };
    const options = { id, batch, onContradiction: 'skip', graphs: 'drop', signal: signal.signal } as const;
    return runImport(sourcesOf(id, documents), host, options);
  };

  it('counts and stores what an uninterrupted import does', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(CASES, async ({ documents, ends, batch }) => {
        const [whole, cut] = [`whole${number}`, `cut${number++}`];
        const expected = await importOf(whole, textsOf(whole, documents), batch);
        expect(expected.state).toBe('done');
        const texts = textsOf(cut, documents);
        let summary: ImportSummary | undefined;
        for (const end of [...ends, undefined]) {
          if (summary?.state !== 'done') summary = await importOf(cut, texts, batch, end).catch(() => undefined);
        }
        expect(summary?.state).toBe('done');
        expect(countsOf(summary!)).toEqual(countsOf(expected));
        const stored = async (space: string): Promise<unknown> => {
          const fields = 'name dgraph.type friend { friend(orderasc: name) { name } }';
          const block = `q(func: has(space), orderasc: name) @filter(eq(space, "${space}")) { ${fields} }`;
          return (await engine.query(`{ ${block} }`)).data;
        };
        expect(await stored(cut)).toEqual(await stored(whole));
      }),
      { numRuns: Math.ceil(16 / shareOf(underTest)) },
    );
  });

  it.each([
    ['a changed statement', (text: string) => text.replace('"0-2"', '"changed"')],
    ['a statement less', (text: string) => text.split('\n').toSpliced(2, 1).join('\n')],
    ['a shorter document', (text: string) => text.split('\n').slice(0, 4).join('\n')],
  ])('does not continue with %s', async (name, change) => {
    const id = `changed-${name.split(' ').at(-2)}`;
    const [text] = textsOf(id, [10]) as [string];
    await importOf(id, [text], 4, { kind: 'interrupted', after: 4 }).catch(() => undefined);
    await expect(importOf(id, [change(text)], 4)).rejects.toMatchObject({ code: 'ImportChanged' });
    expect(await importOf(id, [text], 4)).toMatchObject({ state: 'done', refusedNodes: 2 });
  });
});
