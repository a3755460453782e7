/**
 * Dry run of a write: `POST /mutate?dryRun=true`. Takes the steps of a write up to the first that sends something. All
 * reads share one transaction, which is given up at the end.
 */
import { EngineFailure } from '../../dgraph';
import { intError, type MutationRequest } from '../../dql';
import type { Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import { deletedNodes, shownDeleted, type DeletedNodes } from './deleted-nodes';
import { WriteDraft } from './draft';
import type { Statements } from './statements';
import { printLossless } from '../../util/json';
import { factAt, shown } from './contradiction-messages';
import type { ShownFact } from './contradiction-messages';
import { engineQuery } from '../store/queries';
import type { Settled } from '../store/settle';
import type { WriteWarning } from './name-warnings';
import { ReadTransaction } from '../store/transaction';
import { ALL_RIGHTS } from './stars';
import { resolveUpsert } from './upsert';
import { headOf, makeDraftContext, readOptions, uncountedIn } from './context';
import { mergeMutations } from './statements';
import { naming, reason } from './write';
import type { WriteContext } from './context';
import type { WriteOptions } from './delivery';

/** Maximum facts of one kind in an answer. */
const MAX_LISTED = 1000;

/** Result of a dry run. */
interface DryRunOutcome {
  /** Number of set statements. */
  readonly asserted: number;
  /** Consequences of the write; absent if it concerns no rule. */
  readonly settled?: Settled;
  readonly deleted?: DeletedNodes;
  /** Answer to the client's query. */
  readonly queries?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly WriteWarning[];
}

/** @throws WriteRefusal as the write itself would, OwlgateError, EngineFailure, VersionChanged */
export async function dryRun(
  request: MutationRequest,
  context: WriteContext,
  options: WriteOptions,
): Promise<DryRunOutcome> {
  const { engine, reasoning, schema } = context;
  const transaction = new ReadTransaction(engine, headOf(context), readOptions(context, options));
  try {
    const { statements, queries } = await resolve(request, context, transaction, options);
    checkValues(statements, context);
    const rules = makeDraftContext(context);
    const draft = new WriteDraft(statements, rules);
    const warnings = options.warnings && { warnings: options.warnings };
    const outcome = { asserted: statements.set.length, ...(queries && { queries }), ...warnings };
    // Without the predicate of IRIs no node has one: a lookup would find nothing.
    const hasIris = schema.get(IRI_PREDICATE.name) !== undefined;
    if (draft.isPlain || (!reasoning && !hasIris)) return outcome;
    // Dry runs are reserved for guardians, who may read and write everything.
    const reasoned = await reason(draft, context, rules, transaction, ALL_RIGHTS);
    const { settled, wholeNodes } = reasoned;
    const asserted = reasoned.draft.statements.set.length;
    const deleted = wholeNodes.nodes.size > 0 && { deleted: deletedNodes(settled, wholeNodes, ALL_RIGHTS) };
    return { ...outcome, asserted, settled, ...deleted };
  } finally {
    await transaction.abandon();
  }
}

/** Refuses plain literals under an int that are not integers. @throws EngineFailure in the engine's words */
function checkValues({ set }: Statements, { schema }: WriteContext): void {
  for (const { predicate, object } of set) {
    if (object.kind !== 'literal' || (object.type !== 'default' && object.type !== 'string')) continue;
    const message = schema.get(predicate)?.type === 'int' ? intError(object.value) : undefined;
    if (message !== undefined) throw EngineFailure.refusing(message);
  }
}

/** Resolves the variables and conditions of a request. */
async function resolve(
  request: MutationRequest,
  context: WriteContext,
  transaction: ReadTransaction,
  { credentials }: WriteOptions,
): Promise<{ readonly statements: Statements; readonly queries?: Readonly<Record<string, unknown>> }> {
  const { mutations } = request;
  if (request.query === undefined) return { statements: mergeMutations(mutations) };
  const query = engineQuery(request.query, uncountedIn(context));
  if (mutations.length > 0) return resolveUpsert(query, request, { transaction, schema: context.schema, credentials });
  return { statements: mergeMutations(mutations), queries: await transaction.query(query, credentials) };
}

/** Composes the answer in the shape of the engine's answer to a write. */
export function composeDryRun(outcome: DryRunOutcome, version: number | undefined): string {
  const { asserted, settled, deleted, queries, warnings } = outcome;
  const ontology = {
    ...(version !== undefined && { version }),
    dryRun: true,
    asserted,
    ...(settled ? consequences(settled) : { inferred: 0, retracted: 0, removed: 0 }),
    ...(deleted && { deleted: shownDeleted(deleted) }),
    ...(warnings && { warnings }),
  };
  const message = 'Dry run: nothing was written';
  const data = { code: 'Success', message, queries: queries ?? null, uids: {} };
  return printLossless({ data, extensions: { ontology } });
}

function consequences(settled: Settled): Readonly<Record<string, unknown>> {
  const { workingSet, inference } = settled;
  const name = naming(settled);
  const listed = (rows: readonly Row[]): ShownFact[] =>
    rows.slice(0, MAX_LISTED).map((row) => {
      const { s, p, o } = factAt(workingSet, row);
      return shown({ s: name(s), p, o: name(o) });
    });
  const { inferred, retracted, removed, stillEntailed } = inference;
  const isCut = [inferred, retracted, removed, stillEntailed].some(({ length }) => length > MAX_LISTED);
  return {
    inferred: inferred.length,
    retracted: retracted.length,
    removed: removed.length,
    ...(stillEntailed.length > 0 && { stillEntailed: listed(stillEntailed) }),
    facts: { inferred: listed(inferred), retracted: listed(retracted), removed: listed(removed) },
    ...(isCut && { truncated: true }),
  };
}
