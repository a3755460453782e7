/**
 * A write: statements → what they entail → one transaction.
 *
 * A write that no rule concerns is sent with the fence alone. Any other write is settled over stored facts, refused if
 * it contradicts the ontology, and written with all entailed facts. The engine's conflict detection separates
 * concurrent writes (see guards.ts). After an abort, a transaction that owlgate began is repeated.
 */
import { joinMutations, type Mutation, type MutationRequest, type NQuad } from '../../dql';
import type { MutateAnswer } from '../../dgraph';
import type { Row } from '../../reasoner';
import { engineQuery } from '../store/queries';
import { settle } from '../store/settle';
import type { Settled } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import type { WorkingSet } from '../store/working-set';
import { composeParts } from './compose';
import { headOf, makeDraftContext, readOptions, uncountedIn } from './context';
import type { RuledContext, WriteContext } from './context';
import { deletedNodes } from './deleted-nodes';
import { deliver, NOTHING_ADDED } from './deliver';
import type { Consequences, DeliveryOptions, Parcel, WriteOptions, WriteOutcome } from './delivery';
import { WriteDraft } from './draft';
import type { StarredDraft } from './draft';
import { edgeRights } from './edge-rights';
import { STAR_ATTEMPTS, withStars } from './emptied-lists';
import { guardsOf, nodeLocks, slotGuards, takesBack, WHOLE_FENCE } from './guards';
import { withLists } from './hints';
import { holdBack } from './hold-back';
import { refuseTooLarge } from './hubs/bound';
import { INFERENCE_LIMIT, refuse } from './refuse-contradictions';
import { relabel } from './labels';
import { factAt } from './contradiction-messages';
import type { Naming } from './contradiction-messages';
import { ALL_RIGHTS, type Rights, type WholeNodes } from './stars';
import { mergeMutations } from './statements';
import { resolveUpsert } from './upsert';

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

