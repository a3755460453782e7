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
import type { Credentials, Engine, MutateAnswer } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import { compile } from '../../reasoner';
import type { Plan } from '../../reasoner';
import { composeParts } from './compose';
import { singleValueError, WriteDraft } from './draft';
import type { DraftContext, Statements } from './draft';
import type { EngineSchema } from '../store/engine-schema';
import { RefusalProofs } from './explain-refusal';
import { FENCE_STRIPES, lockStatement, nodeGuards, withGuards } from './guards';
import type { Reasoning } from '../in-force/reasoning';
import { Relevance } from '../in-force/relevance';
import { sendParted } from './parted-write';
import { Refusal } from './refusal';
import { contradictionError, factAt, identityErrors, singleValueErrors, termOf } from './refuse';
import type { Naming } from './refuse';
import { mergeHints, withLists } from './hints';
import { IRI_LABEL, settle } from '../store/settle';
import type { Fact, Settled } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
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
  /** Maximum facts that it may read: see WindowTooLarge. Default: no limit. */
  readonly maxFacts?: number;
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
}

/** What was done. */
export interface WriteOutcome {
  readonly answer: MutateAnswer;
  readonly asserted: number;
  readonly inferred: number;
  readonly retracted: number;
  /** Facts that the client has taken back and that hold all the same. */
  readonly stillEntailed: readonly Fact[];
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
  return { ...(await writeReasoned(draft, context, rules, transaction, options)), queries };
}

/** What drafts stand on, with the rules. */
export type RuledContext = DraftContext & { readonly plan: Plan };

/** Without an ontology there are no rules, and IRIs name nodes all the same. */
export const NO_RULES = compile([], { type: TYPE_PREDICATE, class: (iri) => iri, property: (iri) => iri }).plan;
const NOTHING_RELEVANT = new Relevance(NO_RULES);

export function makeDraftContext({ reasoning, schema }: WriteContext): RuledContext {
  if (!reasoning) {
    const no = () => false;
    return { plan: NO_RULES, relevance: NOTHING_RELEVANT, schema, isSingle: no, isFunctional: no, isEdge: no };
  }
  const { names, taxonomy } = reasoning.loaded;
  return {
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
    deleted: draft.statements.delete.map(({ predicate }) => predicate),
  });
  return {
    answer,
    asserted: set.length,
    inferred: inference.inferred.length,
    retracted: inference.retracted.length,
    stillEntailed: inference.stillEntailed.map((row) => factAt(window, row)),
    labels,
    reads: transaction.reads,
  };
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
  options: WriteOptions & { readonly isOfClient?: boolean; readonly deleted?: readonly string[] },
): Promise<MutateAnswer> {
  const { engine, headUid } = context;
  const { credentials, deleted = [], isOfClient = options.startTs !== undefined } = options;
  const [own = added] = withGuards([added], context, guards);
  const isNone = (mutation: Mutation) => mutation.set.length + mutation.delete.length === 0;
  if (engine.identity && credentials && !isNone(own)) {
    const concerned = headUid === undefined ? undefined : { predicates: deleted, bare: headUid };
    return sendParted(engine, { request, own, concerned }, { ...options, credentials }, isOfClient);
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
    maxFacts: context.maxFacts,
    iris: [...draft.iris],
    languages: draft.languages,
    draft: (window, resolve) => {
      const over = draft.over(window, resolve);
      plainDeletes = [...draft.plainDeletes, ...over.plainDeletes];
      return over;
    },
  });
  await refuse(settled, draft, rules, transaction);
  return { settled, plainDeletes };
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
