/**
 * Retroactive materialization: what the ontology entails of facts that were there before it, and what only the ontology
 * before it entailed. Pages of facts, each in a transaction of its own, while writes go on.
 *
 * It is enough to look at the facts of one atom of each rule: a match has a fact for every atom. What is inferred sets
 * off further rules in the transaction that infers it.
 */
import { EngineFailure, retryAborted } from '../dgraph';
import type { OwlgateError } from '../errors';
import { TYPE_PREDICATE } from '../mutation';
import { ANY, NO_ROW, Stored } from '../reasoner';
import type { Change, Pattern, Plan, Row, Rule } from '../reasoner';
import type { Logger } from '../util/log';
import { composeMutation } from './compose';
import { nodeGuards } from './guards';
import { Reader } from './reads';
import type { Need } from './reads';
import { contradictionError, singleValueErrors } from './refuse';
import { readInto, settle, storedIn } from './settle';
import type { Settled } from './settle';
import { ReadTransaction } from './transaction';
import type { MaterializationReport, StoredViolation } from './types';
import { UidSet } from './uid-set';
import { Window } from './window';
import { makeDraftContext, send, withGuards } from './write';
import type { RuledContext, WriteContext } from './write';

const PAGE = 1000;
/** A page that a write keeps getting in the way of is made smaller, down to this. */
const SMALLEST_PAGE = 10;
const MOST_LISTED = 1000;
const MOST_REMEMBERED = 100_000;
const PROGRESS_MS = 2000;
const PAGE_ATTEMPTS = 8;

export interface SweepOptions {
  readonly context: WriteContext;
  readonly logger: Logger;
  /** What was in force and is swept already; absent where nothing is known of what has been inferred. */
  readonly before?: Plan | undefined;
  readonly signal: AbortSignal;
}

/** @throws VersionChanged when another ontology comes into force meanwhile; the signal's reason */
export async function sweep(options: SweepOptions): Promise<MaterializationReport> {
  return new Sweep(options).run();
}

class Sweep {
  private readonly rules: RuledContext;
  private readonly nodes = new UidSet();
  private readonly violations: StoredViolation[] = [];
  private readonly seen = new Set<string>();
  private violationCount = 0;
  private inferred = 0;
  private retracted = 0;
  private told = Date.now();

  constructor(private readonly options: SweepOptions) {
    this.rules = makeDraftContext(options.context);
  }

  async run(): Promise<MaterializationReport> {
    const { before, context, logger } = this.options;
    const { plan } = this.rules;
    const started = Date.now();
    const known = before ? rulesByText(before) : new Map<string, Rule>();
    const now = rulesByText(plan);
    // What lost a rule is in doubt; where nothing is known of before, all that is inferred is.
    const lost = before ? heads(before, without(known, now)) : everything(context);
    for (const need of lost) await this.pages(need, 'suspect');
    for (const need of atoms(plan, without(now, known))) await this.pages(need, 'revisit');
    const report = {
      nodes: this.nodes.size,
      inferred: this.inferred,
      retracted: this.retracted,
      violations: this.violations,
      violationCount: this.violationCount,
    };
    logger.info('materialization ended', {
      version: context.reasoning?.version,
      nodes: report.nodes,
      inferred: report.inferred,
      retracted: report.retracted,
      violations: report.violationCount,
      seconds: (Date.now() - started) / 1000,
    });
    return report;
  }

  private async pages(need: Need, kind: 'suspect' | 'revisit'): Promise<void> {
    if (!storedIn(this.options.context.schema)(need.p)) return;
    let after = '0x0';
    for (let first = PAGE; ;) {
      this.options.signal.throwIfAborted();
      const page = { ...need, page: { first, after } };
      let last: { readonly uid: string; readonly isEnd: boolean } | undefined;
      try {
        last = await retryAborted(() => this.page(page, kind), {
          attempts: PAGE_ATTEMPTS,
          signal: this.options.signal,
        });
      } catch (error) {
        const isContended = error instanceof EngineFailure && error.isAborted && first > SMALLEST_PAGE;
        if (!isContended) throw error;
        first = Math.max(SMALLEST_PAGE, Math.floor(first / 4));
        continue;
      }
      this.tell(need);
      if (last.isEnd) return;
      after = last.uid;
      first = Math.min(PAGE, first * 2);
    }
  }

  /** One page in one transaction. */
  private async page(
    need: Need & { readonly page: { readonly first: number } },
    kind: 'suspect' | 'revisit',
  ): Promise<{ readonly uid: string; readonly isEnd: boolean }> {
    const { context } = this.options;
    const { plan } = this.rules;
    const head = { uid: context.headUid!, version: context.reasoning!.version };
    const transaction = new ReadTransaction(context.engine, head);
    const window = new Window(plan, storedIn(context.schema), need.page.first * 4);
    const uids = await readInto(window, new Reader(context.schema), transaction, [need]);
    const nodes = uids.filter((uid) => need.p !== TYPE_PREDICATE || hasOwnType(window, uid));
    const change = changeOf(window, need, kind);
    const settled = await settle({
      plan,
      schema: context.schema,
      transaction,
      window,
      maxContradictions: MOST_REMEMBERED,
      draft: () => ({ change, needs: [] }),
    });
    // What stands against another value is not written, but told.
    const collisions = singleValueErrors(window, settled.inference, this.rules, (term) => term);
    await this.writePage(settled, new Set(collisions.map(({ row }) => row)), transaction.startTs);
    this.count(
      settled,
      nodes,
      collisions.map(({ error }) => error),
    );
    return { uid: uids.at(-1) ?? '0x0', isEnd: uids.length < need.page.first };
  }

