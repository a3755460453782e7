/**
 * Answers of introspection, written as JSON. For an ontology of a thousand classes the answer has about 20 MB.
 * Recurring parts, such as references to types, are written once, and the work is done in slices.
 */
import { RequestFailure } from '../request/failure';
import type { Selection } from '../request/selection';
import type { ShownApi, ShownDirective, ShownField, ShownInput, ShownType } from './types';

/** Maximum milliseconds of a slice, after which other work has its turn. */
const SLICE_MS = 15;
/** Maximum characters of an answer. */
const MAX_CHARACTERS = 400_000_000;

/** Type of the shortest reference. */
const SHORT_NAME = 'ID';

const tooLarge = (): RequestFailure =>
  RequestFailure.of('the schema is too large to be answered as a whole; ask for single types with __type');

type Selections = readonly Selection[];
type Value = string | undefined;

const PLAIN = /^[\w ,.:;()-]*$/;
const text = (value: string | undefined): string =>
  value === undefined ? 'null' : PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);

export class IntrospectionWriter {
  /** References by selections and type: `[Dog!]`. */
  private readonly references = new Map<Selections, Map<string, string>>();
  private readonly inputs = new Map<Selections, Map<ShownInput, string>>();
  private readonly fields = new Map<Selections, Map<ShownField, string>>();
  private readonly argumentLists = new Map<Selections, Map<readonly ShownInput[], string>>();
  private sliceStart = Date.now();
  private length = 0;

  constructor(private readonly shown: ShownApi) {}

  /** @returns JSON of `__schema` or `__type` @throws RequestFailure for an answer that is too large */
  async root({ name, args, children }: Selection): Promise<string> {
    if (name === '__schema') return this.schema(children);
    const { name: typeName } = args;
    const type = typeof typeName === 'string' ? this.shown.type(typeName) : undefined;
    return type ? this.type(type, children) : 'null';
  }

  private async schema(selections: Selections): Promise<string> {
    let json = '{';
    for (const { key, name, children } of selections) {
      json += `${json === '{' ? '' : ','}${JSON.stringify(key)}:`;
      // Added without a join, which would copy hundreds of megabytes once more.
      json += name === 'types' ? `[${(await this.types(children)).join(',')}]` : this.schemaField(name, children);
    }
    return `${json}}`;
  }

  private schemaField(name: string, children: Selections): string {
    switch (name) {
      case 'queryType':
        return this.named(this.shown.root('Query'), children);
      case 'mutationType':
        return this.named(this.shown.root('Mutation'), children);
      case 'subscriptionType':
        return this.named(this.shown.root('Subscription'), children);
      case 'directives':
        return `[${this.shown.directives.map((each) => this.directive(each, children)).join(',')}]`;
      default:
        return name === '__typename' ? '"__Schema"' : 'null';
    }
  }

  /** Refuses answers with too many references between classes before they are written: that would take minutes. */
  private refuseVast(selections: Selections): void {
    const lists = selections.filter(({ name }) => name === 'interfaces' || name === 'possibleTypes');
    const characters = lists.reduce((sum, { children }) => sum + this.reference(SHORT_NAME, children).length, 0);
    const limit = MAX_CHARACTERS / characters;
    if (lists.length > 0 && this.shown.pairCount(limit) > limit) throw tooLarge();
  }

  private async types(selections: Selections): Promise<string[]> {
    this.refuseVast(selections);
    const written: string[] = [];
    for (const _ of this.shown.prepare()) if (this.isSliceOver) await this.nextSlice();
    for (const type of this.shown.types()) {
      // Root types have several fields for each class.
      if (type.kind === 'OBJECT' && !Array.isArray(type.fields)) await this.prepareFields(type, selections);
      const json = this.type(type, selections);
      this.count(json);
      written.push(json);
      if (this.isSliceOver) await this.nextSlice();
    }
    return written;
  }

  private get isSliceOver(): boolean {
    return Date.now() - this.sliceStart >= SLICE_MS;
  }

  private async nextSlice(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.sliceStart = Date.now();
  }

  /** Writes the fields of a type in slices; they are joined afterwards. */
  private async prepareFields({ fields = [] }: ShownType, selections: Selections): Promise<void> {
    for (const { name, children } of selections) {
      if (name !== 'fields') continue;
      for (const each of fields) {
        this.field(each, children);
        if (this.isSliceOver) await this.nextSlice();
      }
    }
  }

  private count(json: string): void {
    this.length += json.length;
    if (this.length > MAX_CHARACTERS) throw tooLarge();
  }

  private type(type: ShownType, selections: Selections): string {
    return object(selections, '__Type', ({ name, args, children }): Value => {
      const all = (deprecated: boolean) => args['includeDeprecated'] === true || !deprecated;
      switch (name) {
        case 'kind':
          return `"${type.kind}"`;
        case 'name':
          return text(type.name);
        case 'description':
          return text(type.description);
        case 'specifiedByURL':
          return text(type.specifiedByURL);
        case 'isOneOf':
          return type.kind === 'INPUT_OBJECT' ? 'false' : 'null';
        case 'fields': {
          const isShown = (each: ShownField) => all(each.deprecationReason !== undefined);
          return list(type.fields, (each) => (isShown(each) ? this.field(each, children) : undefined));
        }
        case 'interfaces':
          return list(type.interfaces?.(), (each) => this.reference(each, children));
        case 'possibleTypes':
          return list(type.possibleTypes?.(), (each) => this.reference(each, children));
        case 'enumValues':
          return list(type.enumValues, (each) => enumValue(each, children));
        case 'inputFields':
          return list(type.inputFields, (each) => this.input(each, children));
        default:
          return 'null';
      }
    });
  }

