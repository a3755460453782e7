/** Repairs of a contradiction among stored facts, each with the effect of its deletion, from a dry run. */
import { printNQuad } from '../../dql';
import type { Row } from '../../reasoner';
import { StoredProofs } from '../explain/proofs';
import type { ReadTransaction } from '../store/transaction';
import type { WorkingSet } from '../store/working-set';
import { statementOf, type Fact } from '../store/terms';
import { compareTerms, factAt, shown } from '../write/contradiction-messages';
import { makeDraftContext, type WriteContext } from '../write/context';
import { dryRun } from '../write/dry-run';
import { WriteRefusal } from '../write/refusal';
import type { ConstraintMatch } from './constraints';
import type { Repair, Repairs } from './types';

/** Maximum facts listed as retracted by one repair. */
const MAX_LISTED = 100;

/** Snapshot in which the contradiction was found. */
interface FoundIn {
  readonly workingSet: WorkingSet;
  readonly transaction: ReadTransaction;
}

/** @throws VersionChanged, EngineFailure */
export async function repairsOf(
  match: ConstraintMatch,
  { workingSet, transaction }: FoundIn,
  context: WriteContext,
): Promise<Repairs> {
  const { schema } = context;
  const { plan } = makeDraftContext(context);
  const search = await new StoredProofs(workingSet, { plan, schema, transaction }).repairs(match);
  const matched = new Set(match.facts.map((row) => keyOf(factAt(workingSet, row))));
  const sets: Repair[] = [];
  for (const rows of search.repairs) {
    const repair = await tryRepair(rows.map((row: Row) => factAt(workingSet, row)).sort(inOrder), matched, context);
    if (repair) sets.push(repair);
  }
  return { complete: search.complete && sets.length === search.repairs.length, sets };
}

/** @returns undefined if all facts of the contradiction would remain, as after a limit, or the write be refused */
async function tryRepair(
  facts: readonly Fact[],
  matched: ReadonlySet<string>,
  context: WriteContext,
): Promise<Repair | undefined> {
  const statements = facts.map((fact) => statementOf(fact, false));
  try {
    const mutation = { set: [], delete: statements };
    const { settled } = await dryRun({ mutations: [mutation] }, context, { commitNow: true });
    if (!settled) return undefined;
    const { workingSet, inference } = settled;
    const gone = (rows: readonly Row[]): Fact[] => rows.map((row) => factAt(workingSet, row));
    const retracted = gone(inference.retracted);
    if (![...gone(inference.removed), ...retracted].some((fact) => matched.has(keyOf(fact)))) return undefined;
    const axioms = axiomsOf(facts, context);
    return {
      facts: facts.map(shown),
      mutation: `{ delete {\n${statements.map(printNQuad).join('\n')}\n} }`,
      retracted: retracted.length,
      examples: retracted.slice(0, MAX_LISTED).map(shown),
      ...(axioms.length > 0 && { axioms }),
    };
  } catch (error) {
    if (error instanceof WriteRefusal) return undefined;
    throw error;
  }
}

/** Axioms that state the facts as well. */
function axiomsOf(facts: readonly Fact[], { reasoning }: WriteContext): NonNullable<Repair['axioms']> {
  const keys = new Set(facts.map(keyOf));
  const stated = (reasoning?.assertions ?? []).filter((each) => keys.has(keyOf(each)));
  return stated.map(({ axiom: { text, position } }) => ({ text, ...position }));
}

const keyOf = ({ s, p, o }: Fact): string => `${s} ${p} ${o}`;
const inOrder = (a: Fact, b: Fact): number =>
  compareTerms(a.s, b.s) || compareTerms(a.p, b.p) || compareTerms(a.o, b.o);
