/** Parser of the fact in a client's question, in any accepted spelling. */
import { OwlgateError } from '../../errors';
import { nearestForm, suggest, vocabulary } from '../../ontology';
import type { Names } from '../../ontology';
import { canonicalValue, literalTerm, TYPE_PREDICATE } from '../../mutation';
import type { EngineSchema } from '../store/engine-schema';
import { isIriTerm } from '../store/dql-text';
import type { Fact } from '../store/terms';

/** Fact as the client wrote it. */
export interface FactQuestion {
  /** A uid, an IRI (with or without `<>`), or `prefix:local` with a prefix of the ontology. */
  readonly subject: string;
  /** A Dgraph name, an IRI or `prefix:local`; `graph.type` for types. */
  readonly predicate: string;
  /** As `subject`; a class as `predicate`; or a value: plain text, `"text"@en`, `"5"^^<datatype>`. */
  readonly object: string;
}

export interface QuestionContext {
  readonly names: Names;
  readonly schema: EngineSchema;
}

const TYPE_WORDS: ReadonlySet<string> = new Set([
  'graph.type',
  TYPE_PREDICATE,
  'rdf:type',
  'a',
  vocabulary.rdf.type,
  `<${vocabulary.rdf.type}>`,
]);

/**
 * Parses the fact. Nodes named by IRIs are returned as `<iri>`, to be looked up.
 *
 * @throws OwlgateError InvalidRequest, UnknownPredicate
 */
export function readFact({ subject, predicate, object }: FactQuestion, context: QuestionContext): Fact {
  const p = readPredicate(predicate.trim(), context);
  return { s: readNode('subject', subject, context), p, o: readObject(p, object, context) };
}

/** Returns the nodes of a fact that have to be looked up. */
export const irisOf = ({ s, o }: Fact): string[] => [s, o].filter(isIriTerm);

function readPredicate(text: string, { names, schema }: QuestionContext): string {
  if (TYPE_WORDS.has(text)) return TYPE_PREDICATE;
  const iri = names.propertyIri(text);
  const name = iri === undefined ? text : names.property(iri)!;
  if (schema.get(name)) return name;
  const candidates = new Set([
    ...names.all('property'),
    ...schema.predicateNames().filter((other) => !isInternal(other)),
  ]);
  const suggestions = nearestForm(text, (form) => suggest(form, candidates));
  throw new OwlgateError('UnknownPredicate', { name: text.slice(0, 200) }, { suggestions });
}

const isInternal = (predicate: string): boolean => /^(dgraph|owlgate)\./.test(predicate);

function readObject(p: string, text: string, context: QuestionContext): string {
  if (p === TYPE_PREDICATE) {
    const iri = context.names.classIri(text.trim());
    return iri === undefined ? text.trim() : context.names.class(iri)!;
  }
  const { type, lang: takesLanguages } = context.schema.get(p)!;
  if (type === 'uid') return readNode('object', text, context);
  const quoted = /^"([\s\S]*)"(?:@([A-Za-z0-9-]+)|\^\^\S+)?$/.exec(text);
  const [, inside = '', lang] = quoted ?? [];
  const value = quoted ? unescape(inside) : text;
  return literalTerm(canonicalValue(type, value), takesLanguages ? lang : undefined);
}

/** Resolves the escapes of Turtle and N-Triples; leaves other backslashes. */
function unescape(text: string): string {
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(["'\\nrtbf]))/g,
    (escape, short?: string, long?: string, letter?: string) => {
      if (letter !== undefined) return ESCAPES[letter] ?? letter;
      const code = parseInt(short ?? long!, 16);
      return code > 0x10ffff ? escape : String.fromCodePoint(code);
    },
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function readNode(role: 'subject' | 'object', parameter: string, { names }: QuestionContext): string {
  const text = parameter.trim();
  if (/^0x[0-9a-f]{1,16}$/i.test(text)) {
    const uid = BigInt(text);
    if (uid > 0n) return `0x${uid.toString(16)}`;
  }
  if (text.startsWith('_:')) {
    throw refuse(
      `${role}=${text.slice(0, 100)}: a label names a node within one request only; give its uid or its IRI`,
    );
  }
  const inside = /^<(.*)>$/s.exec(text)?.[1];
  const iri = inside ?? expand(text, names);
  if (iri === undefined || iri === '' || NOT_IN_IRIS.test(iri)) {
    throw refuse(
      `${role}=${text.slice(0, 100)}: a uid (0x1), an IRI or prefix:name with a prefix of the ontology is expected`,
    );
  }
  return `<${iri}>`;
}

/** Characters that an IRI cannot contain (RFC 3987), and surrogates, which UTF-8 cannot encode. */
const NOT_IN_IRIS = /[\p{Cc}\p{Cs}\s<>"{}|^`\\]/u;

/** Resolves an IRI without brackets or a prefixed name. */
function expand(text: string, names: Names): string | undefined {
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const [prefix, local] = [text.slice(0, colon), text.slice(colon + 1)];
  const { prefixes } = names.toTable();
  if (Object.hasOwn(prefixes, prefix) && !local.startsWith('//')) return prefixes[prefix]! + local;
  return /^[a-z][a-z0-9+.-]*$/i.test(prefix) && local !== '' ? text : undefined;
}

const refuse = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });
