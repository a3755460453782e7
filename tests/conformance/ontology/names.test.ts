/** Names of classes and properties: as in the IRIs in every script, with warnings for names that are nearly right. */
import { factsOf } from '../../support/engines/graph';
import { introspect, loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, post, query, rdf, type Answer } from '../../support/engines/wire';

const PREFIXES = `
  @prefix : <http://e/#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix owlgate: <https://owlgate.dev/ns#> .
`;
const CLINIC = `${PREFIXES}
  <http://e/> a owl:Ontology .
  :Ärztin a owl:Class ; rdfs:subClassOf <http://e/#人間> ; rdfs:label "Ärztin"@de , "doctor"@en .
  <http://e/#人間> a owl:Class ; rdfs:label "Mensch"@de , "human"@en .
  :Straße a owl:Class .
  :hat-teil a owl:ObjectProperty ; owl:inverseOf :teil-von ; rdfs:label "has part"@en .
  :teil-von a owl:ObjectProperty .
  :wohnt-in a owl:ObjectProperty ; rdfs:domain <http://e/#人間> ; rdfs:range :Straße .
  :Größe a owl:DatatypeProperty ; rdfs:range xsd:decimal ; rdfs:domain <http://e/#人間> .
  :a\\@b a owl:DatatypeProperty ; rdfs:domain <http://e/#人間> .
`;
const asserted = 'asserted';
const inferred = 'inferred';

