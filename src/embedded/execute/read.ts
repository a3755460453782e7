/** Reads values and edges of nodes, with languages, facets and types. */
import { isEdge, QueryError, type FacetsFilterPlan, type PredicateRef } from '../plan';
import type { ReadView, StoredValue, UidList } from '../storage/view';
import { convert, type Value, type ValueType } from '../values';
import { matchesFacets } from './facets';
import { after, select } from './uids';

const NONE: readonly StoredValue[] = [];

/** Returns the value in the first available language; `.` stands for the untagged value, or else for any. */
export function preferredValue(
  values: readonly StoredValue[],
  langs: readonly string[],
  isList: boolean,
): StoredValue | undefined {
  let any = langs.length === 0;
  for (const lang of langs) {
    if (lang === '.') {
      any = true;
      break;
    }
    const tagged = values.find((value) => value.lang === lang);
    if (tagged) return tagged;
  }
  if (!any) return undefined;
  if (!isList) {
    const untagged = values.find((value) => value.lang === '');
    if (untagged) return untagged;
  }
  return langs.length === 0 ? undefined : values.find((value) => value.lang !== '');
}

/** Values of a predicate at a node that a field shows, converted to the schema's type. */
export function shownValues(
  view: ReadView,
  predicate: PredicateRef,
  uid: number,
  allLanguages: boolean,
  facetsFilter: FacetsFilterPlan | undefined,
): readonly StoredValue[] {
  let values = view.values(predicate.name, uid);
  if (values.length === 0) return NONE;
  const declaration = predicate.declaration!;
  if (!allLanguages) {
    if (declaration.list && predicate.langs.length === 0) {
      if (declaration.lang) values = values.filter((value) => value.lang === '');
    } else if (values.length > 1 || declaration.lang || predicate.langs.length > 0) {
      const value = preferredValue(values, predicate.langs, declaration.list);
      values = value ? [value] : NONE;
    }
  }
  if (facetsFilter) values = values.filter((value) => matchesFacets(value.facets, facetsFilter));
  return convertAll(values, declaration.type as ValueType);
}

function convertAll(values: readonly StoredValue[], type: ValueType): readonly StoredValue[] {
  for (const stored of values) {
    if (stored.value.type !== type) return values.map((s) => ({ ...s, value: asType(s.value, type) }));
  }
  return values;
}

function asType(value: Value, type: ValueType): Value {
  try {
    return convert(value, type);
  } catch (error) {
    throw new QueryError(error instanceof Error ? error.message : String(error));
  }
}

/** Same as {@link convert}, with undefined on failure: values that no longer fit the schema are skipped. */
export function tryConvert(value: Value, type: ValueType): Value | undefined {
  if (value.type === type) return value;
  try {
    return convert(value, type);
  } catch {
    return undefined;
  }
}

/** Edges of a node that a field follows. */
export function followedEdges(
  view: ReadView,
  predicate: PredicateRef,
  uid: number,
  afterUid: number,
  facetsFilter: FacetsFilterPlan | undefined,
): UidList {
  const edges = after(view.uids(predicate.name, uid, predicate.reverse), afterUid);
  if (!facetsFilter) return edges;
  return select(edges, (other) =>
    matchesFacets(view.edgeFacets(predicate.name, uid, other, predicate.reverse), facetsFilter),
  );
}

/** Values that a function on strings reads: of one language, or the untagged ones. */
export function valuesInLanguage(view: ReadView, predicate: PredicateRef, uid: number): readonly StoredValue[] {
  const values = view.values(predicate.name, uid);
  const lang = predicate.langs[0];
  if (lang === '.') return values;
  return values.filter((value) => value.lang === (lang ?? ''));
}

/** Values with exactly the language of the predicate; `regexp` and `match` give `.` no special meaning. */
export function valuesTagged(view: ReadView, predicate: PredicateRef, uid: number): readonly StoredValue[] {
  const lang = predicate.langs[0] ?? '';
  return view.values(predicate.name, uid).filter((value) => value.lang === lang);
}

/** Number of edges or values in all languages. */
export function countOf(view: ReadView, predicate: PredicateRef, uid: number): number {
  return isEdge(predicate)
    ? view.uidCount(predicate.name, uid, predicate.reverse)
    : view.values(predicate.name, uid).length;
}
