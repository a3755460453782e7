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
import { THING, type CompiledGraphql } from './graphql';
import { graphqlClasses } from './graphql-classes';
import type { OntologySdl } from './graphql-sdl';
import type { CompiledSchema } from './compile';
import type { LoadedTerms } from '../ontology';

/** Makes the model of an ontology. */
export function ontologyModel(
  sdl: OntologySdl,
  graphql: CompiledGraphql,
  compiled: CompiledSchema,
  loaded: LoadedTerms,
): GraphqlModel & { readonly classes: Classes } {
  const fields = new Fields(sdl);
  const names = [...graphql.types.values(), ...(graphql.thing === undefined ? [] : [graphql.thing])];
  const types = new Map(names.map((name) => [name, new ClassType(name, sdl, fields)]));
  const unions = new Map(
    [...graphql.unions].map(([name, members]): [string, GraphqlUnion] => [name, { name, directives: [], members }]),
  );
  return {
    order: sdl.names,
    types,
    unions,
    enums: new Map(),
    inputs: new Map(),
    queries: [],
    mutations: [],
    implementations: new Map(),
    classes: graphqlClasses({ types, unions }, loaded),
    entailing: new Set(compiled.predicates.filter(({ reverse }) => reverse).map(({ name }) => name)),
    secrets: new Map(),
    hasServices: false,
  };
}

/** Fields of predicates, shared by all types. */
class Fields {
  private readonly plain = new Map<string, readonly GraphqlField[]>();
  private readonly described = new Map<string, readonly GraphqlField[]>();
  readonly id: GraphqlField;

  constructor(private readonly sdl: OntologySdl) {
    [this.id] = this.read('id: ID!') as [GraphqlField];
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

class ClassType implements GraphqlType {
  readonly kind = 'object';
  readonly interfaces: readonly string[] = [];
  readonly remote = false;
  readonly hasOntologyFields = true;
  readonly place = { line: 0, column: 0 };
  readonly dgraphName: string;
  private parts: Pick<GraphqlType, 'fields' | 'byName' | 'xids' | 'idField'> | undefined;

  constructor(
    readonly name: string,
    private readonly sdl: OntologySdl,
    private readonly shared: Fields,
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
    return this.makeParts().fields;
  }

  get byName(): ReadonlyMap<string, GraphqlField> {
    return this.makeParts().byName;
  }

  get idField(): GraphqlField | undefined {
    return this.makeParts().idField;
  }

  get xids(): readonly GraphqlField[] {
    return this.makeParts().xids;
  }

  private makeParts(): NonNullable<ClassType['parts']> {
    if (this.parts) return this.parts;
    const { name, sdl, shared } = this;
    const id = { ...shared.id, predicate: `${this.dgraphName}.id` };
    const fields = [id, ...sdl.classOf(name).fields.flatMap((each) => shared.of(each, sdl.isDescribed(name, each)))];
    return (this.parts = {
      fields,
      byName: new Map(fields.map((field) => [field.name, field])),
      xids: fields.filter(({ id }) => id),
      idField: id,
    });
  }
}

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
