/**
 * Whole-node deletes: edges of the ontology are deleted too and listed in the answer; all forms of the delete agree.
 */
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, commit, json, post, query, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { casesOf } from '../../support/runs';

const NS = 'https://example.org/press#';
const ONTOLOGY = `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/press> a owl:Ontology .
:Author a owl:Class . :Text a owl:Class . :Book a owl:Class ; rdfs:subClassOf :Text .
:wrote a owl:ObjectProperty ; rdfs:domain :Author ; rdfs:range :Text .
:penned a owl:ObjectProperty ; rdfs:subPropertyOf :wrote .
:cites a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:range :Text . :citedBy a owl:ObjectProperty ; owl:inverseOf :cites .
:near a owl:ObjectProperty , owl:SymmetricProperty .
:sequel a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:range :Book .
:mentions a owl:ObjectProperty .
:title a owl:DatatypeProperty ; rdfs:range xsd:string .`;

const PLAIN = `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
<https://example.org/press> a owl:Ontology . :Book a owl:Class . :mentions a owl:ObjectProperty . :title a owl:DatatypeProperty .`;

const EDGES = ['wrote', 'penned', 'cites', 'citedBy', 'near', 'sequel', 'mentions'];
const IRI = `${NS}target`;

/** Requests that delete the whole target, in every form. */
const WAYS: readonly (readonly [string, (uid: string) => Posted])[] = [
  ['JSON', (uid) => json({ delete: [{ uid }] })],
  ['JSON, an object', (uid) => json({ delete: { uid } })],
  ['JSON by IRI', () => json({ delete: [{ uid: IRI }] })],
  ['RDF', (uid) => rdf(`{ delete { <${uid}> * * . } }`)],
  ['RDF by IRI', () => rdf(`{ delete { <${IRI}> * * . } }`)],
  ['RDF, twice', (uid) => rdf(`{ delete { <${uid}> * * .\n<${IRI}> * * . } }`)],
  ['mutations of JSON', (uid) => json({ mutations: [{ delete: [{ uid }] }, { set: [{ title: 'beside' }] }] })],
  [
    'an upsert of RDF',
    () => rdf(`upsert { query { v as var(func: eq(iri, "${IRI}")) } mutation { delete { uid(v) * * . } } }`),
  ],
  [
    'an upsert with a condition',
    () =>
      rdf(
        `upsert { query { v as var(func: eq(iri, "${IRI}")) } mutation @if(eq(len(v), 1)) { delete { uid(v) ` +
          '* * . } } }',
      ),
  ],
  ['an upsert of JSON', () => json({ query: `{ v as var(func: eq(iri, "${IRI}")) }`, delete: [{ uid: 'uid(v)' }] })],
];

/** Edges to the target `<t>`, with the number of those asserted at other nodes. */
const INCOMING: readonly (readonly [string, number])[] = [
  ['<a> <penned> <t> .', 1],
  ['<a> <wrote> <t> .', 1],
  ['<a> <cites> <b> .\n<b> <cites> <t> .', 1],
  ['<t> <citedBy> <a> .', 0],
  ['<a> <near> <t> .', 1],
  ['<t> <near> <a> .', 0],
  ['<a> <sequel> <t> .', 1],
  ['<a> <mentions> <t> .\n<b> <mentions> <t> .', 2],
  ['<t> <mentions> <t> .', 0],
  ['<a> <title> "alone" .', 0],
];

