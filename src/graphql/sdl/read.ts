/** SDL → model: types with inherited fields, and the predicates of the fields. */
import {
  GraphQLError,
  Kind,
  parse,
  print,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeDefinitionNode,
  type UnionTypeDefinitionNode,
} from 'graphql';
import { readSecrets } from '../custom/secrets';
import { readSource } from '../custom/source';
import { readAuthorization } from '../auth/authorization';
import { directiveOf, generatedBy, printDirectives, textArgument } from './directives';
import { readField, typeText } from './fields';
import { invert } from './inverses';
import type { GraphqlField, GraphqlModel, GraphqlType, DeclaredOperation } from './model';
import { GraphqlSchemaError, GENERATED_SOURCE, placeOf, problem, type SchemaProblem } from './schema-error';

type Declaration = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;
type NamedDefinition = Declaration | EnumTypeDefinitionNode | UnionTypeDefinitionNode | InputObjectTypeDefinitionNode;

/**
 * Reads a document in Dgraph's dialect of SDL.
 *
 * @param text types, interfaces, enums, unions, inputs, and `type Query` and `type Mutation` of custom operations
 * @throws GraphqlSchemaError with all faults
 */
export function readSdl(text: string): GraphqlModel {
  const problems: SchemaProblem[] = [];
  const authorization = readAuthorization(text, problems);
  const secrets = readSecrets(text, problems);
  if (problems.length > 0) throw new GraphqlSchemaError(problems);
  const model = { ...readDocument(parseSdl(text)), secrets };
  return authorization ? { ...model, authorization } : model;
}

/**
 * Reads a parsed document, without its comments.
 *
 * @param kindBeyond returns the kind of a type that is defined elsewhere
 * @throws GraphqlSchemaError
 */
export function readDocument(
  document: DocumentNode,
  kindBeyond: (name: string) => Kind | undefined = () => undefined,
): GraphqlModel {
  const { definitions, problems } = definitionsOf(document);
  const declarations = new Map<string, Declaration>();
  for (const node of definitions) {
    if (isDeclaration(node)) declarations.set(node.name.value, node);
  }
  const kinds = new Map(definitions.map((node) => [node.name.value, node.kind]));
  const kindOf = (name: string) => kinds.get(name) ?? kindBeyond(name);
  const types = new Map<string, GraphqlType>();
  for (const node of definitions) {
    if (isDeclaration(node) && !isRoot(node))
      types.set(node.name.value, readType(node, declarations, kindOf, problems));
  }
  const nodeOf = (type: string, field: string) =>
    declarations.get(type)?.fields?.find(({ name }) => name.value === field);
  invert(types, nodeOf, problems);
  if (problems.length > 0) throw new GraphqlSchemaError(problems);
  return {
    order: definitions.filter((node) => !isRoot(node)).map((node) => node.name.value),
    types,
    enums: new Map(
      definitions.filter(isKind(Kind.ENUM_TYPE_DEFINITION)).map((node) => [node.name.value, readEnum(node)]),
    ),
    unions: new Map(
      definitions.filter(isKind(Kind.UNION_TYPE_DEFINITION)).map((node) => [node.name.value, readUnion(node)]),
    ),
    inputs: new Map(
      definitions.filter(isKind(Kind.INPUT_OBJECT_TYPE_DEFINITION)).map((node) => [node.name.value, readInput(node)]),
    ),
    queries: readOperations(declarations.get('Query')),
    mutations: readOperations(declarations.get('Mutation')),
    implementations: implementationsOf(types),
    secrets: new Map(),
    hasServices: [...types.values()].some(({ fields }) => fields.some(({ source }) => source)),
  };
}

