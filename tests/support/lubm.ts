/** The Lehigh University Benchmark, if the shared folder has it (`OWLGATE_SHARED`, default ../shared). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const folder = join(process.env['OWLGATE_SHARED'] ?? join(__dirname, '../../../shared'), 'data/lubm');

export const hasLubm = existsSync(join(folder, 'lubm1.nt.gz'));

export const univBench = (): string => readFileSync(join(folder, 'univ-bench.ttl'), 'utf8');

const STATEMENT = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|("(?:[^"\\]|\\.)*")) \.$/;

/** Yields LUBM(1) as triples of IRIs without brackets; literals with their quotation marks. */
export function* lubm1(): Generator<readonly [string, string, string]> {
  for (const line of gunzipSync(readFileSync(join(folder, 'lubm1.nt.gz')))
    .toString('utf8')
    .split('\n')) {
    if (line === '') continue;
    const [, s, p, iri, literal] = STATEMENT.exec(line) ?? [];
    if (s === undefined) throw new Error(`not a statement: ${line}`);
    yield [s, p!, iri ?? literal!];
  }
}

/** Returns the text of a benchmark query, 1 to 14. */
export const lubmQuery = (number: number): string => readFileSync(join(folder, 'queries', `q${number}.rq`), 'utf8');

/** Numbers of answers of queries 1 to 14 over the closure of LUBM(1), from its README. */
export const LUBM1_ANSWERS: readonly number[] = [4, 0, 6, 34, 719, 7790, 67, 7790, 208, 4, 224, 15, 1, 5916];

/** Numbers of members and facts in the closure of LUBM(1), from its README, where two independent engines agree. */
export const LUBM1_TYPES: Readonly<Record<string, number>> = {
  Person: 8330,
  Student: 7790,
  UndergraduateStudent: 5916,
  Publication: 5999,
  GraduateStudent: 1874,
  Course: 1627,
  Work: 1627,
  Organization: 1218,
  Employee: 1087,
  University: 979,
  GraduateCourse: 799,
  ResearchAssistant: 547,
  Faculty: 540,
  Professor: 447,
  TeachingAssistant: 407,
  ResearchGroup: 224,
  AssociateProfessor: 176,
  AssistantProfessor: 146,
  FullProfessor: 125,
  Lecturer: 93,
  Chair: 15,
  Department: 15,
};

export const LUBM1_EDGES: Readonly<Record<string, number>> = {
  takesCourse: 21489,
  name: 15972,
  publicationAuthor: 10634,
  memberOf: 8330,
  member: 8330,
  emailAddress: 8330,
  telephone: 8330,
  degreeFrom: 3494,
  hasAlumnus: 3494,
  advisor: 3101,
  undergraduateDegreeFrom: 2414,
  teacherOf: 1627,
  doctoralDegreeFrom: 540,
  mastersDegreeFrom: 540,
  worksFor: 540,
  subOrganizationOf: 463,
  researchInterest: 447,
  teachingAssistantOf: 407,
  headOf: 15,
};
