/**
 * Assertions of an ontology about individuals, and facts that an axiom alone entails; written when it comes into force.
 *
 * Assertions are asserted facts like those of clients, with a facet that marks them as the ontology's. Assertions that
 * only the previous version made are removed, unless a client has asserted them as well: such a write clears the facet
 * in Dgraph.
 */
import { EngineFailure, retryAborted } from '../../dgraph';
import type { NQuad, PredicateDeclaration } from '../../dql';
import { languageOf, ONTOLOGY_FACET, parseLiteralTerm, TYPE_PREDICATE } from '../../mutation';
import { NO_ROW, seedsOf, Stored } from '../../reasoner';
import type { Pattern, Row } from '../../reasoner';
import { OwlgateError } from '../../errors';
import { composeMutation } from '../write/compose';
import { guardsOf, nodeLocks, withGuards } from '../write/guards';
import { printPredicate } from '../store/dql-text';
import { holdsType, indexFault, isMisfit } from '../store/misfit';
import type { Need } from '../store/need';
import { Collisions } from '../write/collisions';
import { keptError, singleValueError, termOf } from '../write/contradiction-messages';
import type { Cardinalities } from '../write/contradiction-messages';
import { settle } from '../store/settle';
import type { Settled, SettleOptions } from '../store/settle';
import type { Fact } from '../store/terms';
import { MAX_REMEMBERED } from '../walk/tally';
import type { Tally } from '../walk/tally';
import type { EngineSchema } from '../store/engine-schema';
import { statementOf, storedTerm } from '../store/terms';
import { ReadTransaction } from '../store/transaction';
import type { Head } from '../store/transaction';
import type { WorkingSet } from '../store/working-set';
import { send } from '../write/deliver';
import { makeDraftContext } from '../write/context';
import type { RuledContext, WriteContext } from '../write/context';
import type { StatedFact } from '../in-force/assertions';

/** Facts per transaction. Each transaction reads what the rules join its facts with, those of former ones as well. */
const BATCH = 2_000;

/** Rules that values outside the engine's types, and second values of a predicate that takes one, contradict. */
export const MISFIT = 'dt-not-type';
export const SINGLE_VALUE = 'ext-single-value';

interface OntologyFactsOptions {
  readonly context: WriteContext;
  /** Assertions of the previous version. */
  readonly before: readonly Fact[];
  readonly tally: Tally;
  readonly signal?: AbortSignal;
  /** Recorder for previews: receives the facts instead of the store. */
  readonly rehearsal?: Rehearsal;
  /** Called after each batch. */
  readonly onBatch?: () => void;
}

/** Replacement of the store in a preview. */
interface Rehearsal {
  readonly head: Head | undefined;
  /** Declarations under which the facts would be written. */
  readonly declared: Pick<EngineSchema, 'get'>;
  makeWorkingSet(facts: number): WorkingSet;
  settleOptions(transaction: ReadTransaction): Pick<SettleOptions, 'answer'>;
  /** @param asserted facts that would be set */
  finish(settled: Settled, asserted: readonly Fact[]): void;
}

interface Batch {
  readonly assert: readonly StatedFact[];
  readonly retract: readonly Fact[];
  readonly seed: boolean;
}

/** Writes the facts with all that they entail. Idempotent. @throws VersionChanged; the signal's reason */
export async function writeOntologyFacts(options: OntologyFactsOptions): Promise<void> {
  const { context, before } = options;
  const { assertions, plan } = context.reasoning!;
  const stated = new Set(assertions.map(factKey));
  const retracted = before.filter((fact) => !stated.has(factKey(fact)));
  const batches: Batch[] = seedsOf(plan).length > 0 ? [{ assert: [], retract: [], seed: true }] : [];
  for (let i = 0; i < retracted.length; i += BATCH) {
    batches.push({ assert: [], retract: retracted.slice(i, i + BATCH), seed: false });
  }
  for (let i = 0; i < assertions.length; i += BATCH) {
    batches.push({ assert: assertions.slice(i, i + BATCH), retract: [], seed: false });
  }
  const rules = makeDraftContext(context);
  for (const batch of batches) {
    await writeParts(batch, rules, options);
    options.onBatch?.();
  }
}

/**
 * Writes a batch. If the engine refuses it for good, writes its parts, and reports the assertions that are refused by
 * themselves: an index may refuse a value that its predicate's type holds.
 */
async function writeParts(batch: Batch, rules: RuledContext, options: OntologyFactsOptions): Promise<void> {
  const { signal, tally } = options;
  const { assert } = batch;
  signal?.throwIfAborted();
  try {
    const write = async () => tally.during((onTurn) => writeBatch(batch, rules, options, onTurn));
    await retryAborted(write, signal ? { signal } : {});
  } catch (error) {
    if (!(error instanceof EngineFailure) || !error.isFinal || assert.length === 0) throw error;
    const [fact] = assert;
    if (assert.length === 1)
      tally.addViolations([valueError(fact!, `the engine's types and indexes (${error.message})`)]);
    else {
      const middle = Math.ceil(assert.length / 2);
      for (const part of [assert.slice(0, middle), assert.slice(middle)]) {
        await writeParts({ ...batch, assert: part }, rules, options);
      }
    }
  }
}

