/**
 * Slice of ontology and schema for one question: the classes and properties that it may be about, with labels,
 * definitions, hierarchy, domains, ranges, indexes and sample values, and the nodes that it names. Bounded in size.
 */
import type { EngineSchema, StoredPredicate } from '../../dgraph';
import { wordsOf } from '../language/words';
import type { Graph } from '../types';
import { inDql, isReserved, labelPredicates } from './labels';
import type { Nodes } from './nodes';
import type { ClassTerm, PropertyTerm, Vocabulary } from './vocabulary';

const MAX_CHARACTERS = 7_000;
const MAX_TERMS = 60;
const MAX_DEFINITION = 140;
const MAX_NODES = 8;
const MAX_SAMPLED = 12;
const SAMPLES = 3;
const MAX_SAMPLE = 40;

/** Weights of reasons for which a term belongs to the slice. */
const WEIGHT = { named: 10, typeOfNode: 6, endOfProperty: 4, inverse: 4, propertyOfClass: 3, near: 2, kin: 1 };

/**
 * @param vocabulary undefined without an ontology: the slice has predicates and types of the engine then
 * @returns lines of text for a model
 */
export async function sliceFor(
  question: string,
  vocabulary: Vocabulary | undefined,
  nodes: Nodes,
  graph: Graph,
  signal: AbortSignal,
): Promise<string> {
  const schema = await nodes.schema();
  const mentions = await nodes.mentions(question);
  const named = await nodes.read([...new Set(mentions.flatMap(({ uids }) => uids))].slice(0, MAX_NODES));
  const stored = new Map(schema.schema.map((each) => [each.predicate, each]));
  const ranked = vocabulary
    ? rank(
        question,
        vocabulary,
        named.flatMap(({ types }) => types),
      )
    : [];
  const terms = ranked.slice(0, MAX_TERMS);
  const predicates = vocabulary
    ? terms.flatMap((term) => (term.kind === 'property' ? (stored.get(term.name) ?? []) : []))
    : schema.schema.filter(({ predicate }) => !isReserved(predicate));
  const samples = await samplesOf(predicates, graph, signal);
  const labels = labelPredicates(schema).map(({ name }) => `${name}${inEngine(stored.get(name))}`);
  const lines = [
    ...(labels.length > 0 ? [`names of nodes: ${labels.slice(0, 4).join(', ')}`] : []),
    ...named.map(
      ({ uid, label = uid, types }) => `node ${label} (${uid}): ${mostSpecific(types, vocabulary).join(', ')}`,
    ),
    ...(vocabulary
      ? terms.map((term) => (term.kind === 'class' ? ofClass(term, vocabulary) : ofProperty(term, stored, samples)))
      : ofEngine(schema, predicates, samples)),
  ];
  let size = 0;
  return lines.filter((line) => (size += line.length + 1) <= MAX_CHARACTERS).join('\n');
}

/** Terms by their weight for the question, the heaviest first; those of no weight last, since small ontologies fit. */
function rank(question: string, vocabulary: Vocabulary, types: readonly string[]): (ClassTerm | PropertyTerm)[] {
  const { classes, properties } = vocabulary;
  const weights = new Map<string, number>();
  const add = (name: string, weight: number): void => void weights.set(name, (weights.get(name) ?? 0) + weight);
  for (const { terms } of vocabulary.match(wordsOf(question))) for (const { name } of terms) add(name, WEIGHT.named);
  for (const kind of ['class', 'property'] as const) {
    for (const { name } of vocabulary.search(question, kind, 8)) add(name, WEIGHT.near);
  }
  for (const type of mostSpecific(types, vocabulary)) add(type, WEIGHT.typeOfNode);
  const chosen = new Set(weights.keys());
  for (const name of chosen) {
    const property = properties.get(name);
    for (const end of [...(property?.domain ?? []), ...(property?.range ?? [])]) add(end, WEIGHT.endOfProperty);
    for (const inverse of property?.inverses ?? []) add(inverse, WEIGHT.inverse);
  }
  const about = [...weights.keys()].filter((name) => classes.has(name));
  const family = new Set(about.flatMap((name) => [name, ...vocabulary.above(name)]));
  for (const { name, domain, range } of properties.values()) {
    if ([...domain, ...range].some((end) => family.has(end))) add(name, WEIGHT.propertyOfClass);
  }
  for (const name of about) {
    for (const kin of [...vocabulary.parents(name), ...vocabulary.below(name).slice(0, 10)]) add(kin, WEIGHT.kin);
  }
  return [...classes.values(), ...properties.values()].sort(
    (a, b) => (weights.get(b.name) ?? 0) - (weights.get(a.name) ?? 0) || (a.name < b.name ? -1 : 1),
  );
}

