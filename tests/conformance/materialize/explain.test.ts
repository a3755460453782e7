/** Proofs of facts (GET /ontology/explain). */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, post, rdf, type Answer } from '../../support/engines/wire';

const NS = 'https://example.org/house#';
const HOUSE = `
@prefix : <${NS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/house> a owl:Ontology .
:LivingThing a owl:Class .
:Animal a owl:Class ; rdfs:subClassOf :LivingThing .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
:Person a owl:Class ; rdfs:subClassOf :LivingThing .
:keeps a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Animal .
:keptBy a owl:ObjectProperty ; owl:inverseOf :keeps .
:partOf a owl:ObjectProperty, owl:TransitiveProperty .
:hasParent a owl:ObjectProperty .
:hasBrother a owl:ObjectProperty .
:hasUncle a owl:ObjectProperty ; owl:propertyChainAxiom ( :hasParent :hasBrother ) .
:label a owl:DatatypeProperty ; rdfs:range xsd:string ; <https://owlgate.dev/ns#list> true .
:nickname a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:subPropertyOf :label .
:tower a :Landmark .
:Landmark a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :partOf ; owl:hasValue :town ] .
:age a owl:DatatypeProperty ; rdfs:range xsd:integer ; rdfs:domain :LivingThing .
:owner a owl:ObjectProperty, owl:FunctionalProperty .
:heir a owl:ObjectProperty ; rdfs:subPropertyOf :owner .
`;

