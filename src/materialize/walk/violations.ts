/**
 * Lists the contradictions among the stored facts in parts. Each request repeats the search and writes nothing. A part
 * ends when it is full or when the walk has covered its limit; its cursor marks where the next part begins.
 */
import { createHash } from 'node:crypto';
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import { contradictionToJson, explainContradiction } from '../../reasoner';
import { compareUids } from '../../util/uids';
import {
  constraintSteps,
  constraintStepText,
  ConstraintMatcher,
  isFirstOfItsValue,
  matchError,
  pageRows,
} from './constraints';
import type { ConstraintStep, ConstraintMatch } from './constraints';
import { FactQueryComposer } from '../store/fact-query-composer';
import { factAt } from '../write/contradiction-messages';
import { needOf, readInto, settle, storedIn } from '../store/settle';
import type { Fact } from '../store/terms';
import { ReadTransaction } from '../store/transaction';
import { repairsOf } from './repairs';
import { findStated, placesOf } from './stated';
import type { ListedFact, Repairs, Violation, ViolationsPage, ViolationsRequest } from './types';
import { WorkingSet } from '../store/working-set';
import { headOf, makeDraftContext } from '../write/context';
import type { RuledContext, WriteContext } from '../write/context';

/** Nodes per read. */
const PAGE = 500;
/** Limits of one request. */
const MAX_NODES = 20_000;
const MAX_MS = 10_000;
/** Maximum contradictions reported per node. */
const MAX_OF_A_NODE = 100_000;

/**
 * Start of a part: a step, the node before the first, and the number of that first node's contradictions already
 * reported. The step after the last one is the document: see statedPage.
 */
interface Cursor {
  readonly step: number;
  readonly after: string;
  readonly reportedCount: number;
}

const BEGINNING: Cursor = { step: 0, after: '0x0', reportedCount: 0 };

/**
 * @throws VersionChanged where another ontology comes into force meanwhile; OwlgateError InvalidRequest for a cursor of
 *   another version
 */
export async function listViolations(
  context: WriteContext,
  { first, after, repairs = false }: ViolationsRequest,
): Promise<ViolationsPage> {
  return new Listing(context, first, repairs).run(after);
}

class Listing {
  private readonly rules: RuledContext;
  private readonly version: number;
  private readonly violations: Violation[] = [];
  private readonly steps: readonly ConstraintStep[];
  private readonly began = Date.now();
  private walked = 0;
  private readonly truncated = new Set<string>();

  constructor(
    private readonly context: WriteContext,
    private readonly first: number,
    private readonly hasRepairs: boolean,
  ) {
    this.rules = makeDraftContext(context);
    this.version = context.reasoning!.version;
    this.steps = constraintSteps(this.rules.plan, context.schema);
  }

  async run(after: string | undefined): Promise<ViolationsPage> {
    const { version, violations, steps } = this;
    let cursor: Cursor | undefined = after === undefined ? BEGINNING : this.read(after);
    const isDocument = ({ step }: Cursor) => step >= steps.length;
    while (cursor && !this.isEnough) {
      cursor = isDocument(cursor) ? await this.statedPage(cursor) : await this.step(cursor);
    }
    const truncated = this.truncated.size > 0 && { truncated: [...this.truncated] };
    const hasDocument = placesOf(this.rules, this.context.reasoning!.assertions) > 0;
    if (!cursor || (isDocument(cursor) && !hasDocument)) return { version, violations, ...truncated };
    return { version, violations, ...truncated, next: this.print(cursor) };
  }

  private get isEnough(): boolean {
    return this.violations.length >= this.first || this.walked >= MAX_NODES || this.isLate;
  }

  private get isLate(): boolean {
    return Date.now() - this.began > MAX_MS;
  }

  /** @returns the next position; undefined at the end */
  private async step(from: Cursor): Promise<Cursor | undefined> {
    const step = this.steps[from.step]!;
    const next = { step: from.step + 1, after: '0x0', reportedCount: 0 };
    if (!storedIn(this.context.schema)(step.need.p)) return next;
    for (let cursor = from, size = PAGE; ;) {
      const page = await this.page(step, cursor, size);
      if (page === 'too many') {
        size = Math.ceil(size / 8);
        continue;
      }
      if (page.isEnd) return next;
      cursor = page.cursor;
      if (this.isEnough) return cursor;
    }
  }

