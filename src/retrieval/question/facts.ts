/** Seventh stage: the facts that an answer stands on, each asserted or inferred. */
import { referenceOf, type Node } from '../knowledge/nodes';
import type { NodeReference, Statement } from '../types';
import type { CheckedReading } from './check';
import type { Matches } from './query';
import { wholeOf, type Match } from './select';

/** Maximum facts of an answer. */
const MAX_STATEMENTS = 100;
/** Maximum matches of a step. */
const MAX_SHOWN = 100;

/** Every node of some matches. */
export const uidsOf = (matches: readonly Match[]): string[] => [...new Set(wholeOf(matches).map(({ uid }) => uid))];

/**
 * The facts of matches, each once.
 *
 * @param classes classes of the matches that are told besides those of the reading
 */
export function statementsOf(
  reading: CheckedReading,
  matches: readonly Match[],
  nodes: ReadonlyMap<string, Node>,
  classes: readonly string[] = [],
): Statement[] {
  const out = new Map<string, Statement>();
  const reference = (uid: string): NodeReference => {
    const node = nodes.get(uid);
    return node ? referenceOf(node) : { uid };
  };
  const add = (
    subject: string,
    predicate: string,
    object: string | number | boolean | NodeReference,
    isInferred = false,
  ): void => {
    const key = `${subject} ${predicate} ${typeof object === 'object' ? object.uid : JSON.stringify(object)}`;
    if (out.size >= MAX_STATEMENTS || out.has(key)) return;
    out.set(key, { subject: reference(subject), predicate, object, status: isInferred ? 'inferred' : 'asserted' });
  };
  for (const { variable, uid, types, measure, branches } of wholeOf(matches)) {
    for (const name of [...reading.variables[variable]!.classes, ...classes])
      if (types.has(name)) add(uid, 'graph.type', name, types.get(name));
    if (measure !== undefined && reading.superlative) add(uid, reading.superlative.property, measure);
    for (const { link, node, value, isInferred } of branches) {
      const isForward = link.subject === variable;
      if (!node) add(uid, link.property, value!, isInferred);
      else if (isForward) add(uid, link.property, reference(node.uid), isInferred);
      else add(node.uid, link.property, reference(uid), isInferred);
    }
  }
  return [...out.values()];
}

/** Matches as the result of a step. */
export function shownMatches({ count, rows }: Matches): object {
  const shown = ({ uid, types, measure, branches }: Match): object => ({
    uid,
    ...(types.size > 0 && { types: [...types.keys()] }),
    ...(measure !== undefined && { measure }),
    ...(branches.length > 0 && {
      facts: branches.map(({ link, node, value, isInferred }) => ({
        property: link.property,
        ...(node ? { node: shown(node) } : { value }),
        inferred: isInferred,
      })),
    }),
  });
  return { count, matches: rows.slice(0, MAX_SHOWN).map(shown) };
}
