/**
 * What a write would do, and why it would be refused: `POST /mutate?dryRun=true`. It goes the way of a write up to where
 * something would be sent. All is read in one transaction, which is given up at the end.
 */
import { rewriteTypePredicate } from '../../dql';
import type { MutationRequest } from '../../dql/mutation/ast';
import type { Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import { deletedNodes, shownDeleted, type DeletedNodes } from './deleted-nodes';
import { WriteDraft } from './draft';
import type { Statements } from './draft';
import { printLossless } from '../../util/json';
import { factAt, shown } from './refuse';
import type { ShownFact } from './refuse';
import type { Settled } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import { ALL_RIGHTS } from './stars';
import { resolveUpsert } from './upsert';
import { headOf, makeDraftContext, mergeMutations, naming, readOptions, reason } from './write';
import type { WriteContext, WriteOptions } from './write';

/** Facts of one kind that are listed. */
const MOST_LISTED = 1000;

/** What a write would come to. */
export interface DryRunOutcome {
  /** Statements that set something. */
  readonly asserted: number;
  /** What the rules have to do with it; absent where they have nothing. */
  readonly settled?: Settled;
  readonly deleted?: DeletedNodes;
  /** The answer to the client's own query. */
  readonly queries?: Readonly<Record<string, unknown>>;
}

/** @throws Refusal as the write itself would, OwlgateError, EngineFailure, VersionChanged */
export async function dryRun(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<DryRunOutcome> {
  const { engine, reasoning, schema } = context;
  const transaction = new ReadTransaction(engine, headOf(context), readOptions(context, options));
  try {
    const { statements, queries } = await resolve(request, transaction, options);
    const rules = makeDraftContext(context);
    const draft = new WriteDraft(statements, rules);
    const outcome = { asserted: statements.set.length, ...(queries && { queries }) };
    // Where the predicate of IRIs is yet to be made, no node has one: there is nothing to look up.
    const hasIris = schema.get(IRI_PREDICATE.name) !== undefined;
    if (draft.isPlain || (!reasoning && !hasIris)) return outcome;
    // A dry run is for who may read and write everything.
    const { settled, whole } = await reason(draft, context, rules, transaction, ALL_RIGHTS);
    const deleted = whole.nodes.size > 0 && { deleted: deletedNodes(settled, whole, ALL_RIGHTS) };
    return { ...outcome, settled, ...deleted };
  } finally {
    await transaction.abandon();
  }
}

/** A request's statements, its variables and conditions looked up. */
async function resolve(
  request: MutationRequest,
  transaction: ReadTransaction,
  { credentials }: WriteOptions,
): Promise<{ readonly statements: Statements; readonly queries?: Readonly<Record<string, unknown>> }> {
  const { mutations } = request;
  if (request.query === undefined) return { statements: mergeMutations(mutations) };
  const query = rewriteTypePredicate(request.query);
  if (mutations.length > 0) return resolveUpsert(query, request, transaction, credentials);
  return { statements: mergeMutations(mutations), queries: await transaction.query(query, credentials) };
}

/** The answer, in the shape of the engine's to a write. */
export function composeDryRun(outcome: DryRunOutcome, version: number | undefined): string {
  const { asserted, settled, deleted, queries } = outcome;
  const ontology = {
    ...(version !== undefined && { version }),
    dryRun: true,
    asserted,
    ...(settled ? consequences(settled) : { inferred: 0, retracted: 0, removed: 0 }),
    ...(deleted && { deleted: shownDeleted(deleted) }),
  };
  const message = 'Dry run: nothing was written';
  const data = { code: 'Success', message, queries: queries ?? null, uids: {} };
  return printLossless({ data, extensions: { ontology } });
}

function consequences(settled: Settled): Readonly<Record<string, unknown>> {
  const { window, inference } = settled;
  const name = naming(settled);
  const listed = (rows: readonly Row[]): ShownFact[] =>
    rows.slice(0, MOST_LISTED).map((row) => {
      const { s, p, o } = factAt(window, row);
      return shown({ s: name(s), p, o: name(o) });
    });
  const { inferred, retracted, removed, stillEntailed } = inference;
  const isCut = [inferred, retracted, removed, stillEntailed].some(({ length }) => length > MOST_LISTED);
  return {
    inferred: inferred.length,
    retracted: retracted.length,
    removed: removed.length,
    ...(stillEntailed.length > 0 && { stillEntailed: listed(stillEntailed) }),
    facts: { inferred: listed(inferred), retracted: listed(retracted), removed: listed(removed) },
    ...(isCut && { truncated: true }),
  };
}
