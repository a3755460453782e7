/**
 * The question set of bench/retrieval is right: what its answers say follows from its ontology and its stated facts, and
 * nothing else does; its documents say what they are said to support.
 */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'yaml';
import { closure } from '../../../src/reasoner/rdf';
import type { Triple } from '../../../src/reasoner';
import { parseTurtle } from '../../../src/rdf';
import { countAnswers, parseGraphPattern, TripleIndex } from '../../support/reasoner/basic-graph-pattern';

const world = path.join(__dirname, '../../../bench/retrieval/world');
const read = (file: string): string => readFileSync(path.join(world, file), 'utf8');

interface Question {
  readonly kind: string;
  readonly asks: string;
  readonly answer: readonly string[];
  readonly of?: string;
  readonly in?: 'text' | 'graph' | 'inferred';
  readonly from: readonly string[];
  readonly where?: string;
  readonly counts?: number;
  readonly except?: string;
  readonly wording?: 'varied';
}

const { names, questions } = parse(read('questions.yaml')) as {
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly questions: readonly Question[];
};
const NAMESPACE = 'https://owlgate.dev/worlds/sundmark';
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';
const documents = new Map(
  readdirSync(path.join(world, 'documents')).map((file) => [
    file.replace(/\.md$/, ''),
    readFileSync(path.join(world, 'documents', file), 'utf8').replace(/\s+/g, ' '),
  ]),
);

function triplesOf(text: string): { readonly triples: Triple[]; readonly contradictions: number } {
  const { graph, contradictions } = closure(parseTurtle(text));
  const triples: Triple[] = [];
  for (const p of graph.predicates()) {
    for (const row of graph.rowsOf(p)) {
      const { table } = graph;
      triples.push([graph.text(table.subject[row]!), graph.text(p), graph.text(table.object[row]!)]);
    }
  }
  return { triples, contradictions: contradictions.length };
}

const entailed = triplesOf(`${read('ontology.ttl')}\n${read('facts.ttl')}`);
const stated = triplesOf(read('facts.ttl'));
const labels = new Map(entailed.triples.filter(([, p]) => p === LABEL).map(([s, , o]) => [s, plain(o)]));
const individuals = [...labels.keys()].filter((iri) => iri.startsWith(`${NAMESPACE}/`));

/** A literal's text. */
function plain(term: string): string {
  return /^"(.*)"/s.exec(term)?.[1] ?? term;
}

/** What ?x stands for: labels and values. */
function answersIn(triples: readonly Triple[], where: string): string[] {
  const index = new TripleIndex(triples);
  const body = where.replace(/(?<=^|\s):/g, 'v:');
  const { patterns } = parseGraphPattern(`prefix v: <${NAMESPACE}#> prefix ex: <${NAMESPACE}/> select ?x { ${body} }`);
  const candidates = new Set(
    patterns.flatMap(([s, p, o]) => [
      ...(s === '?x' ? individuals : []),
      ...(o === '?x' ? index.of(s.startsWith('?') ? undefined : s, p, undefined).map(([, , value]) => value) : []),
      // Without ?x it is a question of yes or no.
      ...(where.includes('?x') ? [] : ['?x']),
    ]),
  );
  const bind = (term: string, candidate: string): string => (term === '?x' ? candidate : term);
  return [...candidates]
    .filter((candidate) => {
      const bound = patterns.map(([s, p, o]): Triple => [bind(s, candidate), p, bind(o, candidate)]);
      return countAnswers({ selected: [], patterns: bound }, index) > 0;
    })
    .map((candidate) => labels.get(candidate) ?? plain(candidate));
}

const spellings = (item: string): string[] => item.split('|').map((each) => each.toLowerCase());
const isNamed = (item: string, found: string): boolean =>
  spellings(item).some((each) => found.toLowerCase().replace(/^the /, '') === each.replace(/^the /, ''));

it('has questions enough, of every kind, and half of them in other words', () => {
  const count = (kind: string): number => questions.filter((question) => question.kind === kind).length;
  expect(questions.length).toBeGreaterThanOrEqual(80);
  for (const kind of ['lookup', 'multi-hop', 'hierarchy', 'inverse', 'negative']) {
    expect(count(kind)).toBeGreaterThanOrEqual(15);
  }
  expect(new Set(questions.map(({ kind }) => kind)).size).toBe(5);
  expect(new Set(questions.map(({ asks }) => asks)).size).toBe(questions.length);
  const varied = questions.filter(({ wording }) => wording === 'varied').length;
  expect(Math.abs(varied / questions.length - 0.5)).toBeLessThan(0.08);
});

it('contradicts itself nowhere', () => expect(entailed.contradictions).toBe(0));

it.each([
  ['vessel', 'Vessel'],
  ['person', 'Person'],
  ['organization', 'Organization'],
  ['place', 'Place'],
  ['cargo', 'Cargo'],
])('knows the name of every %s', (kind, type) => {
  const known = answersIn(entailed.triples, `?x a :${type}`);
  // People may be known of from documents alone.
  expect(names[kind]).toEqual(expect.arrayContaining(known));
  const others = names[kind]!.filter((name) => !known.includes(name));
  const texts = [...documents.values()].join(' ');
  expect(others.filter((name) => kind !== 'person' || !texts.includes(name))).toEqual([]);
});

it('supports with documents that are there', () => {
  const missing = questions.flatMap(({ from }) => from.filter((source) => !documents.has(source)));
  expect(missing).toEqual([]);
});

it.each(questions.filter((question) => question.in === 'text').map((question) => [question.asks, question] as const))(
  'is answered by its documents: %s',
  (_, { answer, from }) => {
    const text = from.map((source) => documents.get(source)!.toLowerCase()).join(' ');
    expect(answer.length).toBeGreaterThan(0);
    for (const item of answer) expect(spellings(item).some((each) => text.includes(each))).toBe(true);
  },
);

it.each(questions.filter(({ where }) => where !== undefined).map((question) => [question.asks, question] as const))(
  'is answered by the graph with this and nothing else: %s',
  (_, { answer, where, counts, except, of, kind, in: within }) => {
    const found = answersIn(entailed.triples, where!).filter((name) => name !== except);
    if (kind === 'negative') {
      expect([found, answer]).toEqual([[], []]);
      return;
    }
    if (of === 'verdict') {
      expect(found).toHaveLength(1);
    } else if (counts !== undefined) {
      expect(found).toHaveLength(counts);
      expect(spellings(answer[0]!)).toContain(`${counts}`);
    } else {
      const unnamed = found.filter((name) => !answer.some((item) => isNamed(item, name)));
      const wrong = answer.filter((item) => !found.some((name) => isNamed(item, name)));
      expect([unnamed, wrong]).toEqual([[], []]);
    }
    if (within === 'inferred' && of !== 'verdict') {
      expect(answersIn(stated.triples, where!).length).toBeLessThan(found.length);
    }
  },
);
