/** Class hierarchy of the GraphQL types that represent classes. */
import type { Classes, GraphqlModel } from '../graphql/sdl/model';
import type { LoadedOntology } from '../ontology';
import { THING } from './graphql';

/**
 * Maps each type of a class to itself and the types of its subclasses, including equivalent classes. `Thing` includes
 * all classes. Maps each union of classes to all types below its members.
 */
export function graphqlClasses({ types, unions }: GraphqlModel, { names, taxonomy }: LoadedOntology): Classes {
  const typeOf = new Map([...types.values()].map(({ dgraphName, name }) => [dgraphName, name]));
  const classTypes = [...types.values()].filter(({ dgraphName }) => names.classIri(dgraphName) !== undefined);
  const classes = new Map(
    [...types.values()].map(({ dgraphName, name }): [string, ReadonlySet<string>] => {
      if (dgraphName === THING.class) return [name, new Set([name, ...classTypes.map((each) => each.name)])];
      const iri = names.classIri(dgraphName);
      const below = iri === undefined ? [] : taxonomy.classes.descendants(iri);
      return [name, new Set([name, ...below.flatMap((each) => typeOf.get(names.class(each) ?? '') ?? [])])];
    }),
  );
  const classTypeNames = new Set(classTypes.map(({ name }) => name));
  for (const { name, members } of unions.values()) {
    if (!members.some((each) => classTypeNames.has(each))) continue;
    classes.set(name, new Set([name, ...members.flatMap((each) => [...(classes.get(each) ?? [])])]));
  }
  return classes;
}
