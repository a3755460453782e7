/** Printer of statements as RDF that Dgraph reads as the same nodes, values, types, languages and facets. */
import { DqlSyntaxError, startOf } from '../errors';
import { quote } from '../unquote';
import type { Facet, LiteralValue, Mutation, MutationRequest, NodeRef, NQuad } from './ast';
import { DATATYPE_OF } from './datatypes';
import { normalizeTime } from './time';
import { printUpsertQuery } from './upsertQuery';

/**
 * Prints a request as a /mutate body of type `application/rdf`, one statement per line.
 *
 * Several mutations without a query are put under an empty query, since RDF has no other notation for them.
 *
 * @throws DqlSyntaxError for content that RDF cannot express: a name with spaces or brackets, a query with variables
 */
export function printMutation({ query, mutations }: MutationRequest): string {
  if (mutations.length === 0) return query ?? '{}';
  const [only] = mutations;
  if (query === undefined && mutations.length === 1 && only!.cond === undefined) return `{\n${printBlocks(only!)}}\n`;
  let isAfterCondition = false;
  const parts = mutations.map((m) => {
    const cond = m.cond?.trim() ?? (isAfterCondition ? NO_CONDITION : '');
    isAfterCondition ||= m.cond !== undefined;
    return `mutation ${cond === '' ? '' : `${cond} `}{\n${printBlocks(m)}}\n`;
  });
  return `upsert {\nquery ${query === undefined ? NO_QUERY : printUpsertQuery(query)}\n${parts.join('')}}\n`;
}

/** Explicit empty condition: Dgraph (v25.4) applies the condition of the previous mutation to one without any. */
const NO_CONDITION = '@if()';

const NO_QUERY = '{ var(func: uid()) }';

function printBlocks(mutation: Mutation): string {
  let text = '';
  for (const kind of ['set', 'delete'] as const) {
    const statements = (mutation.printed?.[kind] ?? '') + printNQuads(mutation[kind]);
    if (statements !== '') text += `${kind} {\n${statements}}\n`;
  }
  return text === '' ? 'set {\n}\n' : text;
}

/** Prints statements, one per line, each with a line feed. */
export function printNQuads(nquads: readonly NQuad[]): string {
  let text = '';
  for (const nquad of nquads) text += `${printNQuad(nquad)}\n`;
  return text;
}

/** Prints a statement with its dot, without a line feed: `<0x1> <name> "Alice"@en (since=2006) .` */
export function printNQuad(nquad: NQuad): string {
  const object = printObject(nquad);
  const inPredicate = nquad.lang !== undefined && object.lang === undefined;
  const name = inPredicate ? `${nquad.predicate}@${nquad.lang}` : nquad.predicate;
  const predicate = name === '*' ? '*' : printIri(name, nquad, 'predicate');
  const facets = nquad.facets && nquad.facets.length > 0 ? ` ${printFacets(nquad.facets, nquad)}` : '';
  return `${printNode(nquad.subject, nquad)} ${predicate} ${object.text}${facets} .`;
}

function printNode(node: NodeRef, nquad: NQuad): string {
  switch (node.kind) {
    case 'uid':
      return `<${node.uid}>`;
    case 'blank':
      return isBlankLabel(node.label) ? `_:${node.label}` : printIri(`_:${node.label}`, nquad, 'label');
    case 'iri':
      return printIri(node.iri, nquad, 'name');
    case 'uidVar':
      return `uid(${printVariable(node.variable, nquad)})`;
  }
}

/** Prints the object; `lang` is its language, if the object and not the predicate carries it. */
function printObject(nquad: NQuad): { text: string; lang?: string } {
  const { object, lang, predicate } = nquad;
  switch (object.kind) {
    case 'star':
      return { text: '*' };
    case 'valVar':
      return { text: `val(${printVariable(object.variable, nquad)})` };
    case 'literal': {
      if (object.type !== 'default') return { text: printLiteral(object) };
      // Dgraph splits a predicate at its last @, so a language must come last if the name has an @ itself.
      const tagged = lang !== undefined && /^[a-zA-Z][a-zA-Z0-9-]*$/.test(lang) && !lang.endsWith('-');
      if (!tagged || predicate.includes('@', 1)) return { text: quote(object.value) };
      return { text: `${quote(object.value)}@${lang}`, lang };
    }
    default:
      return { text: printNode(object, nquad) };
  }
}

function printLiteral({ type, value, datatype }: LiteralValue): string {
  return type === 'default' ? quote(value) : `${quote(value)}^^<${datatype ?? DATATYPE_OF[type]}>`;
}

function printFacets(facets: readonly Facet[], nquad: NQuad): string {
  return `(${facets.map((facet) => `${printFacetKey(facet.key, nquad)}=${printFacetValue(facet)}`).join(', ')})`;
}

function printFacetKey(key: string, nquad: NQuad): string {
  return /^[^=\s),"][^=\s),]*$/.test(key) ? key : unprintable('facet key', key, nquad);
}

/** Prints a facet value. A number keeps its notation, which decides its type; an ambiguous time is written in full. */
function printFacetValue({ type, value }: Facet): string {
  if (type === 'string') return quote(value);
  if (type !== 'datetime') return value;
  return value.length === 4 || /[ ,]/.test(value) ? (normalizeTime(value) ?? value) : value;
}

const LABEL =
  /^[0-9A-Z_a-z:\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF](?:[0-9A-Z_a-z:.\-\xB7\xC0-\xD6\xD8-\xF6\xF8-\u037D\u037F-\u1FFF]*[0-9A-Z_a-z:\-\xB7\xC0-\xD6\xD8-\xF6\xF8-\u037D\u037F-\u1FFF])?$/;

/** Returns true for a label that `_:` may precede; other labels need `<_:…>`. */
function isBlankLabel(label: string): boolean {
  return LABEL.test(label);
}

function printIri(name: string, nquad: NQuad, kind: string): string {
  const fits = /^(?:[!#-;=?-[\]_a-z~-\u{10ffff}]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})+$/u.test(name);
  return fits ? `<${name}>` : unprintable(kind, name, nquad);
}

function printVariable(name: string, nquad: NQuad): string {
  return /^[^\s)]+$/.test(name) ? name : unprintable('variable', name, nquad);
}

function unprintable(kind: string, name: string, { span }: NQuad): never {
  const at = span ? startOf(span) : { line: 1, column: 1, offset: 0 };
  throw DqlSyntaxError.at(at, `the ${kind} ${JSON.stringify(name)} has characters that RDF cannot write`);
}
