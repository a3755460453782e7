/**
 * The way of a write: statements → what they entail → one transaction.
 *
 * A write that no rule has to do with is sent on with the fence alone. Any other is settled over what is stored, refused
 * if it contradicts the ontology, and written with all that follows from it. The engine's conflict detection stands
 * between writes (see guards.ts); a transaction that owlgate began itself is begun again when it is aborted.
 */
import { nodeKey, rewriteTypePredicate, withNodes } from '../../dql';
import type { Mutation, MutationRequest, NodeRef, NQuad } from '../../dql/mutation/ast';
import { retryAborted } from '../../dgraph';
import type { Credentials, Engine, MutateAnswer } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import { compile } from '../../reasoner';
import type { Plan } from '../../reasoner';
import { composeParts } from './compose';
import { singleValueError, WriteDraft } from './draft';
import type { DraftContext, StarredDraft, Statements } from './draft';
import { deletedNodes, type DeletedNodes } from './deleted-nodes';
import { edgeRights } from './edge-rights';
import { deliver, NOTHING_ADDED, send } from './deliver';
import type { EngineSchema } from '../store/engine-schema';
import { RefusalProofs } from './explain-refusal';
import { FENCE_STRIPES, lockStatement, nodeGuards, slotGuards } from './guards';
import type { Reasoning } from '../in-force/reasoning';
import { Relevance } from '../in-force/relevance';
import type { Groups } from './groups';
import type { Receipts } from './receipts';
import type { Keeper } from '../idempotency/keeper';
import { Refusal } from './refusal';
import { contradictionError, factAt, identityErrors, singleValueErrors, termOf } from './refuse';
import type { Naming } from './refuse';
import { mergeHints, withLists } from './hints';
import { IRI_LABEL, settle } from '../store/settle';
import type { Fact, Settled } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import { ALL_RIGHTS, type Rights, type WholeNodes } from './stars';
import { resolveUpsert } from './upsert';

/** Most facts that one write may add by inference (service specification, section 8). */
const INFERENCE_LIMIT = 10_000;

/** What a write stands on. */
export interface WriteContext {
  readonly engine: Engine;
  readonly schema: EngineSchema;
  /** Absent where no ontology is in force. */
  readonly reasoning?: Reasoning | undefined;
  /** The registry's head; absent before the first load. */
  readonly headUid?: string | undefined;
  /** Of a cluster; the embedded engine lives and dies with the gateway, and knows all conflict keys itself. */
  readonly receipts?: Receipts | undefined;
  readonly groups?: Groups | undefined;
  /** For a write that does not read the head: throws VersionChanged where another ontology has come into force. */
  readonly confirm?: () => Promise<void>;
}

export interface WriteOptions {
  readonly credentials?: Credentials | undefined;
  readonly commitNow: boolean;
  readonly startTs?: number | undefined;
  readonly hash?: string | undefined;
  /** Further parameters of the client's request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Keeps the answer, where it is to be repeated; with it, the answer as the client is told. */
  readonly keeper?: Keeper | undefined;
  readonly compose?: (outcome: WriteOutcome) => string;
}

/** What was done. */
export interface WriteOutcome {
  readonly answer: MutateAnswer;
  readonly asserted: number;
  readonly inferred: number;
  readonly retracted: number;
  /** Facts that the client has taken back and that hold all the same. */
  readonly stillEntailed: readonly Fact[];
  /** Nodes that were deleted whole. */
  readonly deleted?: DeletedNodes;
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
  const head = context.reasoning && { uid: context.headUid!, version: context.reasoning.version };
  const transaction = new ReadTransaction(context.engine, head, readOptions(context, options));
  if (query === undefined || request.mutations.length === 0) {
    const draft = new WriteDraft(mergeMutations(request.mutations), rules);
    if (draft.isPlain) return writePlain(asWritten, context, options);
    return writeReasoned(draft, context, rules, transaction, options);
  }
  // Whatever its variables stand for, no statement has anything to do with the rules.
  const isPlain = request.mutations.every((mutation) => new WriteDraft(mutation, rules).isPlain);
  if (isPlain) return writePlain(asWritten, context, options);
  const { statements, queries } = await resolveUpsert(query, request, transaction, options.credentials);
  const draft = new WriteDraft(statements, rules);
  return writeReasoned(draft, context, rules, transaction, options, queries);
}

/** What drafts stand on, with the rules. */
export type RuledContext = DraftContext & { readonly plan: Plan };

/** Without an ontology there are no rules, and IRIs name nodes all the same. */
export const NO_RULES = compile([], { type: TYPE_PREDICATE, class: (iri) => iri, property: (iri) => iri }).plan;
const NOTHING_RELEVANT = new Relevance(NO_RULES);

