/**
 * The question sets of bench/retrieval are right: what their answers say follows from their ontologies and their stated
 * facts, and nothing else does; their documents say what they are said to support.
 */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'yaml';
import { closure } from '../../../src/reasoner/rdf';
import type { Triple } from '../../../src/reasoner/graph';
import { parseTurtle } from '../../../src/rdf';
import { parseGraphPattern, rowsOf, TripleIndex } from '../../support/reasoner/basic-graph-pattern';

const worlds = path.join(__dirname, '../../../bench/retrieval/worlds');
const LABELS = [
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://xmlns.com/foaf/0.1/name',
  'https://owlgate.dev/worlds/garden#name',
];

interface Question {
  readonly kind: string;
  readonly asks: string;
  readonly answer: readonly string[];
  readonly of?: string;
  readonly in?: 'text' | 'graph' | 'inferred';
  readonly from: readonly string[];
  readonly where?: string | readonly string[];
  readonly if?: string | readonly string[];
  readonly not?: string;
  readonly top?: 'greatest' | 'least';
  readonly counts?: number;
  readonly except?: string;
  readonly wording?: 'varied';
}

type GraphQuestion = Pick<Question, 'if' | 'not' | 'top'> & { readonly where: string | readonly string[] };

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

/** Numbers by their size, dates as they are written in ISO 8601. */
function compare(left: string, right: string): number {
  const difference = Number(left) - Number(right);
  if (!Number.isNaN(difference)) return difference;
  return left < right ? -1 : Number(left > right);
}

const spellings = (item: string): string[] => item.split('|').map((each) => each.toLowerCase());
const bare = (name: string): string => name.toLowerCase().replace(/^the /, '');
const isNamed = (item: string, labels: readonly string[]): boolean =>
  spellings(item).some((each) => labels.some((name) => bare(name) === bare(each)));

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
  const all = new TripleIndex(entailed.triples);
  const stated = new TripleIndex(triplesOf(read('facts.ttl')).triples);
  const labels = new Map<string, string[]>();
  for (const [s, p, o] of entailed.triples) {
    if (LABELS.includes(p)) labels.set(s, [...(labels.get(s) ?? []), plain(o)]);
  }
  const namespace = `https://owlgate.dev/worlds/${world}`;

  /** Bindings of ?x, each with its values of ?v and ?w. */
  function rowsIn(index: TripleIndex, pattern: string): (string | undefined)[][] {
    const body = pattern.replace(/(?<=^|\s):/g, 'v:');
    const query = `prefix v: <${namespace}#> prefix ex: <${namespace}/> select ?x ?v ?w { ${body} }`;
    return rowsOf(parseGraphPattern(query), index);
  }

  /** Expected answers of a question: all labels of each node, or the values. A yes-or-no question has one answer. */
  function answersIn(index: TripleIndex, question: GraphQuestion): string[][] {
    const left = new Set(question.not === undefined ? [] : rowsIn(index, question.not).map(([x]) => x));
    let rows = [question.where].flat().flatMap((pattern) => rowsIn(index, pattern));
    for (const condition of [question.if ?? []].flat()) {
      const [, first, sign, second] = /^(\?[vw]) ([<>]) (\S+)$/.exec(condition)!;
      const value = (term: string, [, v, w]: (string | undefined)[]): string =>
        term === '?v' ? plain(v!) : term === '?w' ? plain(w!) : term;
      rows = rows.filter((row) => {
        const difference = compare(value(first!, row), value(second!, row));
        return sign === '<' ? difference < 0 : difference > 0;
      });
    }
    if (question.top !== undefined) {
      const values = rows.map(([, v]) => plain(v!)).sort(compare);
      const best = question.top === 'least' ? values[0] : values[values.length - 1];
      rows = rows.filter(([, v]) => plain(v!) === best);
    }
    const nodes = new Set(rows.map(([x]) => x).filter((x) => !left.has(x)));
    return [...nodes].map((x) => (x === undefined ? ['it is so'] : (labels.get(x) ?? [plain(x)])));
  }

  return {
    names,
    questions,
    documents,
    contradictions: entailed.contradictions,
    isIn: (question: GraphQuestion) => answersIn(all, question),
    isStated: (question: GraphQuestion) => answersIn(stated, question),
  };
}

