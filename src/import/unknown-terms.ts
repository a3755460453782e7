/** Counter of classes and properties that the ontology does not have. */
import type { Names } from '../ontology';
import { rdf } from '../rdf';
import type { StreamedQuad } from '../rdf/stream';
import type { UnknownTerms } from './types';

/** Maximum terms of each kind; further ones are not counted. */
const MAX_TERMS = 1_000;

export class UnknownCounter {
  private readonly classes: Map<string, number>;
  private readonly properties: Map<string, number>;
  private readonly knownClasses = new Set<string>();
  private readonly knownProperties = new Set<string>([rdf.type]);

  /** @param before counts of earlier sources */
  constructor(
    private readonly names: Names,
    before: UnknownTerms,
  ) {
    this.classes = new Map(Object.entries(before.classes));
    this.properties = new Map(Object.entries(before.properties));
  }

  /** Counts the terms of a statement. */
  note({ predicate, object }: StreamedQuad): void {
    if (!this.knownProperties.has(predicate)) {
      if (this.names.propertyIri(predicate) === undefined) count(this.properties, predicate);
      else this.knownProperties.add(predicate);
    }
    if (predicate !== rdf.type || typeof object !== 'string' || this.knownClasses.has(object)) return;
    if (object.startsWith('_:')) return;
    if (this.names.classIri(object) === undefined && !isBuiltIn(object)) count(this.classes, object);
    else this.knownClasses.add(object);
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
