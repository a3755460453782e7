/**
 * Files of an export, as `dgraph export` writes them (Dgraph v25.4, worker/export.go), so that `dgraph live`, `dgraph
 * bulk` and `owlgate load` accept them:
 *
 *     g01.rdf.gz         one statement per line, with the namespace after the object
 *     g01.schema.gz      one declaration per line, with the namespace before it
 *     g01.gql_schema.gz  a JSON array of GraphQL schemas with their namespaces
 *
 * This format keeps details that Dgraph's own export loses: the point of a float facet (Dgraph writes `3.0` as `3`,
 * which is read as an integer), the digits of a bigfloat (Dgraph writes nine or ten), and `@noconflict`.
 */
import { DATATYPE_OF, printSchemaName, quote, type PredicateDeclaration, type TypeDeclaration } from '../dql';
import { TransferError } from './errors';

export const FILES = { rdf: 'g01.rdf', schema: 'g01.schema', graphql: 'g01.gql_schema' } as const;

/** Default namespace. */
const NAMESPACE = '0x0';

export interface Facet {
  readonly key: string;
  readonly type: string;
  readonly text: string;
}

interface Literal {
  /** Type, in the schema language. */
  readonly type: string;
  readonly text: string;
  readonly lang?: string;
}

/**
 * Datatypes by type, without bigfloat: `dgraph live` v25.4 panics at `xs:decimal`, and the schema gives the type of a
 * plain literal.
 */
const DATATYPES = new Map(Object.entries(DATATYPE_OF).filter(([type]) => type !== 'bigfloat'));

const NO_FACETS: readonly Facet[] = [];

/**
 * Returns the line of a value.
 *
 * @param subject for example `0x1`
 * @throws TransferError for a name that RDF cannot express
 */
export function valueLine(subject: string, predicate: string, literal: Literal, facets = NO_FACETS): string {
  const { type, text, lang } = literal;
  const datatype = DATATYPES.get(type);
  const tag = lang !== undefined && lang !== '' ? `@${lang}` : datatype === undefined ? '' : `^^<${datatype}>`;
  return `<${subject}> ${iri(predicate)} ${quote(text)}${tag} <${NAMESPACE}>${printFacets(facets)} .\n`;
}

/** Returns the line of an edge, for example from `0x1` to `0x2`. @throws as valueLine */
export function edgeLine(subject: string, predicate: string, object: string, facets = NO_FACETS): string {
  return `<${subject}> ${iri(predicate)} <${object}> <${NAMESPACE}>${printFacets(facets)} .\n`;
}

function printFacets(facets: readonly Facet[]): string {
  if (facets.length === 0) return '';
  return ` (${facets.map(({ key, type, text }) => `${facetKey(key)}=${facetText(type, text)}`).join(',')})`;
}

function facetText(type: string, text: string): string {
  if (type === 'string') return quote(text);
  return type === 'float' && /^[+-]?\d+$/.test(text) ? `${text}.0` : text;
}

function facetKey(key: string): string {
  if (/^[^=\s),"][^=\s),]*$/.test(key)) return key;
  throw new TransferError(`the facet ${JSON.stringify(key)} has a name that RDF cannot express; rename it`);
}

const iriCache = new Map<string, string>();

function iri(name: string): string {
  let text = iriCache.get(name);
  if (text !== undefined) return text;
  if (!/^(?:[!#-;=?-[\]_a-z~-\u{10ffff}])+$/u.test(name)) {
    throw new TransferError(`the predicate ${JSON.stringify(name)} has a name that RDF cannot express; rename it`);
  }
  text = `<${name}>`;
  iriCache.set(name, text);
  return text;
}

/** Returns a declaration, for example `[0x0] <name>:string @index(term) @lang . ` */
export function predicateLine(predicate: PredicateDeclaration): string {
  const { name, type, list, index } = predicate;
  const parts = [`[${NAMESPACE}] <${name}>:${list ? `[${type}]` : type}`];
  if (predicate.reverse) parts.push('@reverse');
  if (index.length > 0) {
    const specs = index.map(({ tokenizer, options = [] }) =>
      options.length === 0
        ? tokenizer
        : `${tokenizer}(${options.map(({ key, value }) => `${key}:${JSON.stringify(value)}`).join(',')})`,
    );
    parts.push(`@index(${specs.join(',')})`);
  }
  for (const flag of ['count', 'lang', 'upsert', 'unique', 'noconflict'] as const) {
    if (predicate[flag]) parts.push(`@${flag}`);
  }
  return `${parts.join(' ')} . \n`;
}

export function typeLines({ name, fields }: TypeDeclaration): string {
  const lines = fields.map((field) => `\t${printSchemaName(field)}\n`);
  return `[${NAMESPACE}] type <${name}> {\n${lines.join('')}}\n`;
}

export function graphqlText(schema: string | undefined): string {
  const entries = schema === undefined || schema === '' ? '' : JSON.stringify({ namespace: 0, schema });
  return `[\n${entries}\n]\n`;
}