export const factKey = ({ s, p, o }: Fact): string => `${s} ${p} ${o}`;

async function writeBatch(
  batch: Batch,
  rules: RuledContext,
  { context, tally, rehearsal }: OntologyFactsOptions,
  onTurn: NonNullable<SettleOptions['onTurn']>,
): Promise<void> {
  const head = rehearsal ? rehearsal.head : { uid: context.headUid!, version: context.reasoning!.version };
  const transaction = new ReadTransaction(context.engine, head);
  const { schema } = context;
  const retract = await filterOntologyFacts(batch.retract, schema, transaction);
  // Result of the last round of settling.
  let placed: Placed = { asserted: [], errors: [] };
  // A preview knows the declarations after the load; those of the rules are for reads.
  const declaredRules = { isFunctional: (p: string) => rules.isFunctional(p), schema: rehearsal?.declared ?? schema };
  const collisions = new Collisions({ ...declaredRules, plan: rules.plan });
  const settled = await settle({
    plan: rules.plan,
    schema,
    transaction,
    maxContradictions: MAX_REMEMBERED,
    isIncomplete: true,
    onTurn,
    ...(rehearsal && { workingSet: rehearsal.makeWorkingSet(BATCH * 4), ...rehearsal.settleOptions(transaction) }),
    draft: (workingSet) => {
      const needs: Need[] = [...batch.assert, ...retract].map(({ s, p, o }) =>
        isSingle(rules, p) ? { s, p } : { s, p, o },
      );
      const { terms } = workingSet;
      const unread = needs.filter(
        ({ s, p, o }) => !workingSet.covers(terms.id(s!), terms.id(p), o === undefined ? 0 : terms.id(o)),
      );
      placed = place(batch.assert, workingSet, declaredRules);
      return {
        change: {
          assert: placed.asserted.map((fact) => patternOf(workingSet, fact)),
          retract: retract.map((fact) => patternOf(workingSet, fact)),
          seed: batch.seed,
        },
        needs: unread,
      };
    },
    review: (workingSet, inference) => {
      const stated = placed.asserted.filter((fact) => !collisions.has(fact));
      const rows = stated.map((fact) => rowOf(workingSet, fact)).filter((row) => row !== NO_ROW);
      return collisions.review(workingSet, inference, rows);
    },
  });
  const asserted = placed.asserted.filter((fact) => !collisions.has(fact));
  if (rehearsal) rehearsal.finish(settled, asserted);
  else await writeSettled(settled, asserted.map(ontologyStatement), context, rules, transaction);
  tally.add(settled, [...placed.errors, ...collisions.errors]);
}

async function writeSettled(
  settled: Settled,
  set: readonly NQuad[],
  context: WriteContext,
  rules: RuledContext,
  { startTs, hash }: ReadTransaction,
): Promise<void> {
  const mutation = composeMutation({ set }, settled, context.schema);
  if (mutation.set.length + mutation.delete.length === 0) return;
  const guards = guardsOf(nodeLocks(settled.workingSet, settled.inference, rules.relevance));
  await send({ mutations: withGuards([mutation], context, guards) }, context, { commitNow: true, startTs, hash });
}

interface Placed {
  /** Facts not yet stored as asserted, and not in conflict with another asserted value. */
  readonly asserted: readonly Fact[];
  readonly errors: readonly OwlgateError[];
}

function place(facts: readonly StatedFact[], workingSet: WorkingSet, rules: Cardinalities): Placed {
  const asserted: Fact[] = [];
  const errors: OwlgateError[] = [];
  const { table, terms } = workingSet;
  const isAsserted = (row: Row) => row !== NO_ROW && (table.flags[row]! & Stored.Asserted) !== 0;
  const values = new Map<string, string>();
  for (const fact of facts) {
    if (isAsserted(rowOf(workingSet, fact))) continue;
    const declared = rules.schema.get(fact.p);
    if (isMisfit(fact.o, declared)) {
      errors.push(misfitError(fact, declared));
      continue;
    }
    let other: string | undefined;
    if (isSingle(rules, fact.p)) {
      const lang = languageOf(fact.o);
      const slot = `${fact.s} ${fact.p} ${lang ?? ''}`;
      other = values.get(slot);
      if (other === undefined) values.set(slot, fact.o);
      let row = table.firstOfSubject(terms.id(fact.s), terms.id(fact.p));
      for (; row !== NO_ROW && other === undefined; row = table.nextOfSubject(row)) {
        const value = terms.text(table.object[row]!);
        if (isAsserted(row) && languageOf(value) === lang) other = value;
      }
    }
    if (other === undefined) asserted.push(fact);
    else errors.push(keptError(singleValueError(rules, fact.s, fact.p, other, fact.o), other));
  }
  return { asserted, errors };
}