  private async writePage(settled: Settled, without: ReadonlySet<Row>, startTs: number | undefined): Promise<void> {
    const { context } = this.options;
    const { window, inference } = settled;
    const mutation = composeMutation({ set: [], plainDeletes: [], without }, settled, context.schema);
    if (mutation.set.length + mutation.delete.length === 0) return;
    const guards = nodeGuards(window, inference, this.rules.relevance);
    const mutations = withGuards([mutation], context, guards);
    await send({ mutations }, context, { commitNow: true, startTs });
  }

  /** After the commit, so that a page that is run again counts once. */
  private count({ window, inference }: Settled, nodes: readonly string[], collisions: readonly OwlgateError[]): void {
    for (const node of nodes) this.nodes.add(node);
    this.inferred += inference.inferred.length - collisions.length;
    this.retracted += inference.retracted.length;
    const errors = [
      ...inference.contradictions.map((contradiction) => contradictionError(window, contradiction, (term) => term)),
      ...collisions,
    ];
    for (const { message } of errors) {
      if (this.seen.has(message)) continue;
      if (this.seen.size < MOST_REMEMBERED) this.seen.add(message);
      this.violationCount++;
      const entity = /on entity (\S+):/.exec(message)?.[1] ?? '';
      if (this.violations.length < MOST_LISTED) this.violations.push({ message, entity });
    }
  }

  private tell({ p, o }: Need): void {
    if (Date.now() - this.told < PROGRESS_MS) return;
    this.told = Date.now();
    this.options.logger.info('materializing', {
      at: o === undefined ? p : `${p} ${o}`,
      nodes: this.nodes.size,
      inferred: this.inferred,
      retracted: this.retracted,
      violations: this.violationCount,
    });
  }
}

/** Whether a node is of a type that is not Dgraph's own. */
function hasOwnType({ table, terms }: Window, node: string): boolean {
  const type = terms.id(TYPE_PREDICATE);
  for (let row = table.firstOfSubject(terms.id(node), type); row !== NO_ROW; row = table.nextOfSubject(row)) {
    if (!terms.text(table.object[row]!).startsWith('dgraph.')) return true;
  }
  return false;
}

/** The facts of a page, as a change. */
function changeOf(window: Window, { p, o }: Need, kind: 'suspect' | 'revisit'): Change {
  const facts: Pattern[] = [];
  const { table, terms } = window;
  const predicate = terms.id(p);
  const object = o === undefined ? ANY : terms.id(o);
  for (let row = 0; row < table.length; row++) {
    if (table.predicate[row] !== predicate || (object !== ANY && table.object[row] !== object)) continue;
    if (kind === 'suspect' && (table.flags[row]! & Stored.Inferred) === 0) continue;
    facts.push({ s: table.subject[row]!, p: predicate, o: table.object[row]! });
  }
  return { [kind]: facts };
}

/** A rule in words, for rules of different plans to be compared. */
function ruleText(plan: Plan, { body, head, distinct }: Rule): string {
  const ref = (term: number) => (term > 0 ? plan.terms.text(term) : term);
  const atom = ({ s, p, o }: Rule['body'][number]) => [ref(s), plan.terms.text(p), ref(o)];
  return JSON.stringify([body.map(atom), head && atom(head), distinct?.map((pair) => pair.map(ref))]);
}

const rulesByText = (plan: Plan): ReadonlyMap<string, Rule> =>
  new Map(plan.rules.map((rule) => [ruleText(plan, rule), rule]));

const without = (rules: ReadonlyMap<string, Rule>, others: ReadonlyMap<string, Rule>): Rule[] =>
  [...rules].filter(([text]) => !others.has(text)).map(([, rule]) => rule);

function heads(plan: Plan, rules: readonly Rule[]): Need[] {
  return distinct(rules.flatMap(({ head }) => (head ? [needOf(plan, head)] : [])));
}

/** For each rule one atom: one of an edge or value where there is one, for classes are large. */
function atoms(plan: Plan, rules: readonly Rule[]): Need[] {
  const chosen = rules.map(({ body }) => needOf(plan, body.find(({ p }) => p !== plan.type) ?? body[0]!));
  const classes = chosen.filter(({ p }) => p === TYPE_PREDICATE);
  // Reading all types of a node costs as much as reading one.
  const types: Need[] = classes.length > 2 ? [{ p: TYPE_PREDICATE }] : classes;
  return distinct([...types, ...chosen.filter(({ p }) => p !== TYPE_PREDICATE)]);
}

function everything({ schema }: WriteContext): Need[] {
  const predicates = schema.predicateNames().filter((name) => !name.startsWith('owlgate.'));
  return [TYPE_PREDICATE, ...predicates].map((p) => ({ p }));
}

function needOf(plan: Plan, { p, o }: Rule['body'][number]): Need {
  return p === plan.type ? { p: TYPE_PREDICATE, o: plan.terms.text(o) } : { p: plan.terms.text(p) };
}

const distinct = (needs: readonly Need[]): Need[] => [
  ...new Map(needs.map((need) => [`${need.p} ${need.o ?? ''}`, need])).values(),
];