underGateway(
  (testbed) => {
    const types = async (uid: string) => (await factsOf(testbed.engine.url, uid)).types;
    const ontologyOf = (answer: Answer): Answer => answer.extensions.ontology;
    const graphql = async (text: string): Promise<Answer> =>
      (await post(testbed.url, { path: '/graphql', type: 'application/json', body: JSON.stringify({ query: text }) }))
        .body;

    describe('names in every script', () => {
      let report: Answer;
      beforeAll(async () => {
        await testbed.engine.reset();
        report = await loadOntology(testbed.url, CLINIC);
      });

      it('stay as in the IRIs; a name that Dgraph cannot have is respelled, with the reason', async () => {
        expect(report.compiledSchema).toContain('<Größe>: float');
        expect(report.compiledSchema).toContain('type <Ärztin> {');
        const codes = (report.warnings as Answer[]).map(({ code }) => code as string);
        expect(codes.filter((code) => code === 'name-spelling')).toHaveLength(1);
        const { message } = report.warnings.find(({ code }: Answer) => code === 'name-spelling');
        expect(message).toMatch(/contains "@".*known as "a_b"/);
        const { body } = await introspect(testbed.url, `?class=${encodeURIComponent('Ärztin')}`);
        expect(body).toMatchObject({ iri: 'Ärztin', superClasses: ['人間'] });
        expect(body.properties.map(({ iri }: Answer) => iri).sort()).toEqual([
          'Größe',
          'a_b',
          'hat-teil',
          'teil-von',
          'wohnt-in',
        ]);
      });

      it('are reasoned over in JSON, RDF and upserts, and queried with DQL and GraphQL', async () => {
        const { data } = await ask(
          testbed.url,
          json({ set: { uid: '_:x', 'graph.type': 'Ärztin', Größe: 1.7, 'wohnt-in': { uid: '_:s' } } }),
        );
        expect(await types(data.uids.x)).toEqual({ Ärztin: asserted, 人間: inferred });
        expect(await types(data.uids.s)).toEqual({ Straße: inferred });
        const { data: second } = await ask(testbed.url, rdf('{ set { _:y <Größe> "1.8" .\n_:y <hat-teil> _:z . } }'));
        expect(await types(second.uids.y)).toEqual({ 人間: inferred });
        const inverse = await factsOf(testbed.engine.url, second.uids.z, ['teil-von']);
        expect(inverse.edges['teil-von']).toEqual({ [second.uids.y]: inferred });
        const upsert = `upsert { query { v as var(func: uid(${second.uids.z})) }
          mutation { set { uid(v) <graph.type> "Ärztin" . } } }`;
        await ask(testbed.url, rdf(upsert));
        expect(await types(second.uids.z)).toEqual({ Ärztin: asserted, 人間: inferred });
        const answer = await ask(
          testbed.url,
          query('{ q(func: type(<人間>), orderasc: <Größe>) { <Größe> <wohnt-in> { uid } } }'),
        );
        expect(answer.data.q.map((node: Answer) => node['Größe'])).toEqual([1.7, 1.8, undefined]);
        const { data: result, errors } = await graphql(
          '{ queryArztin(order: { asc: Grosse }) { Grosse wohnt_in { id } } }',
        );
        expect(errors).toBeUndefined();
        expect(result.queryArztin).toContainEqual({ Grosse: 1.7, wohnt_in: [{ id: data.uids.s }] });
      });

      it('are reasoned over in the spelling of the ontology, even where Dgraph has another', async () => {
        const { data } = await ask(testbed.url, rdf('{ set { _:x <http://e/#a@b> "v" . } }'));
        expect(await types(data.uids.x)).toEqual({ 人間: inferred });
      });
    });

    describe('a write that is nearly in names of the ontology', () => {
      beforeAll(() => loadOntology(testbed.url, CLINIC));
      const warningsOf = async (body: object): Promise<Answer[]> =>
        ontologyOf(await ask(testbed.url, json({ set: body }))).warnings ?? [];

      it.each([
        ['ärztin', 'type-near', 'Ärztin', 'case'],
        ['A\u0308rztin', 'type-near', 'Ärztin', 'normal form'],
        ['Doctor', 'type-near', 'Ärztin', 'label'],
        ['Strasse', 'type-unknown', 'Straße', 'did you mean'],
      ])('gets a warning for the type %s', async (type, code, suggestion, reason) => {
        expect(await warningsOf({ 'graph.type': type })).toEqual([
          { code, name: type, suggestion, message: expect.stringContaining(reason) },
        ]);
      });

      it.each([
        ['größe', 'Größe', 'case'],
        ['hat_teil', 'hat-teil', 'separators'],
        ['Has Part', 'hat-teil', 'label'],
      ])('gets a warning for the predicate %s', async (predicate, suggestion, reason) => {
        const name = predicate.replace(' ', '');
        expect(await warningsOf({ [name]: 'x' })).toEqual([
          { code: 'predicate-near', name, suggestion, message: expect.stringContaining(reason) },
        ]);
      });

      it('gets a warning in RDF, upserts and dry runs, also for a type that is near none', async () => {
        const requests = [
          rdf('{ set { _:x <dgraph.type> "Quux" . } }'),
          rdf('upsert { query { v as var(func: uid(0x1)) } mutation { set { uid(v) <dgraph.type> "Quux" . } } }'),
          json({ set: { 'dgraph.type': 'Quux' } }, { dryRun: true }),
        ];
        for (const request of requests) {
          expect(ontologyOf(await ask(testbed.url, request)).warnings).toEqual([
            { code: 'type-unknown', name: 'Quux', message: expect.any(String) },
          ]);
        }
      });

      it('gets none for names, IRIs, and predicates of its own', async () => {
        expect(await warningsOf({ 'graph.type': ['Ärztin', 'http://e/#Straße'], Größe: 2, note: 'x' })).toEqual([]);
      });
    });

    describe('introspection', () => {
      beforeAll(() => loadOntology(testbed.url, CLINIC));
      const classOf = async (parameters: string): Promise<Answer> => (await introspect(testbed.url, parameters)).body;

      it('finds a class by a label in any language, or in the one asked for', async () => {
        expect(await classOf('?class=Mensch')).toMatchObject({ iri: '人間', label: 'human' });
        expect(await classOf('?class=mensch&lang=de')).toMatchObject({ iri: '人間', label: 'Mensch' });
        expect(await classOf('?subclasses=human&lang=en')).toEqual(['Ärztin']);
        expect((await introspect(testbed.url, '?class=Mensch&lang=en')).status).toBe(404);
        expect((await introspect(testbed.url, '?class=Mensch&lang=e%20n')).status).toBe(400);
      });

      it('suggests near names and labels', async () => {
        const { status, body } = await introspect(testbed.url, '?class=Mench');
        expect(status).toBe(404);
        expect(body.errors[0].extensions.suggestions).toEqual(['人間']);
      });
    });
  },
  { OWLGATE_GRAPHQL: 'on' },
);

