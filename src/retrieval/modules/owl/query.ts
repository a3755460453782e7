/** Sixth stage: a reading as one DQL query over what is asserted and inferred, and its rows as matches. */
import type { Graph } from '../../types';
import { inDql } from '../../agents/graph/labels';
import type { CheckedReading } from './check';
import type { Link, Variable } from './types';

/** Nodes of one variable that are looked at. */
const MOST_NODES = 10_000;
/** Matches that are read in full. */
export const MOST_ROWS = 200;
const MOST_BELOW = 100;
const FACET = 'owl.inferred';

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

export interface Compiled {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Variable of the reading that the rows are of. */
  readonly root: number;
}

type Row = Readonly<Record<string, unknown>>;

interface Branching {
  readonly link: Link;
  readonly number: number;
  readonly child: number;
  /** The child is the object. */
  readonly isForward: boolean;
}

/** The tree of a reading from a root; a root that is a value gives way to the node that has it. */
class Tree {
  readonly root: number;
  constructor(readonly reading: CheckedReading) {
    const { focus = 0, variables, links } = reading;
    const isValue = variables[focus]!.isValue;
    this.root = isValue ? (links.find(({ object }) => object === focus)?.subject ?? focus) : focus;
  }

  /** The branches of a variable, but for the link that leads to it. */
  branches(variable: number, from: Link | undefined): Branching[] {
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
  const blocks: string[] = [];
  const variables: Record<string, string> = {};
  const bind = (value: string): string => {
    const name = `$v${Object.keys(variables).length}`;
    variables[name] = value;
    return name;
  };
  let isWhole = true;
  /** A block that collects the nodes of a variable; its name. */
  const collect = (variable: number, from: Link | undefined): string => {
    const { nodes, classes } = reading.variables[variable]!;
    const sources: string[] = [];
    for (const { link, number, child, isForward } of tree.branches(variable, from)) {
      const p = inDql(link.property);
      if (reading.variables[child]!.isValue) {
        sources.push(`has(${p})`);
        continue;
      }
      if (!reverses.has(link.property) && (!isForward || isBound(child, link))) isWhole = false;
      if (!isBound(child, link)) {
        sources.push(isForward ? `has(${p})` : `has(${backwards(link.property)})`);
        continue;
      }
      const below = collect(child, link);
      blocks.push(`var(func: uid(${below})) { L${number} as ${isForward ? backwards(link.property) : p} }`);
      sources.push(`uid(L${number})`);
    }
    const superlative = reading.superlative?.variable === variable ? reading.superlative : undefined;
    if (superlative) sources.push(`has(${inDql(superlative.property)})`);
    const types = classes.map((name) => `eq(dgraph.type, ${bind(name)})`);
    const all = [
      ...(nodes ? [`uid(${nodes.map(({ uid }) => uid).join(', ')})`] : []),
      ...sources.filter(isUid),
      ...types,
      ...sources.filter((each) => !isUid(each)),
    ];
    const [first, ...rest] = all;
    const name = `N${variable}`;
    const filter = rest.length > 0 ? ` @filter(${rest.join(' AND ')})` : '';
    blocks.push(`${name} as var(func: ${first ?? 'has(dgraph.type)'}, first: ${MOST_NODES})${filter}`);
    return name;
  };
  /** Whether anything is said of a variable, the link that leads to it aside. */
  const isBound = (variable: number, from: Link): boolean => {
    const { nodes, classes, values } = reading.variables[variable]!;
    return (
      nodes !== undefined ||
      classes.length > 0 ||
      values.length > 0 ||
      tree.branches(variable, from).length > 0 ||
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
      parts.push(`e${number}: ${p} (first: ${MOST_BELOW}) @facets(${FACET})${filter} { ${shown(child, link)} }`);
    }
    return parts.join('\n');
  };
  const root = collect(tree.root, undefined);
  if (!isWhole) return undefined;
  const declared = Object.keys(variables).map((name) => `${name}: string`);
  const head = declared.length > 0 ? `query owl(${declared.join(', ')}) ` : '';
  const text = `${head}{\n${blocks.join('\n')}\nq(func: uid(${root}), first: ${MOST_ROWS + 1}) { ${shown(tree.root, undefined)} } }`;
  return { text, variables, root: tree.root };
}

const backwards = (property: string): string => inDql(`~${property}`);

const isUid = (source: string): boolean => source.startsWith('uid(');

/** @returns what matches, at most MOST_ROWS + 1 */
export async function run(
  reading: CheckedReading,
  compiled: Compiled,
  graph: Graph,
  signal: AbortSignal,
): Promise<Match[]> {
  const { q = [] } = await graph.query<{ q?: readonly Row[] }>(compiled.text, compiled.variables, signal);
  const tree = new Tree(reading);
  const matches = q.flatMap((row) => toMatch(tree, tree.root, undefined, row) ?? []);
  const { superlative } = reading;
  return superlative ? best(matches, superlative) : matches;
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
    if (!wanted.every((each) => compares(value, each))) return [];
    const isInferred =
      typeof facets === 'object' && facets !== null ? (facets as Row)[String(i)] === true : facets === true;
    return [{ link, value, isInferred }];
  });
}

/** Years stand for whole dates. */
function compares(value: string | number | boolean, { how, value: other }: Variable['values'][number]): boolean {
  const number =
    typeof value === 'number'
      ? value
      : /^-?\d{4}-\d\d/.test(String(value))
        ? Number(String(value).slice(0, 4))
        : Number(value);
  const wanted = Number(other);
  if (Number.isNaN(number) || Number.isNaN(wanted)) return how === 'eq' && String(value) === String(other);
  return how === 'eq'
    ? number === wanted
    : how === 'lt'
      ? number < wanted
      : how === 'le'
        ? number <= wanted
        : how === 'gt'
          ? number > wanted
          : number >= wanted;
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

/** Those with the most, or the least, wherever in the tree that is measured. */
function best(matches: readonly Match[], { most, variable }: NonNullable<CheckedReading['superlative']>): Match[] {
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
