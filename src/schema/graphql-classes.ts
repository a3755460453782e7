/** What the ontology says of the order of GraphQL types that were made of its classes. */
import type { Classes, GraphqlModel } from '../graphql/sdl/model';
import type { LoadedOntology } from '../ontology';

/** For each type of a class: itself, and the types of the classes below, equivalent ones among them. */
export function graphqlClasses({ types }: GraphqlModel, { names, taxonomy }: LoadedOntology): Classes {
  const typeOf = new Map([...types.values()].map(({ dgraphName, name }) => [dgraphName, name]));
  return new Map(
    [...types.values()].map(({ dgraphName, name }): [string, ReadonlySet<string>] => {
      const iri = names.classIri(dgraphName);
      const below = iri === undefined ? [] : taxonomy.classes.descendants(iri);
      return [name, new Set([name, ...below.flatMap((each) => typeOf.get(names.class(each) ?? '') ?? [])])];
    }),
  );
}
