/** Schema of graphql-js over an API. A type is made when a document first names it. */
import {
  buildSchema,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLUnionType,
  isInterfaceType,
  isObjectType,
  OperationTypeNode,
  parseType,
  typeFromAST,
  type GraphQLAbstractType,
  type GraphQLFieldConfig,
  type GraphQLFieldMap,
  type GraphQLInputFieldConfig,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
} from 'graphql';
import type { DefinedField, Definition } from '../api/definitions';
import { EXTRAS } from '../api/extras';
import type { ApiOnDemand, Root } from '../api/on-demand';
import { ShownClasses } from '../api/shown-classes';
import { once } from '../../util/memo';
import { COMMON } from './values';

const OF_OPERATION: Readonly<Record<OperationTypeNode, Root>> = {
  query: 'Query',
  mutation: 'Mutation',
  subscription: 'Subscription',
};

/** Types and directives of every API. */
export const commonSchema = once(() => buildSchema(EXTRAS, { assumeValid: true }));

/** Maximum names with which a misspelled name is compared for suggestions. */
const MAX_COMPARED = 20_000;

export class SchemaOnDemand extends GraphQLSchema {
  private readonly typesByName = new Map<string, GraphQLNamedType | undefined>();
  private readonly roots = new Map<Root, GraphQLObjectType>();
  private readonly shown: ShownClasses;

  constructor(private readonly api: ApiOnDemand) {
    const { directives, types } = commonSchema().toConfig();
    super({ directives, types: [...types, GraphQLID], assumeValid: true });
    this.shown = new ShownClasses(api.model);
  }

  /** Returns a type without fields if the schema lacks the operations, as with `@generate` on all types. */
  override getRootType(operation: OperationTypeNode): GraphQLObjectType {
    const name = OF_OPERATION[operation];
    let root = this.roots.get(name);
    if (!root) this.roots.set(name, (root = new RootType(name, this.api, (each) => this.fieldOf(each))));
    return root;
  }

  /** Always defined, because `__schema` and `__type` are fields of it. */
  override getQueryType(): GraphQLObjectType {
    return this.getRootType(OperationTypeNode.QUERY);
  }

  override getMutationType(): GraphQLObjectType | undefined {
    return this.shownRoot(OperationTypeNode.MUTATION);
  }

  override getSubscriptionType(): GraphQLObjectType | undefined {
    return this.shownRoot(OperationTypeNode.SUBSCRIPTION);
  }

  override getType(name: string): GraphQLNamedType | undefined {
    const common = super.getType(name);
    if (common) return common;
    if (!this.typesByName.has(name)) this.typesByName.set(name, this.make(name));
    return this.typesByName.get(name);
  }

  override getPossibleTypes(type: GraphQLAbstractType): readonly GraphQLObjectType[] {
    const { implementations, unions } = this.api.model;
    const names = isInterfaceType(type) ? implementations.get(type.name) : unions.get(type.name)?.members;
    return (names ?? []).map((name) => this.getType(name)).filter(isObjectType);
  }

  override getImplementations(type: GraphQLInterfaceType) {
    return { objects: this.getPossibleTypes(type), interfaces: [] };
  }

  override isSubType(type: GraphQLAbstractType, member: { readonly name: string }): boolean {
    return this.getPossibleTypes(type).some(({ name }) => name === member.name);
  }

  /** Names of the types, to suggest some of; none in a large schema. */
  typeNames(): readonly string[] {
    const { owners } = this.api;
    if (owners.length > MAX_COMPARED / 10) return [];
    const roots = Object.values(OF_OPERATION).filter((name) => this.api.hasOperations(name));
    const names = [...this.api.shown.all()].map(({ name }) => name);
    return [...new Set([...names, ...Object.keys(super.getTypeMap()), ...roots])];
  }

  /** Returns the type as introspection shows it, in the same wrappers. */
  shownType(type: string): string {
    return this.api.inputs.shownType(type);
  }

