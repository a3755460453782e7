/** Fifth stage: a reading is asked of the graph. */
import { POSSESSIVE } from '../language/words';
import type { Node, Nodes } from '../knowledge/nodes';
import type { Step } from '../trail';
import type { Graph } from '../types';
import { countOf, denialOf, inWords, type Solution } from './answer';
import type { CheckedReading } from './check';
import { shownMatches } from './facts';
import { compile, run, type Ask } from './query';
import { compares } from './select';
import type { Schema } from './schema';
import { nodeMeanings, opposite, type Chunked, type Link } from './types';
import { ofAll, ofEach, ofNeither, ofRival, withRival } from './universal';
import { COST, LIMIT } from './weights';

interface SolveContext {
  readonly nodes: Nodes;
  readonly graph: Graph;
  readonly schema: Schema;
  readonly step: (step: Step) => void;
  readonly signal: AbortSignal;
}

type Asking = Pick<SolveContext, 'nodes' | 'graph' | 'signal'>;

/** Predicates of the engine's schema, and those with a reverse index. */
async function predicatesOf(nodes: Nodes) {
  const { schema } = await nodes.schema();
  const known = new Set(schema.map(({ predicate }) => predicate));
  const reverses = new Set(schema.filter(({ reverse }) => reverse).map(({ predicate }) => predicate));
  const isKnown = ({ links }: CheckedReading): boolean => links.every(({ property }) => known.has(property));
  return { isKnown, reverses };
}

/** Returns a function that runs readings; undefined for a reading with a property that the engine does not have. */
export function askerOf({ nodes, graph, signal }: Asking, predicates?: ReturnType<typeof predicatesOf>): Ask {
  let stored = predicates;
  return async (reading) => {
    const { isKnown, reverses } = await (stored ??= predicatesOf(nodes));
    const query = isKnown(reading) ? compile(reading, reverses) : undefined;
    return query && run(reading, query, graph, signal);
  };
}

/** @returns undefined where the graph does not tell */
export async function solve(
  question: Chunked,
  asked: CheckedReading,
  context: SolveContext,
): Promise<Solution | undefined> {
  const { nodes, graph, schema, step, signal } = context;
  const { form } = question;
  const predicates = predicatesOf(nodes);
  const { isKnown, reverses } = await predicates;
  if (!isKnown(asked)) return undefined;
  const asking = { nodes, schema, ask: askerOf(context, predicates) };
  if (form.wants === 'verdict' && isOfRival(asked)) return ofRival(asked, textOf(asked, schema), question, asking);
  const reading = isOfRival(asked) ? await withRival(asked, asking) : asked;
  if (!reading) return undefined;
  // Facts of a guessed property are seldom stated: its negation would admit nearly everything.
  if (reading.cost > LIMIT.certain && form.universal === undefined && denies(reading)) return undefined;
  const text = textOf(reading, schema);
  const { cost } = reading;
  const isOfAll = form.universal !== undefined || form.each !== undefined;
  const direct = question.isDirect ? directly(reading, schema) : reading;
  if (!direct || (question.isDirect && (isOfAll || form.isOfNone || isOfRival(asked)))) return undefined;
  if (isOfAll) {
    const solution = await (form.each === undefined ? ofAll : ofEach)({ reading, text }, question, asking);
    return solution && { ...solution, cost };
  }
  const compiled = compile(direct, reverses);
  if (!compiled) return undefined;
  const matches = await run(direct, compiled, graph, signal);
  step({
    tool: 'dql',
    arguments: {
      query: compiled.text,
      ...(Object.keys(compiled.variables).length > 0 && { variables: compiled.variables }),
    },
    summary: `${countOf(matches)} match(es)`,
    result: shownMatches(matches),
  });
  const lacking = form.wants === 'verdict' ? undefined : lackingIn(reading, compiled.root);
  const none = lacking && (await asking.ask(lacking));
  // "Which people own the fewest dogs?": who owns none has fewer.
  if (lacking && (!none || none.isCut || (none.count > 0 && isOfLeast(reading)))) return undefined;
  const all = none ? { ...matches, rows: [...matches.rows, ...none.rows], count: matches.count + none.count } : matches;
  const isNone = none !== undefined && none.count > 0;
  if (form.isOfNone) return ofNeither({ ...reading, matches: all.rows, text }, question, asking);
  const found = { question, checked: reading, matches: all, reading: text, root: compiled.root, isClosed: isNone };
  const solution =
    all.rows.length > 0 ? await inWords(found, nodes, schema) : await denialOf(reading, question, asking);
  const several = reading.variables.flatMap((each) => [...timesNamed(each.nodes)].filter(([, count]) => count > 1));
  const ambiguous = several.length > 0 && { ambiguous: Object.fromEntries(several) };
  const told = Object.entries(completedNames(question, reading));
  const completed = told.length > 0 && { completed: Object.fromEntries(told) };
  return solution && { ...solution, reading: text, cost, ...ambiguous, ...completed };
}

