/** Matches the bodies of rules against facts: a nested-loop join over the table's indexes. */
import { indexOf } from './plan';
import type { Plan } from './plan';
import type { Atom, Filter, Ref, Rule, Trigger } from './rule';
import type { FactSource, Pattern } from './source';
import { NO_ROW, NOW_MASK } from './table';
import type { Row } from './table';
import { ANY } from './terms';
import type { TermId } from './terms';

/** Adds a pattern to the missing ones. A request for all matches replaces a request for any. */
export function note(missing: Map<string, Pattern>, pattern: Pattern): void {
  const key = `${pattern.s} ${pattern.p} ${pattern.o}`;
  const existing = missing.get(key);
  if (!existing || (existing.any && !pattern.any)) missing.set(key, pattern);
}

/** Returns the missing patterns without the facts that a missing list has. */
export function withoutListed(missing: ReadonlyMap<string, Pattern>): Pattern[] {
  const isListed = (s: TermId, p: TermId, o: TermId): boolean => {
    const list = missing.get(`${s} ${p} ${o}`);
    return list !== undefined && !list.any;
  };
  return [...missing.values()].filter(
    ({ s, p, o }) => s === ANY || o === ANY || !(isListed(s, p, ANY) || isListed(ANY, p, o)),
  );
}

/**
 * Matcher of one evaluation: `bind` a rule, then match the rest of its body. During a match callback, `value` returns
 * the bindings. Matching is not re-entrant.
 */
export class Matcher {
  private bindings = new Int32Array(16);
  private rows = new Int32Array(16);
  private readonly ranges = new Map<Filter, Map<TermId, boolean>>();

  /** @param missing collects the patterns that the source does not cover; may be replaced at any time */
  constructor(
    private readonly source: FactSource,
    public missing: Map<string, Pattern>,
  ) {}

  /** Returns the term of a reference; ANY for an unbound variable. */
  value(ref: Ref): TermId {
    return ref > 0 ? ref : this.bindings[-1 - ref]!;
  }

  /** Clears all bindings and binds an atom of the rule to a fact. Returns false if the atom does not match the fact. */
  bind(rule: Rule, atom: Atom, s: TermId, o: TermId): boolean {
    if (rule.variables > this.bindings.length) this.bindings = new Int32Array(rule.variables * 2);
    for (let i = 0; i < rule.variables; i++) this.bindings[i] = ANY;
    return this.unify(atom.s, s) && this.unify(atom.o, o) && (atom.oneOf?.has(o) ?? true);
  }

  private unify(ref: Ref, term: TermId): boolean {
    const value = this.value(ref);
    if (value === ANY) this.bindings[-1 - ref] = term;
    return value === ANY || value === term;
  }

  /**
   * Calls back for every match of the rest of a rule's body with facts that have one of the flags `state`. Call after
   * `bind` with the atom of the trigger.
   */
  forEach(trigger: Trigger, row: Row, state: number, onMatch: () => void): void {
    if (trigger.rule.body.length > this.rows.length) this.rows = new Int32Array(trigger.rule.body.length * 2);
    this.rows[trigger.atom] = row;
    this.join(trigger, 0, state, () => {
      onMatch();
      return false;
    });
  }

  /** Returns true if `forEach` would find a match; stops at the first one. */
  matches(trigger: Trigger, state: number): boolean {
    return this.join(trigger, 0, state, stop);
  }

  /**
   * Returns true if the body of a rule matches facts with one of the flags `state`. Call after `bind` with the head.
   */
  exists(trigger: Trigger, state = NOW_MASK): boolean {
    return this.join(trigger, 0, state, stop, true);
  }

  /** Returns true if a rule derives a fact from facts with one of these flags: by default those of the state after. */
  yields(plan: Plan, row: Row, state = NOW_MASK): boolean {
    const { subject, predicate, object } = this.source.table;
    const s = subject[row]!;
    const o = object[row]!;
    const triggers = indexOf(plan).heads.list(predicate[row]!, o);
    for (let i = 0; i < triggers.length; i++) {
      const trigger = triggers[i]!;
      if (this.bind(trigger.rule, trigger.rule.head!, s, o) && this.exists(trigger, state)) return true;
    }
    return false;
  }

