/** Types as introspection shows them. */
import {
  GraphQLID,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLDirective,
  type GraphQLNamedType,
} from 'graphql';
import type { DefinedField, Definition } from '../api/definitions';
import type { ApiOnDemand, Root } from '../api/on-demand';
import type { SharedInputs } from '../api/shared-inputs';
import { ShownClasses } from '../api/shown-classes';
import { commonSchema } from '../request/schema';

type Kind = 'SCALAR' | 'OBJECT' | 'INTERFACE' | 'UNION' | 'ENUM' | 'INPUT_OBJECT';

export interface ShownInput {
  readonly name: string;
  readonly description?: string | undefined;
  readonly type: string;
  readonly defaultValue?: string;
}

export interface ShownField {
  readonly name: string;
  readonly description?: string | undefined;
  readonly args: readonly ShownInput[];
  readonly type: string;
  readonly deprecationReason?: string | undefined;
}

export interface ShownType {
  readonly kind: Kind;
  readonly name: string;
  readonly description?: string | undefined;
  readonly specifiedByURL?: string | undefined;
  readonly fields?: Iterable<ShownField>;
  /** Long in deep hierarchies, hence a method. */
  readonly interfaces?: () => readonly string[];
  readonly possibleTypes?: () => readonly string[];
  readonly enumValues?: readonly { readonly name: string; readonly description?: string | undefined }[];
  readonly inputFields?: readonly ShownInput[];
}

export interface ShownDirective {
  readonly name: string;
  readonly description?: string | undefined;
  readonly isRepeatable: boolean;
  readonly locations: readonly string[];
  readonly args: readonly ShownInput[];
}

