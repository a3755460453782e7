/** Counter of classes and properties that the ontology does not have. */
import type { NQuad } from '../dql';
import type { Names } from '../ontology';
import { rdf } from '../rdf';
import type { UnknownTerms } from './types';

/** Maximum terms of each kind; further ones are not counted. */
const MAX_TERMS = 1_000;

export class UnknownCounter {
  private readonly classes = new Map<string, number>();
  private readonly properties = new Map<string, number>();
  private readonly knownClasses = new Set<string>();
  private readonly knownProperties = new Set<string>([rdf.type]);

  constructor(private readonly names: Names) {}

  /** Counts the terms of a statement. */
  note({ predicate, object }: NQuad): void {
    if (!this.knownProperties.has(predicate)) {
      if (this.names.propertyIri(predicate) === undefined) count(this.properties, predicate);
      else this.knownProperties.add(predicate);
    }
    if (predicate !== rdf.type || object.kind !== 'iri' || this.knownClasses.has(object.iri)) return;
    if (this.names.classIri(object.iri) === undefined && !isBuiltIn(object.iri)) count(this.classes, object.iri);
    else this.knownClasses.add(object.iri);
  }

  get terms(): UnknownTerms {
    return { classes: sorted(this.classes), properties: sorted(this.properties) };
  }
}

/** Classes of which every individual is a member. */
const isBuiltIn = (iri: string): boolean =>
  /^http:\/\/www\.w3\.org\/2002\/07\/owl#(?:Thing|NamedIndividual)$/.test(iri);

function count(counts: Map<string, number>, term: string): void {
  const before = counts.get(term);
  if (before !== undefined || counts.size < MAX_TERMS) counts.set(term, (before ?? 0) + 1);
}

const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