underGateway((testbed) => {
  let uid: Record<'rex' | 'ann' | 'bo' | 'cy' | 'room' | 'house' | 'street' | 'felix', string>;
  const REX = 'https://example.org/data/rex';

  beforeAll(async () => {
    await loadOntology(testbed.url, HOUSE);
    const { data } = await ask(
      testbed.url,
      rdf(`{ set {
        _:rex <graph.type> "Dog" .
        _:rex <iri> "${REX}" .
        _:rex <age> "5" .
        _:rex <nickname> "Rexy" .
        _:ann <keeps> _:rex .
        _:ann <hasParent> _:bo .
        _:bo <hasBrother> _:cy .
        _:felix <graph.type> "Cat" .
        _:room <partOf> _:house .
      } }`),
    );
    uid = data.uids as typeof uid;
    // In a separate write: the inferred facts join with stored ones.
    const { data: more } = await ask(testbed.url, rdf(`{ set { <${uid.house}> <partOf> _:street . } }`));
    uid.street = more.uids.street;
  });

  const explain = async (
    subject: string,
    predicate: string,
    object: string,
    more: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Answer; text: string; headers: Headers }> => {
    const parameters = new URLSearchParams({ subject, predicate, object, ...more }).toString();
    const response = await fetch(`${testbed.url}/ontology/explain?${parameters}`, { headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, body: isJson ? JSON.parse(text) : undefined, text, headers: response.headers };
  };

  it('a proof of a type has several steps', async () => {
    const { status, body, headers } = await explain(uid.rex, 'graph.type', 'LivingThing');
    expect(status).toBe(200);
    expect(headers.get('x-owlgate-version')).toBe('1');
    expect(body).toEqual({
      fact: { subject: uid.rex, predicate: 'graph.type', object: 'LivingThing' },
      state: 'inferred',
      complete: true,
      nodes: { [uid.rex]: REX },
      proofs: [
        {
          // Of two derivations of the class, that from the domain of its age is the shorter one.
          steps: 1,
          proof: {
            fact: { subject: uid.rex, predicate: 'graph.type', object: 'LivingThing' },
            kind: 'inferred',
            rule: {
              name: 'prp-dom',
              says: 'what has age is a LivingThing',
              axiom: { text: 'DataPropertyDomain(:age :LivingThing)', line: 22, column: expect.any(Number) },
            },
            premises: [{ fact: { subject: uid.rex, predicate: 'age', object: '"5"' }, kind: 'asserted' }],
          },
        },
      ],
    });
    const all = await explain(uid.rex, 'graph.type', 'LivingThing', { max: '10' });
    expect(all.body.complete).toBe(true);
    expect(all.body.proofs.map(({ steps }: Answer) => steps)).toEqual([1, 2, 2]);
    const leaves = (proof: Answer): string[] =>
      proof.kind === 'asserted' ? [`${proof.fact.predicate} ${proof.fact.object}`] : proof.premises.flatMap(leaves);
    expect(all.body.proofs.map(({ proof }: Answer) => leaves(proof).join()).sort()).toEqual(
      ['age "5"', 'graph.type Dog', `keeps ${uid.rex}`].sort(),
    );
  });

  it('a proof is available as text', async () => {
    const { text, headers } = await explain(uid.felix, 'graph.type', 'LivingThing', {}, { Accept: 'text/plain' });
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toBe(
      [
        `${uid.felix} graph.type LivingThing`,
        `  since every Animal is a LivingThing   [cax-sco, line 8: SubClassOf(:Animal :LivingThing)]`,
        `  and ${uid.felix} graph.type Animal`,
        `    since every Cat is an Animal   [cax-sco, line 10: SubClassOf(:Cat :Animal)]`,
        `    and ${uid.felix} graph.type Cat   (asserted)`,
        '',
      ].join('\n'),
    );
    const named = await explain(uid.rex, 'graph.type', 'Animal', {}, { Accept: 'text/plain' });
    expect(named.text).toContain(`\n\nwhere\n  ${uid.rex} is <${REX}>\n`);
  });

  it.each([
    ['inverse', () => [uid.rex, 'keptBy', uid.ann], 'prp-inv2', 1],
    ['range', () => [uid.rex, 'graph.type', 'Animal'], 'cax-sco', 1],
    ['chain', () => [uid.ann, 'hasUncle', uid.cy], 'prp-spo2', 2],
    ['transitive', () => [uid.room, 'partOf', uid.street], 'prp-trp', 2],
    ['a value', () => [uid.rex, 'label', 'Rexy'], 'prp-spo1', 1],
  ])('a fact is proved: %s', async (_, fact, rule, premises) => {
    const [subject, predicate, object] = fact() as [string, string, string];
    const { status, body } = await explain(subject, predicate, object, { max: '9' });
    expect(status).toBe(200);
    const proof = body.proofs.map((entry: Answer) => entry.proof).find((entry: Answer) => entry.rule.name === rule);
    expect(proof.premises.map(({ kind }: Answer) => kind)).toEqual(Array(premises).fill('asserted'));
  });

  it('an asserted fact has a proof of one line', async () => {
    const { body } = await explain(uid.rex, 'graph.type', 'Dog');
    const fact = { subject: uid.rex, predicate: 'graph.type', object: 'Dog' };
    expect(body).toMatchObject({
      fact,
      state: 'asserted',
      complete: true,
      proofs: [{ steps: 0, proof: { fact, kind: 'asserted' } }],
    });
    const { text } = await explain(uid.rex, 'age', '5', {}, { Accept: 'text/plain' });
    expect(text).toContain(`${uid.rex} age "5"   (asserted)\n`);
  });

  it.each([
    ['an IRI', () => [REX, 'graph.type', 'Animal']],
    [
      'an IRI in brackets, terms by IRI',
      () => [`<${REX}>`, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', `${NS}Animal`],
    ],
    ['prefixes', () => [uid.rex, 'rdf:type', ':Animal']],
    ['an object by its IRI', () => [uid.ann, `<${NS}keeps>`, REX]],
    ['a value with its datatype', () => [uid.rex, 'age', '"05"^^<http://www.w3.org/2001/XMLSchema#integer>']],
    ['a quoted value', () => [REX, ':label', '"Rexy"']],
    ['a uid in capitals', () => [uid.rex.toUpperCase().replace('0X', '0x'), 'dgraph.type', 'Animal']],
  ])('nodes are named by %s', async (_, fact) => {
    const [subject, predicate, object] = fact() as [string, string, string];
    expect((await explain(subject, predicate, object)).status).toBe(200);
  });

  describe('refusals', () => {
    it('a fact that does not hold is refused with 404 and the facts that hold instead', async () => {
      const { status, body } = await explain(uid.rex, 'graph.type', 'Cat');
      expect(status).toBe(404);
      const [{ message, extensions }] = body.errors;
      expect(message).toContain(`not stored: ${uid.rex} graph.type Cat; under graph.type, ${uid.rex} has `);
      expect(extensions).toMatchObject({ code: 'FactUnknown', entailed: false });
      expect(extensions.near.map(({ object }: Answer) => object).sort()).toEqual(['Animal', 'Dog', 'LivingThing']);
      const nothing = await explain('0xfffffff', 'keeps', uid.rex);
      expect([nothing.status, nothing.body.errors[0].message]).toEqual([
        404,
        `not stored: 0xfffffff keeps ${uid.rex}; 0xfffffff has no keeps`,
      ]);
    });

    it('unknown names are refused with 404', async () => {
      const predicate = await explain(uid.rex, 'keps', uid.ann);
      expect([predicate.status, predicate.body.errors[0].extensions]).toMatchObject([
        404,
        { code: 'UnknownPredicate', suggestions: ['keeps'] },
      ]);
      const node = await explain('https://example.org/nobody', 'graph.type', 'Dog');
      expect([node.status, node.body.errors[0].extensions.code]).toEqual([404, 'UnknownNode']);
    });

    it.each([
      ['subject=0x1', 'predicate and object are missing'],
      ['subject=0x1&predicate=graph.type&object=Dog&max=0', 'max=0'],
      ['subject=0x1&predicate=graph.type&object=Dog&maximum=2', 'unknown parameter'],
      ['subject=_:x&predicate=graph.type&object=Dog', 'one request only'],
      ['subject=0x0&predicate=graph.type&object=Dog', 'a uid (0x1)'],
      ['subject=0x1&predicate=keeps&object=Rex', 'object=Rex'],
    ])('%s is refused with 400', async (parameters, reason) => {
      const response = await fetch(`${testbed.url}/ontology/explain?${parameters}`);
      const { errors } = (await response.json()) as Answer;
      expect([response.status, errors[0].extensions.code]).toEqual([400, 'InvalidRequest']);
      expect(errors[0].message).toContain(reason);
    });
  });

  describe('data changed behind the gateway', () => {
    const behind = (body: string) => ask(testbed.engine.url, rdf(body));

    it('an inferred fact without a derivation, and a derivation without its fact, are reported', async () => {
      await behind(
        `{ set { <${uid.street}> <dgraph.type> "Animal" (owl.inferred=true) .\n<${uid.street}> <hasParent> ` +
          `<${uid.bo}> . } }`,
      );
      const unfounded = await explain(uid.street, 'graph.type', 'Animal');
      expect(unfounded.status).toBe(200);
      expect(unfounded.body).toMatchObject({ state: 'inferred', complete: true, proofs: [] });
      expect(unfounded.body.note).toContain('no stored fact entails it');
      const missing = await explain(uid.street, 'hasUncle', uid.cy);
      expect(missing.status).toBe(404);
      expect(missing.body.errors[0].message).toContain('although stored facts entail it');
      expect(missing.body.errors[0].extensions.entailed).toBe(true);
      await behind(`{ delete { <${uid.street}> <dgraph.type> "Animal" .\n<${uid.street}> <hasParent> * . } }`);
    });
  });

  it('facts and individuals of the ontology’s document are explained', async () => {
    const { body, text } = await explain(':tower', 'partOf', ':town');
    expect([text, body.proofs?.[0].proof.premises]).toEqual([
      expect.any(String),
      [
        {
          fact: { subject: expect.stringMatching(/^0x/), predicate: 'graph.type', object: 'Landmark' },
          kind: 'asserted',
          axiom: { text: 'ClassAssertion(:Landmark :tower)', line: 20, column: expect.any(Number) },
        },
      ],
    ]);
    expect(Object.values(body.nodes).sort()).toEqual([`${NS}tower`, `${NS}town`]);
    const shown = await explain(':tower', 'partOf', ':town', {}, { Accept: 'text/plain' });
    expect(shown.text).toContain(
      'graph.type Landmark   (asserted, by the ontology, line 20: ClassAssertion(:Landmark :tower))',
    );
  });

  it('a retracted fact is not explained', async () => {
    await ask(testbed.url, json({ delete: [{ uid: uid.felix, 'graph.type': 'Cat' }] }));
    expect((await explain(uid.felix, 'graph.type', 'LivingThing')).status).toBe(404);
  });

  it('HEAD is answered without a body', async () => {
    const parameters = new URLSearchParams({ subject: uid.rex, predicate: 'graph.type', object: 'Animal' }).toString();
    const response = await fetch(`${testbed.url}/ontology/explain?${parameters}`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

underGateway((testbed) => {
  let stored: Record<'tom' | 'ann', string>;

  beforeAll(async () => {
    await loadOntology(testbed.url, HOUSE);
    const { data } = await ask(testbed.url, rdf('{ set { _:tom <graph.type> "Cat" .\n_:ann <keeps> _:tom . } }'));
    stored = data.uids as typeof stored;
  });

  describe('a write that is refused', () => {
    it('is answered with the proof of the contradiction', async () => {
      const { body } = await post(
        testbed.url,
        rdf(`{ set { <${stored.tom}> <graph.type> "Dog" .\n_:x <https://example.org/unknown> "1" . } }`),
      );
      const [{ message, extensions }] = body.errors;
      expect(message).toBe(
        `owl/materializer: disjointness violation on entity ${stored.tom}: type "Cat" is disjoint with type "Dog"`,
      );
      expect(extensions.code).toBe('DisjointnessViolation');
      const { explanation } = extensions;
      expect(explanation.rule).toEqual({
        name: 'cax-dw',
        says: expect.stringMatching(/^nothing is both a (Cat and a Dog|Dog and a Cat)$/),
        axiom: { text: expect.stringContaining('DisjointClasses('), line: 10, column: expect.any(Number) },
      });
      const premises = new Map(explanation.premises.map((proof: Answer) => [proof.fact.object, proof]));
      expect(premises.get('Cat')).toEqual({
        fact: { subject: stored.tom, predicate: 'graph.type', object: 'Cat' },
        kind: 'asserted',
      });
      expect(premises.get('Dog')).toEqual({
        fact: { subject: stored.tom, predicate: 'graph.type', object: 'Dog' },
        kind: 'asserted',
        fromThisWrite: true,
      });
      expect(explanation.text).toContain(`but ${stored.tom} graph.type Dog   (asserted, in this request)`);
    });

    it('with two values where one is allowed is answered with the proof of each', async () => {
      const first = await ask(testbed.url, rdf(`{ set { _:estate <owner> <${stored.ann}> . } }`));
      const estate = first.data.uids.estate;
      const { body } = await post(testbed.url, rdf(`{ set { <${estate}> <heir> _:bo . } }`));
      const [{ message, extensions }] = body.errors;
      expect(message).toContain('functional property violation');
      const { rule, premises, text } = extensions.explanation;
      expect(rule).toEqual({ says: 'owner takes one value' });
      expect(premises).toEqual([
        { fact: { subject: estate, predicate: 'owner', object: stored.ann }, kind: 'asserted' },
        {
          fact: { subject: estate, predicate: 'owner', object: '_:bo' },
          kind: 'inferred',
          rule: expect.objectContaining({ name: 'prp-spo1', says: 'heir implies owner' }),
          premises: [
            { fact: { subject: estate, predicate: 'heir', object: '_:bo' }, kind: 'asserted', fromThisWrite: true },
          ],
        },
      ]);
      expect(text).toContain(`    and ${estate} heir _:bo   (asserted, in this request)`);
    });

    it('is answered with supporting facts that the write itself did not read', async () => {
      // An earlier write inferred the type Person: only the proof reads its derivation.
      await loadOntology(testbed.url, `${HOUSE}\n:Animal owl:disjointWith :Person .`);
      const { body } = await post(testbed.url, rdf(`{ set { _:x <keeps> <${stored.ann}> . } }`));
      const explanations = body.errors.map(({ extensions }: Answer) => extensions.explanation);
      expect(explanations).toHaveLength(1);
      const [{ premises }] = explanations;
      const person = premises.find(({ fact }: Answer) => fact.object === 'Person');
      expect(person).toEqual({
        fact: { subject: stored.ann, predicate: 'graph.type', object: 'Person' },
        kind: 'inferred',
        rule: expect.objectContaining({ name: 'prp-dom', says: 'what has keeps is a Person' }),
        premises: [{ fact: { subject: stored.ann, predicate: 'keeps', object: stored.tom }, kind: 'asserted' }],
      });
      const animal = premises.find(({ fact }: Answer) => fact.object === 'Animal');
      expect(animal.premises).toEqual([
        { fact: { subject: '_:x', predicate: 'keeps', object: stored.ann }, kind: 'asserted', fromThisWrite: true },
      ]);
    });
  });
});
