/**
 * Operation → selections: spreads fragments, evaluates `@skip` and `@include`, coerces arguments, merges equal fields.
 */
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Classes, TypeReference } from '../sdl/model';
import { RequestFailure, type Location } from './failure';
import type { Selection } from './selection';
import { noSuchField } from './validate';
import { isList, literalValue, type Value, type ValueObject, type Variables } from './values';

/** Fields of one name and type, for the same nodes. */
interface Group {
  readonly fields: FieldNode[];
  readonly parent: GraphQLCompositeType;
  readonly only?: ReadonlySet<string>;
  readonly within: ClassConditions;
}

/** Conditions of the enclosing fragments, for nodes in several classes. */
type ClassConditions = readonly ReadonlySet<string>[];

const TYPENAME: TypeReference = { name: 'String', list: false, nonNull: true, elementNonNull: false };

/** @throws RequestFailure if `@cascade` names an unknown field by a variable */
export function collectOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  classes?: Classes,
): readonly Selection[] {
  const root = schema.getRootType(operation.operation)!;
  return new Collector(schema, document, variables, classes).collect([operation.selectionSet], root);
}

class Collector {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly possibleTypes = new Map<string, ReadonlySet<string>>();
  private count = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly variables: Variables,
    private readonly classes: Classes | undefined,
  ) {
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(node.name.value, node);
    }
  }

  collect(sets: readonly SelectionSetNode[], parent: GraphQLCompositeType): Selection[] {
    const groups = new Map<string, Group>();
    // In a union of classes, fragments are conditions on nodes, as in a class.
    const only = isAbstractType(parent) && !this.classes?.has(parent.name) ? this.possible(parent) : undefined;
    for (const set of sets) this.gather(set, parent, parent, only, [], groups);
    const possibleCount = only?.size;
    return [...groups.values()].map((group) => this.selection(group, group.only?.size === possibleCount));
  }

  /** @param only the object types to which the set applies */
  private gather(
    set: SelectionSetNode,
    parent: GraphQLCompositeType,
    declaring: GraphQLCompositeType,
    only: ReadonlySet<string> | undefined,
    within: ClassConditions,
    groups: Map<string, Group>,
  ): void {
    for (const node of set.selections) {
      if (!this.included(node.directives)) continue;
      if (node.kind === Kind.FIELD) {
        const key =
          `${node.alias?.value ?? node.name.value} ${declaring.name} ${only ? [...only].sort().join(' ') : ''} ` +
          within.map((each) => [...each].join(' ')).join('|');
        const group = groups.get(key);
        if (group) group.fields.push(node);
        else groups.set(key, { fields: [node], parent: declaring, only, within });
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(node.name.value) : node;
      if (!fragment) continue;
      const name = fragment.typeCondition?.name.value;
      const type = name === undefined ? declaring : this.schema.getType(name);
      if (!type || !isCompositeType(type)) continue;
      const above = this.classes?.get(declaring.name);
      const below = this.classes?.get(type.name);
      if (above && below) {
        const isSure = below.has(declaring.name);
        this.gather(fragment.selectionSet, parent, type, only, isSure ? within : [...within, below], groups);
        continue;
      }
      if (only === undefined) {
        // Within an object type, a fragment on one of its interfaces selects the object's own fields.
        const applies = type === parent || (isAbstractType(type) && this.possible(type).has(parent.name));
        if (applies) this.gather(fragment.selectionSet, parent, parent, undefined, within, groups);
        continue;
      }
      const possible = this.possible(type);
      const narrowed = new Set([...only].filter((each) => possible.has(each)));
      if (narrowed.size > 0) this.gather(fragment.selectionSet, parent, type, narrowed, within, groups);
    }
  }

  private selection({ fields, parent, only, within }: Group, forAll: boolean): Selection {
    const node = fields[0]!;
    const name = node.name.value;
    const { line, column } = node.loc!.startToken;
    const common = {
      name,
      key: node.alias?.value ?? name,
      id: `n${this.count++}`,
      parent: parent.name,
      ...(!forAll && only && { only }),
      ...(within.length > 0 && { within }),
      location: { line, column },
    };
    const field = this.field(parent, name);
    if (!field) return { ...common, type: TYPENAME, args: {}, children: [] };
    const type = getNamedType(field.type);
    return {
      ...common,
      type: reference(field.type),
      args: this.args(node, field.args),
      cascade: this.cascade(node, type, common.location),
      children: isCompositeType(type)
        ? this.collect(
            fields.flatMap(({ selectionSet }) => selectionSet ?? []),
            type,
          )
        : [],
    };
  }

  /** Undefined for `__typename`. */
  private field(parent: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
    const meta = name === '__schema' ? SchemaMetaFieldDef : name === '__type' ? TypeMetaFieldDef : undefined;
    if (meta) return meta;
    return 'getFields' in parent && !name.startsWith('__') ? parent.getFields()[name] : undefined;
  }

  private args(node: FieldNode | DirectiveNode, defined: readonly GraphQLArgument[]): ValueObject {
    const entries: [string, Value][] = [];
    for (const { name, value } of node.arguments ?? []) {
      const type = defined.find((each) => each.name === name.value)!.type;
      if (value.kind === Kind.VARIABLE && !this.variables.has(value.name.value)) continue;
      entries.push([name.value, literalValue(value, type, this.variables)]);
    }
    return Object.fromEntries(entries);
  }

  private cascade(node: FieldNode, type: GraphQLOutputType, location: Location): readonly string[] | undefined {
    const directive = node.directives?.find(({ name }) => name.value === 'cascade');
    if (!directive) return undefined;
    const definition = this.schema.getDirective('cascade')!;
    const { fields } = this.args(directive, definition.args);
    const names = isList(fields) ? fields.filter((each) => typeof each === 'string') : [];
    const definedFields = 'getFields' in type ? type.getFields() : {};
    const unknown = names.find((name) => !Object.hasOwn(definedFields, name));
    if (unknown !== undefined) throw RequestFailure.of(noSuchField(unknown, String(type)), [location]);
    return names;
  }

  private included(directives: readonly DirectiveNode[] | undefined): boolean {
    return (directives ?? []).every((directive) => {
      const name = directive.name.value;
      if (name !== 'skip' && name !== 'include') return true;
      const { if: condition } = this.args(directive, this.schema.getDirective(name)!.args);
      return (condition === true) === (name === 'include');
    });
  }

  private possible(type: GraphQLCompositeType): ReadonlySet<string> {
    const cached = this.possibleTypes.get(type.name);
    if (cached) return cached;
    const types = isAbstractType(type) ? this.schema.getPossibleTypes(type) : [type];
    const possible = new Set(types.map(({ name }) => name));
    this.possibleTypes.set(type.name, possible);
    return possible;
  }
}

function reference(type: GraphQLOutputType): TypeReference {
  const nonNull = isNonNullType(type);
  const bare = nonNull ? type.ofType : type;
  const list = isListType(bare);
  const element = list ? (bare.ofType as GraphQLOutputType) : bare;
  return { name: getNamedType(type).name, list, nonNull, elementNonNull: list && isNonNullType(element) };
}
