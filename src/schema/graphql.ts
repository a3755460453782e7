/** GraphQL names of an ontology's classes and properties, and the types of its edges. */
import type { CommonNames, LoadedOntology, LoadedTerms, NameTable, OntologyWarning } from '../ontology';
import { IRI_PREDICATE, type CompiledSchema } from './compile';
import { graphqlNames, isFreeField, isFreeType, isGraphqlName } from './graphql-names';

/** Names and edges of the ontology's GraphQL API; `OntologySdl` and `ontologyModel` make the API from them. */
export interface CompiledGraphql {
  /** Dgraph type → GraphQL type, for all classes. */
  readonly types: ReadonlyMap<string, string>;
  /** Predicate → field. */
  readonly fields: ReadonlyMap<string, string>;
  /** Predicate of an edge → GraphQL type of its targets. */
  readonly ranges: ReadonlyMap<string, string>;
  /** Unions of classes, with their members. */
  readonly unions: ReadonlyMap<string, readonly string[]>;
  /** Name of the type of edges without a range; absent if there are none. */
  readonly thing?: string;
  /** Common type; absent if few properties belong to every class. */
  readonly common?: CommonType;
  readonly warnings: readonly OntologyWarning[];
}

/** Type of the properties that belong to every class, or to most of very many. */
export interface CommonType extends CommonNames {
  /** Predicates of these properties, ordered by name. */
  readonly predicates: readonly string[];
}

/** First line of generated SDL. Earlier releases stored generated SDL in engines; a load removes it. */
export const HEAD = '# Made by owlgate of the ontology in force; a load replaces it.';

/** True if owlgate generated the SDL. */
export const isGeneratedSdl = (sdl: string): boolean => sdl.startsWith(HEAD);

/** Target type of edges without a range. */
export const THING = { class: 'owl.Thing', name: 'Thing' };

const COMMON: CommonNames = { type: 'ThingProperties', field: 'thing' };

/** Maximum fields that the types may have together for properties of every class; beyond it, one type has them. */
const MAX_REPEATED_FIELDS = 5_000;

/** Maximum fields of all types; beyond it, the common type has the properties of most classes, too. */
const MAX_FIELDS = 200_000;

/** Compiles the names and edges of an ontology's API. @param compiled compiled schema of the same ontology */
export function compileGraphql(loaded: LoadedOntology, compiled: CompiledSchema): CompiledGraphql {
  const { names, reduced, taxonomy, previousGraphql } = loaded;
  const warnings: OntologyWarning[] = [];
  const classes = compiled.types.map(({ name }) => name);
  const previousCommon = previousGraphql?.common;
  const fields = graphqlNames(
    compiled.predicates.map(({ name }) => name),
    (candidate) => candidate !== previousCommon?.field && isFreeField(candidate),
    previousGraphql?.fields,
  );
  const commonNames = new Set(previousCommon ? [previousCommon.type] : []);
  const isFreeClass = (candidate: string, all: ReadonlySet<string>): boolean =>
    isFreeType(candidate, all) && candidate !== previousCommon?.type && isFreeType(candidate, commonNames);
  const typeNames = graphqlNames([...classes, THING.name], isFreeClass, previousGraphql?.types);
  const types = new Map(classes.map((name) => [name, typeNames.get(name)!]));
  const thing = classes.includes(THING.name) ? `${THING.name}_` : typeNames.get(THING.name)!;
  warnOfNames('class', types);
  warnOfNames('property', fields);

  const ranges = new Map<string, string>();
  /** Preferred name of the union → its predicate and members. */
  const unionRanges = new Map<string, { readonly predicate: string; readonly members: readonly string[] }>();
  const iris = new Map([...reduced.objectProperties].map((iri) => [names.property(iri)!, iri]));
  for (const { name, type } of compiled.predicates) {
    if (type !== 'uid') continue;
    const iri = iris.get(name);
    const range = iri === undefined ? undefined : taxonomy.range(iri);
    const members = (range?.classes ?? []).flatMap((each) => types.get(names.class(each) ?? '') ?? []).sort();
    // Targets belong to all classes of the range: the first type suffices, and fragments select fields of the others.
    if (members.length > 1 && range?.union) unionRanges.set(unionName(fields.get(name)!), { predicate: name, members });
    else ranges.set(name, members[0] ?? thing);
  }
  const takenNames = new Set(typeNames.values());
  const isFree = (candidate: string, all: ReadonlySet<string>) =>
    !takenNames.has(candidate) && isFreeClass(candidate, all);
  const unionNames = graphqlNames([...unionRanges.keys()], isFree);
  const unions = new Map<string, readonly string[]>();
  for (const [preferredName, { predicate, members }] of unionRanges) {
    const name = unionNames.get(preferredName)!;
    ranges.set(predicate, name);
    unions.set(name, members);
  }
  const usesThing = [...ranges.values()].includes(thing);
  const common = commonType();
  return { types, fields, ranges, unions, ...(usesThing && { thing }), ...(common && { common }), warnings };

  /** Once there is a common type, it stays, so that documents that use it remain valid. */
  function commonType(): CommonType | undefined {
    const universal = new Set([...taxonomy.universalProperties].map((iri) => names.property(iri)!));
    const widespread = widespreadFields(compiled);
    const predicates = compiled.predicates.filter(
      ({ name, type }) => (universal.has(name) || widespread.has(name)) && type !== 'float32vector',
    );
    if (!previousCommon && predicates.length * classes.length <= MAX_REPEATED_FIELDS) return undefined;
    const allTypes = [...takenNames, ...unions.keys()];
    const allFields = new Set(fields.values());
    const { type, field } = previousCommon ?? {
      type: withUnderscores(COMMON.type, (candidate) => allTypes.some((each) => each.includes(candidate))),
      field: withUnderscores(COMMON.field, (candidate) => allFields.has(candidate)),
    };
    return { type, field, predicates: predicates.map(({ name }) => name) };
  }

  function warnOfNames(kind: string, assigned: ReadonlyMap<string, string>): void {
    for (const [name, graphqlName] of assigned) {
      if (name === graphqlName) continue;
      const reason = isGraphqlName(name)
        ? 'the API has or had that name'
        : 'names have ASCII letters, digits and _ there';
      const message = `in GraphQL the ${kind} "${name}" is named "${graphqlName}": ${reason}`;
      warnings.push({ code: 'graphql-name', message });
    }
  }
}

/** Returns the fields of more than half of the types, if the types have too many fields together. */
function widespreadFields({ types }: CompiledSchema): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { fields } of types) {
    total += fields.length;
    for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  counts.delete(IRI_PREDICATE.name);
  if (total <= MAX_FIELDS) return new Set();
  return new Set([...counts].filter(([, count]) => count > types.length / 2).map(([field]) => field));
}

/** Returns the name table of an ontology with its GraphQL names. */
export function nameTable({ names }: LoadedTerms, { types, fields, common }: CompiledGraphql): NameTable {
  const respelled = (assigned: ReadonlyMap<string, string>) =>
    Object.fromEntries([...assigned].filter(([name, graphqlName]) => name !== graphqlName));
  const commonNames = common && { common: { type: common.type, field: common.field } };
  return { ...names.toTable(), graphql: { types: respelled(types), fields: respelled(fields), ...commonNames } };
}

function withUnderscores(name: string, isTaken: (candidate: string) => boolean): string {
  let candidate = name;
  while (isTaken(candidate)) candidate += '_';
  return candidate;
}

const unionName = (field: string): string => `${field.slice(0, 1).toUpperCase()}${field.slice(1)}Range`;
