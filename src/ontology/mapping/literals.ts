/** Literals that stand for something in an expression: cardinalities, facets, the values of an enumeration. */
import type { Iri, OwlLiteral, Position } from '../model';
import { isLiteral } from '../quads';
import type { Term } from '../quads';
import { RDF_NS, xsd } from '../vocabulary';
import type { ListItem } from './graph';
import { Unreadable } from './graph';

/** OWL 2 Syntax, 4.1 to 4.6. */
export const FACETS: ReadonlySet<Iri> = new Set([
  ...['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'].map(xsd),
  ...['length', 'minLength', 'maxLength', 'pattern'].map(xsd),
  `${RDF_NS}langRange`,
]);

export function cardinality(term: Term, position: Position): number {
  const text = isLiteral(term) ? term.value : '';
  const number = /^\+?\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Unreadable(
    position,
    'a cardinality is a whole number, zero or more',
    'write it as "1"^^xsd:nonNegativeInteger',
  );
}

export function literalItem({ term, position }: ListItem): OwlLiteral {
  if (isLiteral(term)) return term;
  throw wrongKind(position, 'a literal is expected', 'write a literal');
}

export function wrongKind(position: Position, reason: string, advice: string): Unreadable {
  return new Unreadable(position, reason, advice, 'wrong-kind');
}
