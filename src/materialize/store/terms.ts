/** Conversion between statements and facts: nodes and values as terms of the reasoner. */
import type { LiteralValue, NodeRef, NQuad } from '../../dql';
import { canonicalValue, INFERRED_FACET, literalOf, literalTerm, TYPE_PREDICATE } from '../../mutation';
import type { EngineSchema } from './engine-schema';

/** Fact as texts. */
export interface Fact {
  readonly s: string;
  readonly p: string;
  readonly o: string;
}

/** Returns the node of a term: the inverse of `nodeKey` for `0x1`, `_:label`, and `<iri>` not looked up yet. */
export function nodeOf(term: string): NodeRef {
  if (term.startsWith('_:')) return { kind: 'blank', label: term.slice(2) };
  return term.startsWith('<') ? { kind: 'iri', iri: term.slice(1, -1) } : { kind: 'uid', uid: term };
}

export function valueTerm(
  predicate: string,
  value: LiteralValue,
  lang: string | undefined,
  schema: EngineSchema,
): string {
  return literalTerm(canonicalValue(schema.get(predicate)?.type, value.value), lang);
}

/** Returns the term of a value in an answer of the engine. @param type of the predicate in the schema */
export function storedTerm(p: string, type: string | undefined, value: unknown, lang?: string): string {
  const text = valueText(value);
  return p === TYPE_PREDICATE ? text : literalTerm(canonicalValue(type, text), lang);
}

export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : JSON.stringify(value);
}

const INFERRED = [{ key: INFERRED_FACET, value: 'true', type: 'bool' }] as const;

/** Converts a fact to a statement. */
export function statementOf({ s, p, o }: Fact, inferred: boolean): NQuad {
  const facets = inferred ? { facets: INFERRED } : {};
  const head = { subject: nodeOf(s), predicate: p, ...facets };
  if (p === TYPE_PREDICATE) return { ...head, object: { kind: 'literal', type: 'default', value: o } };
  return o.startsWith('"') ? { ...head, ...literalOf(o) } : { ...head, object: nodeOf(o) };
}
