/** Sixth stage: a reading as one DQL query over what is asserted and inferred, and its rows as matches. */
import type { Graph } from '../types';
import { inDql } from '../knowledge/labels';
import type { CheckedReading } from './check';
import { below, best, compares, ofCount, type Branch, type Match } from './select';
import type { Link, Variable } from './types';

/** Maximum nodes of one variable. */
const MAX_NODES = 100_000;
/** Maximum matches that are read where only some of them may hold, or their values are what is asked for. */
const MAX_JUDGED = 10_000;
/** Maximum matches that are read where all hold: there may be more, and they are counted. */
export const MAX_ROWS = 200;
/** Maximum edges of a node of a match that are read, where all of them hold. */
const MAX_BELOW = 100;
const FACET = 'owl.inferred';

interface Compiled {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Variable of the reading that the rows are of. */
  readonly root: number;
  /** Rows that are read; one more says that there are more. */
  readonly most: number;
}

/** Runs a reading on the graph; undefined if it cannot be asked. */
export type Ask = (reading: CheckedReading) => Promise<Matches | undefined>;

export interface Matches {
  readonly rows: readonly Match[];
  /** How many there are, those that are not among the rows too. */
  readonly count: number;
  /** There are more than are counted. */
  readonly isCut: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** A variable of a reading with what is linked to it, seen from the root. */
interface Tree extends Variable {
  readonly number: number;
  readonly branches: readonly { readonly link: Link; readonly child: Tree; readonly isForward: boolean }[];
  /** Anything is said of it, the link that leads to it aside. */
  readonly isBound: boolean;
}

/** The tree of a reading; a root that is a value gives way to the node that has it. */
function treeOf(reading: CheckedReading): Tree {
  const { focus = 0, variables, links, superlative } = reading;
  const grow = (number: number, from: Link | undefined): Tree => {
    const own = variables[number]!;
    const around = links.filter((link) => link !== from && (link.subject === number || link.object === number));
    const branches = around.map((link) => {
      const isForward = link.subject === number;
      return { link, isForward, child: grow(isForward ? link.object : link.subject, link) };
    });
    const said = own.classes.length + own.anyOf.length + own.without.length + own.values.length + branches.length;
    return { ...own, number, branches, isBound: said > 0 || !!own.nodes || superlative?.variable === number };
  };
  const isValue = variables[focus]!.isValue;
  return grow(isValue ? (links.find(({ object }) => object === focus)?.subject ?? focus) : focus, undefined);
}

/** Nodes that the question names: they are no answer to it, unless it asks for one of them. */
function givenOf({ variables, excluded, focus }: CheckedReading, { nodes, number }: Tree): readonly string[] {
  const isOfNamed = nodes !== undefined || focus !== number;
  return isOfNamed ? [] : [...variables.flatMap((each) => each.nodes ?? []), ...excluded].map(({ uid }) => uid);
}

/** @param reverses predicates that can be followed backwards */
export function compile(reading: CheckedReading, reverses: ReadonlySet<string>): Compiled | undefined {
  const tree = treeOf(reading);
  const { superlative } = reading;
  const isJudged =
    superlative !== undefined ||
    reading.variables.some(({ values, count, isAll }) => values.length > 0 || count !== undefined || isAll);
  const blocks: string[] = [];
  const variables: Record<string, string> = {};
  const ofType = (...names: readonly string[]): string => {
    const bound = names.map((value) => {
      const name = `$v${Object.keys(variables).length}`;
      variables[name] = value;
      return name;
    });
    return `eq(dgraph.type, ${bound.length === 1 ? bound[0]! : `[${bound.join(', ')}]`})`;
  };
  let isWhole = true;
  /** Adds a block that collects the nodes of a variable; returns its name. */
  const collect = (
    { number, nodes, isOthers, classes, anyOf, without, branches }: Tree,
    up?: Link,
    isDenied = up?.isNegated,
  ): string => {
    const none = without.map((name) => `NOT ${ofType(name)}`);
    const types = [...classes.map((name) => ofType(name)), ...anyOf.map((names) => ofType(...names))];
    const [uids, others]: [string[], string[]] = [[], []];
    const named = `uid(${(nodes ?? []).map(({ uid }) => uid).join(', ')})`;
    if (nodes && !isOthers) uids.push(named);
    if (isOthers) none.push(`NOT ${named}`);
    if ((isOthers || (isDenied && without.length > 0)) && up)
      others.push(`has(${up.object === number ? backwards(up.property) : inDql(up.property)})`);
    for (const { link, child, isForward } of branches) {
      const [ahead, back] = isForward
        ? [inDql(link.property), backwards(link.property)]
        : [backwards(link.property), inDql(link.property)];
      const canFollow = reverses.has(link.property);
      const isSimple = child.isValue || !child.isBound;
      if (!canFollow && !child.isValue && (!isForward || child.isBound)) isWhole = false;
      const name = `L${reading.links.indexOf(link)}`;
      if (!isSimple) {
        const inner = collect(child, link, isDenied ?? link.isNegated);
        blocks.push(`var(func: uid(${inner})) { ${name} as ${back} }`);
      }
      const source = isSimple ? `has(${ahead})` : `uid(${name})`;
      if (link.isNegated) none.push(`NOT ${source}`);
      else (isSimple ? others : uids).push(source);
    }
    if (superlative?.variable === number) others.push(`has(${inDql(superlative.property)})`);
    const all = [...uids, ...types, ...others];
    // What is denied is denied of something: of everything there is, nobody asks.
    if (all.length === 0 && none.length > 0) isWhole = false;
    const [first = 'has(dgraph.type)', ...rest] = [...all, ...none];
    const filter = rest.length > 0 ? ` @filter(${rest.join(' AND ')})` : '';
    // Of what is denied all has to be known.
    blocks.push(`N${number} as var(func: ${first}${isDenied ? '' : `, first: ${MAX_NODES}`})${filter}`);
    return `N${number}`;
  };
  const shown = ({ number, branches }: Tree): string => {
    const parts = [`uid dgraph.type @facets(${FACET})`];
    if (superlative?.variable === number) parts.push(`m: ${inDql(superlative.property)}`);
    for (const { link, child, isForward } of branches) {
      if (link.isNegated) continue;
      const at = reading.links.indexOf(link);
      const p = isForward ? inDql(link.property) : backwards(link.property);
      const filter = child.isBound ? ` @filter(uid(N${child.number}))` : '';
      const first = isJudged ? MAX_JUDGED : MAX_BELOW;
      if (child.isValue) parts.push(`v${at}: ${p} @facets(${FACET})`);
      else parts.push(`e${at}: ${p} (first: ${first}) @facets(${FACET})${filter} { ${shown(child)} }`);
    }
    return parts.join('\n');
  };
  const root = collect(tree);
  if (!isWhole) return undefined;
  const declared = Object.keys(variables).map((name) => `${name}: string`);
  const head = declared.length > 0 ? `query owl(${declared.join(', ')}) ` : '';
  const isOfValues = reading.focus !== undefined && reading.focus !== tree.number;
  const most = isJudged || isOfValues ? MAX_JUDGED : MAX_ROWS;
  blocks.push(`q(func: uid(${root}), first: ${most + 1}) { ${shown(tree)} }`);
  // "Who manages the oldest branch": the oldest of all, not of those with a manager.
  if (superlative && superlative.variable !== tree.number) {
    const { variable, property, most: isMost, place } = superlative;
    const order = `order${isMost ? 'desc' : 'asc'}: ${inDql(property)}`;
    blocks.push(`top(func: uid(N${variable}), ${order}, first: ${(place?.to ?? 1) + 1}) { m: ${inDql(property)} }`);
  }
  const given = givenOf({ ...reading, focus: tree.number }, tree);
  const others = given.length > 0 ? ` @filter(NOT uid(${given.join(', ')}))` : '';
  blocks.push(`count(func: uid(${root}))${others} { count(uid) }`);
  return { text: `${head}{\n${blocks.join('\n')}\n}`, variables, root: tree.number, most };
}

const backwards = (property: string): string => inDql(`~${property}`);

/** What matches, but for what the question itself names. */
export async function run(
  reading: CheckedReading,
  { text, variables, root, most }: Compiled,
  graph: Graph,
  signal: AbortSignal,
): Promise<Matches> {
  type Answer = Readonly<Partial<Record<'q' | 'count' | 'top', readonly Row[]>>>;
  const { q = [], count, top } = await graph.query<Answer>(text, variables, signal);
  const tree = treeOf(reading);
  const all = q.slice(0, most).flatMap((row) => toMatch(tree, row, reading.links) ?? []);
  const known = top?.flatMap(({ m }) => (isMeasure(m) ? [m] : []));
  const matches = ofCount(reading.superlative ? best(all, reading, known) : all, reading, root);
  const given = givenOf(reading, tree);
  // "Which employees does Anna or Frank supervise?": Anna is one, if Frank does.
  const isByOther = (match: Match): boolean =>
    reading.variables.some(({ nodes = [] }, variable) => {
      const isOne = nodes.length > 1 && nodes.some((node) => node.uid === match.uid);
      return isOne && [...below(match, variable, reading.variables)].some((uid) => uid !== match.uid);
    });
  const rows = matches.filter((match) => !given.includes(match.uid) || isByOther(match));
  const isCut = q.length > most;
  if (!isCut || most > MAX_ROWS) return { rows, count: rows.length, isCut };
  const whole = Number(count?.[0]?.['count']);
  return { rows, count: whole, isCut: whole >= MAX_NODES };
}

function toMatch({ number, branches }: Tree, row: Row, links: readonly Link[]): Match | undefined {
  const { uid, m } = row;
  if (typeof uid !== 'string') return undefined;
  const out: Branch[] = [];
  for (const { link, child } of branches) {
    if (link.isNegated) continue;
    const key = `${child.isValue ? 'v' : 'e'}${links.indexOf(link)}`;
    const all = listOf(row[key]);
    if (child.values.some(({ isOther }) => isOther) && all.length > 1) return undefined;
    const own = all.flatMap((each, i): Branch[] => {
      if (child.isValue) {
        if (!isScalar(each) || !child.values.every((bound) => compares(each, bound))) return [];
        return [{ link, value: each, isInferred: isMarked(row[`${key}|${FACET}`], i) }];
      }
      const node = toMatch(child, each as Row, links);
      return node ? [{ link, node, isInferred: (each as Row)[`${key}|${FACET}`] === true }] : [];
    });
    if (own.length === 0) return undefined;
    out.push(...own);
  }
  const types = listOf(row['dgraph.type']).map((type, i) => [String(type), isMarked(row[`dgraph.type|${FACET}`], i)]);
  const measure = isMeasure(m) ? { measure: m } : {};
  return { variable: number, uid, types: new Map(types as [string, boolean][]), branches: out, ...measure };
}

const isMeasure = (m: unknown): m is number | string => typeof m === 'number' || typeof m === 'string';

const listOf = (given: unknown): readonly unknown[] =>
  given === undefined || given === null ? [] : Array.isArray(given) ? (given as unknown[]) : [given];

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The facet of one of several values: by its place, where there are several. */
const isMarked = (facets: unknown, i: number): boolean =>
  typeof facets === 'object' && facets !== null ? (facets as Row)[String(i)] === true : facets === true;