const ROOTS: readonly Root[] = ['Query', 'Mutation', 'Subscription'];
const DEPRECATED = /^@deprecated(?:\(reason: ("(?:[^"\\]|\\.)*")\))?$/s;
const NO_REASON = 'No longer supported';
/** Endings of names of generated types. */
const OBJECTS = ['Payload', 'AggregateResult'];
const ENUMS = ['HasFilter', 'Orderable', 'Embedding'];
const NONE = (): readonly string[] => [];
const NO_ARGUMENTS: readonly ShownInput[] = [];

/** Introspection's view of an API. */
export class ShownApi {
  private readonly api: ApiOnDemand;
  private readonly classes: ShownClasses;
  private readonly inputs: SharedInputs;
  /** Classes share the fields of their properties. */
  private readonly fields = new WeakMap<DefinedField, ShownField>();
  private readonly plainFields = new Map<string, ShownField>();
  private readonly plainInputs = new Map<string, ShownInput>();
  private readonly argumentLists = new Map<string, readonly ShownInput[]>();
  private readonly common = new Map(
    [GraphQLID, ...Object.values(commonSchema().getTypeMap())].map((type): [string, ShownType] => [
      type.name,
      commonType(type),
    ]),
  );

  constructor({ shown, inputs }: ApiOnDemand) {
    this.api = shown;
    this.inputs = inputs;
    this.classes = new ShownClasses(shown.model);
  }

  /** Name of a root type; undefined if it has no fields. */
  root(root: Root): string | undefined {
    return this.api.hasOperations(root) ? root : undefined;
  }

  get directives(): readonly ShownDirective[] {
    return commonSchema().getDirectives().map(commonDirective);
  }

  type(name: string): ShownType | undefined {
    const common = this.common.get(name);
    if (common) return common;
    const root = ROOTS.find((each) => each === name && this.root(each) !== undefined);
    if (root) return this.rootType(root);
    const shownClass = this.classes.classOf(name);
    const definition = this.api.get(shownClass ?? this.inputs.shownName(name));
    if (!definition) return undefined;
    return shownClass === undefined ? this.defined(definition) : this.interface(definition, name);
  }

  /** Counts the pairs of a class and a class above it, until there are more than a limit. */
  pairCount(limit: number): number {
    return this.api.model.classes?.pairCount(limit) ?? 0;
  }

  /** Reads the classes, one after each call: the first request of a schema makes their fields. */
  *prepare(): Generator<void> {
    const { types, common } = this.api.model;
    if (common === undefined) return;
    for (const { fields } of types.values()) if (fields.length > 0) yield;
  }

  /** All types, each once. */
  *types(): Generator<ShownType> {
    for (const root of ROOTS) if (this.root(root) !== undefined) yield this.rootType(root);
    yield* this.common.values();
    // Filters of several searches belong to many types.
    const shared = new Set<string>();
    for (const definition of this.api.all()) {
      const { name, kind } = definition;
      if (kind !== 'type' && this.inputs.shownName(name) !== name) continue;
      if (kind === 'input' && name.includes('_')) {
        if (shared.has(name)) continue;
        shared.add(name);
      }
      yield this.defined(definition);
      const shown = this.classes.interfaceOf(name);
      if (shown !== undefined) yield this.interface(definition, shown);
    }
  }

  /** Kind of the type of a name, for references. */
  kindOf(name: string): Kind {
    const common = this.common.get(name);
    if (common) return common.kind;
    const { types, unions, enums, inputs } = this.api.model;
    const type = types.get(name);
    if (type) return type.kind === 'object' ? 'OBJECT' : 'INTERFACE';
    if (unions.has(name)) return 'UNION';
    if (enums.has(name)) return 'ENUM';
    if (inputs.has(name)) return 'INPUT_OBJECT';
    if (this.classes.classOf(name) !== undefined) return 'INTERFACE';
    if ((ROOTS as readonly string[]).includes(name) || OBJECTS.some((ending) => name.endsWith(ending))) return 'OBJECT';
    if (ENUMS.some((ending) => name.endsWith(ending))) return 'ENUM';
    return name.endsWith('Type') && unions.has(name.slice(0, -4)) ? 'ENUM' : 'INPUT_OBJECT';
  }

  private rootType(root: Root): ShownType {
    const { api } = this;
    const fieldOf = (field: DefinedField): ShownField => this.field(field);
    const fields = {
      *[Symbol.iterator]() {
        for (const each of api.allOperations(root)) yield fieldOf(each);
      },
    };
    return { kind: 'OBJECT', name: root, fields, interfaces: NONE };
  }

  private defined({ kind, name, description, fields, interfaces = [], members = [] }: Definition): ShownType {
    switch (kind) {
      case 'type':
        return {
          kind: 'OBJECT',
          name,
          description,
          fields: fields.map((each) => this.field(each)),
          interfaces: () => [...interfaces, ...this.classes.interfacesOf(name)],
        };
      case 'interface':
        return {
          kind: 'INTERFACE',
          name,
          description,
          fields: fields.map((each) => this.field(each)),
          interfaces: NONE,
          possibleTypes: () => this.api.model.implementations.get(name) ?? [],
        };
      case 'union':
        return { kind: 'UNION', name, description, possibleTypes: () => this.classes.possibleTypes(name) };
      case 'enum':
        return { kind: 'ENUM', name, description, enumValues: members };
      case 'input':
        return { kind: 'INPUT_OBJECT', name, description, inputFields: fields.map((each) => this.input(each)) };
    }
  }

  /** Interface of a class: the fields that all its subclasses have. */
  private interface({ name: className, fields }: Definition, name: string): ShownType {
    const shared = this.classes.sharedFields(className);
    const isShared = (field: string) => shared.has(field) || shared.has(field.replace(/Aggregate$/, ''));
    return {
      kind: 'INTERFACE',
      name,
      description: `Nodes of ${className} and of the classes below.`,
      fields: fields.filter((each) => isShared(each.name)).map((each) => this.undescribed(each)),
      interfaces: NONE,
      possibleTypes: () => this.classes.possibleTypes(className),
    };
  }

  /** Inputs that look alike are one object, so that their JSON is written once. */
  private input(input: ShownInput): ShownInput {
    const type = this.inputs.shownType(input.type);
    if (input.description !== undefined) return { ...input, type };
    const key = `${input.name}:${type}`;
    let shown = this.plainInputs.get(key);
    if (!shown) this.plainInputs.set(key, (shown = { name: input.name, type }));
    return shown;
  }

  /** Likewise for lists of arguments. */
  private arguments(args: DefinedField['arguments']): readonly ShownInput[] {
    if (args.length === 0) return NO_ARGUMENTS;
    const key = args.map(({ name, type }) => `${name}:${this.inputs.shownType(type)}`).join();
    let shown = this.argumentLists.get(key);
    if (!shown) this.argumentLists.set(key, (shown = args.map((each) => this.input(each))));
    return shown;
  }

  private field(field: DefinedField): ShownField {
    let shown = this.fields.get(field);
    if (!shown) this.fields.set(field, (shown = this.shownField(field)));
    return shown;
  }

  private undescribed(field: DefinedField): ShownField {
    return field.description === undefined ? this.field(field) : this.shownField({ ...field, description: undefined });
  }

  private shownField(field: DefinedField): ShownField {
    const { name, description, arguments: args, type, directives = [] } = field;
    if (description === undefined && args.length === 0 && directives.length === 0) return this.plainField(field);
    const deprecated = directives.map((each) => DEPRECATED.exec(each)).find((each) => each !== null);
    const reason = deprecated && (deprecated[1] === undefined ? NO_REASON : (JSON.parse(deprecated[1]) as string));
    const shown = { name, description, args: this.arguments(args), type: this.classes.output(type) };
    return reason ? { ...shown, deprecationReason: reason } : shown;
  }

  /** Likewise for fields with a name and a type only. */
  private plainField({ name, type }: DefinedField): ShownField {
    const shownType = this.classes.output(type);
    const key = `${name}:${shownType}`;
    let shown = this.plainFields.get(key);
    if (!shown) this.plainFields.set(key, (shown = { name, args: NO_ARGUMENTS, type: shownType }));
    return shown;
  }
}

const inputOf = ({ name, description, type, defaultValue }: GraphQLArgument): ShownInput => ({
  name,
  description: description ?? undefined,
  type: String(type),
  // Only Booleans of introspection have default values.
  ...(defaultValue !== undefined && { defaultValue: JSON.stringify(defaultValue) }),
});

const commonDirective = (directive: GraphQLDirective): ShownDirective => ({
  name: directive.name,
  description: directive.description ?? undefined,
  isRepeatable: directive.isRepeatable,
  locations: directive.locations,
  args: directive.args.map(inputOf),
});

function commonType(type: GraphQLNamedType): ShownType {
  const common = { name: type.name, description: type.description ?? undefined };
  if (isScalarType(type)) return { kind: 'SCALAR', ...common, specifiedByURL: type.specifiedByURL ?? undefined };
  if (isEnumType(type)) {
    const enumValues = type
      .getValues()
      .map(({ name, description }) => ({ name, description: description ?? undefined }));
    return { kind: 'ENUM', ...common, enumValues };
  }
  if (isInputObjectType(type)) {
    const inputFields = Object.values(type.getFields()).map(inputOf);
    return { kind: 'INPUT_OBJECT', ...common, inputFields };
  }
  if (!isObjectType(type)) throw new Error(`${type.name} is not a common type`);
  const fields = Object.values(type.getFields()).map((each): ShownField => ({
    name: each.name,
    description: each.description ?? undefined,
    args: each.args.map(inputOf),
    type: String(each.type),
  }));
  return { kind: 'OBJECT', ...common, fields, interfaces: NONE };
}
