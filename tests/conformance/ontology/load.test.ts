/** POST /ontology, GET /ontology, GET /ontology/introspect (service specification 4.1 and 4.2). */
import type { Gateway } from '../../../src/app';
import { startGatewayOver } from '../../support/engines/gateway';
import { dump, factsOf } from '../../support/engines/graph';
import { introspect, loadOntology, postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, alterJson, ask, json, post, query, rdf, type Answer } from '../../support/engines/wire';
import { NS, ZOO } from './zoo';

const PREFIXES = `
  @prefix : <${NS}> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const asserted = 'asserted';
const inferred = 'inferred';

underGateway((testbed) => {
  const facts = (uid: string | undefined, edges: readonly string[] = []): ReturnType<typeof factsOf> =>
    factsOf(testbed.engine.url, uid!, edges);
  const predicate = async (name: string): Promise<Answer> =>
    (await ask(testbed.engine.url, query(`schema(pred: [${name}]) {}`))).data.schema?.[0];

  describe('before any ontology', () => {
    it('GET /ontology and introspection are answered with 409', async () => {
      expect((await introspect(testbed.url)).status).toBe(409);
      expect((await introspect(testbed.url, '?class=Dog')).status).toBe(409);
      expect((await fetch(`${testbed.url}/ontology`)).status).toBe(409);
    });

    it('writes pass unchanged', async () => {
      const { data, extensions } = await ask(testbed.url, json({ set: { uid: '_:a', 'dgraph.type': 'Dog' } }));
      expect((await facts(data.uids.a as string)).types).toEqual({ Dog: asserted });
      expect(extensions.ontology).toBeUndefined();
    });
  });

  describe('validation', () => {
    it('reports the effects of a load and changes nothing', async () => {
      const before = await dump(testbed.engine.url);
      const { status, body } = await postOntology(testbed.url, ZOO, '?validate=true');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'valid',
        classes: 10,
        objectProperties: 6,
        dataProperties: 5,
        compiledSchema: expect.stringContaining('feeds: [uid] @reverse @count'),
        warnings: [],
        diff: {
          classes: { added: expect.arrayContaining(['Dog', 'Keeper']), removed: [] },
          predicates: { added: expect.arrayContaining(['keeps', 'name']) },
        },
      });
      expect(await dump(testbed.engine.url)).toBe(before);
      expect((await fetch(`${testbed.url}/ontology`)).status).toBe(409);
    });
  });

  describe('refused documents', () => {
    const refused = async (turtle: string, parameters = ''): Promise<Answer> => {
      const before = await dump(testbed.engine.url);
      const { status, body } = await postOntology(testbed.url, turtle, parameters);
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
      expect(await dump(testbed.engine.url)).toBe(before);
      return body.errors[0];
    };

    it('Turtle with a syntax error is refused with line and column', async () => {
      const error = await refused(`${PREFIXES}\n:Dog a owl:Class\n:Cat a owl:Class .`);
      expect(error.extensions).toMatchObject({
        code: 'OntologySyntax',
        line: expect.any(Number),
        column: expect.any(Number),
      });
      expect(error.message).toMatch(/line \d+, column \d+/);
    });

    it('axioms outside OWL 2 RL are refused, each with line, rule and advice', async () => {
      const error = await refused(`${PREFIXES}
        :A a owl:Class . :B a owl:Class . :C a owl:Class .
        :A rdfs:subClassOf [ owl:unionOf ( :B :C ) ] .`);
      expect(error.extensions.code).toBe('OntologyProfile');
      expect(error.extensions.violations).toEqual([
        expect.objectContaining({
          axiom: expect.stringContaining('ObjectUnionOf'),
          rule: expect.any(String),
          advice: expect.any(String),
          line: 8,
        }),
      ]);
    });

    it('a document without classes and properties is refused', async () => {
      expect((await refused('<urn:x> <http://www.w3.org/2000/01/rdf-schema#label> "z" .')).extensions.code).toBe(
        'OntologyEmpty',
      );
    });

    it('an unknown parameter is refused', async () => {
      expect((await refused(ZOO, '?validte=true')).extensions.code).toBe('InvalidRequest');
    });

    it('another content type is refused with 415', async () => {
      const response = await fetch(`${testbed.url}/ontology`, {
        method: 'POST',
        headers: { 'Content-Type': 'image/png' },
        body: '{}',
      });
      expect(response.status).toBe(415);
    });
  });

  describe('a load', () => {
    let report: Answer;
    let old: Record<string, string>;
    beforeAll(async () => {
      // Existing data: types, edges and values in terms of the ontology.
      await ask(
        testbed.engine.url,
        alter('name: string @index(exact) .\nkeeps: [uid] @reverse .\nunrelated: string @index(hash) .'),
      );
      const { data } = await ask(
        testbed.engine.url,
        rdf(`{ set {
          _:dog <dgraph.type> "Dog" .
          _:dog <name> "Old Rex" .
          _:dog <unrelated> "stays" .
          _:keeper <keeps> _:dog .
          _:both <dgraph.type> "Cat" .
          _:both <dgraph.type> "Dog" .
          _:stone <dgraph.type> "Stone" .
        } }`),
      );
      old = data.uids as Record<string, string>;
      report = await loadOntology(testbed.url, ZOO);
    });

    it('answers with counts, schema, version and materialization', () => {
      expect(report).toMatchObject({
        status: 'success',
        message: 'Ontology loaded and materializer activated',
        classes: 10,
        objectProperties: 6,
        dataProperties: 5,
        compiledSchema: expect.stringContaining('type Dog {'),
        version: 1,
        warnings: [],
        materialization: { nodes: expect.any(Number), inferred: expect.any(Number), violationCount: 1 },
      });
    });

    it('applies the compiled schema and keeps other predicates', async () => {
      expect(await predicate('feeds')).toMatchObject({ type: 'uid', list: true, reverse: true, count: true });
      expect(await predicate('name')).toMatchObject({ type: 'string', index: true });
      expect(await predicate('unrelated')).toMatchObject({ type: 'string', tokenizer: ['hash'] });
      const { data } = await ask(testbed.engine.url, query('schema(type: Keeper) {}'));
      const fields = (data.types[0].fields as { name: string }[]).map(({ name }) => name);
      expect(fields).toEqual(expect.arrayContaining(['badge', 'keeps']));
    });

    it('infers over stored data (retroactive materialization)', async () => {
      expect(await facts(old['dog'], ['keptBy'])).toEqual({
        types: { Dog: asserted, Mammal: inferred, Animal: inferred },
        edges: { keptBy: { [old['keeper']!]: inferred } },
      });
      expect((await facts(old['keeper'])).types).toMatchObject({ Keeper: inferred, Animal: inferred });
      expect((await facts(old['stone'])).types).toEqual({ Stone: asserted });
    });

    it('reports contradicting data and keeps them', async () => {
      expect(report.materialization.violations).toEqual([
        {
          entity: old['both'],
          message: expect.stringMatching(
            new RegExp(`^owl/materializer: disjointness violation on entity ${old['both']!}: type "(Cat|Dog)"`),
          ),
        },
      ]);
      expect((await facts(old['both'])).types).toMatchObject({ Cat: asserted, Dog: asserted });
    });

    it('is returned by GET /ontology unchanged, with its version', async () => {
      const response = await fetch(`${testbed.url}/ontology`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/turtle/);
      expect(response.headers.get('x-owlgate-version')).toBe('1');
      expect(await response.text()).toBe(ZOO);
    });
  });

  describe('introspection', () => {
    const names = async (parameters: string): Promise<string[]> => (await introspect(testbed.url, parameters)).body;

    it('lists all classes with their place', async () => {
      const { body } = await introspect(testbed.url);
      expect((body as Answer[]).map(({ iri }) => iri as string)).toEqual([
        'Animal', 'Bird', 'Cage', 'Cat', 'Dog', 'Human', 'Keeper', 'Mammal', 'Person', 'Visitor',
      ]); // prettier-ignore
      expect(body).toContainEqual(
        expect.objectContaining({
          iri: 'Dog',
          fullIri: `${NS}Dog`,
          superClasses: ['Animal', 'Mammal'],
          subClasses: [],
        }),
      );
    });

    it('describes one class', async () => {
      const { body } = await introspect(testbed.url, '?class=Keeper');
      expect(body).toMatchObject({
        iri: 'Keeper',
        superClasses: ['Animal', 'Human', 'Mammal', 'Person'],
        subClasses: [],
        disjointWith: ['Bird', 'Cage'],
        properties: expect.arrayContaining([
          {
            iri: 'keeps',
            fullIri: `${NS}keeps`,
            type: 'ObjectProperty',
            domain: ['Keeper'],
            range: ['Animal'],
            isFunctional: false,
            inverseOf: ['keptBy'],
            inherited: false,
          },
          expect.objectContaining({ iri: 'badge', type: 'DataProperty', range: ['xsd:string'], isFunctional: false }),
        ]),
      });
    });

    it('lists direct and all subclasses and superclasses', async () => {
      expect(await names('?subclasses=Animal')).toEqual(['Bird', 'Mammal']);
      expect(await names('?subclasses=Animal&transitive=true')).toEqual([
        'Bird', 'Cat', 'Dog', 'Human', 'Keeper', 'Mammal', 'Person', 'Visitor',
      ]); // prettier-ignore
      expect(await names('?superclasses=Dog')).toEqual(['Mammal']);
      expect(await names('?superclasses=Dog&transitive=true')).toEqual(['Animal', 'Mammal']);
    });

    it('accepts full IRIs', async () => {
      expect((await introspect(testbed.url, `?class=${encodeURIComponent(`${NS}Dog`)}`)).body.iri).toBe('Dog');
    });

    it('refuses an unknown class with 404', async () => {
      const { status, body } = await introspect(testbed.url, '?class=Dgo');
      expect(status).toBe(404);
      expect(body.errors[0].extensions).toMatchObject({ code: 'UnknownClass', suggestions: ['Dog'] });
    });
  });

  describe('persistence', () => {
    it('a new gateway on the same engine has the ontology in force and reasons', async () => {
      const other = await startGatewayOver(testbed.engine);
      try {
        expect(await (await fetch(`${other.url}/ontology`)).text()).toBe(ZOO);
        const { data } = await ask(other.url, json({ set: { uid: '_:a', 'graph.type': 'Dog' } }));
        expect((await facts(data.uids.a as string)).types).toEqual({
          Dog: asserted,
          Mammal: inferred,
          Animal: inferred,
        });
      } finally {
        await other.close();
      }
    });

    it('queries by type and by IRI return no nodes of the registry', async () => {
      const { data } = await ask(testbed.url, query('{ q(func: type(Dog)) { count(uid) } s(func: has(iri)) { uid } }'));
      expect(data.s).toEqual([]);
    });
  });

  describe('two gateways on one engine', () => {
    let other: Gateway;
    beforeAll(async () => {
      other = await startGatewayOver(testbed.engine);
    });
    afterAll(() => other.close());

    it('a load through one gateway is applied by the other', async () => {
      const extended = `${ZOO}\n:Puppy a owl:Class ; rdfs:subClassOf :Dog .`;
      const { version } = await loadOntology(other.url, extended);
      expect(version).toBe(2);
      // The write is fenced: it is reasoned under the ontology in force, however late the gateway learns of it.
      const { data, extensions } = await ask(testbed.url, json({ set: { uid: '_:a', 'graph.type': 'Puppy' } }));
      expect(extensions.ontology.version).toBe(2);
      expect((await facts(data.uids.a as string)).types).toEqual({
        Puppy: asserted, Dog: inferred, Mammal: inferred, Animal: inferred,
      }); // prettier-ignore
    });

    it('each write beside a load is completed by its version', async () => {
      const classes = (n: number): string =>
        Array.from(
          { length: n },
          (_, i) => `:Level${i} a owl:Class${i > 0 ? ` ; rdfs:subClassOf :Level${i - 1}` : ''} .`,
        ).join('\n');
      let loading = true;
      const loads = (async (): Promise<void> => {
        try {
          for (const n of [2, 4, 6]) await loadOntology(other.url, `${ZOO}\n${classes(n)}`);
        } finally {
          loading = false;
        }
      })();
      const written: { uid: string; version: number }[] = [];
      const write = async (url: string): Promise<void> => {
        while (loading) {
          const { body } = await post(url, json({ set: { uid: '_:a', 'graph.type': 'Level1', name: 'racer' } }));
          // Refused by the fence: retry.
          if (body.errors) {
            expect(body.errors[0].message).toMatch(/retry|aborted/i);
            continue;
          }
          written.push({ uid: body.data.uids.a, version: body.extensions.ontology?.version });
        }
      };
      await Promise.all([loads, write(testbed.url), write(other.url)]);
      expect(written.length).toBeGreaterThan(5);
      const odd: object[] = [];
      for (const one of written) {
        const { types } = await facts(one.uid);
        if (types['Level0'] !== inferred) odd.push({ ...one, types });
      }
      expect(odd).toEqual([]);
    });
  });

  describe('loading again', () => {
    it('retracts facts that only the old ontology entailed and keeps the data', async () => {
      const { data } = await ask(
        testbed.url,
        rdf('{ set { _:k <feeds> _:d .\n_:d <graph.type> "Dog" .\n_:d <name> "Kept" . } }'),
      );
      const { k, d } = data.uids as Record<'k' | 'd', string>;
      const smaller = ZOO.replace(
        ':feeds a owl:ObjectProperty ; rdfs:subPropertyOf :keeps .',
        ':feeds a owl:ObjectProperty .',
      ).replace(':Dog a owl:Class ; rdfs:subClassOf :Mammal .', ':Dog a owl:Class ; rdfs:subClassOf :Animal .');
      expect(smaller).not.toBe(ZOO);
      const { materialization } = await loadOntology(testbed.url, smaller);
      expect(materialization.retracted).toBeGreaterThan(0);
      expect(await facts(k, ['feeds', 'keeps'])).toEqual({ types: {}, edges: { feeds: { [d]: asserted }, keeps: {} } });
      expect((await facts(d, ['keptBy'])).types).toEqual({ Dog: asserted, Animal: inferred });
    });

    it('is refused where the new schema conflicts with stored data, and nothing is applied', async () => {
      const before = await dump(testbed.engine.url);
      const { status, body } = await postOntology(
        testbed.url,
        ZOO.replace(
          ':name a owl:DatatypeProperty ; rdfs:range xsd:string .',
          ':name a owl:ObjectProperty ; rdfs:range :Cage .',
        ),
      );
      expect(status).toBe(409);
      expect(body.errors[0].extensions).toMatchObject({ code: 'OntologySchemaConflict' });
      expect(body.errors[0].message).toContain('name');
      expect(await dump(testbed.engine.url)).toBe(before);
      expect(await predicate('name')).toMatchObject({ type: 'string' });
    });
  });

  describe('/alter with an ontology in force', () => {
    it('a predicate of the ontology is not dropped; a mutation removes its values and their consequences', async () => {
      await loadOntology(testbed.url, ZOO);
      const { data } = await ask(testbed.url, rdf('{ set { _:k <keeps> _:d .\n_:d <graph.type> "Dog" . } }'));
      const { body } = await post(testbed.url, alterJson({ drop_attr: 'keeps' }));
      expect(body.errors[0].extensions.code).toBe('SchemaInUse');
      const keptBy = { keptBy: { [data.uids.k as string]: inferred } };
      expect((await facts(data.uids.d as string, ['keptBy'])).edges).toEqual(keptBy);
      await ask(
        testbed.url,
        rdf('upsert { query { v as var(func: has(keeps)) } mutation { delete { uid(v) <keeps> * . } } }'),
      );
      expect((await facts(data.uids.d as string, ['keptBy'])).edges).toEqual({ keptBy: {} });
      expect((await facts(data.uids.d as string)).types).toHaveProperty('Dog', asserted);
    });

    it('drop_op DATA keeps the ontology in force', async () => {
      await ask(testbed.url, alterJson({ drop_op: 'DATA' }));
      const { data } = await ask(testbed.url, json({ set: { uid: '_:a', 'graph.type': 'Dog' } }));
      expect((await facts(data.uids.a as string)).types).toEqual({ Dog: asserted, Mammal: inferred, Animal: inferred });
    });

    it('drop_all leaves no ontology in force, and one can be loaded', async () => {
      await ask(testbed.url, alterJson({ drop_all: true }));
      expect((await fetch(`${testbed.url}/ontology`)).status).toBe(409);
      await ask(testbed.url, json({ set: { 'dgraph.type': 'Dog' } }));
      const { materialization } = await loadOntology(testbed.url, ZOO);
      expect(materialization.inferred).toBe(2);
    });
  });
});
