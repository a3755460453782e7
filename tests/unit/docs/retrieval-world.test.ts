/**
 * The question sets of bench/retrieval are right: what their answers say follows from their ontologies and their stated
 * facts, and nothing else does; their documents say what they are said to support.
 */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'yaml';
import { closure } from '../../../src/reasoner/rdf';
import type { Triple } from '../../../src/reasoner';
import { parseTurtle } from '../../../src/rdf';
import { countAnswers, parseGraphPattern, TripleIndex } from '../../support/reasoner/basic-graph-pattern';

const worlds = path.join(__dirname, '../../../bench/retrieval/worlds');
const LABELS = ['http://www.w3.org/2000/01/rdf-schema#label', 'https://owlgate.dev/worlds/garden#name'];

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

/** A literal's text. */
function plain(term: string): string {
  return /^"(.*)"/s.exec(term)?.[1] ?? term;
}

const spellings = (item: string): string[] => item.split('|').map((each) => each.toLowerCase());
const isNamed = (item: string, found: string): boolean =>
  spellings(item).some((each) => found.toLowerCase().replace(/^the /, '') === each.replace(/^the /, ''));

/** A world: what it states, what follows, and what it asks. */
function readWorld(world: string) {
  const read = (file: string): string => readFileSync(path.join(worlds, world, file), 'utf8');
  const { names, questions } = parse(read('questions.yaml')) as {
    readonly names: Readonly<Record<string, readonly string[]>>;
    readonly questions: readonly Question[];
  };
  const documents = new Map(
    readdirSync(path.join(worlds, world, 'documents')).map((file) => [
      file.replace(/\.md$/, ''),
      read(`documents/${file}`).replace(/\s+/g, ' '),
    ]),
  );
  const entailed = triplesOf(`${read('ontology.ttl')}\n${read('facts.ttl')}`);
  const stated = triplesOf(read('facts.ttl'));
  const labels = new Map(entailed.triples.filter(([, p]) => LABELS.includes(p)).map(([s, , o]) => [s, plain(o)]));
  const namespace = `https://owlgate.dev/worlds/${world}`;
  const individuals = [...labels.keys()].filter((iri) => iri.startsWith(`${namespace}/`));

  /** What ?x stands for: labels and values. */
  function answersIn(triples: readonly Triple[], where: string): string[] {
    const index = new TripleIndex(triples);
    const body = where.replace(/(?<=^|\s):/g, 'v:');
    const { patterns } = parseGraphPattern(
      `prefix v: <${namespace}#> prefix ex: <${namespace}/> select ?x { ${body} }`,
    );
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

  return {
    names,
    questions,
    documents,
    contradictions: entailed.contradictions,
    isIn: (where: string) => answersIn(entailed.triples, where),
    isStated: (where: string) => answersIn(stated.triples, where),
  };
}

/** Kinds of names, and the classes that they are of. People may be known of from documents alone. */
const CLASSES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  sundmark: {
    vessel: ['Vessel'],
    person: ['Person'],
    organization: ['Organization'],
    place: ['Place'],
    cargo: ['Cargo'],
  },
  garden: { plant: ['Plant'], pest: ['Insect', 'Fungus'], part: ['GardenPart'], person: ['Human'] },
};

describe.each([
  ['sundmark', 80, 15],
  ['garden', 30, 5],
])('%s', (world, least, leastOfKind) => {
  const { names, questions, documents, contradictions, isIn, isStated } = readWorld(world);

  it('has questions enough, of every kind, and half of them in other words', () => {
    const count = (kind: string): number => questions.filter((question) => question.kind === kind).length;
    expect(questions.length).toBeGreaterThanOrEqual(least);
    for (const kind of ['lookup', 'multi-hop', 'hierarchy', 'inverse', 'negative']) {
      expect(count(kind)).toBeGreaterThanOrEqual(leastOfKind);
    }
    expect(new Set(questions.map(({ kind }) => kind)).size).toBe(5);
    expect(new Set(questions.map(({ asks }) => asks)).size).toBe(questions.length);
    const varied = questions.filter(({ wording }) => wording === 'varied').length;
    expect(Math.abs(varied / questions.length - 0.5)).toBeLessThan(0.08);
  });

  it('contradicts itself nowhere', () => expect(contradictions).toBe(0));

  it.each(Object.entries(CLASSES[world]!))('knows the name of every %s', (kind, types) => {
    const known = types.flatMap((type) => isIn(`?x a :${type}`));
    expect(names[kind]).toEqual(expect.arrayContaining(known));
    const others = names[kind]!.filter((name) => !known.includes(name));
    const texts = [...documents.values()].join(' ');
    expect(others.filter((name) => kind !== 'person' || !texts.includes(name))).toEqual([]);
  });

  it('supports with documents that are there', () => {
    const missing = questions.flatMap(({ from }) => from.filter((source) => !documents.has(source)));
    expect(missing).toEqual([]);
  });

  const inTexts = questions.filter((question) => question.in === 'text');
  it.each(inTexts.map((question) => [question.asks, question] as const))(
    'is answered by its documents: %s',
    (_, { answer, from }) => {
      const text = from.map((source) => documents.get(source)!.toLowerCase()).join(' ');
      expect(answer.length).toBeGreaterThan(0);
      for (const item of answer) expect(spellings(item).some((each) => text.includes(each))).toBe(true);
    },
  );

  const inGraph = questions.filter(({ where }) => where !== undefined);
  it.each(inGraph.map((question) => [question.asks, question] as const))(
    'is answered by the graph with this and nothing else: %s',
    (_, { answer, where, counts, except, of, kind, in: within }) => {
      const found = isIn(where!).filter((name) => name !== except);
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
      if (within === 'inferred' && of !== 'verdict') expect(isStated(where!).length).toBeLessThan(found.length);
    },
  );
});