  private shownRoot(operation: OperationTypeNode): GraphQLObjectType | undefined {
    return this.api.hasOperations(OF_OPERATION[operation]) ? this.getRootType(operation) : undefined;
  }

  private make(name: string): GraphQLNamedType | undefined {
    const operation = Object.values(OperationTypeNode).find((each) => OF_OPERATION[each] === name);
    if (operation !== undefined) return this.shownRoot(operation);
    const shownClass = this.shown.classOf(name);
    if (shownClass !== undefined) return this.getType(shownClass);
    const definition = this.api.get(name);
    return definition && this.typeOf(definition);
  }

  private typeOf(definition: Definition): GraphQLNamedType {
    const { kind, name, interfaces = [], members = [] } = definition;
    const named = (each: string) => this.getType(each)!;
    const fields = () => Object.fromEntries(definition.fields.map((each) => [each.name, this.fieldOf(each)]));
    switch (kind) {
      case 'type':
        return new GraphQLObjectType({
          name,
          interfaces: () => interfaces.map((each) => named(each) as GraphQLInterfaceType),
          fields,
        });
      case 'interface':
        return new GraphQLInterfaceType({ name, fields });
      case 'union':
        return new GraphQLUnionType({
          name,
          types: () => members.map((each) => named(each.name) as GraphQLObjectType),
        });
      case 'enum':
        return new GraphQLEnumType({ name, values: Object.fromEntries(members.map((each) => [each.name, {}])) });
      case 'input': {
        const inputs = (): Record<string, GraphQLInputFieldConfig> =>
          Object.fromEntries(definition.fields.map(({ name: each, type }) => [each, { type: this.reference(type) }]));
        const common = definition.fields.find(({ isCommon }) => isCommon);
        return new GraphQLInputObjectType({
          name,
          fields: inputs,
          ...(common && { extensions: { [COMMON]: common.name } }),
        });
      }
    }
  }

  private fieldOf({ type, arguments: args }: DefinedField): GraphQLFieldConfig<unknown, unknown> {
    const inputs = args.map(({ name, type: of }) => [name, { type: this.reference(of) }] as const);
    return { type: this.reference(type), args: Object.fromEntries(inputs) };
  }

  /** `[Dog!]!` as a type. */
  private reference(text: string): GraphQLOutputType & GraphQLInputType {
    const type: unknown = typeFromAST(this, parseType(text));
    if (type === undefined) throw new Error(`the schema has no type ${text}`);
    return type as GraphQLOutputType & GraphQLInputType;
  }
}

type Fields = GraphQLFieldMap<unknown, unknown>;

/** Root type. Its fields, several per class, are made on demand. */
class RootType extends GraphQLObjectType {
  private readonly fields: Fields;

  constructor(name: Root, api: ApiOnDemand, configOf: (field: DefinedField) => GraphQLFieldConfig<unknown, unknown>) {
    super({ name, fields: {} });
    const fieldsByName = new Map<string, Fields[string] | undefined>();
    const get = (key: string): Fields[string] | undefined => {
      if (!fieldsByName.has(key)) {
        const operation = api.operation(name, key);
        const one = operation && new GraphQLObjectType({ name, fields: { [key]: configOf(operation) } });
        fieldsByName.set(key, one?.getFields()[key]);
      }
      return fieldsByName.get(key);
    };
    this.fields = new Proxy(Object.create(null) as Fields, {
      get: (_, key) => (typeof key === 'string' ? get(key) : undefined),
      has: (_, key) => typeof key === 'string' && get(key) !== undefined,
      ownKeys: () => {
        const names: string[] = [];
        for (const each of api.allOperations(name)) if (names.push(each.name) === MAX_COMPARED) break;
        return names;
      },
      getOwnPropertyDescriptor: (_, key) => {
        const value = typeof key === 'string' ? get(key) : undefined;
        return value && { value, enumerable: true, configurable: true, writable: true };
      },
    });
  }

  override getFields(): Fields {
    return this.fields;
  }
}
