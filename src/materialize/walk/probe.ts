/** Probe before the steps of a walk: finds those that may have facts. */
import { TYPE_PREDICATE } from '../../mutation';
import { forEachConcurrently, inBatches } from '../../util/concurrency';
import { printFinder, printIsOf, printPredicate } from '../store/dql-text';
import type { EngineSchema } from '../store/engine-schema';
import type { Step } from './steps';

/** Maximum steps that are checked before the first of them: one condition of a query holds so many classes. */
const MAX_PROBED = 8192;
/** Maximum steps that one query checks, each by itself. */
const WINDOW = 256;
/** Number of parts of a list of classes with members that are checked one after the other. */
const PARTS = 8;
const FIRST = { first: 1, after: '0x0' };
/** Maximum nodes whose classes are read instead: engines without data have a few of their own. */
const FEW = 8;
/** Queries in flight. */
const IN_FLIGHT = 4;

/** Schema and reads of the walk that is probed. */
interface Probed {
  readonly schema: EngineSchema;
  /** Returns true if a predicate can have facts. */
  isThere(predicate: string): boolean;
  /** Returns true if a query to the engine finds all facts of a predicate. */
  isInEngine(predicate: string): boolean;
  read(blocks: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Returns the steps that are probed together: those of one kind, at most MAX_PROBED. */
export function nextProbed(steps: readonly Step[], from: number): readonly Step[] {
  const { kind } = steps[from]!;
  const next = steps.slice(from, from + MAX_PROBED);
  const end = next.findIndex((step) => step.kind !== kind);
  return end < 0 ? next : next.slice(0, end);
}

/**
 * Returns for each step whether it may have facts. A step without facts needs no visit later: facts that come are
 * completed by the write, or by the page, that adds them. That may leave something to steps of another kind.
 */
export async function probe(steps: readonly Step[], probed: Probed): Promise<readonly boolean[]> {
  const there = steps.filter(({ need }) => probed.isThere(need.p));
  const found = new Set(there.filter(({ need }) => !probed.isInEngine(need.p)));
  const open = there.filter((step) => !found.has(step));
  const others = open.filter((step) => !isOfClass(step));
  const check = async (window: readonly Step[]): Promise<void> => {
    const finders = window.map(({ need }) => printFinder({ ...need, page: FIRST }, probed.schema));
    const data = await probed.read(finders.map((finder, i) => `s${i}${finder} { uid }`).join('\n'));
    for (const [i, step] of window.entries()) if (isFound(data[`s${i}`])) found.add(step);
  };
  const windows = [...inBatches(others, WINDOW), ...(await ofClasses(open.filter(isOfClass), probed))];
  await forEachConcurrently(windows, IN_FLIGHT, check);
  return steps.map((step) => found.has(step));
}

/** Returns windows of steps over classes, without those that have no members. */
async function ofClasses(steps: readonly Step[], probed: Probed): Promise<(readonly Step[])[]> {
  if (steps.length <= WINDOW) return inBatches(steps, WINDOW);
  const type = printPredicate(TYPE_PREDICATE);
  const { few } = await probed.read(`few(func: has(${type}), first: ${FEW + 1}) { ${type} }`);
  const rows = (few ?? []) as readonly Readonly<Record<string, unknown>>[];
  if (rows.length > FEW) return inhabited(steps, probed);
  const classes = new Set(rows.flatMap((row) => row[TYPE_PREDICATE]));
  return inBatches(
    steps.filter(({ need }) => classes.has(need.o)),
    WINDOW,
  );
}

/**
 * Returns windows of steps over classes, without those parts of the list of which no class has members: a condition
 * over a list of classes costs the engine a tenth of as many queries, and most classes of a large ontology are empty.
 */
async function inhabited(steps: readonly Step[], probed: Probed): Promise<(readonly Step[])[]> {
  if (steps.length <= WINDOW) return [steps];
  const classes = steps.map(({ need }) => need.o!);
  const { some } = await probed.read(`some(func: ${printIsOf(classes)}, first: 1) { uid }`);
  if (!isFound(some)) return [];
  const windows: (readonly Step[])[] = [];
  for (const part of inBatches(steps, Math.ceil(steps.length / PARTS)))
    windows.push(...(await inhabited(part, probed)));
  return windows;
}

/** True for a step over the members of one class. */
const isOfClass = ({ need: { p, o, and, isReverse } }: Step): boolean =>
  p === TYPE_PREDICATE && o !== undefined && !and && !isReverse;

const isFound = (nodes: unknown): boolean => ((nodes ?? []) as readonly unknown[]).length > 0;
