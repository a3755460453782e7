/** Selections of `Query` → one DQL query, with the variables of its head. */
import type { GraphqlModel } from '../sdl/model';
import type { Selection } from '../request/selection';
import type { Access } from '../auth/access';
import { Names } from './names';
import { rootBlocks } from './roots';
import type { Blocks } from './text';

export interface DqlQuery {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Writes blocks of fields; names are unique per writer. */
export class QueryWriter {
  private readonly names: Names;

  /** @param access the access of the request; undefined: unrestricted */
  constructor(
    private readonly model: GraphqlModel,
    access?: Access,
  ) {
    this.names = new Names(access);
  }

  /** @throws RequestFailure with Dgraph's message */
  root(selection: Selection): Blocks {
    // A refused field leaves no blocks.
    this.names.blocks.length = 0;
    const root = rootBlocks(selection, this.model, this.names);
    return { ...root, blocks: [...root.blocks, ...this.names.blocks] };
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