underGateway((testbed) => {
  it('a reload lists the types that nodes have and the ontology has no longer', async () => {
    await loadOntology(testbed.url, CLINIC);
    await ask(testbed.url, json({ set: [{ 'graph.type': 'Ärztin' }, { 'graph.type': 'Straße' }] }));
    const smaller = CLINIC.replace(':Straße a owl:Class .', '').replace('; rdfs:range :Straße', '');
    const report = await loadOntology(testbed.url, smaller);
    expect(report.unknownTypes).toEqual([{ type: 'Straße', nodes: 1 }]);
    expect((await loadOntology(testbed.url, CLINIC)).unknownTypes).toBeUndefined();
  });
});

underGateway(
  (testbed) => {
    it('names whose ASCII spelling is longer than 1,000 characters are read back from the registry', async () => {
      const long = ['б'.repeat(500), '物'.repeat(333), '𠮷'.repeat(250), 'x'.repeat(1000)];
      const terms = long.flatMap((name) => [`<http://e/#${name}> a owl:Class .`, `<http://x/${name}> a owl:Class .`]);
      const { version } = await loadOntology(
        testbed.url,
        `${PREFIXES}<http://e/> a owl:Ontology . ${terms.join('\n')}`,
      );
      await loadOntology(testbed.url, CLINIC);
      const response = await fetch(`${testbed.url}/ontology/rollback?version=${version}`, { method: 'POST' });
      expect(await response.json()).toMatchObject({ status: 'success', classes: terms.length });
    });

    it.each(['count', 'Min', 'max', 'sum', 'avg'])(
      'properties named %s are read, aggregated and deleted',
      async (p) => {
        await loadOntology(
          testbed.url,
          `${PREFIXES}<http://e/> a owl:Ontology . :A a owl:Class . :${p} a owl:ObjectProperty ; rdfs:range :A .
       <http://v/${p}> a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:integer .`,
        );
        const exported = async () => (await fetch(`${testbed.url}/export?format=ntriples&facts=all`)).text();
        const graphql = async (text: string): Promise<Answer> =>
          (
            await post(testbed.url, {
              path: '/graphql',
              type: 'application/json',
              body: JSON.stringify({ query: text }),
            })
          ).body.data;
        const node = { 'graph.type': 'A', [`http://v/${p}`]: 3, [`http://e/#${p}`]: { iri: `urn:b:${p}` } };
        await ask(testbed.url, json({ set: { iri: `urn:a:${p}`, ...node } }));
        expect(await exported()).toContain(`<urn:a:${p}> <http://e/#${p}> <urn:b:${p}> .`);
        expect(await exported()).toContain(`<urn:a:${p}> <http://v/${p}> "3"`);
        const { fields } = (await graphql('{ __type(name: "A") { fields { name } } }')).__type;
        const value = (fields as Answer[]).map(({ name }) => String(name)).find((name) => /^v_|^count$/.test(name))!;
        const text = `{ queryA(filter: { has: ${value} }) { ${value} } aggregateA { ${value}Max } }`;
        expect(await graphql(text)).toEqual({
          queryA: [{ [value]: 3 }],
          aggregateA: { [`${value}Max`]: 3 },
        });
        await ask(testbed.url, rdf(`{ delete { <urn:a:${p}> * * . } }`));
        expect(await exported()).not.toContain(`urn:a:${p}`);
      },
    );
  },
  { OWLGATE_GRAPHQL: 'on' },
);