  /** Reports the contradictions of a page, as far as the part has room. */
  private async page(
    step: ConstraintStep,
    cursor: Cursor,
    size: number,
  ): Promise<'too many' | { readonly isEnd: boolean; readonly cursor: Cursor }> {
    const { context, rules } = this;
    const { plan } = rules;
    const transaction = new ReadTransaction(context.engine, headOf(context));
    const workingSet = new WorkingSet(plan, storedIn(context.schema), size * 4);
    const need = { ...step.need, page: { first: size, after: cursor.after } };
    const nodes = await readInto(workingSet, new FactQueryComposer(context.schema), transaction, [need]);
    const rows = pageRows(workingSet, step.need);
    let matches: readonly ConstraintMatch[] = [];
    let isComplete = true;
    const format = { plan, type: SHOWN_TYPE };
    const options = { plan, schema: context.schema, transaction, workingSet };
    await settle({
      ...options,
      draft: () => {
        const matched = new ConstraintMatcher(plan, workingSet, MAX_OF_A_NODE).run(step, rows);
        ({ matches, isComplete } = matched);
        return { change: {}, needs: matched.missing.map((pattern) => needOf(workingSet, pattern)) };
      },
    });
    if (!isComplete && nodes.length > 1) return 'too many';
    if (!isComplete) this.truncated.add(nodes[0]!);
    this.walked += nodes.length;

    const remaining = this.inOrder(workingSet, matches, cursor);
    const due = remaining.slice(0, this.first - this.violations.length);
    const repairs = this.hasRepairs ? await this.repair(workingSet, transaction, due) : [];
    // If time was short, the next part has the others.
    const reported = this.hasRepairs ? due.slice(0, repairs.length) : due;
    let explanations: readonly (ExplanationJson | undefined)[] = [];
    await settle({
      ...options,
      draft: () => {
        const explained = reported.map(({ rule, facts }) => explainContradiction(plan, workingSet, { rule, facts }));
        explanations = explained.map(({ proofs: [proof] }) => proof && contradictionToJson(proof, format));
        const needs = explained.flatMap(({ missing }) => missing.map((pattern) => needOf(workingSet, pattern)));
        return { change: {}, needs };
      },
    });
    reported.forEach((match, i) =>
      this.violations.push({
        ...this.describe(workingSet, match, explanations[i]),
        ...(repairs[i] && { repairs: repairs[i] }),
      }),
    );

    const rest = remaining[reported.length];
    if (rest) {
      const before = remaining.slice(0, reported.length).filter(({ node }) => node === rest.node).length;
      const isSame = rest.node === nodeAfter(cursor.after);
      const reportedCount = before + (isSame ? cursor.reportedCount : 0);
      return { isEnd: false, cursor: { step: cursor.step, after: beforeNode(rest.node), reportedCount } };
    }
    const after = nodes.at(-1) ?? cursor.after;
    return { isEnd: nodes.length < size, cursor: { step: cursor.step, after, reportedCount: 0 } };
  }

  /** Reports findings of the document, the last step. The cursor counts its places. */
  private async statedPage({ step, after }: Cursor): Promise<Cursor | undefined> {
    const { context, rules, violations } = this;
    const { assertions } = context.reasoning!;
    const from = Number(after);
    const to = Math.min(placesOf(rules, assertions), from + PAGE);
    const transaction = new ReadTransaction(context.engine, headOf(context));
    const findings = await findStated(rules, assertions, [from, to], transaction);
    const room = this.first - violations.length;
    for (const [, { error, rule, axiom, facts, about }] of findings.slice(0, room)) {
      const { message, code } = error;
      const { text, position } = axiom;
      const entry = { message, code, entity: about, rule, axiom: text, ...position, facts: facts.map(listed) };
      violations.push({ ...entry, ...(this.hasRepairs && { repairs: { complete: true, sets: [] } }) });
    }
    this.walked += to - from;
    const next = findings[room]?.[0] ?? to;
    if (next >= placesOf(rules, assertions)) return undefined;
    return { step, after: `0x${next.toString(16)}`, reportedCount: 0 };
  }

