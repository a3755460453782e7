/** Printer of statements as RDF that Dgraph reads as the same nodes, values, types, languages and facets. */
import { DqlSyntaxError, startOf } from '../errors';
import { quote } from '../unquote';
import type { Facet, Mutation, MutationRequest, NodeRef, NQuad } from './ast';
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
  // Parts of all lines are joined once: a string for each line, and for each step on the way to it, is garbage.
  const parts: string[] = [];
  const printer = new Printer(parts);
  for (const nquad of nquads) {
    printer.print(nquad);
    parts.push('\n');
  }
  return parts.join('');
}

/** Prints a statement with its dot, without a line feed: `<0x1> <name> "Alice"@en (since=2006) .` */
export function printNQuad(nquad: NQuad): string {
  const parts: string[] = [];
  new Printer(parts).print(nquad);
  return parts.join('');
}

/** Printer of statements into parts of a text. Most statements share their predicates and facets. */
class Printer {
  private readonly predicates = new Map<string, string>();
  private readonly facets = new Map<readonly Facet[], string>();

  constructor(private readonly parts: string[]) {}

  print(nquad: NQuad): void {
    const { subject, predicate, lang, facets } = nquad;
    const isTagged = hasTag(nquad);
    this.node(subject, nquad);
    this.parts.push(' ');
    this.predicate(lang === undefined || isTagged ? predicate : `${predicate}@${lang}`, nquad);
    this.parts.push(' ');
    this.object(nquad);
    if (isTagged) this.parts.push('@', lang!);
    if (facets && facets.length > 0) this.facetList(facets, nquad);
    this.parts.push(' .');
  }

  private node(node: NodeRef, nquad: NQuad): void {
    switch (node.kind) {
      case 'uid':
        this.parts.push('<', node.uid, '>');
        break;
      case 'blank':
        if (isBlankLabel(node.label)) this.parts.push('_:', node.label);
        else this.parts.push(printIri(`_:${node.label}`, nquad, 'label'));
        break;
      case 'iri':
        this.parts.push(printIri(node.iri, nquad, 'name'));
        break;
      case 'uidVar':
        this.parts.push(`uid(${printVariable(node.variable, nquad)})`);
    }
  }

  private predicate(name: string, nquad: NQuad): void {
    let text = this.predicates.get(name);
    if (text === undefined) {
      text = name === '*' ? '*' : printIri(name, nquad, 'predicate');
      this.predicates.set(name, text);
    }
    this.parts.push(text);
  }

  private object(nquad: NQuad): void {
    const { object } = nquad;
    switch (object.kind) {
      case 'star':
        this.parts.push('*');
        break;
      case 'valVar':
        this.parts.push(`val(${printVariable(object.variable, nquad)})`);
        break;
      case 'literal':
        this.parts.push(quote(object.value));
        if (object.type !== 'default') this.parts.push('^^<', object.datatype ?? DATATYPE_OF[object.type], '>');
        break;
      default:
        this.node(object, nquad);
    }
  }

  private facetList(facets: readonly Facet[], nquad: NQuad): void {
    let text = this.facets.get(facets);
    if (text === undefined) this.facets.set(facets, (text = ` ${printFacets(facets, nquad)}`));
    this.parts.push(text);
  }
}

/** Returns true if the object and not the predicate carries the language. */
function hasTag({ object, lang, predicate }: NQuad): boolean {
  if (lang === undefined || object.kind !== 'literal' || object.type !== 'default') return false;
  // Dgraph splits a predicate at its last @, so a language must come last if the name has an @ itself.
  return /^[a-zA-Z][a-zA-Z0-9-]*$/.test(lang) && !lang.endsWith('-') && !predicate.includes('@', 1);
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