  private field(field: ShownField, selections: Selections): string {
    const cached = memo(this.fields, selections, () => new Map<ShownField, string>());
    let json = cached.get(field);
    if (json === undefined) cached.set(field, (json = this.fieldOf(field, selections)));
    return json;
  }

  private fieldOf(field: ShownField, selections: Selections): string {
    return object(selections, '__Field', ({ name, children }): Value => {
      switch (name) {
        case 'name':
          return text(field.name);
        case 'description':
          return text(field.description);
        case 'args':
          return this.arguments(field.args, children);
        case 'type':
          return this.reference(field.type, children);
        case 'isDeprecated':
          return String(field.deprecationReason !== undefined);
        case 'deprecationReason':
          return text(field.deprecationReason);
        default:
          return undefined;
      }
    });
  }

  private arguments(args: readonly ShownInput[], selections: Selections): string {
    if (args.length === 0) return '[]';
    const cached = memo(this.argumentLists, selections, () => new Map<readonly ShownInput[], string>());
    let json = cached.get(args);
    if (json === undefined) {
      json = `[${args.map((each) => this.input(each, selections)).join(',')}]`;
      cached.set(args, json);
    }
    return json;
  }

  private input(input: ShownInput, selections: Selections): string {
    const cached = memo(this.inputs, selections, () => new Map<ShownInput, string>());
    let json = cached.get(input);
    if (json === undefined) cached.set(input, (json = this.inputOf(input, selections)));
    return json;
  }

  private inputOf(input: ShownInput, selections: Selections): string {
    return object(selections, '__InputValue', ({ name, children }): Value => {
      switch (name) {
        case 'name':
          return text(input.name);
        case 'description':
          return text(input.description);
        case 'type':
          return this.reference(input.type, children);
        case 'defaultValue':
          return text(input.defaultValue);
        case 'isDeprecated':
          return 'false';
        default:
          return 'null';
      }
    });
  }

  private directive(directive: ShownDirective, selections: Selections): string {
    return object(selections, '__Directive', ({ name, children }): Value => {
      switch (name) {
        case 'name':
          return text(directive.name);
        case 'description':
          return text(directive.description);
        case 'isRepeatable':
          return String(directive.isRepeatable);
        case 'locations':
          return JSON.stringify(directive.locations);
        case 'args':
          return `[${directive.args.map((each) => this.input(each, children)).join(',')}]`;
        default:
          return undefined;
      }
    });
  }

  /** `[Dog!]!` as nested types. */
  private reference(type: string, selections: Selections): string {
    const cached = memo(this.references, selections, () => new Map<string, string>());
    let json = cached.get(type);
    if (json === undefined) cached.set(type, (json = this.wrapped(type, selections)));
    return json;
  }

  private wrapped(type: string, selections: Selections): string {
    const kind = type.endsWith('!') ? 'NON_NULL' : type.startsWith('[') ? 'LIST' : undefined;
    if (kind === undefined) return this.named(type, selections);
    const inner = kind === 'LIST' ? type.slice(1, -1) : type.slice(0, -1);
    return object(selections, '__Type', ({ name, children }): Value => {
      if (name === 'kind') return `"${kind}"`;
      return name === 'ofType' ? this.reference(inner, children) : 'null';
    });
  }

  /** Named type in a reference. Most requests select only its name and kind. */
  private named(name: string | undefined, selections: Selections): string {
    if (name === undefined) return 'null';
    if (selections.every((each) => SHORT.has(each.name))) {
      return object(selections, '__Type', (each): Value => {
        if (each.name === 'kind') return `"${this.shown.kindOf(name)}"`;
        return each.name === 'name' ? text(name) : 'null';
      });
    }
    const type = this.shown.type(name);
    const json = type ? this.type(type, selections) : 'null';
    this.count(json);
    return json;
  }
}

/** Fields of a named type that are known without its definition. */
const SHORT: ReadonlySet<string> = new Set(['kind', 'name', 'ofType', '__typename']);

function memo<Cache>(caches: Map<Selections, Cache>, selections: Selections, empty: () => Cache): Cache {
  let cache = caches.get(selections);
  if (!cache) caches.set(selections, (cache = empty()));
  return cache;
}

/** Prints a list without the items that are not written. */
function list<T>(items: Iterable<T> | undefined, write: (item: T) => Value): string {
  if (items === undefined) return 'null';
  const written: string[] = [];
  for (const item of items) {
    const json = write(item);
    if (json !== undefined) written.push(json);
  }
  return `[${written.join(',')}]`;
}

const enumValue = (
  value: { readonly name: string; readonly description?: string | undefined },
  selections: Selections,
) =>
  object(selections, '__EnumValue', ({ name }): Value => {
    switch (name) {
      case 'name':
        return text(value.name);
      case 'description':
        return text(value.description);
      case 'isDeprecated':
        return 'false';
      default:
        return 'null';
    }
  });

/** Joins the members, since parts of a concatenated text stay in memory as objects of their own. */
function object(selections: Selections, typename: string, valueOf: (selection: Selection) => Value): string {
  const parts: string[] = [];
  for (const selection of selections) {
    const value = selection.name === '__typename' ? `"${typename}"` : (valueOf(selection) ?? 'null');
    parts.push(parts.length > 0 ? ',"' : '{"', selection.key, '":', value);
  }
  parts.push(parts.length > 0 ? '}' : '{}');
  return parts.join('');
}
