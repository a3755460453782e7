/**
 * Canonical texts of axioms: OWL 2 functional style with full IRIs. Equal axioms have equal texts, whatever the
 * prefixes, the order of operands without an order, and the labels of blank nodes in their documents.
 */
import { endOfQuoted } from '../../util/text';
import type { Individual, Iri, OwlLiteral } from '../model';
import { WholeRenderer, type Renderer } from '../render';
import { xsd } from '../vocabulary';

export class CanonicalRenderer extends WholeRenderer {
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

  override set(operands: readonly string[]): string {
    return [...new Set(operands)].sort().join(' ');
  }
}

/** Beginning of a literal, which is left alone, or an IRI. */
const LITERAL_OR_IRI = /"|<[^<>"\s]*>/g;

/** Yields the IRIs of a canonical text outside of its literals. */
function* irisIn(text: string): Generator<{ readonly iri: Iri; readonly start: number; readonly end: number }> {
  const parts = new RegExp(LITERAL_OR_IRI);
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    if (part[0] === '"') parts.lastIndex = endOfQuoted(text, parts.lastIndex, '"');
    else yield { iri: part[0].slice(1, -1), start: part.index, end: parts.lastIndex };
  }
}

/** Abbreviates the IRIs of a canonical text. */
export function abbreviated(text: string, renderer: Renderer): string {
  let result = '';
  let done = 0;
  for (const { iri, start, end } of irisIn(text)) {
    result += text.slice(done, start) + renderer.iri(iri);
    done = end;
  }
  return result + text.slice(done);
}

/** Returns true if a canonical text mentions an IRI outside of its literals. */
export function mentions(text: string, iri: Iri): boolean {
  if (!text.includes(`<${iri}>`)) return false;
  for (const part of irisIn(text)) if (part.iri === iri) return true;
  return false;
}
