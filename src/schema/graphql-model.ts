/** Model of an ontology's GraphQL API. Types and fields are made on demand. */
import { Kind } from 'graphql';
import {
  parseSdl,
  readDocument,
  type Classes,
  type GraphqlField,
  type GraphqlModel,
  type GraphqlType,
  type GraphqlUnion,
} from '../graphql/sdl';
import { THING, type CommonType, type CompiledGraphql } from './graphql';
import { graphqlClasses } from './graphql-classes';
import type { OntologySdl } from './graphql-sdl';
import type { CompiledSchema } from './compile';
import type { LoadedTerms } from '../ontology';
import { onceFor } from '../util/memo';

/** Makes the model of an ontology. */
export function ontologyModel(
  sdl: OntologySdl,
  graphql: CompiledGraphql,
  compiled: CompiledSchema,
  loaded: LoadedTerms,
): GraphqlModel & { readonly classes: Classes } {
  const { common } = graphql;
  const fields = new Fields(sdl, common);
  const types = new Map<string, GraphqlType>();
  for (const name of graphql.types.values()) types.set(name, new ClassType(name, sdl, fields, common));
  if (graphql.thing !== undefined) types.set(graphql.thing, new ClassType(graphql.thing, sdl, fields));
  if (common) types.set(common.type, commonType(common, fields));
  const unions = new Map(
    [...graphql.unions].map(([name, members]): [string, GraphqlUnion] => [name, { name, directives: [], members }]),
  );
  return {
    order: [...sdl.names, ...(common ? [common.type] : [])],
    types,
    unions,
    enums: new Map(),
    inputs: new Map(),
    queries: [],
    mutations: [],
    implementations: new Map(),
    classes: graphqlClasses({ types, unions }, loaded),
    entailing: new Set(compiled.predicates.filter(({ reverse }) => reverse).map(({ name }) => name)),
    ...(common && { common: common.type }),
    secrets: new Map(),
    hasServices: false,
  };
}

/** Fields of predicates, shared by all types. */
class Fields {
  private readonly plain = new Map<string, readonly GraphqlField[]>();
  private readonly described = new Map<string, readonly GraphqlField[]>();
  readonly id: GraphqlField;
  /** Fields of the common type, without `id` and `iri`. */
  readonly common: readonly GraphqlField[];
  /** Field of each class that leads to the common type. */
  readonly toCommon: GraphqlField | undefined;

  constructor(
    private readonly sdl: OntologySdl,
    common: CommonType | undefined,
  ) {
    [this.id] = this.read('id: ID!') as [GraphqlField];
    this.common = common?.predicates.flatMap((each) => this.of(each, true)) ?? [];
    this.toCommon = common && commonField(common);
  }

  of(predicate: string, isDescribed: boolean): readonly GraphqlField[] {
    const cache = isDescribed ? this.described : this.plain;
    let fields = cache.get(predicate);
    if (!fields) cache.set(predicate, (fields = this.read(this.sdl.linesOf(predicate, isDescribed).join(''))));
    return fields;
  }

  private read(lines: string): readonly GraphqlField[] {
    const kindOf = (name: string) => (this.sdl.has(name) ? Kind.OBJECT_TYPE_DEFINITION : undefined);
    return readDocument(parseSdl(`type T {\n${lines}}`), kindOf).types.get('T')!.fields;
  }
}

/** Field of a class that leads to the common type. */
const commonField = ({ type, field }: CommonType): GraphqlField => ({
  name: field,
  type: { name: type, list: false, nonNull: false, elementNonNull: false },
  directives: [],
  predicate: '',
  search: [],
  indexes: [],
  id: false,
  idInterface: false,
  custom: false,
  embedding: false,
  external: false,
  defaults: {},
  arguments: [],
  isCommon: true,
});

/**
 * Adds the field of the common type, and the fields of that type, to the classes among types that an extension extends.
 * A field of the extension with the same name takes precedence.
 */
export function withCommon(
  types: ReadonlyMap<string, GraphqlType>,
  { types: classes, common }: GraphqlModel,
): ReadonlyMap<string, GraphqlType> {
  if (common === undefined) return types;
  const commonFields = classes.get(common)!.byName;
  return new Map([...types].map(([name, type]) => [name, classes.get(name)?.ownFields ? extended(name, type) : type]));

  function extended(name: string, type: GraphqlType): GraphqlType {
    const isOwn = (each: GraphqlField) =>
      each.name === 'iri' || each.predicate !== commonFields.get(each.name)?.predicate;
    const toCommon = classes.get(name)!.ownFields!.filter((each) => each.isCommon && !type.byName.has(each.name));
    const ownFields = [...type.fields.filter(isOwn), ...toCommon];
    const added = [...toCommon, ...[...commonFields.values()].filter((each) => !type.byName.has(each.name))];
    const fields = [...type.fields, ...added];
    return { ...type, ownFields, fields, byName: new Map(fields.map((each) => [each.name, each])) };
  }
}

