/** Root types of operations. */
import { GraphQLObjectType, OperationTypeNode, type GraphQLSchema } from 'graphql';

const emptyType = (name: string): GraphQLObjectType => new GraphQLObjectType({ name, fields: {} });

const EMPTY_ROOTS: Readonly<Record<OperationTypeNode, GraphQLObjectType>> = {
  [OperationTypeNode.QUERY]: emptyType('Query'),
  [OperationTypeNode.MUTATION]: emptyType('Mutation'),
  [OperationTypeNode.SUBSCRIPTION]: emptyType('Subscription'),
};

/** Returns a type without fields if the schema has no operation of this kind, as with `@generate` for all types. */
export const rootTypeOf = (schema: GraphQLSchema, operation: OperationTypeNode): GraphQLObjectType =>
  schema.getRootType(operation) ?? EMPTY_ROOTS[operation];
