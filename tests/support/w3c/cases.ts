/** Published test cases, if the shared folder has them (`OWLGATE_SHARED`, default ../shared), and their verdicts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Premise } from './entailment';
import type { Triple } from './entailment';
import { Reasoned, triples } from './run';

const folder = join(process.env['OWLGATE_SHARED'] ?? join(__dirname, '../../../../shared'), 'data/owl2-rl');

export const hasCases = existsSync(join(folder, 'rules.json'));
export const WHY_SKIPPED = 'needs the test cases of data/owl2-rl in the shared folder';

export interface TestCase {
  readonly id: string;
  readonly types: readonly string[];
  readonly semantics: readonly string[];
  /** N-Triples. */
  readonly premise: string;
  readonly conclusion?: string;
  readonly nonconclusion?: string;
  readonly reachableByForwardRules?: boolean;
}

/** Cases of one rule each: the RDF-based suite. Empty if the data is missing. */
export const ruleCases = (): readonly TestCase[] => read('rules.json');
/** W3C's cases for the OWL 2 RL profile. */
export const w3cCases = (): readonly TestCase[] => read('cases.json');

function read(file: string): readonly TestCase[] {
  return hasCases ? (JSON.parse(readFileSync(join(folder, file), 'utf8')) as TestCase[]) : [];
}

export interface Verdict {
  readonly id: string;
  /** Expected verdicts: `follows`, `does not follow`, `contradiction`, `consistent`. */
  readonly expected: readonly string[];
  /** Expectations that are not met. */
  readonly failures: readonly string[];
  /** Rules of the proof. */
  readonly rules: readonly string[];
}

export function judge(testCase: TestCase): Verdict {
  const { id, types, premise, conclusion, nonconclusion } = testCase;
  const expected: string[] = [];
  const failures: string[] = [];
  const reasoned = new Reasoned(premise);
  const expect = (expectation: string, isSo: boolean) => {
    expected.push(expectation);
    if (!isSo) failures.push(expectation);
  };
  const isContradictory = reasoned.contradictions.length > 0;
  if (types.includes('InconsistencyTest')) {
    expect('contradiction', isContradictory);
    return { id, expected, failures, rules: [...reasoned.rulesOfContradiction()] };
  }
  if (types.includes('ConsistencyTest')) expect('consistent', !isContradictory);
  const closure = new Premise(reasoned.triples());
  const concluded = conclusion === undefined ? [] : compared(testCase, triples(conclusion));
  if (types.includes('PositiveEntailmentTest')) expect('follows', !isContradictory && closure.entails(concluded));
  if (types.includes('NegativeEntailmentTest')) expect('does not follow', !closure.entails(triples(nonconclusion!)));
  const rules = new Set(concluded.flatMap((triple) => [...reasoned.rulesOf(triple)]));
  return { id, expected, failures, rules: [...rules] };
}

const ANNOTATION_PROPERTY = 'http://www.w3.org/2002/07/owl#AnnotationProperty';

/**
 * Under the Direct Semantics annotations have no meaning and are not compared (OWL 2 Conformance, 2.4 and Direct
 * Semantics, 2).
 */
function compared({ semantics }: TestCase, conclusion: readonly Triple[]): readonly Triple[] {
  if (semantics.includes('RDF-BASED')) return conclusion;
  const annotations = new Set(conclusion.filter(([, , o]) => o === ANNOTATION_PROPERTY).map(([s]) => s));
  return conclusion.filter(([, p]) => !annotations.has(p));
}
