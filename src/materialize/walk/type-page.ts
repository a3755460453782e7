/**
 * Page of a step of types: the engine selects the nodes that lack a class, and adds it. One query tells which classes
 * nodes lack, and the mutation of the same transaction selects the same nodes again.
 *
 * A concurrent write that takes back a fact from which a class follows must not commit beside the page. The mutation
 * cannot name a lock of each node, so it takes a lane (see guards.ts). If that leads to a conflict, the page is repeated
 * with locks of its nodes.
 */
import { TYPE_PREDICATE } from '../../mutation';
import { printFinder, printIsOf } from '../store/dql-text';
import { statementOf } from '../store/terms';
import { ReadTransaction } from '../store/transaction';
import type { Head } from '../store/transaction';
import type { WriteContext } from '../write/context';
import { send } from '../write/deliver';
import { guardsOf, laneGuards, withGuards } from '../write/guards';
import type { StepNeed } from './steps';
import type { PageNodes } from './pages';

export interface TypePage {
  readonly need: StepNeed;
  readonly classes: readonly string[];
  readonly first: number;
  readonly after: string;
}

/** Page that has been read. */
export interface OpenTypePage extends PageNodes {
  /** Nodes that lack classes. */
  readonly nodes: readonly string[];
  /** Number of facts to add. */
  readonly inferred: number;
  /**
   * Adds the classes.
   *
   * @param lane lane of the page, which no other page in flight has; undefined to lock the nodes instead
   * @throws EngineFailure, also as an abort; VersionChanged
   */
  complete(lane: number | undefined): Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;
type Rows<T> = readonly T[] | undefined;

/** @throws EngineFailure, also as an abort; VersionChanged */
export async function openTypes(page: TypePage, context: WriteContext, head: Head): Promise<OpenTypePage> {
  const { need, classes, first, after } = page;
  const transaction = new ReadTransaction(context.engine, head);
  const nodes = `page as var${printFinder({ ...need, page: { first, after } }, context.schema)}`;
  const lacking = classes.map((c, i) => `t${i} as var(func: uid(page)) @filter(NOT ${printIsOf([c])})`);
  const counts = classes.map((_, i) => `n${i}(func: uid(t${i})) { n: count(uid) }`);
  const answer: Json = await transaction.read(
    `${[nodes, ...lacking, ...counts].join('\n')}
    lacking(func: uid(${classes.map((_, i) => `t${i}`).join(', ')})) { uid }
    size(func: uid(page)) { n: count(uid) }
    last(func: uid(page), first: -1) { uid }`,
  );
  const countOf = (name: string): number => (answer[name] as Rows<{ n: number }>)?.[0]?.n ?? 0;
  const uidsOf = (name: string): string[] => ((answer[name] as Rows<{ uid: string }>) ?? []).map(({ uid }) => uid);
  const gaining = uidsOf('lacking');
  const due = classes.flatMap((c, i) => {
    const n = countOf(`n${i}`);
    // A variable without nodes would create one.
    return n > 0 ? [{ c, i, n }] : [];
  });
  const complete = async (lane: number | undefined): Promise<void> => {
    if (due.length === 0) return;
    const set = due.map(({ c, i }) => ({
      ...statementOf({ s: '0x1', p: TYPE_PREDICATE, o: c }, true),
      subject: { kind: 'uidVar', variable: `t${i}` } as const,
    }));
    const guards = lane === undefined ? guardsOf({ exclusive: new Set(), shared: new Set(gaining) }) : laneGuards(lane);
    const request = {
      query: `{ ${[nodes, ...due.map(({ i }) => lacking[i]!)].join('\n')} }`,
      mutations: withGuards([{ set, delete: [] }], context, guards, { isAdditive: true }),
    };
    const { startTs, hash } = transaction;
    await send(request, context, { commitNow: true, startTs, hash });
  };
  return {
    nodes: gaining,
    last: uidsOf('last')[0] ?? after,
    isEnd: countOf('size') < first,
    inferred: due.reduce((sum, { n }) => sum + n, 0),
    complete,
  };
}
