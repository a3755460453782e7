/** Selections of `Query` → one DQL query, with the variables of its head. */
import type { GraphqlModel } from '../sdl/model';
import type { Selection } from '../request/selection';
import { Names } from './children';
import { rootBlocks, type Blocks } from './roots';

export interface DqlQuery {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Makes blocks of fields, whose names are distinct as long as one writer makes them. */
export class QueryWriter {
  private readonly names = new Names();

  constructor(private readonly model: GraphqlModel) {}

  /** @throws RequestFailure in Dgraph's words */
  root(selection: Selection): Blocks {
    return rootBlocks(selection, this.model, this.names);
  }
}

export function printQuery(all: readonly Blocks[]): DqlQuery {
  const variables = all.flatMap((each) => each.variables ?? []);
  const head = variables.map(({ name, type }) => `${name}: ${type}`).join(', ');
  return {
    text: `query ${head === '' ? '' : `graphql(${head}) `}{\n${all.flatMap(({ blocks }) => blocks).join('\n')}\n}`,
    variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
  };
}
