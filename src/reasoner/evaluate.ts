/**
 * Incremental evaluation: forward chaining for asserted facts, delete and re-derive (DRed) for retracted ones, with a
 * backward search before anything is removed (deletion.ts).
 *
 * The state before is in the rows' `Stored` flags, the state after in their `Now` flags. An evaluation goes through
 * 1. assertions: rows become asserted;
 * 2. overdeletion: retracted facts are removed. So are the inferred facts that follow from them in the state before,
 *   unless the backward search proves them from facts that stay;
 * 3. insertion: rules run semi-naively over new and restored facts to the fixpoint, those of transitive properties edge
 *   by edge (transitive.ts); a removed fact that is derived again comes back as inferred;
 * 4. re-derivation: a removed fact that a rule still derives comes back, and insertion goes on from it. This step
 *   follows insertion because it asks the store only for facts that the known facts do not restore;
 * 5. constraints: rules without a head are matched against new facts. A match must include a new fact, so a
 *   contradiction in the state before does not refuse a change, least of all one that removes facts.
 *
 * A pattern that the source does not cover is noted, and the run goes on as if nothing matched (or, for the head of a
 * rule, as if the fact had to be written or removed), so that one run finds as many missing patterns as possible. A
 * result with `missing` patterns is void: read them, `rollback`, run a new evaluation. Without any it is exact.
 */
import { passesFor } from './batch';
import type { Pass } from './batch';
import type { Change, Contradiction, EvaluateOptions, Inference } from './change';
import { Deletion } from './deletion';
import type { DeletionSteps } from './deletion';
import { BARRED, CLAIMED, DOUBTED, PROVED, TOUCHED } from './marks';
import { Matcher, withoutListed } from './match';
import { indexOf, seedsOf } from './plan';
import type { Plan, PlanIndex } from './plan';
import { FROM_OBJECT, FROM_SUBJECT, specialize } from './rule';
import type { Rule, Trigger } from './rule';
import type { FactSource, Pattern } from './source';
import { NO_ROW, Now, NOW_MASK, Stored, STORED_MASK, unchanged } from './table';
import type { Row } from './table';
import type { TermId } from './terms';
import { TransitiveClosure, transitivePredicates } from './transitive';

export type { Change, Contradiction, EvaluateOptions, Inference };

/**
 * Factor and offset that raise the limit while patterns are missing, since derived facts may be stored already. A run
 * beyond the raised limit ends and is an overflow.
 */
const PROVISIONAL_FACTOR = 20;
const PROVISIONAL_FACTS = 1000;
/** Minimum number of new facts at which grouping them by rule (batch.ts) pays off. */
const BATCH_SIZE = 256;
/** Facts of a step. */
const STEP_SIZE = 64;

/** Phase of an evaluation, with the flags of a fact that needs no further work in it. */
interface Phase {
  readonly doneFlags: number;
}

/** One evaluation of a change. Loops over rows go by index: iterators cost too much before code is optimized. */
export class Evaluation {
  private readonly touched: Row[] = [];
  private readonly missing = new Map<string, Pattern>();
  /** New and restored facts; `fired` of them have triggered their rules. */
  private readonly queue: Row[] = [];
  private fired = 0;
  private readonly contradictions: Contradiction[] = [];
  private readonly insertion: Phase = { doneFlags: NOW_MASK };
  private readonly overdeletion: Phase = { doneFlags: DOUBTED | PROVED | Now.Asserted };
  private readonly matcher: Matcher;
  private readonly index: PlanIndex;
  private deletion?: Deletion;
  /** True if transitive properties are closed apart; not if facts of them are removed or barred: paths may miss edges. */
  private closesPaths = false;
  private closure?: TransitiveClosure;
  private readonly closed: ReadonlySet<Rule> | undefined;
  private readonly limit: number;
  private readonly batchSize: number;
  private derivations = 0;

  constructor(
    private readonly plan: Plan,
    private readonly source: FactSource,
    private readonly options: EvaluateOptions = {},
  ) {
    this.matcher = new Matcher(source, this.missing);
    this.index = indexOf(plan);
    this.closed = options.closed;
    this.limit = options.limit ?? Infinity;
    this.batchSize = options.batchSize ?? BATCH_SIZE;
  }

