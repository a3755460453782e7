/** Messages for contradictions, as worded in the specification (section 7.1) and in design "Inference". */
import type { PredicateDeclaration } from '../../dql';
import { OwlgateError } from '../../errors';
import { languageOf, parseLiteralTerm, TYPE_PREDICATE } from '../../mutation';
import { NO_ROW, Now, NOW_MASK, STORED_MASK } from '../../reasoner';
import type { Contradiction, FactSource, Inference, Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import { compareUids, isUid } from '../../util/uids';
import type { Settled } from '../store/settle';
import type { Fact } from '../store/terms';
import type { EngineSchema } from '../store/engine-schema';
import type { WorkingSet } from '../store/working-set';

/** Schema, with tests for the number of values that a predicate takes. */
export interface Cardinalities {
  readonly schema: Pick<EngineSchema, 'get'>;
  readonly isFunctional: (predicate: string) => boolean;
}

/** Name of a node in messages: its uid, its label, or the IRI that the client used. */
export type Naming = (term: string) => string;

type Facts = Pick<FactSource, 'table' | 'terms'>;

/**
 * Order of a contradiction's facts in its message.
 *
 * - `request`: stored facts first, in a fixed order, then facts of the request in its order
 * - `fixed`: the same for the same facts, whatever the order of their inference
 */
type FactOrder = 'request' | 'fixed';

function factsOf(workingSet: Facts, { facts }: Contradiction, order: FactOrder): Fact[] {
  const { flags } = workingSet.table;
  const isStored = (row: Row) => ((flags[row]! & STORED_MASK) !== 0 ? 0 : 1);
  const fixed = (a: Row, b: Row) => compareFacts(factAt(workingSet, a), factAt(workingSet, b));
  const ofRequest = (a: Row, b: Row) => isStored(a) - isStored(b) || (isStored(a) === 0 ? fixed(a, b) : a - b);
  return [...facts].sort(order === 'fixed' ? fixed : ofRequest).map((row) => factAt(workingSet, row));
}

const compareFacts = (a: Fact, b: Fact): number =>
  compareTerms(a.s, b.s) || compareTerms(a.p, b.p) || compareTerms(a.o, b.o);

/** Compares uids as numbers and other terms as texts. */
export function compareTerms(a: string, b: string): number {
  if (isUid(a) && isUid(b)) return compareUids(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

export function factAt({ table, terms }: Facts, row: Row): Fact {
  return {
    s: terms.text(table.subject[row]!),
    p: terms.text(table.predicate[row]!),
    o: terms.text(table.object[row]!),
  };
}

/** Returns the error for a contradiction. */
export function contradictionError(
  workingSet: Facts,
  contradiction: Contradiction,
  name: Naming,
  order: FactOrder = 'request',
): OwlgateError {
  const { rule } = contradiction;
  const facts = factsOf(workingSet, contradiction, order);
  const [first, second] = facts;
  const { about } = rule;
  const entity =
    facts.length > 0
      ? name(entityOf(facts))
      : about === undefined
        ? 'the ontology'
        : name(workingSet.terms.text(about));
  const details = {
    rule: rule.name,
    axiom: rule.axiom.text,
    ...rule.axiom.position,
    facts: facts.map((f) => show(f, name)),
  };
  const refuse = (code: ConstructorParameters<typeof OwlgateError>[0], parameters: Record<string, string>) =>
    new OwlgateError(code, { entity, ...parameters }, details);
  const last = rule.name.slice(rule.name.lastIndexOf('+') + 1);
  if (facts.length === 0) {
    const isNothing = last === 'cls-nothing2' && about !== undefined;
    const parameters = { facts: isNothing ? `${entity} graph.type owl:Nothing` : 'axioms', axiom: rule.axiom.text };
    return refuse(isNothing ? 'NothingViolation' : 'Contradiction', parameters);
  }
  const isTypes = facts.length === 2 && facts.every(({ p }) => p === TYPE_PREDICATE);
  if (isTypes && first!.s === second!.s) return refuse('DisjointnessViolation', { a: first!.o, b: second!.o });
  switch (last) {
    case 'prp-irp':
      return refuse('IrreflexiveViolation', { property: first!.p });
    case 'prp-asyp':
      return refuse('AsymmetricViolation', { property: first!.p, other: name(first!.o) });
    case 'prp-pdw':
    case 'prp-adp':
      return refuse('DisjointPropertiesViolation', { a: first!.p, b: second!.p, other: name(first!.o) });
    case 'cls-maxc1':
    case 'cls-maxqc1':
    case 'cls-maxc2':
    case 'cls-maxqc2':
    case 'cls-maxqc3':
    case 'cls-maxqc4':
      return refuse('MaximumCardinalityViolation', { facts: listed(facts, name), axiom: rule.axiom.text });
    case 'cls-nothing2':
      return refuse('NothingViolation', { facts: listed(facts, name), axiom: rule.axiom.text });
    case 'prp-ifp':
      return refuse('InverseFunctionalViolation', {
        ...twoOf(facts, name),
        property: first!.p,
        value: termOf(first!.o, name),
      });
    case 'prp-key':
      return refuse('KeyViolation', { ...twoOf(facts, name), axiom: rule.axiom.text });
    case 'prp-npa1':
    case 'prp-npa2':
      return refuse('NegativeAssertionViolation', { facts: listed(facts, name), axiom: rule.axiom.text });
    case 'eq-diff1':
    case 'eq-diff2':
    case 'eq-diff3':
      return refuse('DifferenceViolation', { facts: listed(facts, name), axiom: rule.axiom.text });
    case 'prp-rng':
    case 'cls-avf': {
      const { p, o } = facts.find((fact) => fact.o.startsWith('"')) ?? first!;
      return refuse('DataRangeViolation', { property: p, value: termOf(o, name), axiom: rule.axiom.text });
    }
    case 'cax-dw':
    case 'cax-adc':
    case 'cls-com':
      return refuse('DisjointnessViolation', disjointTypes(facts));
    default:
      return refuse('Contradiction', { facts: listed(facts, name), axiom: rule.axiom.text });
  }
}

/** Returns two nodes that share a key or inverse-functional value: of those of a request, `entity` is the later one. */
function twoOf(facts: readonly Fact[], name: Naming): { readonly entity: string; readonly other: string } {
  const subjects = [...new Set(facts.map(({ s }) => s))];
  return { entity: name(subjects.at(-1)!), other: name(subjects[0]!) };
}

/** Returns the subject of most facts. */
function entityOf(facts: readonly Fact[]): string {
  const counts = new Map<string, number>();
  for (const { s } of facts) counts.set(s, (counts.get(s) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/**
 * Returns the names of two types that contradict each other. If the facts have fewer than two types, predicates of the
 * facts take their place.
 */
function disjointTypes(facts: readonly Fact[]): { a: string; b: string } {
  const names = facts.map(({ p, o }) => (p === TYPE_PREDICATE ? o : p));
  const types = facts.filter(({ p }) => p === TYPE_PREDICATE).map(({ o }) => o);
  const [a = names[0]!, b = names.find((other) => other !== a) ?? a] = types;
  return { a, b };
}

const listed = (facts: readonly Fact[], name: Naming): string => facts.map((fact) => show(fact, name)).join(', ');

/** Fact in an answer. */
export interface ShownFact {
  readonly subject: string;
  /** `graph.type` for types. */
  readonly predicate: string;
  readonly object: string;
}

export function shown({ s, p, o }: Fact): ShownFact {
  return { subject: s, predicate: p === TYPE_PREDICATE ? 'graph.type' : p, object: o };
}

/** Returns the text of a fact for messages: `0x1 knows 0x2`, `0x1 graph.type Person`. */
export function show({ s, p, o }: Fact, name: Naming): string {
  if (p === TYPE_PREDICATE) return `${name(s)} graph.type ${o}`;
  return `${name(s)} ${p} ${termOf(o, name)}`;
}

/** Maximum characters of a value in a message: people only need to recognize it. */
const MAX_VALUE_LENGTH = 200;

/** Returns the text of a value or node for messages. @param name by default a node has its own name */
export const termOf = (o: string, name: Naming = (node) => node): string =>
  o.startsWith('"') ? shortValue(o) : name(o);

/** Truncates the text of a long value; its language stays. */
function shortValue(value: string): string {
  if (value.length <= MAX_VALUE_LENGTH) return value;
  const lang = languageOf(value);
  return `${value.slice(0, MAX_VALUE_LENGTH)}…"${lang === undefined ? '' : `@${lang}`}`;
}

/** Returns the refusal of two values of a predicate that takes one. @param name by default a node has its own name */
export function singleValueError(
  { isFunctional, schema }: Cardinalities,
  entity: string,
  property: string,
  a: string,
  b: string,
  name?: Naming,
): OwlgateError {
  const code = isFunctional(property) ? 'FunctionalViolation' : 'SingleValueViolation';
  const advice = adviceOn(schema.get(property));
  return new OwlgateError(code, { entity, property, a: termOf(a, name), b: termOf(b, name), advice });
}

/** Returns the way to state two values of a predicate that takes one, in the words of a message. */
function adviceOn(declared: Pick<PredicateDeclaration, 'type' | 'lang'> | undefined): string {
  if (declared?.lang) {
    return 'Dgraph keeps one value for each language: state the other in another language, or of another property';
  }
  if (declared?.type === 'bool') return 'Dgraph has no lists of booleans: state one';
  if (declared?.type === 'float32vector') return 'Dgraph has no lists of vectors: state the other of another property';
  return 'annotate the property with owlgate:list true to keep several';
}

/** Returns the refusal of a value in a report on a load, which leaves the value out and keeps another. */
export function keptError({ code, message, details }: OwlgateError, value: string): OwlgateError {
  return OwlgateError.worded(code, `${message}; ${termOf(value)} is kept`, details);
}

/**
 * Finds inferred values that contradict another value of a predicate that takes one.
 *
 * @param asserted rows of values that a client sets; a remaining inferred value contradicts them
 * @returns the refusals, one for each place with two values, with both facts
 */
export function singleValueErrors(
  workingSet: WorkingSet,
  { inferred }: Inference,
  context: Cardinalities,
  name: Naming,
  asserted: readonly Row[] = [],
): { readonly error: OwlgateError; readonly row: Row; readonly other: Row }[] {
  const errors: { error: OwlgateError; row: Row; other: Row }[] = [];
  const listedKeys = new Set<string>();
  const { table, terms } = workingSet;
  const isAsserted = (row: Row) => (table.flags[row]! & Now.Asserted) !== 0;
  for (const row of [...inferred, ...asserted]) {
    const predicate = terms.text(table.predicate[row]!);
    const declared = context.schema.get(predicate);
    if (!declared || declared.list || predicate === TYPE_PREDICATE) continue;
    const first = table.firstOfSubject(table.subject[row]!, table.predicate[row]!);
    for (let other = first; other !== NO_ROW; other = table.nextOfSubject(other)) {
      if (other === row || (table.flags[other]! & NOW_MASK) === 0) continue;
      if (isAsserted(row) && isAsserted(other)) continue;
      const fact = factAt(workingSet, row);
      const lang = languageOf(fact.o);
      const value = terms.text(table.object[other]!);
      const key = `${fact.s} ${fact.p} ${lang ?? ''}`;
      if (languageOf(value) !== lang || listedKeys.has(key)) continue;
      listedKeys.add(key);
      errors.push({
        error: singleValueError(context, name(fact.s), fact.p, value, fact.o, name),
        row,
        other,
      });
    }
  }
  return errors;
}

const identityError = (entity: string, reason: string): OwlgateError =>
  new OwlgateError('IdentityViolation', { entity, reason });

/**
 * Finds nodes of individuals that would lose their IRIs. Rules refer to the node; without its IRI, the next write by the
 * IRI would make a second one.
 *
 * @param rows facts that are deleted or replaced
 */
export function individualErrors(
  workingSet: WorkingSet,
  rows: readonly Row[],
  isIndividual: (node: string) => boolean = () => false,
): OwlgateError[] {
  const facts = rows.map((row) => factAt(workingSet, row));
  return facts
    .filter(({ s, p }) => p === IRI_PREDICATE.name && isIndividual(s))
    .map(({ s, o }) => identityError(s, `the ontology names it by its IRI ${parseLiteralTerm(o).text}, which stays`));
}

/**
 * Finds IRIs that would name two nodes: an IRI is the identity of one node.
 *
 * @param identities IRIs that a write assigns to nodes, each as `o`
 */
export function identityErrors(
  identities: readonly Fact[],
  { resolve, created }: Pick<Settled, 'resolve' | 'created'>,
  usedAsNodes: ReadonlySet<string>,
  name: Naming,
): OwlgateError[] {
  const errors: OwlgateError[] = [];
  const holders = new Map<string, string>();
  for (const { s, o: iri } of identities) {
    const node = resolve(s);
    const isFree = created.has(iri) && !usedAsNodes.has(iri);
    const holder = holders.get(iri) ?? (isFree ? node : resolve(iri));
    holders.set(iri, holder);
    if (holder !== node) {
      errors.push(identityError(name(node), `the IRI ${iri.slice(1, -1)} is that of ${name(holder)}`));
    }
  }
  return errors;
}
