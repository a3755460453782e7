/** Requests with large effects: long lists of disjoint classes, many new predicates, deletes at a hub. */
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, graph, json, post, query, rdf } from '../../support/engines/wire';
import { casesOf, itOn } from '../../support/runs';

const PREFIXES = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://e/> a owl:Ontology .
`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const classes = (count: number): string =>
  numbers(count)
    .map((i) => `:C${i} a owl:Class .`)
    .join('\n');
const names = (count: number): string =>
  numbers(count)
    .map((i) => `:C${i}`)
    .join(' ');

underGateway((testbed) => {
  const load = (body: string): Promise<unknown> => loadOntology(testbed.url, PREFIXES + body);

  describe('disjoint classes', () => {
    const pairs = (count: number): string =>
      numbers(count)
        .slice(1)
        .map(
          (i) =>
            `:C${i} owl:disjointWith ${numbers(i)
              .map((j) => `:C${j}`)
              .join(', ')} .`,
        )
        .join('\n');
    const lists = (count: number): string => `[] a owl:AllDisjointClasses ; owl:members ( ${names(count)} ) .`;

    // Without data, no engine is asked: half of the forms for each.
    const long = [
      ['pairs of 500', 500, pairs],
      ['a list of 500', 500, lists],
      ['a list of 5,000', 5_000, lists],
    ] as const;
    it.each(long.filter((_, i) => (testbed.engine.name === 'embedded') === i > 0))(
      '%s is valid',
      async (_, count, axioms) => {
        const { status, body } = await postOntology(
          testbed.url,
          PREFIXES + classes(count) + axioms(count),
          '?validate=true&data=false',
        );
        expect([status, body.errors, body.classes]).toEqual([200, undefined, count]);
      },
    );

    const short = [
      ['a list', lists],
      ['pairs', pairs],
    ] as const;
    it.each(casesOf(short, testbed.engine))('%s of 60 classes refuses a node of any two', async (_, axioms) => {
      await load(classes(60) + axioms(60));
      for (const [a, b] of [
        [0, 1],
        [0, 59],
        [37, 12],
      ]) {
        const set = { uid: '_:a', 'graph.type': [`C${a}`, `C${b}`] };
        const { body: refused } = await post(testbed.url, json({ set }));
        expect(refused.errors[0].extensions.code).toBe('DisjointnessViolation');
        await ask(testbed.url, json({ set: { ...set, 'graph.type': [`C${a}`] } }));
      }
    });
  });

  describe('new predicates', () => {
    const forms: Readonly<Record<string, (count: number) => Parameters<typeof ask>[1]>> = {
      'RDF values': (count) =>
        rdf(
          `{ set { ${numbers(count)
            .map((i) => `_:a <q${i}> "x" .`)
            .join('\n')} } }`,
        ),
      'Turtle edges': (count) =>
        graph(
          'text/turtle',
          numbers(count)
            .map((i) => `<http://e/a> <http://f/e${i}> <http://e/b> .`)
            .join('\n'),
        ),
      'Turtle texts': (count) =>
        graph(
          'text/turtle',
          numbers(count)
            .map((i) => `<http://e/a> <http://f/t${i}> "x"@en .`)
            .join('\n'),
        ),
      'JSON edges': (count) => json({ set: Object.fromEntries(numbers(count).map((i) => [`j${i}`, { uid: '_:b' }])) }),
    };
    beforeAll(() => load(':A a owl:Class .'));

    const sizes = Object.entries(forms).map(([name, form], i) => [i === 0 ? 20_000 : 2_001, name, form] as const);
    it.each(casesOf(sizes, testbed.engine))(
      '%i new predicates as %s are refused, and none is declared',
      async (count, _, form) => {
        const before = await predicates();
        const { body: refused } = await post(testbed.url, form(count));
        expect(refused.errors[0]).toMatchObject({
          message: expect.stringContaining('OWLGATE_MAX_NEW_PREDICATES'),
          extensions: { code: 'TooManyPredicates', count, limit: 2_000 },
        });
        expect(await predicates()).toBe(before);
      },
    );

    it('fewer new predicates are declared', async () => {
      const before = await predicates();
      await ask(testbed.url, forms['RDF values']!(50));
      expect(await predicates()).toBe(before + 50);
    });

    const predicates = async (): Promise<number> =>
      ((await ask(testbed.url, query('schema {}'))).data.schema as unknown[]).length;
  });

  itOn(testbed.engine, 'embedded')('a delete at a hub retracts all consequences', async () => {
    await load(`:Hub a owl:Class . :Leaf a owl:Class . :link a owl:ObjectProperty ; rdfs:domain :Hub ;
      rdfs:range :Leaf ; rdfs:subPropertyOf :touches . :touches a owl:ObjectProperty .
      :back a owl:ObjectProperty ; owl:inverseOf :link .`);
    const { data } = await ask(testbed.url, rdf('{ set { _:h <label> "hub" . } }'));
    const hub = data.uids.h as string;
    // More than one transaction deletes.
    const [SPOKES, AT_ONCE] = [5_200, 2_600];
    for (let i = 0; i < SPOKES; i += AT_ONCE) {
      const edges = numbers(AT_ONCE).map((k) => `<${hub}> <link> _:n${k} .`);
      await ask(testbed.url, rdf(`{ set { ${edges.join('\n')} } }`));
    }
    const held = `{ hub(func: uid(${hub})) { link: count(link) touches: count(touches) label dgraph.type }
      leaves(func: type(Leaf)) { count(uid) } back(func: has(back)) { count(uid) } }`;
    expect((await ask(testbed.url, query(held))).data).toMatchObject({
      hub: [{ link: SPOKES, touches: SPOKES, label: 'hub', 'dgraph.type': ['Hub'] }],
      leaves: [{ count: SPOKES }],
      back: [{ count: SPOKES }],
    });
    const { extensions } = await ask(testbed.url, rdf(`{ delete { <${hub}> <link> * . } }`));
    expect(extensions.ontology.retracted).toBe(3 * SPOKES + 1);
    expect((await ask(testbed.url, query(held))).data).toEqual({
      hub: [{ link: 0, touches: 0, label: 'hub' }],
      leaves: [{ count: 0 }],
      back: [{ count: 0 }],
    });
  });
});
