/** Output for one object of an input: JSON to set or delete, and further deletes. */
import type { GraphqlField } from '../sdl/model';
import { bare, predicate, uidFunction } from '../query/text';
import { inverseOf, storedAs, type Edge } from './input';
import type { NodeNames } from './names';
import type { WriteRules } from './rules';

export type Json = Record<string, unknown>;

export interface Fragment {
  readonly json: Json;
  /** Blocks of variables that the deletes use. */
  readonly queries: string[];
  readonly deletes: Json[];
}

export const fragmentOf = (json: Json): Fragment => ({ json, queries: [], deletes: [] });

/** Reference to an existing node at the end of an edge. */
export function reference(
  uid: string,
  edge: Edge,
  source: string,
  names: NodeNames,
  removes: boolean,
  rules: WriteRules,
): Fragment {
  const fragment = fragmentOf({ uid });
  linkBack(fragment.json, edge, source);
  if (!removes) dropFormer(fragment, edge, source, uid, names, rules);
  return fragment;
}

/** Writes the other side of an inverse edge. */
export function linkBack(json: Json, edge: Edge, source: string): void {
  const inverse = inverseOf(edge);
  if (!inverse) return;
  json[storedAs(edge.target, inverse.name)] = inverse.type.list ? [{ uid: source }] : { uid: source };
}

/** Removes the former partners of both ends of a one-to-one inverse edge. */
function dropFormer(
  fragment: Fragment,
  edge: Edge,
  source: string,
  target: string,
  names: NodeNames,
  rules: WriteRules,
): void {
  const inverse = inverseOf(edge);
  if (!inverse) return;
  dropSide(fragment, target, source, inverse, edge.field, names, rules);
  dropSide(fragment, source, target, edge.field, inverse, names, rules);
}

/**
 * @param node node whose single edge gets another target
 * @param retained new target
 * @param inverse the inverse of the edge
 */
function dropSide(
  fragment: Fragment,
  node: string,
  retained: string,
  field: GraphqlField,
  inverse: GraphqlField,
  names: NodeNames,
  rules: WriteRules,
): void {
  if (field.type.list || node.startsWith('_:')) return;
  const former = names.next(field.type.name);
  const exclusion = retained.startsWith('_:') ? '' : ` @filter(NOT (${uidFunction([unwrapped(retained)])}))`;
  const func = uidFunction([unwrapped(node)]);
  fragment.queries.push(`var(func: ${func}) { ${former} as ${predicate(field.predicate)}${exclusion} }`);
  rules.takesFrom(former, field.type.name);
  const end = { uid: node };
  fragment.deletes.push({ uid: `uid(${former})`, [bare(inverse.predicate)]: inverse.type.list ? [end] : end });
}

/** `uid(x)` → `x` */
const unwrapped = (node: string): string => /^uid\((.*)\)$/s.exec(node)?.[1] ?? node;
