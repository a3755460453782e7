/**
 * Which classes the nodes of a large answer are in, asked class by class: the index of `dgraph.type` knows the nodes of each,
 * and cuts them with those of the answer. To read the types of a node costs several times as much as one of its values.
 */
import type { Selection } from '../request/selection';
import { isStrictlyBelow, type GraphqlModel } from '../sdl/model';
import { filtered, typeFunction } from './text';

/** Fewer nodes tell their types sooner themselves. */
const MANY = 200;
/** Each class is a block of the query, which costs something even where nothing is in it. */
const MOST_CLASSES = 12;

/** A block of the query, whose nodes are in a class. */
export interface ClassMark {
  readonly key: string;
  /** As in `dgraph.type`. */
  readonly type: string;
}

/** Whether so many nodes may be in the answer of a field. */
export const mayBeMany = ({ args: { first } }: Selection): boolean => typeof first !== 'number' || first >= MANY;

/**
 * The classes that what is selected depends on: of these a node has to tell the most specific ones.
 *
 * @returns undefined where there are too many, or where others count as well
 */
export function classesToTell(
  selections: readonly Selection[],
  parent: string,
  model: GraphqlModel,
): readonly string[] | undefined {
  const below = model.classes?.get(parent);
  if (!below || model.types.get(parent)?.kind !== 'object') return undefined;
  const told = new Set<string>();
  for (const { name, within = [] } of selections) {
    if (name === '__typename') for (const each of below) if (!model.classes!.get(each)!.has(parent)) told.add(each);
    for (const classes of within) for (const each of classes) told.add(each);
    if (told.size > MOST_CLASSES) return undefined;
  }
  return [...told].filter((each) => model.types.get(each)?.kind === 'object');
}

/**
 * @param variable of the nodes
 * @returns a block for each class, of the nodes that are in none of those right below it, and what the blocks mean
 */
export function classBlocks(
  variable: string,
  classes: readonly string[],
  { types, classes: all = new Map() }: GraphqlModel,
): { readonly blocks: readonly string[]; readonly marks: readonly ClassMark[] } {
  const typeOf = (each: string): string => types.get(each)!.dgraphName;
  const marks = classes.map((each, i) => ({ key: `${variable}_${i}`, type: typeOf(each) }));
  const blocks = classes.map((each, i) => {
    const lower = classes.filter((other) => isStrictlyBelow(all, other, each));
    const next = lower.filter((low) => !lower.some((other) => isStrictlyBelow(all, low, other)));
    const filter = [typeFunction(typeOf(each)), ...next.map((low) => `NOT ${typeFunction(typeOf(low))}`)].join(' AND ');
    return `${marks[i]!.key}(func: uid(${variable}))${filtered(filter)} { uid }`;
  });
  return { blocks, marks };
}

/** From the answer of the blocks: uid → the most specific types of a node, of those that were asked about. */
export function typesByUid(
  marks: readonly ClassMark[],
  answer: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { key, type } of marks) {
    for (const { uid } of (answer[key] ?? []) as readonly { readonly uid: string }[]) {
      const types = found.get(uid);
      if (types) types.push(type);
      else found.set(uid, [type]);
    }
  }
  return found;
}
