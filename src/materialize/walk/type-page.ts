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

interface TypePage {
  readonly need: StepNeed;
  readonly classes: readonly string[];
  readonly first: number;
  readonly after: string;
  /** True to lock the nodes instead of a lane. */
  readonly hasLocks: boolean;
}

/** Nodes that gained classes, and the number of new facts. */
interface TypePageResult extends PageNodes {
  readonly inferred: number;
}

type Json = Readonly<Record<string, unknown>>;
type Rows<T> = readonly T[] | undefined;

/** @throws EngineFailure, also as an abort; VersionChanged */
export async function completeTypes(page: TypePage, context: WriteContext, head: Head): Promise<TypePageResult> {
  const { need, classes, first, after, hasLocks } = page;
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
  const result = {
    nodes: gaining,
    last: uidsOf('last')[0] ?? after,
    isEnd: countOf('size') < first,
    inferred: classes.reduce((sum, _, i) => sum + countOf(`n${i}`), 0),
  };
  if (result.inferred === 0) return result;
  // A variable without nodes would create one.
  const due = classes.flatMap((c, i) => (countOf(`n${i}`) > 0 ? [{ c, i }] : []));
  const set = due.map(({ c, i }) => ({
    ...statementOf({ s: '0x1', p: TYPE_PREDICATE, o: c }, true),
    subject: { kind: 'uidVar', variable: `t${i}` } as const,
  }));
  const guards = hasLocks ? guardsOf({ exclusive: new Set(), shared: new Set(gaining) }) : laneGuards(0);
  const request = {
    query: `{ ${[nodes, ...due.map(({ i }) => lacking[i]!)].join('\n')} }`,
    mutations: withGuards([{ set, delete: [] }], context, guards),
  };
  const { startTs, hash } = transaction;
  await send(request, context, { commitNow: true, startTs, hash });
  return result;
}
