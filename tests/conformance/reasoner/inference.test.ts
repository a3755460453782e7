/** POST /mutate with an ontology in force (service specification 4.4): facts that a write entails, in every format. */
import { factsOf } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, query, rdf, type Answer } from '../../support/engines/wire';
import { FORMATS, ZOO, type Format, type Statement } from '../ontology/zoo';

const asserted = 'asserted';
const inferred = 'inferred';

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, ZOO));

  const write = async (format: Format, statements: readonly Statement[]): Promise<Record<string, string>> => {
    const { data } = await ask(testbed.url, {
      path: '/mutate?commitNow=true',
      type: format.type,
      body: format.body(statements),
    });
    return data.uids as Record<string, string>;
  };
  const facts = (uid: string | undefined, edges: readonly string[] = []): ReturnType<typeof factsOf> =>
    factsOf(testbed.engine.url, uid!, edges);

  describe.each(FORMATS)('$name', (format) => {
    it('a type entails its ancestors (subClassOf)', async () => {
      const { a } = await write(format, [
        ['_:a', 'a', 'Dog'],
        ['_:a', 'name', '"Rex"'],
      ]);
      expect((await facts(a)).types).toEqual({ Dog: asserted, Mammal: inferred, Animal: inferred });
    });

    it('a type entails its equivalent type and the ancestors of that (equivalentClass)', async () => {
      const { a } = await write(format, [['_:a', 'a', 'Human']]);
      expect((await facts(a)).types).toEqual({
        Human: asserted,
        Person: inferred,
        Mammal: inferred,
        Animal: inferred,
      });
    });

    it('an edge entails types of its ends, its inverse and its equivalent (domain, range, inverseOf)', async () => {
      const { k, b } = await write(format, [
        ['_:k', 'keeps', '_:b'],
        ['_:b', 'a', 'Bird'],
      ]);
      expect(await facts(k, ['keeps', 'looksAfter', 'keptBy'])).toEqual({
        types: { Keeper: inferred, Person: inferred, Human: inferred, Mammal: inferred, Animal: inferred },
        edges: { keeps: { [b!]: asserted }, looksAfter: { [b!]: inferred }, keptBy: {} },
      });
      expect(await facts(b, ['keptBy'])).toEqual({
        types: { Bird: asserted, Animal: inferred },
        edges: { keptBy: { [k!]: inferred } },
      });
    });

    it('an edge entails its super-edges and their consequences (subPropertyOf)', async () => {
      const { k, d } = await write(format, [['_:k', 'feeds', '_:d']]);
      const { types, edges } = await facts(k, ['feeds', 'keeps', 'looksAfter']);
      expect(edges).toEqual({ feeds: { [d!]: asserted }, keeps: { [d!]: inferred }, looksAfter: { [d!]: inferred } });
      expect(types).toHaveProperty('Keeper', inferred);
      expect(await facts(d, ['keptBy'])).toEqual({
        types: { Animal: inferred },
        edges: { keptBy: { [k!]: inferred } },
      });
    });

    it('an edge entails its opposite direction (SymmetricProperty)', async () => {
      const { a, b } = await write(format, [['_:a', 'friendOf', '_:b']]);
      expect((await facts(a, ['friendOf'])).edges).toEqual({ friendOf: { [b!]: asserted } });
      expect((await facts(b, ['friendOf'])).edges).toEqual({ friendOf: { [a!]: inferred } });
    });

    it('a value entails a type (domain of a data property) and another value (subPropertyOf)', async () => {
      const { a } = await write(format, [
        ['_:a', 'badge', '"K 7"'],
        ['_:a', 'nickname', '"Kay"'],
      ]);
      expect((await facts(a)).types).toMatchObject({ Keeper: inferred, Person: inferred });
      const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${a!})) { badge nickname label @facets } }`));
      expect(data.q).toEqual([{ badge: 'K 7', nickname: 'Kay', label: ['Kay'], 'label|owl.inferred': { '0': true } }]);
    });

    it('an edge to its own subject is completed', async () => {
      const { a } = await write(format, [['_:a', 'keeps', '_:a']]);
      const { edges, types } = await facts(a, ['keeps', 'keptBy']);
      expect(edges).toEqual({ keeps: { [a!]: asserted }, keptBy: { [a!]: inferred } });
      expect(types).toMatchObject({ Keeper: inferred, Animal: inferred });
    });
  });

  describe('the answer', () => {
    it('has Dgraph’s shape, the counts and the version', async () => {
      const answer = await ask(testbed.url, json({ set: { uid: '_:rex', 'graph.type': 'Dog', name: 'Rex' } }));
      expect(answer).toMatchObject({
        data: { code: 'Success', message: 'Done', uids: { rex: expect.stringMatching(/^0x[0-9a-f]+$/) } },
        extensions: {
          server_latency: { parsing_ns: expect.any(Number), processing_ns: expect.any(Number) },
          ontology: { version: expect.any(Number), asserted: 2, inferred: 2, retracted: 0 },
        },
      });
    });

    it('labels objects without a uid as blank-<n> in document order', async () => {
      const { data } = await ask(
        testbed.url,
        json({ set: [{ name: 'first', keeps: [{ name: 'second' }, { name: 'third' }] }, { name: 'fourth' }] }),
      );
      expect(Object.keys(data.uids as object).sort()).toEqual(['blank-0', 'blank-1', 'blank-2', 'blank-3']);
      const read = await ask(
        testbed.engine.url,
        query(`{ ${[0, 1, 2, 3].map((n) => `n${n}(func: uid(${data.uids[`blank-${n}`]})) { name }`).join(' ')} }`),
      );
      expect(read.data).toEqual({
        n0: [{ name: 'first' }],
        n1: [{ name: 'second' }],
        n2: [{ name: 'third' }],
        n3: [{ name: 'fourth' }],
      });
    });
  });

  describe('over what is stored', () => {
    const uidOf = async (statements: string, label = 'a'): Promise<string> =>
      ((await ask(testbed.url, rdf(`{ set { ${statements} } }`))).data.uids as Record<string, string>)[label]!;

    it('asserting an inferred type removes its facet, and an asserted fact is not overwritten by an inferred one', async () => {
      const a = await uidOf('_:a <graph.type> "Dog" .');
      await ask(testbed.url, rdf(`{ set { <${a}> <graph.type> "Animal" . } }`));
      const types = { Dog: asserted, Mammal: inferred, Animal: asserted };
      expect((await facts(a)).types).toEqual(types);
      await ask(testbed.url, rdf(`{ set { <${a}> <graph.type> "Dog" . } }`));
      expect((await facts(a)).types).toEqual(types);
    });

    it('an edge to a stored node entails facts of that node', async () => {
      const a = await uidOf('_:a <graph.type> "Bird" .');
      const k = await uidOf(`_:k <keeps> <${a}> .`, 'k');
      expect((await facts(a, ['keptBy'])).edges).toEqual({ keptBy: { [k]: inferred } });
    });

    it('graph.type and dgraph.type are one predicate', async () => {
      const { data } = await ask(testbed.url, json({ set: [{ uid: '_:a', 'dgraph.type': 'Cat' }] }));
      expect((await facts(data.uids.a as string)).types).toEqual({ Cat: asserted, Mammal: inferred, Animal: inferred });
      const read = await ask(testbed.url, query(`{ q(func: uid(${data.uids.a})) { graph.type } }`));
      expect((read.data.q[0]['graph.type'] as string[]).sort()).toEqual(['Animal', 'Cat', 'Mammal']);
    });

    it('a query by graph.type finds members of subclasses', async () => {
      const a = await uidOf('_:a <graph.type> "Cat" .\n_:a <name> "findable" .');
      const text = '{ q(func: eq(graph.type, "Mammal")) @filter(eq(name, "findable")) { uid } }';
      expect((await ask(testbed.url, query(text))).data.q).toEqual([{ uid: a }]);
    });

    it('a functional property keeps the newer value, and consequences of the older are retracted', async () => {
      const a = await uidOf('_:a <livesIn> _:c1 .\n_:a <graph.type> "Cat" .');
      const before = Object.keys((await facts(a, ['livesIn'])).edges['livesIn']!);
      const c2 = await uidOf(`<${a}> <livesIn> _:c2 .`, 'c2');
      expect((await facts(a, ['livesIn'])).edges).toEqual({ livesIn: { [c2]: asserted } });
      expect((await facts(before[0])).types).toEqual({});
      expect((await facts(c2)).types).toEqual({ Cage: inferred });
    });

    it('predicates and types outside the ontology are written unchanged', async () => {
      const { data } = await ask(
        testbed.url,
        json({ set: { uid: '_:a', 'graph.type': ['Dog', 'Mascot'], shirt: 'blue' } }),
      );
      expect((await facts(data.uids.a as string)).types).toEqual({
        Dog: asserted,
        Mascot: asserted,
        Mammal: inferred,
        Animal: inferred,
      });
      const read = await ask(testbed.engine.url, query(`{ q(func: uid(${data.uids.a})) { shirt } }`));
      expect(read.data.q).toEqual([{ shirt: 'blue' }]);
    });
  });

  describe('nodes with an IRI', () => {
    const iri = (local: string): string => `https://example.org/data/${local}`;
    const uidsOf = async (local: string): Promise<string[]> => {
      const { data } = await ask(testbed.engine.url, query(`{ q(func: eq(iri, "${iri(local)}")) { uid } }`));
      return (data.q as Answer[]).map(({ uid }) => uid as string);
    };

    it('are created once, in any format, and found again', async () => {
      const turtle = `@prefix : <https://example.org/zoo#> . <${iri('rex')}> a :Dog ; :name "Rex" .`;
      await ask(testbed.url, { path: '/mutate?commitNow=true', type: 'text/turtle', body: turtle });
      const [uid, ...more] = await uidsOf('rex');
      expect(more).toEqual([]);
      expect((await facts(uid)).types).toEqual({ Dog: asserted, Mammal: inferred, Animal: inferred });
      await ask(testbed.url, rdf(`{ set { <${iri('kim')}> <keeps> <${iri('rex')}> . } }`));
      expect(await uidsOf('rex')).toEqual([uid]);
      const [kim] = await uidsOf('kim');
      expect((await facts(uid, ['keptBy'])).edges).toEqual({ keptBy: { [kim!]: inferred } });
      await ask(testbed.url, {
        path: '/mutate?commitNow=true',
        type: 'application/n-triples',
        body: `<${iri('rex')}> <https://example.org/zoo#age> "4"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
      });
      expect(await uidsOf('rex')).toEqual([uid]);
      const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${uid!})) { name age } }`));
      expect(data.q).toEqual([{ name: 'Rex', age: 4 }]);
    });

    it('are one node after concurrent writes', async () => {
      const bodies = Array.from({ length: 8 }, (_, i) => rdf(`{ set { <${iri('shared')}> <label> "${i}" . } }`));
      const write = async (body: ReturnType<typeof rdf>): Promise<void> => {
        for (let attempt = 0; attempt < 20; attempt++) {
          const failed = await ask(testbed.url, body).then(
            () => undefined,
            (error: unknown) => String(error),
          );
          if (failed === undefined) return;
          if (!/aborted/i.test(failed)) throw new Error(failed);
        }
        throw new Error('aborted too often');
      };
      await Promise.all(bodies.map(write));
      const uids = await uidsOf('shared');
      expect(uids).toHaveLength(1);
      const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${uids[0]!})) { label } }`));
      expect((data.q[0].label as string[]).sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    });
  });
});