/** Kinds of names, and the classes that they are of. Others are known of from documents alone. */
const CLASSES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  sundmark: {
    vessel: ['Vessel'],
    person: ['Person'],
    organization: ['Organization'],
    place: ['Place'],
    cargo: ['Cargo'],
  },
  garden: { plant: ['Plant'], pest: ['Insect', 'Fungus'], part: ['GardenPart'], person: ['Human'] },
  observatory: {
    instrument: ['Instrument'],
    person: ['Person'],
    body: ['CelestialObject'],
    organisation: ['Organisation'],
    place: ['Place'],
    building: ['Building'],
    programme: ['ObservingProgramme'],
    publication: ['Publication'],
  },
  railway: {
    vehicle: ['Rolling_Stock'],
    train: ['Train'],
    person: ['Person'],
    organisation: ['Org'],
    stop: ['Stop'],
    structure: ['Civil_Structure'],
    line: ['Line'],
    river: ['River'],
  },
  theatre: {
    person: ['Person'],
    play: ['Play'],
    production: ['Production'],
    role: ['Role'],
    place: ['Place'],
    organisation: ['Organisation'],
    costume: ['Costume'],
    material: ['Material'],
    review: ['Review'],
    award: ['Award'],
    tour: ['Tour'],
  },
  vineyard: {
    wine: ['Wine'],
    grape: ['Grape'],
    vessel: ['Vessel'],
    place: ['Place'],
    organisation: ['Organisation'],
    competition: ['Competition'],
    person: ['Person'],
  },
  court: {
    person: ['Person'],
    place: ['Place'],
    case: ['Case'],
    hearing: ['Hearing'],
    offence: ['Offence'],
    exhibit: ['Exhibit'],
    firm: ['LawFirm'],
  },
  port: {
    person: ['Person'],
    place: ['Place'],
    company: ['Company'],
    equipment: ['Equipment'],
    shipment: ['Shipment'],
    accident: ['Accident'],
  },
  festival: {
    person: ['Person'],
    film: ['Film'],
    screening: ['Screening'],
    place: ['Place'],
    award: ['Award'],
    jury: ['Jury'],
    studio: ['Studio'],
  },
  services: {
    person: ['Employee'],
    software: ['Software'],
    team: ['Team'],
    site: ['Site'],
    incident: ['Incident'],
    customer: ['Customer'],
    language: ['ProgrammingLanguage'],
  },
  museum: {
    person: ['Person'],
    object: ['MuseumObject'],
    material: ['Material'],
    period: ['Period'],
    exhibition: ['Exhibition'],
    loan: ['Loan'],
    tour: ['GuidedTour'],
    place: ['Place'],
  },
  fleet: {
    person: ['Employee'],
    vehicle: ['Vehicle'],
    engine: ['EngineType'],
    maker: ['Manufacturer'],
    licence: ['LicenceCategory'],
    route: ['Route'],
    inspection: ['Inspection'],
    breakdown: ['Breakdown'],
    place: ['Place'],
  },
  farm: {
    place: ['County', 'Valley', 'Village', 'Market'],
    farm: ['Farm'],
    field: ['Field'],
    crop: ['Crop'],
    animal: ['Animal'],
    breed: ['Breed'],
    person: ['Person'],
    machine: ['Machine'],
    harvest: ['Harvest'],
    treatment: ['Treatment'],
    delivery: ['Delivery'],
    certificate: ['Certificate'],
  },
  ward: {
    person: ['Person'],
    place: ['Place'],
    disease: ['Disease'],
    drug: ['Drug'],
    device: ['Device'],
    company: ['Company'],
    operation: ['Operation'],
  },
};

