/** Sixth stage: a reading as one DQL query over what is asserted and inferred, and its rows as matches. */
import type { Graph } from '../types';
import { inDql } from '../knowledge/labels';
import type { CheckedReading } from './check';
import { best, compares, ofCount, type Branch, type Match } from './select';
import type { Link, Variable } from './types';

/** Nodes of one variable that are looked at. */
const MOST_NODES = 100_000;
/** Matches that are read where only some of them may hold, or their values are what is asked for. */
const MOST_JUDGED = 10_000;
/** Matches that are read where all hold: there may be more, and they are counted. */
export const MOST_ROWS = 200;
/** Edges of a node of a match that are read, where all of them hold. */
const MOST_BELOW = 100;
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

interface Branching {
  readonly link: Link;
  readonly number: number;
  readonly child: number;
  /** The child is the object. */
  readonly isForward: boolean;
}

/** Nodes that the question names: they are no answer to it, unless it asks for one of them. */
const givenOf = ({ variables, excluded }: CheckedReading): ReadonlySet<string> =>
  new Set([...variables.flatMap(({ nodes }) => nodes ?? []), ...excluded].map(({ uid }) => uid));

/** The tree of a reading from a root; a root that is a value gives way to the node that has it. */
class Tree {
  readonly root: number;
  constructor(readonly reading: CheckedReading) {
    const { focus = 0, variables, links } = reading;
    const isValue = variables[focus]!.isValue;
    this.root = isValue ? (links.find(({ object }) => object === focus)?.subject ?? focus) : focus;
  }

  /** Those of what has to be there. */
  branches(variable: number, from: Link | undefined): Branching[] {
    return this.all(variable, from).filter(({ link }) => !link.isNegated);
  }

  /** The branches of a variable, but for the link that leads to it. */
  all(variable: number, from: Link | undefined): Branching[] {
    return this.reading.links.flatMap((link, number): Branching[] => {
      if (link === from) return [];
      if (link.subject === variable) return [{ link, number, child: link.object, isForward: true }];
      if (link.object === variable) return [{ link, number, child: link.subject, isForward: false }];
      return [];
    });
  }
}

/** @param reverses predicates that can be followed backwards */
export function compile(reading: CheckedReading, reverses: ReadonlySet<string>): Compiled | undefined {
  const tree = new Tree(reading);
  const isJudged =
    reading.superlative !== undefined ||
    reading.variables.some(({ values, count, isAll }) => values.length > 0 || count !== undefined || isAll);
  const blocks: string[] = [];
  const variables: Record<string, string> = {};
  const bind = (value: string): string => {
    const name = `$v${Object.keys(variables).length}`;
    variables[name] = value;
    return name;
  };
  let isWhole = true;
  /** A block that collects the nodes of a variable; its name. */
  const collect = (variable: number, from: Link | undefined, isWholly = false): string => {
    const { nodes, classes, anyOf, without } = reading.variables[variable]!;
    const sources: string[] = [];
    const none = without.map((name) => `NOT eq(dgraph.type, ${bind(name)})`);
    for (const { link, number, child, isForward } of tree.all(variable, from)) {
      const p = inDql(link.property);
      const put = (source: string): void =>
        void (link.isNegated ? none : sources).push(link.isNegated ? `NOT ${source}` : source);
      if (reading.variables[child]!.isValue) {
        put(`has(${p})`);
        continue;
      }
      if (!reverses.has(link.property) && (!isForward || isBound(child, link))) isWhole = false;
      if (!isBound(child, link)) {
        put(isForward ? `has(${p})` : `has(${backwards(link.property)})`);
        continue;
      }
      const below = collect(child, link, isWholly || link.isNegated);
      blocks.push(`var(func: uid(${below})) { L${number} as ${isForward ? backwards(link.property) : p} }`);
      put(`uid(L${number})`);
    }
    const superlative = reading.superlative?.variable === variable ? reading.superlative : undefined;
    if (superlative) sources.push(`has(${inDql(superlative.property)})`);
    const types = [
      ...classes.map((name) => `eq(dgraph.type, ${bind(name)})`),
      ...anyOf.map((names) => `eq(dgraph.type, [${names.map(bind).join(', ')}])`),
    ];
    const all = [
      ...(nodes ? [`uid(${nodes.map(({ uid }) => uid).join(', ')})`] : []),
      ...sources.filter(isUid),
      ...types,
      ...sources.filter((each) => !isUid(each)),
    ];
    // What is denied is denied of something: of everything there is, nobody asks.
    if (all.length === 0 && none.length > 0) isWhole = false;
    const [first, ...rest] = [...all, ...none];
    const name = `N${variable}`;
    const filter = rest.length > 0 ? ` @filter(${rest.join(' AND ')})` : '';
    // Of what is denied all has to be known.
    const most = isWholly ? '' : `, first: ${MOST_NODES}`;
    blocks.push(`${name} as var(func: ${first ?? 'has(dgraph.type)'}${most})${filter}`);
    return name;
  };
  /** Whether anything is said of a variable, the link that leads to it aside. */
  const isBound = (variable: number, from: Link): boolean => {
    const { nodes, classes, values, anyOf, without } = reading.variables[variable]!;
    return (
      nodes !== undefined ||
      classes.length + anyOf.length + without.length + values.length > 0 ||
      tree.all(variable, from).length > 0 ||
      reading.superlative?.variable === variable
    );
  };
  const shown = (variable: number, from: Link | undefined): string => {
    const parts = [`uid dgraph.type @facets(${FACET})`];
    if (reading.superlative?.variable === variable) parts.push(`m: ${inDql(reading.superlative.property)}`);
    for (const { link, number, child, isForward } of tree.branches(variable, from)) {
      const p = isForward ? inDql(link.property) : backwards(link.property);
      if (reading.variables[child]!.isValue) {
        parts.push(`v${number}: ${p} @facets(${FACET})`);
        continue;
      }
      const filter = isBound(child, link) ? ` @filter(uid(N${child}))` : '';
      parts.push(
        `e${number}: ${p} (first: ${isJudged ? MOST_JUDGED : MOST_BELOW}) @facets(${FACET})${filter} { ` +
          `${shown(child, link)} }`,
      );
    }
    return parts.join('\n');
  };
  const root = collect(tree.root, undefined);
  if (!isWhole) return undefined;
  const declared = Object.keys(variables).map((name) => `${name}: string`);
  const head = declared.length > 0 ? `query owl(${declared.join(', ')}) ` : '';
  const isOfValues = reading.focus !== undefined && reading.focus !== tree.root;
  const most = isJudged || isOfValues ? MOST_JUDGED : MOST_ROWS;
  blocks.push(`q(func: uid(${root}), first: ${most + 1}) { ${shown(tree.root, undefined)} }`);
  const given = reading.variables[tree.root]!.nodes ? [] : [...givenOf(reading)];
  const others = given.length > 0 ? ` @filter(NOT uid(${given.join(', ')}))` : '';
  blocks.push(`count(func: uid(${root}))${others} { count(uid) }`);
  return { text: `${head}{\n${blocks.join('\n')}\n}`, variables, root: tree.root, most };
}