export function makeDraftContext({ reasoning, schema }: WriteContext): RuledContext {
  if (!reasoning) {
    const no = () => false;
    const none = { isSingle: no, isFunctional: no, isEdge: no, isOfOntology: no };
    return { plan: NO_RULES, relevance: NOTHING_RELEVANT, schema, ...none };
  }
  const { names, taxonomy } = reasoning.loaded;
  return {
    plan: reasoning.plan,
    relevance: reasoning.relevance,
    schema,
    edges: () => reasoning.edges.filter((predicate) => schema.get(predicate)?.type === 'uid'),
    isOfOntology: (predicate) => names.propertyIri(predicate) !== undefined,
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
  const asserted = request.mutations.reduce((count, { set }) => count + set.length, 0);
  const outcome = { asserted, inferred: 0, retracted: 0, stillEntailed: [], labels, reads: 0 };
  const told = toldBy(options, outcome);
  const parcel = { request: { ...request, mutations }, added: NOTHING_ADDED, guards: [], ...told };
  return { ...outcome, answer: await deliver(parcel, context, options) };
}

async function writeReasoned(
  draft: WriteDraft,
  context: WriteContext,
  rules: RuledContext,
  transaction: ReadTransaction,
  options: WriteOptions,
  queries?: Readonly<Record<string, unknown>>,
): Promise<WriteOutcome> {
  const { set, hints } = draft.statements;
  const rights = draft.deletesNodes ? await edgeRights(context, options.credentials, rules) : ALL_RIGHTS;
  const { settled, plainDeletes, whole } = await reason(draft, context, rules, transaction, rights);
  const { window, inference } = settled;
  const labels = new Map([...settled.created].map(([iri, label]) => [label, iri.slice(1, -1)]));
  const { stated, added } = composeParts({ set, plainDeletes }, settled, context.schema);
  const composed = relabel(withLists({ ...stated, ...(hints && { hints }) }, context.schema), labels);
  const follows = relabel({ set: [...added.identities, ...added.set], delete: added.delete }, labels);
  const guards = nodeGuards(window, inference, rules.relevance);
  if (context.groups?.areSeveral) guards.push(...slotGuards(settled, draft.identities, context.schema));
  const { startTs = options.startTs, hash = options.hash } = transaction;
  if (transaction.reads === 0) await context.confirm?.();
  const isOfClient = options.startTs !== undefined;
  const deleted = draft.statements.delete.map(({ predicate }) => predicate);
  const outcome = {
    asserted: set.length,
    inferred: inference.inferred.length,
    retracted: inference.retracted.length,
    stillEntailed: inference.stillEntailed.map((row) => factAt(window, row)),
    ...(whole.nodes.size > 0 && { deleted: deletedNodes(settled, whole, rights) }),
    labels,
    reads: transaction.reads,
    ...(queries && { queries }),
  };
  const parcel = { request: { mutations: [composed] }, added: follows, guards, deleted, ...toldBy(options, outcome) };
  return { ...outcome, answer: await deliver(parcel, context, { ...options, startTs, hash, isOfClient }) };
}

/** How the client is told of a write, where its answer is to be kept. */
const toldBy = ({ compose }: WriteOptions, outcome: Omit<WriteOutcome, 'answer'>) =>
  compose && { told: (answer: MutateAnswer) => compose({ ...outcome, answer }) };

/** In whose name all is read that rules ask for: the gateway's, where it has one. */
export const readOptions = ({ engine }: WriteContext, options: WriteOptions): WriteOptions =>
  engine.identity ? { ...options, credentials: undefined } : options;

/** A change that may be written, and the deletes of the client that no rule has to do with. */
export interface Reasoned {
  readonly settled: Settled;
  readonly plainDeletes: readonly NQuad[];
  readonly whole: WholeNodes;
}

/** Finds out what a write entails. @throws Refusal where the ontology does not allow it */
export async function reason(
  draft: WriteDraft,
  context: WriteContext,
  rules: RuledContext,
  transaction: ReadTransaction,
  rights: Rights,
): Promise<Reasoned> {
  let drafted: StarredDraft | undefined;
  const settled = await settle({
    plan: rules.plan,
    schema: context.schema,
    transaction,
    limit: INFERENCE_LIMIT,
    iris: [...draft.iris],
    languages: draft.languages,
    draft: (window, resolve) => (drafted = draft.over(window, resolve, rights)),
  });
  await refuse(settled, draft, rules, transaction);
  const { plainDeletes, whole } = drafted!;
  return { settled, plainDeletes: [...draft.plainDeletes, ...plainDeletes], whole };
}

/** @throws Refusal */
async function refuse(
  settled: Settled,
  draft: WriteDraft,
  context: RuledContext,
  transaction: ReadTransaction,
): Promise<void> {
  const { window, inference, resolve } = settled;
  const { plan, schema } = context;
  const name = naming(settled);
  const proofs = new RefusalProofs(window, { plan, schema, transaction }, name);
  const refused: { readonly error: OwlgateError; readonly explain?: () => Promise<unknown> }[] = [
    ...inference.contradictions.map((contradiction) => ({
      error: contradictionError(window, contradiction, name),
      explain: () => proofs.contradiction(contradiction),
    })),
    ...draft
      .clashes(resolve)
      .map(([a, b]) => ({ error: singleValueError(context, name(a.s), a.p, termOf(a.o, name), termOf(b.o, name)) })),
    ...singleValueErrors(window, inference, context, name, draft.singleRows(window, resolve)).map(
      ({ error, row, other }) => ({ error, explain: () => proofs.values(factAt(window, row).p, [other, row]) }),
    ),
    ...identityErrors(draft.identities, settled, iriNodes(draft.statements), name).map((error) => ({ error })),
  ];
  if (inference.overflow) refused.push({ error: new OwlgateError('InferenceOverflow', { limit: INFERENCE_LIMIT }) });
  if (refused.length === 0) return;
  const distinct = new Map(refused.map((each) => [each.error.message, each]));
  const errors: OwlgateError[] = [];
  for (const { error, explain } of distinct.values()) {
    const explanation = errors.length < MOST_EXPLAINED ? await explain?.() : undefined;
    errors.push(explanation === undefined ? error : error.with({ explanation }));
  }
  throw new Refusal(errors);
}

/** Refusals of one write that are explained. */
const MOST_EXPLAINED = 10;

function iriNodes({ set }: Statements): Set<string> {
  const nodes = set.flatMap(({ subject, object }) => [subject, object]).filter((term) => term.kind === 'iri');
  return new Set(nodes.map(nodeKey));
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
