/** Infinite values of a page's nodes. Answers are JSON, and leave them out; filters find them. */
import type { PredicateDeclaration } from '../../dql';
import type { ReadTransaction, Row } from './read-transaction';

/** Largest finite double, in DQL. */
const LARGEST = '1.7976931348623157e308';

/**
 * Returns rows with the infinite values of their predicates.
 *
 * @param rows with the values of the predicates as `f0`, `f1`, …
 */
export async function withInfinite(
  rows: readonly Row[],
  predicates: readonly PredicateDeclaration[],
  transaction: Pick<ReadTransaction, 'read'>,
): Promise<readonly Row[]> {
  const blocks = predicates.flatMap((predicate, i) => {
    if (predicate.type !== 'float') return [];
    const candidates = rows.filter((row) => predicate.list || row[`f${i}`] === undefined);
    return candidates.length === 0 ? [] : blocksOf(predicate, i, candidates);
  });
  if (blocks.length === 0) return rows;
  const { data } = await transaction.read(blocks.join('\n'));
  const byUid = new Map<string, Record<string, unknown>>();
  for (const row of rows) byUid.set(row['uid'] as string, { ...row });
  predicates.forEach(({ list }, i) => {
    for (const [alias, value] of [
      [`p${i}`, Infinity],
      [`n${i}`, -Infinity],
    ] as const) {
      for (const { uid } of data[alias] ?? []) {
        const row = byUid.get(uid as string)!;
        const others = (row[`f${i}`] ?? []) as readonly unknown[];
        // At the end, so that the facets of the others keep their places.
        row[`f${i}`] = list ? [...others, value] : value;
      }
    }
  });
  return [...byUid.values()];
}

function blocksOf({ name, list }: PredicateDeclaration, number: number, rows: readonly Row[]): string[] {
  const uids = rows.map(({ uid }) => uid as string).join(',');
  // A value variable holds no list.
  const [root, value] = list ? [`uid(${uids})`, `<${name}>`] : [`uid(x${number})`, `val(x${number})`];
  return [
    ...(list ? [] : [`var(func: uid(${uids})) { x${number} as <${name}> }`]),
    `p${number}(func: ${root}) @filter(gt(${value}, ${LARGEST})) { uid }`,
    `n${number}(func: ${root}) @filter(lt(${value}, -${LARGEST})) { uid }`,
  ];
}