  /**
   * Calls back for matches of a rule's body in the state after until `onMatch` returns true. A list that the source
   * does not cover is noted as `any`, after the known facts in it. Call after `bind` with the head.
   */
  some(trigger: Trigger, onMatch: () => boolean): void {
    if (trigger.rule.body.length > this.rows.length) this.rows = new Int32Array(trigger.rule.body.length * 2);
    this.join(trigger, 0, NOW_MASK, onMatch, true);
  }

  /** Returns the rows that the body of a rule has matched, in its order. */
  matched(rule: Rule): Row[] {
    return [...this.rows.subarray(0, rule.body.length)];
  }

  /** Returns true if all matched rows have one of these flags. */
  haveAll({ body }: Rule, mask: number): boolean {
    const { flags } = this.source.table;
    for (let i = 0; i < body.length; i++) if ((flags[this.rows[i]!]! & mask) === 0) return false;
    return true;
  }

  /** Returns true if the source covers a pattern; otherwise notes it as missing. */
  requireCovered(s: TermId, p: TermId, o: TermId, any = false): boolean {
    if (this.source.covers(s, p, o)) return true;
    note(this.missing, any ? { s, p, o, any } : { s, p, o });
    return false;
  }

  /** @param any true if one match is enough: a list that the source does not cover is noted as `any` */
  private join(trigger: Trigger, depth: number, state: number, onMatch: () => boolean, any = false): boolean {
    const { rule, rest } = trigger;
    if (depth === rest.length) return this.isDistinct(rule) && this.passes(rule) && onMatch();
    const index = rest[depth]!;
    const { table } = this.source;
    const { s, p, o, oneOf } = rule.body[index]!;
    const subject = this.value(s);
    const object = this.value(o);
    if (subject !== ANY && object !== ANY) {
      const row = table.find(subject, p, object);
      if (row !== NO_ROW && (table.flags[row]! & state) !== 0) {
        this.rows[index] = row;
        if (this.join(trigger, depth + 1, state, onMatch, any)) return true;
      }
      this.requireCovered(subject, p, object);
      return false;
    }
    const bySubject = subject !== ANY;
    let row = bySubject
      ? table.firstOfSubject(subject, p)
      : object !== ANY
        ? table.firstOfObject(p, object)
        : table.firstOfPredicate(p);
    while (row !== NO_ROW) {
      if ((table.flags[row]! & state) !== 0) {
        const end = table.object[row]!;
        const agrees = this.unify(s, table.subject[row]!) && this.unify(o, end) && (oneOf?.has(end) ?? true);
        this.rows[index] = row;
        if (agrees && this.join(trigger, depth + 1, state, onMatch, any)) return true;
        if (subject === ANY) this.bindings[-1 - s] = ANY;
        if (object === ANY) this.bindings[-1 - o] = ANY;
      }
      row = bySubject
        ? table.nextOfSubject(row)
        : object !== ANY
          ? table.nextOfObject(row)
          : table.nextOfPredicate(row);
    }
    this.requireCovered(subject, p, object, any);
    return false;
  }

  private isDistinct(rule: Rule): boolean {
    return rule.distinct?.every(([a, b]) => this.value(a) !== this.value(b)) ?? true;
  }

  private passes(rule: Rule): boolean {
    return rule.filters?.every((filter) => this.isIn(filter, this.value(filter.ref)) !== filter.negated) ?? true;
  }

  private isIn(filter: Filter, term: TermId): boolean {
    let results = this.ranges.get(filter);
    if (!results) this.ranges.set(filter, (results = new Map<TermId, boolean>()));
    let isIn = results.get(term);
    if (isIn === undefined) results.set(term, (isIn = passesTest(filter, this.source.terms.text(term))));
    return isIn;
  }
}

const passesTest = ({ test, negated }: Filter, term: string): boolean =>
  negated || !test.isKnown ? test.holds(term) : test.isKnown(term);

const stop = () => true;
