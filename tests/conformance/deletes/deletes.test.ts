/**
 * Deletion as truth maintenance: facts without a remaining derivation are retracted, entailed ones stay and are
 * reported.
 */
import { factsOf, type NodeFacts } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, query, rdf, type Answer } from '../../support/engines/wire';
import { ZOO } from '../ontology/zoo';

const asserted = 'asserted';
const inferred = 'inferred';

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, ZOO));

  const set = async (statements: string): Promise<Record<string, string>> =>
    (await ask(testbed.url, rdf(`{ set { ${statements} } }`))).data.uids as Record<string, string>;
  const facts = (uid: string | undefined, edges: readonly string[] = []): Promise<NodeFacts> =>
    factsOf(testbed.engine.url, uid!, edges);
  /** The same delete in both formats, for each test below. */
  const FORMS: readonly (readonly [string, (uid: string, property: string, object: string) => Promise<Answer>])[] = [
    [
      'JSON',
      (uid, property, object) =>
        ask(testbed.url, json({ delete: [{ uid, [property]: object.startsWith('0x') ? { uid: object } : object }] })),
    ],
    [
      'RDF',
      (uid, property, object) =>
        ask(
          testbed.url,
          rdf(
            `{ delete { <${uid}> <${property}> ` +
              `${object.startsWith('0x') ? `<${object}>` : JSON.stringify(object)} . } }`,
          ),
        ),
    ],
  ];

  describe.each(FORMS)('%s', (_, remove) => {
    it('deleting a type removes its ancestor types', async () => {
      const { a } = await set('_:a <graph.type> "Dog" .\n_:a <name> "Rex" .');
      const { extensions } = await remove(a!, 'graph.type', 'Dog');
      expect((await facts(a)).types).toEqual({});
      expect(extensions.ontology).toMatchObject({ retracted: 2 });
      const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${a!})) { name } }`));
      expect(data.q).toEqual([{ name: 'Rex' }]);
    });

    it('an ancestor stays while another type supports it', async () => {
      const { a } = await set('_:a <graph.type> "Keeper" .\n_:a <graph.type> "Visitor" .');
      await remove(a!, 'graph.type', 'Keeper');
      expect((await facts(a)).types).toEqual({
        Visitor: asserted,
        Person: inferred,
        Human: inferred,
        Mammal: inferred,
        Animal: inferred,
      });
    });

    it('an asserted ancestor stays', async () => {
      const { a } = await set('_:a <graph.type> "Dog" .\n_:a <graph.type> "Animal" .');
      await remove(a!, 'graph.type', 'Dog');
      expect((await facts(a)).types).toEqual({ Animal: asserted });
    });

    it('a type that an edge still entails stays as an inferred fact, and the answer lists it', async () => {
      const { k } = await set('_:k <graph.type> "Keeper" .\n_:k <keeps> _:b .');
      const { extensions } = await remove(k!, 'graph.type', 'Keeper');
      expect((await facts(k)).types).toMatchObject({ Keeper: inferred, Person: inferred });
      expect(extensions.ontology.stillEntailed).toEqual(expect.arrayContaining([expect.anything()]));
      expect(JSON.stringify(extensions.ontology.stillEntailed)).toContain('Keeper');
    });

    it('an inferred fact that is still entailed survives its delete, and the answer lists it', async () => {
      const { a } = await set('_:a <graph.type> "Dog" .');
      const { extensions } = await remove(a!, 'graph.type', 'Mammal');
      expect((await facts(a)).types).toEqual({ Dog: asserted, Mammal: inferred, Animal: inferred });
      expect(JSON.stringify(extensions.ontology.stillEntailed)).toContain('Mammal');
    });

    it('deleting an edge removes its inverse, its super-edges and the types that it entailed', async () => {
      const { k, d } = await set('_:k <feeds> _:d .\n_:d <graph.type> "Dog" .');
      await remove(k!, 'feeds', d!);
      expect(await facts(k, ['feeds', 'keeps', 'looksAfter'])).toEqual({
        types: {},
        edges: { feeds: {}, keeps: {}, looksAfter: {} },
      });
      expect(await facts(d, ['keptBy'])).toEqual({
        types: { Dog: asserted, Mammal: inferred, Animal: inferred },
        edges: { keptBy: {} },
      });
    });

    it('a super-edge stays while a second edge supports it', async () => {
      const { k, d } = await set('_:k <feeds> _:d .\n_:k <looksAfter> _:d .');
      await remove(k!, 'feeds', d!);
      expect((await facts(k, ['feeds', 'keeps', 'looksAfter'])).edges).toEqual({
        feeds: {},
        keeps: { [d!]: inferred },
        looksAfter: { [d!]: asserted },
      });
    });

    it('deleting a symmetric edge deletes both directions, unless both were asserted', async () => {
      const { a, b } = await set('_:a <friendOf> _:b .');
      await remove(a!, 'friendOf', b!);
      expect((await facts(b, ['friendOf'])).edges).toEqual({ friendOf: {} });
      const both = await set('_:a <friendOf> _:b .\n_:b <friendOf> _:a .');
      await remove(both['a']!, 'friendOf', both['b']!);
      expect((await facts(both['b'], ['friendOf'])).edges).toEqual({ friendOf: { [both['a']!]: asserted } });
      expect((await facts(both['a'], ['friendOf'])).edges).toEqual({ friendOf: { [both['b']!]: inferred } });
    });

    it('equivalent classes do not support each other', async () => {
      const { a } = await set('_:a <graph.type> "Human" .');
      await remove(a!, 'graph.type', 'Human');
      expect((await facts(a)).types).toEqual({});
    });

    it('equivalent properties do not support each other', async () => {
      const { k, b } = await set('_:k <looksAfter> _:b .');
      await remove(k!, 'looksAfter', b!);
      expect(await facts(k, ['keeps', 'looksAfter'])).toEqual({ types: {}, edges: { keeps: {}, looksAfter: {} } });
      expect(await facts(b, ['keptBy'])).toEqual({ types: {}, edges: { keptBy: {} } });
    });
  });

  it('a delete by null removes all edges of a predicate and their consequences', async () => {
    const { k, a, b } = await set('_:k <keeps> _:a .\n_:k <keeps> _:b .\n_:a <graph.type> "Bird" .');
    await ask(testbed.url, json({ delete: [{ uid: k, keeps: null }] }));
    expect(await facts(k, ['keeps', 'looksAfter'])).toEqual({ types: {}, edges: { keeps: {}, looksAfter: {} } });
    expect(await facts(a, ['keptBy'])).toEqual({ types: { Bird: asserted, Animal: inferred }, edges: { keptBy: {} } });
    expect(await facts(b, ['keptBy'])).toEqual({ types: {}, edges: { keptBy: {} } });
  });

  it('a delete by star removes all edges of a predicate', async () => {
    const { k, a } = await set('_:k <keeps> _:a .');
    await ask(testbed.url, rdf(`{ delete { <${k!}> <keeps> * . } }`));
    expect(await facts(a, ['keptBy'])).toEqual({ types: {}, edges: { keptBy: {} } });
  });

  it('a star delete of types leaves the types that edges entail', async () => {
    const { k } = await set('_:k <graph.type> "Visitor" .\n_:k <keeps> _:b .');
    await ask(testbed.url, rdf(`{ delete { <${k!}> <graph.type> * . } }`));
    const { types } = await facts(k);
    expect(types).not.toHaveProperty('Visitor');
    expect(types).toMatchObject({ Keeper: inferred, Person: inferred });
  });

  it('a whole-node delete removes the node’s edges and their consequences at other nodes', async () => {
    const { k, a } = await set('_:k <keeps> _:a .\n_:k <name> "Kay" .');
    await ask(testbed.url, json({ delete: [{ uid: k }] }));
    expect(await facts(k, ['keeps', 'looksAfter'])).toEqual({ types: {}, edges: { keeps: {}, looksAfter: {} } });
    expect(await facts(a, ['keptBy'])).toEqual({ types: {}, edges: { keptBy: {} } });
  });

  it('a fact that one mutation deletes and sets keeps its consequences', async () => {
    const { k, a } = await set('_:k <keeps> _:a .');
    await ask(testbed.url, rdf(`{ delete { <${k!}> <keeps> <${a!}> . } set { <${k!}> <feeds> <${a!}> . } }`));
    expect((await facts(k, ['feeds', 'keeps'])).edges).toEqual({
      feeds: { [a!]: asserted },
      keeps: { [a!]: inferred },
    });
    expect((await facts(a, ['keptBy'])).edges).toEqual({ keptBy: { [k!]: inferred } });
  });

  it('deleting a value removes the type that it entailed', async () => {
    const { a } = await set('_:a <badge> "K 7" .\n_:a <nickname> "Kay" .');
    await ask(testbed.url, json({ delete: [{ uid: a, badge: null, nickname: null }] }));
    expect((await facts(a)).types).toEqual({});
    const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${a!})) { badge nickname label } }`));
    expect(data.q).toEqual([]);
  });
});
