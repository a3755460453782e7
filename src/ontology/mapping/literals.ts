/** Literals in expressions: cardinalities, facets, values of enumerations. */
import type { Iri, OwlLiteral, Position } from '../model';
import { isLiteral } from '../quads';
import type { Term } from '../quads';
import { RDF_NS, xsd } from '../vocabulary';
import type { ListItem } from './graph';
import { Unreadable } from './graph';

/** Facets of OWL 2 (OWL 2 Syntax, 4.1 to 4.6). */
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
    'a cardinality must be a non-negative integer',
    'write it as "1"^^xsd:nonNegativeInteger',
  );
}

export function literalItem({ term, position }: ListItem): OwlLiteral {
  if (isLiteral(term)) return term;
  throw wrongKind(position, 'expected a literal', 'write a literal');
}

export function wrongKind(position: Position, reason: string, advice: string): Unreadable {
  return new Unreadable(position, reason, advice, 'wrong-kind');
}
