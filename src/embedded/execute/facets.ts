/** Facets: filters, and output. */
import type { FacetsFilterPlan, FacetsPlan } from '../plan';
import type { ReadView, StoredFacet } from '../storage/view';
import { tokens } from '../tokenizers';
import { compareWith, isSortable, jsonValue, parseLiteral, type Value } from '../values';
import type { Node } from './node';
import { sortRows } from './sort';

/** True if an edge or a value passes the filter. A missing facet passes only `not`. */
export function matchesFacets(facets: readonly StoredFacet[], filter: FacetsFilterPlan): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.operands.every((operand) => matchesFacets(facets, operand));
    case 'or':
      return filter.operands.some((operand) => matchesFacets(facets, operand));
    case 'not':
      return !matchesFacets(facets, filter.operand);
  }
  const facet = facets.find(({ key }) => key === filter.key);
  if (!facet) return false;
  if (filter.kind === 'compare') {
    const other = tryParse(filter.text, facet.value);
    return other !== undefined && compareWith(filter.operator, facet.value, other);
  }
  if (facet.value.type !== 'string') return false;
  const terms = new Set(tokens(facet.value, 'term').map((token) => token.toString('utf8')));
  return filter.all ? filter.terms.every((term) => terms.has(term)) : filter.terms.some((term) => terms.has(term));
}

function tryParse(text: string, like: Value): Value | undefined {
  try {
    return parseLiteral(text, like.type);
  } catch {
    return undefined;
  }
}

/** Facet in an answer. */
export interface ShownFacet {
  readonly name: string;
  readonly json: string;
}

/** Name and JSON of each facet in the output of a field, by key. */
export function shownFacets(facets: readonly StoredFacet[], plan: FacetsPlan, fieldName: string): ShownFacet[] {
  const out: ShownFacet[] = [];
  const show = (facet: StoredFacet, alias: string | undefined): void => {
    const json = jsonValue(facet.value);
    if (json !== undefined) out.push({ name: alias ?? `${fieldName}|${facet.key}`, json });
  };
  if (plan.all) {
    for (const facet of facets) show(facet, undefined);
    return out;
  }
  for (const { key, alias } of plan.keys) {
    const facet = facets.find((f) => f.key === key);
    if (facet) show(facet, alias);
  }
  return out;
}

/** Facets of the edge from one node to another that the field follows. */
export function edgeFacetsOf(view: ReadView, node: Node, from: number, to: number): readonly StoredFacet[] {
  const predicate = node.plan.predicate!;
  return view.edgeFacets(predicate.name, from, to, predicate.reverse);
}

/** Sorts the edges of each node by their facets; edges without the facet come last. */
export function orderByFacets(view: ReadView, node: Node): void {
  const order = node.plan.facets!.order;
  const descending = order.map((key) => key.descending);
  node.matrix = node.matrix.map((list, index) => {
    const from = node.src[index]!;
    const rows = Array.from(list, (uid) => {
      const facets = edgeFacetsOf(view, node, from, uid);
      const values = order.map(({ key }) => {
        const value = facets.find((facet) => facet.key === key)?.value;
        return value && isSortable(value.type) ? value : undefined;
      });
      return { uid, values };
    });
    sortRows(rows, descending);
    return Float64Array.from(rows, (row) => row.uid);
  });
}
