/** Evaluation of a page of stored facts: what follows from them, or what contradicts them. */
import { TYPE_PREDICATE } from '../../mutation';
import { ANY, Stored, STORED_MASK } from '../../reasoner';
import type { Pattern } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import type { Need } from '../store/need';
import { needOf, settle } from '../store/settle';
import type { Settled, SettleOptions } from '../store/settle';
import type { ReadTransaction } from '../store/transaction';
import type { WorkingSet } from '../store/working-set';
import type { RuledContext } from '../write/context';
import { Collisions } from '../write/collisions';
import { ConstraintMatcher, isFirstOfItsValue, matchError, pageRows } from './constraints';
import type { ConstraintMatch, ConstraintStep } from './constraints';
import type { FormerRules, Step } from './steps';
import { MAX_REMEMBERED } from './tally';
import type { Tally } from './tally';

/** Page that has been read, and the means to evaluate it. */
interface PageWork {
  readonly need: Step['need'];
  readonly nodes: readonly string[];
  /** Facts of the page. */
  readonly workingSet: WorkingSet;
  /** Transaction that read them. */
  readonly transaction: ReadTransaction;
  readonly rules: RuledContext;
  readonly former: FormerRules;
  readonly schema: EngineSchema;
  /** Numbers of the rules whose contradictions count. */
  readonly checked: ReadonlySet<number>;
  readonly tally: Tally;
  readonly answer: NonNullable<SettleOptions['answer']>;
}

type ChangeKind = 'suspect' | 'revisit';

/** Finds the contradictions of a page under the rules that are checked. @returns function that adds them to the tally */
export async function checkPage(work: PageWork, kind: ConstraintStep['kind']): Promise<() => void> {
  const { need, workingSet, transaction, rules, schema, checked, tally, answer } = work;
  const { plan } = rules;
  const rows = pageRows(workingSet, need);
  let matches: readonly ConstraintMatch[] = [];
  await settle({
    ...{ plan, schema, transaction, workingSet, answer },
    draft: () => {
      const matched = new ConstraintMatcher(plan, workingSet, MAX_REMEMBERED).run({ kind, need }, rows);
      ({ matches } = matched);
      return { change: {}, needs: matched.missing.map((pattern) => needOf(workingSet, pattern)) };
    },
  });
  const counted = matches.filter(({ number }) => checked.has(number)).filter(isFirstOfItsValue());
  const errors = counted.map((match) => matchError(rules, workingSet, match));
  return () => tally.addViolations(errors);
}

/**
 * Evaluates the rules on a page.
 *
 * @param finish receives the result
 * @returns function that adds the result to the tally
 */
export async function evaluatePage(
  { need, nodes, workingSet, transaction, rules, former, schema, tally, answer }: PageWork,
  kind: ChangeKind,
  finish: (settled: Settled) => Promise<void>,
): Promise<() => void> {
  const facts = factsOf(workingSet, need, nodes, kind === 'suspect' ? Stored.Inferred : revisited(need, former));
  // Values that conflict with another are reported, not written.
  const collisions = new Collisions(rules);
  const settled = await tally.during(async (onTurn) => {
    const result = await settle({
      ...{ plan: rules.plan, schema, transaction, workingSet, answer, closed: former.kept, onTurn },
      maxContradictions: MAX_REMEMBERED,
      draft: () => ({ change: { [kind]: facts }, needs: [] }),
      review: (at, inference) => collisions.review(at, inference),
    });
    await finish(result);
    return result;
  });
  // After the commit: a page that is repeated counts once.
  return () => {
    tally.addNodes(settled);
    tally.add(settled, collisions.errors);
  };
}

/**
 * Returns the flags of facts to revisit. What the former rules did not infer has been inferred since by those in force,
 * with all that follows.
 */
const revisited = ({ p }: Pick<Need, 'p'>, { inferred }: FormerRules): number =>
  p === TYPE_PREDICATE || !inferred || inferred.has(p) ? STORED_MASK : Stored.Asserted;

/** Returns the facts of a page that have one of these flags. @param nodes subjects; objects if the need is reverse */
function factsOf(
  workingSet: WorkingSet,
  { p, o, isReverse }: Step['need'],
  nodes: readonly string[],
  stored: number,
): Pattern[] {
  const facts: Pattern[] = [];
  const { table, terms } = workingSet;
  const predicate = terms.id(p);
  const object = o === undefined ? ANY : terms.id(o);
  const ofPage = new Set(nodes.map((node) => terms.id(node)));
  for (let row = 0; row < table.length; row++) {
    if (table.predicate[row] !== predicate || (object !== ANY && table.object[row] !== object)) continue;
    const node = isReverse ? table.object[row]! : table.subject[row]!;
    if (!ofPage.has(node) || (table.flags[row]! & stored) === 0) continue;
    facts.push({ s: table.subject[row]!, p: predicate, o: table.object[row]! });
  }
  return facts;
}