  private async repair(
    workingSet: WorkingSet,
    transaction: ReadTransaction,
    matches: readonly ConstraintMatch[],
  ): Promise<readonly Repairs[]> {
    const repairs: Repairs[] = [];
    for (const match of matches) {
      repairs.push(await repairsOf(match, { workingSet, transaction }, this.context));
      if (this.isLate) break;
    }
    return repairs;
  }

  /** Sorts by node and drops the contradictions of the first node that were already reported. */
  private inOrder(
    workingSet: WorkingSet,
    matches: readonly ConstraintMatch[],
    { after, reportedCount }: Cursor,
  ): ConstraintMatch[] {
    const keyed = matches.map((entry) => ({ entry, key: keyOf(workingSet, entry) }));
    keyed.sort((a, b) => compareUids(a.entry.node, b.entry.node) || (a.key < b.key ? -1 : 1));
    const ordered = keyed.map(({ entry }) => entry).filter(isFirstOfItsValue());
    const node = nodeAfter(after);
    const reported = ordered.findIndex((entry, i) => entry.node !== node || i >= reportedCount);
    return reported < 0 ? [] : ordered.slice(reported);
  }

  private describe(
    workingSet: WorkingSet,
    matches: ConstraintMatch,
    explanation: ExplanationJson | undefined,
  ): Violation {
    const { rule, node } = matches;
    const facts = matches.facts.map((row) => listed(factAt(workingSet, row)));
    const { message, code } = matchError(this.rules, workingSet, matches);
    const { text: axiom, position } = rule.axiom;
    const entity = /on entity (\S+):/.exec(message)?.[1] ?? node;
    return { message, code, entity, rule: rule.name, axiom, ...position, facts, ...(explanation && { explanation }) };
  }

  private print({ step, after, reportedCount }: Cursor): string {
    return Buffer.from(JSON.stringify([this.version, this.digest, step, after, reportedCount])).toString('base64url');
  }

  /** @throws OwlgateError InvalidRequest */
  private read(text: string): Cursor {
    const refuse = (reason: string) => new OwlgateError('InvalidRequest', { reason: `after: ${reason}` });
    let parts: unknown;
    try {
      parts = JSON.parse(Buffer.from(text, 'base64url').toString());
    } catch {
      throw refuse('the cursor is invalid; send `next` of an answer unchanged');
    }
    const [version, digest, step, after, reportedCount] = Array.isArray(parts) ? (parts as unknown[]) : [];
    const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
    if (!isCount(step) || !isCount(reportedCount) || typeof after !== 'string' || !/^0x[0-9a-f]{1,16}$/.test(after)) {
      throw refuse('the cursor is invalid; send `next` of an answer unchanged');
    }
    if (version !== this.version || digest !== this.digest) {
      throw refuse('the ontology or the schema has changed since the cursor was issued; begin again without a cursor');
    }
    return { step, after, reportedCount };
  }

  /** Digest of the steps that a cursor refers to. */
  private get digest(): string {
    const text = this.steps.map(constraintStepText).join('\n');
    return createHash('sha256').update(text).digest('base64url').slice(0, 12);
  }
}

const SHOWN_TYPE = 'graph.type';

type ExplanationJson = ReturnType<typeof contradictionToJson>;

/** Returns a key that identifies a contradiction and sorts independently of the order of reads. */
function keyOf(workingSet: WorkingSet, { number, facts, place }: ConstraintMatch): string {
  const text = facts.map((row) => Object.values(factAt(workingSet, row)).join(' '));
  return [String(number).padStart(8, '0'), place?.yielded ?? '', ...text.sort()].join('\n');
}

function listed({ s, p, o }: Fact): ListedFact {
  return { subject: s, predicate: p === TYPE_PREDICATE ? SHOWN_TYPE : p, object: o };
}

/** Uids directly before and after another: `0x10` and `0x11`. */
const beforeNode = (uid: string): string => `0x${(BigInt(uid) - 1n).toString(16)}`;
const nodeAfter = (uid: string): string => `0x${(BigInt(uid) + 1n).toString(16)}`;