function definitionsOf(document: DocumentNode): { definitions: NamedDefinition[]; problems: SchemaProblem[] } {
  const problems: SchemaProblem[] = [];
  const definitions = new Map<string, NamedDefinition>();
  for (const node of document.definitions) {
    // Definitions of unknown directives are ignored.
    if (node.kind === Kind.DIRECTIVE_DEFINITION) continue;
    if (!('name' in node) || !node.name || !isNamed(node)) {
      const subject = node.kind === Kind.SCALAR_TYPE_DEFINITION ? 'scalars' : 'this';
      problems.push(
        problem(`${subject} cannot be defined: only types, interfaces, enums, unions and inputs can`, node),
      );
    } else if (definitions.has(node.name.value)) {
      problems.push(problem(`${node.name.value} is defined more than once`, node));
    } else {
      definitions.set(node.name.value, node);
    }
  }
  return { definitions: [...definitions.values()], problems };
}

/** Refusal of values nested beyond the parser's stack. */
export const TOO_DEEP = 'it is nested too deeply to be read';

/** @throws GraphqlSchemaError for invalid SDL */
export function parseSdl(text: string): DocumentNode {
  try {
    const document = parse(text, { maxLexicalTokens: 2_000_000 });
    return { ...document, definitions: document.definitions.map(federated) };
  } catch (error) {
    if (error instanceof RangeError) throw new GraphqlSchemaError([{ message: TOO_DEEP, line: 0, column: 0 }]);
    if (!(error instanceof GraphQLError)) throw error;
    const [{ line, column } = { line: 0, column: 0 }] = error.locations ?? [];
    throw new GraphqlSchemaError([{ message: error.message, line, column }]);
  }
}

/**
 * Converts extensions to definitions: in Dgraph `extend type` declares a type of another federated service; for `Query`
 * and `Mutation` it adds fields.
 */
function federated(node: DefinitionNode): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_EXTENSION && node.kind !== Kind.INTERFACE_TYPE_EXTENSION) return node;
  const kind = node.kind === Kind.OBJECT_TYPE_EXTENSION ? Kind.OBJECT_TYPE_DEFINITION : Kind.INTERFACE_TYPE_DEFINITION;
  const definition = { ...node, kind } as Declaration;
  if (isRoot(definition) || directiveOf(node, 'extends')) return definition;
  const mark: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'extends' } };
  return { ...definition, directives: [...(node.directives ?? []), mark] };
}

const isNamed = (node: { readonly kind: Kind }): node is NamedDefinition =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION ||
  node.kind === Kind.INTERFACE_TYPE_DEFINITION ||
  node.kind === Kind.ENUM_TYPE_DEFINITION ||
  node.kind === Kind.UNION_TYPE_DEFINITION ||
  node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION;

const isDeclaration = (node: NamedDefinition): node is Declaration =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;

const isKind =
  <K extends NamedDefinition['kind']>(kind: K) =>
  (node: NamedDefinition): node is Extract<NamedDefinition, { kind: K }> =>
    node.kind === kind;

const isRoot = ({ name }: TypeDefinitionNode): boolean => name.value === 'Query' || name.value === 'Mutation';

