/** Seventh stage: the facts that an answer stands on, each asserted or inferred. */
import { referenceOf, type Node } from '../knowledge/nodes';
import type { NodeReference, Statement } from '../types';
import type { CheckedReading } from './check';
import type { Matches } from './query';
import { valuesOf, type Branch, type Match } from './select';

/** Facts that are told. */
const MOST_STATEMENTS = 100;

/** Every node of some matches. */
export function uidsOf(matches: readonly Match[]): string[] {
  const out = new Set<string>();
  const walk = (match: Match): void => {
    out.add(match.uid);
    for (const { node } of match.branches) if (node) walk(node);
  };
  for (const match of matches) walk(match);
  return [...out];
}

/** The facts of matches, each once. */
export function statementsOf(
  reading: CheckedReading,
  matches: readonly Match[],
  nodes: ReadonlyMap<string, Node>,
): Statement[] {
  const out = new Map<string, Statement>();
  const reference = (uid: string): NodeReference => {
    const node = nodes.get(uid);
    return node ? referenceOf(node) : { uid };
  };
  const add = (statement: Statement): void => {
    const { subject, predicate, object } = statement;
    const key = `${subject.uid} ${predicate} ${typeof object === 'object' ? object.uid : JSON.stringify(object)}`;
    if (out.size < MOST_STATEMENTS && !out.has(key)) out.set(key, statement);
  };
  const walk = (match: Match): void => {
    for (const name of reading.variables[match.variable]!.classes) {
      const isInferred = match.types.get(name);
      if (isInferred === undefined) continue;
      add({ subject: reference(match.uid), predicate: 'graph.type', object: name, status: status(isInferred) });
    }
    if (match.measure !== undefined && reading.superlative) {
      add({
        subject: reference(match.uid),
        predicate: reading.superlative.property,
        object: match.measure,
        status: 'asserted',
      });
    }
    for (const branch of match.branches) {
      add(ofBranch(match, branch, reference));
      if (branch.node) walk(branch.node);
    }
  };
  for (const match of matches) walk(match);
  return [...out.values()];
}

/** The facts that matches are of classes. */
export const typesOf = (
  matches: readonly Match[],
  names: readonly string[],
  nodes: ReadonlyMap<string, Node>,
): Statement[] =>
  matches.flatMap(({ uid, types }) =>
    names.flatMap((name): Statement[] => {
      const [node, isInferred] = [nodes.get(uid), types.get(name)];
      const subject = node ? referenceOf(node) : { uid };
      return isInferred === undefined
        ? []
        : [{ subject, predicate: 'graph.type', object: name, status: status(isInferred) }];
    }),
  );

function ofBranch(
  match: Match,
  { link, node, value, isInferred }: Branch,
  reference: (uid: string) => NodeReference,
): Statement {
  const told = { predicate: link.property, status: status(isInferred) };
  if (!node) return { subject: reference(match.uid), object: value!, ...told };
  const isForward = link.subject === match.variable;
  const [subject, object] = isForward ? [match, node] : [node, match];
  return { subject: reference(subject.uid), object: reference(object.uid), ...told };
}

const status = (isInferred: boolean): Statement['status'] => (isInferred ? 'inferred' : 'asserted');

/** Matches that a step shows. */
const MOST_SHOWN = 100;

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
  return { count, matches: rows.slice(0, MOST_SHOWN).map(shown) };
}

/** What stands in the place that is asked for. */
export function found(
  reading: CheckedReading,
  root: number,
  matches: readonly Match[],
): { readonly uids: string[]; readonly values: (string | number | boolean)[] } {
  const { focus } = reading;
  if (focus === undefined || focus === root) return { uids: matches.map(({ uid }) => uid), values: [] };
  return { uids: [], values: [...new Set(valuesOf(matches, focus))] };
}
