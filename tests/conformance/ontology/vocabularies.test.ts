/**
 * Real vocabularies, if the shared folder has them (`OWLGATE_SHARED`, default `../shared`): PROV-O with a graph written
 * through the gateway, FOAF and SKOS.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { describeIf } from '../../support/conditional';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, query, type Answer } from '../../support/engines/wire';
import { itOn } from '../../support/runs';

const folder = path.join(
  process.env['OWLGATE_SHARED'] ?? path.join(__dirname, '../../../../shared'),
  'data/ontologies',
);
const present = existsSync(path.join(folder, 'prov-o.ttl'));
const read = (name: string): string => readFileSync(path.join(folder, `${name}.ttl`), 'utf8');

const PROV = 'http://www.w3.org/ns/prov#';
const EX = 'https://example.org/newsroom/';
const CHAIN = 100;

/**
 * Returns a chain of drafts: each activity uses a draft and generates the next, with an editor in charge; every tenth
 * is a revision.
 */
function newsroom(): string {
  const lines = [
    `@prefix prov: <${PROV}> .`,
    `@prefix : <${EX}> .`,
    '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
  ];
  for (let i = 0; i < CHAIN; i++) {
    lines.push(
      `:edit${i} prov:used :draft${i} ; prov:wasAssociatedWith :editor${i % 3} ; ` +
        `prov:startedAtTime "2024-01-01T00:${String(i % 60).padStart(2, '0')}:00Z"^^xsd:dateTime .`,
      `:draft${i + 1} prov:wasGeneratedBy :edit${i} ; prov:wasAttributedTo :editor${i % 3} .`,
      i % 10 === 0
        ? `:draft${i + 1} prov:wasRevisionOf :draft${i} .`
        : `:draft${i + 1} prov:wasDerivedFrom :draft${i} .`,
    );
  }
  lines.push(':editor0 a prov:Person . :editor1 a prov:SoftwareAgent . :editor2 prov:actedOnBehalfOf :press .');
  lines.push(
    ':press a prov:Organization . :plan1 a prov:Plan . :final a prov:Bundle ; prov:hadPrimarySource :draft0 .',
  );
  return lines.join('\n');
}

