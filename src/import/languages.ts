/**
 * Languages of values. A property without a range may have values in languages, and only the data shows that it has:
 * its predicate gets `@lang` when an import brings the first one, as it does at a load if the document has such values.
 */
import type { NQuad } from '../dql';
import type { ForeseenSchema, Materializer } from '../materialize';
import { rdf } from '../rdf';

export class Languages {
  /** Properties that have been considered. */
  private readonly considered = new Set<string>();

  /** @param foreseen schema of a dry run, which declares nothing */
  constructor(
    private readonly materializer: Pick<Materializer, 'inForce' | 'schema'>,
    private readonly foreseen?: ForeseenSchema,
  ) {}

  /**
   * Declares `@lang` for the properties of values with a language, as far as their ranges allow it, and for the
   * properties above them, which have the same values.
   *
   * @throws EngineFailure; OwlgateError OntologyBusy
   */
  async declare(statements: readonly NQuad[]): Promise<void> {
    const names = new Set<string>();
    for (const { predicate, lang } of statements) {
      if (lang === undefined || this.considered.has(predicate)) continue;
      this.considered.add(predicate);
      for (const name of this.namesOf(predicate)) names.add(name);
    }
    if (names.size === 0) return;
    if (this.foreseen) this.foreseen.noteLanguages(names);
    else await this.materializer.schema.declareLanguages(names);
  }

  /** Returns the predicates of a property and of those above it whose ranges allow values in languages. */
  private namesOf(property: string): readonly string[] {
    const { inForce } = this.materializer;
    const iri = inForce?.loaded.names.propertyIri(property);
    if (!inForce || iri === undefined) return [property];
    const { names, taxonomy } = inForce.loaded;
    return [iri, ...taxonomy.dataProperties.ancestors(iri)]
      .filter((each) => taxonomy.datatypes(each).every((datatype) => datatype === rdf.langString))
      .map((each) => names.property(each) ?? each);
  }
}
