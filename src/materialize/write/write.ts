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
import type { OwlgateError } from '../../errors';
import type { Credentials, Engine, MutateAnswer, TransactionContext } from '../../dgraph';
import { TYPE_PREDICATE } from '../../mutation';
import { compile } from '../../reasoner';
import type { Plan, Row } from '../../reasoner';
import { composeParts } from './compose';
import { WriteDraft } from './draft';
import type { DraftContext, StarredDraft, Statements } from './draft';
import { deletedNodes, type DeletedNodes } from './deleted-nodes';
import { edgeRights } from './edge-rights';
import { deliver, NOTHING_ADDED, send } from './deliver';
import type { DeliveryOptions, Parcel } from './deliver';
import { STAR_ATTEMPTS, withStars } from './emptied-lists';
import { refuseTooLarge } from './hubs/bound';
import type { EngineSchema } from '../store/engine-schema';
import { lockStatement, nodeGuards, slotGuards, WHOLE_FENCE } from './guards';
import type { Reasoning } from '../in-force/reasoning';
import { Relevance } from '../in-force/relevance';
import type { Groups } from './groups';
import type { Receipts } from './receipts';
import type { Keeper } from '../idempotency/keeper';
import { INFERENCE_LIMIT, refuse } from './judge';
import { factAt } from './refuse';
import type { Naming } from './refuse';
import { mergeHints, withLists } from './hints';
import { IRI_LABEL, settle } from '../store/settle';
import type { Fact, Settled } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import type { Head } from '../store/transaction';
import type { Window } from '../store/window';
import { ALL_RIGHTS, type Rights, type WholeNodes } from './stars';
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
  /** Of a cluster; the embedded engine lives and dies with the gateway, and knows all conflict keys itself. */
  readonly receipts?: Receipts | undefined;
  readonly groups?: Pick<Groups, 'areSeveral' | 'seen'> | undefined;
  /** Maximum facts that it may read: see WindowTooLarge. Default: no limit. */
  readonly maxFacts?: number;
  /** For a write that does not read the head: throws VersionChanged where another ontology has come into force. */
  readonly confirm?: () => Promise<void>;
  /** Told of the transaction of each write that is delivered. */
  readonly noteTransaction?: (txn: TransactionContext) => void;
  /** Delivers in the place of deliver.ts, where the write is worked out by a document process. */
  readonly deliver?: (parcel: Parcel, options: DeliveryOptions, consequences: Consequences) => Promise<MutateAnswer>;
  /** Right of the client to write a predicate: a delete of a whole node leaves the others. Default: every predicate. */
  readonly mayWrite?: (predicate: string) => boolean;
  /** Names of the lists of edges that stars leave; see StarContext. */
  readonly spared?: ReadonlySet<string> | undefined;
  /** Statements of the gateway that a write has in its transaction. */
  readonly along?: Mutation | undefined;
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

/** Tells whether no statement has anything to do with the rules, whatever its variables stand for. */
function isPlain({ query, mutations }: MutationRequest, rules: RuledContext): boolean {
  if (query === undefined) return new WriteDraft(mergeMutations(mutations), rules).isPlain;
  return mutations.every((mutation) => new WriteDraft(mutation, rules).isPlain);
}

export interface WriteOptions {
  readonly credentials?: Credentials | undefined;
  readonly commitNow: boolean;
  readonly startTs?: number | undefined;
  readonly hash?: string | undefined;
  /** Number of the attempt, from 1. */
  readonly attempt?: number;
  /** Further parameters of the client's request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Keeps the answer, where it is to be repeated; with it, the answer as the client is told. */
  readonly keeper?: Keeper | undefined;
  readonly compose?: (outcome: WriteOutcome) => Promise<string>;
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
  /** Nodes that were deleted whole. */
  readonly deleted?: DeletedNodes;
  /** The answer to the client's own query, where it was asked apart; otherwise it is in `answer`. */
  readonly queries?: Readonly<Record<string, unknown>>;
  /** The client's names of nodes, by the label that they had on the way. */
  readonly labels: ReadonlyMap<string, string>;
  /** How often the engine was asked before it was written to. */
  readonly reads: number;
}

/** An outcome before the engine's answer. */
export type Consequences = Omit<WriteOutcome, 'answer'>;

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
  return writeReasoned(draft, context, rules, transaction, options, queries);
}