underGateway((testbed) => {
  const write = (body: string): Promise<Answer> => ask(testbed.url, rdf(body));

  /** Stores the target, two nodes beside it, and edges to it. */
  async function storeBook(incoming: string): Promise<{ uid: string; other: string; place: (text: string) => string }> {
    const nodes = `_:t <iri> "${IRI}" .\n_:t <graph.type> "Book" .\n_:t <title> "T" .\n_:a <title> "A" .\n_:b <title> "B" .`;
    const { t, a, b } = (await write(`{ set { ${nodes} } }`)).data.uids as Record<string, string>;
    const place = (text: string): string => text.replace(/<([abt])>/g, (_, name: 'a') => `<${{ a, b, t }[name]!}>`);
    await write(`{ set { ${place(incoming)} } }`);
    return { uid: t!, other: a!, place };
  }

  async function expectGone(uid: string, edges = EDGES): Promise<void> {
    const ends = edges.flatMap((edge) => [`${edge} { uid }`, `<~${edge}> { uid }`]).join(' ');
    const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${uid})) { dgraph.type iri title ${ends} } }`));
    expect(data.q).toEqual([]);
  }

  describe('with rules over the edges', () => {
    beforeAll(() => loadOntology(testbed.url, ONTOLOGY));

    it.each(WAYS.map(([name, way], i) => [name, way, i] as const))('%s', async (_, way, i) => {
      for (const [incoming, count] of casesOf(INCOMING, testbed.engine, i)) {
        const { uid } = await storeBook(incoming);
        const { extensions } = await ask(testbed.url, way(uid));
        const { deleted } = extensions.ontology;
        expect([incoming, deleted.nodes, deleted.incoming]).toEqual([incoming, 1, count]);
        expect((deleted.edges ?? []).map(({ object }: Answer) => object)).toEqual(Array(count).fill(uid));
        expect(extensions.ontology.stillEntailed).toBeUndefined();
        await expectGone(uid);
      }
    });

    it('a delete in a transaction that the client commits deletes the edges', async () => {
      const { uid } = await storeBook('<a> <penned> <t> .');
      const { extensions } = await ask(testbed.url, json({ delete: [{ uid }] }, {}));
      expect(extensions.ontology.deleted).toMatchObject({ nodes: 1, incoming: 1 });
      const { start_ts: startTs, keys, preds } = extensions.txn;
      await ask(testbed.url, commit({ startTs }, { keys, preds }));
      await expectGone(uid);
    });

    it('deleted nodes are not counted as neighbours of each other', async () => {
      const { uid, other, place } = await storeBook('<a> <wrote> <t> .\n<b> <mentions> <a> .');
      const b = place('<b>').slice(1, -1);
      await write(`{ set { <${other}> <graph.type> "Author" . } }`);
      const { extensions } = await ask(testbed.url, json({ delete: [{ uid }, { uid: other }] }));
      expect(extensions.ontology.deleted).toEqual({
        nodes: 2,
        incoming: 1,
        edges: [{ subject: b, predicate: 'mentions', object: other }],
      });
      await expectGone(uid);
      await expectGone(other);
    });

    it('a node that the same request sets keeps its incoming edges', async () => {
      const statements = [
        '<t> <title> "again" .',
        '<t> <graph.type> "Book" .',
        '<b> <cites> <t> .',
        '<t> <near> <b> .',
      ];
      for (const statement of statements) {
        const { uid, place } = await storeBook('<a> <wrote> <t> .');
        const { extensions } = await write(`{ delete { <${uid}> * * . } set { ${place(statement)} } }`);
        expect(extensions.ontology.deleted).toBeUndefined();
        const { data } = await ask(
          testbed.engine.url,
          query(`{ q(func: uid(${uid})) { dgraph.type <~wrote> { title } } }`),
        );
        expect(data.q[0]).toMatchObject({
          'dgraph.type': expect.arrayContaining(['Text']),
          '~wrote': [{ title: 'A' }],
        });
      }
    });

    it.each([['alone'], ['with a statement about it']])('edges that no type lists go: %s', async (form) => {
      const { a, b } = (await write('{ set { _:a <mentions> _:b .\n_:a <sequel> _:b . } }')).data.uids;
      const rest = form === 'alone' ? '' : `set { <${a}> <title> "again" . }`;
      await write(`{ delete { <${a}> * * . } ${rest} }`);
      const { data } = await ask(
        testbed.engine.url,
        query(`{ q(func: uid(${a}, ${b})) { dgraph.type title mentions { uid } sequel { uid } ~mentions { uid } } }`),
      );
      expect(data.q).toEqual(form === 'alone' ? [] : [{ title: 'again' }]);
    });

    it('a node that lives on keeps the edges that the request sets', async () => {
      const { a, b, c } = (await write('{ set { _:a <mentions> _:b .\n_:a <mentions> _:c . } }')).data.uids;
      await write(`{ delete { <${a}> * * . } set { <${a}> <mentions> <${c}> . } }`);
      const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${a})) { mentions { uid } } }`));
      expect([b, data.q]).toEqual([b, [{ mentions: [{ uid: c }] }]]);
    });

    it('a dry run lists the same edges and writes nothing', async () => {
      const { uid } = await storeBook('<a> <penned> <t> .\n<b> <mentions> <t> .');
      const before = await dump(testbed.engine.url);
      const dry = await ask(testbed.url, json({ delete: [{ uid }] }, { dryRun: true }));
      expect(await dump(testbed.engine.url)).toBe(before);
      const deletion = await ask(testbed.url, json({ delete: [{ uid }] }));
      expect(dry.extensions.ontology.deleted).toMatchObject({ nodes: 1, incoming: 2 });
      expect(dry.extensions.ontology.deleted).toEqual(deletion.extensions.ontology.deleted);
    });

    it('a delete of a node without types, or without data, succeeds', async () => {
      const { a, b } = (await write('{ set { _:a <mentions> _:b .\n_:b <near> _:c . } }')).data.uids;
      const untyped = await ask(testbed.url, json({ delete: [{ uid: b }] }));
      expect(untyped.extensions.ontology.deleted).toMatchObject({ nodes: 1, incoming: 1 });
      await expectGone(a);
      await expectGone(b);
      const nobody = await ask(testbed.url, rdf(`{ delete { <${NS}nobody> * * . } }`));
      expect(nobody.extensions.ontology.deleted).toBeUndefined();
    });

    it('a delete of a hub reports more edges than it lists', async () => {
      const { uid } = await storeBook('<t> <title> "hub" .');
      const authors = async (): Promise<Answer> =>
        (await ask(testbed.engine.url, query('{ q(func: type(Author)) { count(uid) } }'))).data.q;
      const before = await authors();
      const lines = Array.from({ length: 1500 }, (_, i) => `_:n${i} <wrote> <${uid}> .`);
      await write(`{ set { ${lines.join('\n')} } }`);
      const { deleted } = (await ask(testbed.url, json({ delete: [{ uid }] }))).extensions.ontology;
      expect(deleted).toMatchObject({ nodes: 1, incoming: 1500, truncated: true });
      expect(deleted.edges).toHaveLength(1000);
      await expectGone(uid);
      expect(await authors()).toEqual(before);
    }, 60_000);
  });

  it('a whole-node delete removes incoming edges without rules over them', async () => {
    await testbed.engine.reset();
    await loadOntology(testbed.url, PLAIN);
    const { uid } = await storeBook('<a> <mentions> <t> .');
    const { deleted } = (await ask(testbed.url, json({ delete: [{ uid }] }))).extensions.ontology;
    expect(deleted).toMatchObject({ nodes: 1, incoming: 1 });
    await expectGone(uid, ['mentions']);
  });

  it('the node of an individual that the ontology names keeps its IRI', async () => {
    const named = 'https://example.org/press#desk';
    const axioms = `:Desked a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :near ; owl:hasValue :desk ] .`;
    await loadOntology(testbed.url, `${ONTOLOGY}\n${axioms} :desk a :Text .`);
    const find = query(`{ q(func: eq(iri, "${named}")) { uid dgraph.type title near { uid } } }`);
    const [{ uid }] = (await ask(testbed.engine.url, find)).data.q;
    await ask(testbed.url, rdf(`{ set { <${uid}> <graph.type> "Book" .\n<${uid}> <title> "Desk" . } }`));
    await ask(testbed.url, rdf(`{ delete { <${named}> * * . } }`));
    expect((await ask(testbed.engine.url, find)).data.q).toEqual([{ uid }]);
    const { data } = await ask(
      testbed.url,
      rdf(`{ set { _:a <graph.type> "Desked" .\n<${named}> <title> "again" . } }`),
    );
    expect((await ask(testbed.engine.url, find)).data.q).toEqual([
      { uid, title: 'again', near: [{ uid: data.uids.a }] },
    ]);
    // Other writes that would take the IRI away are refused.
    for (const body of [
      `{ delete { <${uid}> <iri> * . } }`,
      `{ delete { <${named}> <iri> "${named}" . } }`,
      `{ set { <${uid}> <iri> "urn:other" . } }`,
      `{ delete { <${uid}> * * . } set { <${uid}> <iri> "urn:other" . } }`,
      `upsert { query { v as var(func: uid(${uid})) } mutation { delete { uid(v) <iri> * . } } }`,
    ]) {
      const { errors } = (await post(testbed.url, rdf(body))).body;
      expect([body, errors?.[0].extensions.code]).toEqual([body, 'IdentityViolation']);
    }
    await ask(testbed.url, rdf(`{ set { <${uid}> <iri> "${named}" . } }`));
    await ask(testbed.url, rdf(`{ delete { <${uid}> <iri> "urn:other" . } }`));
    expect((await ask(testbed.engine.url, find)).data.q).toMatchObject([{ uid, title: 'again' }]);
    await loadOntology(testbed.url, ONTOLOGY);
  });
});
