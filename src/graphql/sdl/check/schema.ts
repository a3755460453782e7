/** SDL document in the form that its checks use. */
import {
  Kind,
  type ASTNode,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { directiveOf } from '../directives';
import { STORED_AS } from '../scalars';
import { problem, type SchemaProblem } from '../schema-error';

export type Declaration = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;

export const isDeclaration = (node: ASTNode): node is Declaration =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;

export const isRoot = ({ name }: TypeDefinitionNode): boolean => name.value === 'Query' || name.value === 'Mutation';

export class CheckedSchema {
  readonly problems: SchemaProblem[] = [];
  /** By name; the first definition of each. */
  readonly types = new Map<string, TypeDefinitionNode>();
  readonly declarations: readonly Declaration[];

  constructor({ definitions }: DocumentNode) {
    for (const node of definitions) {
      if (node.kind.endsWith('TypeDefinition') && 'name' in node && node.name && !this.types.has(node.name.value)) {
        this.types.set(node.name.value, node as TypeDefinitionNode);
      }
    }
    this.declarations = [...this.types.values()].filter(isDeclaration);
  }

  refuse(message: string, node: ASTNode): void {
    this.problems.push(problem(message, node));
  }

  kindOf(name: string): Kind | undefined {
    return this.types.get(name)?.kind;
  }

  isEnum(name: string): boolean {
    return this.kindOf(name) === Kind.ENUM_TYPE_DEFINITION;
  }

  /** Declared and inherited fields of a type. */
  fieldsOf(type: Declaration): readonly FieldDefinitionNode[] {
    const inherited = this.interfacesOf(type).flatMap(({ fields = [] }) => fields);
    const fields = new Map<string, FieldDefinitionNode>();
    for (const field of [...(type.fields ?? []), ...inherited]) {
      if (!fields.has(field.name.value)) fields.set(field.name.value, field);
    }
    return [...fields.values()];
  }

  fieldOf(type: Declaration, name: string): FieldDefinitionNode | undefined {
    return this.fieldsOf(type).find((field) => field.name.value === name);
  }

  interfacesOf(type: Declaration): readonly Declaration[] {
    return (type.interfaces ?? []).flatMap(({ name }) => {
      const node = this.types.get(name.value);
      return node && isDeclaration(node) ? [node] : [];
    });
  }
}

const namedType = (type: TypeNode): NamedTypeNode => (type.kind === Kind.NAMED_TYPE ? type : namedType(type.type));

export const typeName = ({ type }: FieldDefinitionNode): string => namedType(type).name.value;

export const isList = ({ type }: FieldDefinitionNode): boolean =>
  type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && type.type.kind === Kind.LIST_TYPE);

export const isRequired = ({ type }: { readonly type: TypeNode }): boolean => type.kind === Kind.NON_NULL_TYPE;

export const isScalar = (name: string): boolean => STORED_AS.has(name);

/** True if the value comes from a service. */
export const isServed = (field: FieldDefinitionNode): boolean =>
  directiveOf(field, 'custom') !== undefined || directiveOf(field, 'lambda') !== undefined;

export const isRemote = (node: { readonly directives?: readonly ConstDirectiveNode[] }): boolean =>
  directiveOf(node, 'remote') !== undefined;

/** True for the node's `ID`, which Dgraph assigns. */
export const isId = (field: FieldDefinitionNode): boolean => typeName(field) === 'ID';

/** True for words that no type, field or predicate may have as name. */
export const isReserved = (name: string): boolean =>
  STORED_AS.has(name) || /^(?:Query|Mutation|Subscription|uid|as)$/.test(name) || name.toLowerCase() === 'as';
