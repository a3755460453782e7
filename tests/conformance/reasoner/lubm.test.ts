/**
 * The Lehigh University Benchmark, one university, if the shared folder has it (`OWLGATE_SHARED`, default `../shared`):
 * loads the ontology with the lenient profile, writes triples through /mutate in batches, and counts the closure: of
 * the first 27,000 triples, four departments; with OWLGATE_LUBM=whole of all 100,543.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describeIf } from '../../support/conditional';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, query, post } from '../../support/engines/wire';

const folder = path.join(process.env['OWLGATE_SHARED'] ?? path.join(__dirname, '../../../../shared'), 'data/lubm');
const present = existsSync(path.join(folder, 'lubm1.nt.gz'));

/** Statements per request: well within the limit of inferred facts. */
const BATCH = 4_000;
const MINUTES = 60_000;

const isWhole = process.env['OWLGATE_LUBM'] === 'whole';

interface Closure {
  readonly triples: number;
  readonly types: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
}

/** Closure under OWL 2 RL according to two independent engines, for the axioms that this ontology has today. */
const PART: Closure = {
  triples: 27_000,
  types: {
    Person: 2288,
    UndergraduateStudent: 1659,
    Publication: 1524,
    GraduateStudent: 483,
    Organization: 675,
    Faculty: 146,
    Professor: 120,
    TeachingAssistant: 79,
    AssociateProfessor: 48,
    FullProfessor: 36,
    Lecturer: 26,
    Department: 4,
    University: 611,
  },
  edges: {
    memberOf: 2288,
    member: 2288,
    degreeFrom: 921,
    hasAlumnus: 921,
    worksFor: 146,
    headOf: 4,
    takesCourse: 5906,
    publicationAuthor: 2645,
  },
};
const WHOLE: Closure = {
  triples: 100_543,
  types: {
    Person: 8330,
    UndergraduateStudent: 5916,
    Publication: 5999,
    GraduateStudent: 1874,
    Organization: 1218,
    Faculty: 540,
    Professor: 447,
    TeachingAssistant: 407,
    AssociateProfessor: 176,
    FullProfessor: 125,
    Lecturer: 93,
    Department: 15,
    University: 979,
  },
  edges: {
    memberOf: 8330,
    member: 8330,
    degreeFrom: 3494,
    hasAlumnus: 3494,
    worksFor: 540,
    headOf: 15,
    takesCourse: 21489,
    publicationAuthor: 10634,
  },
};
const EXPECTED = isWhole ? WHOLE : PART;

underGateway((testbed) => {
  describeIf(present, 'no LUBM in the shared folder')('LUBM(1)', () => {
    it(
      'batches of writes end in the known closure',
      async () => {
        await loadOntology(testbed.url, readFileSync(path.join(folder, 'univ-bench.ttl'), 'utf8'), '?profile=lenient');
        const lines = gunzipSync(readFileSync(path.join(folder, 'lubm1.nt.gz')))
          .toString('utf8')
          .trimEnd()
          .split('\n')
          .slice(0, EXPECTED.triples);
        expect(lines).toHaveLength(EXPECTED.triples);
        const began = Date.now();
        for (let at = 0; at < lines.length; at += BATCH) {
          const { body } = await post(testbed.url, {
            path: '/mutate?commitNow=true',
            type: 'application/n-triples',
            body: lines.slice(at, at + BATCH).join('\n'),
          });
          expect(body.errors).toBeUndefined();
        }
        process.stderr.write(
          `\nLUBM(1) on ${testbed.engine.name}: ${lines.length} triples written in ` +
            `${((Date.now() - began) / 1000).toFixed(1)} s\n`,
        );

        const counted: Record<string, number> = {};
        for (const name of Object.keys(EXPECTED.types)) {
          const { data } = await ask(testbed.engine.url, query(`{ q(func: type(${name})) { count(uid) } }`));
          counted[name] = data.q[0].count as number;
        }
        expect(counted).toEqual(EXPECTED.types);
        const edges: Record<string, number> = {};
        for (const name of Object.keys(EXPECTED.edges)) {
          const text = `{ var(func: has(${name})) { n as count(${name}) } q() { sum(val(n)) } }`;
          const { data } = await ask(testbed.engine.url, query(text));
          edges[name] = data.q[0]['sum(val(n))'] as number;
        }
        expect(edges).toEqual(EXPECTED.edges);

        // Query 13 of the benchmark: persons with a degree from University0, by any property.
        const alumni = await ask(
          testbed.url,
          query('{ q(func: eq(iri, "http://www.University0.edu")) { hasAlumnus @filter(type(Person)) { uid } } }'),
        );
        expect(alumni.data.q[0].hasAlumnus).toHaveLength(1);

        // The export has the statements that were written, and as many inferred ones as the closure has more.
        const exported = await (await fetch(`${testbed.url}/export?format=nquads`)).text();
        const [asserted, inferred]: [string[], string[]] = [[], []];
        for (const line of exported.split('\n').slice(0, -1)) {
          (line.endsWith('/inferred> .') ? inferred : asserted).push(line);
        }
        expect(asserted.sort()).toEqual([...new Set(lines)].sort());
        const typesStored = query('{ var(func: has(iri)) { n as count(dgraph.type) } q() { sum(val(n)) } }');
        const types = await ask(testbed.engine.url, typesStored);
        const isType = (line: string): boolean => line.includes('22-rdf-syntax-ns#type>');
        expect([...asserted, ...inferred].filter(isType)).toHaveLength(types.data.q[0]['sum(val(n))'] as number);
        const isKnown = (name: string) => [...asserted, ...inferred].filter((line) => line.includes(`#${name}> <`));
        for (const [name, count] of Object.entries(EXPECTED.edges)) expect(isKnown(name)).toHaveLength(count);
      },
      8 * MINUTES,
    );
  });
});
