/**
 * Ontology → SDL in Dgraph's dialect: one concrete type for each class, with its own and inherited properties. There are
 * no interfaces: Dgraph answers `{}` for a node that is in an interface's class and in none below it.
 */
import type { PredicateDeclaration } from '../dql/schema/ast';
import type { Entity, Iri, LoadedOntology, OntologyWarning } from '../ontology';
import type { CompiledSchema } from './compile';
import { graphqlNames, isFreeField, isFreeType } from './graphql-names';

export interface CompiledGraphql {
  /** SDL as /admin/schema takes it. */
  readonly sdl: string;
  /** Dgraph type → GraphQL type, for every class. */
  readonly types: ReadonlyMap<string, string>;
  /** Predicate → field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly warnings: readonly OntologyWarning[];
}

const HEAD = '# Made by owlgate of the ontology in force; a load replaces it.';

/** Whether SDL is `compileGraphql`'s. */
export const isGeneratedSdl = (sdl: string): boolean => sdl.startsWith(HEAD);

/** What an edge leads to where the ontology does not say. */
export const THING = { class: 'owl.Thing', name: 'Thing' };
const ANY_LANGUAGE = '_any';

/** Compiles the SDL for the schema that the same ontology was compiled to. */
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
    const named = graphqlNames([...classes, THING.name], isFreeType);
    this.types = new Map(classes.map((name) => [name, named.get(name)!]));
    this.thing = classes.includes(THING.name) ? `${THING.name}_` : named.get(THING.name)!;
    const free = new Set(named.values());
    this.unionNames = graphqlNames(unions, (candidate, all) => !free.has(candidate) && isFreeType(candidate, all));
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
    const described = describe(entity, entity?.deprecated ? 'Deprecated.' : undefined);
    return `${described}${head} {\n  id: ID!\n${lines.join('')}}\n`;
  }

  /** It can be referred to, and nothing else: no node has its type. */
  private thingType(): string {
    const none =
      '@generate(query: {get: false, query: false, aggregate: false}, mutation: {add: false, update: false, delete: false})';
    const lines = this.linesOf('iri');
    return `type ${this.thing} @dgraph(type: ${quoted(THING.class)}) ${none} {\n  id: ID!\n${lines.join('')}}\n`;
  }

  /** The same in every type that has them. */
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

  /** The GraphQL type of what an edge leads to. */
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
    // A node that is in all of them shows the fields of one; `... on` the others shows theirs.
    if (!range?.union) return first;
    const name = this.unionNames.get(unionName(this.fields.get(predicate)!))!;
    this.unions.set(name, types);
    return name;
  }

  private warnOfNames(kind: string, names: ReadonlyMap<string, string>): void {
    for (const [name, spelled] of names) {
      if (name === spelled) continue;
      this.warnings.push({ code: 'graphql-name', message: `in GraphQL the ${kind} "${name}" is named "${spelled}"` });
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

/** Tokenizer → what `@search` calls it, for strings and datetimes; of the others there is one each. */
const SEARCHED: Readonly<Record<string, string>> = {
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
  const names = index.flatMap(({ tokenizer }) => SEARCHED[tokenizer] ?? []);
  // Dgraph takes one of the two in GraphQL, and one filter for datetimes.
  const chosen = names.filter((name) => name !== 'hash' || !names.includes('exact'));
  const kept = scalar === 'DateTime' ? chosen.slice(0, 1) : chosen;
  return kept.length > 0 ? ` @search(by: [${kept.join(', ')}])` : '';
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