/** Returns the error for a value that its predicate cannot hold. */
export function misfitError(fact: StatedFact, declared: PredicateDeclaration | undefined): OwlgateError {
  const { p, o } = fact;
  const { text, lang } = parseLiteralTerm(o);
  const fault = declared && holdsType(text, declared) ? indexFault(text, declared, lang) : undefined;
  const [index, effect] = declared?.type === 'geo' ? ['', 'other geometries'] : ['hash', 'longer ones'];
  const reason =
    fault === undefined
      ? `the type of "${p}"`
      : `the index of "${p}", which takes no ${fault} ` +
        `(owlgate:index "${index}" on the property takes ${effect}; /alter then removes an index that is stored),`;
  return valueError(fact, reason);
}

function valueError({ s, p, o, axiom }: StatedFact, reason: string): OwlgateError {
  return new OwlgateError('DataRangeViolation', {
    entity: s,
    property: p,
    value: termOf(o),
    axiom: `${reason} in: ${axiom.text}`,
  });
}

/** Returns true for a predicate that takes one value. */
export const isSingle = ({ schema }: Pick<Cardinalities, 'schema'>, p: string): boolean => {
  const declared = p === TYPE_PREDICATE ? undefined : schema.get(p);
  return declared !== undefined && !declared.list;
};

function patternOf({ terms }: WorkingSet, { s, p, o }: Fact): Pattern {
  return { s: terms.id(s), p: terms.id(p), o: terms.id(o) };
}

function rowOf(workingSet: WorkingSet, fact: Fact): Row {
  const { s, p, o } = patternOf(workingSet, fact);
  return workingSet.table.find(s, p, o);
}

function ontologyStatement(fact: Fact): NQuad {
  return { ...statementOf(fact, false), facets: [{ key: ONTOLOGY_FACET, value: 'true', type: 'bool' }] };
}

/** Returns the facts whose facet marks them as an ontology's. */
async function filterOntologyFacts(
  stated: readonly Fact[],
  schema: EngineSchema,
  transaction: ReadTransaction,
): Promise<readonly Fact[]> {
  // A value that could not be stored cannot be read either. A load that changes the kind of a predicate has removed it.
  const isEdgeIn = (p: string) => schema.get(p)?.type === 'uid';
  const isOtherKind = ({ p, o }: Fact) => p !== TYPE_PREDICATE && o.startsWith('"') === isEdgeIn(p);
  const facts = stated.filter((fact) => !isMisfit(fact.o, schema.get(fact.p)) && !isOtherKind(fact));
  if (facts.length === 0) return [];
  const fields = facts.map((fact, i) => `t${i}: ${fieldOf(fact)}`);
  const isEdge = ({ p, o }: Fact) => p !== TYPE_PREDICATE && !o.startsWith('"');
  const blocks = facts.map((fact, i) => {
    const end = isEdge(fact) ? ` @filter(uid(${fact.o}))` : '';
    return (
      `b${i}(func: uid(${fact.s})) { ${fields[i]!}${end} ` +
      `@facets(${ONTOLOGY_FACET})${isEdge(fact) ? ' { uid }' : ''} }`
    );
  });
  const data = await transaction.read(blocks.join('\n'));
  return facts.filter((fact, i) => {
    const [node] = (data[`b${i}`] ?? []) as Record<string, unknown>[];
    return node !== undefined && hasFacet(node, `t${i}`, fact, schema);
  });
}

/** Field that reads the values of a fact's predicate, in the language of its value. */
function fieldOf({ p, o }: Fact): string {
  if (p === TYPE_PREDICATE) return p;
  const language = o.startsWith('"') ? languageOf(o) : undefined;
  return language === undefined ? printPredicate(p) : `${printPredicate(p)}@${language}`;
}

function hasFacet(node: Record<string, unknown>, alias: string, { p, o }: Fact, schema: EngineSchema): boolean {
  const value = node[alias];
  if (p !== TYPE_PREDICATE && !o.startsWith('"')) return Array.isArray(value) ? value.some(isMarked) : isMarked(value);
  const type = schema.get(p)?.type;
  const values = Array.isArray(value) && type !== 'float32vector' ? (value as unknown[]) : [value];
  const index = values.findIndex((item) => item !== undefined && storedTerm(p, type, item, languageOf(o)) === o);
  const facet = node[`${alias}|${ONTOLOGY_FACET}`];
  return index >= 0 && (facet === true || (facet as Record<string, unknown> | undefined)?.[String(index)] === true);
}

/** Returns true if an end of an edge has the facet among its own fields. */
function isMarked(end: unknown): boolean {
  if (end === null || typeof end !== 'object') return false;
  return Object.entries(end).some(([key, value]) => key.endsWith(`|${ONTOLOGY_FACET}`) && value === true);
}