underGateway((testbed) => {
  describeIf(present, 'no ontologies in the shared folder')('PROV-O', () => {
    const count = async (filter: string): Promise<number> => {
      const { data } = await ask(testbed.engine.url, query(`{ q(func: ${filter}) { count(uid) } }`));
      return data.q[0].count as number;
    };
    const edges = async (predicate: string): Promise<number> => {
      const text = `{ var(func: has(<${predicate}>)) { n as count(<${predicate}>) } q() { sum(val(n)) } }`;
      const { data } = await ask(testbed.engine.url, query(text));
      return data.q[0]['sum(val(n))'] as number;
    };

    it('the strict profile refuses its union domains and ranges by line', async () => {
      const turtle = read('prov-o');
      const { status, body } = await postOntology(testbed.url, turtle);
      expect(status).toBe(400);
      const { code, violations } = body.errors[0].extensions as { code: string; violations: Answer[] };
      expect(code).toBe('OntologyProfile');
      const lines = turtle.split('\n');
      const unions = violations.filter(({ axiom }) => /ObjectUnionOf/.test(axiom as string));
      expect(unions).toHaveLength(6);
      // Each is reported at its position: the domain or range, or the union that is its value.
      for (const { line } of unions) {
        const around = lines.slice(Math.max(0, (line as number) - 8), (line as number) + 4).join('\n');
        expect(around).toMatch(/unionOf|rdfs:domain|rdfs:range/);
      }
      for (const { rule, advice, column } of violations) {
        expect([rule, advice]).toEqual([expect.any(String), expect.any(String)]);
        expect(column).toBeGreaterThan(0);
      }
    });

    it('the lenient profile warns of each axiom without inference', async () => {
      const report = await loadOntology(testbed.url, read('prov-o'), '?profile=lenient');
      expect(report).toMatchObject({ objectProperties: 44, dataProperties: 6 });
      expect(report.classes).toBeGreaterThanOrEqual(30);
      const notInferred = (report.warnings as { message: string; count?: number }[]).filter(({ message }) =>
        message.includes('not inferred'),
      );
      expect(notInferred.reduce((sum, { count = 1 }) => sum + count, 0)).toBeGreaterThanOrEqual(6);
    });

    it('a written graph gets ancestor types and inferred edges', async () => {
      const { extensions } = await ask(testbed.url, {
        path: '/mutate?commitNow=true',
        type: 'text/turtle',
        body: newsroom(),
      });
      expect(extensions.ontology.asserted).toBeGreaterThan(5 * CHAIN);
      // Entities: draft0 … draft100, and those by class: the plan, the bundle.
      expect(await count('type(Entity)')).toBe(CHAIN + 1 + 2);
      expect(await count('type(Activity)')).toBe(CHAIN);
      // Three editors and the press.
      expect(await count('type(Agent)')).toBe(4);
      expect(await count('type(Person)')).toBe(1);
      // wasRevisionOf and hadPrimarySource are derivations; all of them, wasGeneratedBy, used, … are influences.
      expect(await edges('wasRevisionOf')).toBe(CHAIN / 10);
      expect(await edges('wasDerivedFrom')).toBe(CHAIN + 1);
      expect(await edges('wasInfluencedBy')).toBe(CHAIN + 1 + CHAIN + CHAIN + CHAIN + CHAIN + 1);
      // prov:generated is the inverse of prov:wasGeneratedBy.
      expect(await edges('generated')).toBe(CHAIN);
    });
  });

  describeIf(present, 'no ontologies in the shared folder')('FOAF and SKOS', () => {
    const messages = (report: Answer): string[] =>
      (report.warnings as { message: string }[]).map(({ message }) => message);

    itOn(testbed.engine, 'embedded')('FOAF loads leniently, and foaf:knows entails Person and Agent', async () => {
      const report = await loadOntology(testbed.url, read('foaf'), '?profile=lenient');
      expect(report.classes).toBeGreaterThanOrEqual(20);
      expect(messages(report).length).toBeGreaterThan(0);
      const { data } = await ask(testbed.url, {
        path: '/mutate?commitNow=true',
        type: 'text/turtle',
        body: '@prefix foaf: <http://xmlns.com/foaf/0.1/> . _:a foaf:knows _:b . _:b foaf:name "Bea" .',
      });
      const read_ = await ask(
        testbed.url,
        query(`{ q(func: uid(${data.uids.a as string}, ${data.uids.b as string})) { graph.type } }`),
      );
      for (const node of read_.data.q as Answer[]) {
        expect(node['graph.type']).toEqual(expect.arrayContaining(['Person', 'Agent']));
      }
    });

    itOn(testbed.engine, 'dgraph')(
      'SKOS loads leniently; narrower is the inverse of broader, and semanticRelation is above both',
      async () => {
        const report = await loadOntology(testbed.url, read('skos'), '?profile=lenient');
        expect(report).toMatchObject({ classes: expect.any(Number), objectProperties: 17 });
        const { data } = await ask(testbed.url, {
          path: '/mutate?commitNow=true',
          type: 'text/turtle',
          body:
            '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . _:dog skos:broader _:mammal . _:dog ' +
            'skos:related _:cat .',
        });
        const { dog, mammal, cat } = data.uids as Record<'dog' | 'mammal' | 'cat', string>;
        const answer = await ask(
          testbed.url,
          query(`{
          m(func: uid(${mammal})) { graph.type narrower { uid } semanticRelation { uid } }
          c(func: uid(${cat})) { graph.type related { uid } }
        }`),
        );
        expect(answer.data.m).toEqual([
          { 'graph.type': ['Concept'], narrower: [{ uid: dog }], semanticRelation: [{ uid: dog }] },
        ]);
        expect(answer.data.c).toEqual([{ 'graph.type': ['Concept'], related: [{ uid: dog }] }]);
      },
    );
  });
});
