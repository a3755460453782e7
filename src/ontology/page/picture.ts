/** Picture of a hierarchy: a tree in SVG, each term on a row below its superterm. Bounded: the rest is counted. */
import type { Iri } from '../model';
import { escaped } from './html';
import type { Anchors } from './html';

/** Maximum rows, and maximum depth that is indented. */
const MAX_ROWS = 400;
const MAX_DEPTH = 24;
const ROW = 22;
const INDENT = 22;
const LETTER = 8;

interface Row {
  readonly iri: Iri;
  readonly depth: number;
  /** Row of the superterm; undefined for a root. */
  readonly above: number | undefined;
}

interface Hierarchy {
  readonly terms: readonly Iri[];
  readonly children: ReadonlyMap<Iri, readonly Iri[]>;
  readonly name: (iri: Iri) => string;
}

/** @returns the element, and the number of terms that are not in it */
export function hierarchyPicture(
  { terms, children, name }: Hierarchy,
  anchors: Anchors,
  title: string,
): { readonly svg: string; readonly omitted: number } {
  const rows = rowsOf(terms, children);
  const shown = new Set(rows.map(({ iri }) => iri));
  const width = Math.max(0, ...rows.map(({ iri, depth }) => x(depth) + 16 + name(iri).length * LETTER)) + 8;
  const lines = rows.flatMap(({ depth, above }, i) => {
    if (above === undefined) return [];
    const from = x(rows[above]!.depth) + 5;
    return [`<path d="M${from} ${y(above) + 5}V${y(i)}H${x(depth)}"/>`];
  });
  const labels = rows.map(({ iri, depth }, i) => {
    const mark = `<circle cx="${x(depth) + 5}" cy="${y(i)}" r="4"/>`;
    const text = `<text x="${x(depth) + 14}" y="${y(i) + 4}">${escaped(name(iri))}</text>`;
    const href = anchors.href(iri);
    return href === undefined ? mark + text : `<a href="${href}">${mark}${text}</a>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" width="${width}" ` +
    `height="${rows.length * ROW + 8}"><g fill="none" stroke="#999">${lines.join('')}</g>` +
    `<g fill="#1b5e8c" font-family="sans-serif" font-size="13">${labels.join('')}</g></svg>`;
  return { svg, omitted: terms.filter((iri) => !shown.has(iri)).length };
}

const x = (depth: number): number => 8 + Math.min(depth, MAX_DEPTH) * INDENT;
const y = (row: number): number => 16 + row * ROW;

/** Lists each term once, below the first superterm that leads to it. Roots come first in a cycle. */
function rowsOf(terms: readonly Iri[], children: ReadonlyMap<Iri, readonly Iri[]>): Row[] {
  const below = new Set([...children.values()].flat());
  const rows: Row[] = [];
  const seen = new Set<Iri>();
  // Terms of a cycle have no root above them: each that is left over starts a tree.
  for (const root of [...terms.filter((iri) => !below.has(iri)), ...terms]) {
    const waiting: Row[] = [{ iri: root, depth: 0, above: undefined }];
    for (let row = waiting.pop(); row && rows.length < MAX_ROWS; row = waiting.pop()) {
      if (seen.has(row.iri)) continue;
      seen.add(row.iri);
      const above = rows.push(row) - 1;
      const next = children.get(row.iri) ?? [];
      for (const iri of [...next].reverse()) waiting.push({ iri, depth: row.depth + 1, above });
    }
  }
  return rows;
}
