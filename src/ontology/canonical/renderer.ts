/**
 * Canonical texts of axioms: OWL 2 functional style with full IRIs. Equal axioms have equal texts, whatever the
 * prefixes, the order of operands without an order, and the labels of blank nodes in their documents.
 */
import type { Axiom, Individual, Iri, OwlLiteral } from '../model';
import { Renderer } from '../render';
import { xsd } from '../vocabulary';

export class CanonicalRenderer extends Renderer {
  /** @param labels labels of anonymous individuals, for those that have none of their own */
  constructor(private readonly labels: (individual: Individual) => string) {
    super(new Map());
  }

  override iri(iri: Iri): string {
    return `<${iri}>`;
  }

  override individual(individual: Individual): string {
    return individual.startsWith('_:') ? this.labels(individual) : this.iri(individual);
  }

  override literal({ value, datatype, lang }: OwlLiteral): string {
    const quoted = JSON.stringify(value);
    if (lang !== undefined) return `${quoted}@${lang.toLowerCase()}`;
    return datatype === xsd('string') ? quoted : `${quoted}^^${this.iri(datatype)}`;
  }

  override axiom(axiom: Axiom): string {
    return this.whole(axiom);
  }

  protected override set(operands: readonly string[]): string {
    return [...new Set(operands)].sort().join(' ');
  }
}

/** Parts of a canonical text: literals, which are left alone, and IRIs. */
const PARTS = /"(?:[^"\\]|\\.)*"|<[^<>"\s]*>/g;

/** Abbreviates the IRIs of a canonical text. */
export const abbreviated = (text: string, renderer: Renderer): string =>
  text.replace(PARTS, (part) => (part.startsWith('<') ? renderer.iri(part.slice(1, -1)) : part));

/** Returns true if a canonical text mentions an IRI outside of its literals. */
export function mentions(text: string, iri: Iri): boolean {
  const token = `<${iri}>`;
  return text.includes(token) && [...text.matchAll(PARTS)].some(([part]) => part === token);
}
