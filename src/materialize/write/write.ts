/**
 * The way of a write: statements → what they entail → one transaction.
 *
 * A write that no rule has to do with is sent on with the fence alone. Any other is settled over what is stored, refused
 * if it contradicts the ontology, and written with all that follows from it. The engine's conflict detection stands
 * between writes (see guards.ts); a transaction that owlgate began itself is begun again when it is aborted.
 */
import { nodeKey, printMutation, rewriteTypePredicate, withNodes } from '../../dql';
import type { Mutation, MutationRequest, NodeRef, NQuad } from '../../dql/mutation/ast';
import { retryAborted } from '../../dgraph';
import type { OwlgateError } from '../../errors';
import type { Credentials, Engine, MutateAnswer } from '../../dgraph';
import { TYPE_PREDICATE } from '../../mutation';
import { compile } from '../../reasoner';
import type { Plan, Row } from '../../reasoner';
import { composeParts } from './compose';
import { WriteDraft } from './draft';
import type { DraftContext, Statements } from './draft';
import type { EngineSchema } from '../store/engine-schema';
import { FENCE_STRIPES, lockStatement, nodeGuards, withGuards } from './guards';
import type { Reasoning } from '../in-force/reasoning';
import { Relevance } from '../in-force/relevance';
import { sendParted } from './parted-write';
import { INFERENCE_LIMIT, refuse } from './judge';
import { factAt } from './refuse';
import type { Naming } from './refuse';
import { mergeHints, withLists } from './hints';
import { IRI_LABEL, settle } from '../store/settle';
import type { Fact, Settled } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import type { Head } from '../store/transaction';
import type { Window } from '../store/window';
import { resolveUpsert } from './upsert';

/** What a write stands on. */
export interface WriteContext {
  readonly engine: Engine;
  readonly schema: EngineSchema;
  /** Absent where no ontology is in force. */
  readonly reasoning?: Reasoning | undefined;
  /** The registry's head; absent before the first load. */
  readonly headUid?: string | undefined;
  /** Damage of the registry that has been met since: which ontology is in force is not certain. */
  readonly damage?: OwlgateError | undefined;
  /** For a write that does not read the head: throws VersionChanged where another ontology has come into force. */
  readonly confirm?: () => Promise<void>;
  /** Right of the client to write a predicate: a delete of a whole node leaves the others. Default: every predicate. */
  readonly mayWrite?: (predicate: string) => boolean;
}

/**
 * The head that reads check, so that what they are told is of the ontology in force. A damaged head is not compared: reads go
 * on under the ontology that was in force.
 */
export const headOf = ({ reasoning, headUid, damage }: WriteContext): Head | undefined =>
  reasoning && headUid !== undefined && !damage ? { uid: headUid, version: reasoning.version } : undefined;

/**
 * Refuses a write that the ontology has to do with, where the registry is damaged. Without an ontology in force here none is
 * certain: then every write is.
 *
 * @throws OwlgateError OntologyDamaged
 */
export function refuseDamaged(request: MutationRequest, context: WriteContext): void {
  if (context.damage && !(context.reasoning && isPlain(request, makeDraftContext(context)))) throw context.damage;
}

/** Whether no statement has anything to do with the rules, whatever its variables stand for. */
function isPlain({ query, mutations }: MutationRequest, rules: RuledContext): boolean {
  if (query === undefined) return new WriteDraft(mergeMutations(mutations), rules).isPlain;
  return mutations.every((mutation) => new WriteDraft(mutation, rules).isPlain);
}

export interface WriteOptions {
  readonly credentials?: Credentials | undefined;
  readonly commitNow: boolean;
  readonly startTs?: number | undefined;
  readonly hash?: string | undefined;
  /** Further parameters of the client's request. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** What was done. */
export interface WriteOutcome {
  readonly answer: MutateAnswer;
  readonly asserted: number;
  readonly inferred: number;
  readonly retracted: number;
  /** Facts that the client has taken back and that hold all the same. */
  readonly stillEntailed: readonly Fact[];
  /** On a cluster with access control: the numbers of facts inferred and retracted, by predicate. */
  readonly effects?: {
    readonly inferred: ReadonlyMap<string, number>;
    readonly retracted: ReadonlyMap<string, number>;
  };
  /** The answer to the client's own query, where it was asked apart; otherwise it is in `answer`. */
  readonly queries?: Readonly<Record<string, unknown>>;
  /** The client's names of nodes, by the label that they had on the way. */
  readonly labels: ReadonlyMap<string, string>;
  /** How often the engine was asked before it was written to. */
  readonly reads: number;
}

/** @throws Refusal, OwlgateError, EngineFailure, VersionChanged */
export async function write(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<WriteOutcome> {
  const query = request.query === undefined ? undefined : rewriteTypePredicate(request.query);
  const rules = makeDraftContext(context);
  const asWritten = { ...request, ...(query !== undefined && { query }) };
  const transaction = new ReadTransaction(context.engine, headOf(context), readOptions(context, options));
  if (query === undefined || request.mutations.length === 0) {
    const draft = new WriteDraft(mergeMutations(request.mutations), rules);
    if (draft.isPlain) return writePlain(asWritten, context, options);
    return writeReasoned(draft, context, rules, transaction, options);
  }
  if (isPlain(request, rules)) return writePlain(asWritten, context, options);
  const { statements, queries } = await resolveUpsert(query, request, transaction, options.credentials);
  const draft = new WriteDraft(statements, rules);
  return { ...(await writeReasoned(draft, context, rules, transaction, options)), queries };
}

/** What drafts stand on, with the rules. */
export type RuledContext = DraftContext & { readonly plan: Plan };

/** Without an ontology there are no rules, and IRIs name nodes all the same. */
export const NO_RULES = compile([], { type: TYPE_PREDICATE, class: (iri) => iri, property: (iri) => iri }).plan;
const NOTHING_RELEVANT = new Relevance(NO_RULES);

export function makeDraftContext({ reasoning, schema, mayWrite }: WriteContext): RuledContext {
  const rights = mayWrite && { mayWrite };
  if (!reasoning) {
    const no = () => false;
    const nothing = { plan: NO_RULES, relevance: NOTHING_RELEVANT };
    return { ...nothing, ...rights, schema, isSingle: no, isFunctional: no, isEdge: no };
  }
  const { names, taxonomy } = reasoning.loaded;
  return {
    ...rights,
    plan: reasoning.plan,
    relevance: reasoning.relevance,
    schema,
    isSingle: (predicate) => {
      const declared = schema.get(predicate);
      return declared !== undefined && !declared.list && names.propertyIri(predicate) !== undefined;
    },
    isFunctional: (predicate) => {
      const iri = names.propertyIri(predicate);
      return iri !== undefined && taxonomy.isFunctional(iri);
    },
    isEdge: (predicate) => {
      const declared = schema.get(predicate);
      if (declared) return declared.type === 'uid';
      const iri = names.propertyIri(predicate);
      return iri !== undefined && taxonomy.isObjectProperty(iri);
    },
  };
}

/** What several mutations without conditions say together. */
export const mergeMutations = (mutations: readonly Mutation[]): Statements => ({
  hints: mergeHints(mutations),
  set: mutations.flatMap(({ set }) => set),
  delete: mutations.flatMap((mutation) => mutation.delete),
});

async function writePlain(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<WriteOutcome> {
  const labels = new Map<string, string>();
  const mutations = request.mutations.map((mutation) => relabel(withLists(mutation, context.schema), labels));
  await context.confirm?.();
  const answer = await sendTogether({ ...request, mutations }, NOTHING_ADDED, [], context, options);
  const asserted = request.mutations.reduce((count, { set }) => count + set.length, 0);
  return { answer, asserted, inferred: 0, retracted: 0, stillEntailed: [], labels, reads: 0 };
}

async function writeReasoned(
  draft: WriteDraft,
  context: WriteContext,
  rules: RuledContext,
  transaction: ReadTransaction,
  options: WriteOptions,
): Promise<WriteOutcome> {
  const { set, hints } = draft.statements;
  const { settled, plainDeletes } = await reason(draft, context, rules, transaction);
  const { window, inference } = settled;
  const labels = new Map([...settled.created].map(([iri, label]) => [label, iri.slice(1, -1)]));
  const { stated, added } = composeParts({ set, plainDeletes }, settled, context.schema);
  const composed = relabel(withLists({ ...stated, ...(hints && { hints }) }, context.schema), labels);
  const follows = relabel({ set: [...added.identities, ...added.set], delete: added.delete }, labels);
  const guards = nodeGuards(window, inference, rules.relevance);
  const { startTs = options.startTs, hash = options.hash } = transaction;
  if (transaction.reads === 0) await context.confirm?.();
  const isOfClient = options.startTs !== undefined;
  const answer = await sendTogether({ mutations: [composed] }, follows, guards, context, {
    ...options,
    startTs,
    hash,
    isOfClient,
  });
  return {
    answer,
    asserted: set.length,
    inferred: inference.inferred.length,
    retracted: inference.retracted.length,
    stillEntailed: inference.stillEntailed.map((row) => factAt(window, row)),
    ...(context.engine.identity && {
      effects: {
        inferred: countedByPredicate(window, inference.inferred),
        retracted: countedByPredicate(window, inference.retracted),
      },
    }),
    labels,
    reads: transaction.reads,
  };
}

function countedByPredicate({ table, terms }: Window, rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = terms.text(table.predicate[row]!);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const NOTHING_ADDED: Mutation = { set: [], delete: [] };

/** In whose name all is read that rules ask for: the gateway's, where it has one. */
export const readOptions = ({ engine }: WriteContext, options: WriteOptions): WriteOptions =>
  engine.identity ? { ...options, credentials: undefined } : options;

/** What the client states and what is added to it, in one transaction. */
async function sendTogether(
  request: MutationRequest,
  added: Mutation,
  guards: readonly string[],
  context: WriteContext,
  options: WriteOptions & { readonly isOfClient?: boolean },
): Promise<MutateAnswer> {
  const { engine } = context;
  const { credentials, isOfClient = options.startTs !== undefined } = options;
  const [own = added] = withGuards([added], context, guards);
  const isNone = (mutation: Mutation) => mutation.set.length + mutation.delete.length === 0;
  if (engine.identity && credentials && !isNone(own)) {
    return sendParted(engine, { request, own }, { ...options, credentials }, isOfClient);
  }
  const [first, ...others] = request.mutations;
  const mutations = isNone(added) || !first ? request.mutations : [together(first, added), ...others];
  return send({ ...request, mutations: withGuards(mutations, context, guards) }, context, options);
}

const together = (stated: Mutation, added: Mutation): Mutation => ({
  ...stated,
  set: [...stated.set, ...added.set],
  delete: [...stated.delete, ...added.delete],
});

/** A change that may be written, and the deletes of the client that no rule has to do with. */
export interface Reasoned {
  readonly settled: Settled;
  readonly plainDeletes: readonly NQuad[];
}

/** Finds out what a write entails. @throws Refusal where the ontology does not allow it */
export async function reason(
  draft: WriteDraft,
  context: WriteContext,
  rules: RuledContext,
  transaction: ReadTransaction,
): Promise<Reasoned> {
  let plainDeletes: readonly NQuad[] = [];
  const settled = await settle({
    plan: rules.plan,
    schema: context.schema,
    transaction,
    limit: INFERENCE_LIMIT,
    iris: [...draft.iris],
    languages: draft.languages,
    draft: (window, resolve) => {
      const over = draft.over(window, resolve);
      plainDeletes = [...draft.plainDeletes, ...over.plainDeletes];
      return over;
    },
  });
  await refuse({ settled, draft, rules, loaded: context.reasoning?.loaded, transaction, name: naming(settled) });
  return { settled, plainDeletes };
}

/** New nodes of IRIs are told by their IRI. */
export function naming({ created }: Pick<Settled, 'created'>): Naming {
  const iris = new Map([...created].map(([iri, label]) => [`_:${label}`, iri]));
  return (term) => iris.get(term) ?? term;
}

/** Labels that RDF cannot write are replaced; the answer has the client's again. */
function relabel(mutation: Mutation, labels: Map<string, string>): Mutation {
  const byLabel = new Map([...labels].map(([label, clients]) => [clients, label]));
  const fits = (label: string) => /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(label) && !label.endsWith('.');
  const node = (ref: NodeRef): NodeRef => {
    if (ref.kind !== 'blank' || fits(ref.label) || ref.label.startsWith(IRI_LABEL)) return ref;
    let label = byLabel.get(ref.label);
    if (label === undefined) {
      label = `owlgate.label.${labels.size}`;
      byLabel.set(ref.label, label);
      labels.set(label, ref.label);
    }
    return { kind: 'blank', label };
  };
  const statement = (nquad: NQuad): NQuad => withNodes(nquad, node);
  return { ...mutation, set: mutation.set.map(statement), delete: mutation.delete.map(statement) };
}

/** Lets no write commit that began before this. */
export async function takeFence(context: WriteContext): Promise<void> {
  const stripes = Array.from({ length: FENCE_STRIPES }, (_, i) => lockStatement(context.headUid!, String(i)));
  // In parts: writes that go on through other gateways would abort one that takes all, again and again.
  const parts = Array.from({ length: FENCE_PARTS }, (_, part) =>
    stripes.filter((_stripe, i) => i % FENCE_PARTS === part),
  );
  await Promise.all(
    parts.map((statements) =>
      retryAborted(() => send({ mutations: [{ set: [], delete: statements }] }, context, { commitNow: true }), {
        attempts: FENCE_ATTEMPTS,
      }),
    ),
  );
}

const FENCE_PARTS = 32;
const FENCE_ATTEMPTS = 40;

/** The nodes that a request names and that may be stored already, as terms; those of variables by the query that finds them. */
export function storedNodes({ mutations, query = '' }: MutationRequest): string[] {
  const nodes = new Set<string>();
  for (const mutation of mutations) {
    for (const { subject, object } of [...mutation.set, ...mutation.delete]) {
      for (const term of [subject, object]) {
        if (term.kind === 'uid' || term.kind === 'iri') nodes.add(nodeKey(term));
        else if (term.kind === 'uidVar') nodes.add(`${nodeKey(term)} ${query}`);
      }
    }
  }
  return [...nodes];
}

export async function send(
  request: MutationRequest,
  { engine }: WriteContext,
  { credentials, commitNow, startTs, hash, parameters }: WriteOptions,
): Promise<MutateAnswer> {
  return engine.mutate(printMutation(request), {
    contentType: 'application/rdf',
    commitNow,
    ...(credentials && { credentials }),
    ...(startTs !== undefined && { startTs }),
    ...(hash !== undefined && { hash }),
    ...(parameters && { parameters }),
  });
}
