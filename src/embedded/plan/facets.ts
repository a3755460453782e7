/** `@facets(…)` → facets to fetch, to show, to bind to variables and to sort by. */
import type { FacetSelection } from '../../dql';
import type { FacetsPlan } from './types';

export function planFacets(selection: FacetSelection | undefined): FacetsPlan | undefined {
  if (!selection) return undefined;
  const keys = new Map<string, string | undefined>();
  const variables = new Map<string, string>();
  for (const { key, alias, variable } of selection.keys) {
    keys.set(key, alias ?? keys.get(key));
    if (variable !== undefined) variables.set(key, variable);
  }
  for (const { key } of selection.order) if (!keys.has(key)) keys.set(key, undefined);
  const sorted = [...keys].map(([key, alias]) => ({ key, alias })).sort((a, b) => (a.key < b.key ? -1 : 1));
  const order = selection.order.map(({ key, descending }) => ({ key, descending }));
  return { all: selection.all, keys: sorted, order, variables };
}