/** @throws WriteRefusal, OwlgateError, EngineFailure, VersionChanged, ConversionPending */
export async function write(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<WriteOutcome> {
  const query = request.query === undefined ? undefined : engineQuery(request.query, uncountedIn(context));
  const rules = makeDraftContext(context);
  const asWritten = { ...request, ...(query !== undefined && { query }) };
  const transaction =
    context.transaction ?? new ReadTransaction(context.engine, headOf(context), readOptions(context, options));
  if (query === undefined || request.mutations.length === 0) {
    const draft = new WriteDraft(mergeMutations(request.mutations), rules);
    if (draft.isPlain) return writePlain(asWritten, context, options);
    return writeReasoned(draft, context, rules, transaction, options);
  }
  if (isPlain(request, rules)) return writePlain(asWritten, context, options);
  const { statements, queries } = await resolveUpsert(query, request, {
    transaction,
    schema: context.schema,
    credentials: options.credentials,
  });
  const draft = new WriteDraft(statements, rules);
  return writeReasoned(draft, context, rules, transaction, options, queries);
}

async function writePlain(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<WriteOutcome> {
  const labels = new Map<string, string>();
  const mutations = request.mutations.map((mutation) => relabel(withLists(mutation, context.schema), labels));
  await context.confirm?.();
  const asserted = request.mutations.reduce((count, { set }) => count + set.length, 0);
  const warnings = options.warnings && { warnings: options.warnings };
  const outcome = { asserted, inferred: 0, retracted: 0, stillEntailed: [], labels, reads: 0, ...warnings };
  const parcel = { request: { ...request, mutations }, added: NOTHING_ADDED, guards: [], isAdditive: true };
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
  const rights = draft.deletesNodes ? await edgeRights(context.engine, options.credentials, rules) : ALL_RIGHTS;
  const reasoned = await reason(draft, context, rules, transaction, rights);
  const { settled, plainDeletes, plainRows, wholeNodes } = reasoned;
  const { statements, identities } = reasoned.draft;
  const { set, hints } = statements;
  const { workingSet, inference } = settled;
  const labels = new Map([...settled.created].map(([iri, label]) => [label, iri.slice(1, -1)]));
  const locks = nodeLocks(workingSet, inference, rules.relevance);
  const stripeGuards = guardsOf(locks, options.stripe);
  const { attempt = 1 } = options;
  const isFenced = stripeGuards === WHOLE_FENCE;
  const maySendStars = context.headUid !== undefined && (isFenced || attempt <= STAR_ATTEMPTS);
  const named = composeParts({ set, plainDeletes, plainRows }, settled, context.schema);
  const starred = maySendStars
    ? await withStars(named, { workingSet, schema: context.schema, transaction })
    : undefined;
  const { stated, added } = starred ?? named;
  if (context.engine.kind === 'cluster') {
    refuseTooLarge({ stated, added }, named.stated.delete.length, context.schema);
  }
  const composed = relabel(withLists({ ...stated, ...(hints && { hints }) }, context.schema), labels);
  const entailed = relabel({ set: [...added.identities, ...added.set], delete: added.delete }, labels);
  const guards = [...(starred ? WHOLE_FENCE : stripeGuards)];
  if (context.groups?.hasSeveral) guards.push(...slotGuards(settled, identities, context.schema));
  const { startTs = options.startTs, hash = options.hash } = transaction;
  if (transaction.reads === 0) await context.confirm?.();
  const isOfClient = options.startTs !== undefined;
  const outcome = {
    asserted: set.length,
    inferred: inference.inferred.length,
    retracted: inference.retracted.length,
    stillEntailed: inference.stillEntailed.map((row) => factAt(workingSet, row)),
    ...(context.engine.identity && {
      effects: {
        inferred: countedByPredicate(workingSet, inference.inferred),
        retracted: countedByPredicate(workingSet, inference.retracted),
      },
    }),
    ...(wholeNodes.nodes.size > 0 && { deleted: deletedNodes(settled, wholeNodes, rights) }),
    labels,
    reads: transaction.reads,
    inferenceMs: settled.inferenceMs,
    ...(options.warnings && { warnings: options.warnings }),
    ...(queries && { queries }),
  };
  const parcel = {
    request: { mutations: [composed] },
    added: entailed,
    guards,
    isAdditive: !takesBack(inference),
    ...(!isFenced && !starred && { locks }),
  };
  const delivery = { ...options, startTs, hash, isOfClient };
  return { ...outcome, answer: await delivered(parcel, context, delivery, outcome) };
}

async function delivered(
  composed: Parcel,
  context: WriteContext,
  options: DeliveryOptions,
  consequences: Consequences,
): Promise<MutateAnswer> {
  for (const mutation of [...composed.request.mutations, composed.added]) holdBack(mutation, context.due);
  if (context.deliver) return context.deliver(composed, options, consequences);
  const { compose } = options;
  const { note, foreseen } = context;
  const added = note ? joinMutations(composed.added, { set: await note(consequences), delete: [] }) : composed.added;
  // An idempotency record stores the answer as the client receives it.
  const composing = compose && { composeAnswer: (answer: MutateAnswer) => compose({ ...consequences, answer }) };
  const parcel = { ...composed, added, ...composing };
  if (!foreseen) return deliver(parcel, context, options);
  return foreseen.attempt((fit) => deliver(fitting(parcel, fit), context, options));
}

/** Returns what a dry run sends of a parcel. @throws EngineFailure as the engine would refuse the whole of it */
const fitting = <T extends Parcel>(parcel: T, fit: (mutation: Mutation) => Mutation): T => ({
  ...parcel,
  request: { ...parcel.request, mutations: parcel.request.mutations.map(fit) },
  added: fit(parcel.added),
});

function countedByPredicate({ table, terms }: WorkingSet, rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = terms.text(table.predicate[row]!);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** A consistent change, with the client's deletes outside the rules. */
interface Reasoned {
  readonly settled: Settled;
  readonly plainDeletes: readonly NQuad[];
  readonly plainRows: readonly Row[];
  readonly wholeNodes: WholeNodes;
  /** See StarredDraft. */
  readonly draft: WriteDraft;
}

/** Reasons over a write. @throws WriteRefusal if the write contradicts the ontology */
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
    limit: context.inferenceLimit ?? INFERENCE_LIMIT,
    maxFacts: context.maxFacts,
    isIncomplete: context.isIncomplete === true,
    iris: [...draft.iris],
    languages: draft.languages,
    draft: (workingSet, resolve) => (drafted = draft.over(workingSet, resolve, rights)),
  });
  const { plainDeletes, plainRows, wholeNodes, draft: ordered } = drafted!;
  const refusable = { settled, draft: ordered, plainRows, rules, loaded: context.reasoning?.loaded, transaction };
  await refuse({ ...refusable, name: naming(settled) });
  const statements = [...ordered.plainDeletes, ...plainDeletes];
  return { settled, plainDeletes: statements, plainRows, wholeNodes, draft: ordered };
}

/** Returns the naming for messages: a new node with an IRI has the IRI as its name. */
export function naming({ created }: Pick<Settled, 'created'>): Naming {
  const iris = new Map([...created].map(([iri, label]) => [`_:${label}`, iri]));
  return (term) => iris.get(term) ?? term;
}
