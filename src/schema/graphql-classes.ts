/** Class hierarchy of the GraphQL types that represent classes. */
import type { Classes, GraphqlModel } from '../graphql/sdl';
import type { LoadedTerms } from '../ontology';
import { THING } from './graphql';

/** Maximum names in all cached sets together: the pairs of a deep hierarchy do not fit into memory. */
const MAX_STORED = 1_000_000;

/**
 * Maps each type of a class to itself and the types of its subclasses, including equivalent classes. `Thing` includes
 * all classes. Maps each union of classes to all types below its members. Sets are made on demand.
 */
export function graphqlClasses(
  model: Pick<GraphqlModel, 'types' | 'unions'>,
  { names, taxonomy }: LoadedTerms,
): Classes {
  const { types, unions } = model;
  /** Types by the IRIs of their classes. */
  const typeOf = new Map<string, string>();
  let thing: string | undefined;
  for (const { dgraphName, name } of types.values()) {
    const iri = names.classIri(dgraphName);
    if (dgraphName === THING.class) thing = name;
    else if (iri !== undefined && names.class(iri) === dgraphName) typeOf.set(iri, name);
  }
  const typesOf = (iris: readonly string[]): string[] => {
    const found: string[] = [];
    for (const iri of iris) {
      const name = typeOf.get(iri);
      if (name !== undefined) found.push(name);
    }
    return found;
  };
  const sets = new Map<string, ReadonlySet<string>>();
  let stored = 0;

  const within = (name: string): ReadonlySet<string> => {
    const members = unions.get(name)?.members;
    if (members) return new Set([name, ...members.flatMap((each) => [...(get(each) ?? [])])]);
    const { dgraphName } = types.get(name)!;
    if (dgraphName === THING.class) return new Set([name, ...typeOf.values()]);
    const iri = names.classIri(dgraphName);
    return new Set([name, ...typesOf(iri === undefined ? [] : taxonomy.classes.descendants(iri))]);
  };
  const isClass = (name: string) => names.classIri(types.get(name)?.dgraphName ?? '') !== undefined;
  const has = (name: string): boolean => types.has(name) || unions.get(name)?.members.some(isClass) === true;
  const get = (name: string): ReadonlySet<string> | undefined => {
    const existing = sets.get(name);
    if (existing ?? !has(name)) return existing;
    const subclasses = within(name);
    stored += subclasses.size;
    if (stored > MAX_STORED) {
      sets.clear();
      stored = subclasses.size;
    }
    sets.set(name, subclasses);
    return subclasses;
  };
  const hasOthers = (name: string): boolean => {
    if (name === thing) return typeOf.size > 0;
    const iri = names.classIri(types.get(name)?.dgraphName ?? '');
    if (iri === undefined) return (get(name)?.size ?? 0) > 1;
    return taxonomy.classes.nearestBelow(iri, 1).length > 0 || taxonomy.classes.equivalents(iri).length > 0;
  };
  const above = (name: string): readonly string[] => {
    const iri = names.classIri(types.get(name)?.dgraphName ?? '');
    if (iri === undefined) return [];
    const classes = typesOf(taxonomy.classes.ancestors(iri));
    if (thing !== undefined) classes.push(thing);
    return classes;
  };
  const parents = (name: string): readonly string[] => {
    const iri = names.classIri(types.get(name)?.dgraphName ?? '');
    return iri === undefined ? [] : typesOf(taxonomy.classes.parents(iri));
  };
  return { has, get, hasOthers, above, parents, pairCount: (limit) => taxonomy.classes.pairCount(limit) };
}
