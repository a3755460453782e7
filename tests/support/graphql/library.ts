/** Small schema, and a backend that records queries and gives prepared answers. */
import { GraphqlApi, type GraphqlBackend, type Upsert } from '../../../src/graphql';
import { readSdl } from '../../../src/graphql/sdl';
import type { GraphqlLimits } from '../../../src/graphql/request';

export const LIBRARY = `
  interface Work {
    id: ID!
    isbn: String! @id
    title: String @search(by: [exact, term, regexp])
    pages: Int @search
    sold: Int64 @search
  }
  type Book implements Work {
    authors: [Author] @hasInverse(field: books)
    lentTo: Reader
    genre: Genre @search
  }
  type Map implements Work { scale: Float @search }
  type Author { id: ID! name: String! @search(by: [exact]) books: [Book] seat: Point @search }
  type Reader { card: Int! @id name: String shelf: [Thing] }
  union Thing = Book | Map
  enum Genre { NOVEL ESSAY }
`;

export const library = (limits?: Partial<GraphqlLimits>): GraphqlApi => new GraphqlApi(readSdl(LIBRARY), limits);

export interface Recorded extends GraphqlBackend {
  readonly queries: { readonly dql: string; readonly variables: Readonly<Record<string, string>> | undefined }[];
  readonly upserts: Upsert[];
}

interface Told {
  readonly query?: (dql: string) => unknown;
  readonly mutate?: (upsert: Upsert) => unknown;
}

export function backend({ query = () => ({}), mutate = () => ({}) }: Told = {}): Recorded {
  const queries: Recorded['queries'] = [];
  const upserts: Upsert[] = [];
  return {
    queries,
    upserts,
    async query(dql, variables) {
      queries.push({ dql, variables });
      return Promise.resolve(query(dql) as Record<string, unknown>);
    },
    async mutate(upsert) {
      upserts.push(upsert);
      const { uids = {}, queries: queryResults = {} } = mutate(upsert) as { uids?: object; queries?: object };
      return Promise.resolve({
        uids: uids as Record<string, string>,
        queries: queryResults as Record<string, unknown>,
      });
    },
  };
}

/** Response as parsed by a client. */
export const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
