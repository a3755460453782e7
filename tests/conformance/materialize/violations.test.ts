/** GET /ontology/violations: every contradiction among the stored facts, once, with its proof, in parts. */
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alterJson, ask, rdf, type Answer } from '../../support/engines/wire';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owlgate: <https://owlgate.dev/ns#> .
<http://ex.org/o> a owl:Ontology .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Plant a owl:Class ; owl:disjointWith :Animal .
:Stone a owl:Class ; rdfs:subClassOf owl:Nothing .
:eats a owl:ObjectProperty , owl:AsymmetricProperty ; rdfs:domain :Animal .
:near a owl:ObjectProperty , owl:IrreflexiveProperty .
:loves a owl:ObjectProperty . :hates a owl:ObjectProperty ; owl:propertyDisjointWith :loves .
:nick a owl:DatatypeProperty ; rdfs:subPropertyOf :name . :name a owl:DatatypeProperty .
`;

underGateway((testbed) => {
  /** Writes behind the gateway. */
  const write = async (statements: string): Promise<Record<string, string>> =>
    (await ask(testbed.engine.url, rdf(`{ set {\n${statements}\n} }`))).data.uids;
  const part = async (parameters = ''): Promise<{ status: number; body: Answer }> => {
    const response = await fetch(`${testbed.url}/ontology/violations${parameters}`);
    return { status: response.status, body: await response.json() };
  };
  /** Requests all parts in sequence. */
  const all = async (first: number): Promise<{ violations: Answer[]; parts: Answer[] }> => {
    const parts: Answer[] = [];
    for (let after: string | undefined; parts.length < 10_000;) {
      const { status, body } = await part(`?first=${first}${after === undefined ? '' : `&after=${after}`}`);
      expect(status).toBe(200);
      expect(body.violations.length).toBeLessThanOrEqual(first);
      parts.push(body);
      after = body.next;
      if (after === undefined) break;
    }
    return { parts, violations: parts.flatMap(({ violations }) => violations as Answer[]) };
  };
  const clear = () => ask(testbed.url, alterJson({ drop_op: 'DATA' }));

  it('a request before any ontology is answered with 409', async () => {
    const { status, body } = await part();
    expect([status, body.errors[0].extensions.code]).toEqual([409, 'NoOntology']);
  });

  describe('with an ontology in force', () => {
    beforeAll(async () => {
      await loadOntology(testbed.url, ONTOLOGY);
    });

    it('consistent data have no violations', async () => {
      await ask(testbed.url, rdf('{ set { _:a <graph.type> "Dog" .\n_:a <eats> _:b .\n_:b <graph.type> "Plant" . } }'));
      expect((await part()).body).toEqual({ version: 1, violations: [] });
    });

    it('unknown parameters are refused with 400', async () => {
      for (const parameters of ['?first=0', '?first=1001', '?first=x', '?frist=1', '?after=abc', '?after=']) {
        const { status, body } = await part(parameters);
        expect([parameters, status, body.errors[0].extensions.code]).toEqual([parameters, 400, 'InvalidRequest']);
      }
    });

    it('each kind is reported with its axiom and facts, and nothing is written', async () => {
      const n = await write(`
        _:mixed <dgraph.type> "Dog" .\n_:mixed <dgraph.type> "Animal" .\n_:mixed <dgraph.type> "Plant" .
        _:stone <dgraph.type> "Stone" .
        _:a <eats> _:b .\n_:b <eats> _:a .
        _:a <near> _:a .
        _:a <loves> _:b .\n_:a <hates> _:b .
        _:a <nick> "Al" .\n_:a <name> "Bo" .`);
      const before = await dump(testbed.engine.url);
      const { violations } = await all(100);
      expect(await dump(testbed.engine.url)).toBe(before);
      const reported = violations.map(({ code, entity, rule }) => [code, entity, rule]);
      const [first] = [n['a']!, n['b']!].sort((x, y) => Number(BigInt(x) - BigInt(y)));
      expect(reported.sort()).toEqual(
        [
          ['AsymmetricViolation', first, 'prp-asyp'],
          ['DisjointPropertiesViolation', n['a'], expect.stringMatching(/prp-(pdw|adp)/)],
          ['DisjointnessViolation', n['mixed'], 'cax-dw'],
          ['IrreflexiveViolation', n['a'], 'prp-irp'],
          ['NothingViolation', n['stone'], expect.stringContaining('cls-nothing2')],
          ['SingleValueViolation', n['a'], 'prp-spo1'],
        ].sort(),
      );
      const single = violations.find(({ code }) => code === 'SingleValueViolation')!;
      expect(single).toMatchObject({
        message: expect.stringContaining(`"name" takes one value and would have "Bo" and "Al"`),
        axiom: expect.stringContaining('SubDataPropertyOf'),
        line: 9,
        facts: [
          { subject: n['a'], predicate: 'name', object: '"Bo"' },
          { subject: n['a'], predicate: 'nick', object: '"Al"' },
        ],
      });
    });

    it('a violation has its proof down to asserted facts', async () => {
      const { data } = await ask(testbed.url, rdf('{ set { _:d <graph.type> "Dog" . } }'));
      const d = data.uids.d as string;
      await write(`<${d}> <dgraph.type> "Plant" .`);
      const { violations } = await all(1000);
      const { explanation, facts } = violations.find(({ entity }) => entity === d)!;
      expect(facts).toContainEqual({ subject: d, predicate: 'graph.type', object: 'Animal' });
      const animal = explanation.premises.find((premise: Answer) => premise.fact.object === 'Animal');
      expect(animal).toMatchObject({
        kind: 'inferred',
        rule: { name: 'cax-sco', axiom: { line: 4 } },
        premises: [{ kind: 'asserted', fact: { subject: d, predicate: 'graph.type', object: 'Dog' } }],
      });
    });

    it('pages of any size list every violation once, in the same order', async () => {
      await clear();
      const count = 1234;
      // Each eats the next and is eaten by it; some have two disjoint classes besides; one hub has many contradictions.
      const lines: string[] = [];
      for (let i = 0; i < count; i++) {
        lines.push(`_:n${i} <dgraph.type> "Animal" .`);
        if (i % 3 === 0) lines.push(`_:n${i} <dgraph.type> "Plant" .`);
        if (i % 2 === 0 && i + 1 < count) lines.push(`_:n${i} <eats> _:n${i + 1} .`, `_:n${i + 1} <eats> _:n${i} .`);
      }
      for (let i = 0; i < 150; i++) lines.push(`_:hub <loves> _:h${i} .`, `_:hub <hates> _:h${i} .`);
      const n = await write(lines.join('\n'));
      const expected = new Set<string>();
      const lower = (a: string, b: string) => (BigInt(a) < BigInt(b) ? a : b);
      for (let i = 0; i < count; i++) {
        if (i % 3 === 0) expected.add(`DisjointnessViolation ${n[`n${i}`]}`);
        if (i % 2 === 0 && i + 1 < count) expected.add(`AsymmetricViolation ${lower(n[`n${i}`]!, n[`n${i + 1}`]!)}`);
      }
      for (let i = 0; i < 150; i++) expected.add(`DisjointPropertiesViolation ${n['hub']} ${n[`h${i}`]}`);
      const summaryOf = (violations: readonly Answer[]) =>
        violations.map(({ code, entity, facts }) =>
          code === 'DisjointPropertiesViolation' ? `${code} ${entity} ${facts[0].object}` : `${code} ${entity}`,
        );
      const large = await all(1000);
      expect(summaryOf(large.violations).sort()).toEqual([...expected].sort());
      expect(large.parts.length).toBeGreaterThan(1);
      const small = await all(37);
      expect(small.violations).toEqual(large.violations);
    });

    it('a cursor of another version is refused', async () => {
      const { body } = await part('?first=1');
      expect(body.next).toEqual(expect.any(String));
      await loadOntology(testbed.url, `${ONTOLOGY}:Fern a owl:Class ; rdfs:subClassOf :Plant .`);
      const later = await part(`?first=1&after=${body.next}`);
      expect(later.status).toBe(400);
      expect(later.body.errors[0].message).toContain('begin again');
    });

    it('an inferred fact that contradicts a directly written one is reported', async () => {
      await clear();
      const { data } = await ask(testbed.url, rdf('{ set { _:x <eats> _:y . } }'));
      await write(`<${data.uids.x}> <dgraph.type> "Plant" .`);
      const { violations } = await all(10);
      expect(violations.map(({ code, entity }) => [code, entity])).toEqual([['DisjointnessViolation', data.uids.x]]);
    });
  });
});