/** Worlds with questions that compare or count as no graph pattern says. */
const UNPATTERNED = new Set(
  'airline apiary cinema expedition institute kitchen league musicshop parks press trials vet wholesale'.split(' '),
);

/** Of worlds that have many of each kind: questions, those of a kind, and the share of those in other words. */
const LEAST: Readonly<Record<string, readonly [number, number, number]>> = {
  sundmark: [80, 15, 0.42],
  garden: [30, 5, 0.42],
  observatory: [80, 15, 0.42],
  railway: [80, 14, 0.42],
  theatre: [140, 20, 0.42],
  vineyard: [80, 10, 0.42],
  ward: [70, 8, 0.42],
  court: [80, 9, 0.42],
  port: [80, 9, 0.42],
  festival: [120, 11, 0.42],
  services: [120, 11, 0.42],
  museum: [100, 11, 0.42],
  fleet: [100, 11, 0.42],
  farm: [95, 10, 0.42],
};

describe.each(readdirSync(worlds).filter((world) => !UNPATTERNED.has(world)))('%s', (world) => {
  const [least, leastOfKind, leastVaried] = LEAST[world] ?? [70, 0, 0.25];
  const { names, questions, documents, contradictions, isIn, isStated } = readWorld(world);

  it('has questions enough, of every kind, and many of them in other words', () => {
    const count = (kind: string): number => questions.filter((question) => question.kind === kind).length;
    expect(questions.length).toBeGreaterThanOrEqual(least);
    for (const kind of ['lookup', 'multi-hop', 'hierarchy', 'inverse', 'negative']) {
      expect(count(kind)).toBeGreaterThanOrEqual(leastOfKind);
    }
    expect(new Set(questions.map(({ asks }) => asks)).size).toBe(questions.length);
    const varied = questions.filter(({ wording }) => wording === 'varied').length;
    expect(varied / questions.length).toBeGreaterThan(leastVaried);
  });

  it('contradicts itself nowhere', () => expect(contradictions).toBe(0));

  const kinds = Object.entries(CLASSES[world] ?? {});
  if (kinds.length > 0)
    it.each(kinds)('knows the name of every %s', (kind, types) => {
      const inGraph = types.flatMap((type) => isIn({ where: `?x a :${type}` })).flat();
      expect(names[kind]).toEqual(expect.arrayContaining(inGraph));
      const others = names[kind]!.filter((name) => !inGraph.includes(name));
      const texts = [...documents.values()].join(' ');
      expect(others.filter((name) => !texts.includes(name))).toEqual([]);
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

  const inGraph = questions.flatMap(({ where, ...rest }) => (where === undefined ? [] : [{ ...rest, where }]));
  it.each(inGraph.map((question) => [question.asks, question] as const))(
    'is answered by the graph with this and nothing else: %s',
    (_, question) => {
      const { answer, counts, except, of, kind, in: within } = question;
      const answers = isIn(question).filter((names) => except === undefined || !names.includes(except));
      if (kind === 'negative') {
        expect([answers, answer]).toEqual([[], []]);
        return;
      }
      if (of === 'verdict') {
        expect(answers).toHaveLength(1);
      } else if (counts !== undefined) {
        expect(answers).toHaveLength(counts);
        expect(spellings(answer[0]!)).toContain(`${counts}`);
      } else {
        const unnamed = answers.filter((names) => !answer.some((item) => isNamed(item, names)));
        const wrong = answer.filter((item) => !answers.some((names) => isNamed(item, names)));
        expect([unnamed, wrong]).toEqual([[], []]);
      }
      if (within === 'inferred' && of !== 'verdict') {
        // The greatest of what is stated may be that of all.
        const all = { ...question, top: undefined };
        expect(new Set(isStated(all).flat())).not.toEqual(new Set(isIn(all).flat()));
      }
    },
  );
});
