/** One line of a file of statements, taken apart as far as a load has to know: its nodes, its predicate, whose it is. */
import { DqlSyntaxError, parseRdf, printNQuad } from '../dql';
import { INFERRED_FACET, isMoved, isRegistry, ONTOLOGY_FACET, TYPE_PREDICATE } from './names';
import { isMovedType } from './source';

/** A node as a file names it. */
export type Term =
  | { readonly kind: 'uid'; readonly uid: number }
  /** A blank node with its `_:`, or an IRI without brackets, which is another name of a node. */
  | { readonly kind: 'name'; readonly name: string };

/** A node as a key of maps. */
export const keyOf = (term: Term): string => (term.kind === 'uid' ? String(term.uid) : term.name);

export interface Line {
  readonly subject: Term;
  readonly predicate: string;
  /** Undefined for a value. */
  readonly object: Term | undefined;
  /** A value with its language or datatype, as written. */
  readonly literal: string;
  /** With the brackets, or empty. */
  readonly facets: string;
  readonly namespace: number;
}

/** What becomes of a statement. */
export type Kind = 'user' | 'inferred' | 'ontology' | 'registry' | 'dgraph';

const NODE = String.raw`<([^>\s]*)>|(_:[^\s<>"(]+)`;
const LITERAL = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"(?:@[A-Za-z][A-Za-z0-9-]*|\^\^<[^>\s]+>)?`;
const STATEMENT = new RegExp(
  String.raw`^\s*(?:${NODE})\s*<([^>\s]+)>\s*(?:${NODE}|(${LITERAL}))\s*(?:<([^>\s]*)>\s*)?(?:(\([^]*\))\s*)?\.\s*$`,
);
const NOTHING = /^\s*(?:#.*)?$/;
/** Exact in a double. */
const MAX_UID = Number.MAX_SAFE_INTEGER;

/**
 * @returns undefined for a line without a statement, or what is wrong with it
 */
export function readLine(text: string): Line | undefined | string {
  return read(text) ?? (NOTHING.test(text) ? undefined : unusual(text));
}

function read(text: string): Line | string | undefined {
  const match = STATEMENT.exec(text);
  if (!match) return undefined;
  const [, iri, blank, predicate, objectIri, objectBlank, literal = '', label, facets = ''] = match;
  const subject = term(iri, blank);
  const object = literal === '' ? term(objectIri, objectBlank) : undefined;
  const namespace = label === undefined ? 0 : number(label);
  if (typeof subject === 'string') return subject;
  if (typeof object === 'string') return object;
  if (namespace === undefined) return `<${label}> behind the object is no namespace (<0x0>)`;
  return { subject, predicate: predicate!, object, literal, facets, namespace };
}

/** Comments behind a statement, and what Dgraph's dialect has besides; or none of it. */
function unusual(text: string): Line | undefined | string {
  try {
    const [nquad, ...more] = parseRdf(text);
    if (!nquad) return undefined;
    if (more.length > 0) return 'one statement is expected on a line';
    const { subject, object } = nquad;
    const isNode = (kind: string): boolean => ['uid', 'blank', 'iri'].includes(kind);
    if (!isNode(subject.kind) || (object.kind !== 'literal' && !isNode(object.kind))) {
      return 'variables and stars do not stand in a file of data';
    }
    return read(printNQuad(nquad)) ?? 'it cannot be read';
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    return error.message.replace(/^line \d+ column /, 'column ');
  }
}

function term(iri: string | undefined, blank: string | undefined): Term | string {
  if (blank !== undefined) return { kind: 'name', name: blank };
  const uid = number(iri!);
  if (uid === undefined) return iri === '' ? 'a node has no name' : { kind: 'name', name: iri! };
  return uid === 0 || uid > MAX_UID
    ? `the uid ${iri} is outside 0x1 to 0x${MAX_UID.toString(16)}`
    : { kind: 'uid', uid };
}

/** As Go's ParseUint reads what is no IRI: hexadecimal, or decimal. */
function number(text: string): number | undefined {
  return /^(?:0[xX][0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : undefined;
}

const INFERRED = new RegExp(String.raw`[(,]\s*${INFERRED_FACET.replace('.', '\\.')}\s*=\s*true\b`);
const OF_ONTOLOGY = new RegExp(String.raw`[(,]\s*${ONTOLOGY_FACET.replace('.', '\\.')}\s*=`);

export function kindOf({ predicate, literal, facets }: Line): Kind {
  if (isRegistry(predicate)) return 'registry';
  if (!isMoved(predicate)) return 'dgraph';
  if (predicate === TYPE_PREDICATE && !isMovedType(literal.slice(1))) return 'dgraph';
  if (facets === '') return 'user';
  return INFERRED.test(facets) ? 'inferred' : OF_ONTOLOGY.test(facets) ? 'ontology' : 'user';
}
