/** Parser for a line of a file of statements, as far as a load needs: nodes, predicate, kind. */
import { DqlSyntaxError, parseRdf, printNQuad } from '../dql';
import { INFERRED_FACET, isMoved, isRegistry, ONTOLOGY_FACET, TYPE_PREDICATE } from './names';
import { isMovedType } from './source';

/** Node as named in a file. */
export type Term =
  | { readonly kind: 'uid'; readonly uid: number }
  /** Blank node with its `_:`, or IRI without brackets, which is another name of a node. */
  | { readonly kind: 'name'; readonly name: string };

/** Returns a node as a map key. */
export const keyOf = (term: Term): string => (term.kind === 'uid' ? String(term.uid) : term.name);

export interface Line {
  readonly subject: Term;
  readonly predicate: string;
  /** Undefined for a value. */
  readonly object: Term | undefined;
  /** Value with its language or datatype, as written. */
  readonly literal: string;
  /** Facets with parentheses, or empty. */
  readonly facets: string;
  readonly namespace: number;
}

/** Kind of a statement, which determines how it is loaded. */
export type Kind = 'user' | 'inferred' | 'ontology' | 'registry' | 'dgraph';

const NODE = String.raw`<([^>\s]*)>|(_:[^\s<>"(]+)`;
const LITERAL = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"(?:@[A-Za-z][A-Za-z0-9-]*|\^\^<[^>\s]+>)?`;
const STATEMENT = new RegExp(
  String.raw`^\s*(?:${NODE})\s*<([^>\s]+)>\s*(?:${NODE}|(${LITERAL}))\s*(?:<([^>\s]*)>\s*)?(?:(\([^]*\))\s*)?\.\s*$`,
);
const BLANK_LINE = /^\s*(?:#.*)?$/;
/** Largest uid that a double represents exactly. */
const MAX_UID = Number.MAX_SAFE_INTEGER;

/** Parses a line. @returns undefined for a line without a statement; the reason as text if it is refused */
export function readLine(text: string): Line | undefined | string {
  return read(text) ?? (BLANK_LINE.test(text) ? undefined : parseDialect(text));
}

function read(text: string): Line | string | undefined {
  const match = STATEMENT.exec(text);
  if (!match) return undefined;
  const [, iri, blank, predicate, objectIri, objectBlank, literal = '', label, facets = ''] = match;
  const subject = termOf(iri, blank);
  const object = literal === '' ? termOf(objectIri, objectBlank) : undefined;
  const namespace = label === undefined ? 0 : parseNumber(label);
  if (typeof subject === 'string') return subject;
  if (typeof object === 'string') return object;
  if (namespace === undefined) return `<${label}> after the object is not a namespace (<0x0>)`;
  return { subject, predicate: predicate!, object, literal, facets, namespace };
}

/** Parses lines that STATEMENT does not match: comments after a statement, and the rest of Dgraph's dialect. */
function parseDialect(text: string): Line | undefined | string {
  try {
    const [nquad, ...more] = parseRdf(text);
    if (!nquad) return undefined;
    if (more.length > 0) return 'one statement is expected on a line';
    const { subject, object } = nquad;
    const isNode = (kind: string): boolean => ['uid', 'blank', 'iri'].includes(kind);
    if (!isNode(subject.kind) || (object.kind !== 'literal' && !isNode(object.kind))) {
      return 'a data file must not have variables or stars';
    }
    return read(printNQuad(nquad)) ?? 'it cannot be read';
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    return error.message.replace(/^line \d+ column /, 'column ');
  }
}

function termOf(iri: string | undefined, blank: string | undefined): Term | string {
  if (blank !== undefined) return { kind: 'name', name: blank };
  const uid = parseNumber(iri!);
  if (uid === undefined) return iri === '' ? 'a node has no name' : { kind: 'name', name: iri! };
  return uid === 0 || uid > MAX_UID
    ? `the uid ${iri} is outside 0x1 to 0x${MAX_UID.toString(16)}`
    : { kind: 'uid', uid };
}

/** Parses a uid as Go's ParseUint does: hexadecimal or decimal; undefined for an IRI. */
function parseNumber(text: string): number | undefined {
  return /^(?:0[xX][0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : undefined;
}

const INFERRED = new RegExp(String.raw`[(,]\s*${INFERRED_FACET.replace('.', '\\.')}\s*=\s*true\b`);
const FROM_ONTOLOGY = new RegExp(String.raw`[(,]\s*${ONTOLOGY_FACET.replace('.', '\\.')}\s*=`);

export function kindOf({ predicate, literal, facets }: Line): Kind {
  if (isRegistry(predicate)) return 'registry';
  if (!isMoved(predicate)) return 'dgraph';
  if (predicate === TYPE_PREDICATE && !isMovedType(literal.slice(1))) return 'dgraph';
  if (facets === '') return 'user';
  return INFERRED.test(facets) ? 'inferred' : FROM_ONTOLOGY.test(facets) ? 'ontology' : 'user';
}
