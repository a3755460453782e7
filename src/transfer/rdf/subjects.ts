/** Nodes of an export in order of their uids, page by page: all nodes with facts, those of a class, or given ones. */
import { quote, type PredicateDeclaration } from '../../dql';
import { compareUids } from '../../util/uids';
import type { ReadTransaction } from './read-transaction';

/** Nodes to describe, with the predicates that may have facts of them. */
export interface NodePage {
  readonly uids: readonly string[];
  readonly predicates: readonly PredicateDeclaration[];
}

/** Predicates in one query that finds nodes. */
const AT_ONCE = 100;
/** Uids that all cursors read ahead together, and the most and the fewest of one. */
const READ_AHEAD = 200_000;
const MAX_AHEAD = 10_000;
const MIN_AHEAD = 200;
/** Nodes of a class per query. */
const CLASS_PAGE = 10_000;

const finderOf = ({ name, lang }: PredicateDeclaration): string => `has(<${name}>${lang ? '@.' : ''})`;

/** Reads ahead the uids of the subjects of a predicate. */
class Cursor {
  /** Ascending uids that no page has yet. */
  uids: string[] = [];
  after = '0x0';
  isEnd = false;

  constructor(readonly predicate: PredicateDeclaration) {}

  /** Takes the uids up to a bound. */
  take(bound: string | undefined): readonly string[] {
    const end = bound === undefined ? -1 : this.uids.findIndex((uid) => compareUids(uid, bound) > 0);
    return end < 0 ? this.uids.splice(0) : this.uids.splice(0, end);
  }
}

/**
 * Yields all nodes with facts. The subjects of each predicate are read once, in parallel, and merged: a page has all
 * predicates of its nodes.
 */
export async function* allNodes(transaction: ReadTransaction, pageSize: () => number): AsyncGenerator<NodePage> {
  let cursors = transaction.predicates.map((predicate) => new Cursor(predicate));
  // The first read tells which predicates have facts at all.
  let ahead = MIN_AHEAD;
  for (;;) {
    await fill(
      cursors.filter(({ uids, isEnd }) => uids.length === 0 && !isEnd),
      ahead,
      transaction,
    );
    cursors = cursors.filter(({ uids, isEnd }) => uids.length > 0 || !isEnd);
    if (cursors.length === 0) return;
    ahead = Math.max(MIN_AHEAD, Math.min(MAX_AHEAD, Math.floor(READ_AHEAD / cursors.length)));
    // Below the bound, every cursor has read all of its uids.
    const [bound] = cursors.flatMap(({ uids, isEnd }) => (isEnd ? [] : [uids.at(-1)!])).sort(compareUids);
    const ordered = cursors.map(({ predicate }) => predicate);
    const predicatesOf = new Map<string, PredicateDeclaration[]>();
    for (const cursor of cursors) {
      for (const uid of cursor.take(bound)) {
        const predicates = predicatesOf.get(uid);
        if (predicates) predicates.push(cursor.predicate);
        else predicatesOf.set(uid, [cursor.predicate]);
      }
    }
    const uids = [...predicatesOf.keys()].sort(compareUids);
    for (let from = 0; from < uids.length;) {
      const page = uids.slice(from, from + pageSize());
      from += page.length;
      const named = new Set(page.flatMap((uid) => predicatesOf.get(uid)!));
      yield { uids: page, predicates: ordered.filter((predicate) => named.has(predicate)) };
    }
  }
}

async function fill(cursors: readonly Cursor[], ahead: number, transaction: ReadTransaction): Promise<void> {
  for (let from = 0; from < cursors.length; from += AT_ONCE) {
    const part = cursors.slice(from, from + AT_ONCE);
    const blocks = part.map(
      ({ predicate, after }, i) => `c${i}(func: ${finderOf(predicate)}, first: ${ahead}, after: ${after}) { uid }`,
    );
    const { data } = await transaction.read(blocks.join('\n'));
    part.forEach((cursor, i) => {
      cursor.uids = (data[`c${i}`] ?? []).map(({ uid }) => uid as string);
      cursor.isEnd = cursor.uids.length < ahead;
      cursor.after = cursor.uids.at(-1) ?? cursor.after;
    });
  }
}

/** Yields the nodes of a type. */
export async function* nodesOfType(
  type: string,
  transaction: ReadTransaction,
  pageSize: () => number,
): AsyncGenerator<NodePage> {
  const predicates = await predicatesWithFacts(transaction);
  for (let after = '0x0'; ;) {
    const finder = `q(func: eq(dgraph.type, ${quote(type)}), first: ${CLASS_PAGE}, after: ${after}) { uid }`;
    const rows = (await transaction.read(finder)).data['q'] ?? [];
    const uids = rows.map(({ uid }) => uid as string);
    yield* pagesOf(uids, predicates, pageSize);
    if (uids.length < CLASS_PAGE) return;
    after = uids.at(-1)!;
  }
}

/** Yields given nodes. @param uids in any order, with duplicates */
export async function* givenNodes(
  uids: Iterable<string>,
  transaction: ReadTransaction,
  pageSize: () => number,
): AsyncGenerator<NodePage> {
  const sorted = [...new Set(uids)].sort(compareUids);
  yield* pagesOf(sorted, await predicatesWithFacts(transaction), pageSize);
}

function* pagesOf(
  uids: readonly string[],
  predicates: readonly PredicateDeclaration[],
  pageSize: () => number,
): Generator<NodePage> {
  for (let from = 0; from < uids.length;) {
    const page = uids.slice(from, from + pageSize());
    from += page.length;
    yield { uids: page, predicates };
  }
}

/** Returns the predicates that have subjects. */
export async function predicatesWithFacts(transaction: ReadTransaction): Promise<readonly PredicateDeclaration[]> {
  const cursors = transaction.predicates.map((predicate) => new Cursor(predicate));
  await fill(cursors, 1, transaction);
  return cursors.filter(({ uids }) => uids.length > 0).map(({ predicate }) => predicate);
}
