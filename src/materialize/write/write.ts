/**
 * A write: statements → what they entail → one transaction.
 *
 * A write that no rule concerns is sent with the fence alone. Any other write is settled over stored facts, refused if
 * it contradicts the ontology, and written with all entailed facts. The engine's conflict detection separates
 * concurrent writes (see guards.ts). After an abort, a transaction that owlgate began is begun again.
 */
import { nodeKey, withNodes } from '../../dql';
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
import { engineQuery, uncountedEdges } from '../store/queries';
import { IRI_LABEL, settle } from '../store/settle';
import type { Fact, Settled } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import type { Head } from '../store/transaction';
import type { Window } from '../store/window';
import { ALL_RIGHTS, type Rights, type WholeNodes } from './stars';
import { resolveUpsert } from './upsert';

/** Execution context of a write. */
export interface WriteContext {
  readonly engine: Engine;
  readonly schema: EngineSchema;
  /** Absent if no ontology is in force. */
  readonly reasoning?: Reasoning | undefined;
  /** Uid of the registry's head; absent before the first load. */
  readonly headUid?: string | undefined;
  /** Damage of the registry, found after the last sound read: the ontology in force is uncertain. */
  readonly damage?: OwlgateError | undefined;
  /** Present for a cluster. The embedded engine ends together with the gateway and knows all conflict keys itself. */
  readonly receipts?: Receipts | undefined;
  readonly groups?: Pick<Groups, 'areSeveral' | 'seen'> | undefined;
  /** Maximum facts that the write may read (see WindowTooLarge). Default: no limit. */
  readonly maxFacts?: number;
  /** Check for a write that does not read the head: throws VersionChanged after a change of the ontology in force. */
  readonly confirm?: () => Promise<void>;
  /** Receives the transaction of each delivered write. */
  readonly noteTransaction?: (txn: TransactionContext) => void;
  /** Replaces deliver.ts when a document process works out the write. */
  readonly deliver?: (parcel: Parcel, options: DeliveryOptions, consequences: Consequences) => Promise<MutateAnswer>;
  /**
   * Returns true if the client may write the predicate; a whole-node delete leaves the others. Default: every
   * predicate.
   */
  readonly mayWrite?: (predicate: string) => boolean;
  /** Names of the lists of edges that stars leave; see StarContext. */
  readonly spared?: ReadonlySet<string> | undefined;
  /** Further statements of the gateway for the write's transaction. */
  readonly along?: Mutation | undefined;
}

/**
 * Returns the head that reads check, so that their results belong to the ontology in force. A damaged head is not
 * checked: reads continue under the ontology that was in force.
 */
export const headOf = ({ reasoning, headUid, damage }: WriteContext): Head | undefined =>
  reasoning && headUid !== undefined && !damage ? { uid: headUid, version: reasoning.version } : undefined;

/** Returns the predicates of uncountedEdges; none without an ontology in force. */
export const uncountedIn = ({ schema, reasoning }: WriteContext): readonly string[] =>
  reasoning ? uncountedEdges(schema, reasoning.edges) : [];

/**
 * Refuses a write that concerns rules while the registry is damaged. Without an ontology in force, every write is
 * refused: the damaged registry may name one.
 *
 * @throws OwlgateError OntologyDamaged
 */
export function refuseDamaged(request: MutationRequest, context: WriteContext): void {
  if (context.damage && !(context.reasoning && isPlain(request, makeDraftContext(context)))) throw context.damage;
}

/** Returns true if no statement concerns rules, whatever its variables stand for. */
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
  /** Other parameters of the client's request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Stores the answer of a request with an `Idempotency-Key`; `compose` makes that answer. */
  readonly keeper?: Keeper | undefined;
  readonly compose?: (outcome: WriteOutcome) => Promise<string>;
}

/** Result of a write. */
export interface WriteOutcome {
  readonly answer: MutateAnswer;
  readonly asserted: number;
  readonly inferred: number;
  readonly retracted: number;
  /** Facts that the client took back and that are still entailed. */
  readonly stillEntailed: readonly Fact[];
  /** On a cluster with access control: numbers of inferred and retracted facts, by predicate. */
  readonly effects?: {
    readonly inferred: ReadonlyMap<string, number>;
    readonly retracted: ReadonlyMap<string, number>;
  };
  /** Nodes deleted whole. */
  readonly deleted?: DeletedNodes;
  /** Answer to the client's query, if it ran apart; otherwise it is in `answer`. */
  readonly queries?: Readonly<Record<string, unknown>>;
  /** The client's labels of nodes, by the label that was sent. */
  readonly labels: ReadonlyMap<string, string>;
  /** Number of reads before the write. */
  readonly reads: number;
}

/** Result of a write before the engine's answer. */
export type Consequences = Omit<WriteOutcome, 'answer'>;

/** @throws Refusal, OwlgateError, EngineFailure, VersionChanged */
export async function write(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<WriteOutcome> {
  const query = request.query === undefined ? undefined : engineQuery(request.query, uncountedIn(context));
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

/** Context of drafts, with the rules. */
export type RuledContext = DraftContext & { readonly plan: Plan };

/** Empty plan for writes without an ontology, whose IRIs name nodes all the same. */
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

/** Merges several mutations without conditions. */
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
  // An idempotency record stores the answer as the client receives it.
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

/** Returns options for reads that rules need: with the gateway's login, if it has one. */
export const readOptions = ({ engine }: WriteContext, options: WriteOptions): WriteOptions =>
  engine.identity ? { ...options, credentials: undefined } : options;

/** A consistent change, with the client's deletes outside the rules. */
export interface Reasoned {
  readonly settled: Settled;
  readonly plainDeletes: readonly NQuad[];
  readonly whole: WholeNodes;
}

/** Reasons over a write. @throws Refusal of a write that contradicts the ontology */
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

/** Returns the naming for messages: a new node with an IRI has the IRI as its name. */
export function naming({ created }: Pick<Settled, 'created'>): Naming {
  const iris = new Map([...created].map(([iri, label]) => [`_:${label}`, iri]));
  return (term) => iris.get(term) ?? term;
}

/** Replaces labels that RDF cannot spell; the answer restores the client's labels. */
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

/** Takes the whole fence: a write that began before can no longer commit. */
export async function takeFence(context: WriteContext): Promise<void> {
  const stripes = WHOLE_FENCE.map((value) => lockStatement(context.headUid!, value));
  // The stripes are taken in parts: writes through other gateways would abort a mutation with all of them again and
  // again.
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

/** Returns the nodes of a request that may be stored, as terms. A variable is combined with its query. */
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
