/** /admin, in GraphQL: health, state, and the GraphQL schema. */
import type { GraphQLSchema } from 'graphql';
import { parseMediaType } from '../../util/media-type';
import type { StoredSdl } from '../graphql/stored';
import type { Call } from './call';
import { reasonOf, requireSdl } from './graphql-schema';
import { jsonFault, RequestFault } from './fault';
import type { Context, Handler } from './handler';
import { healthOf, stateOf } from './status';

const SCHEMA = /* GraphQL */ `
  type Query {
    health: [NodeState]
    state: MembershipState
    getGQLSchema: GQLSchema
  }
  type Mutation {
    updateGQLSchema(input: UpdateGQLSchemaInput!): UpdateGQLSchemaPayload
  }
  input UpdateGQLSchemaInput {
    set: GQLSchemaPatch!
  }
  input GQLSchemaPatch {
    schema: String!
  }
  type UpdateGQLSchemaPayload {
    gqlSchema: GQLSchema
  }
  type NodeState {
    instance: String
    address: String
    status: String
    group: String
    version: String
    uptime: Float
    lastEcho: Float
    ongoing: [String]
    indexing: [String]
    ee_features: [String]
  }
  type MembershipState {
    counter: String
    groups: [ClusterGroup]
    zeros: [Member]
    maxUID: String
    maxNsID: String
    maxTxnTs: String
    maxRaftId: String
    removed: [Member]
    cid: String
  }
  type ClusterGroup {
    id: String
    members: [Member]
    tablets: [Tablet]
    snapshotTs: String
    checksum: String
  }
  type Member {
    id: String
    groupId: Int
    addr: String
    leader: Boolean
    amDead: Boolean
    lastUpdate: String
    clusterInfoOnly: Boolean
    forceGroupId: Boolean
  }
  type Tablet {
    groupId: Int
    predicate: String
    force: Boolean
    space: String
    remove: Boolean
    readOnly: Boolean
    moveTs: String
  }
  type GQLSchema {
    id: ID
    schema: String
    generatedSchema: String
  }
`;

/** Built on first use: most processes never need it. */
let schema: GraphQLSchema | undefined;

const errors = (message: string): string => JSON.stringify({ errors: [{ message }] });

export const handleAdmin: Handler = async (call, context) => {
  if (call.method === 'OPTIONS') return call.json('');
  const { source, variables } = await readQuestion(call);
  const { buildSchema, graphql: run } = await import('graphql');
  schema ??= buildSchema(SCHEMA);
  const result = await run({ schema, source, rootValue: rootOf(context), variableValues: variables });
  if (result.errors?.some(({ message }) => /mutation|Cannot query field/.test(message))) {
    return call.json(
      errors(
        'not served by the embedded engine, whose /admin has health, state, getGQLSchema and updateGQLSchema: ' +
          result.errors.map(({ message }) => message).join('; '),
      ),
    );
  }
  await call.json(JSON.stringify(result));
};

async function readQuestion(
  call: Call,
): Promise<{ readonly source: string; readonly variables: Record<string, unknown> }> {
  if (call.method === 'GET') return { source: call.parameters.get('query') ?? '', variables: {} };
  const body = await call.body();
  if (parseMediaType(call.header('content-type'))?.type === 'application/graphql') {
    return { source: body, variables: {} };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (error) {
    throw jsonFault(body, error);
  }
  const { query, variables } = (parsed ?? {}) as { query?: unknown; variables?: unknown };
  if (typeof query !== 'string') throw new RequestFault('the body must be a JSON object with a GraphQL "query"');
  return { source: query, variables: typeof variables === 'object' ? { ...variables } : {} };
}

function rootOf(context: Context): Readonly<Record<string, unknown>> {
  const { graphql } = context;
  const list = (members: unknown): unknown[] =>
    Object.entries(members as Record<string, object>).map(([id, member]) => ({ ...member, id }));
  return {
    health: () => [{ ...healthOf(context), ongoing: [], indexing: [] }],
    state: async () => {
      const state = await stateOf(context);
      const groups = Object.entries(state['groups'] as Record<string, { members: object; tablets: object }>);
      return {
        ...state,
        zeros: list(state['zeros']),
        groups: groups.map(([id, group]) => ({
          ...group,
          id,
          members: list(group.members),
          tablets: Object.values(group.tablets),
        })),
      };
    },
    getGQLSchema: () => {
      const { schema: stored } = graphql;
      return stored ? described(stored, context) : null;
    },
    updateGQLSchema: async ({ input }: { readonly input: { readonly set: { readonly schema: string } } }) => {
      try {
        return { gqlSchema: described(await graphql.update(requireSdl(input.set.schema)), context) };
      } catch (error) {
        throw new Error(`resolving updateGQLSchema failed because ${reasonOf(error, context.logger)}`, {
          cause: error,
        });
      }
    },
  };
}

const described = ({ id, sdl }: StoredSdl, { graphql }: Context) => ({
  id,
  schema: sdl,
  generatedSchema: () => graphql.generated(sdl),
});
