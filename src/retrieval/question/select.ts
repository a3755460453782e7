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

/** Matches, and all that are below them. */
export const wholeOf = (matches: readonly Match[]): Match[] =>
  matches.flatMap((match) => [match, ...wholeOf(match.branches.flatMap(({ node }) => node ?? []))]);

/** Values of a variable in matches, each as often as it stands there. */
export const valuesOf = (matches: readonly Match[], variable: number | undefined): NonNullable<Branch['value']>[] =>
  wholeOf(matches)
    .flatMap(({ branches }) => branches)
    .flatMap(({ link, value }) => (link.object === variable && value !== undefined ? [value] : []));

/** Nodes of a variable right below a match, or with it in an event. */
export const below = ({ branches }: Match, variable: number, variables: CheckedReading['variables']): Set<string> =>
  new Set(
    branches.flatMap(({ node }): string[] => {
      if (node?.variable === variable) return [node.uid];
      return node && variables[node.variable]!.isEvent ? [...below(node, variable, variables)] : [];
    }),
  );

/** Those that have as many as are asked for: "more than three ships", "the most ships". */
export function ofCount(matches: readonly Match[], { variables }: CheckedReading, root: number): Match[] {
  let left = [...matches];
  for (const [variable, { count }] of variables.entries()) {
    // Of what is asked for itself it is only how many are expected.
    if (!count || variable === root) continue;
    const sizes = left.map((match) => below(match, variable, variables).size);
    if (sizes.includes(0)) return [];
    // "The most milk" is no number of milks: where all have as many, nothing is said of the most.
    if ('most' in count && sizes.length > 1 && new Set(sizes).size === 1) return [];
    const bounds: readonly Condition[] =
      'bounds' in count ? count.bounds : [{ how: 'eq', value: count.most ? Math.max(...sizes) : Math.min(...sizes) }];
    left = left.filter((_, i) => bounds.every((bound) => compares(sizes[i]!, bound)));
  }
  return left;
}

/**
 * Those with the most, or the least, wherever in the tree that is measured.
 *
 * @param known the most of all, where not only matches are compared
 */
export function best(
  matches: readonly Match[],
  { most, variable }: NonNullable<CheckedReading['superlative']>,
  known?: unknown,
): Match[] {
  const measures = wholeOf(matches).flatMap(({ measure }) => measure ?? []);
  if (measures.length === 0) return [];
  const top = measures.reduce((a, b) => (b > a === most ? b : a));
  if (known !== undefined && known !== top) return [];
  return matches.flatMap((match) => cut(match, variable, top) ?? []);
}

/** Without the branches that fall short; undefined where a link has none left. */
function cut(match: Match, variable: number, top: number | string): Match | undefined {
  if (match.variable === variable) return match.measure === top ? match : undefined;
  const branches = match.branches.flatMap((branch): Branch[] => {
    const node = branch.node && cut(branch.node, variable, top);
    return branch.node ? (node ? [{ ...branch, node }] : []) : [branch];
  });
  const isWhole = match.branches.every(({ link }) => branches.some((branch) => branch.link === link));
  return isWhole ? { ...match, branches } : undefined;
}

/** Years stand for whole dates. */
export function compares(value: string | number | boolean, { how, value: other, or = [] }: Condition): boolean {
  if (or.some((each) => compares(value, each))) return true;
  const [one, two] = [value, other].map(String);
  const ofAnyYear = /^--(\d\d(?:-\d\d)?)$/.exec(two!)?.[1];
  if (ofAnyYear !== undefined) return how === 'eq' && DATE.test(one!) && one!.slice(5).startsWith(ofAnyYear);
  const isDates = DATE.test(one!) && DATE.test(two!);
  const isClock = CLOCK.test(one!) && CLOCK.test(two!);
  const numberOf = (text: string): number =>
    isClock
      ? minutesOf(text)
      : isDates
        ? Date.parse(text)
        : Number(/^(-?\d{4,})-\d\d/.exec(text)?.[1] ?? (text === '' ? NaN : text));
  const difference = numberOf(one!) - numberOf(two!);
  if (Number.isNaN(difference)) return how === 'eq' && one!.toLowerCase() === two!.toLowerCase();
  const isMore = how === 'gt' || how === 'ge';
  return difference === 0 ? how !== 'gt' && how !== 'lt' : how !== 'eq' && isMore === difference > 0;
}

const DATE = /^-?\d{4,}-\d\d-\d\d/;
/** Times of day: `9:30`, `09:30:00`. */
const CLOCK = /^(\d{1,2}):(\d\d)(?::\d\d)?/;

function minutesOf(time: string): number {
  const [, hours, minutes] = CLOCK.exec(time)!;
  return Number(hours) * 60 + Number(minutes);
}
