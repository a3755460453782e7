/**
 * Ontology → SDL in Dgraph's dialect: one concrete type for each class, with its own and inherited properties. It has
 * no interfaces, because Dgraph answers `{}` for a node that has the interface's class and no subclass.
 */
import type { PredicateDeclaration } from '../dql/schema/ast';
import type { Entity, Iri, LoadedOntology, OntologyWarning } from '../ontology';
import type { CompiledSchema } from './compile';
import { graphqlNames, isFreeField, isFreeType } from './graphql-names';

export interface CompiledGraphql {
  /** SDL in the syntax of /admin/schema. */
  readonly sdl: string;
  /** Dgraph type → GraphQL type, for all classes. */
  readonly types: ReadonlyMap<string, string>;
  /** Predicate → field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly warnings: readonly OntologyWarning[];
}

/** First line of generated SDL. Engines store it, so a change needs a fallback for the old text. */
const HEAD = '# Made by owlgate of the ontology in force; a load replaces it.';

/** True if `compileGraphql` generated the SDL. */
export const isGeneratedSdl = (sdl: string): boolean => sdl.startsWith(HEAD);

/** Target type of edges without a range. */
export const THING = { class: 'owl.Thing', name: 'Thing' };
const ANY_LANGUAGE = '_any';

/** Compiles the SDL of an ontology. @param compiled compiled schema of the same ontology */
export function compileGraphql(loaded: LoadedOntology, compiled: CompiledSchema): CompiledGraphql {
  return new GraphqlCompiler(loaded, compiled).compile();
}

class GraphqlCompiler {
  private readonly warnings: OntologyWarning[] = [];
  private readonly predicates: ReadonlyMap<string, PredicateDeclaration>;
  private readonly iris: ReadonlyMap<string, Iri>;
  private readonly types: ReadonlyMap<string, string>;
  private readonly fields: ReadonlyMap<string, string>;
  private readonly lines = new Map<string, readonly string[]>();
  private readonly unions = new Map<string, readonly string[]>();
  private readonly unionNames: ReadonlyMap<string, string>;
  private readonly thing: string;
  private usesThing = false;

  constructor(
    private readonly loaded: LoadedOntology,
    private readonly compiled: CompiledSchema,
  ) {
    const { names, reduced } = loaded;
    this.predicates = new Map(compiled.predicates.map((predicate) => [predicate.name, predicate]));
    this.iris = new Map(
      [...reduced.objectProperties, ...reduced.dataProperties].map((iri): [string, Iri] => [names.property(iri)!, iri]),
    );
    const classes = compiled.types.map(({ name }) => name);
    const predicates = [...this.predicates.keys()];
    this.fields = graphqlNames(predicates, isFreeField);
    const unions = predicates.map((name) => unionName(this.fields.get(name)!));
    const typeNames = graphqlNames([...classes, THING.name], isFreeType);
    this.types = new Map(classes.map((name) => [name, typeNames.get(name)!]));
    this.thing = classes.includes(THING.name) ? `${THING.name}_` : typeNames.get(THING.name)!;
    const taken = new Set(typeNames.values());
    this.unionNames = graphqlNames(unions, (candidate, all) => !taken.has(candidate) && isFreeType(candidate, all));
    this.warnOfNames('class', this.types);
    this.warnOfNames('property', this.fields);
  }

  compile(): CompiledGraphql {
    const types = this.compiled.types.map(({ name, fields }) => this.type(name, fields));
    if (this.usesThing) types.push(this.thingType());
    const unions = [...this.unions].map(([name, members]) => `union ${name} = ${members.join(' | ')}\n`);
    return {
      sdl: [`${HEAD}\n`, ...types, ...unions].join('\n'),
      types: this.types,
      fields: this.fields,
      warnings: this.warnings,
    };
  }

  private type(name: string, predicates: readonly string[]): string {
    const iri = this.loaded.names.classIri(name)!;
    const lines = predicates.flatMap((predicate) => this.linesOf(predicate));
    const head = `type ${this.types.get(name)!} @dgraph(type: ${quoted(name)}) @withSubscription`;
    const entity = this.loaded.ontology.entities.get(iri);
    const description = describe(entity, entity?.deprecated ? 'Deprecated.' : undefined);
    return `${description}${head} {\n  id: ID!\n${lines.join('')}}\n`;
  }

  /** Returns the type `Thing`, only for references: no node has this type, so it has no queries and mutations. */
  private thingType(): string {
    const generateNothing =
      '@generate(query: {get: false, query: false, aggregate: false}, mutation: {add: false, update: false, delete: false})';
    const lines = this.linesOf('iri');
    return `type ${this.thing} @dgraph(type: ${quoted(THING.class)}) ${generateNothing} {\n  id: ID!\n${lines.join('')}}\n`;
  }

  /** Returns the lines of a predicate's fields, which are equal in all types; cached. */
  private linesOf(predicate: string): readonly string[] {
    let lines = this.lines.get(predicate);
    if (!lines) this.lines.set(predicate, (lines = this.fieldsOf(this.predicates.get(predicate)!)));
    return lines;
  }

  private fieldsOf(predicate: PredicateDeclaration): string[] {
    const iri = this.iris.get(predicate.name);
    const entity = iri === undefined ? undefined : this.loaded.ontology.entities.get(iri);
    const name = this.fields.get(predicate.name)!;
    const deprecated = entity?.deprecated ? ` @deprecated(reason: "deprecated in the ontology")` : '';
    const line = (field: string, type: string, directives: string, pred: string): string =>
      `${describe(entity, undefined, '  ')}  ${field}: ${type}${directives} @dgraph(pred: ${quoted(pred)})${deprecated}\n`;
    if (predicate.type === 'uid') {
      const range = this.range(predicate.name, iri);
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

  /** Returns the GraphQL type of an edge's targets. */
  private range(predicate: string, iri: Iri | undefined): string {
    const range = iri === undefined ? undefined : this.loaded.taxonomy.range(iri);
    const types = (range?.classes ?? []).flatMap((each) => {
      const name = this.loaded.names.class(each);
      return (name !== undefined && this.types.get(name)) || [];
    });
    const [first, ...others] = types.sort();
    if (first === undefined) {
      this.usesThing = true;
      return this.thing;
    }
    if (others.length === 0) return first;
    // Targets belong to all classes of the range: the first type suffices, and fragments select fields of the others.
    if (!range?.union) return first;
    const name = this.unionNames.get(unionName(this.fields.get(predicate)!))!;
    this.unions.set(name, types);
    return name;
  }

  private warnOfNames(kind: string, names: ReadonlyMap<string, string>): void {
    for (const [name, graphqlName] of names) {
      if (name === graphqlName) continue;
      this.warnings.push({
        code: 'graphql-name',
        message: `in GraphQL the ${kind} "${name}" is named "${graphqlName}"`,
      });
    }
  }
}

const unionName = (field: string): string => `${field.slice(0, 1).toUpperCase()}${field.slice(1)}Range`;

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

function describe(entity: Entity | undefined, note: string | undefined, indent = ''): string {
  const comments = entity?.comments;
  const comment = comments && (comments.get('') ?? comments.get('en') ?? [...comments.values()][0]);
  const text = [note, comment?.trim()].filter(Boolean).join(' ');
  return text ? `${indent}${JSON.stringify(text.replace(/\s+/g, ' '))}\n` : '';
}