function readType(
  node: Declaration,
  declarations: ReadonlyMap<string, Declaration>,
  kindOf: (name: string) => Kind | undefined,
  problems: SchemaProblem[],
): GraphqlType {
  const name = node.name.value;
  const interfaces = (node.interfaces ?? []).map((each) => each.name.value);
  const fields: GraphqlField[] = [];
  const fieldNames = new Set<string>();
  const add = (field: FieldDefinitionNode, owner: Declaration): void => {
    if (fieldNames.has(field.name.value)) {
      // An ID may come from several interfaces; a type may repeat a field of its interface.
      const isShared = field.type.kind === Kind.NON_NULL_TYPE || typeText(field.type) === 'ID';
      if (owner !== node && isShared) return;
      if (owner === node) return;
      problems.push(problem(`Field ${name}.${field.name.value} can only be defined once.`, field));
      return;
    }
    fieldNames.add(field.name.value);
    fields.push(readField(field, dgraphNameOf(owner), owner === node ? undefined : owner.name.value, kindOf, problems));
  };
  // Dgraph puts inherited fields before the type's own, those of the last interface first.
  for (const parent of [...interfaces].reverse()) {
    const declaration = declarations.get(parent);
    if (declaration?.kind !== Kind.INTERFACE_TYPE_DEFINITION) {
      problems.push(problem(`Undefined type ${parent}.`, node));
      continue;
    }
    for (const field of declaration.fields ?? []) add(field, declaration);
  }
  for (const field of node.fields ?? []) add(field, node);
  if (fields.length === 0) problems.push(problem(`type ${name} has no fields`, node));
  const secret = directiveOf(node, 'secret');
  const inherited = interfaces
    .map((parent) => declarations.get(parent))
    .find((parent) => parent && directiveOf(parent, 'secret'));
  return {
    kind: node.kind === Kind.OBJECT_TYPE_DEFINITION ? 'object' : 'interface',
    name,
    description: node.description?.value,
    directives:
      inherited && !secret
        ? [...printDirectives(node), print(directiveOf(inherited, 'secret')!)]
        : printDirectives(node),
    dgraphName: dgraphNameOf(node),
    interfaces,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    idField: fields.find((field) => field.type.name === 'ID' && !field.custom),
    xids: fields.filter((field) => field.id),
    password: secret ? passwordOf(node) : inherited && { ...passwordOf(inherited)!, declaredBy: inherited.name.value },
    remote: directiveOf(node, 'remote') !== undefined,
    generated: generatedBy(node),
    onMutate: notifiedMutations(node),
    place: placeOf(node.loc?.source.name === GENERATED_SOURCE ? directiveOf(node, 'auth') : node),
  };
}

function notifiedMutations(node: Declaration): ReadonlySet<string> | undefined {
  const directive = directiveOf(node, 'lambdaOnMutate');
  return directive && new Set(['add', 'update', 'delete'].filter((kind) => textArgument(directive, kind) === 'true'));
}

const dgraphNameOf = (node: Declaration): string =>
  textArgument(directiveOf(node, 'dgraph'), 'type') ?? node.name.value;

function passwordOf(node: Declaration): GraphqlType['password'] {
  const secret = directiveOf(node, 'secret');
  const name = textArgument(secret, 'field');
  if (name === undefined) return undefined;
  return { name, predicate: textArgument(secret, 'pred') ?? `${dgraphNameOf(node)}.${name}` };
}

const readEnum = (node: EnumTypeDefinitionNode) => ({
  name: node.name.value,
  description: node.description?.value,
  values: (node.values ?? []).map((value) => ({ name: value.name.value, description: value.description?.value })),
});

const readUnion = (node: UnionTypeDefinitionNode) => ({
  name: node.name.value,
  description: node.description?.value,
  directives: printDirectives(node),
  members: (node.types ?? []).map((member) => member.name.value),
});

const readInput = (node: InputObjectTypeDefinitionNode) => ({
  name: node.name.value,
  description: node.description?.value,
  directives: printDirectives(node),
  fields: (node.fields ?? []).map((field) => ({
    name: field.name.value,
    type: typeText(field.type),
    description: field.description?.value,
  })),
});

function readOperations(node: Declaration | undefined): DeclaredOperation[] {
  return (node?.fields ?? []).map((field) => ({
    name: field.name.value,
    arguments: (field.arguments ?? []).map((each) => ({ name: each.name.value, type: typeText(each.type) })),
    type: typeText(field.type),
    description: field.description?.value,
    directives: printDirectives(field),
    subscription: directiveOf(field, 'withSubscription') !== undefined,
    source: readSource(field),
  }));
}

function implementationsOf(types: ReadonlyMap<string, GraphqlType>): Map<string, string[]> {
  const implementations = new Map<string, string[]>();
  for (const type of types.values()) {
    for (const parent of type.interfaces) {
      const list = implementations.get(parent);
      if (list) list.push(type.name);
      else implementations.set(parent, [type.name]);
    }
  }
  return implementations;
}
