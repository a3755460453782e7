/**
 * Ontology → SDL in Dgraph's dialect, type by type: one concrete type for each class, with its own and inherited
 * properties. The SDL has no interfaces for classes, because Dgraph answers `{}` for a node whose only class is that of
 * the interface. Introspection shows them (graphql/introspection).
 */
import type { PredicateDeclaration } from '../dql';
import type { Entity, Iri, LoadedTerms } from '../ontology';
import type { CompiledSchema } from './compile';
import { HEAD, THING, type CompiledGraphql } from './graphql';

const ANY_LANGUAGE = '_any';

export class OntologySdl {
  private readonly predicates: ReadonlyMap<string, PredicateDeclaration>;
  private readonly iris: ReadonlyMap<string, Iri>;
  /** GraphQL type → class, in Dgraph's name, and its predicates. */
  private readonly classes: ReadonlyMap<string, { readonly name: string; readonly fields: readonly string[] }>;
  private readonly fieldSets = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly loaded: LoadedTerms,
    compiled: CompiledSchema,
    private readonly graphql: CompiledGraphql,
  ) {
    const { names, reduced } = loaded;
    this.predicates = new Map(compiled.predicates.map((predicate) => [predicate.name, predicate]));
    this.iris = new Map(
      [...reduced.objectProperties, ...reduced.dataProperties].map((iri): [string, Iri] => [names.property(iri)!, iri]),
    );
    const { types, thing } = graphql;
    const classes = compiled.types.map(
      ({ name, fields }) => [types.get(name)!, { name, fields }] as [string, { name: string; fields: string[] }],
    );
    if (thing !== undefined) classes.push([thing, { name: THING.class, fields: ['iri'] }]);
    this.classes = new Map(classes);
  }

  /** Names of the types and unions. */
  get names(): readonly string[] {
    return [...this.classes.keys(), ...this.graphql.unions.keys()];
  }

  has(name: string): boolean {
    return this.classes.has(name) || this.graphql.unions.has(name);
  }

  /** Dgraph's name of a type's class, and its predicates. */
  classOf(type: string): { readonly name: string; readonly fields: readonly string[] } {
    return this.classes.get(type)!;
  }

  /** Whole SDL. */
  text(): string {
    return this.textWith(() => undefined);
  }

  /** Whole SDL. @param replaced returns the text of an extended type */
  textWith(replaced: (name: string) => string | undefined): string {
    return [HEAD, ...this.names.map((name) => replaced(name) ?? this.definition(name))].join('\n');
  }

  /** SDL of one type or union. */
  definition(name: string): string {
    const members = this.graphql.unions.get(name);
    if (members) return `union ${name} = ${members.join(' | ')}\n`;
    const lines = this.classOf(name).fields.flatMap((each) => this.linesOf(each, this.isDescribed(name, each)));
    const description = this.description(name);
    return (
      `${description ? `${quoted(description)}\n` : ''}type ${name} ${this.directives(name).join(' ')} {\n  ` +
      `id: ID!\n${lines.join('')}}\n`
    );
  }

  /** `@dgraph(type: "Dog")`, `@withSubscription` */
  directives(name: string): readonly string[] {
    const generated = name === this.graphql.thing ? GENERATE_NOTHING : '@withSubscription';
    return [`@dgraph(type: ${quoted(this.classOf(name).name)})`, generated];
  }

  description(name: string): string | undefined {
    const entity = this.entityOf(this.loaded.names.classIri(this.classOf(name).name));
    return describe(entity, entity?.deprecated ? 'Deprecated.' : undefined);
  }

  /** Lines of a predicate's fields; only the description differs between types. */
  linesOf(predicate: string, isDescribed: boolean): string[] {
    return this.fieldsOf(this.predicates.get(predicate)!, isDescribed);
  }

  /** True if the field has the property's description in this type: no direct superclass has the field. */
  isDescribed(type: string, predicate: string): boolean {
    const { names, taxonomy } = this.loaded;
    const iri = names.classIri(this.classOf(type).name);
    if (iri === undefined) return true;
    const { classes } = taxonomy;
    return !classes.parents(iri).some((parent) => {
      if (classes.isWithin(parent, iri)) return false;
      return this.fieldSetOf(names.class(parent)).has(predicate);
    });
  }

  private fieldSetOf(className: string | undefined): ReadonlySet<string> {
    const type = className === undefined ? undefined : this.graphql.types.get(className);
    if (type === undefined) return NONE;
    let fields = this.fieldSets.get(type);
    if (!fields) this.fieldSets.set(type, (fields = new Set(this.classOf(type).fields)));
    return fields;
  }

  private entityOf(iri: Iri | undefined): Entity | undefined {
    return iri === undefined ? undefined : this.loaded.ontology.entities.get(iri);
  }

  private fieldsOf(predicate: PredicateDeclaration, isDescribed: boolean): string[] {
    const entity = this.entityOf(this.iris.get(predicate.name));
    const description = isDescribed ? describe(entity) : undefined;
    const name = this.graphql.fields.get(predicate.name)!;
    const deprecated = entity?.deprecated ? ` @deprecated(reason: "deprecated in the ontology")` : '';
    const line = (field: string, type: string, directives: string, pred: string): string =>
      `${description ? `  ${quoted(description)}\n` : ''}  ${field}: ${type}${directives} @dgraph(pred: ` +
      `${quoted(pred)})${deprecated}\n`;
    if (predicate.type === 'uid') {
      const range = this.graphql.ranges.get(predicate.name)!;
      return [line(name, predicate.list ? `[${range}]` : range, '', predicate.name)];
    }
    if (predicate.type === 'float32vector') {
      return [line(name, '[Float!]', ` @embedding${vectorSearch(predicate)}`, predicate.name)];
    }
    const scalar = SCALARS[predicate.type] ?? 'String';
    const type = predicate.list ? `[${scalar}]` : scalar;
    const key = predicate.name === 'iri' ? ' @id' : '';
    const lines = [line(name, type, `${key}${search(predicate, scalar)}`, predicate.name)];
    if (predicate.lang) lines.push(line(`${name}${ANY_LANGUAGE}`, scalar, '', `${predicate.name}@.`));
    return lines;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** No node has the type `Thing`. It is for references only, without queries and mutations. */
const GENERATE_NOTHING =
  '@generate(query: {get: false, query: false, aggregate: false}, mutation: {add: false, update: false, ' +
  'delete: false})';

const SCALARS: Readonly<Record<string, string>> = {
  bool: 'Boolean',
  datetime: 'DateTime',
  float: 'Float',
  geo: 'Point',
  int: 'Int64',
  string: 'String',
};

/** Tokenizer → its name in `@search`. */
const SEARCH_NAMES: Readonly<Record<string, string>> = {
  exact: 'exact',
  hash: 'hash',
  term: 'term',
  fulltext: 'fulltext',
  trigram: 'regexp',
  year: 'year',
  month: 'month',
  day: 'day',
  hour: 'hour',
  int: 'int64',
  float: 'float',
  bool: 'bool',
  geo: 'point',
};

function search({ index }: PredicateDeclaration, scalar: string): string {
  const names = index.flatMap(({ tokenizer }) => SEARCH_NAMES[tokenizer] ?? []);
  // Dgraph's GraphQL allows only one of `exact` and `hash`, and one filter for datetimes.
  const compatible = names.filter((name) => name !== 'hash' || !names.includes('exact'));
  const searches = scalar === 'DateTime' ? compatible.slice(0, 1) : compatible;
  return searches.length > 0 ? ` @search(by: [${searches.join(', ')}])` : '';
}

function vectorSearch({ index }: PredicateDeclaration): string {
  const [first] = index;
  if (!first) return '';
  const options = (first.options ?? []).map(({ key, value }) => `${key}: ${value}`).join(', ');
  return ` @search(by: [${quoted(options ? `hnsw(${options})` : 'hnsw')}])`;
}

const quoted = (text: string): string => JSON.stringify(text);

/** Returns a term's comment in one line: the one without a language, else the English one, else the first. */
function describe(entity: Entity | undefined, note?: string): string | undefined {
  const comments = entity?.comments;
  const comment = comments && (comments.get('') ?? comments.get('en') ?? [...comments.values()][0]);
  const text = [note, comment?.trim()].filter(Boolean).join(' ');
  return text ? text.replace(/\s+/g, ' ') : undefined;
}
