/** Values that collide with another value of a predicate that takes one, while facts are added to the store. */
import type { OwlgateError } from '../../errors';
import { languageOf } from '../../mutation';
import { Matcher, NO_ROW, Now, NOW_MASK } from '../../reasoner';
import type { Inference, Pattern, Plan, Row } from '../../reasoner';
import type { Fact } from '../store/terms';
import type { WorkingSet } from '../store/working-set';
import { factAt, keptError, singleValueError, singleValueErrors } from './contradiction-messages';
import type { Cardinalities } from './contradiction-messages';

/** Value that is left out. */
interface LeftOut {
  readonly fact: Fact;
  readonly pattern: Pattern;
  /** True for an assertion; false for an inferred value. */
  readonly isStated: boolean;
}

/**
 * Colliding values are left out, with everything that follows from them. Each one that rules or assertions still yield
 * in the end is reported once, with the value that is kept.
 */
export class Collisions {
  private readonly leftOut = new Map<string, LeftOut>();
  /** Keys of facts that are left out no longer, since nothing else took their place. */
  private readonly restored = new Set<string>();
  private reported: readonly OwlgateError[] = [];

  constructor(private readonly context: Cardinalities & { readonly plan: Plan }) {}

  /** Errors of the values that the last review left out. */
  get errors(): readonly OwlgateError[] {
    return this.reported;
  }

  /**
   * Finds collisions while a change is settled.
   *
   * @param asserted rows to assert, which are left out like inferred ones
   * @returns all facts to leave out; undefined if those of the last review are all
   */
  review(workingSet: WorkingSet, inference: Inference, asserted: readonly Row[] = []): readonly Pattern[] | undefined {
    const { table } = workingSet;
    const collisions = singleValueErrors(workingSet, inference, this.context, (term) => term, asserted);
    for (const { row } of collisions) {
      const fact = factAt(workingSet, row);
      const pattern = { s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! };
      this.leftOut.set(keyOf(fact), { fact, pattern, isStated: (table.flags[row]! & Now.Asserted) !== 0 });
    }
    const isSame = collisions.length === 0 && !this.restore(workingSet);
    return isSame ? undefined : [...this.leftOut.values()].map(({ pattern }) => pattern);
  }

  /** Returns true for a fact that is left out. */
  has(fact: Fact): boolean {
    return this.leftOut.has(keyOf(fact));
  }

  /**
   * Reports the values that are left out. Their rivals may have followed from others that are left out by now: if a
   * place has lost all of its values, restores one.
   *
   * @returns true if it restored a value
   */
  private restore(workingSet: WorkingSet): boolean {
    const matcher = new Matcher(workingSet, new Map());
    const errors: OwlgateError[] = [];
    const filled = new Set<string>();
    for (const [key, { fact, pattern, isStated }] of this.leftOut) {
      const { s, p, o } = fact;
      const row = workingSet.table.find(pattern.s, pattern.p, pattern.o);
      if (!isStated && (row === NO_ROW || !matcher.yields(this.context.plan, row))) continue;
      const kept = rivalOf(workingSet, fact, pattern);
      if (kept !== undefined) {
        const error = singleValueError(this.context, s, p, kept, o);
        errors.push(isStated ? keptError(error, kept) : error);
        continue;
      }
      const place = `${s} ${p} ${languageOf(o) ?? ''}`;
      if (filled.has(place) || this.restored.has(key)) continue;
      filled.add(place);
      this.restored.add(key);
      this.leftOut.delete(key);
    }
    this.reported = errors;
    return filled.size > 0;
  }
}

/** Returns another value of the place of a fact. */
function rivalOf({ table, terms }: WorkingSet, { o }: Fact, { s, p }: Pattern): string | undefined {
  for (let row = table.firstOfSubject(s, p); row !== NO_ROW; row = table.nextOfSubject(row)) {
    const value = terms.text(table.object[row]!);
    if ((table.flags[row]! & NOW_MASK) !== 0 && value !== o && languageOf(value) === languageOf(o)) return value;
  }
  return undefined;
}

const keyOf = ({ s, p, o }: Fact): string => `${s} ${p} ${o}`;