/** What drafts stand on, with the rules. */
export type RuledContext = DraftContext & { readonly plan: Plan };

/** Without an ontology there are no rules, and IRIs name nodes all the same. */
export const NO_RULES = compile([], { type: TYPE_PREDICATE, class: (iri) => iri, property: (iri) => iri }).plan;
const NOTHING_RELEVANT = new Relevance(NO_RULES);

export function makeDraftContext({ reasoning, schema, mayWrite, spared }: WriteContext): RuledContext {
  const rights = { ...(mayWrite && { mayWrite }), spared };
  if (!reasoning) {
    const no = () => false;
    const nothing = { plan: NO_RULES, relevance: NOTHING_RELEVANT };
    return { ...nothing, ...rights, schema, isSingle: no, isFunctional: no, isEdge: no, isOfOntology: no };
  }
  const { names, taxonomy } = reasoning.loaded;
  return {
    ...rights,
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
  const parcel = { request: { ...request, mutations }, added: NOTHING_ADDED, guards: [] };
  return { ...outcome, answer: await delivered(parcel, context, options, outcome) };
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
  const rights = draft.deletesNodes ? await edgeRights(context.engine, options.credentials, rules) : ALL_RIGHTS;
  const { settled, plainDeletes, whole } = await reason(draft, context, rules, transaction, rights);
  const { window, inference } = settled;
  const labels = new Map([...settled.created].map(([iri, label]) => [label, iri.slice(1, -1)]));
  const rested = nodeGuards(window, inference, rules.relevance);
  const { attempt = 1 } = options;
  const isFenced = rested === WHOLE_FENCE;
  const maySendStars = context.headUid !== undefined && (isFenced || attempt <= STAR_ATTEMPTS);
  const named = composeParts({ set, plainDeletes }, settled, context.schema);
  const starred = maySendStars ? await withStars(named, { window, schema: context.schema, transaction }) : undefined;
  const { stated, added } = starred ?? named;
  if (context.engine.kind === 'cluster') {
    refuseTooLarge({ stated, added }, named.stated.delete.length, context.schema);
  }
  const composed = relabel(withLists({ ...stated, ...(hints && { hints }) }, context.schema), labels);
  const follows = relabel({ set: [...added.identities, ...added.set], delete: added.delete }, labels);
  const guards = [...(starred ? WHOLE_FENCE : rested)];
  if (context.groups?.areSeveral) guards.push(...slotGuards(settled, draft.identities, context.schema));
  const { startTs = options.startTs, hash = options.hash } = transaction;
  if (transaction.reads === 0) await context.confirm?.();
  const isOfClient = options.startTs !== undefined;
  const outcome = {
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
    ...(whole.nodes.size > 0 && { deleted: deletedNodes(settled, whole, rights) }),
    labels,
    reads: transaction.reads,
    ...(queries && { queries }),
  };
  const parcel = { request: { mutations: [composed] }, added: follows, guards };
  const delivery = { ...options, startTs, hash, isOfClient };
  return { ...outcome, answer: await delivered(parcel, context, delivery, outcome) };
}

function delivered(
  parcel: Parcel,
  context: WriteContext,
  options: DeliveryOptions,
  consequences: Consequences,
): Promise<MutateAnswer> {
  if (context.deliver) return context.deliver(parcel, options, consequences);
  const { compose } = options;
  // The answer as the client is told, where it is to be kept.
  const told = compose && { told: (answer: MutateAnswer) => compose({ ...consequences, answer }) };
  return deliver({ ...parcel, ...told }, context, options);
}

function countedByPredicate({ table, terms }: Window, rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = terms.text(table.predicate[row]!);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

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
    maxFacts: context.maxFacts,
    iris: [...draft.iris],
    languages: draft.languages,
    draft: (window, resolve) => (drafted = draft.over(window, resolve, rights)),
  });
  await refuse({ settled, draft, rules, loaded: context.reasoning?.loaded, transaction, name: naming(settled) });
  const { plainDeletes, whole } = drafted!;
  return { settled, plainDeletes: [...draft.plainDeletes, ...plainDeletes], whole };
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
  const stripes = WHOLE_FENCE.map((value) => lockStatement(context.headUid!, value));
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
