/** Printer of statements as RDF that Dgraph reads as the same nodes, values, types, languages and facets. */
import { DqlSyntaxError, startOf } from '../errors';
import { quote } from '../unquote';
import type { Facet, Mutation, MutationRequest, NodeRef, NQuad } from './ast';
import { DATATYPE_OF } from './datatypes';
import { normalizeTime } from './time';
import { TextBytes, TextParts, type TextSink } from './text-sink';
import { printUpsertQuery } from './upsertQuery';

/**
 * Prints a request as a /mutate body of type `application/rdf`, one statement per line.
 *
 * Several mutations without a query are put under an empty query, since RDF has no other notation for them.
 *
 * @throws DqlSyntaxError for content that RDF cannot express: a name with spaces or brackets, a query with variables
 */
export function printMutation(request: MutationRequest): string {
  const { query, mutations } = request;
  if (mutations.length === 0) return query ?? '{}';
  if (isBlock(request)) return `{\n${printBlocks(mutations[0]!)}}\n`;
  let isAfterCondition = false;
  const parts = mutations.map((m) => {
    const cond = m.cond?.trim() ?? (isAfterCondition ? NO_CONDITION : '');
    isAfterCondition ||= m.cond !== undefined;
    return `mutation ${cond === '' ? '' : `${cond} `}{\n${printBlocks(m)}}\n`;
  });
  return `upsert {\nquery ${query === undefined ? NO_QUERY : printUpsertQuery(query)}\n${parts.join('')}}\n`;
}

/** Prints a request as `printMutation` does, in UTF-8. @throws DqlSyntaxError */
export function printMutationBytes(request: MutationRequest): Buffer {
  if (!isBlock(request)) return Buffer.from(printMutation(request));
  const bytes = new TextBytes();
  bytes.add('{\n');
  addBlocks(request.mutations[0]!, bytes);
  bytes.add('}\n');
  return bytes.take();
}

/**
 * Prints the statements of a request apart, as the engine takes them over gRPC: one per line, in UTF-8.
 *
 * @returns undefined for a request with a query, a condition or several mutations
 * @throws DqlSyntaxError
 */
export function printStatements(request: MutationRequest): Readonly<Record<'set' | 'delete', Buffer>> | undefined {
  if (!isBlock(request)) return undefined;
  const [mutation] = request.mutations as [Mutation];
  const print = (kind: 'set' | 'delete'): Buffer => {
    const bytes = new TextBytes().add(mutation.printed?.[kind] ?? '');
    addNQuads(mutation[kind], bytes);
    return bytes.take();
  };
  return { set: print('set'), delete: print('delete') };
}

/** Returns true for a single mutation without query and condition. */
const isBlock = ({ query, mutations }: MutationRequest): boolean =>
  query === undefined && mutations.length === 1 && mutations[0]!.cond === undefined;

/** Explicit empty condition: Dgraph (v25.4) applies the condition of the previous mutation to one without any. */
const NO_CONDITION = '@if()';

const NO_QUERY = '{ var(func: uid()) }';

function printBlocks(mutation: Mutation): string {
  const parts = new TextParts();
  addBlocks(mutation, parts);
  return parts.take();
}

function addBlocks(mutation: Mutation, text: TextSink): void {
  let isEmpty = true;
  for (const kind of ['set', 'delete'] as const) {
    const statements = mutation[kind];
    const printed = mutation.printed?.[kind] ?? '';
    if (printed === '' && statements.length === 0) continue;
    isEmpty = false;
    text.add(`${kind} {\n${printed}`);
    addNQuads(statements, text);
    text.add('}\n');
  }
  if (isEmpty) text.add('set {\n}\n');
}

/** Prints statements, one per line, each with a line feed. */
export function printNQuads(nquads: readonly NQuad[]): string {
  const parts = new TextParts();
  addNQuads(nquads, parts);
  return parts.take();
}

function addNQuads(nquads: readonly NQuad[], text: TextSink): void {
  const printer = new Printer(text);
  for (const nquad of nquads) {
    printer.print(nquad);
    text.add('\n');
  }
}

/** Prints a statement with its dot, without a line feed: `<0x1> <name> "Alice"@en (since=2006) .` */
export function printNQuad(nquad: NQuad): string {
  const parts = new TextParts();
  new Printer(parts).print(nquad);
  return parts.take();
}

/** Printer of statements into parts of a text. Most statements share their predicates and facets. */
class Printer {
  private readonly predicates = new Map<string, string>();
  private readonly facets = new Map<readonly Facet[], string>();

  constructor(private readonly text: TextSink) {}

  print(nquad: NQuad): void {
    const { subject, predicate, lang, facets } = nquad;
    const isTagged = hasTag(nquad);
    this.node(subject, nquad);
    this.text.add(' ');
    this.predicate(lang === undefined || isTagged ? predicate : `${predicate}@${lang}`, nquad);
    this.text.add(' ');
    this.object(nquad);
    if (isTagged) this.text.add('@').add(lang!);
    if (facets && facets.length > 0) this.facetList(facets, nquad);
    this.text.add(' .');
  }

  private node(node: NodeRef, nquad: NQuad): void {
    switch (node.kind) {
      case 'uid':
        this.text.add('<').add(node.uid).add('>');
        break;
      case 'blank':
        if (isBlankLabel(node.label)) this.text.add('_:').add(node.label);
        else this.text.add(printIri(`_:${node.label}`, nquad, 'label'));
        break;
      case 'iri':
        this.text.add(printIri(node.iri, nquad, 'name'));
        break;
      case 'uidVar':
        this.text.add(`uid(${printVariable(node.variable, nquad)})`);
    }
  }

  private predicate(name: string, nquad: NQuad): void {
    let text = this.predicates.get(name);
    if (text === undefined) {
      text = name === '*' ? '*' : printIri(name, nquad, 'predicate');
      this.predicates.set(name, text);
    }
    this.text.add(text);
  }

  private object(nquad: NQuad): void {
    const { object } = nquad;
    switch (object.kind) {
      case 'star':
        this.text.add('*');
        break;
      case 'valVar':
        this.text.add(`val(${printVariable(object.variable, nquad)})`);
        break;
      case 'literal':
        this.text.add(quote(object.value));
        if (object.type !== 'default') this.datatype(object.datatype ?? DATATYPE_OF[object.type]);
        break;
      default:
        this.node(object, nquad);
    }
  }

  private datatype(iri: string): void {
    this.text.add('^^<').add(iri).add('>');
  }

  private facetList(facets: readonly Facet[], nquad: NQuad): void {
    let text = this.facets.get(facets);
    if (text === undefined) this.facets.set(facets, (text = ` ${printFacets(facets, nquad)}`));
    this.text.add(text);
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
