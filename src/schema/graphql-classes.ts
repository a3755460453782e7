/** What the ontology says of the order of GraphQL types that were made of its classes. */
import type { Classes, GraphqlModel } from '../graphql/sdl/model';
import type { LoadedOntology } from '../ontology';
import { THING } from './graphql';

/**
 * For each type of a class: itself, and the types of the classes below, equivalent ones among them. Every class is a thing. For
 * each union of classes: all that are below any of them.
 */
export function graphqlClasses({ types, unions }: GraphqlModel, { names, taxonomy }: LoadedOntology): Classes {
  const typeOf = new Map([...types.values()].map(({ dgraphName, name }) => [dgraphName, name]));
  const things = [...types.values()].filter(({ dgraphName }) => names.classIri(dgraphName) !== undefined);
  const classes = new Map(
    [...types.values()].map(({ dgraphName, name }): [string, ReadonlySet<string>] => {
      if (dgraphName === THING.class) return [name, new Set([name, ...things.map((each) => each.name)])];
      const iri = names.classIri(dgraphName);
      const below = iri === undefined ? [] : taxonomy.classes.descendants(iri);
      return [name, new Set([name, ...below.flatMap((each) => typeOf.get(names.class(each) ?? '') ?? [])])];
    }),
  );
  const isThing = new Set(things.map(({ name }) => name));
  for (const { name, members } of unions.values()) {
    if (!members.some((each) => isThing.has(each))) continue;
    classes.set(name, new Set([name, ...members.flatMap((each) => [...(classes.get(each) ?? [])])]));
  }
  return classes;
}