/**
 * "Reports directly to": a reading in which nothing stands between the two sides of a transitive property.
 *
 * @returns undefined where nothing can be direct, and where it is not clear of what
 */
function directly(reading: CheckedReading, schema: Schema): CheckedReading | undefined {
  const { links, variables, focus: root = 0 } = reading;
  const { vocabulary } = schema;
  const isChain = (name: string): boolean =>
    [name, ...vocabulary.propertiesBelow(name), ...vocabulary.properties.get(name)!.inverses].some((each) =>
      schema.isTransitive(each),
    );
  const objects = links.filter(({ property }) => schema.isObject(property));
  const [chain, ...others] = objects.filter(({ property }) => isChain(property));
  if (!chain) return objects.length > 0 ? reading : undefined;
  const near = chain.subject === root ? 'subject' : 'object';
  const far = opposite(near);
  const other = variables[chain[far]]!;
  if (others.length > 0 || chain.isNegated || chain[near] !== root || other.nodes?.length !== 1) return undefined;
  const [between, end] = [variables.length, variables.length + 1];
  const open = { classes: [], anyOf: [], without: [], values: [], isValue: false };
  const { property } = chain;
  const made = [
    { property, [near]: root, [far]: between, isNegated: true },
    { property, [near]: between, [far]: end },
  ] as unknown as Link[];
  return {
    ...reading,
    variables: [...variables, { ...open, nodes: undefined }, { ...open, nodes: other.nodes }],
    links: [...links, ...made],
  };
}

/** Reading of the nodes without any counted node: "fewer than two dogs"; undefined if the bounds exclude zero. */
function lackingIn({ focus: _, ...reading }: CheckedReading, root: number): CheckedReading | undefined {
  const { variables, links } = reading;
  const counted = variables.findIndex(
    ({ count }, i) =>
      i !== root &&
      count !== undefined &&
      ('bounds' in count
        ? count.bounds.every((bound) => compares(0, bound))
        : 'most' in count && !count.most && !count.among),
  );
  if (counted < 0) return undefined;
  const near = links.filter(({ subject, object }) => subject === root || object === root);
  const direct = near.find(({ subject, object }) => subject === counted || object === counted);
  const others = variables.map(({ count: _count, ...rest }) => rest);
  const denied = links.map((link) => (link === direct ? { ...link, isNegated: true as const } : link));
  return { ...reading, focus: root, variables: others, links: direct ? denied : links };
}

const isOfRival = ({ variables }: CheckedReading): boolean =>
  variables.some(({ count }) => count !== undefined && 'than' in count);

const isOfLeast = ({ variables }: CheckedReading): boolean =>
  variables.some(({ count }) => count !== undefined && 'most' in count && !count.most);

/** Names of a question in part → those of the nodes of a reading. */
function completedNames({ chunks, form }: Chunked, { variables }: CheckedReading): Readonly<Record<string, string>> {
  const used = new Set(variables.flatMap(({ nodes = [] }) => nodes.map(({ uid }) => uid)));
  const out: Record<string, string> = {};
  for (const chunk of chunks) {
    const text = form.words.slice(chunk.from, chunk.to).map((word) => word.text);
    for (const { nodes, cost } of nodeMeanings(chunk))
      if (cost === COST.partOfName || cost === COST.longerName)
        for (const { uid, label } of nodes)
          if (used.has(uid)) out[text.join(' ').replace(POSSESSIVE, '')] = label ?? uid;
  }
  return out;
}

/** True if something is denied besides what is said of another: "takes A but not B" says how. */
const denies = ({ links, variables }: CheckedReading): boolean =>
  variables.some(({ without }) => without.length > 0) ||
  links.some(
    (link) =>
      link.isNegated &&
      !links.some((other) => !other.isNegated && other.property === link.property && other.by === link.by),
  );

/** A reading in few words. */
function textOf({ variables, links, focus }: CheckedReading, schema: Schema): string {
  const names = variables.map(({ nodes, isAll, isOthers, classes, anyOf, without, values }, i) => {
    const kinds = [
      ...classes.map((each) => schema.label(each)),
      ...anyOf.map((each) => each.map((one) => schema.label(one)).join(' or ')),
      ...without.map((each) => `not ${schema.label(each)}`),
    ];
    const given = [...timesNamed(nodes)].map(([name, count]) => (count === 1 ? name : `${name} (any of ${count})`));
    const told = given.join(isAll ? ' and ' : ' or ') || kinds.join(' and ');
    return `${i === focus ? '?' : isOthers ? 'all but ' : ''}${told || values.map(({ how, value }) => `${how} ${value}`).join(' ') || `x${i}`}`;
  });
  const facts = links.map(
    ({ property, subject, object, isNegated }) =>
      `${isNegated ? 'not ' : ''}${names[subject]!} –${property}→ ${names[object]!}`,
  );
  return (facts.length > 0 ? facts : names).join('; ');
}

/** Name → number of the nodes that have it. */
function timesNamed(nodes: readonly Node[] = []): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { label, uid } of nodes) times.set(label ?? uid, (times.get(label ?? uid) ?? 0) + 1);
  return times;
}
