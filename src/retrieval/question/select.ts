/** Of the sixth stage: which of the matches are meant, where the engine does not tell: values, the most, as many as. */
import type { CheckedReading } from './check';
import type { Condition, Link } from './types';

/** A node of an answer with what is below it in the tree of the reading. */
export interface Match {
  readonly variable: number;
  readonly uid: string;
  /** With whether each is inferred. */
  readonly types: ReadonlyMap<string, boolean>;
  readonly branches: readonly Branch[];
  /** Of the superlative's property. */
  readonly measure?: number | string;
}

export interface Branch {
  readonly link: Link;
  readonly node?: Match;
  readonly value?: string | number | boolean;
  readonly isInferred: boolean;
}

/** Those that have as many as are asked for: "more than three ships", "the most ships". */
export function ofCount(matches: readonly Match[], { variables }: CheckedReading, root: number): Match[] {
  let left = [...matches];
  for (const [variable, { count }] of variables.entries()) {
    // Of what is asked for itself it is only how many are expected.
    if (!count || variable === root) continue;
    if (left.some(({ branches }) => !branches.some(({ node }) => node?.variable === variable))) return [];
    const sizes = left.map(
      ({ branches }) => new Set(branches.flatMap(({ node }) => (node?.variable === variable ? [node.uid] : []))).size,
    );
    if ('bounds' in count)
      left = left.filter((_, i) => count.bounds.every((bound) => compares(sizes[i]!, bound)));
    else {
      const top = count.most ? Math.max(...sizes) : Math.min(...sizes);
      left = left.filter((_, i) => sizes[i] === top);
    }
  }
  return left;
}

/** Those with the most, or the least, wherever in the tree that is measured. */
export function best(
  matches: readonly Match[],
  { most, variable }: NonNullable<CheckedReading['superlative']>,
): Match[] {
  const measures = matches.flatMap((match) => measured(match));
  if (measures.length === 0) return [];
  const top = measures.reduce((a, b) => (b > a === most ? b : a));
  return matches.flatMap((match) => cut(match, variable, top) ?? []);
}

const measured = (match: Match): (number | string)[] => [
  ...(match.measure === undefined ? [] : [match.measure]),
  ...match.branches.flatMap(({ node }) => (node ? measured(node) : [])),
];

/** Without the branches that fall short; undefined where a link has none left. */
function cut(match: Match, variable: number, top: number | string): Match | undefined {
  if (match.variable === variable) return match.measure === top ? match : undefined;
  const branches = match.branches.flatMap((branch): Branch[] => {
    if (!branch.node) return [branch];
    const node = cut(branch.node, variable, top);
    return node ? [{ ...branch, node }] : [];
  });
  const isWhole = match.branches.every(({ link }) => branches.some((branch) => branch.link === link));
  return isWhole ? { ...match, branches } : undefined;
}

/** Years stand for whole dates. */
export function compares(value: string | number | boolean, { how, value: other, or = [] }: Condition): boolean {
  if (or.some((each) => compares(value, each))) return true;
  if (typeof value === 'string' && typeof other === 'string' && DATE.test(value) && DATE.test(other)) {
    return holds(Date.parse(value), how, Date.parse(other));
  }
  const number =
    typeof value === 'number'
      ? value
      : /^-?\d{4}-\d\d/.test(String(value))
        ? Number(String(value).slice(0, 4))
        : Number(value);
  const wanted = Number(other);
  if (Number.isNaN(number) || Number.isNaN(wanted)) return how === 'eq' && String(value) === String(other);
  return holds(number, how, wanted);
}

const DATE = /^-?\d{4,}-\d\d-\d\d/;

function holds(one: number, how: Condition['how'], other: number): boolean {
  if (how === 'eq') return one === other;
  if (how === 'lt') return one < other;
  if (how === 'le') return one <= other;
  return how === 'gt' ? one > other : one >= other;
}

/** Branches of matches, those further down included. */
export const branchesOf = (matches: readonly Match[]): Branch[] =>
  matches.flatMap(({ branches }) =>
    branches.flatMap((branch) => [branch, ...(branch.node ? branchesOf([branch.node]) : [])]),
  );

/** Values of a variable in matches, each as often as it stands there. */
export const valuesOf = (matches: readonly Match[], variable: number | undefined): NonNullable<Branch['value']>[] =>
  branchesOf(matches).flatMap(({ link, value }) => (link.object === variable && value !== undefined ? [value] : []));