/** Common type: `id`, `iri`, and the properties of every class. No node has it. */
function commonType({ type: name, field }: CommonType, fields: Fields): GraphqlType {
  const id = { ...fields.id, predicate: `${COMMON_CLASS}.id` };
  const all = [id, ...fields.of('iri', false), ...fields.common];
  return {
    kind: 'object',
    name,
    description: `Properties that belong to every class. The field "${field}" of each class leads to them.`,
    directives: [],
    dgraphName: COMMON_CLASS,
    interfaces: [],
    fields: all,
    byName: new Map(all.map((each) => [each.name, each])),
    idField: id,
    xids: all.filter((each) => each.id),
    remote: false,
    generated: NOTHING,
    hasOntologyFields: true,
    place: PLACE,
  };
}

const COMMON_CLASS = `${THING.class}.properties`;
const PLACE = { line: 0, column: 0 };

class ClassType implements GraphqlType {
  readonly kind = 'object';
  readonly interfaces: readonly string[] = [];
  readonly remote = false;
  readonly hasOntologyFields = true;
  readonly place = PLACE;
  readonly dgraphName: string;
  private own: readonly GraphqlField[] | undefined;
  private all: readonly GraphqlField[] | undefined;
  private named: ReadonlyMap<string, GraphqlField> | undefined;

  constructor(
    readonly name: string,
    private readonly sdl: OntologySdl,
    private readonly shared: Fields,
    private readonly common?: CommonType,
  ) {
    this.dgraphName = sdl.classOf(name).name;
  }

  get description(): string | undefined {
    return this.sdl.description(this.name);
  }

  get directives(): readonly string[] {
    return this.sdl.directives(this.name);
  }

  get generated(): GraphqlType['generated'] {
    return this.dgraphName === THING.class ? NOTHING : EVERYTHING;
  }

  get fields(): readonly GraphqlField[] {
    const { common, shared, withoutCommon } = this;
    return (this.all ??= common ? [...withoutCommon, ...shared.common] : withoutCommon);
  }

  get byName(): ReadonlyMap<string, GraphqlField> {
    return (this.named ??= new Map(this.fields.map((field) => [field.name, field])));
  }

  get idField(): GraphqlField | undefined {
    return this.withoutCommon[0];
  }

  get xids(): readonly GraphqlField[] {
    return this.withoutCommon.filter(({ id }) => id);
  }

  get ownFields(): readonly GraphqlField[] | undefined {
    return this.common && this.withoutCommon;
  }

  private get withoutCommon(): readonly GraphqlField[] {
    return (this.own ??= this.makeFields());
  }

  private makeFields(): readonly GraphqlField[] {
    const { name, sdl, shared, common } = this;
    const id = { ...shared.id, predicate: `${this.dgraphName}.id` };
    const predicates = common ? ownPredicates(sdl.classOf(name).fields, common) : sdl.classOf(name).fields;
    const fields = predicates.flatMap((each) => shared.of(each, sdl.isDescribed(name, each)));
    return [id, ...fields, ...(shared.toCommon && common ? [shared.toCommon] : [])];
  }
}

/** Removes the predicates of the common type; once for all classes with the same fields. */
const ownPredicates = (fields: readonly string[], common: CommonType): readonly string[] => ownOf(common)(fields);

const ownOf = onceFor((common: CommonType) => {
  const commonPredicates = new Set(common.predicates);
  return onceFor((fields: readonly string[]) => fields.filter((each) => !commonPredicates.has(each)));
});

const EVERYTHING: GraphqlType['generated'] = {
  get: true,
  query: true,
  password: true,
  aggregate: true,
  add: true,
  update: true,
  delete: true,
  subscription: true,
};
/** The type `Thing` is for references only. Its password query is never made, as it has no password. */
const NOTHING: GraphqlType['generated'] = {
  get: false,
  query: false,
  password: false,
  aggregate: false,
  add: false,
  update: false,
  delete: false,
  subscription: false,
};