  /** Applies a change. Call once per evaluation; the table must be as `rollback` or `commit` leaves it. */
  run(change: Change): Inference {
    const steps = this.steps(change);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /**
   * Applies a change as `run` does, in steps: a dense relation entails facts for minutes. Between two steps the caller
   * may do anything but use the facts. A small change is one step.
   */
  *steps(change: Change): Generator<void, Inference, void> {
    const { retract = [], bar = [] } = change;
    for (const { s, p, o } of bar) this.set(this.source.table.row(s, p, o), 0, BARRED);
    this.assert(change);
    this.overdelete(change);
    const transitive = transitivePredicates(this.plan);
    this.closesPaths = !bar.some(({ p }) => transitive.has(p)) && this.deletion?.doubtsAny(transitive) !== true;
    const revisited = this.revisit(change.revisit ?? []);
    if (this.options.isIncomplete === true) this.queueDemoted(retract);
    if (change.seed) this.seed();
    yield* this.inserting();
    this.deletion?.rederive();
    yield* this.check(revisited);
    if (change.seed) this.checkSeeds();
    return this.result(change);
  }

  /** Number of facts derived so far. */
  get derived(): number {
    return this.derivations;
  }

  /** Resets the state after to the state before. */
  rollback(): void {
    const { flags } = this.source.table;
    for (const row of this.touched) flags[row] = unchanged(flags[row]! & STORED_MASK);
  }

  /** Makes the state after permanent, for a table that is itself the store. */
  commit(): void {
    const { flags } = this.source.table;
    const { touched } = this;
    for (let i = 0; i < touched.length; i++) {
      const row = touched[i]!;
      flags[row] = unchanged((flags[row]! & NOW_MASK) >> 2);
    }
  }

  private makeClosure(): TransitiveClosure {
    return new TransitiveClosure(this.plan, this.source, this.matcher, {
      mark: (row, marks) => this.set(row, this.source.table.flags[row]! & NOW_MASK, marks),
      derive: (row, marks) => this.insertRow(row, marks),
    });
  }

  private assert({ assert = [], assertRows = [] }: Change): void {
    const { table } = this.source;
    // Half as much again leaves room for inferred facts.
    table.reserve(assert.length * 1.5 + assertRows.length / 2);
    for (const { s, p, o } of assert) this.assertRow(table.row(s, p, o));
    for (let i = 0; i < assertRows.length; i++) this.assertRow(assertRows[i]!);
  }

  private assertRow(row: Row): void {
    const flags = this.source.table.flags[row]!;
    if ((flags & BARRED) !== 0) return;
    const isNew = (flags & (STORED_MASK | CLAIMED)) === 0;
    this.set(row, Now.Asserted, CLAIMED);
    if (isNew) this.queue.push(row);
  }

  private overdelete({ retract = [], suspect = [] }: Change): void {
    if (retract.length + suspect.length === 0) return;
    const steps: DeletionSteps = {
      set: (row, now, mark) => this.set(row, now, mark),
      spread: (row) => this.fire(row, STORED_MASK, this.overdeletion),
      restore: (row) => this.restore(row),
      insert: () => this.insert(),
    };
    const { backward = true, isIncomplete = false } = this.options;
    const isClosed = !isIncomplete && suspect.length === 0;
    this.deletion = new Deletion(this.plan, this.source, this.matcher, steps, { searches: backward, isClosed });
    this.deletion.overdelete(retract, suspect);
  }

  private restore(row: Row): void {
    if ((this.source.table.flags[row]! & BARRED) !== 0) return;
    this.set(row, Now.Inferred, 0);
    this.queue.push(row);
  }

  private revisit(facts: readonly Pattern[]): readonly Row[] {
    const { table } = this.source;
    const rows = facts.map(({ s, p, o }) => table.find(s, p, o)).filter((row) => row !== NO_ROW);
    // Facts that this change removes trigger nothing.
    const holding = rows.filter((row) => (table.flags[row]! & NOW_MASK) !== 0);
    for (const row of holding) this.queue.push(row);
    return holding;
  }

  private queueDemoted(retract: readonly Pattern[]): void {
    const { table } = this.source;
    for (const { s, p, o } of retract) {
      const flags = table.flags[table.row(s, p, o)]!;
      if ((flags & Stored.Asserted) !== 0 && (flags & Now.Inferred) !== 0) this.queue.push(table.find(s, p, o));
    }
  }

  private seed(): void {
    for (const { head } of seedsOf(this.plan)) if (head) this.derive(head.s, head.p, head.o);
  }

  private checkSeeds(): void {
    for (const rule of seedsOf(this.plan)) if (!rule.head) this.contradictions.push({ rule, facts: [] });
  }

  private insert(): void {
    const steps = this.inserting();
    while (!steps.next().done);
  }

  private *inserting(): Generator<void, void, void> {
    while (this.fired < this.queue.length && this.isWithinLimit) {
      if (this.queue.length - this.fired >= this.batchSize) yield* this.fireTogether();
      else {
        this.fire(this.queue[this.fired++]!, NOW_MASK, this.insertion);
        if (this.hasOpenPaths) yield* this.closing();
        if (this.fired % STEP_SIZE === 0) yield;
      }
    }
  }

  /** Matches the rules that all new facts trigger, rule by rule. */
  private *fireTogether(): Generator<void, void, void> {
    const passes = passesFor(this.plan, this.source, this.queue, this.fired, this.closesPaths);
    this.fired = this.queue.length;
    for (const pass of passes) {
      if (!pass.trigger.isDirect) yield* this.fireEach(pass);
      else {
        this.deriveFixed(pass);
        yield;
      }
    }
  }

  private *fireEach({ trigger, rows }: Pass): Generator<void, void, void> {
    for (let i = 0; i < rows.length && this.isWithinLimit; i++) {
      this.fireTrigger(trigger, rows[i]!, NOW_MASK, this.insertion);
      if (this.hasOpenPaths) yield* this.closing();
      if (i % STEP_SIZE === STEP_SIZE - 1) yield;
    }
  }

  private get hasOpenPaths(): boolean {
    return this.closure !== undefined && !this.closure.isDone;
  }

  /** Joins the facts of transitive properties that have been fired. */
  private *closing(): Generator<void, void, void> {
    const closure = this.closure!;
    for (let i = 1; !closure.isDone && this.isWithinLimit; i++) {
      closure.step();
      if (i % STEP_SIZE === 0) yield;
    }
  }

  /** Derives the head from each fact without matching. Most of the work of large changes is done here. */
  private deriveFixed({ trigger, rows }: Pass): void {
    const { subject, object } = this.source.table;
    const head = trigger.fixed!;
    const isClosed = this.isClosed(trigger);
    for (let i = 0; i < rows.length && this.isWithinLimit; i++) {
      if (isClosed && this.isRevisited(rows[i]!)) continue;
      const s = subject[rows[i]!]!;
      const o = object[rows[i]!]!;
      this.derive(fill(head.s, s, o), head.p, fill(head.o, s, o));
    }
  }

  private get isWithinLimit(): boolean {
    return this.derivations <= this.maxDerivations;
  }

  private get maxDerivations(): number {
    return this.missing.size > 0 ? this.limit * PROVISIONAL_FACTOR + PROVISIONAL_FACTS : this.limit;
  }

  /** Matches the rules that a fact triggers and handles the heads they yield. */
  private fire(row: Row, state: number, phase: Phase): void {
    const { predicate, object } = this.source.table;
    const triggers = this.index.triggers.list(predicate[row]!, object[row]!);
    for (let i = 0; i < triggers.length; i++) this.fireTrigger(triggers[i]!, row, state, phase);
  }

  private fireTrigger(trigger: Trigger, row: Row, state: number, phase: Phase): void {
    const { table } = this.source;
    if (this.isClosed(trigger) && this.isRevisited(row)) return;
    const s = table.subject[row]!;
    const o = table.object[row]!;
    const { fixed } = trigger;
    const isAlong = phase === this.overdeletion && (trigger.isTransitive || trigger.isImage);
    if (isAlong && this.deletion!.spreadsAlong(trigger, row)) return;
    if (fixed !== undefined) {
      const hs = fill(fixed.s, s, o);
      const ho = fill(fixed.o, s, o);
      // `derive` looks the head up; a second look-up pays off only if it saves a join.
      const isDone = trigger.rest.length > 0 && this.isDone(hs, fixed.p, ho, phase.doneFlags);
      if (!isDone && this.matches(trigger, s, o, state)) this.yieldFact(hs, fixed.p, ho, phase);
    } else if (this.closesPaths && trigger.isTransitive) {
      (this.closure ??= this.makeClosure()).join(row);
    } else if (this.binds(trigger, s, o)) {
      this.fireAll(trigger, row, state, phase);
    }
  }

  private isClosed({ rule }: Trigger): boolean {
    return this.closed?.has(rule) === true;
  }

  private isRevisited(row: Row): boolean {
    const flags = this.source.table.flags[row]!;
    return (flags & STORED_MASK) !== 0 && (flags & DOUBTED) === 0;
  }

  // Separate method: a function that creates a closure allocates its context on every call.
  private fireAll(trigger: Trigger, row: Row, state: number, phase: Phase): void {
    this.matcher.forEach(trigger, row, state, () => this.yieldHead(trigger.rule, phase));
  }

  private matches(trigger: Trigger, s: TermId, o: TermId, state: number): boolean {
    return trigger.isDirect || (this.binds(trigger, s, o) && this.matcher.matches(trigger, state));
  }

  private binds({ rule, atom }: Trigger, s: TermId, o: TermId): boolean {
    return this.matcher.bind(rule, rule.body[atom]!, s, o);
  }

  private isDone(s: TermId, p: TermId, o: TermId, doneFlags: number): boolean {
    const { table } = this.source;
    const row = table.find(s, p, o);
    return row !== NO_ROW && (table.flags[row]! & doneFlags) !== 0;
  }

  private yieldHead({ head }: Rule, phase: Phase): void {
    this.yieldFact(this.matcher.value(head!.s), head!.p, this.matcher.value(head!.o), phase);
  }

  private yieldFact(s: TermId, p: TermId, o: TermId, phase: Phase): void {
    if (phase === this.insertion) this.derive(s, p, o);
    else this.deletion!.doubtHead(s, p, o);
  }

  private derive(s: TermId, p: TermId, o: TermId): void {
    const { table } = this.source;
    const row = table.row(s, p, o);
    const flags = table.flags[row]!;
    if ((flags & (NOW_MASK | BARRED)) !== 0) return;
    if ((flags & DOUBTED) !== 0) {
      this.restore(row);
      return;
    }
    this.insertRow(row, 0);
  }

  private insertRow(row: Row, marks: number): void {
    const { subject, predicate, object } = this.source.table;
    this.matcher.requireCovered(subject[row]!, predicate[row]!, object[row]!);
    this.set(row, Now.Inferred, marks);
    this.queue.push(row);
    this.derivations++;
  }

  private *check(revisited: readonly Row[]): Generator<void, void, void> {
    if (this.index.constraints.isEmpty) return;
    const { flags } = this.source.table;
    const reportedKeys = new Set<string>();
    for (let i = 0; i < this.queue.length; i++) {
      const row = this.queue[i]!;
      if ((flags[row]! & STORED_MASK) === 0) this.checkFact(row, reportedKeys);
      if (i % STEP_SIZE === STEP_SIZE - 1) yield;
    }
    for (let i = 0; i < revisited.length; i++) {
      this.checkFact(revisited[i]!, reportedKeys);
      if (i % STEP_SIZE === STEP_SIZE - 1) yield;
    }
  }

  private checkFact(row: Row, reportedKeys: Set<string>): void {
    const { table } = this.source;
    const maximum = this.options.maxContradictions ?? 100;
    const o = table.object[row]!;
    for (const trigger of this.index.constraints.list(table.predicate[row]!, o)) {
      const { rule, atom } = trigger;
      if (!this.matcher.bind(rule, rule.body[atom]!, table.subject[row]!, o)) continue;
      this.matcher.forEach(trigger, row, NOW_MASK, () => {
        const facts = this.matcher.matched(rule);
        // The same facts in another order are the same contradiction.
        const key = `${trigger.number}:${[...facts].sort((a, b) => a - b).join()}`;
        if (reportedKeys.has(key) || this.contradictions.length >= maximum) return;
        reportedKeys.add(key);
        this.contradictions.push({ rule: specialize(rule, (i) => table.object[facts[i]!]!), facts });
      });
    }
  }

  private set(row: Row, now: number, mark: number): void {
    const { flags } = this.source.table;
    if ((flags[row]! & TOUCHED) === 0) this.touched.push(row);
    flags[row] = (flags[row]! & ~NOW_MASK) | now | mark | TOUCHED;
  }

  private result({ retract = [] }: Change): Inference {
    const { table } = this.source;
    const inferred: Row[] = [];
    const retracted: Row[] = [];
    const removed: Row[] = [];
    const demoted: Row[] = [];
    const { touched } = this;
    for (let i = 0; i < touched.length; i++) {
      const row = touched[i]!;
      const flags = table.flags[row]!;
      if ((flags & (CLAIMED | BARRED)) !== 0 || (flags & NOW_MASK) >> 2 === (flags & STORED_MASK)) continue;
      const isInferred = (flags & Now.Inferred) !== 0;
      if ((flags & Stored.Asserted) !== 0) (isInferred ? demoted : removed).push(row);
      else if ((flags & Stored.Inferred) === 0) inferred.push(row);
      else if (!isInferred) retracted.push(row);
    }
    const stillEntailed = retract
      .map(({ s, p, o }) => table.find(s, p, o))
      .filter((row) => row !== NO_ROW && (table.flags[row]! & (NOW_MASK | CLAIMED)) === Now.Inferred);
    return {
      missing: withoutListed(this.missing),
      inferred,
      retracted,
      removed,
      demoted,
      stillEntailed: [...new Set(stillEntailed)],
      contradictions: this.contradictions,
      overflow: (this.missing.size > 0 ? this.derivations : inferred.length) > this.maxDerivations,
    };
  }
}

/** Returns a term of a fixed head for a fact with subject `s` and object `o`. */
const fill = (part: number, s: TermId, o: TermId): TermId =>
  part === FROM_SUBJECT ? s : part === FROM_OBJECT ? o : part;
