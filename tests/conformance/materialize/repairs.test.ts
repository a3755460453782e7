/** GET /ontology/violations?repairs=true: the smallest deletions that end a contradiction, and their effect. */
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alterJson, ask, query, rdf, type Answer } from '../../support/engines/wire';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://ex.org/o> a owl:Ontology .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Plant a owl:Class ; owl:disjointWith :Animal .
:eats a owl:ObjectProperty , owl:AsymmetricProperty ; rdfs:domain :Animal .
:label a owl:DatatypeProperty .
:nick a owl:DatatypeProperty ; rdfs:subPropertyOf :name . :name a owl:DatatypeProperty .
:Mint a owl:Class ; rdfs:subClassOf :Plant .
`;

underGateway((testbed) => {
  /** Writes behind the gateway. */
  const write = async (statements: string): Promise<Record<string, string>> =>
    (await ask(testbed.engine.url, rdf(`{ set {\n${statements}\n} }`))).data.uids;
  const violations = async (parameters = '?repairs=true'): Promise<Answer[]> => {
    const response = await fetch(`${testbed.url}/ontology/violations${parameters}`);
    expect(response.status).toBe(200);
    const page: Answer = await response.json();
    return page.violations;
  };
  const apply = async (mutation: string): Promise<Answer> => {
    const answer = await ask(testbed.url, rdf(mutation));
    expect(answer.errors).toBeUndefined();
    return answer.extensions.ontology;
  };
  const factsOf = ({ repairs }: Answer): string[] =>
    repairs.sets.map(({ facts }: Answer) =>
      facts.map(({ subject, predicate, object }: Answer) => `${subject} ${predicate} ${object}`).join(', '),
    );

  beforeAll(() => loadOntology(testbed.url, ONTOLOGY));
  afterEach(() => ask(testbed.url, alterJson({ drop_op: 'DATA' })));

  it('are listed only on request, and nothing is written', async () => {
    await write('_:a <dgraph.type> "Dog" .\n_:a <dgraph.type> "Animal" .\n_:a <dgraph.type> "Plant" .');
    const before = await dump(testbed.engine.url);
    const [plain] = await violations('');
    expect(plain).not.toHaveProperty('repairs');
    expect((await violations('?repairs=false'))[0]).not.toHaveProperty('repairs');
    const [violation] = await violations();
    expect(violation).toMatchObject({ ...plain, repairs: { complete: true } });
    expect(await dump(testbed.engine.url)).toBe(before);
    const response = await fetch(`${testbed.url}/ontology/violations?repairs=yes`);
    expect(response.status).toBe(400);
  });

  it('delete all asserted reasons of a fact, say what would be retracted, and end the contradiction', async () => {
    const { data } = await ask(
      testbed.url,
      rdf('{ set { _:x <eats> _:y .\n_:x <eats> _:z .\n_:x <graph.type> "Dog" . } }'),
    );
    const { x, y, z } = data.uids;
    await write(`<${x}> <dgraph.type> "Mint" .`);
    await ask(testbed.url, rdf(`{ set { _:other <eats> _:o . } }`));
    const { other } = await write('_:other <dgraph.type> "Animal" .\n_:other <dgraph.type> "Plant" .');
    const materialized = await fetch(`${testbed.url}/ontology/materialize?wait=true`, { method: 'POST' });
    expect(materialized.status).toBe(200);
    const found = await violations();
    const violation = found.find(({ entity }) => entity === x)!;
    const edges = [y, z].sort((a, b) => Number(BigInt(a) - BigInt(b))).map((each) => `${x} eats ${each}`);
    expect(factsOf(violation)).toEqual([`${x} graph.type Mint`, [`${x} graph.type Dog`, ...edges].join(', ')]);
    const [mint, animal] = violation.repairs.sets;
    expect(mint).toMatchObject({ retracted: 1, examples: [{ subject: x, predicate: 'graph.type', object: 'Plant' }] });
    expect(animal).toMatchObject({ retracted: 1, examples: [{ object: 'Animal' }] });
    // The same deletion as a dry run of the client.
    const tried = await ask(testbed.url, rdf(mint.mutation, { dryRun: true }));
    expect(tried.errors).toBeUndefined();
    expect(await apply(animal.mutation)).toMatchObject({ retracted: 1 });
    const left = await violations();
    expect(left.map(({ entity }) => entity)).toEqual([other]);
  });

  it('cover values of single-valued predicates, literals with quotes, and pairs of edges', async () => {
    const { a, b } = await write(`
      _:a <nick> "A \\"l\\"" .\n_:a <name> "Bo" .\n_:a <eats> _:b .\n_:b <eats> _:a .`);
    for (const [code, expected] of [
      ['SingleValueViolation', [`${a} name "Bo"`, `${a} nick "A "l""`]],
      ['AsymmetricViolation', [`${a} eats ${b}`, `${b} eats ${a}`]],
    ] as const) {
      const violation = (await violations()).find((each) => each.code === code)!;
      expect(factsOf(violation).sort()).toEqual([...expected].sort());
      const last = violation.repairs.sets.at(-1);
      await apply(last.mutation);
      expect((await violations()).filter((each) => each.code === code)).toEqual([]);
    }
  });

  it('name the axioms that state a fact as well', async () => {
    await loadOntology(testbed.url, `${ONTOLOGY}:rex a :Dog .`);
    const { data } = await ask(testbed.url, query('{ q(func: eq(iri, "http://ex.org/rex")) { uid } }'));
    await write(`<${data.q[0].uid}> <dgraph.type> "Plant" .`);
    const [violation] = await violations();
    const stated = violation!.repairs.sets.filter(({ axioms }: Answer) => axioms !== undefined);
    expect(stated).toEqual([
      expect.objectContaining({ axioms: [{ text: 'ClassAssertion(:Dog :rex)', line: 9, column: expect.any(Number) }] }),
    ]);
  });

  it('come in short parts, each violation once', async () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) => `_:n${i} <dgraph.type> "Animal" .\n_:n${i} <dgraph.type> "Plant" .`,
    );
    await write(lines.join('\n'));
    const entities: string[] = [];
    for (let after = ''; ;) {
      const response = await fetch(`${testbed.url}/ontology/violations?repairs=true&first=5${after}`);
      const page: Answer = await response.json();
      for (const { entity, repairs } of page.violations) {
        entities.push(entity);
        expect(repairs.sets).toHaveLength(2);
      }
      if (page.next === undefined) break;
      after = `&after=${page.next}`;
    }
    expect(new Set(entities).size).toBe(12);
    expect(entities).toHaveLength(12);
  });
});