const mostSpecific = (types: readonly string[], vocabulary: Vocabulary | undefined): string[] =>
  vocabulary ? vocabulary.mostSpecific(types) : [...new Set(types)];

function ofClass({ name, labels, definitions }: ClassTerm, vocabulary: Vocabulary): string {
  const list = (word: string, names: readonly string[]): string =>
    names.length === 0 ? '' : `; ${word} ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`;
  return (
    `class ${name}${called(name, labels)}${list('below', vocabulary.parents(name))}` +
    `${list('above', vocabulary.below(name))}${list('disjoint with', [...vocabulary.disjointWith(name)])}` +
    defined(definitions)
  );
}

function ofProperty(
  {
    name,
    labels,
    definitions,
    domain,
    range,
    datatypes,
    inverses,
    isFunctional,
    domainIsUnion,
    rangeIsUnion,
  }: PropertyTerm,
  stored: ReadonlyMap<string, StoredPredicate>,
  samples: ReadonlyMap<string, readonly string[]>,
): string {
  const ends = (names: readonly string[], isUnion: boolean): string =>
    names.join(isUnion ? ' or ' : ' and ') || 'anything';
  const to =
    range.length > 0 ? ends(range, rangeIsUnion) : datatypes.map((iri) => iri.replace(/^.*#/, '')).join(' or ');
  return (
    `property ${name}${called(name, labels)}: ${ends(domain, domainIsUnion)} → ${to || 'anything'}` +
    `${inverses.length > 0 ? `; inverse ${inverses.join(', ')}` : ''}${isFunctional ? '; one value' : ''}` +
    `${inEngine(stored.get(name))}${sampled(samples.get(name))}${defined(definitions)}`
  );
}

function ofEngine(
  { types }: EngineSchema,
  predicates: readonly StoredPredicate[],
  samples: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [
    ...types
      .filter(({ name }) => !isReserved(name))
      .map(({ name, fields }) => `type ${name}: ${fields.map((field) => field.name).join(', ')}`),
    ...predicates.map((each) => `predicate ${each.predicate}${inEngine(each)}${sampled(samples.get(each.predicate))}`),
  ];
}

/** The engine's side of a predicate: which functions a query may use. */
function inEngine(stored: StoredPredicate | undefined): string {
  if (!stored) return '; not stored';
  const { type, list, reverse, tokenizer = [] } = stored;
  const index = tokenizer.length > 0 ? ` @index(${tokenizer.join(', ')})` : '';
  return `; ${list ? `[${type}]` : type}${index}${reverse ? ' @reverse' : ''}`;
}

const called = (name: string, labels: readonly string[]): string => {
  const folded = new Map([...labels].reverse().map((label) => [label.toLowerCase(), label]));
  folded.delete(name.toLowerCase());
  const others = [...folded.values()].reverse().slice(0, 4);
  return others.length === 0 ? '' : ` (${others.join(', ')})`;
};

const defined = ([definition]: readonly string[]): string =>
  definition === undefined
    ? ''
    : `. ${definition.length > MAX_DEFINITION ? `${definition.slice(0, MAX_DEFINITION)}…` : definition}`;

const sampled = (values: readonly string[] | undefined): string =>
  values && values.length > 0 ? `; e.g. ${values.join(', ')}` : '';

/** Some stored values of each predicate that holds values. */
async function samplesOf(
  predicates: readonly StoredPredicate[],
  graph: Graph,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const shown = predicates
    .filter(({ type }) => type !== 'uid' && type !== 'password' && type !== 'float32vector')
    .slice(0, MAX_SAMPLED);
  if (shown.length === 0) return new Map();
  const blocks = shown.map(({ predicate, lang }, i) => {
    const name = inDql(predicate);
    return `s${i}(func: has(${name}), first: ${SAMPLES}) { v: ${name}${lang ? '@en:.' : ''} }`;
  });
  const data = await graph.query<Record<string, readonly { readonly v?: unknown }[]>>(
    `{ ${blocks.join('\n')} }`,
    undefined,
    signal,
  );
  return new Map(
    shown.map(({ predicate }, i) => [
      predicate,
      (data[`s${i}`] ?? []).flatMap(({ v }) => (v === undefined ? [] : [JSON.stringify(v).slice(0, MAX_SAMPLE)])),
    ]),
  );
}
