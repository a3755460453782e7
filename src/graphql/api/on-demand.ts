/** Definitions of a generated API, made on demand. A large ontology has a hundred thousand; a request uses a few. */
import { STORED_AS } from '../sdl/scalars';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { addDefinition, addGenerated, addOperationsOf, completeApi } from './complete';
import { SharedInputs } from './shared-inputs';
import { shownModel } from './shown-model';
import { field, type Api, type DefinedField, type Definition } from './definitions';
import { FILTER_FIELDS } from './extras';
import { isReadOnlyLanguage, isReverse } from './shared';

export type Root = 'Query' | 'Mutation' | 'Subscription';

type Operations = Readonly<Record<Root, readonly DefinedField[]>>;

const AFFIXES = /^(?:Add|Update|Delete)(.+)(?:Input|Payload)$/;
const SUFFIXES = ['Ref', 'Patch', 'Filter', 'HasFilter', 'Order', 'Orderable', 'AggregateResult', 'Embedding', 'Type'];
const PREFIXES = ['querySimilar', 'query', 'get', 'aggregate', 'check', 'add', 'update', 'delete'];
const ENDINGS = ['ById', 'ByEmbedding', 'Password'];

/** Maximum owners whose operations are kept, about a kilobyte each. */
const MAX_LISTED = 4_000;

/** Definitions of a type and its operations. */
interface Part {
  readonly definitions: readonly Definition[];
  readonly operations: Operations;
}

export class ApiOnDemand {
  private readonly definitions = new Map<string, Definition>();
  private readonly operations = new Map<string, Operations>();
  /** Operations alone, of the first owners: a list of one root is followed by those of the others. */
  private readonly listed = new Map<string, Operations>();
  /** Complete API, for models with possibly empty inputs: pruning them needs all definitions. */
  private readonly completed: Api | undefined;
  private shownApi?: ApiOnDemand;
  private sharedInputs?: SharedInputs;

  constructor(readonly model: GraphqlModel) {
    if ([...model.types.values()].every(hasValues)) return;
    this.completed = completeApi(model);
    for (const [name, definition] of this.completed.definitions) this.definitions.set(name, definition);
  }

  /** Names of the model's own definitions. All others are generated from one of them. */
  get owners(): readonly string[] {
    return this.model.order;
  }

  /** API as introspection shows it: without fields of the common type on classes. */
  get shown(): ApiOnDemand {
    return (this.shownApi ??= this.model.common === undefined ? this : new ApiOnDemand(shownModel(this.model)));
  }

  get inputs(): SharedInputs {
    return (this.sharedInputs ??= new SharedInputs(this.shown.model));
  }

  get(name: string): Definition | undefined {
    if (this.completed) return this.definitions.get(name);
    for (const owner of this.ownersOf(name)) {
      this.loaded(owner);
      const definition = this.definitions.get(name);
      if (definition) return definition;
    }
    return this.definitions.get(name) ?? this.combined(name) ?? this.ofEnum(name);
  }

  /**
   * Makes all definitions, owner by owner, without caching. The filter of a field with several searches is repeated for
   * each of its types.
   */
  *all(): Generator<Definition> {
    if (this.completed) yield* this.completed.definitions.values();
    else for (const owner of this.owners) yield* this.partOf(owner).definitions;
  }

  /** Field of a root type. */
  operation(root: Root, name: string): DefinedField | undefined {
    const isNamed = (each: DefinedField) => each.name === name;
    const declared = this.declared(root).find(isNamed);
    if (declared ?? this.completed) return declared;
    for (const owner of this.typesOf(name)) {
      const operation = this.loaded(owner)[root].find(isNamed);
      if (operation) return operation;
    }
    return undefined;
  }

  hasOperations(root: Root): boolean {
    if (this.declared(root).length > 0) return true;
    return !this.completed && this.owners.some((owner) => this.loaded(owner)[root].length > 0);
  }

  /** All fields of a root type. */
  *allOperations(root: Root): Generator<DefinedField> {
    yield* this.declared(root);
    if (this.completed) return;
    for (const owner of this.owners) yield* this.listedOf(owner)[root];
  }

  private listedOf(owner: string): Operations {
    const existing = this.listed.get(owner);
    if (existing) return existing;
    const api = emptyApi();
    addOperationsOf(owner, this.model, api);
    const operations = operationsOf(api);
    if (this.listed.size < MAX_LISTED) this.listed.set(owner, operations);
    return operations;
  }

  private declared(root: Root): readonly DefinedField[] {
    const { queries, mutations, subscriptions } = this.completed ?? {
      ...this.model,
      subscriptions: this.model.queries.filter(({ subscription }) => subscription),
    };
    return root === 'Query' ? queries : root === 'Mutation' ? mutations : subscriptions;
  }

  private *ownersOf(name: string): Generator<string> {
    const { types, unions, enums, inputs } = this.model;
    const isOwner = (each: string) => types.has(each) || unions.has(each) || enums.has(each) || inputs.has(each);
    if (isOwner(name)) yield name;
    for (const suffix of SUFFIXES) {
      const base = name.endsWith(suffix) ? name.slice(0, -suffix.length) : '';
      if (isOwner(base)) yield base;
    }
    const base = AFFIXES.exec(name)?.[1] ?? '';
    if (isOwner(base)) yield base;
  }

  private *typesOf(operation: string): Generator<string> {
    for (const prefix of PREFIXES) {
      if (!operation.startsWith(prefix)) continue;
      const rest = operation.slice(prefix.length);
      for (const ending of ['', ...ENDINGS]) {
        const base = rest.endsWith(ending) ? rest.slice(0, rest.length - ending.length) : '';
        if (this.model.types.has(base)) yield base;
      }
    }
  }

  private loaded(owner: string): Operations {
    const existing = this.operations.get(owner);
    if (existing) return existing;
    const { definitions, operations } = this.partOf(owner);
    for (const each of definitions) this.definitions.set(each.name, each);
    this.operations.set(owner, operations);
    return operations;
  }

  private partOf(owner: string): Part {
    const api = emptyApi();
    addDefinition(owner, this.model, api);
    addGenerated(owner, this.model, api);
    return { definitions: [...api.definitions.values()], operations: operationsOf(api) };
  }

  /** Filter of a field with several searches. */
  private combined(name: string): Definition | undefined {
    const parts = name.split('_').map((part) => FILTER_FIELDS[part]);
    if (parts.length < 2) return undefined;
    const fields = parts.flatMap((part) => part?.map(([each, type]) => field(each, type)) ?? []);
    return parts.includes(undefined) ? undefined : { kind: 'input', name, fields };
  }

  /** Filter of an enum, defined with the types that have a field of it. */
  private ofEnum(name: string): Definition | undefined {
    if (![...this.model.enums.keys()].some((each) => name.includes(each))) return undefined;
    for (const { name: owner, hasOntologyFields } of this.model.types.values())
      if (!hasOntologyFields) this.loaded(owner);
    return this.definitions.get(name);
  }
}

const emptyApi = (): Api => ({ definitions: new Map(), queries: [], mutations: [], subscriptions: [] });
const operationsOf = ({ queries, mutations, subscriptions }: Api): Operations => ({
  Query: queries,
  Mutation: mutations,
  Subscription: subscriptions,
});

/** True if all inputs of the type have a field. */
function hasValues(type: GraphqlType): boolean {
  if (type.hasOntologyFields || type.remote) return true;
  return type.fields.some(
    (each) =>
      each.type.name !== 'ID' &&
      STORED_AS.has(each.type.name) &&
      !each.custom &&
      !isReverse(each) &&
      !isReadOnlyLanguage(each),
  );
}
