/** Of the sixth stage: which of the matches are meant, where the engine does not tell: values, the most, as many as. */
import type { CheckedReading } from './check';
import type { Condition, Link, Place } from './types';

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
    const among = 'most' in count ? count.among?.map(({ uid }) => uid) : undefined;
    if (among) left = left.filter(({ uid }) => among.includes(uid));
    const sizes = left.map((match) => below(match, variable, variables).size);
    if (sizes.includes(0) || (among && left.length < among.length) || 'than' in count) return [];
    // "The most milk" is no number of milks: where all have as many, nothing is said of the most.
    if ('most' in count && !among && sizes.length > 1 && new Set(sizes).size === 1) return [];
    const meant = 'most' in count ? placed(sizes, count) : undefined;
    const bounds: readonly Condition[] = 'bounds' in count ? count.bounds : [];
    left = left.filter((_, i) => meant?.has(sizes[i]!) ?? bounds.every((bound) => compares(sizes[i]!, bound)));
  }
  return left;
}

/** Values at a place: equal ones share it; none if they share it with another place. */
function placed(
  values: readonly (number | string)[],
  { most, place = FIRST }: { readonly most: boolean; readonly place?: Place | undefined },
): ReadonlySet<number | string> {
  const { from, to } = place;
  const sorted = values.toSorted((a, b) => (a === b ? 0 : a > b === most ? -1 : 1));
  const isOpen =
    sorted.length < to ||
    (from > 1 && sorted[from - 2] === sorted[from - 1]) ||
    (to > from && sorted[to] === sorted[to - 1]);
  return new Set(isOpen ? [] : sorted.slice(from - 1, to));
}

const FIRST: Place = { from: 1, to: 1 };

/**
 * Those with the most, or the least, wherever in the tree that is measured.
 *
 * @param known the first of all, where not only matches are compared
 */
export function best(
  matches: readonly Match[],
  { variables, superlative }: CheckedReading,
  known?: readonly (number | string)[],
): Match[] {
  const { variable, ...place } = superlative!;
  const { nodes = [], isEither } = variables[variable]!;
  const measured = new Map(
    wholeOf(matches).flatMap(({ uid, measure }) => (measure === undefined ? [] : [[uid, measure]])),
  );
  // "Which is heavier, Rex or Bruno?", of which only one has a weight.
  if (isEither && nodes.some(({ uid }) => !measured.has(uid))) return [];
  const meant = placed(known ?? [...measured.values()], place);
  return matches.flatMap((match) => cut(match, variable, meant) ?? []);
}

/** Without the branches that fall short; undefined where a link has none left. */
function cut(match: Match, variable: number, meant: ReadonlySet<number | string>): Match | undefined {
  if (match.variable === variable) return meant.has(match.measure ?? '') ? match : undefined;
  const branches = match.branches.flatMap((branch): Branch[] => {
    const node = branch.node && cut(branch.node, variable, meant);
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

/**
 * True of values without an order, and of equal years: either may be the earlier day.
 *
 * @param isTime they are times
 */
export function isOpen(value: string | number | boolean, { value: other }: Condition, isTime: boolean): boolean {
  const texts = [value, other].map(String);
  const isNumber = (text: string): boolean => DATE.test(text) || CLOCK.test(text) || !Number.isNaN(Number(text));
  const years = texts.map((text) => /^-?\d{4,}(?=$|-)/.exec(text)?.[0]);
  const isSameYear = isTime && years[0] === years[1] && texts.some((text) => text === years[0]);
  return isSameYear || !texts.every(isNumber);
}

const DATE = /^-?\d{4,}-\d\d-\d\d/;
/** Times of day: `9:30`, `09:30:00`. */
const CLOCK = /^(\d{1,2}):(\d\d)(?::\d\d)?/;

function minutesOf(time: string): number {
  const [, hours, minutes] = CLOCK.exec(time)!;
  return Number(hours) * 60 + Number(minutes);
}
