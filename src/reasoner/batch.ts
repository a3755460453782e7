/**
 * Batches of new facts. A rule is matched either from the new facts that match each of its atoms, or from all facts
 * that match one of its atoms, whichever costs less.
 *
 * Both ways find every match that includes a new fact. For most rules with several atoms it is cheaper to start from a
 * rare fact (someone heads a department) than from many new ones (someone is a person).
 */
import { indexOf } from './plan';
import type { Plan } from './plan';
import type { Atom, Trigger } from './rule';
import type { FactSource } from './source';
import { NO_ROW, NOW_MASK } from './table';
import type { FactTable, Row } from './table';
import { ANY } from './terms';

/** One trigger of a rule with the facts from which to match it. */
export interface Pass {
  readonly trigger: Trigger;
  readonly rows: readonly Row[];
}

/** Estimated matches per fact if the fact does not determine the head. */
const MATCHES_OF_A_FACT = 16;

/**
 * Plans the matching of new facts.
 *
 * @param queue the new facts are those from `start` to the end; all of them hold
 * @param isClosed true if transitive properties are closed apart (transitive.ts): one pass has their new facts
 * @returns passes that together find every match that holds now and includes a new fact; rules with one atom come first
 */
export function passesFor(
  plan: Plan,
  source: FactSource,
  queue: readonly Row[],
  start: number,
  isClosed: boolean,
): Pass[] {
  const direct: Pass[] = [];
  const transitive: Pass[] = [];
  const joins = new Map<number, Pass[]>();
  for (const [triggers, rows] of groups(plan, source.table, queue, start)) {
    for (const trigger of triggers) {
      const pass = { trigger, rows };
      const { number } = trigger;
      if (trigger.rest.length === 0) direct.push(pass);
      else if (isClosed && trigger.isTransitive) {
        if (trigger.atom === 0) transitive.push(pass);
      } else if (joins.has(number)) joins.get(number)!.push(pass);
      else joins.set(number, [pass]);
    }
  }
  const rarest = [...joins].map(([number, passes]) => cheapest(indexOf(plan).byRule.get(number)!, source, passes));
  return [...direct, ...transitive, ...rarest.flat()];
}

/** Groups facts by the triggers that they set off. */
function groups(
  plan: Plan,
  { predicate, object }: FactTable,
  queue: readonly Row[],
  start: number,
): Map<readonly Trigger[], Row[]> {
  const { triggers } = indexOf(plan);
  const byTriggers = new Map<readonly Trigger[], Row[]>();
  for (let i = start; i < queue.length; i++) {
    const row = queue[i]!;
    const list = triggers.list(predicate[row]!, object[row]!);
    if (list.length === 0) continue;
    const rows = byTriggers.get(list);
    if (rows) rows.push(row);
    else byTriggers.set(list, [row]);
  }
  return byTriggers;
}

/** Returns the cheaper way to match a rule: the given passes over new facts, or one pass over all facts of an atom. */
function cheapest(triggers: readonly Trigger[], source: FactSource, passes: Pass[]): Pass[] {
  let best = passes;
  let least = passes.reduce((sum, { trigger, rows }) => sum + rows.length * costOf(trigger), 0);
  for (const trigger of triggers) {
    const atom = trigger.rule.body[trigger.atom]!;
    const rows = rowsOf(atom, source, Math.ceil(least / costOf(trigger)) - 1);
    if (rows === undefined) continue;
    best = [{ trigger, rows }];
    least = rows.length * costOf(trigger);
  }
  return best;
}

const costOf = ({ fixed }: Trigger): number => (fixed ? 1 : MATCHES_OF_A_FACT);

/**
 * Returns the facts that hold and may match an atom; undefined if there are more than `maximum` or not all are known.
 */
function rowsOf({ s, p, o }: Atom, source: FactSource, maximum: number): Row[] | undefined {
  const { table } = source;
  const subject = Math.max(s, ANY);
  const object = Math.max(o, ANY);
  if (!source.covers(subject, p, object)) return undefined;
  const rows: Row[] = [];
  const bySubject = subject !== ANY;
  const byObject = !bySubject && object !== ANY;
  let row = bySubject
    ? table.firstOfSubject(subject, p)
    : byObject
      ? table.firstOfObject(p, object)
      : table.firstOfPredicate(p);
  while (row !== NO_ROW) {
    if ((table.flags[row]! & NOW_MASK) !== 0 && rows.push(row) > maximum) return undefined;
    row = bySubject ? table.nextOfSubject(row) : byObject ? table.nextOfObject(row) : table.nextOfPredicate(row);
  }
  return rows;
}
