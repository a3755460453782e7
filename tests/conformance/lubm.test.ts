/**
 * The Lehigh University Benchmark, one university, where the shared folder has it (`OWLGATE_SHARED`, default `../shared`):
 * the ontology loaded leniently, 100,543 triples written through /mutate in batches, and the closure counted.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describeIf } from '../support/conditional';
import { loadOntology } from '../support/engines/ontology';
import { underGateway } from '../support/engines/under-gateway';
import { ask, query, post } from '../support/engines/wire';

const folder = path.join(process.env['OWLGATE_SHARED'] ?? path.join(__dirname, '../../../shared'), 'data/lubm');
const present = existsSync(path.join(folder, 'lubm1.nt.gz'));

/** Statements in one request: well under what may be inferred from one. */
const BATCH = 4_000;
const MINUTES = 60_000;

/** The closure under OWL 2 RL, as two independent engines have it, for what this ontology's axioms of today entail. */
const TYPES = {
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
} as const;
const EDGES = {
  memberOf: 8330,
  member: 8330,
  degreeFrom: 3494,
  hasAlumnus: 3494,
  worksFor: 540,
  headOf: 15,
  takesCourse: 21489,
  publicationAuthor: 10634,
} as const;

underGateway((stand) => {
  describeIf(present, 'no LUBM in the shared folder')('LUBM(1)', () => {
    it(
      'is written in batches, and its closure is the known one',
      async () => {
        await loadOntology(stand.url, readFileSync(path.join(folder, 'univ-bench.ttl'), 'utf8'), '?profile=lenient');
        const lines = gunzipSync(readFileSync(path.join(folder, 'lubm1.nt.gz')))
          .toString('utf8')
          .trimEnd()
          .split('\n');
        const began = Date.now();
        for (let at = 0; at < lines.length; at += BATCH) {
          const { body } = await post(stand.url, {
            path: '/mutate?commitNow=true',
            type: 'application/n-triples',
            body: lines.slice(at, at + BATCH).join('\n'),
          });
          expect(body.errors).toBeUndefined();
        }
        process.stderr.write(
          `\nLUBM(1) on ${stand.engine.name}: ${lines.length} triples written in ${((Date.now() - began) / 1000).toFixed(1)} s\n`,
        );

        const counted: Record<string, number> = {};
        for (const name of Object.keys(TYPES)) {
          const { data } = await ask(stand.engine.url, query(`{ q(func: type(${name})) { count(uid) } }`));
          counted[name] = data.q[0].count as number;
        }
        expect(counted).toEqual(TYPES);
        const edges: Record<string, number> = {};
        for (const name of Object.keys(EDGES)) {
          const text = `{ var(func: has(${name})) { n as count(${name}) } q() { sum(val(n)) } }`;
          const { data } = await ask(stand.engine.url, query(text));
          edges[name] = data.q[0]['sum(val(n))'] as number;
        }
        expect(edges).toEqual(EDGES);

        // Query 13 of the benchmark: who has a degree from University0, by whichever property.
        const alumni = await ask(
          stand.url,
          query('{ q(func: eq(iri, "http://www.University0.edu")) { hasAlumnus @filter(type(Person)) { uid } } }'),
        );
        expect(alumni.data.q[0].hasAlumnus).toHaveLength(1);
      },
      8 * MINUTES,
    );
  });
});