const backwards = (property: string): string => inDql(`~${property}`);

const isUid = (source: string): boolean => source.startsWith('uid(');

/** What matches, but for what the question itself names. */
export async function run(
  reading: CheckedReading,
  compiled: Compiled,
  graph: Graph,
  signal: AbortSignal,
): Promise<Matches> {
  const { text, variables, root, most } = compiled;
  const { q = [], count } = await graph.query<{ q?: readonly Row[]; count?: readonly Row[] }>(text, variables, signal);
  const tree = new Tree(reading);
  const all = q.slice(0, most).flatMap((row) => toMatch(tree, root, undefined, row) ?? []);
  const { superlative } = reading;
  const matches = ofCount(superlative ? best(all, superlative) : all, reading, root);
  const given = reading.focus === root && !reading.variables[root]!.nodes ? givenOf(reading) : new Set<string>();
  const rows = matches.filter(({ uid }) => !given.has(uid));
  const isCut = q.length > most;
  if (!isCut || most > MOST_ROWS) return { rows, count: rows.length, isCut };
  const whole = Number(count?.[0]?.['count']);
  return { rows, count: whole, isCut: whole >= MOST_NODES };
}

function toMatch(tree: Tree, variable: number, from: Link | undefined, row: Row): Match | undefined {
  const { uid } = row;
  if (typeof uid !== 'string') return undefined;
  const branches: Branch[] = [];
  for (const { link, number, child } of tree.branches(variable, from)) {
    const other = tree.reading.variables[child]!;
    const own = other.isValue ? values(row, number, link, other) : below(tree, row, number, link, child);
    if (own.length === 0) return undefined;
    branches.push(...own);
  }
  const measure = row['m'];
  return {
    variable,
    uid,
    types: typesOf(row),
    branches,
    ...((typeof measure === 'number' || typeof measure === 'string') && { measure }),
  };
}

function below(tree: Tree, row: Row, number: number, link: Link, child: number): Branch[] {
  const rows = row[`e${number}`];
  return (Array.isArray(rows) ? (rows as Row[]) : rows ? [rows as Row] : []).flatMap((each) => {
    const node = toMatch(tree, child, link, each);
    return node ? [{ link, node, isInferred: each[`e${number}|${FACET}`] === true }] : [];
  });
}

function values(row: Row, number: number, link: Link, { values: wanted }: Variable): Branch[] {
  const given = row[`v${number}`];
  const facets = row[`v${number}|${FACET}`];
  const list: unknown[] = given === undefined ? [] : Array.isArray(given) ? given : [given];
  return list.flatMap((value, i): Branch[] => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    if (!wanted.every((bound) => compares(value, bound))) return [];
    const isInferred =
      typeof facets === 'object' && facets !== null ? (facets as Row)[String(i)] === true : facets === true;
    return [{ link, value, isInferred }];
  });
}

function typesOf(row: Row): Map<string, boolean> {
  const types = row['dgraph.type'];
  const facets = row[`dgraph.type|${FACET}`];
  return new Map(
    (Array.isArray(types) ? (types as unknown[]) : []).flatMap((type, i): [string, boolean][] =>
      typeof type === 'string'
        ? [
            [
              type,
              typeof facets === 'object' && facets !== null ? (facets as Row)[String(i)] === true : facets === true,
            ],
          ]
        : [],
    ),
  );
}
